import FMDB
import FMDBTestSupport
import FMDBTestHelpers
import Testing

/// What cannot be checked is neither good nor bad, and hides nothing else. SQLite before 3.33 checks no table alone: all is unchecked then.
@Suite(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 33))) struct IntegrityUncheckedTests {
    private let folder = TemporaryFolder()

    private func database(_ script: String) -> FMDatabase {
        let database = FMDatabase.file(folder.file())
        #expect(database.executeStatements(script))
        return database
    }

    private func overwrite(_ page: Int) throws {
        let url = URL(fileURLWithPath: folder.file())
        var bytes = try Data(contentsOf: url)
        bytes.replaceSubrange((page - 1) * 4096..<(page - 1) * 4096 + 64, with: repeatElement(0xA5, count: 64))
        try bytes.write(to: url)
    }

    // MARK: Foreign keys

    @Test func aForeignKeyThatCannotBeCheckedHidesNoOther() throws {
        let database = database(
            """
            CREATE TABLE p (id INTEGER PRIMARY KEY, name TEXT); CREATE TABLE child (x REFERENCES p (id));
            INSERT INTO child VALUES (77); CREATE TABLE other (x REFERENCES p (name));
            """)
        let report = try database.integrity()
        #expect(report.findings.map(\.kind) == [.foreignKey(table: "child", rowID: 1, parent: "p")])
        #expect(report.unchecked.count == 1 && report.unchecked.first?.contains("other") == true, "\(report.unchecked)")
        #expect(report.outcome == .failed)
        try database.execute("DELETE FROM child")
        #expect(try database.integrity().outcome == .notChecked)
        try database.execute("DROP TABLE other")
        #expect(try database.integrity().outcome == .passed)
    }

    @Test func theOtherKeysOfATableAreChecked() throws {
        let database = database(
            """
            CREATE TABLE p (id INTEGER PRIMARY KEY, name TEXT); CREATE TABLE pair (a TEXT COLLATE NOCASE, b INT, UNIQUE (a, b));
            INSERT INTO p VALUES (1, 'one'); INSERT INTO pair VALUES ('X', 1);
            CREATE TABLE child (
                id INTEGER PRIMARY KEY, name REFERENCES p (name), p REFERENCES p, a, b, gone REFERENCES missing (x),
                FOREIGN KEY (a, b) REFERENCES pair (a, b));
            INSERT INTO child VALUES (1, 'one', 1, 'x', '1', NULL), (2, NULL, '1', NULL, 2, NULL), (3, NULL, 3, NULL, NULL, NULL),
                (4, NULL, NULL, 'x', 2, NULL), (5, NULL, NULL, NULL, NULL, 7);
            """)
        let report = try database.integrity()
        let rows = report.findings.map(\.kind)
        #expect(
            Set(rows) == [
                .foreignKey(table: "child", rowID: 3, parent: "p"),
                .foreignKey(table: "child", rowID: 4, parent: "pair"),
                .foreignKey(table: "child", rowID: 5, parent: "missing"),
            ], "\(report)")
        #expect(rows.count == 3 && report.unchecked.count == 1)
    }

    @Test func keysOfATableWithoutRowIDsAreChecked() throws {
        let database = database(
            """
            CREATE TABLE p (id INTEGER PRIMARY KEY, name TEXT);
            CREATE TABLE child (k PRIMARY KEY, n REFERENCES p (name), p REFERENCES p) WITHOUT ROWID;
            INSERT INTO child VALUES ('a', NULL, 9);
            """)
        let report = try database.integrity()
        #expect(report.findings.map(\.kind) == [.foreignKey(table: "child", rowID: nil, parent: "p")], "\(report)")
    }

    /// SQLite calls it a mismatch. Which row is meant nobody can tell, so none is missing.
    @Test(arguments: [
        "TABLE p (x); INSERT INTO p VALUES (1)", "TABLE p (a, x, PRIMARY KEY (a, x)); INSERT INTO p VALUES (1, 1)",
        "VIEW p AS SELECT 1 AS x",
    ]) func aParentWithoutAFittingKeyIsNotChecked(_ parent: String) throws {
        let database = database(
            """
            CREATE \(parent); CREATE TABLE child (id INTEGER PRIMARY KEY, x REFERENCES p);
            INSERT INTO child VALUES (1, 1), (2, 7);
            """)
        let report = try database.integrity()
        #expect(report.outcome == .notChecked && report.findings.isEmpty, "\(report)")
        #expect(report.unchecked.count == 1 && report.unchecked.first?.contains("mismatch") == true, "\(report)")
    }

    // MARK: Collations and functions

    /// A database whose table `n` needs something that the next connection does not have.
    private func withoutDefinitions(_ script: String) throws -> FMDatabase {
        let maker = FMDatabase.file(folder.file())
        try maker.addCollation("own") { $0 < $1 ? .orderedAscending : $0 == $1 ? .orderedSame : .orderedDescending }
        try maker.addFunction("half", argumentCount: 1, deterministic: true) { values in
            if case .integer(let number) = values[0] { .integer(number / 2) } else { .null }
        }
        #expect(maker.executeStatements(script))
        try maker.executeMany("INSERT INTO n (name, v) VALUES (?, ?)", (0..<2000).map { ("name \($0)", $0) })
        maker.executeStatements(
            "CREATE TABLE other (x); CREATE INDEX other_x ON other (x); INSERT INTO other SELECT v FROM n")
        maker.close()
        return FMDatabase.file(folder.file())
    }

    static let needs = [
        "CREATE TABLE n (name TEXT COLLATE own, v); CREATE INDEX n_name ON n (name)",
        "CREATE TABLE n (name, v); CREATE INDEX n_v ON n (half(v))",
        "CREATE TABLE n (name, v CHECK (half(v) < 5000)); CREATE INDEX n_name ON n (name COLLATE own)",
        "CREATE TABLE n (name, v, h AS (half(v)) NOT NULL)",
    ]

    @Test(arguments: needs) func whatNeedsMoreThanThereIsIsNotChecked(_ script: String) throws {
        let report = try withoutDefinitions(script).integrity()
        #expect(report.outcome == .notChecked && report.findings.isEmpty, "\(report)")
        #expect(
            report.unchecked.count == 1 && report.unchecked.first?.hasPrefix("table n: ") == true, "\(report.unchecked)"
        )
    }

    @Test(arguments: needs, [true, false]) func damageIsFoundWithoutACollationOrFunction(
        _ script: String, _ isOfTable: Bool
    ) throws {
        let whole = try withoutDefinitions(script)
        let root = try whole.value(
            "SELECT max(rootpage) FROM sqlite_master WHERE tbl_name = \(isOfTable ? "n" : "other")", as: Int.self)
        whole.close()
        try overwrite(root)
        let report = try FMDatabase.file(folder.file()).integrity()
        #expect(report.outcome == .failed, "\(report)")
    }

    @Test func anIndexOfAnotherTableIsComparedWithoutACollation() throws {
        let database = try withoutDefinitions(Self.needs[0])
        try database.execute("PRAGMA writable_schema = ON")
        try database.execute(
            "UPDATE sqlite_master SET sql = 'CREATE INDEX other_x ON other (x + 1)' WHERE name = 'other_x'")
        database.close()
        let report = try FMDatabase.file(folder.file()).integrity()
        #expect(report.findings.contains { $0.kind == .index("other_x") }, "\(report)")
    }

    @Test func aDatabaseInMemoryWithoutACollationIsNotChecked() throws {
        let database = FMDatabase.memory()
        try database.addCollation("own") { $0 < $1 ? .orderedAscending : .orderedDescending }
        database.executeStatements("CREATE TABLE n (name COLLATE own UNIQUE)")
        try database.removeCollation("own")
        #expect(try database.integrity().outcome == .notChecked)
    }

    @Test(arguments: [FMDatabase.BackupOptions.Verification.quick, .full])
    func aDamagedCopyIsRefusedWithoutACollation(_ verification: FMDatabase.BackupOptions.Verification) throws {
        let whole = try withoutDefinitions(Self.needs[0])
        var options = FMDatabase.BackupOptions()
        options.verification = verification
        let copy = try whole.backup(to: folder.file("copy.db"), options)
        #expect(copy.verification == .none && copy.unchecked.count == 1)
        let root = try whole.value("SELECT rootpage FROM sqlite_master WHERE name = 'n'", as: Int.self)
        whole.close()
        try overwrite(root)
        let damaged = FMDatabase.file(folder.file())
        #expect(thrown { try damaged.backup(to: folder.file("other.db"), options) }?.resultCode == .corrupt)
    }

    // MARK: Constraints

    /// SQLite gives a connection that can only read no CHECK constraints.
    @Test func aReaderFindsWhatViolatesAConstraint() throws {
        let database = database("CREATE TABLE t (a); INSERT INTO t VALUES (5); PRAGMA writable_schema = ON")
        try database.execute("UPDATE sqlite_master SET sql = 'CREATE TABLE t (a CHECK (a < 3))' WHERE name = 't'")
        database.close()
        #expect(database.open(withFlags: 1))
        #expect(try database.integrity().findings.map(\.kind) == [.row(table: "t", rowID: nil)])
    }

    @Test func aConstraintWithAMissingFunctionIsNotCheckedByAReader() throws {
        let database = try withoutDefinitions("CREATE TABLE n (name, v CHECK (half(v) < 5000))")
        database.close()
        #expect(database.open(withFlags: 1))
        let report = try database.integrity()
        #expect(report.outcome == .notChecked && report.unchecked.first?.hasPrefix("CHECK constraints of n: ") == true)
    }

    /// That only another connection could check them is said where there are any.
    @Test func aTableThatOnlyNamesAConstraintHasNone() throws {
        database("CREATE TABLE t (checked, x DEFAULT 'check'); CREATE TABLE u (a CHECK (a < 3))").close()
        let reader = FMDatabase(path: "file:\(folder.file())?immutable=1")
        #expect(reader.open(withFlags: 1 | 0x40))
        let unchecked = try reader.integrity().unchecked
        #expect(unchecked.count == 1 && unchecked.first?.hasPrefix("CHECK constraints of u: ") == true, "\(unchecked)")
    }

    // MARK: Modules

    static let virtual = [
        "CREATE VIRTUAL TABLE v USING nosuch(a)", "CREATE VIRTUAL TABLE v USING fts4(a, tokenize=nosuch)",
    ]

    @Test(arguments: virtual) func aVirtualTableThatCannotBeOpenedIsNotChecked(_ sql: String) throws {
        let database = database("CREATE TABLE t (x); PRAGMA writable_schema = ON")
        try database.execute("INSERT INTO sqlite_master VALUES ('table', 'v', 'v', 0, \(sql))")
        database.close()
        let report = try FMDatabase.file(folder.file()).integrity()
        // From SQLite 3.44 on a tokenizer that is missing ends the check of all pages.
        let isAsked = SQLiteVersion.linked >= SQLiteVersion(3, 44) && SQLiteVersion.hasFTS4
        let arePagesChecked = !isAsked || sql.contains("USING nosuch")
        #expect(report.outcome == .notChecked, "\(report)")
        #expect(report.unchecked.count == (arePagesChecked ? 1 : 2), "\(report)")
        #expect(report.unchecked.last?.contains("table v: ") == true)
    }

    // MARK: Files

    /// Each new database is one, and a copy of it is whole.
    @Test func aFileOfNoBytesIsADatabase() throws {
        #expect(FileManager.default.createFile(atPath: folder.file(), contents: nil))
        let database = FMDatabase.file(folder.file())
        #expect(try database.integrity().outcome == .passed)
        #expect(try database.backup(to: folder.file("copy.db")).unchecked.isEmpty)
        #expect(try FMDatabase.memory().integrity().outcome == .passed)
    }

    /// A writer that commits removes its journal whenever it likes.
    @Test func aJournalThatVanishesBeforeItIsReadIsNone() throws {
        let writer = database("CREATE TABLE t (x)")
        let disk = FMTestDisk()
        let reader = FMDatabase(path: folder.file())
        #expect(reader.open(withFlags: 2, vfs: disk.vfs))
        #expect(try reader.integrity().isHealthy)
        #expect(writer.beginImmediateTransaction())
        try writer.execute("INSERT INTO t VALUES (1)")
        let journal = folder.file() + "-journal"
        #expect(FileManager.default.fileExists(atPath: journal))
        disk.before(.open) { unlink(journal) }
        #expect(try reader.integrity().isHealthy)
        #expect(writer.rollback())
    }

    @Test func commitsBehindDamageInTheLogAreTold() throws {
        let database = database("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE t (x)")
        for number in 1...20 { try database.execute("INSERT INTO t VALUES (\(number))") }
        #expect(try database.integrity().outcome == .passed)
        for ending in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: folder.file() + ending, toPath: folder.file("copy.db") + ending)
        }
        let log = URL(fileURLWithPath: folder.file("copy.db-wal"))
        var bytes = try Data(contentsOf: log)
        bytes[32 + 10 * 4120 + 1000] ^= 0xFF
        try bytes.write(to: log)
        let report = try FMDatabase.file(folder.file("copy.db")).integrity()
        #expect(
            report.outcome == .notChecked && report.unchecked.first?.contains("frame 11 is damaged") == true,
            "\(report)")
    }

    @Test func aTimeLimitThatEndsTheChecksIsTold() throws {
        var options = FMDatabase.IntegrityOptions()
        options.timeLimit = .zero
        let report = try database("CREATE TABLE t (x)").integrity(options)
        #expect(report.outcome == .notChecked && report.unchecked.contains { $0.contains("time limit") })
    }
}
