import FMDB
import Support
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
    func whoHasNotBegunIsNotToldOfAnothersRollback(_ verb: TransactionVerb) async throws {
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
    func whenTheCommitFailsAllAreTold(_ verb: TransactionVerb) async throws {
        let disk = FaultPlan(for: folder.file())
        let scene = try FailureScene(verb, folder.file(), vfs: FaultVFS.name) { db in
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

    @Test(arguments: [TransactionVerb.queueSharedAsync, .poolSharedAsync])
    func whenTheDiskFailsSomewhereEachIsToldTheTruth(_ verb: TransactionVerb) async throws {
        let disk = FaultPlan(for: folder.file())
        let scene = try FailureScene(verb, folder.file(), vfs: FaultVFS.name)
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
