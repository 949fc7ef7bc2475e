#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    @testable import FMDBTestSupport
    import Foundation
    import Testing

    extension SimulationTests {
        /// Transactions that read while their queue is suspended at any time.
        @Suite(.serialized) struct SuspensionSimulations {
            @Test func aReaderIsToldOfTheSuspension() throws {
                for seed in SimulationTests.seeds(40) {
                    try SimulationTests.play(seed, FMSimulation.Settings()) { run in
                        try await run.process("app").run {
                            try await readAndSuspend(SeededNumbers(Int(truncatingIfNeeded: seed)))
                        }
                    }
                }
            }

            private func readAndSuspend(_ numbers: SeededNumbers) async throws {
                let queue = try FMDatabaseQueue(path: "/app.db", configuration: .init())
                defer { queue.close() }
                try await queue.withDatabase { db in
                    _ = try db.value("PRAGMA journal_mode = WAL", as: String.self)
                    try db.execute("CREATE TABLE item (id INTEGER PRIMARY KEY)")
                    try db.execute("INSERT INTO item VALUES (1), (2), (3), (4), (5), (6)")
                }
                async let suspensions: Void = suspend(queue, numbers)
                for _ in 0..<20 {
                    do {
                        try await queue.withDatabase { db in
                            try db.withTransaction(.deferred) {
                                // An interruption lasts as long as a statement has rows left.
                                let rows = try db.query("SELECT id FROM item")
                                while try rows.nextRow() != nil { Thread.sleep(forTimeInterval: 0.001) }
                            }
                        }
                    } catch let error as FMError where error.resultCode == .interrupt {}
                }
                try await suspensions
            }

            private func suspend(_ queue: FMDatabaseQueue, _ numbers: SeededNumbers) async throws {
                var numbers = numbers
                for _ in 0..<20 {
                    try await Task.sleep(for: .microseconds(numbers.pick([100, 1_000, 5_000])))
                    queue.suspend()
                    try await Task.sleep(for: .microseconds(numbers.pick([100, 1_000, 5_000])))
                    queue.resume()
                }
            }
        }
    }
#endif
