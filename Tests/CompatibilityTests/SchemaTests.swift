import FMDB
import FMDBTestHelpers
import Testing

private let sqlError: Int32 = 1  // SQLITE_ERROR

/// Lets a test call a deprecated spelling without a warning.
private protocol DeprecatedColumnSpelling {
    func columnExists(_ tableName: String, columnName: String) -> Bool
}

extension FMDatabase: DeprecatedColumnSpelling {}

/// Questions about the schema: tables, columns, and whether a statement is valid.
@Suite struct SchemaTests {
    private func database(_ schema: String...) throws -> FMDatabase {
        let database = FMDatabase.memory()
        for sql in schema {
            try database.executeUpdate(sql, values: nil)
        }
        return database
    }

    private func names(_ rows: FMResultSet?) throws -> [String] {
        let rows = try #require(rows)
        var names: [String] = []
        while rows.next() {
            names.append(try #require(rows.string(forColumn: "name")))
        }
        return names
    }

    private func columns(_ rows: FMResultSet?) throws -> [String] {
        let rows = try #require(rows)
        return (0..<rows.columnCount).compactMap { rows.columnName(for: $0) }
    }

    private func thrownByValidating(_ sql: String, in database: FMDatabase) throws -> NSError {
        let error = #expect(throws: (any Error).self) { try database.validateSQL(sql) }
        return try #require(error) as NSError
    }

    // MARK: Tables

    @Test func testB382_tableExistsIgnoresCase() throws {
        let database = try database("CREATE TABLE Pets (name)")
        #expect(database.tableExists("Pets"))
        #expect(database.tableExists("pETS"))
    }

    @Test func testB382_anUnknownTableDoesNotExist() throws {
        let database = try database("CREATE TABLE pets (name)")
        #expect(!database.tableExists("pet"))
        #expect(!database.tableExists("p%"))
    }

    @Test func testB382_aDroppedTableExistsNoLonger() throws {
        let database = try database("CREATE TABLE pets (name)")
        #expect(database.tableExists("pets"))
        #expect(database.executeUpdate("DROP TABLE pets", withArgumentsIn: []))
        #expect(!database.tableExists("pets"))
    }

    @Test func testB382_onlyTablesOfTheMainDatabaseCount() throws {
        let database = try database(
            "CREATE TABLE pets (name)",
            "CREATE VIEW view_of_pets AS SELECT name FROM pets",
            "CREATE INDEX index_of_pets ON pets (name)",
            "CREATE TEMP TABLE guests (name)",
            "ATTACH ':memory:' AS other",
            "CREATE TABLE other.strangers (name)"
        )
        #expect(database.tableExists("pets"))
        #expect(!database.tableExists("view_of_pets"))
        #expect(!database.tableExists("index_of_pets"))
        #expect(!database.tableExists("guests"))
        #expect(!database.tableExists("strangers"))
    }

    @Test func testD27_aViewIsNoTableThoughItCanBeQueried() throws {
        let database = try database("CREATE VIEW one AS SELECT 1 AS a")
        #expect(database.intForQuery("SELECT a FROM one") == 1)
        #expect(!database.tableExists("one"))
    }

    @Test func testD27_aTempTableIsNotFoundThoughItCanBeQueried() throws {
        let database = try database("CREATE TEMP TABLE guests (name)", "INSERT INTO guests VALUES ('ann')")
        #expect(database.stringForQuery("SELECT name FROM guests") == "ann")
        #expect(!database.tableExists("guests"))
    }

    // MARK: The schema

    @Test func testB383_theSchemaHasFiveColumns() throws {
        let database = try database("CREATE TABLE pets (name)")
        #expect(try columns(database.getSchema()) == ["type", "name", "tbl_name", "rootpage", "sql"])
    }

    @Test func testB383_aRowDescribesItsObject() throws {
        let database = try database("CREATE TABLE pets (name)")
        let rows = try #require(database.getSchema())
        #expect(rows.next())
        #expect(rows.string(forColumn: "type") == "table")
        #expect(rows.string(forColumn: "name") == "pets")
        #expect(rows.string(forColumn: "tbl_name") == "pets")
        #expect(rows.int(forColumn: "rootpage") > 0)
        #expect(rows.string(forColumn: "sql") == "CREATE TABLE pets (name)")
        #expect(!rows.next())
    }

    @Test func testB383_mainAndTempAreListed() throws {
        let database = try database("CREATE TABLE pets (name)", "CREATE TEMP TABLE guests (name)")
        #expect(try names(database.getSchema()) == ["guests", "pets"])
    }

    @Test func testB383_internalObjectsAreLeftOut() throws {
        let database = try database("CREATE TABLE pets (id INTEGER PRIMARY KEY AUTOINCREMENT, name UNIQUE)")
        #expect(database.longForQuery("SELECT count(*) FROM sqlite_master") == 3)
        #expect(try names(database.getSchema()) == ["pets"])
    }

    @Test func testB383_theOrderIsTableThenTypeDescendingThenName() throws {
        let database = try database(
            "CREATE TABLE b (x)",
            "CREATE INDEX b_2 ON b (x)",
            "CREATE INDEX b_1 ON b (x)",
            "CREATE TRIGGER b_3 AFTER INSERT ON b BEGIN SELECT 1; END",
            "CREATE TABLE a (x)"
        )
        #expect(try names(database.getSchema()) == ["a", "b_3", "b", "b_1", "b_2"])
    }

    @Test func testB393_theSchemaOfAnEmptyDatabaseHasNoRows() throws {
        let rows = try #require(FMDatabase.memory().getSchema())
        #expect(!rows.next())
    }

    // MARK: The schema of one table

    @Test func testB384_aRowForEachColumn() throws {
        let database = try database(
            "CREATE TABLE pets (id INTEGER PRIMARY KEY, name TEXT NOT NULL, legs INTEGER DEFAULT 4)"
        )
        let expected = """
            cid | name   | type      | notnull | dflt_value | pk
            0   | 'id'   | 'INTEGER' | 0       | NULL       | 1
            1   | 'name' | 'TEXT'    | 1       | NULL       | 0
            2   | 'legs' | 'INTEGER' | 0       | '4'        | 0
            """
        #expect(drawn(database.getTableSchema("pets")) == expected)
    }

    @Test func testB384_anUnknownTableHasNoRows() throws {
        let rows = try #require(FMDatabase.memory().getTableSchema("pets"))
        #expect(!rows.next())
    }

    @Test(arguments: ["two words", "2nd", "select", "größe", "semi;colon", #"double"quote"#])
    func testB385_unusualTableNamesWork(name: String) throws {
        let quoted = name.replacingOccurrences(of: "\"", with: "\"\"")
        let database = try database("CREATE TABLE \"\(quoted)\" (a, b)")
        #expect(try names(database.getTableSchema(name)) == ["a", "b"])
        #expect(database.columnExists("b", inTableWithName: name))
    }

    @Test func testD25_aQuoteInTheTableNameIsEscaped() throws {
        let database = try database("CREATE TABLE \"ann's\" (a, b)")
        #expect(try names(database.getTableSchema("ann's")) == ["a", "b"])
    }

    @Test func testD25_columnsOfATableWithAQuoteInItsNameAreFound() throws {
        let database = try database("CREATE TABLE \"ann's\" (a, b)")
        #expect(database.columnExists("b", inTableWithName: "ann's"))
        #expect(!database.columnExists("c", inTableWithName: "ann's"))
    }

    // MARK: Columns

    @Test func testB386_columnExistsIgnoresCaseOfBothNames() throws {
        let database = try database("CREATE TABLE Pets (Name)")
        #expect(database.columnExists("Name", inTableWithName: "Pets"))
        #expect(database.columnExists("nAME", inTableWithName: "pETS"))
    }

    @Test func testB386_anUnknownColumnOrTableIsFalse() throws {
        let database = try database("CREATE TABLE pets (name)")
        #expect(!database.columnExists("legs", inTableWithName: "pets"))
        #expect(!database.columnExists("name", inTableWithName: "plants"))
    }

    @Test func testB391_theDeprecatedSpellingTakesTheColumnFirst() throws {
        let database = try database("CREATE TABLE pets (name)")
        let old: any DeprecatedColumnSpelling = database
        #expect(old.columnExists("name", columnName: "pets"))
        #expect(!old.columnExists("legs", columnName: "pets"))
    }

    @Test func testD26_theDeprecatedSpellingKeepsTheOrderOfTheOriginal() throws {
        let database = try database("CREATE TABLE pets (name)")
        let old: any DeprecatedColumnSpelling = database
        #expect(!old.columnExists("pets", columnName: "name"))
    }

    @Test func testB392_tableExistsLeavesNoResultSetOpen() throws {
        let database = try database("CREATE TABLE pets (name)")
        #expect(database.tableExists("pets"))
        #expect(!database.hasOpenResultSets)
        #expect(!database.tableExists("plants"))
        #expect(!database.hasOpenResultSets)
    }

    @Test func testB392_columnExistsLeavesNoResultSetOpen() throws {
        let database = try database("CREATE TABLE pets (name, legs)")
        #expect(database.columnExists("name", inTableWithName: "pets"))
        #expect(!database.hasOpenResultSets)
        #expect(!database.columnExists("wings", inTableWithName: "pets"))
        #expect(!database.hasOpenResultSets)
    }

    // MARK: Validating

    @Test func testB387_validatingExecutesNothing() throws {
        let database = try database("CREATE TABLE pets (name)")
        try database.validateSQL("INSERT INTO pets VALUES ('ann')")
        try database.validateSQL("DROP TABLE pets")
        #expect(database.longForQuery("SELECT count(*) FROM pets") == 0)
        #expect(!database.hasOpenResultSets)
    }

    @Test func testB387_placeholdersNeedNoValues() throws {
        let database = try database("CREATE TABLE pets (name)")
        try database.validateSQL("SELECT * FROM pets WHERE name = ? OR name = :other")
        #expect(!database.hadError())
    }

    @Test func testB387_anUnknownTableThrows() throws {
        let error = try thrownByValidating("SELECT * FROM pets", in: .memory())
        #expect(error.localizedDescription == "no such table: pets")
    }

    @Test func testB387_aSyntaxErrorThrows() throws {
        let error = try thrownByValidating("SELEKT 1", in: .memory())
        #expect(error.localizedDescription.contains("syntax error"))
    }

    @Test func testB388_theErrorHasCocoasDomainAndSQLitesCodeAndMessage() throws {
        let database = FMDatabase.memory()
        let error = try thrownByValidating("SELECT * FROM pets", in: database)
        #expect(error.domain == "NSCocoaErrorDomain")
        #expect(error.code == Int(sqlError))
        #expect(error.localizedDescription == database.lastErrorMessage())
    }
}
