import FMDB
import FMDBTestHelpers
import Testing

/// What can go wrong in a transaction, for each way to run one: the caller is told, the rows are right, and the
/// connection is clean afterwards.
@Suite struct FailureMatrixTests {
    private let folder = TemporaryFolder()

    private func scene(_ verb: TransactionVerb, journal: String = "DELETE") throws -> FailureScene {
        try FailureScene(verb, folder.file(), journal: journal)
    }

    // MARK: BEGIN

    @Test(arguments: TransactionVerb.allCases) func beginMeetsALock(_ verb: TransactionVerb) async throws {
        let scene = try scene(verb)
        let other = FMDatabase.file(folder.file())
        #expect(other.beginImmediateTransaction())
        let hasRun = Locked(false)

        let error = await scene.failure { db in
            hasRun.withLock { $0 = true }
            try db.insert(1)
        }

        #expect(error?.resultCode == .busy)
        // FMDB's blocks always run; then each statement fails.
        #expect(hasRun.value == verb.isFMDB)
        #expect(other.rollback())
        try await scene.expectClean()
    }

    // MARK: A statement

    @Test(arguments: TransactionVerb.allCases) func aStatementFails(_ verb: TransactionVerb) async throws {
        let scene = try scene(verb)
        try await scene.run { db in try db.insert(1) }

        let error = await scene.failure { db in
            try db.insert(2)
            try db.insert(1)
        }

        #expect(error?.extendedCode == .constraintUnique)
        try await scene.expectClean([1])
    }

    @Test(arguments: TransactionVerb.allCases) func aStatementThatFailsAndIsPassedOverUndoesItselfAlone(
        _ verb: TransactionVerb
    ) async throws {
        let scene = try scene(verb)
        try await scene.run { db in
            try db.insert(1)
            #expect(thrown { try db.insert(1) }?.resultCode == .constraint)
            try db.insert(2)
        }
        try await scene.expectClean([1, 2])
    }

    @Test(arguments: TransactionVerb.allCases) func aStatementRollsTheTransactionBack(
        _ verb: TransactionVerb
    ) async throws {
        let scene = try scene(verb)
        try await scene.run { db in try db.insert(1) }

        let error = await scene.failure { db in
            try db.insert(2)
            try db.execute("INSERT OR ROLLBACK INTO t VALUES (1)")
        }

        #expect(error?.resultCode == .constraint || verb.isFMDB)
        try await scene.expectClean([1])
    }

    @Test(arguments: TransactionVerb.throwing) func aRollbackThatTheBodyIgnoresIsThrown(
        _ verb: TransactionVerb
    ) async throws {
        let scene = try scene(verb)
        try await scene.run { db in try db.insert(1) }

        let error = await scene.failure { db in
            try db.insert(2)
            _ = try? db.execute("INSERT OR ROLLBACK INTO t VALUES (1)")
        }

        #expect(error != nil)
        try await scene.expectClean([1])
    }

    @Test(arguments: TransactionVerb.allCases) func theFileMayGrowNoMore(_ verb: TransactionVerb) async throws {
        let scene = try scene(verb)
        try await scene.run { db in try db.insert(1) }

        let error = await scene.failure { db in
            try db.insert(2)
            let pages = try db.value("PRAGMA page_count", as: Int.self)
            try db.script("PRAGMA max_page_count = \(pages)")
            defer { db.executeStatements("PRAGMA max_page_count = 1000000") }
            try db.execute("INSERT INTO t VALUES (zeroblob(1000000))")
        }

        #expect(error?.resultCode == .full || verb.isFMDB)
        try await scene.expectClean([1])
    }

    // MARK: The body

    @Test(arguments: TransactionVerb.allCases) func theBodyThrows(_ verb: TransactionVerb) async throws {
        let scene = try scene(verb)

        await #expect(throws: Regret.self) {
            try await scene.run { db in
                try db.insert(1)
                throw Regret()
            }
        }

        try await scene.expectClean()
    }

    @Test(arguments: TransactionVerb.throwing) func theBodyEndsTheTransactionItself(
        _ verb: TransactionVerb
    ) async throws {
        let scene = try scene(verb)
        let error = await scene.failure { db in
            try db.insert(1)
            try db.execute("ROLLBACK")
        }
        #expect(error != nil)
        try await scene.expectClean()
    }

    @Test(arguments: TransactionVerb.allCases) func theBodyLeavesAResultSetOpen(_ verb: TransactionVerb) async throws {
        let scene = try scene(verb)
        try await scene.run { db in
            for number in 1...3 { try db.insert(number) }
            #expect(try db.query("SELECT x FROM t").next())
        }
        #expect(try scene.content() == [1, 2, 3])
    }

    @Test(arguments: TransactionVerb.allCases) func theBodyThrowsWithAResultSetOpen(
        _ verb: TransactionVerb
    ) async throws {
        let scene = try scene(verb)
        await #expect(throws: Regret.self) {
            try await scene.run { db in
                try db.insert(1)
                let rows = try db.query("SELECT x FROM t")
                #expect(rows.next())
                throw Regret()
            }
        }
        try await scene.expectClean()
    }

    // MARK: COMMIT

    @Test(arguments: TransactionVerb.allCases) func aForeignKeyIsNotSatisfied(_ verb: TransactionVerb) async throws {
        let scene = try scene(verb)

        let error = await scene.failure { db in
            try db.insert(1)
            try db.execute("INSERT INTO child VALUES (7)")
        }

        #expect(error?.extendedCode == .constraintForeignKey)
        try await scene.expectClean()
    }

    @Test(arguments: TransactionVerb.queues.filter { $0 != .fmdbExclusive }) func aReaderKeepsTheCommitOut(
        _ verb: TransactionVerb
    ) async throws {
        let scene = try scene(verb)
        try await scene.run { db in
            try db.insert(1)
            try db.insert(2)
        }
        let reader = FMDatabase.file(folder.file())
        let rows = try reader.query("SELECT x FROM t")
        #expect(rows.next())

        let error = await scene.failure { db in try db.insert(3) }

        #expect(error?.resultCode == .busy)
        rows.close()
        try await scene.expectClean([1, 2])
    }

    @Test(arguments: TransactionVerb.allCases, [FMTestDisk.Operation.write, .sync])
    func theDiskFailsAtTheCommit(_ verb: TransactionVerb, _ operation: FMTestDisk.Operation) async throws {
        let disk = FMTestDisk()
        let scene = try FailureScene(verb, folder.file(), vfs: disk.vfs) { db in
            // In WAL mode only then a commit forces anything to the disk.
            try db.script("PRAGMA synchronous = FULL")
        }
        try await scene.run { db in try db.insert(1) }

        let error = await scene.failure { db in
            try db.insert(2)
            disk.fail([operation], at: 1, .sticky, code: operation == .write ? .full : nil)
        }

        #expect(error?.resultCode == (operation == .write ? .full : .ioError))
        #expect(disk.failures > 0)
        disk.heal()
        try await scene.expectClean([1])
    }

    @Test(arguments: TransactionVerb.allCases, ["DELETE", "WAL"])
    func anyOneOperationOnTheDiskFails(_ verb: TransactionVerb, _ journal: String) async throws {
        let disk = FMTestDisk()
        let scene = try FailureScene(verb, folder.file(), vfs: disk.vfs, journal: journal)
        var rows: [Int] = []
        for number in 1...12 {
            disk.fail([.write, .sync, .truncate, .delete], at: number)
            // Who is told that it has worked finds the row, who is told otherwise does not.
            do {
                try await scene.run { db in try db.insert(number) }
                rows.append(number)
            } catch {
                #expect(error is FMError)
            }
            disk.heal()
            #expect(try scene.content() == rows, "at operation \(number)")
        }
        #expect(rows != Array(1...12))
        try await scene.expectClean(rows)
    }

    // MARK: The process

    #if os(Linux) || os(macOS)
        @Test(arguments: TransactionVerb.allCases) func theProcessIsKilled(_ verb: TransactionVerb) async throws {
            let path: String = folder.file()
            await #expect(processExitsWith: .signal(SIGKILL)) { [verb, path = path as String] in
                let scene = try FailureScene(verb, path)
                try await scene.run { db in try db.insert(1) }
                try await scene.run { db in
                    try db.insert(2)
                    kill(getpid(), SIGKILL)
                }
            }
            let database = FMDatabase.file(path)
            #expect(try database.rows("SELECT x FROM t", as: Int.self) == [1])
            #expect(try database.value("PRAGMA integrity_check", as: String.self) == "ok")
            try database.insert(3)
        }
    #endif
}
