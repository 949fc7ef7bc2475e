import FMDB
import FMDBTestHelpers
import Testing

/// What becomes of a transaction that SQLite, or the block itself, ends before the block does.
@Suite struct EndedTransactionTests {
    private let folder = TemporaryFolder()

    /// What makes SQLite roll back a whole transaction by itself.
    enum Blow: String, CaseIterable, Codable, Sendable {
        case conflict, conflictInScript, fullDisk, failingDisk, interruption

        var code: FMResultCode {
            switch self {
            case .conflict, .conflictInScript: .constraint
            case .fullDisk: .full
            case .failingDisk: .ioError
            case .interruption: .interrupt
            }
        }

        func strike(_ db: FMDatabase, _ disk: FMTestDisk) throws {
            switch self {
            case .conflict: try db.execute("INSERT OR ROLLBACK INTO t VALUES (1)")
            case .conflictInScript: try db.script("INSERT INTO t VALUES (3); INSERT OR ROLLBACK INTO t VALUES (1)")
            case .fullDisk:
                // The cache is too small for the row, so that it has to be written at once.
                disk.fail([.write], at: 1, .sticky, code: .full)
                defer { disk.heal() }
                try db.execute("INSERT INTO t VALUES (zeroblob(1000000))")
            case .failingDisk:
                disk.fail([.write], at: 1, .sticky)
                defer { disk.heal() }
                try db.execute("INSERT INTO t VALUES (zeroblob(1000000))")
            case .interruption:
                try db.addFunction("stop", argumentCount: 0) { [unowned db] _ in
                    db.interrupt()
                    return .null
                }
                try db.execute("INSERT INTO t SELECT value FROM (SELECT 3 AS value UNION ALL SELECT stop())")
            }
        }
    }

    private func scene(_ verb: TransactionVerb) throws -> (FailureScene, FMTestDisk) {
        let disk = FMTestDisk()
        let scene = try FailureScene(verb, folder.file(), vfs: disk.vfs) { db in
            // Pages go to the disk before the commit, also where the library would keep them back.
            try db.script("PRAGMA cache_size = 10; PRAGMA cache_spill = ON")
        }
        return (scene, disk)
    }

    // MARK: SQLite ends it

    @Test(arguments: TransactionVerb.allCases, Blow.allCases)
    func nothingIsWrittenBehindARollbackOfSQLites(_ verb: TransactionVerb, _ blow: Blow) async throws {
        let (scene, disk) = try scene(verb)
        try await scene.run { db in try db.insert(1) }

        let error = await scene.failure { db in
            try db.insert(2)
            #expect(thrown { try blow.strike(db, disk) }?.resultCode == blow.code)
            // The block goes on as if nothing had happened.
            #expect(thrown { try db.insert(4) }?.resultCode == blow.code)
            #expect(!db.executeUpdate("INSERT INTO t VALUES (5)", withArgumentsIn: []))
            #expect(!db.executeStatements("INSERT INTO t VALUES (6)"))
            #expect(db.lastErrorCode() == blow.code.rawValue)
            #expect(thrown { try db.withSavePoint { try db.insert(7) } }?.resultCode == blow.code)
        }

        #expect(error?.resultCode == blow.code)
        try await scene.expectClean([1])
    }

    @Test(arguments: TransactionVerb.throwing) func aBlockWithAnErrorOfItsOwnThrowsThat(
        _ verb: TransactionVerb
    ) async throws {
        let (scene, _) = try scene(verb)
        try await scene.run { db in try db.insert(1) }

        await #expect(throws: Regret.self) {
            try await scene.run { db in
                _ = try? db.execute("INSERT OR ROLLBACK INTO t VALUES (1)")
                throw Regret()
            }
        }

        try await scene.expectClean([1])
    }

    @Test(arguments: FMDBForm.allCases) func toRollBackWhatSQLiteHasRolledBackIsNoError(
        _ form: FMDBForm
    ) throws {
        let queue = try #require(SilentQueue(path: folder.file()))
        queue.inDatabase { db in #expect(db.executeStatements("CREATE TABLE t (x UNIQUE); INSERT INTO t VALUES (1)")) }

        form.run(on: queue) { db, rollback in
            #expect(!db.executeUpdate("INSERT OR ROLLBACK INTO t VALUES (1)", withArgumentsIn: []))
            rollback.pointee = true
        }

        #expect(queue.lastTransactionError == nil)
        #expect(try queue.withDatabase { db in !db.isInTransaction && !db.isTransactionOpen })
    }

    @Test func aSavePointOfFMDBsReportsTheFirstCause() throws {
        let queue = try #require(SilentQueue(path: folder.file()))
        queue.inDatabase { db in #expect(db.executeStatements("CREATE TABLE t (x UNIQUE); INSERT INTO t VALUES (1)")) }

        let error = queue.inSavePoint { db, _ in
            #expect(!db.executeUpdate("INSERT OR ROLLBACK INTO t VALUES (1)", withArgumentsIn: []))
            #expect(!db.executeUpdate("INSERT INTO t VALUES (2)", withArgumentsIn: []))
        }

        #expect((error as? FMError)?.resultCode == .constraint)
        #expect(try queue.withDatabase { db in try db.rows("SELECT x FROM t", as: Int.self) } == [1])
    }

    @Test func theOuterTransactionGoesWithItsSavePoint() throws {
        let queue = try #require(SilentQueue(path: folder.file()))
        try queue.withDatabase { db in try db.script("CREATE TABLE t (x UNIQUE); INSERT INTO t VALUES (1)") }

        let error = thrown {
            try queue.withTransaction { db in
                try db.insert(2)
                _ = try? db.withSavePoint { try db.execute("INSERT OR ROLLBACK INTO t VALUES (1)") }
                try? db.insert(3)
            }
        }

        #expect(error?.extendedCode == .constraintUnique)
        #expect(try queue.withDatabase { db in try db.rows("SELECT x FROM t", as: Int.self) } == [1])
    }

    // MARK: The block ends it

    @Test(
        arguments: TransactionVerb.throwing,
        ["ROLLBACK; BEGIN", "COMMIT; BEGIN", "END", "-- c\n /* c */ Rollback", "\n\u{B}END"])
    func aBlockThatEndsItsTransactionIsRefused(_ verb: TransactionVerb, _ text: String) async throws {
        let (scene, _) = try scene(verb)
        for asScript in [true, false] {
            let error = await scene.failure { db in
                if asScript {
                    _ = db.executeStatements(text + "; INSERT INTO t VALUES (2)")
                } else {
                    for part in text.split(separator: ";") { _ = try? db.execute(FMSQL(raw: String(part))) }
                }
                try? db.insert(3)
            }
            #expect(error?.resultCode == .misuse)
            #expect(try scene.content() == [])
        }
        try await scene.expectClean()
    }

    @Test(arguments: TransactionVerb.throwing) func anErrorBehindACommitReportsThatItIsCommitted(
        _ verb: TransactionVerb
    ) async throws {
        let (scene, _) = try scene(verb)

        let error = await scene.failure { db in
            try db.insert(1)
            try db.execute("COMMIT")
            throw Regret()
        }

        #expect(error?.resultCode == .misuse)
        #expect(error?.message.contains("committed") == true)
        #expect(error?.userInfo[NSUnderlyingErrorKey] is Regret)
        try await scene.expectClean([1])
    }

    @Test func aSavePointThatTheBlockReleasesIsMissed() throws {
        let queue = try #require(SilentQueue(path: folder.file()))
        try queue.withDatabase { db in try db.script("CREATE TABLE t (x UNIQUE)") }

        let error = thrown {
            try queue.withTransaction { db in
                try db.execute("SAVEPOINT outer_one")
                _ = try? db.withSavePoint {
                    try db.insert(1)
                    try db.execute("RELEASE \"Outer_One\"")
                    try db.insert(2)
                }
                try? db.insert(3)
            }
        }

        #expect(error?.resultCode == .misuse)
        #expect(try queue.withDatabase { db in try db.rows("SELECT x FROM t", as: Int.self) } == [])
    }

    @Test func savePointsOfTheBlocksOwnAreItsAffair() throws {
        let queue = try #require(SilentQueue(path: folder.file()))
        try queue.withDatabase { db in try db.script("CREATE TABLE t (x UNIQUE)") }

        try queue.withSavePoint { db in
            try db.execute("SAVEPOINT one")
            try db.insert(1)
            try db.execute("ROLLBACK TRANSACTION TO SAVEPOINT [one]")
            try db.withSavePoint { try db.insert(2) }
            try db.execute("RELEASE one")
            try db.startSavePoint(withName: "two")
            try db.insert(3)
            try db.rollbackToSavePoint(withName: "two")
            try db.releaseSavePoint(withName: "two")
            try db.insert(4)
        }

        #expect(try queue.withDatabase { db in try db.rows("SELECT x FROM t", as: Int.self) } == [2, 4])
    }

    @Test(arguments: FMDBForm.allCases) func withFMDBsCallsABlockMayCommitAndBeginAnew(
        _ form: FMDBForm
    ) throws {
        let queue = try #require(SilentQueue(path: folder.file()))
        queue.inDatabase { db in #expect(db.executeStatements("CREATE TABLE t (x UNIQUE)")) }

        form.run(on: queue) { db, _ in
            #expect(db.executeUpdate("INSERT INTO t VALUES (1)", withArgumentsIn: []))
            #expect(db.executeStatements("COMMIT; BEGIN"))
            #expect(db.executeUpdate("INSERT INTO t VALUES (2)", withArgumentsIn: []))
            #expect(db.commit())
            #expect(db.beginTransaction())
            #expect(db.executeUpdate("INSERT INTO t VALUES (3)", withArgumentsIn: []))
        }

        #expect(queue.lastTransactionError?.message.contains("its earlier changes were committed") == true)
        #expect(try queue.withDatabase { db in try db.rows("SELECT x FROM t", as: Int.self) } == [1, 2, 3])
    }

    // MARK: A transaction of an earlier block

    @Test func whatWouldBeLostWithAForgottenTransactionIsRefused() throws {
        var configuration = FMDatabaseQueue.Configuration()
        configuration.label = "people"
        let queue = try SilentQueue(path: folder.file(), configuration: configuration)
        try queue.withDatabase { db in try db.script("CREATE TABLE t (x UNIQUE)") }
        queue.inDatabase { db in #expect(db.executeUpdate("BEGIN IMMEDIATE", withArgumentsIn: [])) }

        let errors = [
            thrown { try queue.withDatabase { db in try db.insert(1) } },
            thrown { try queue.withTransaction { db in try db.insert(1) } },
            thrown { try queue.withSavePoint { db in try db.insert(1) } },
        ]

        for error in errors {
            #expect(error?.resultCode == .misuse)
            #expect(error?.message.contains("\"people\"") == true)
            #expect(error?.sql == "BEGIN IMMEDIATE")
        }
        queue.inDatabase { db in #expect(db.rollback()) }
        try queue.withDatabase { db in try db.insert(2) }
        #expect(try queue.withDatabase { db in try db.rows("SELECT x FROM t", as: Int.self) } == [2])
    }

    @Test func aBlockThatReleasesTheSavePointOfItsVerbLeavesEarlierResultSetsAlone() throws {
        let db = FMDatabase.file(folder.file())
        try db.script("CREATE TABLE t (x UNIQUE); INSERT INTO t VALUES (1), (2); SAVEPOINT a; SAVEPOINT b")
        let rows = try db.executeQuery("SELECT x FROM t ORDER BY x", values: nil)
        #expect(rows.next())
        let error = thrown { try db.withSavePoint { try db.execute("RELEASE b") } }
        #expect(error?.resultCode == .misuse)
        #expect(rows.next())
        #expect(rows.int(forColumnIndex: 0) == 2)
    }

    @Test func aSavePointOfItsOwnInABlockThatHasEndedItsTransactionIsOver() throws {
        let queue = try #require(SilentQueue(path: folder.file()))
        queue.inTransaction { db, _ in
            #expect(db.executeUpdate("CREATE TABLE t (x UNIQUE)", withArgumentsIn: []))
            #expect(db.executeUpdate("COMMIT", withArgumentsIn: []))
            #expect(db.inSavePoint { _ in db.executeUpdate("INSERT INTO t VALUES (1)", withArgumentsIn: []) } == nil)
            // An error of a statement alone, in no transaction.
            #expect(!db.executeUpdate("INSERT INTO t VALUES (1)", withArgumentsIn: []))
            #expect(db.executeUpdate("INSERT INTO t VALUES (2)", withArgumentsIn: []))
            #expect(db.beginTransaction())
        }
        #expect(queue.lastTransactionError?.resultCode == .misuse)
        #expect(try queue.withDatabase { db in try db.rows("SELECT x FROM t", as: Int.self) } == [1, 2])
    }
}
