#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    @testable import FMDBTestSupport
    import Foundation
    import Testing

    extension SimulationTests {
        /// Result sets that another thread closes when their block ends.
        @Suite(.serialized) struct EscapeSimulations {
            @Test(arguments: SimulationTests.seeds(10)) func aClosedResultSetReadsNoLonger(_ seed: UInt64) throws {
                try play(seed, FMSimulation.Settings()) { run in
                    let process = run.process("app")
                    try await process.run {
                        let queue = try #require(FMDatabaseQueue(path: "/app.db"))
                        for _ in 0..<5 { try await EscapeSimulations.escape(queue, process) }
                        queue.close()
                    }
                }
            }

            private static func escape(_ queue: FMDatabaseQueue, _ process: FMSimulation.Process) async throws {
                let escaped = Locked<Escaped?>(nil, isQuiet: true)
                let isOver = Locked(false, isQuiet: true)
                async let closed: Void = withUnsafeContinuation { continuation in
                    process.thread("closer") {
                        while escaped.value == nil, !isOver.value { Thread.sleep(forTimeInterval: 0.000_001) }
                        escaped.value?.rows.close()
                        continuation.resume()
                    }
                }
                await withUnsafeContinuation { continuation in
                    process.thread("reader") {
                        queue.inDatabase { db in
                            guard
                                let rows = db.executeQuery(
                                    "SELECT 1 UNION SELECT 2 FROM sqlite_master", withArgumentsIn: [])
                            else { return }
                            #expect(rows.next())
                            escaped.withLock { $0 = Escaped(rows: rows) }
                        }
                        continuation.resume()
                    }
                }
                isOver.withLock { $0 = true }
                await closed
                // In this journal mode, a reader keeps others from writing.
                let other = FMDatabase(path: "/app.db")
                #expect(other.open())
                other.maxBusyRetryTimeInterval = 0
                let isWritten = other.executeStatements("CREATE TABLE IF NOT EXISTS t (n); INSERT INTO t VALUES (1)")
                let error = other.lastError()
                other.close()
                if !isWritten { throw error }
            }

            private struct Escaped: @unchecked Sendable {
                // SAFETY: closing is what another thread may do.
                let rows: FMResultSet
            }
        }
    }
#endif
