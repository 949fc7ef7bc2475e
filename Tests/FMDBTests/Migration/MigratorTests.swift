import FMDB
import FMDBTestHelpers
import Testing

/// Steps that run, and what is known of them afterwards.
@Suite struct MigratorTests {
    private let db = FMDatabase.memory()

    private func migrator(_ names: String...) -> FMMigrator {
        FMMigrator(names.map { name in .step(name) { try $0.execute("CREATE TABLE \(identifier: name) (x)") } })
    }

    private func tables() throws -> [String] {
        try db.rows("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid", as: String.self)
    }

    @Test func stepsRunInTheirOrder() throws {
        try migrator("b", "c", "a").migrate(db)
        #expect(try tables() == ["b", "fm_migration", "c", "a"])
    }

    @Test func aStepRunsOnce() throws {
        var migrator = migrator("a", "b")
        try migrator.migrate(db)
        migrator.add("c") { try $0.execute("CREATE TABLE c (x)") }
        let report = try migrator.migrate(db)
        #expect(report.applied.map(\.name) == ["c"])
        #expect(report.alreadyApplied == ["a", "b"])
        #expect(report.unknown == [])
        #expect(try migrator.migrate(db).applied.isEmpty)
    }

    @Test func aStepTakesItsTime() throws {
        let report = try migrator("a").migrate(db)
        #expect(try #require(report.applied.first).duration > .zero)
    }

    @Test func theRecordIsAPlainTable() throws {
        let before = Date().timeIntervalSince1970
        try migrator("a", "b").migrate(db)
        let rows = db.executeQuery("SELECT position, name, typeof(time) FROM fm_migration", withArgumentsIn: [])
        #expect(
            drawn(rows) == """
                position | name | typeof(time)
                1        | 'a'  | 'real'
                2        | 'b'  | 'real'
                """)
        let times = try db.rows("SELECT time FROM fm_migration ORDER BY position", as: Double.self)
        #expect(times.allSatisfy { $0 >= before && $0 <= Date().timeIntervalSince1970 })
    }

    @Test func theRecordMayHaveAnotherName() throws {
        let own = FMMigrator([.step("own") { try $0.execute("CREATE TABLE own (x)") }], table: "it's \"mine\"")
        try migrator("a").migrate(db)
        try own.migrate(db)
        #expect(try own.applied(in: db) == ["own"])
        #expect(try migrator("a").applied(in: db) == ["a"])
        #expect(try tables().contains("it's \"mine\""))
    }

    @Test func aNameMayHaveAnyCharacters() throws {
        try FMMigrator([.step("it's \"é\" 🙂") { _ in }, .step("") { _ in }]).migrate(db)
        #expect(try FMMigrator().applied(in: db) == ["it's \"é\" 🙂", ""])
    }

    @Test func aMigrationMayEndEarly() throws {
        let migrator = migrator("a", "b", "c")
        #expect(try migrator.migrate(db, upTo: "b").applied.map(\.name) == ["a", "b"])
        #expect(try migrator.migrate(db, upTo: "a").applied.isEmpty)
        #expect(try migrator.pending(in: db) == ["c"])
    }

    @Test func whatIsPendingIsKnownBefore() throws {
        let migrator = migrator("a", "b")
        #expect(try migrator.pending(in: db) == ["a", "b"])
        #expect(try migrator.applied(in: db) == [])
        #expect(try !migrator.isUpToDate(db))
        #expect(try tables() == [])
        try migrator.migrate(db)
        #expect(try migrator.pending(in: db) == [])
        #expect(try migrator.applied(in: db) == ["a", "b"])
        #expect(try migrator.isUpToDate(db))
    }

    @Test func withoutStepsNothingIsWritten() throws {
        try FMMigrator().migrate(db)
        #expect(try tables() == [])
    }

    @Test func whatATransactionRefusesMayRunOutside() throws {
        var migrator = migrator("a")
        migrator.add(.outsideTransaction("compact") { try $0.execute("VACUUM") })
        migrator.add("b") { try $0.execute("CREATE TABLE b (x)") }
        #expect(try migrator.migrate(db).applied.map(\.name) == ["a", "compact", "b"])
        #expect(try migrator.isUpToDate(db))
    }

    @Test func theFirstStepMayBeOneOutside() throws {
        let folder = TemporaryFolder()
        let db = FMDatabase.file(folder.file())
        let migrator = FMMigrator([
            .outsideTransaction("log ahead") { db in
                _ = try db.value("PRAGMA journal_mode = WAL", as: String.self)
            }
        ])
        try migrator.migrate(db)
        #expect(try db.value("PRAGMA journal_mode", as: String.self) == "wal")
        #expect(try migrator.migrate(db).alreadyApplied == ["log ahead"])
    }

    @Test func theWaitForLocksIsAsBefore() throws {
        db.maxBusyRetryTimeInterval = 7
        let seen = Locked<TimeInterval>(0)
        var migrator = FMMigrator([.step("a") { db in seen.withLock { $0 = db.maxBusyRetryTimeInterval } }])
        migrator.lockTimeout = .milliseconds(1500)
        try migrator.migrate(db)
        #expect(seen.value == 1.5)
        #expect(db.maxBusyRetryTimeInterval == 7)
    }

    @Test func aWaitThatSQLiteWasAskedForIsAsBefore() throws {
        _ = try db.value("PRAGMA busy_timeout = 1234", as: Int.self)
        try migrator("a").migrate(db)
        #expect(try db.value("PRAGMA busy_timeout", as: Int.self) == 1234)
    }
}
