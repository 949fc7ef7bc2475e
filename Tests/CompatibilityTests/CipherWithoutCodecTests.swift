import FMDB
import FMDBTestHelpers
import Testing

/// The encryption calls of a build without the codec: they refuse, and change nothing.
@Suite(.enabled(if: !SQLiteVersion.hasCodec))
struct CipherWithoutCodecTests {
    private let folder = TemporaryFolder()
    private let key = Data([1, 2, 3])

    /// Every call of the category, each with what it answered.
    private func callEverything(_ database: FMDatabase) -> [Bool] {
        [
            database.setKey("secret"),
            database.setKeyWith(key),
            database.rekey("other"),
            database.rekey(with: key),
            database.applyLicense("license"),
            database.enableCipherLogging(CipherLogLevelDebug),
            database.disableCipherLogging(),
        ]
    }

    @Test func testB460_keysAreRefused() {
        let database = FMDatabase.memory()
        #expect(!database.setKey("secret"))
        #expect(!database.setKeyWith(key))
    }

    @Test func testB460_newKeysAreRefused() {
        let database = FMDatabase.memory()
        #expect(!database.rekey("other"))
        #expect(!database.rekey(""))
        #expect(!database.rekey(with: key))
    }

    @Test func testB460_licenseAndLoggingAreRefused() {
        let database = FMDatabase.memory()
        #expect(!database.applyLicense("license"))
        #expect(!database.enableCipherLogging(CipherLogLevelDebug))
        #expect(!database.disableCipherLogging())
    }

    @Test func testB460_aClosedDatabaseRefusesToo() {
        let database = FMDatabase.memory()
        database.close()
        #expect(callEverything(database).allSatisfy { !$0 })
    }

    @Test func testB461_theFourPropertiesAreNil() {
        let database = FMDatabase.memory()
        #expect(database.cipherVersion == nil)
        #expect(database.cipherFipsStatus == nil)
        #expect(database.cipherProvider == nil)
        #expect(database.cipherProviderVersion == nil)
    }

    @Test func testB462_theDatabaseStaysUsable() throws {
        let database = FMDatabase.file(folder.file())
        try database.executeUpdate("CREATE TABLE t (a TEXT)", values: nil)
        _ = callEverything(database)

        try database.executeUpdate("INSERT INTO t VALUES ('still here')", values: nil)
        #expect(database.stringForQuery("SELECT a FROM t") == "still here")
        #expect(database.goodConnection)
    }

    @Test func testB462_theFileStaysUnencrypted() throws {
        let database = FMDatabase.file(folder.file())
        _ = callEverything(database)
        try database.executeUpdate("CREATE TABLE t (a TEXT)", values: nil)
        try database.executeUpdate("INSERT INTO t VALUES ('plain to see')", values: nil)
        database.close()

        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file()))
        #expect(bytes.starts(with: Data("SQLite format 3\0".utf8)))
        #expect(bytes.range(of: Data("plain to see".utf8)) != nil)
    }

    // A caller that asks for encryption must not go on believing to have it.
    @Test func unlockThrows() {
        let database = FMDatabase.memory()
        #expect(throws: (any Error).self) { try database.unlock(key: "secret") }
        #expect(throws: (any Error).self) { try database.unlock(key: key) }
    }
}
