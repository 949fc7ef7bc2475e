import FMDB
import FMDBTestHelpers
import Testing

/// Transactions that share a commit, one of which goes wrong.
@Suite struct SharedCommitFailureTests {
    private let folder = TemporaryFolder()

    /// Runs transactions at the same time, the first of which begins alone.
    ///
    /// - Returns: the error of each; nil for those that were told that they are written.
    private func errors(
        _ scene: FailureScene, _ bodies: [@Sendable (FMDatabase) throws -> Void]
    ) async throws -> [FMError?] {
        let begun = AsyncStream<Void>.makeStream()
        let release = DispatchSemaphore(value: 0)
        let first = Task {
            await Self.outcome(of: scene) { db in
                begun.continuation.finish()
                release.arrives()
                try bodies[0](db)
            }
        }
        for await _ in begun.stream {}
        let others = bodies.dropFirst().map { body in Task { await Self.outcome(of: scene, body) } }
        // Time for some of the others to queue up. Whether they come in time changes nothing that is expected.
        for _ in 0..<100 { await Task.yield() }
        release.signal()
        let tasks = [first] + others
        return try await withoutHanging {
            var errors: [FMError?] = []
            for task in tasks { errors.append(await task.value) }
            return errors
        }
    }

    private static func outcome(
        of scene: FailureScene, _ body: @escaping @Sendable (FMDatabase) throws -> Void
    ) async -> FMError? {
        do {
            try await scene.run(body)
            return nil
        } catch {
            return error as? FMError
        }
    }

    @Test(arguments: [TransactionVerb.queueSharedAsync, .poolSharedAsync])
    func whoThrowsIsUndoneAlone(_ verb: TransactionVerb) async throws {
        let scene = try FailureScene(verb, folder.file())
        let errors = try await errors(
            scene,
            [
                { try $0.insert(1) },
                {
                    try $0.insert(2)
                    try $0.insert(1)
                },
                { try $0.insert(3) },
            ])
        #expect(errors.map { $0?.extendedCode } == [nil, .constraintUnique, nil])
        try await scene.expectClean([1, 3])
    }

    @Test(arguments: [TransactionVerb.queueSharedAsync, .poolSharedAsync])
    func whoLeavesAForeignKeyUnsatisfiedIsUndoneAlone(_ verb: TransactionVerb) async throws {
        let scene = try FailureScene(verb, folder.file())
        let orphan = { @Sendable (db: FMDatabase) in
            try db.insert(2)
            try db.execute("INSERT INTO child VALUES (7)")
        }
        let errors = try await errors(scene, [{ try $0.insert(1) }, orphan, { try $0.insert(3) }, orphan])
        #expect(errors.map { $0?.extendedCode } == [nil, .constraintForeignKey, nil, .constraintForeignKey])
        try await scene.expectClean([1, 3])
    }

    @Test(arguments: [TransactionVerb.queueSharedAsync, .poolSharedAsync])
    func aCallThatHasNotBegunIgnoresTheRollbackOfAnother(_ verb: TransactionVerb) async throws {
        let scene = try FailureScene(verb, folder.file())
        try await scene.run { db in try db.insert(1) }
        let errors = try await errors(
            scene,
            [
                { _ = try $0.execute("INSERT OR ROLLBACK INTO t VALUES (1)") },
                { try $0.insert(2) }, { try $0.insert(3) },
            ])
        #expect(errors.map { $0?.extendedCode } == [.constraintUnique, nil, nil])
        try await scene.expectClean([1, 2, 3])
    }

    @Test(arguments: [TransactionVerb.queueSharedAsync, .poolSharedAsync])
    func whenTheCommitFailsAllCallsThrow(_ verb: TransactionVerb) async throws {
        let disk = FMTestDisk()
        let scene = try FailureScene(verb, folder.file(), vfs: disk.vfs) { db in
            try db.script("PRAGMA synchronous = FULL")
        }
        let errors = try await errors(
            scene,
            [
                {
                    try $0.insert(1)
                    disk.fail([.sync], at: 1, .sticky)
                },
                { try $0.insert(2) }, { try $0.insert(3) },
            ])
        #expect(errors.map { $0?.resultCode } == [.ioError, .ioError, .ioError])
        disk.heal()
        try await scene.expectClean()
    }

    /// Runs two transactions until they share a commit, and the second one can tell.
    ///
    /// - Parameter second: runs when the first one is done and not yet committed.
    /// - Returns: the errors of both.
    private func shared(
        _ scene: FailureScene, _ second: @escaping @Sendable (FMDatabase) throws -> Void
    ) async throws -> [FMError?] {
        for number in 1...1000 {
            let (hasFirstRun, areShared) = (Locked(false), Locked(false))
            let errors = try await errors(
                scene,
                [
                    { _ in },
                    { db in
                        try db.insert(number)
                        hasFirstRun.withLock { $0 = true }
                    },
                    { db in
                        guard hasFirstRun.value, try !scene.content().contains(number) else { return }
                        areShared.withLock { $0 = true }
                        try second(db)
                    },
                ])
            if areShared.value { return Array(errors.dropFirst()) }
            try await scene.run { db in _ = try db.execute("DELETE FROM t") }
        }
        throw Hanging()
    }

    @Test(arguments: [TransactionVerb.queueSharedAsync, .poolSharedAsync])
    func aCommitOfACFunctionThatFailsAcknowledgesNoCall(_ verb: TransactionVerb) async throws {
        let disk = FMTestDisk()
        let scene = try FailureScene(verb, folder.file(), vfs: disk.vfs)
        let code = Locked<Int32>(0)
        let errors = try await shared(scene) { db in
            disk.fail([.write], code: .full)
            let result = RawObjects.run(db, "COMMIT")
            code.withLock { $0 = result }
            disk.heal()
        }

        #expect(code.value == FMResultCode.full.rawValue)
        #expect(errors.map { $0?.resultCode } == [.abort, .misuse])
        #expect(errors[1]?.message.contains("rolled back") == true)
        try await scene.expectClean()
    }

    @Test(arguments: [TransactionVerb.queueSharedAsync, .poolSharedAsync])
    func aCommitOfACFunctionStandsWhateverFailsBehindIt(_ verb: TransactionVerb) async throws {
        let scene = try FailureScene(verb, folder.file())
        let errors = try await shared(scene) { db in
            RawObjects.run(db, "COMMIT")
            RawObjects.run(db, "INSERT INTO t SELECT x FROM t")
            RawObjects.run(db, "BEGIN; DELETE FROM t; ROLLBACK")
        }

        #expect(errors.map { $0?.resultCode } == [nil, .misuse])
        #expect(errors[1]?.message.contains("committed") == true)
        #expect(try scene.content().count == 1)
    }

    @Test(arguments: [TransactionVerb.queueSharedAsync, .poolSharedAsync])
    func aCallThatLosesTheTransactionOfAnotherGetsTheReason(_ verb: TransactionVerb) async throws {
        let scene = try FailureScene(verb, folder.file())
        let errors = try await shared(scene) { db in
            db.makeFunctionNamed("stop", arguments: 1) { [unowned db] context, _, _ in
                db.interrupt()
                db.resultLong(0, context: context)
            }
            _ = try db.execute(
                """
                INSERT INTO t WITH RECURSIVE c (i) AS (SELECT 10000 UNION ALL SELECT i + 1 FROM c)
                SELECT i + stop(i) FROM c
                """)
        }

        #expect(errors.map { $0?.resultCode } == [.interrupt, .interrupt])
        try await scene.expectClean()
    }

    @Test(arguments: [TransactionVerb.queueSharedAsync, .poolSharedAsync])
    func aConstraintOfOneIsNoConstraintOfTheOthers(_ verb: TransactionVerb) async throws {
        let scene = try FailureScene(verb, folder.file())
        let errors = try await shared(scene) { db in
            _ = try db.execute("INSERT OR ROLLBACK INTO t SELECT x FROM t")
        }

        #expect(errors.map { $0?.resultCode } == [.abort, .constraint])
        #expect(errors[0]?.message.contains("UNIQUE constraint failed: t.x") == true)
        try await scene.expectClean()
    }

    @Test(arguments: [TransactionVerb.queueSharedAsync, .poolSharedAsync])
    func whenTheDiskFailsEachCallReportsItsOutcome(_ verb: TransactionVerb) async throws {
        let disk = FMTestDisk()
        let scene = try FailureScene(verb, folder.file(), vfs: disk.vfs)
        var expected: [Int] = []
        for round in 1...15 {
            let numbers = (0..<4).map { round * 10 + $0 }
            disk.fail([.write, .sync, .truncate, .delete], at: round)
            let errors = try await errors(scene, numbers.map { number in { try $0.insert(number) } })
            disk.heal()
            expected += zip(numbers, errors).filter { $1 == nil }.map { $0.0 }
            #expect(try scene.content() == expected, "at operation \(round)")
        }
        try await scene.expectClean(expected, then: 1000)
    }
}
