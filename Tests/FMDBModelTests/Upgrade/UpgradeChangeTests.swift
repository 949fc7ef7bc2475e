import FMDBModel
import FMDBTestHelpers
import Testing

@Suite struct UpgradeChangeTests {
    // MARK: Kinds

    private static let convertible: [(from: String, values: String, to: FMColumnKind, is: String)] = [
        ("TEXT", "('7'), ('-3'), (NULL)", .integer, "a\nNULL\n-3\n7"),
        ("REAL", "(7), (-3.0)", .integer, "a\n-3\n7"),
        ("TEXT", "('1.5'), ('7')", .real, "a\n1.5\n7.0"),
        ("INTEGER", "(7), (-3)", .text, "a\n'-3'\n'7'"),
        ("REAL", "(1.5), (2)", .text, "a\n'1.5'\n'2.0'"),
        ("", "(7), ('8')", .integer, "a\n7\n8"),
        ("", "(7), (1.5)", .real, "a\n1.5\n7.0"),
        ("BLOB", "('x'), (1)", .text, "a\n'1'\n'x'"),
    ]

    @Test(arguments: convertible.indices)
    func valuesThatComeBackAreConverted(_ number: Int) throws {
        let (type, values, kind, expected) = UpgradeChangeTests.convertible[number]
        let db = try FMDatabase.memory("CREATE TABLE t (a \(type))", "INSERT INTO t VALUES \(values)")

        let report = try db.upgradeTable(to: shape([FMColumn("a", kind)]))

        #expect(report.changedKinds == ["a": kind])
        #expect(report.isRebuilt)
        #expect(try db.content() == expected)
        #expect(try db.upgradeTable(to: shape([FMColumn("a", kind)])).isEmpty)
    }

    private static let inconvertible: [(from: String, value: String, to: FMColumnKind)] = [
        ("TEXT", "'seven'", .integer), ("TEXT", "'007'", .integer), ("TEXT", "'7.0'", .integer),
        ("TEXT", "''", .integer),
        ("TEXT", "'9223372036854775808'", .integer), ("TEXT", "x'37'", .integer), ("REAL", "1.5", .integer),
        ("REAL", "1e300", .integer), ("REAL", "9e999", .integer), ("TEXT", "'1,5'", .real), ("TEXT", "'1.50'", .real),
        ("INTEGER", "9007199254740993", .real), ("INTEGER", "9223372036854775807", .real),
        ("TEXT", "'9007199254740993'", .real), ("REAL", "0.1 + 0.2", .text), ("REAL", "9e999", .text),
        ("", "x'78'", .text), ("INTEGER", "x'37'", .text), ("TEXT", "'7' || char(0) || 'x'", .integer),
    ]

    /// SQLite 3.53 writes all digits of a number.
    private static let lost = inconvertible.indices.filter {
        inconvertible[$0].value != "0.1 + 0.2" || SQLiteVersion.linked < SQLiteVersion(3, 51)
    }

    @Test(arguments: lost)
    func aValueThatWouldBeLostStandsAgainstAnotherKind(_ number: Int) throws {
        let (type, value, kind) = UpgradeChangeTests.inconvertible[number]
        let db = try FMDatabase.memory(
            "CREATE TABLE t (a \(type))", "INSERT INTO t VALUES (NULL), (\(value)), (\(value))")
        let before = try db.content("t", "typeof(a), hex(a)")

        let error = thrown { try db.upgradeTable(to: shape([FMColumn("a", kind)])) }

        #expect(error?.resultCode == .mismatch)
        #expect(error?.message.contains("2 rows of t, the first with the rowid 2") == true)
        #expect(try db.content("t", "typeof(a), hex(a)") == before)
    }

    // MARK: NULL

    @Test func whatMayBeNilMayBeNull() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (a TEXT CONSTRAINT given NOT NULL ON CONFLICT FAIL DEFAULT 'x' COLLATE NOCASE)",
            "INSERT INTO t VALUES ('A')")

        #expect(try db.upgradeTable(to: shape([.text("a")])).loosened == ["a"])
        try db.execute("INSERT INTO t VALUES (NULL)")
        #expect(try db.value("SELECT count(*) FROM t WHERE a = 'a'") == 1)
    }

    @Test func whatMustNotBeNilMustNotBeNull() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (a TEXT)", "INSERT INTO t VALUES ('A')")

        #expect(try db.upgradeTable(to: shape([.required("a")])).tightened == ["a"])
        #expect(thrown { try db.execute("INSERT INTO t VALUES (NULL)") }?.extendedCode == .constraintNotNull)
    }

    @Test func theDefaultValueTakesThePlaceOfNull() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (a TEXT, b DEFAULT 'own')", "INSERT INTO t VALUES (NULL, NULL)")

        try db.upgradeTable(to: shape([.required("a", default: "x"), .required("b", .blob)]))

        #expect(try db.content() == "a   | b\n'x' | 'own'")
    }

    @Test func nullStandsAgainstARequiredColumn() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (a TEXT)", "INSERT INTO t VALUES ('x'), (NULL), (NULL)")

        let error = thrown { try db.upgradeTable(to: shape([.required("a")])) }

        #expect(error?.extendedCode == .constraintNotNull)
        #expect(error?.message.contains("the column a") == true)
        #expect(error?.message.contains("2 rows of t, the first with the rowid 2") == true)
    }

    @Test func nullIsNoDefaultValue() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (a TEXT)", "INSERT INTO t VALUES ('x')")

        #expect(try db.upgradeTable(to: shape([.text("a", default: .null)])).isEmpty)
        let error = thrown { try db.upgradeTable(to: shape([.text("a"), .required("b", default: .null)])) }
        #expect(error?.message.contains("the column b of the table t must not be NULL") == true)
    }

    @Test func aDefaultValueChanges() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (a TEXT DEFAULT 'x', b TEXT)", "INSERT INTO t VALUES ('1', '2')")
        let wanted = shape([.text("a", default: "y"), .text("b")])

        #expect(try db.upgradeTable(to: wanted).changedDefaults == ["a"])
        try db.execute("INSERT INTO t (b) VALUES ('3')")
        #expect(try db.content() == "a   | b\n'1' | '2'\n'y' | '3'")
    }

    // MARK: Keys

    @Test func aColumnBecomesTheKey() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (a TEXT, b TEXT)", "INSERT INTO t VALUES ('x', 'y'), ('z', 'y')")
        let wanted = shape([.required("a"), .text("b")], options: FMTableOptions(key: "a"))

        #expect(try db.upgradeTable(to: wanted).changedKey == ["a"])
        #expect(thrown { try db.execute("INSERT INTO t VALUES ('x', '')") }?.resultCode == .constraint)
        #expect(try db.upgradeTable(to: wanted).isEmpty)
    }

    @Test func severalColumnsBecomeTheKey() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (a TEXT PRIMARY KEY, b TEXT)", "INSERT INTO t VALUES ('x', 'y'), ('z', 'y')")
        let wanted = shape([.text("a"), .text("b")], options: FMTableOptions(key: ["a", "b"]))

        #expect(try db.upgradeTable(to: wanted).changedKey == ["a", "b"])
        try db.execute("INSERT INTO t VALUES ('x', 'z')")
        #expect(try db.upgradeTable(to: wanted).isEmpty)
    }

    @Test func equalValuesStandAgainstAKey() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (a TEXT, b TEXT)", "INSERT INTO t VALUES ('x', 'y'), ('x', 'z')")

        let error = thrown {
            try db.upgradeTable(to: shape([.text("a"), .text("b")], options: FMTableOptions(key: "a")))
        }

        #expect(error?.extendedCode == .constraintPrimaryKey)
        #expect(error?.message.contains("2 rows share 1") == true)
    }

    @Test func aNewAutomaticKeyIsTheNumberThatTheRowHas() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (a TEXT)", "INSERT INTO t (rowid, a) VALUES (5, 'x'), (9, 'y')")

        try db.upgradeTable(to: shape([.text("a"), .id]))

        #expect(try db.content("t", "id, a") == "id | a\n5  | 'x'\n9  | 'y'")
    }

    @Test func aKeyWithoutARowIDBecomesOneThatSQLiteGives() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (id INT PRIMARY KEY, a TEXT)", "INSERT INTO t VALUES (5, 'x')")

        #expect(try db.upgradeTable(to: shape([.id, .text("a")])).changedKey == ["id"])
        try db.execute("INSERT INTO t (a) VALUES ('y')")
        #expect(try db.content() == "id | a\n5  | 'x'\n6  | 'y'")
    }

    @Test func numbersAreNeverReusedFromNowOn() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT)", "INSERT INTO t VALUES (5, 'x')")
        let wanted = shape([.id, .text("a")], options: FMTableOptions(key: .automatic("id", neverReused: true)))

        try db.upgradeTable(to: wanted)
        try db.execute("DELETE FROM t")
        try db.execute("INSERT INTO t (a) VALUES ('y')")

        #expect(try db.content() == "id | a\n6  | 'y'")
        #expect(try db.upgradeTable(to: wanted).isEmpty)
        #expect(try db.upgradeTable(to: shape([.id, .text("a")])).isEmpty)
    }

    @Test func nullStandsAgainstAnAutomaticKey() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (id INTEGER, a TEXT)", "INSERT INTO t VALUES (NULL, 'x')")

        #expect(thrown { try db.upgradeTable(to: shape([.id, .text("a")])) }?.extendedCode == .constraintPrimaryKey)
    }

    @Test func whatRefersToTheOldKeyStandsAgainstAnotherOne() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT)", "CREATE TABLE child (t REFERENCES t)",
            "INSERT INTO t VALUES (1, 'x')")
        let schema = try db.schema()

        let error = thrown { try db.upgradeTable(to: shape([.id, .text("a")], options: FMTableOptions(key: "a"))) }

        #expect(error?.extendedCode == .constraintForeignKey)
        #expect(error?.message.contains("child") == true)
        #expect(try db.schema() == schema)
    }
}
