import FMDB
import Foundation
import FMDBTestHelpers
import Testing

@Suite("Schemas as values")
struct SchemaTests {
    private let db = FMDatabase(path: nil)

    init() throws { try #require(db.open()) }

    private func table(_ sql: String, _ name: String = "t") throws -> FMSchema.Table {
        try db.execute(FMSQL(raw: sql))
        return try #require(try db.tableSchema(name))
    }

    @Test("columns have types, affinities, defaults, keys and collations")
    func columns() throws {
        let table = try table(
            """
            CREATE TABLE t (a INT, "b c" VARCHAR(10) NOT NULL DEFAULT 'x' COLLATE nocase, c, d FLOAT, e DECIMAL,
              PRIMARY KEY (d, a))
            """)
        #expect(table.columns.map(\.name) == ["a", "b c", "c", "d", "e"])
        #expect(table.columns.map(\.affinity) == [.integer, .text, .blob, .real, .numeric])
        #expect(table.key == ["d", "a"])
        #expect(table.rowIDAlias == nil)
        let column = try #require(table.column("B C"))
        #expect(column.type == "VARCHAR(10)")
        #expect(column.isNotNull)
        #expect(column.defaultValue == "'x'")
        #expect(column.collation == "nocase")
        #expect(table.indexes.map(\.origin) == [.primaryKey])
    }

    @Test("the kind of a table is told")
    func kinds() throws {
        let plain = try table("CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT)")
        #expect(plain.isAutoincrement)
        #expect(plain.rowIDAlias == "id")
        #expect(!plain.isWithoutRowID)
        let keyed = try table("CREATE TABLE u (id TEXT PRIMARY KEY) WITHOUT ROWID", "u")
        #expect(keyed.isWithoutRowID)
        let schema = try db.schema()
        #expect(schema.table("sqlite_sequence")?.isInternal == true)
        #expect(schema.tables.map(\.name) == ["t", "sqlite_sequence", "u"])
    }

    @Test("strict tables and generated columns", .enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 37)))
    func newer() throws {
        let table = try table(
            "CREATE TABLE t (a INT, b INT AS (a + 1), c INT GENERATED ALWAYS AS (a * 2) STORED) STRICT")
        #expect(table.isStrict)
        #expect(table.columns.map(\.isGenerated) == [false, true, true])
        #expect(table.columns.map(\.isStored) == [false, false, true])
        #expect(table.columns.map(\.expression) == [nil, "a + 1", "a * 2"])
    }

    @Test("checks have names, conditions and columns")
    func checks() throws {
        let table = try table(
            "CREATE TABLE t (a CHECK (a > 0), b, CONSTRAINT small CHECK (a < b), CHECK (b IN (1, 2)))")
        #expect(table.checks.map(\.condition) == ["a > 0", "a < b", "b IN (1, 2)"])
        #expect(table.checks.map(\.name) == [nil, "small", nil])
        #expect(table.checks.map(\.column) == ["a", nil, nil])
    }

    @Test("indexes have terms and conditions")
    func indexes() throws {
        try db.execute("CREATE TABLE t (a UNIQUE, b)")
        try db.execute("CREATE UNIQUE INDEX i ON t (b DESC, lower(a)) WHERE b > 1")
        let table = try #require(try db.tableSchema("t"))
        let index = try #require(try db.schema().index("I"))
        #expect(index.columns == ["b", nil])
        #expect(index.terms == ["b DESC", "lower(a)"])
        #expect(index.condition == "b > 1")
        #expect(index.isUnique && index.isPartial && index.table == "t")
        #expect(Set(table.indexes.map(\.origin)) == [.statement, .unique])
    }

    @Test("foreign keys have columns, targets and actions")
    func foreignKeys() throws {
        let table = try table(
            """
            CREATE TABLE t (a REFERENCES p, b, c,
              FOREIGN KEY (b, c) REFERENCES "q r" (x, y) ON DELETE SET NULL ON UPDATE CASCADE)
            """)
        let keys = Dictionary(uniqueKeysWithValues: table.foreignKeys.map { ($0.table, $0) })
        #expect(keys["p"]?.columns == ["a"])
        #expect(keys["p"]?.targets == nil)
        #expect(keys["q r"]?.targets == ["x", "y"])
        #expect(keys["q r"]?.onDelete == .setNull)
        #expect(keys["q r"]?.onUpdate == .cascade)
    }

    @Test("foreign keys are deferred or not")
    func deferredForeignKeys() throws {
        let table = try table(
            """
            CREATE TABLE t (
              a REFERENCES pa DEFERRABLE INITIALLY DEFERRED,
              b REFERENCES pb, "references" TEXT DEFAULT 'DEFERRABLE INITIALLY DEFERRED',
              c REFERENCES pc /* DEFERRABLE */ ON DELETE CASCADE NOT NULL DEFERRABLE INITIALLY DEFERRED,
              d REFERENCES pd (x) NOT DEFERRABLE INITIALLY DEFERRED, e REFERENCES pe DEFERRABLE,
              f REFERENCES pf DEFERRABLE INITIALLY IMMEDIATE REFERENCES pg deferrable initially deferred,
              CONSTRAINT one FOREIGN KEY (a, b) REFERENCES ph (x, y) MATCH SIMPLE DEFERRABLE INITIALLY DEFERRED,
              FOREIGN KEY (c) REFERENCES pi)
            """)
        let deferred = table.foreignKeys.filter(\.isDeferred).map(\.table)
        #expect(deferred.sorted() == ["pa", "pc", "pg", "ph"])
        #expect(table.foreignKeys.count == 9)
        #expect("\(table)".contains("foreign key a to pa deferred"))
    }

    @Test(
        "foreign keys are deferred as SQLite has them",
        arguments: [
            "", "DEFERRABLE INITIALLY DEFERRED", "NOT DEFERRABLE INITIALLY DEFERRED", "DEFERRABLE",
            "DEFERRABLE INITIALLY IMMEDIATE", "NOT NULL DEFERRABLE INITIALLY DEFERRED",
            "DEFERRABLE INITIALLY DEFERRED NOT DEFERRABLE", "ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED",
        ]) func deferredAsSQLiteHasThem(words: String) throws
    {
        try db.execute("PRAGMA foreign_keys = ON")
        try db.execute("CREATE TABLE p (id INTEGER PRIMARY KEY)")
        let key = try #require(try table("CREATE TABLE t (x REFERENCES p \(words))").foreignKeys.first)
        var isAllowed = true
        try db.withTransaction {
            do { try db.execute("INSERT INTO t VALUES (7)") } catch { isAllowed = false }
            try db.execute("DELETE FROM t")
        }
        #expect(key.isDeferred == isAllowed)
    }

    @Test("triggers have timings, events and conditions")
    func triggers() throws {
        try db.execute("CREATE TABLE t (a, \"b c\")")
        try db.execute("CREATE VIEW v AS SELECT a FROM t")
        try db.execute("CREATE TRIGGER one INSERT ON t BEGIN SELECT 1; END")
        try db.execute(
            "CREATE TRIGGER main.two AFTER UPDATE OF a, \"b c\" ON t WHEN new.a > 1 BEGIN DELETE FROM t; END")
        try db.execute("CREATE TRIGGER before INSTEAD OF DELETE ON v FOR EACH ROW BEGIN SELECT 1; END")
        let schema = try db.schema()
        #expect(schema.triggers.map(\.timing) == [.before, .after, .insteadOf])
        #expect(schema.triggers.map(\.event) == [.insert, .update(columns: ["a", "b c"]), .delete])
        #expect(schema.triggers.map(\.condition) == [nil, "new.a > 1", nil])
        #expect(schema.triggers(of: "V").map(\.name) == ["before"])
        #expect(schema.trigger("TWO")?.table == "t")
        #expect(schema.trigger("two")?.description == "trigger two after update of a, b c on t when new.a > 1")
    }

    @Test("views have columns and queries")
    func views() throws {
        try db.execute("CREATE TABLE t (a, b)")
        try db.execute("CREATE VIEW v (\"as\", y) AS SELECT a, b FROM t")
        let view = try #require(try db.schema().view("V"))
        #expect(view.columns.map(\.name) == ["as", "y"])
        #expect(view.query == "SELECT a, b FROM t")
        #expect(try db.tableSchema("v") == nil)
    }

    @Test("virtual tables have modules, and shadow tables are marked", .enabled(if: SQLiteVersion.hasFTS4))
    func virtualTables() throws {
        try db.execute("CREATE VIRTUAL TABLE words USING fts4(text)")
        let schema = try db.schema()
        #expect(schema.table("words")?.module == "fts4")
        #expect(
            schema.table("words")?.column("words")?.isHidden
                == (SQLiteVersion.linked >= SQLiteVersion(3, 26) ? true : nil))
        #expect(schema.table("words_segdir")?.isShadow == true)
        #expect(schema.description.contains("table words (virtual, fts4)"))
        #expect(!schema.description.contains("segdir"))
    }

    @Test("what cannot be compiled has a problem, and nothing is logged")
    func problems() throws {
        try db.execute("CREATE TABLE t (a)")
        try db.execute("CREATE VIEW v AS SELECT * FROM t")
        try db.execute("DROP TABLE t")
        try db.execute("PRAGMA writable_schema = ON")
        try db.execute(
            """
            INSERT INTO sqlite_master VALUES ('table', 'odd', 'odd', 0, 'CREATE VIRTUAL TABLE odd USING no_such_module(x)')
            """)
        let version = try db.value("PRAGMA schema_version", as: Int.self)
        try db.execute("PRAGMA schema_version = \(raw: "\(version + 1)")")
        let schema = try db.schema()
        #expect(schema.view("v")?.problem?.contains("no such table") == true)
        #expect(schema.view("v")?.columns.isEmpty == true)
        // An old SQLite names the table, others the module.
        #expect(schema.table("odd")?.problem?.isEmpty == false)
        #expect(schema.table("odd")?.module == "no_such_module")
        #expect(db.logsErrors)
    }

    @Test("temporary and attached databases have schemas of their own")
    func otherDatabases() throws {
        try db.execute("ATTACH ':memory:' AS 'a b'")
        try db.execute("CREATE TABLE \"a b\".t (x UNIQUE REFERENCES y)")
        try db.execute("CREATE INDEX \"a b\".i ON t (x)")
        try db.execute("CREATE TEMP TABLE t (z)")
        try db.execute("CREATE TEMP TRIGGER tr AFTER DELETE ON t BEGIN SELECT 1; END")
        #expect(try db.schema().tables.isEmpty)
        #expect(try db.tableSchema("t", of: "a b")?.columns.map(\.name) == ["x"])
        #expect(try db.schema(of: "A B").indexes.contains { $0.terms == ["x"] && $0.origin == .statement })
        #expect(try db.tableSchema("t", of: "a b")?.foreignKeys.map(\.table) == ["y"])
        let temporary = try db.schema(of: "temp")
        #expect(temporary.table("t")?.columns.map(\.name) == ["z"])
        #expect(temporary.trigger("tr")?.event == .delete)
    }

    @Test(
        "what makes no difference",
        arguments: [
            ("CREATE TABLE t (a INT, b TEXT)", "create table \"T\"([a] int, 'B' text )"),
            ("CREATE TABLE t (a, CHECK (a > 0), UNIQUE (a))", "CREATE TABLE t (a, UNIQUE (a), CHECK(a>0) -- x\n)"),
            ("CREATE TABLE t (a NOT NULL UNIQUE)", "CREATE TABLE t (a UNIQUE NOT NULL)"),
            ("CREATE TABLE t (a DEFAULT 1)", "CREATE TABLE IF NOT EXISTS t (a DEFAULT 1)"),
        ])
    func equality(_ left: String, _ right: String) throws {
        let other = FMDatabase(path: nil)
        try #require(other.open())
        try db.execute(FMSQL(raw: left))
        try other.execute(FMSQL(raw: right))
        #expect(try db.schema() == other.schema())
        #expect(try db.schema().hashValue == other.schema().hashValue)
        #expect(try db.tableSchema("t") == other.tableSchema("t"))
    }

    @Test(
        "what makes a difference",
        arguments: [
            ("CREATE TABLE t (a INT, b TEXT)", "CREATE TABLE t (b TEXT, a INT)"),
            ("CREATE TABLE t (a DEFAULT 'x')", "CREATE TABLE t (a DEFAULT 'X')"),
            ("CREATE TABLE t (a CHECK (a = 'x'))", "CREATE TABLE t (a CHECK (a = 'y'))"),
            ("CREATE TABLE t (a PRIMARY KEY)", "CREATE TABLE t (a PRIMARY KEY) WITHOUT ROWID"),
            ("CREATE TABLE t (a REFERENCES t)", "CREATE TABLE t (a REFERENCES t ON DELETE CASCADE)"),
            ("CREATE TABLE t (a REFERENCES t)", "CREATE TABLE t (a REFERENCES t DEFERRABLE INITIALLY DEFERRED)"),
            ("CREATE TABLE t (a UNIQUE)", "CREATE TABLE t (a UNIQUE ON CONFLICT REPLACE)"),
            ("CREATE TABLE t (a COLLATE nocase)", "CREATE TABLE t (a)"),
            ("CREATE VIEW t AS SELECT 1", "CREATE VIEW t AS SELECT 2"),
        ])
    func difference(_ left: String, _ right: String) throws {
        let other = FMDatabase(path: nil)
        try #require(other.open())
        try db.execute(FMSQL(raw: left))
        try other.execute(FMSQL(raw: right))
        #expect(try db.schema() != other.schema())
    }

    @Test("added columns and renamed tables are equal to those that were made so")
    func alterations() throws {
        let other = FMDatabase(path: nil)
        try #require(other.open())
        try db.execute("CREATE TABLE old (a INT, CHECK (a > 0))")
        try db.execute("CREATE INDEX i ON old (a)")
        try db.execute("ALTER TABLE old ADD COLUMN b TEXT NOT NULL DEFAULT ''")
        try db.execute("ALTER TABLE old RENAME TO t")
        try other.execute("CREATE TABLE t (a INT, b TEXT NOT NULL DEFAULT '', CHECK (a > 0))")
        try other.execute("CREATE INDEX i ON t (a)")
        #expect(try db.schema() == other.schema())
    }

    @Test("reading fits into a transaction, a pool and a task")
    func accesses() async throws {
        let folder = TemporaryFolder()
        let pool = FMDatabasePool(path: folder.file())
        try await pool.write { db in try db.execute("CREATE TABLE t (a)") }
        let table = try await pool.tableSchema("T")
        #expect(table?.name == "t")
        let asynchronous = try await pool.schema()
        #expect(asynchronous.tables.count == 1)
    }

    @Test("a transaction that is open stays open")
    func transactions() throws {
        let folder = TemporaryFolder()
        let queue = try #require(FMDatabaseQueue(path: folder.file()))
        try queue.withTransaction { db in try db.execute("CREATE TABLE t (a)") }
        #expect(try queue.schema().tables.map(\.name) == ["t"])
        try db.withTransaction {
            try db.execute("CREATE TABLE t (a)")
            #expect(try db.schema().tables.count == 1)
            #expect(db.isTransactionOpen)
        }
        #expect(!db.isTransactionOpen)
    }

    @Test("misuse is told")
    func misuse() throws {
        #expect { try db.schema(of: "nothing") } throws: {
            ($0 as? FMError)?.resultCode == .error && "\($0)".hasSuffix("there is no database with the name nothing")
        }
        #expect { try db.tableSchema("a", of: "nothing") } throws: { ($0 as? FMError)?.resultCode == .error }
        #expect { try db.schema(of: "ma\0in") } throws: { ($0 as? FMError)?.resultCode == .misuse }
        #expect(try db.tableSchema("a\0b") == nil)
        db.close()
        #expect { try db.schema() } throws: { ($0 as? FMError)?.resultCode == .misuse }
    }

    @Test("random texts that SQLite accepts are read")
    func randomTexts() throws {
        let parts = [
            "a", "\"b\"", "[c d]", "`e`", "INT", "TEXT", ",", "(", ")", "PRIMARY KEY", "CHECK", "DEFAULT", "1", "'x'",
            "NOT NULL",
            "UNIQUE", "CONSTRAINT", "REFERENCES", "AS", "--\n", "/* */", "COLLATE", "NOCASE", "WITHOUT ROWID",
            "e\u{301}", "+",
        ]
        var generator = SystemRandomNumberGenerator()
        db.logsErrors = false
        for _ in 0..<3000 {
            let count = Int.random(in: 1...10, using: &generator)
            let text = (0..<count).map { _ in parts.randomElement(using: &generator) ?? "" }.joined(separator: " ")
            guard (try? db.execute(FMSQL(raw: "CREATE TABLE t (x, \(text))"))) != nil else { continue }
            let table = try #require(try db.tableSchema("t"))
            #expect(table.definition?.columns.map(\.name) == table.columns.map(\.name), "\(table.sql)")
            #expect(!table.description.isEmpty && table == table)
            try db.execute("DROP TABLE t")
        }
    }
}
