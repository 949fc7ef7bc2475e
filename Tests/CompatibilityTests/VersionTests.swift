import FMDB
import FMDBTestHelpers
import Testing

private let lengthLimit: Int32 = 0  // SQLITE_LIMIT_LENGTH
private let columnLimit: Int32 = 2  // SQLITE_LIMIT_COLUMN

/// Lets a test call a deprecated spelling without a warning.
private protocol DeprecatedVersionSpelling {
    static func fmdbVersion() -> Int32
}

extension FMDatabase: DeprecatedVersionSpelling {}

private let reference = [2, 7, 12]

/// The versions and limits that FMDatabase tells.
@Suite struct VersionTests {
    private let old: any DeprecatedVersionSpelling.Type = FMDatabase.self

    /// The numbers of the dotted version.
    private func numbers() throws -> [Int] {
        try FMDatabase.fmdbUserVersion().components(separatedBy: ".").map { try #require(Int($0)) }
    }

    @Test func testB440_theUserVersionIsDotted() throws {
        let numbers = try numbers()
        #expect((2...3).contains(numbers.count))
        #expect(numbers.allSatisfy { $0 >= 0 })
    }

    @Test func testB440_theOldVersionPacksThreeNibbles() throws {
        let nibbles = try (numbers() + [0]).prefix(3).map { min($0, 15) }
        #expect(old.fmdbVersion() == Int32(nibbles[0] << 8 | nibbles[1] << 4 | nibbles[2]))
    }

    @Test func testB447_theVersionIsAtLeastThatOfTheReference() throws {
        #expect(try !numbers().lexicographicallyPrecedes(reference))
        #expect(old.fmdbVersion() >= 0x27C)
    }

    @Test func testB447_aNumericTextComparisonAgrees() {
        let order = FMDatabase.fmdbUserVersion().compare("2.7.12", options: .numeric)
        #expect(order != .orderedAscending)
    }

    @Test func thePackageHasAVersionOfItsOwn() {
        #expect(FMDatabase.packageVersion.wholeMatch(of: /\d+\.\d+\.\d+(-dev)?/) != nil)
        #expect(FMDatabase.packageVersion != FMDatabase.fmdbUserVersion())
    }

    @Test func testB441_theLibraryVersionIsSQLites() {
        #expect(FMDatabase.memory().stringForQuery("SELECT sqlite_version()") == FMDatabase.sqliteLibVersion())
    }

    @Test func testB442_threadSafeUnlessBuiltWithoutMutexes() {
        let withoutMutexes = FMDatabase.memory().boolForQuery("SELECT sqlite_compileoption_used('THREADSAFE=0')")
        #expect(withoutMutexes == !FMDatabase.isSQLiteThreadSafe())
    }

    // MARK: Limits

    @Test func testB443_minusOneOnlyReadsALimit() {
        let database = FMDatabase.memory()
        let limit = database.limit(for: columnLimit, value: -1)
        #expect(limit > 0)
        #expect(database.limit(for: columnLimit, value: -1) == limit)
    }

    @Test func testB443_settingALimitReturnsThePreviousValue() {
        let database = FMDatabase.memory()
        let limit = database.limit(for: columnLimit, value: -1)
        #expect(database.limit(for: columnLimit, value: 5) == limit)
        #expect(database.limit(for: columnLimit, value: 6) == 5)
    }

    @Test func testB443_aLimitIsEnforced() {
        let database = FMDatabase.memory()
        database.limit(for: columnLimit, value: 6)
        #expect(database.executeUpdate("CREATE TABLE six (a, b, c, d, e, f)", withArgumentsIn: []))
        #expect(!database.executeUpdate("CREATE TABLE seven (a, b, c, d, e, f, g)", withArgumentsIn: []))
        #expect(database.lastErrorMessage() == "too many columns on seven")
    }

    @Test func testB443_aLimitBelongsToItsConnection() {
        let first = FMDatabase.memory()
        let second = FMDatabase.memory()
        let limit = second.limit(for: lengthLimit, value: -1)
        first.limit(for: lengthLimit, value: 100)
        #expect(second.limit(for: lengthLimit, value: -1) == limit)
    }
}
