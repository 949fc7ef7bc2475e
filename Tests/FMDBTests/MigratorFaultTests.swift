import FMDB
import Support
import Testing

/// Every file operation of a migration fails in turn. Whatever fails: the database has whole steps only, the record is
/// right, and the next attempt brings it to its end.
@Suite struct MigratorFaultTests {
    private static let isFull = ProcessInfo.processInfo.environment["FMDB_FAULT_SWEEP"] == "full"
    private static let step = isFull ? 1 : 3

    @Test(arguments: ["DELETE", "WAL"], [FMTestDisk.Persistence.once, .sticky])
    func theDatabaseHasWholeSteps(_ mode: String, _ duration: FMTestDisk.Persistence) throws {
        let untouched = try run(mode, duration, failingAt: 0)
        #expect(untouched.error == nil)
        try #require(untouched.operations > 20, "the migration does not pass through the file system")
        var counts: Set<Int> = []
        for number in stride(from: 1, through: untouched.operations, by: Self.step) {
            counts.insert(try run(mode, duration, failingAt: number).steps)
        }
        #expect(counts.isSuperset(of: 0...4), "the failures did not hit each step")
    }

    private func run(
        _ mode: String, _ duration: FMTestDisk.Persistence, failingAt number: Int
    ) throws -> (operations: Int, steps: Int, error: FMError?) {
        let folder = TemporaryFolder()
        let disk = FMTestDisk()
        let db = FMDatabase(path: folder.file())
        db.logsErrors = false
        #expect(disk.open(db))
        _ = try db.value("PRAGMA journal_mode = \(raw: mode)", as: String.self)
        try db.execute("PRAGMA cache_size = 10")
        try db.execute("PRAGMA foreign_keys = ON")

        var migrator = SampleMigration.migrator()
        migrator.lockTimeout = .zero
        disk.fail([.write, .truncate, .sync, .delete, .lock, .lockMemory], at: number, duration)
        let error = thrown { try migrator.migrate(db) }
        let operations = disk.count
        disk.heal()
        #expect(!db.isTransactionOpen)
        #expect(try db.value("PRAGMA foreign_keys", as: Bool.self), "operation \(number)")
        db.close()

        // As a new process would.
        let fresh = FMDatabase.file(folder.file())
        let steps = try #require(try SampleMigration.wholeSteps(in: fresh), "operation \(number)")
        #expect(steps == 5 || error != nil)
        try migrator.migrate(fresh)
        #expect(try SampleMigration.wholeSteps(in: fresh) == 5)
        #expect(try fresh.value("PRAGMA integrity_check", as: String.self) == "ok")
        return (operations, steps, error)
    }
}
