import FMDBModel
import FMDBTestHelpers
import Testing

/// What goes wrong when a table is simply copied, dropped and renamed.
@Suite struct UpgradeTrapTests {
    /// Forces the rows of `t (id, a)` to be copied.
    private let rebuilt = shape([.id, .required("a")])

    private func family(foreignKeys: Bool = true) throws -> FMDatabase {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT)",
            "CREATE TABLE child (t INTEGER REFERENCES t ON DELETE CASCADE, self INTEGER)",
            "INSERT INTO t VALUES (1, 'x'), (2, 'y')", "INSERT INTO child VALUES (1, 1), (2, 2)")
        if foreignKeys { try db.execute("PRAGMA foreign_keys = ON") }
        return db
    }

    @Test func childrenAreNotDeletedWithTheOldTable() throws {
        let db = try family()

        #expect(try db.upgradeTable(to: rebuilt).rows == 2)

        #expect(try db.value("SELECT count(*) FROM child") == 2)
        #expect(try db.faults() == [])
        #expect(try db.hasForeignKeys())
        try db.execute("DELETE FROM t WHERE id = 1")
        #expect(try db.value("SELECT count(*) FROM child") == 1)
    }

    /// In capitals, Unicode's rules make a keyword of each: the dotless i is an I, the Kelvin sign is a K.
    @Test(arguments: ["un\u{131}que", "pr\u{131}mary", "con\u{17F}traint", "chec\u{212A}"])
    func aColumnWhoseNameIsNearlyAKeywordIsKept(_ name: String) throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, \(name) TEXT)", "INSERT INTO t VALUES (1, 'x', 'y')")

        #expect(try db.upgradeTable(to: rebuilt).isRebuilt)

        #expect(try db.value("SELECT \(identifier: name) FROM t") == "y")
    }

    /// SQLite takes it for a blank; old versions took it for a letter.
    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 35))) func aByteOrderMarkBelongsToNoName() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT,\u{FEFF}b TEXT)", "INSERT INTO t VALUES (1, 'x', 'y')")

        #expect(try db.upgradeTable(to: rebuilt).isRebuilt)

        #expect(try db.value("SELECT b FROM t") == "y")
    }

    @Test func foreignKeysThatWereOffStayOff() throws {
        let db = try family(foreignKeys: false)

        try db.upgradeTable(to: rebuilt)

        #expect(try !db.hasForeignKeys())
    }

    @Test func foreignKeysAreOnAgainAfterAFailure() throws {
        let db = try family()
        try db.execute("INSERT INTO t VALUES (3, NULL)")

        #expect(thrown { try db.upgradeTable(to: rebuilt) }?.extendedCode == .constraintNotNull)

        #expect(try db.hasForeignKeys())
        #expect(!db.isTransactionOpen)
    }

    @Test func aTableThatRefersToItselfStillDoes() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, up INTEGER REFERENCES t (id) ON DELETE CASCADE)",
            "INSERT INTO t VALUES (1, 'x', NULL), (2, 'y', 1)")
        try db.execute("PRAGMA foreign_keys = ON")

        try db.upgradeTable(to: rebuilt)

        try db.execute("DELETE FROM t WHERE id = 1")
        #expect(try db.value("SELECT count(*) FROM t") == 0)
    }

    @Test func whatReferredToNothingBeforeMayDoSoStill() throws {
        let db = try family(foreignKeys: false)
        try db.execute("INSERT INTO child VALUES (77, 77)")

        try db.upgradeTable(to: rebuilt)

        #expect(try db.faults() == ["child refers to nothing in t"])
    }

    @Test(arguments: ["OFF", "ON"])
    func referencesThatWouldLeadNowhereStandAgainstAnotherKind(caseSensitiveLike: String) throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (a TEXT PRIMARY KEY)", "CREATE TABLE child (a TEXT REFERENCES t)",
            "INSERT INTO t VALUES ('1')", "INSERT INTO child VALUES ('1')",
            "PRAGMA case_sensitive_like = \(caseSensitiveLike)")
        // Nor do the client's own functions matter.
        for name in ["lower", "instr"] {
            try db.addFunction(name, argumentCount: name == "lower" ? 1 : 2) { _ in .integer(0) }
        }

        let wanted = shape([FMColumn("a", .blob), FMColumn("b", .blob)], options: FMTableOptions(key: "b"))
        let error = thrown { try db.upgradeTable(to: wanted) }

        #expect(error?.resultCode == .constraint)
        #expect(try db.faults() == [])
    }

    @Test func aRebuildWithinATransactionIsRefused() throws {
        let db = try family()

        let error = thrown { try db.withTransaction { try db.upgradeTable(to: rebuilt) } }
        try db.execute("BEGIN")
        let second = thrown { try db.upgradeTable(to: rebuilt) }

        #expect(error?.resultCode == .misuse)
        #expect(error?.message.contains("transaction") == true)
        #expect(second?.resultCode == .misuse)
        #expect(db.isTransactionOpen)
        #expect(try db.value("SELECT count(*) FROM child") == 2)
    }

    @Test func whatNeedsNoRebuildCanBePartOfATransaction() throws {
        let db = try family()

        try db.withTransaction {
            try db.upgradeTable(to: shape([.id, .text("a"), .text("b")], options: FMTableOptions(indexes: [["b"]])))
        }
        _ = thrown {
            try db.withTransaction {
                try db.upgradeTable(to: shape([.id, .text("a"), .text("b"), .text("c")]))
                throw Regret()
            }
        }

        #expect(try db.columnNames("t") == ["id", "a", "b"])
    }

    @Test func viewsStandAndNothingOfThemChanges() throws {
        let db = try family()
        try db.execute("CREATE VIEW v AS SELECT a FROM main.t")
        try db.execute("CREATE VIEW of_view AS SELECT * FROM v JOIN \"T\" USING (a)")
        try db.execute("CREATE TEMP VIEW passing AS SELECT count(*) AS n FROM t")
        try db.execute("CREATE VIEW broken AS SELECT * FROM nowhere")
        let views = try db.schema().filter { $0.contains("view") }

        try db.upgradeTable(to: rebuilt)

        #expect(try db.schema().filter { $0.contains("view") } == views)
        #expect(try db.content("of_view", "a") == "a\n'x'\n'y'")
        #expect(try db.content("passing") == "n\n2")
    }

    @Test func numbersOfDeletedRowsAreNotGivenAgain() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, a TEXT)", "INSERT INTO t VALUES (7, 'x'), (9, 'y')",
            "DELETE FROM t WHERE id = 9")

        try db.upgradeTable(to: rebuilt)

        try db.execute("INSERT INTO t (a) VALUES ('z')")
        #expect(try db.content() == "id | a\n7  | 'x'\n10 | 'z'")
    }

    @Test func numbersOfDeletedRowsAreNotGivenAgainInAnEmptyTable() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, a TEXT)", "INSERT INTO t VALUES (9, 'y')",
            "DELETE FROM t")

        try db.upgradeTable(to: rebuilt)

        try db.execute("INSERT INTO t (a) VALUES ('z')")
        #expect(try db.content() == "id | a\n10 | 'z'")
    }

    @Test func triggersAreThereAfterwardsAndHaveNotRun() throws {
        let db = try family()
        try db.execute("CREATE TABLE log (x)")
        try db.execute("CREATE TRIGGER r AFTER INSERT ON t BEGIN INSERT INTO log VALUES (new.a); END")
        try db.execute("CREATE TRIGGER d BEFORE DELETE ON t BEGIN INSERT INTO log VALUES ('gone'); END")
        try db.execute("CREATE TRIGGER elsewhere AFTER INSERT ON log BEGIN UPDATE t SET a = a; END")
        try db.execute("CREATE TEMP TRIGGER passing AFTER UPDATE ON t BEGIN SELECT 1; END")
        let triggers = try db.schema().filter { $0.contains("trigger") }

        try db.upgradeTable(to: rebuilt)

        #expect(try db.schema().filter { $0.contains("trigger") } == triggers)
        #expect(try db.value("SELECT count(*) FROM log") == 0)
        try db.execute("INSERT INTO t (a) VALUES ('z')")
        #expect(try db.content("log") == "x\n'z'")
    }

    @Test func indexesAreThereAfterwards() throws {
        let db = try family()
        try db.execute("CREATE UNIQUE INDEX i ON t (a COLLATE NOCASE DESC)")
        try db.execute("CREATE INDEX part ON t (a) WHERE id > 1")
        try db.execute("CREATE INDEX lowered ON t (lower(a), id)")
        let indexes = try db.schema().filter { $0.contains("index") }

        try db.upgradeTable(to: rebuilt)

        #expect(try db.schema().filter { $0.contains("index") } == indexes)
        #expect(thrown { try db.execute("INSERT INTO t (a) VALUES ('X')") }?.extendedCode == .constraintUnique)
    }

    @Test func thePlannersStatisticsAreKept() throws {
        let db = try family()
        try db.execute("CREATE INDEX i ON t (a)")
        try db.execute("ANALYZE")
        let statistics = try db.content("sqlite_stat1")

        try db.upgradeTable(to: rebuilt)

        #expect(try db.content("sqlite_stat1") == statistics)
    }

    @Test func rowsKeepTheirHiddenNumbers() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (a TEXT)", "INSERT INTO t (rowid, a) VALUES (5, 'y'), (9, 'x')")
        try db.execute("CREATE INDEX i ON t (a)")

        try db.upgradeTable(to: shape([.required("a")]))

        #expect(try db.content("t", "rowid, a") == "rowid | a\n5     | 'y'\n9     | 'x'")
    }

    @Test func aColumnCanBearTheNameOfTheNumber() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (rowid TEXT, a TEXT)", "INSERT INTO t (_rowid_, rowid, a) VALUES (5, 'y', 'x')")

        try db.upgradeTable(to: shape([.text("rowid"), .required("a")]))

        #expect(try db.content("t", "_rowid_ AS n, rowid, a") == "n | rowid | a\n5 | 'y'   | 'x'")
    }

    @Test func aTableOfTheHelpersNameIsNotInTheWay() throws {
        let db = try family()
        try db.execute("CREATE TABLE _fm_new_t (x)")
        try db.execute("INSERT INTO _fm_new_t VALUES (1)")

        try db.upgradeTable(to: rebuilt)

        #expect(try db.content("_fm_new_t") == "x\n1")
    }

    @Test func anOpenCursorStandsAgainstARebuildAndNothingIsLost() throws {
        let db = try family()
        let cursor = try db.query("SELECT * FROM t")
        _ = try cursor.nextRow()

        _ = thrown { try db.upgradeTable(to: rebuilt) }

        cursor.close()
        #expect(!db.isTransactionOpen)
        #expect(try db.hasForeignKeys())
        #expect(try db.value("SELECT count(*) FROM child") == 2)
        #expect(try db.value("SELECT count(*) FROM t") == 2)
    }

    @Test func theSwitchOfOldRenamesIsPutBack() throws {
        let db = try family()
        let before = try db.value("PRAGMA legacy_alter_table", as: Int?.self)

        try db.upgradeTable(to: rebuilt)

        #expect(try db.value("PRAGMA legacy_alter_table", as: Int?.self) == before)
    }

    @Test func namesOfAllKindsAreQuoted() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE \"a \"\" b\" (\"select\" TEXT, [x'y] INTEGER, `z` TEXT)",
            "INSERT INTO \"a \"\" b\" VALUES ('1', 2, '3')")
        let wanted = shape(
            [.required("select"), FMColumn("x'y", .text), .text("z"), .text("new \"one\"")], named: "a \" b",
            options: FMTableOptions(unique: [["select", "x'y"]], indexes: [["new \"one\""]]))

        #expect(try db.upgradeTable(to: wanted).isRebuilt)
        #expect(try db.upgradeTable(to: wanted).isEmpty)
        #expect(try db.rows("SELECT * FROM \"a \"\" b\"", as: (String, String, String, String?).self).count == 1)
    }
}
