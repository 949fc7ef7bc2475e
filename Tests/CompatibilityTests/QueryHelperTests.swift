import FMDB
import FMDBTestHelpers
import Testing

/// The one-value helpers: `intForQuery` and its kin.
@Suite struct QueryHelperTests {
    private func filled() throws -> FMDatabase {
        let database = FMDatabase.memory()
        try database.executeUpdate("CREATE TABLE pets (name TEXT, legs INTEGER, weight REAL, photo BLOB)", values: nil)
        let insert = "INSERT INTO pets VALUES (?, ?, ?, ?)"
        try database.executeUpdate(insert, values: ["ant", 6, 0.25, Data([1, 2])])
        try database.executeUpdate(insert, values: ["bee", NSNull(), NSNull(), NSNull()])
        return database
    }

    @Test func testB380_stringForQueryReadsTheFirstColumnOfTheFirstRow() throws {
        let database = try filled()
        let name: String? = database.stringForQuery("SELECT name, legs FROM pets ORDER BY name DESC")
        #expect(name == "bee")
    }

    @Test func testB380_intForQueryGives32Bits() throws {
        let database = try filled()
        let legs: Int32? = database.intForQuery("SELECT legs FROM pets WHERE name = ?", "ant")
        #expect(legs == 6)
    }

    @Test func testB380_longForQueryGives64Bits() {
        let large: Int? = FMDatabase.memory().longForQuery("SELECT 5000000000")
        #expect(large == 5_000_000_000)
    }

    @Test func testB380_boolForQueryTellsZeroFromNonZero() {
        let database = FMDatabase.memory()
        let yes: Bool? = database.boolForQuery("SELECT ?", 2)
        let no: Bool? = database.boolForQuery("SELECT ?", 0)
        #expect(yes == true)
        #expect(no == false)
    }

    @Test func testB380_doubleForQueryKeepsTheFraction() throws {
        let database = try filled()
        let weight: Double? = database.doubleForQuery("SELECT weight FROM pets WHERE legs = ?", 6)
        #expect(weight == 0.25)
    }

    @Test func testB380_dataForQueryGivesTheBytes() throws {
        let database = try filled()
        let photo: Data? = database.dataForQuery("SELECT photo FROM pets WHERE name = ?", "ant")
        #expect(photo == Data([1, 2]))
    }

    @Test func testB380_dateForQueryReadsSecondsSince1970() {
        let birth = Date(timeIntervalSince1970: 86_400.5)
        let date: Date? = FMDatabase.memory().dateForQuery("SELECT ?", birth)
        #expect(date == birth)
    }

    @Test func testB380_dateForQueryUsesTheDateFormat() {
        let database = FMDatabase.memory()
        database.setDateFormat(FMDatabase.storeableDateFormat("yyyy-MM-dd"))
        let date: Date? = database.dateForQuery("SELECT '1970-01-03'")
        #expect(date == Date(timeIntervalSince1970: 2 * 86_400))
    }

    @Test func testB380_severalArgumentsFillThePlaceholdersInOrder() throws {
        let database = try filled()
        #expect(database.intForQuery("SELECT legs FROM pets WHERE name = ? AND weight < ?", "ant", 0.5) == 6)
    }

    @Test func testB380_noRowGivesNil() throws {
        let database = try filled()
        expectNil(database, "SELECT name FROM pets WHERE name = 'cow'")
    }

    @Test func testB380_nullGivesNil() throws {
        let database = try filled()
        expectNil(database, "SELECT legs FROM pets WHERE name = 'bee'")
    }

    @Test func testB380_anErrorGivesNil() throws {
        let database = try filled()
        expectNil(database, "SELECT name FROM nowhere")
        #expect(database.lastErrorMessage() == "no such table: nowhere")
    }

    @Test func testB380_aMissingArgumentGivesNil() throws {
        let database = try filled()
        expectNil(database, "SELECT name FROM pets WHERE name = ?")
    }

    @Test func testB380_aClosedDatabaseGivesNil() throws {
        let database = try filled()
        database.close()
        expectNil(database, "SELECT 1")
    }

    @Test func testB381_noResultSetStaysOpenThoughRowsAreLeft() throws {
        let database = try filled()
        #expect(database.stringForQuery("SELECT name FROM pets ORDER BY name") == "ant")
        #expect(!database.hasOpenResultSets)
    }

    @Test func testB381_noResultSetStaysOpenAfterNull() throws {
        let database = try filled()
        #expect(database.intForQuery("SELECT NULL UNION ALL SELECT 1") == nil)
        #expect(!database.hasOpenResultSets)
    }

    @Test func testB381_theTableCanBeDroppedRightAfterwards() throws {
        let database = try filled()
        #expect(database.intForQuery("SELECT legs FROM pets") == 6)
        #expect(database.executeUpdate("DROP TABLE pets", withArgumentsIn: []))
    }

    private func expectNil(
        _ database: FMDatabase, _ sql: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(database.stringForQuery(sql) == nil, sourceLocation: sourceLocation)
        #expect(database.intForQuery(sql) == nil, sourceLocation: sourceLocation)
        #expect(database.longForQuery(sql) == nil, sourceLocation: sourceLocation)
        #expect(database.boolForQuery(sql) == nil, sourceLocation: sourceLocation)
        #expect(database.doubleForQuery(sql) == nil, sourceLocation: sourceLocation)
        #expect(database.dateForQuery(sql) == nil, sourceLocation: sourceLocation)
        #expect(database.dataForQuery(sql) == nil, sourceLocation: sourceLocation)
    }
}
