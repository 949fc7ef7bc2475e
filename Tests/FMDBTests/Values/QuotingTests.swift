import FMDB
import FMDBTestHelpers
import Testing

/// SQLite reads bytes, Swift compares characters. Quotes that carry a combining mark, and texts that look the same
/// without being the same, have to be taken as SQLite takes them.
@Suite struct QuotingTests {
    private static let composed = "\u{E9}"
    private static let decomposed = "e\u{301}"

    private let database = FMDatabase.memory()

    // MARK: Quotes

    @Test func anIdentifierWithAMarkedQuoteStaysOneName() throws {
        try database.execute("CREATE TABLE t (x)")
        try database.execute("CREATE TABLE secret (s)")
        try database.execute("INSERT INTO secret VALUES ('hidden')")
        let name = "t\"\u{301} union select s from secret --"

        let error = #expect(throws: FMError.self) {
            try database.rows("SELECT * FROM \(identifier: name)", as: String.self)
        }
        #expect(error?.resultCode == .error)
        #expect(error?.message.contains("no such table") == true)
    }

    @Test func anIdentifierWithAMarkedQuoteNamesATable() throws {
        let name = "t\"\u{301} (a, b) --"
        try database.execute("CREATE TABLE \(identifier: name) (x)")
        try database.execute("INSERT INTO \(identifier: name) VALUES (7)")

        let stored = try database.value("SELECT name FROM sqlite_master", as: String.self)
        #expect(Array(stored.utf8) == Array(name.utf8))
        #expect(try database.value("SELECT x FROM \(identifier: name)", as: Int.self) == 7)
    }

    @Test func aMarkedQuoteIsDoubledInTheDescriptionOfText() {
        let literal = FMValue.text("a'\u{301}").description
        #expect(Array(literal.utf8) == Array("'a''\u{301}'".utf8))
    }

    @Test func aSavePointMayHaveAMarkedQuoteInItsName() throws {
        let name = "a'\u{301}"
        try database.execute("CREATE TABLE t (x)")
        try database.startSavePoint(withName: name)
        try database.execute("INSERT INTO t VALUES (1)")
        try database.rollbackToSavePoint(withName: name)
        try database.releaseSavePoint(withName: name)

        #expect(!database.isTransactionOpen)
        #expect(try database.value("SELECT count(*) FROM t", as: Int.self) == 0)
    }

    @Test func aPathWithAMarkedQuestionMarkIsOneFile() throws {
        let folder = TemporaryFolder()
        let path = folder.file("a?\u{301}b.db")
        try database.execute("CREATE TABLE t (x)")
        try database.execute("INSERT INTO t VALUES (7)")
        // The copy is checked, which opens it by a URI.
        #expect(try database.backup(to: path).verification == .quick)
        #expect(try FMDatabase.file(path).value("SELECT x FROM t", as: Int.self) == 7)
    }

    @Test func aSchemaTellsNamesApartAsSQLiteDoes() throws {
        try database.execute("CREATE TABLE \(identifier: Self.composed) (\(identifier: Self.decomposed))")
        let schema = try database.schema()
        #expect(schema.table(Self.decomposed) == nil)
        let table = try #require(schema.table(Self.composed))
        #expect(table.column(Self.composed) == nil)
        #expect(table.column(Self.decomposed) != nil)
    }

    // MARK: Formats

    @Test(arguments: ["'\u{301}%d'", "\"\u{301}%d\"", "`\u{301}%d`", "[\u{301}%d]"])
    func aFormatLeavesQuotedTextWithAMarkedQuoteAlone(_ quoted: String) throws {
        let rows = try #require(database.executeQuery(withFormat: "SELECT 1 AS \(quoted)"))
        let name = try #require(rows.columnName(for: 0))
        #expect(Array(name.utf8) == Array("\u{301}%d".utf8))
    }

    @Test func aFormatConvertsBehindQuotedTextThatEndsWithAMarkedQuote() throws {
        // The mark behind the closing quote is an alias to SQLite.
        let rows = try #require(database.executeQuery(withFormat: "SELECT 'a'\u{301}, %d", 7))
        #expect(rows.next())
        #expect(rows.int(forColumnIndex: 1) == 7)
    }

    // MARK: Texts that look the same

    @Test func theModernCallsDoNotMixUpQueriesThatLookTheSame() throws {
        let composed = FMSQL(raw: "SELECT hex('\(Self.composed)')")
        let decomposed = FMSQL(raw: "SELECT hex('\(Self.decomposed)')")

        #expect(try database.value(composed, as: String.self) == "C3A9")
        #expect(try database.value(decomposed, as: String.self) == "65CC81")
        #expect(try database.value(composed, as: String.self) == "C3A9")
    }

    @Test func theStatementCacheOfFMDBDoesNotMixUpQueriesThatLookTheSame() throws {
        database.shouldCacheStatements = true
        #expect(database.stringForQuery("SELECT hex('\(Self.composed)')") == "C3A9")
        #expect(database.stringForQuery("SELECT hex('\(Self.decomposed)')") == "65CC81")
        #expect(database.stringForQuery("SELECT hex('\(Self.composed)')") == "C3A9")
    }

    @Test func queriesThatLookTheSameAreNotMixedUpWhenOthersRanInBetween() throws {
        let composed = FMSQL(raw: "SELECT hex('\(Self.composed)')")
        let decomposed = FMSQL(raw: "SELECT hex('\(Self.decomposed)')")

        #expect(try database.value(composed, as: String.self) == "C3A9")
        #expect(try database.value("SELECT 1", as: Int.self) == 1)
        #expect(try database.value(decomposed, as: String.self) == "65CC81")
    }

    @Test func aColumnIsNotFoundUnderANameThatOnlyLooksTheSame() throws {
        let cursor = try database.query(FMSQL(raw: "SELECT 1 AS \"\(Self.decomposed)\""))
        let row = try #require(try cursor.nextRow())

        #expect(try row.value(Self.decomposed, as: Int.self) == 1)
        let error = #expect(throws: FMError.self) { try row.value(Self.composed, as: Int.self) }
        #expect(error?.resultCode == .range)
        #expect(cursor.columnIndex(forName: Self.composed) == -1)
    }

    @Test func columnsWhoseNamesLookTheSameAreTwo() throws {
        try database.execute(FMSQL(raw: "CREATE TABLE t (\"\(Self.composed)\", \"\(Self.decomposed)\")"))
        try database.execute("INSERT INTO t VALUES (1, 2)")
        let rows = try database.executeQuery("SELECT * FROM t", values: nil)
        #expect(rows.next())

        #expect(rows.int(forColumn: Self.composed) == 1)
        #expect(rows.int(forColumn: Self.decomposed) == 2)
    }
}
