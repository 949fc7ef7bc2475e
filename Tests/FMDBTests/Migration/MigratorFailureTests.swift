import FMDB
import FMDBTestHelpers
import Testing

/// Steps that fail, and databases that do not fit the steps.
@Suite struct MigratorFailureTests {
    private let db = FMDatabase.memory()

    private func migrator(_ names: String...) -> FMMigrator {
        FMMigrator(names.map { name in .step(name) { try $0.execute("CREATE TABLE \(identifier: name) (x)") } })
    }

    private func tables() throws -> [String] {
        try db.rows(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'fm_migration' ORDER BY name",
            as: String.self)
    }

    // MARK: Steps

    @Test func aStepThatFailsIsUndoneAndTheFormerOnesStay() throws {
        var migrator = migrator("a")
        migrator.add("b") { db in
            try db.execute("CREATE TABLE b (x)")
            try db.execute("CREATE TABLE a (x)")
        }
        let error = try #require(thrown { try migrator.migrate(db) })
        #expect(error.resultCode == .error)
        #expect(error.message == "the step \"b\" failed: table a already exists")
        #expect(error.sql == "CREATE TABLE a (x)")
        #expect(try tables() == ["a"])
        #expect(try migrator.applied(in: db) == ["a"])
        #expect(!db.isTransactionOpen)
    }

    @Test func theFirstStepThatFailsLeavesNoRecord() throws {
        #expect(thrown { try FMMigrator([.step("a") { _ in throw Regret() }]).migrate(db) } != nil)
        #expect(!db.tableExists("fm_migration"))
    }

    @Test func aStepThatFailedRunsAgain() throws {
        let fails = Locked(true)
        let migrator = FMMigrator([
            .step("a") { db in
                try db.execute("CREATE TABLE a (x)")
                if fails.value { throw Regret() }
            }
        ])
        #expect(thrown { try migrator.migrate(db) } != nil)
        fails.withLock { $0 = false }
        #expect(try migrator.migrate(db).applied.map(\.name) == ["a"])
        #expect(try tables() == ["a"])
    }

    @Test func anErrorOfTheClientsIsKeptBelow() throws {
        let error = try #require(thrown { try FMMigrator([.step("a") { _ in throw Regret() }]).migrate(db) })
        #expect(error.resultCode == .abort)
        #expect(error.message.hasPrefix("the step \"a\" failed: "))
        #expect(error.userInfo[NSUnderlyingErrorKey] is Regret)
    }

    @Test func aCancellationStaysWhatItIs() {
        #expect(throws: CancellationError.self) {
            try FMMigrator([.step("a") { _ in throw CancellationError() }]).migrate(db)
        }
    }

    @Test(arguments: ["COMMIT", "COMMIT; BEGIN", "ROLLBACK", "ROLLBACK; BEGIN"])
    func aStepThatEndsItsTransactionIsRefused(_ script: String) throws {
        let migrator = FMMigrator([.step("a") { db in _ = db.executeStatements(script) }])
        let error = try #require(thrown { try migrator.migrate(db) })
        #expect(error.resultCode == .misuse)
        #expect(error.message.hasPrefix("the step \"a\" failed: the block ended its own transaction"))
        #expect(!db.isTransactionOpen)
        #expect(try migrator.applied(in: db) == [])
    }

    @Test func aStepThatEndsItsTransactionIsRefusedWhereForeignKeysCount() throws {
        let migrator = FMMigrator([.step("a", foreignKeys: .enforced) { db in _ = db.executeStatements("COMMIT") }])
        #expect(thrown { try migrator.migrate(db) }?.resultCode == .misuse)
    }

    @Test func savePointsOfAStepAreItsOwnAffair() throws {
        let migrator = FMMigrator([
            .step("a") { db in
                try db.execute("CREATE TABLE a (x)")
                _ = try? db.withSavePoint {
                    try db.execute("CREATE TABLE b (x)")
                    throw Regret()
                }
                try db.withSavePoint { _ = try db.execute("CREATE TABLE c (x)") }
            }
        ])
        try migrator.migrate(db)
        #expect(try tables() == ["a", "c"])
    }

    @Test func aStepBeginsNoTransaction() throws {
        let migrator = FMMigrator([.step("a") { db in try db.withTransaction {} }])
        #expect(thrown { try migrator.migrate(db) }?.resultCode == .error)
        #expect(!db.isTransactionOpen)
    }

    @Test func aTransactionThatAStepOutsideLeavesOpenIsRolledBack() throws {
        let migrator = FMMigrator([
            .outsideTransaction("a") { db in
                db.beginTransaction()
                try db.execute("CREATE TABLE a (x)")
            }
        ])
        let error = try #require(thrown { try migrator.migrate(db) })
        #expect(error.resultCode == .misuse)
        #expect(error.message.contains("\"a\""))
        #expect(!db.isTransactionOpen)
        #expect(try tables() == [])
        #expect(try migrator.applied(in: db) == [])
    }

    // MARK: The migrator

    @Test func twoStepsOfOneNameAreRefused() throws {
        let error = try #require(thrown { try migrator("a", "b", "a").migrate(db) })
        #expect(error.resultCode == .misuse)
        #expect(error.message == "two steps have the name \"a\"")
        #expect(try tables() == [])
    }

    @Test func aLastStepThatIsNotThereIsRefused() throws {
        #expect(thrown { try migrator("a").migrate(db, upTo: "b") }?.resultCode == .misuse)
        #expect(try tables() == [])
    }

    @Test func aMigrationWithinATransactionIsRefused() throws {
        let error = thrown { try db.withTransaction { try migrator("a").migrate(db) } }
        #expect(error?.resultCode == .misuse)
        #expect(try tables() == [])
        #expect(thrown { try db.withSavePoint { try migrator("a").migrate(db) } }?.resultCode == .misuse)
    }

    @Test func aClosedDatabaseIsRefused() throws {
        db.close()
        #expect(thrown { try migrator("a").migrate(db) }?.resultCode == .misuse)
    }

    // MARK: The record

    @Test func aNewerDatabaseIsRefused() throws {
        try migrator("a", "b", "c").migrate(db)
        for question in [
            { try self.migrator("a").migrate(self.db) as Any }, { try self.migrator("a").pending(in: self.db) as Any },
        ] {
            let error = try #require(thrown(question))
            #expect(error.extendedCode == .newerDatabase)
            #expect(error.resultCode == .schema)
            #expect(error.message.contains("\"b\""))
        }
        #expect(try migrator("a").applied(in: db) == ["a", "b", "c"])
    }

    @Test func aNewerDatabaseMayBeAccepted() throws {
        try migrator("a", "b", "c").migrate(db)
        var older = migrator("a")
        older.acceptsNewerDatabases = true
        let report = try older.migrate(db)
        #expect(report.applied.isEmpty)
        #expect(report.alreadyApplied == ["a"])
        #expect(report.unknown == ["b", "c"])
        #expect(try older.isUpToDate(db))
    }

    @Test(arguments: [
        (
            ["a", "c", "b"],
            "step 2 is \"b\" in the database and \"c\" in this program; do not change the order of steps"
        ),
        (
            ["a", "x", "c"],
            "step 2 is \"b\" in the database and \"x\" in this program; do not rename a step that has run"
        ),
        (["a", "c"], "the database has the step \"b\", which this program does not have; do not remove steps"),
        (["a", "x", "b", "c"], "the new step \"x\" is before \"b\", which has already run; add new steps at the end"),
    ])
    func aRecordOfOtherStepsIsRefused(_ names: [String], _ message: String) throws {
        try migrator("a", "b", "c").migrate(db)
        var other = FMMigrator(names.map { .step($0) { _ in } })
        other.acceptsNewerDatabases = true
        let error = try #require(thrown { try other.migrate(db) })
        #expect(error.extendedCode == .migrationMismatch)
        #expect(error.message == message)
    }

    @Test func aTableThatIsNoRecordIsRefused() throws {
        try db.execute("CREATE TABLE FM_Migration (x)")
        #expect(thrown { try migrator("a").migrate(db) }?.resultCode == .error)
        #expect(try tables() == ["FM_Migration"])
    }

    // MARK: Files

    @Test func aReadOnlyDatabaseMayBeUpToDate() throws {
        let folder = TemporaryFolder()
        let writer = FMDatabase.file(folder.file())
        try migrator("a").migrate(writer)
        writer.close()
        let reader = FMDatabase(path: folder.file())
        reader.logsErrors = false
        #expect(reader.open(withFlags: 1))  // SQLITE_OPEN_READONLY
        #expect(try migrator("a").migrate(reader).alreadyApplied == ["a"])
        let error = try #require(thrown { try migrator("a", "b").migrate(reader) })
        #expect(error.resultCode == .readOnly)
        #expect(error.message.contains("\"b\""))
    }

    @Test(arguments: ["DELETE", "WAL"])
    func aLockIsWaitedForOnlySoLong(_ mode: String) throws {
        let folder = TemporaryFolder()
        let (db, other) = (FMDatabase.file(folder.file()), FMDatabase.file(folder.file()))
        _ = try db.value("PRAGMA journal_mode = \(raw: mode)", as: String.self)
        var migrator = migrator("a")
        migrator.lockTimeout = .zero
        try other.withTransaction {
            let error = try #require(thrown { try migrator.migrate(db) })
            #expect(error.resultCode == .busy)
            #expect(error.message.contains("\"a\""))
            #expect(error.contention?.holders.count == 1)
        }
        #expect(try migrator.migrate(db).applied.count == 1)
    }
}
