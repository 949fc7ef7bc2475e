import FMDB
import FMDBTestHelpers
import Testing

/// What of a database is in the new one when its rows are rescued.
@Suite struct RepairContentTests {
    private let folder = TemporaryFolder()
    private var old: String { folder.file("old.db") }
    private var new: String { folder.file("new.db") }

    private func make(_ sql: String) {
        let database = FMDatabase.file(old)
        #expect(database.executeStatements(sql), "\(database.lastErrorMessage())")
        database.close()
    }

    private func salvage() throws -> (report: FMRepair.Report, database: FMDatabase) {
        let report = try FMRepair(old).salvage(to: new)
        let database = FMDatabase.file(new)
        #expect(try database.value("PRAGMA integrity_check", as: String.self) == "ok")
        return (report, database)
    }

    private func table(_ database: FMDatabase, _ sql: FMSQL) throws -> [[FMValue]] {
        var rows: [[FMValue]] = []
        try database.forEachRow(sql) { rows.append(try $0.values()) }
        return rows
    }

    @Test(arguments: ["UTF-8", "UTF-16le", "UTF-16be"]) func theKindOfFileIsKept(_ encoding: String) throws {
        make(
            """
            PRAGMA page_size = 2048; PRAGMA auto_vacuum = 2; PRAGMA encoding = '\(encoding)';
            CREATE TABLE t (x); INSERT INTO t VALUES ('grün'), (1.5), (x'00ff'), (NULL), (-7), (9223372036854775807), (3.0);
            PRAGMA user_version = 12; PRAGMA application_id = -5;
            """)
        let (report, database) = try salvage()
        #expect(report.isWhole)
        #expect(try database.value("PRAGMA page_size", as: Int.self) == 2048)
        #expect(try database.value("PRAGMA auto_vacuum", as: Int.self) == 2)
        #expect(try database.value("PRAGMA encoding", as: String.self) == encoding)
        #expect(try database.value("PRAGMA user_version", as: Int.self) == 12)
        #expect(try database.value("PRAGMA application_id", as: Int.self) == -5)
        let expected: [[FMValue]] = [
            ["grün"], [1.5], [.blob(Data([0, 255]))], [nil], [-7], [.integer(.max)], [3.0],
        ]
        #expect(try table(database, "SELECT x FROM t ORDER BY rowid") == expected)
    }

    @Test func textsThatAreNotUnicodeKeepTheirBytes() throws {
        make("CREATE TABLE t (x TEXT); INSERT INTO t VALUES (CAST(x'41ff00c0' AS TEXT))")
        let (_, database) = try salvage()
        #expect(try database.value("SELECT typeof(x) || hex(x) FROM t", as: String.self) == "text41FF00C0")
    }

    @Test func rowsKeepTheirNumbers() throws {
        make("CREATE TABLE t (rowid TEXT, x); INSERT INTO t (_rowid_, rowid, x) VALUES (7, 'a', 1), (-3, 'b', 2)")
        let (_, database) = try salvage()
        #expect(try table(database, "SELECT _rowid_, rowid, x FROM t ORDER BY x") == [[7, "a", 1], [-3, "b", 2]])
    }

    @Test func tablesWithoutRowidsKeepTheOrderOfTheirColumns() throws {
        make(
            """
            CREATE TABLE t (a, b, c, d, PRIMARY KEY (d, b)) WITHOUT ROWID;
            INSERT INTO t VALUES (1, 2, 3, 4), (5, 6, 7, 8), (1, 1, 1, 1);
            """)
        let (report, database) = try salvage()
        #expect(report.isWhole)
        #expect(try table(database, "SELECT * FROM t ORDER BY d, b") == [[1, 1, 1, 1], [1, 2, 3, 4], [5, 6, 7, 8]])
    }

    @Test func columnsThatWereAddedLaterHaveTheirDefault() throws {
        make(
            "CREATE TABLE t (a); INSERT INTO t VALUES (1); ALTER TABLE t ADD COLUMN b NOT NULL DEFAULT 'x'; INSERT INTO t VALUES (2, 'y')"
        )
        let (report, database) = try salvage()
        #expect(report.isWhole)
        #expect(try table(database, "SELECT * FROM t") == [[1, "x"], [2, "y"]])
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 31))) func generatedColumnsAreCalculatedAnew() throws {
        make(
            """
            CREATE TABLE t (a, b AS (a + 1), c AS (a * 2) STORED, d);
            INSERT INTO t (a, d) VALUES (1, 'x'), (5, 'y');
            """)
        let (report, database) = try salvage()
        #expect(report.isWhole)
        #expect(try table(database, "SELECT * FROM t") == [[1, 2, 2, "x"], [5, 6, 10, "y"]])
    }

    @Test func numbersAreNotGivenTwice() throws {
        make(
            """
            CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, x);
            INSERT INTO t (x) VALUES (1), (2), (3); DELETE FROM t WHERE id = 3;
            """)
        let (report, database) = try salvage()
        #expect(report.tables == [report.tables[0]])
        try database.execute("INSERT INTO t (x) VALUES (4)")
        #expect(database.lastInsertRowId == 4)
    }

    @Test func indexesViewsAndTriggersAreMade() throws {
        make(
            """
            CREATE TABLE t (a UNIQUE, b); CREATE UNIQUE INDEX i ON t (b) WHERE b > 0; CREATE VIEW v AS SELECT a FROM t;
            CREATE TRIGGER r AFTER INSERT ON t BEGIN DELETE FROM t WHERE b = 0; END;
            INSERT INTO t VALUES (1, 1), (2, 2); ANALYZE;
            """)
        let (report, database) = try salvage()
        #expect(report.isWhole)
        let names = "SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite_stat%' ORDER BY name"
        #expect(try database.rows(FMSQL(raw: names), as: String.self) == ["i", "r", "sqlite_autoindex_t_1", "t", "v"])
        #expect(try database.rows("SELECT a FROM v", as: Int.self) == [1, 2])
        #expect(try database.value("SELECT count(*) FROM sqlite_stat1", as: Int.self) == 2)
    }

    @Test func aUniqueIndexThatFailsKeepsNoRowOut() throws {
        make(
            """
            CREATE TABLE t (a); CREATE INDEX i ON t (a); INSERT INTO t VALUES (1), (1);
            PRAGMA writable_schema = ON;
            UPDATE sqlite_master SET sql = 'CREATE UNIQUE INDEX i ON t (a)' WHERE name = 'i';
            """)
        let (report, database) = try salvage()
        #expect(try table(database, "SELECT a FROM t") == [[1], [1]])
        #expect(report.problems.count == 1)
        #expect(report.problems.first?.hasPrefix("index i: UNIQUE constraint failed") ?? false)
        #expect(!report.isWhole)
    }

    @Test func rowsThatTheirTableRefusesAreSetAside() throws {
        make(
            """
            CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 'x'), (NULL, 'y');
            CREATE TABLE lost_and_found (a);
            PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = 'CREATE TABLE t (a NOT NULL, b)' WHERE name = 't';
            """)
        let (report, database) = try salvage()
        #expect(try table(database, "SELECT * FROM t") == [[1, "x"]])
        #expect(report.tables.first { $0.name == "t" }?.rowsSetAside == 1)
        #expect(report.lostAndFound == 1)
        #expect(report.lostAndFoundTable == "lost_and_found_0")
        #expect(try table(database, "SELECT nfield, id, c0, c1 FROM lost_and_found_0") == [[2, 2, nil, "y"]])
    }

    @Test func aSchemaWithAnotherStatementIsNotRun() throws {
        make(
            """
            CREATE TABLE t (a); INSERT INTO t VALUES (1); CREATE TABLE "u (" (a); CREATE TABLE v /* ( */ (a);
            PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = 'CREATE TABLE t AS SELECT 7 AS a' WHERE name = 't';
            """)
        let (report, database) = try salvage()
        #expect(report.problems.count == 1)
        #expect(database.tableExists("t") == false)
        #expect(try table(database, "SELECT c0 FROM lost_and_found") == [[1]])
        #expect(report.tables.map(\.name) == ["u (", "v"])
    }

    /// Each of them would make the whole new database malformed.
    @Test(.enabled(if: SQLiteVersion.hasFTS4), arguments: ["fts4(a", "fts4(a) AS x", "\"", ""])
    func virtualTablesThatCannotBeCompiledAreLeftOut(_ text: String) throws {
        make(
            """
            CREATE TABLE t (a); INSERT INTO t VALUES (1); CREATE VIRTUAL TABLE f USING fts4(a);
            INSERT INTO f VALUES ('word'); PRAGMA writable_schema = ON;
            UPDATE sqlite_master SET sql = 'CREATE VIRTUAL TABLE f USING \(text)' WHERE name = 'f';
            """)
        let (report, database) = try salvage()
        #expect(report.problems.first?.hasPrefix("virtual table f: ") ?? false)
        #expect(try table(database, "SELECT a FROM t") == [[1]])
        #expect(try table(database, "SELECT c0a FROM f_content") == [["word"]])
    }

    @Test(.enabled(if: SQLiteVersion.hasFTS4), arguments: ["t", "T", "main.f", "g AS f"])
    func virtualTablesOfAnotherNameAreLeftOut(_ name: String) throws {
        make(
            """
            CREATE TABLE t (a); INSERT INTO t VALUES (1); CREATE VIRTUAL TABLE f USING fts4(a);
            PRAGMA writable_schema = ON;
            UPDATE sqlite_master SET sql = 'CREATE VIRTUAL TABLE \(name) USING fts4(a)' WHERE name = 'f';
            """)
        let (report, database) = try salvage()
        #expect(report.problems == ["virtual table f: its statement in the schema creates something else"])
        #expect(try table(database, "SELECT a FROM t") == [[1]])
    }

    @Test func functionsOfIndexesCanBeDefined() throws {
        let define = { (database: FMDatabase) throws in
            try database.addFunction("half", argumentCount: 1, deterministic: true) { _ in .integer(1) }
        }
        let database = FMDatabase.file(old)
        try define(database)
        database.executeStatements("CREATE TABLE t (a); CREATE INDEX i ON t (half(a)); INSERT INTO t VALUES (2)")
        database.close()
        #expect(try FMRepair(old).salvage(to: new).problems == ["index i: no such function: half"])
        var repair = FMRepair(old)
        repair.overwrites = true
        let report = try repair.salvage(to: new) { database in
            try define(database)
            try database.execute("PRAGMA trusted_schema = ON")
        }
        #expect(report.isWhole)
    }

    @Test(arguments: ["fts4", "fts5"]) func wordsAreFound(_ module: String) throws {
        guard module == "fts4" ? SQLiteVersion.hasFTS4 : SQLiteVersion.hasFTS5 else { return }
        make("CREATE VIRTUAL TABLE f USING \(module) (x); INSERT INTO f VALUES ('one two'), ('three')")
        let (report, database) = try salvage()
        #expect(report.isWhole, "\(report)")
        #expect(try table(database, "SELECT x FROM f WHERE f MATCH 'two'") == [["one two"]])
        try database.execute("INSERT INTO f VALUES ('two more')")
        #expect(try database.value("SELECT count(*) FROM f WHERE f MATCH 'two'", as: Int.self) == 2)
    }

    /// A commit that is not read may have changed rows and not their words, or words and not their rows.
    @Test(.enabled(if: SQLiteVersion.hasFTS4)) func wordsAreFoundAnewAfterAnyLoss() throws {
        make("CREATE VIRTUAL TABLE f USING fts4 (x); INSERT INTO f VALUES ('one two'), ('three')")
        let database = FMDatabase.file(old)
        try database.execute("UPDATE f_content SET c0x = 'two more' WHERE docid = 2")
        database.close()
        #expect(try found("") == 1)
        // The header counts a page that is not there.
        let file = try #require(FileHandle(forUpdatingAtPath: old))
        try file.seek(toOffset: 28)
        let count = try #require(try file.read(upToCount: 4))
        try file.seek(toOffset: 28)
        try file.write(contentsOf: Data([count[0], count[1], count[2], count[3] + 1]))
        try file.close()
        #expect(try found("pages") == 2)
    }

    /// How many rows a new database finds.
    private func found(_ loss: String) throws -> Int {
        var repair = FMRepair(old)
        repair.overwrites = true
        let report = try repair.salvage(to: new)
        #expect(
            report.isWhole == loss.isEmpty && report.lostPages.isEmpty && report.tables.allSatisfy(\.isWhole),
            "\(report)")
        #expect(loss.isEmpty || report.unread.contains { $0.contains(loss) }, "\(report.unread)")
        return try FMDatabase.file(new).value("SELECT count(*) FROM f WHERE f MATCH 'two'")
    }
}
