import FMDB
import FMDBTestHelpers
import Testing

/// The two numbers that a database file keeps for its application.
@Suite struct ApplicationIDTests {
    private let folder = TemporaryFolder()

    /// Numbers above `Int32.max` stand in the file as negative ones.
    private static let large: [UInt32] = [0x8000_0000, 4_000_000_000, .max]

    private func stored(_ pragma: String, in database: FMDatabase) -> Int? {
        database.longForQuery("PRAGMA \(pragma)")
    }

    @Test func testB389_userVersionIsZeroAtFirst() {
        #expect(FMDatabase.memory().userVersion == 0)
    }

    @Test func testB389_userVersionIsWrittenAsThePragma() {
        let database = FMDatabase.memory()
        database.userVersion = 12
        #expect(stored("user_version", in: database) == 12)
    }

    @Test func testB389_userVersionIsReadFromThePragma() throws {
        let database = FMDatabase.memory()
        try database.executeUpdate("PRAGMA user_version = 7", values: nil)
        #expect(database.userVersion == 7)
    }

    @Test func testB389_userVersionPersistsInTheFile() {
        let writer = FMDatabase.file(folder.file())
        writer.userVersion = 3
        writer.close()

        #expect(FMDatabase.file(folder.file()).userVersion == 3)
    }

    @Test func testB390_applicationIDIsZeroAtFirst() {
        #expect(FMDatabase.memory().applicationID == 0)
    }

    @Test func testB390_applicationIDIsThePragma() throws {
        let database = FMDatabase.memory()
        database.applicationID = 0x4645_4D42
        #expect(stored("application_id", in: database) == 0x4645_4D42)

        try database.executeUpdate("PRAGMA application_id = 9", values: nil)
        #expect(database.applicationID == 9)
    }

    @Test func testB390_applicationIDPersistsInTheFile() {
        let writer = FMDatabase.file(folder.file())
        writer.applicationID = 77
        writer.close()

        #expect(FMDatabase.file(folder.file()).applicationID == 77)
    }

    @Test(arguments: large)
    func testB390_aLargeNumberIsWrittenAsANegativeOne(number: UInt32) {
        let database = FMDatabase.memory()
        database.applicationID = number
        #expect(stored("application_id", in: database) == Int(Int32(bitPattern: number)))
    }

    @Test(arguments: large)
    func testD28_aLargeApplicationIDReadsBackUnchanged(number: UInt32) {
        let database = FMDatabase.memory()
        database.applicationID = number
        #expect(database.applicationID == number)
    }

    @Test(arguments: large)
    func testD28_aLargeUserVersionReadsBackUnchanged(number: UInt32) {
        let database = FMDatabase.memory()
        database.userVersion = number
        #expect(database.userVersion == number)
        #expect(stored("user_version", in: database) == Int(Int32(bitPattern: number)))
    }

    @Test func testB389_readingLeavesNoResultSetOpen() {
        let database = FMDatabase.memory()
        database.userVersion = 5
        database.applicationID = 6
        #expect(database.userVersion == 5)
        #expect(database.applicationID == 6)
        #expect(!database.hasOpenResultSets)
    }
}
