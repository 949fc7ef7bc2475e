#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    import FMDBTestSupport
    import Foundation
    import Testing

    extension SimulationTests {
        /// What the library's threads and waits do without a file.
        @Suite(.serialized) struct WaitTests {
            /// Runs a body with each seed twice, and expects equal traces.
            static func repeatedly(
                _ seeds: Int, settings: FMSimulation.Settings = FMSimulation.Settings(),
                _ body: @escaping @Sendable (FMSimulation.Run) async throws -> Void
            ) throws {
                for seed in FMSimulation.seeds(seeds) {
                    let simulation = FMSimulation(seed: seed, settings: settings)
                    try simulation.run(body)
                    let first = simulation.traceHash
                    try simulation.run(body)
                    #expect(simulation.traceHash == first, "seed \(seed)")
                }
            }

            @Test func tasksTakeTurnsAtAQueue() throws {
                try Self.repeatedly(200) { _ in
                    let queue = try #require(FMDatabaseQueue(path: ":memory:"))
                    try await queue.execute("CREATE TABLE t (n INTEGER)")
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        for number in 0..<4 {
                            group.addTask {
                                for _ in 0..<3 {
                                    try await queue.withTransaction { db in
                                        let count: Int = try db.value("SELECT count(*) FROM t")
                                        try db.execute("INSERT INTO t VALUES (\(count * 10 + number))")
                                    }
                                }
                            }
                        }
                        try await group.waitForAll()
                    }
                    let counts: [Int] = try await queue.rows("SELECT n / 10 FROM t ORDER BY rowid")
                    #expect(counts == Array(0..<12))
                    queue.close()
                }
            }
        }
    }
#endif
