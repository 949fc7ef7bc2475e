#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    import FMDBTestSupport
    import Foundation
    import Testing

    extension SimulationTests {
        /// What a run leaves behind, and what it repeats with SQLite in it.
        @Suite(.serialized) struct LeftoverTests {
            private struct Found: Error {}

            private static func count(_ folder: String) throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: folder).count
            }

            /// Writes with two processes, of which one is killed with the database open.
            @Sendable private static func writeAndKill(_ run: FMSimulation.Run) async throws {
                let (first, second) = (run.process("first"), run.process("second"))
                try await first.run {
                    let pool = FMDatabasePool(path: "/a.db")
                    try await pool.execute("CREATE TABLE t (n INTEGER)")
                }
                first.kill()
                try await second.run {
                    let queue = try #require(FMDatabaseQueue(path: "/a.db"))
                    try await queue.execute("INSERT INTO t VALUES (random())")
                }
            }

            @Test func threadsAndDescriptorsAreGivenBack() throws {
                let wait = FMSimulation.Settings()
                try FMSimulation(seed: 1, settings: wait).run(Self.writeAndKill)
                let (descriptors, threads) = (try Self.count("/proc/self/fd"), try Self.count("/proc/self/task"))
                for seed in FMSimulation.seeds(40, from: 1) {
                    try FMSimulation(seed: seed).run(Self.writeAndKill)
                    #expect(throws: FMSimulation.Failure.self) {
                        var settings = FMSimulation.Settings()
                        settings.shrinkingRuns = 2
                        try FMSimulation(seed: seed, settings: settings).run { run in
                            try await Self.writeAndKill(run)
                            for await _ in AsyncStream<Int>(unfolding: { nil as Int? }) {}
                            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
                        }
                    }
                }
                // A thread that ends needs a moment.
                let end = ContinuousClock.now + .seconds(10)
                while try Self.count("/proc/self/task") > threads + 8, .now < end { sched_yield() }
                #expect(try Self.count("/proc/self/task") <= threads + 8)
                #expect(try Self.count("/proc/self/fd") <= descriptors + 8)
            }

            @Test func aShortenedFailureRepeatsWithSQLite() throws {
                let body: @Sendable (FMSimulation.Run) async throws -> Void = { run in
                    try await run.process("writer").run {
                        let queue = try #require(FMDatabaseQueue(path: "/a.db"))
                        try await queue.execute("CREATE TABLE t (n INTEGER)")
                        try await withThrowingTaskGroup(of: Void.self) { group in
                            for _ in 0..<3 {
                                group.addTask { try await queue.execute("INSERT INTO t VALUES (random() % 5)") }
                            }
                            try await group.waitForAll()
                        }
                        let numbers: [Int] = try await queue.rows("SELECT n FROM t ORDER BY rowid")
                        if numbers.first == 3 { throw Found() }
                    }
                }
                var failure: FMSimulation.Failure?
                for seed in FMSimulation.seeds(200, from: 1) where failure == nil {
                    do { try FMSimulation(seed: seed).run(body) } catch let found as FMSimulation.Failure {
                        failure = found
                    }
                }
                let found = try #require(failure)
                #expect(found.underlying is Found)
                let again = #expect(throws: FMSimulation.Failure.self) {
                    try FMSimulation(seed: found.seed, schedule: found.schedule).run(body)
                }
                #expect(again?.step == found.step)
            }

            @Test func copiesAreMadeInASimulation() throws {
                let sum = try FMSimulation(seed: 1).run { run in
                    try await run.process("copier").run {
                        let db = FMDatabase(path: "/a.db")
                        guard db.open() else { throw db.lastError() }
                        try db.execute("CREATE TABLE t (n INTEGER)")
                        try db.execute("INSERT INTO t VALUES (1), (2)")
                        try db.backup(to: "/b.db")
                        try db.vacuum(into: "/c.db")
                        let copies = try ["/b.db", "/c.db"].map { path in
                            let copy = FMDatabase(path: path)
                            guard copy.open() else { throw copy.lastError() }
                            defer { copy.close() }
                            return try copy.value("SELECT sum(n) FROM t", as: Int.self)
                        }
                        db.close()
                        return copies
                    }
                }
                #expect(sum == [3, 3])
            }

            @Test func aTaskThatAnotherThreadResumesDoesNotGoOn() throws {
                let hasGoneOn = Locked(false)
                let (gate, resumed) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
                var settings = FMSimulation.Settings()
                settings.shrinkingRuns = 0
                let failure = #expect(throws: FMSimulation.Failure.self) {
                    try FMSimulation(seed: 1, settings: settings).run { _ in
                        await withCheckedContinuation { continuation in
                            DispatchQueue.global().async {
                                gate.wait()
                                continuation.resume()
                                resumed.signal()
                            }
                        }
                        hasGoneOn.withLock { $0 = true }
                    }
                }
                gate.signal()
                resumed.wait()
                #expect(failure?.kind == .deadlock)
                #expect(!hasGoneOn.value)
            }
        }
    }
#endif
