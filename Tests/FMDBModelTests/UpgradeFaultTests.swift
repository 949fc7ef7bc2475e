import FMDBModel
import Support
import Testing

/// Whatever fails on the disk, the table is the old one or the new one, whole.
@Suite struct UpgradeFaultTests {
    private static let isFull = ProcessInfo.processInfo.environment["FMDB_FAULT_SWEEP"] == "full"
    private static let wanted = shape(
        [.id, .required("name"), FMColumn("size", .integer), .text("more")],
        options: FMTableOptions(unique: [["name"]]))

    private struct Outcome {
        var operations = 0
        var failures = 0
        var hasThrown = false
        var isNew = false
    }

    @Test(arguments: ["DELETE", "WAL"], [FMTestDisk.Persistence.once, .sticky])
    func eachOperationFailsInTurn(_ journal: String, _ duration: FMTestDisk.Persistence) throws {
        let untouched = try attempt(journal, duration, failingAt: 0)
        #expect(untouched.isNew)
        try #require(untouched.operations > 10)
        for number in stride(from: 1, through: untouched.operations, by: UpgradeFaultTests.isFull ? 1 : 3) {
            let outcome = try attempt(journal, duration, failingAt: number)
            #expect(outcome.failures > 0)
            // What was reported as done is done.
            #expect(outcome.isNew || outcome.hasThrown, "operation \(number)")
        }
    }

    private func attempt(_ journal: String, _ duration: FMTestDisk.Persistence, failingAt number: Int) throws -> Outcome
    {
        let folder = TemporaryFolder()
        try fill(folder.file(), journal)
        let disk = FMTestDisk()
        let db = FMDatabase(path: folder.file())
        db.logsErrors = false
        db.maxBusyRetryTimeInterval = 0
        #expect(disk.open(db))
        try db.execute("PRAGMA foreign_keys = ON")
        try db.execute("PRAGMA cache_size = 5")
        disk.fail([.write, .truncate, .sync, .delete, .open, .lock, .lockMemory], at: number, duration, code: nil)
        var outcome = Outcome()
        outcome.hasThrown = thrown { try db.upgradeTable(to: UpgradeFaultTests.wanted) } != nil
        outcome.operations = disk.count
        outcome.failures = disk.failures
        disk.heal()
        #expect(!db.isTransactionOpen)
        #expect(try db.hasForeignKeys())
        db.close()
        outcome.isNew = try judge(folder.file())
        return outcome
    }

    private func fill(_ path: String, _ journal: String) throws {
        let db = FMDatabase.file(path)
        defer { db.close() }
        _ = try db.value("PRAGMA journal_mode = \(raw: journal)", as: String.self)
        try db.withTransaction {
            try db.execute("CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT, size TEXT)")
            try db.execute("CREATE TABLE child (t INTEGER REFERENCES t ON DELETE CASCADE)")
            try db.execute("CREATE INDEX mine ON t (size)")
            try db.execute("CREATE VIEW v AS SELECT name FROM t")
            try db.execute("CREATE TRIGGER r AFTER DELETE ON t BEGIN DELETE FROM child WHERE t = old.id; END")
            for number in 1...120 {
                let name = String(repeating: "\(number) ", count: 100)
                try db.execute("INSERT INTO t (name, size) VALUES (\(name), \(String(number)))")
                try db.execute("INSERT INTO child VALUES (\(number))")
            }
        }
    }

    /// - Returns: whether the table is the new one.
    private func judge(_ path: String) throws -> Bool {
        let db = FMDatabase.file(path)
        defer { db.close() }
        #expect(try db.faults() == [])
        let names = try db.rows(
            "SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY 1", as: String.self)
        let columns = try db.columnNames("t")
        let isNew = columns == ["id", "name", "size", "more"]
        #expect(isNew || columns == ["id", "name", "size"])
        #expect(names == ["child", "mine", "r", "t"] + (isNew ? ["t_name_unique", "v"] : ["v"]))
        #expect(try db.value("SELECT count(*) FROM t WHERE CAST(size AS INTEGER) = id AND length(name) > 199") == 120)
        #expect(try db.value("SELECT count(*) FROM child") == 120)
        #expect(try db.value("SELECT count(DISTINCT typeof(size)) FROM t") == 1)
        #expect(try db.value("SELECT typeof(size) FROM t", as: String.self) == (isNew ? "integer" : "text"))
        #expect(try db.value("SELECT seq FROM sqlite_sequence WHERE name = 't'") == 120)
        return isNew
    }
}
