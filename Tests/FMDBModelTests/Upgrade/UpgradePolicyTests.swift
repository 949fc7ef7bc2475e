import FMDBModel
import FMDBTestHelpers
import Testing

@Suite struct UpgradePolicyTests {
    @Test func columnsThatTheModelLacksAreKept() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (a TEXT, b TEXT DEFAULT 'd')", "INSERT INTO t VALUES ('x', 'y')")

        let report = try db.upgradeTable(to: shape([.text("a"), .text("c")]))

        #expect(report.kept == ["b"])
        #expect(!report.isRebuilt)
        #expect(try db.content() == "a   | b   | c\n'x' | 'y' | NULL")
    }

    @Test func aKeptColumnThatNeedsAValueMayBeNullFromThenOn() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (a TEXT, b TEXT NOT NULL CHECK (b <> 'z'))", "INSERT INTO t VALUES ('x', 'y')")
        let wanted = shape([.text("a")])

        let report = try db.upgradeTable(to: wanted)
        try db.execute("INSERT INTO t (a) VALUES ('w')")

        #expect(report.loosened == ["b"])
        #expect(try db.content() == "a   | b\n'w' | NULL\n'x' | 'y'")
        #expect(thrown { try db.execute("INSERT INTO t VALUES ('v', 'z')") }?.extendedCode == .constraintCheck)
        #expect(try db.upgradeTable(to: wanted).isEmpty)
    }

    @Test func theKeyOfAModelWithoutOneIsKept() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (pkid INTEGER PRIMARY KEY NOT NULL, a TEXT)", "INSERT INTO t VALUES (5, 'x')")

        #expect(try db.upgradeTable(to: shape([.text("a")])).isEmpty)
        try db.execute("INSERT INTO t (a) VALUES ('y')")
        #expect(try db.content() == "pkid | a\n5    | 'x'\n6    | 'y'")
    }

    @Test func columnsAreDroppedOnlyWhenAsked() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (a TEXT, b TEXT UNIQUE, c INTEGER CHECK (c > 0))", "INSERT INTO t VALUES ('x', 'y', 1)")

        let report = try db.upgradeTable(to: shape([.text("a")]), policy: .dropRemoved)

        #expect(report.dropped == ["b", "c"])
        #expect(try db.content() == "a\n'x'")
    }

    @Test func indexesOfOursGoWithTheirColumns() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (a TEXT, b TEXT)")
        try db.upgradeTable(to: shape([.text("a"), .text("b")], options: FMTableOptions(indexes: [["b"]])))

        let report = try db.upgradeTable(to: shape([.text("a")]), policy: .dropRemoved)

        #expect(report.removedIndexes == ["t_b_index"])
        #expect(try db.columnNames("t") == ["a"])
    }

    @Test func aNewNameIsNotGuessed() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (mail TEXT, b REAL)", "INSERT INTO t VALUES ('x', 1)")

        let error = thrown { try db.upgradeTable(to: shape([.text("email")]), policy: .dropRemoved) }

        #expect(error?.resultCode == .misuse)
        #expect(error?.message.contains("mail") == true && error?.message.contains("email") == true)
        #expect(try db.content() == "mail | b\n'x'  | 1.0")
        let renamed = try db.upgradeTable(to: shape([.text("email")]), policy: .dropRemoved, renamed: ["email": "mail"])
        #expect(renamed.renamed == ["email": "mail"])
        #expect(renamed.dropped == ["b"])
        #expect(try db.content() == "email\n'x'")
    }

    @Test func aNewColumnOfAnotherKindRaisesNoDoubt() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (a TEXT, b TEXT)", "INSERT INTO t VALUES ('x', 'y')")

        let report = try db.upgradeTable(
            to: shape([.text("a"), FMColumn("n", .integer, default: 3)]), policy: .dropRemoved)

        #expect(report.dropped == ["b"])
        #expect(try db.content() == "a   | n\n'x' | 3")
    }

    @Test func aKeyIsDroppedAndTheRowsKeepTheirNumbers() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (pkid INTEGER PRIMARY KEY, a TEXT)", "INSERT INTO t VALUES (5, 'x'), (9, 'y')")

        try db.upgradeTable(to: shape([.text("a")]), policy: .dropRemoved)

        #expect(try db.content("t", "rowid, a") == "rowid | a\n5     | 'x'\n9     | 'y'")
    }

    private static let needed: [(table: String, others: [String])] = [
        ("CREATE TABLE t (a TEXT, b TEXT, CHECK (b > a))", []),
        ("CREATE TABLE t (a TEXT CHECK (\"b\" IS NULL), b TEXT)", []),
        ("CREATE TABLE t (a TEXT, b TEXT, UNIQUE (a, b))", []),
        ("CREATE TABLE t (a TEXT, b TEXT, FOREIGN KEY (b) REFERENCES p (x))", ["CREATE TABLE p (x TEXT PRIMARY KEY)"]),
        ("CREATE TABLE t (a TEXT, b TEXT)", ["CREATE INDEX i ON t (a, b)"]),
        ("CREATE TABLE t (a TEXT, b TEXT)", ["CREATE INDEX i ON t (a) WHERE b > 'x'"]),
        ("CREATE TABLE t (a TEXT, b TEXT)", ["CREATE INDEX i ON t (lower(b))"]),
        ("CREATE TABLE t (a TEXT, b TEXT)", ["CREATE VIEW v AS SELECT b FROM t"]),
        ("CREATE TABLE t (a TEXT, b TEXT)", ["CREATE VIEW v AS SELECT \"b\" FROM t"]),
        (
            "CREATE TABLE t (a TEXT, b TEXT)",
            ["CREATE TEMP TRIGGER r AFTER UPDATE OF a ON t BEGIN INSERT INTO log VALUES (new.b); END"]
        ),
        (
            "CREATE TABLE t (a TEXT, b TEXT)",
            ["CREATE TRIGGER r AFTER INSERT ON log BEGIN UPDATE t SET b = new.x; END"]
        ),
        ("CREATE TABLE t (a TEXT, b TEXT UNIQUE)", ["CREATE TABLE child (b REFERENCES t (b))"]),
    ]

    @Test(arguments: needed.indices)
    func aColumnThatSomethingNeedsIsNotDropped(_ number: Int) throws {
        let (table, others) = UpgradePolicyTests.needed[number]
        let db = try FMDatabase.memory("CREATE TABLE log (x)", table, "INSERT INTO t VALUES ('x', NULL)")
        try db.execute("PRAGMA foreign_keys = ON")
        for sql in others { try db.execute(FMSQL(raw: sql)) }
        let schema = try db.schema()

        #expect(thrown { try db.upgradeTable(to: shape([.text("a")]), policy: .dropRemoved) } != nil)
        #expect(try db.schema() == schema)
        #expect(try db.content() == "a   | b\n'x' | NULL")
        #expect(try db.hasForeignKeys())
        #expect(!db.isTransactionOpen)
    }
}
