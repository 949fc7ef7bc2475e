#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    import FMDBTestSupport
    import Testing

    extension SimulationTests {
        /// Several connections of several processes write at once: what was acknowledged is there, and nothing else.
        @Suite struct ContentionTests {
            private static func add(_ count: Int) throws -> Int {
                let database = FMDatabase(path: "/app.db")
                database.logsErrors = false
                database.maxBusyRetryTimeInterval = 1
                guard database.open() else { return 0 }
                defer { database.close() }
                var acknowledged = 0
                for _ in 0..<count where database.executeStatements("UPDATE total SET sum = sum + 1") {
                    acknowledged += 1
                }
                return acknowledged
            }

            private static func create(_ journal: String) throws {
                let database = FMDatabase(path: "/app.db")
                guard database.open() else { throw database.lastError() }
                defer { database.close() }
                let sql = "PRAGMA journal_mode = \(journal); CREATE TABLE total (sum); INSERT INTO total VALUES (0)"
                guard database.executeStatements(sql) else { throw database.lastError() }
            }

            private static func found() throws -> [String] {
                let database = FMDatabase(path: "/app.db")
                guard database.open() else { throw database.lastError() }
                defer { database.close() }
                return [
                    try database.value("SELECT sum || '' FROM total", as: String.self),
                    try database.value("PRAGMA integrity_check", as: String.self),
                ]
            }

            @Test(arguments: ["DELETE", "WAL"], FMSimulation.seeds(20, from: 1))
            func connectionsOfSeveralProcesses(_ journal: String, _ seed: UInt64) throws {
                let (sum, found) = try FMSimulation(seed: seed).run { run in
                    try Self.create(journal)
                    let sum = try await withThrowingTaskGroup(of: Int.self) { group in
                        for name in ["one", "two"] {
                            let process = run.process(name)
                            for _ in 0..<3 { group.addTask { try await process.run { try Self.add(4) } } }
                        }
                        return try await group.reduce(0, +)
                    }
                    return (sum, try Self.found())
                }
                #expect(found == ["\(sum)", "ok"])
                #expect(sum > 0)
            }
        }
    }
#endif
