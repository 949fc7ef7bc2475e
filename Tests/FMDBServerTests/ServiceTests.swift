#if Server
    import FMDBServer
    import Logging
    import ServiceLifecycle
    import ServiceLifecycleTestKit
    import FMDBTestHelpers
    import Testing

    /// The service: from the migrations to the shutdown.
    @Suite struct ServiceTests {
        private let scene = ServerScene()

        private static let endless: FMSQL = """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000000000) SELECT max(i) FROM n
            """

        private var pool: FMDatabasePool { FMDatabasePool(path: scene.path, configuration: scene.configuration) }

        private var migrator: FMMigrator {
            FMMigrator([.step("person") { try $0.execute("CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT)") }])
        }

        private func service(
            _ pool: FMDatabaseCoordinator, _ migrator: FMMigrator? = nil, drain: Duration = .seconds(60),
            interval: Duration? = .milliseconds(1)
        ) -> FMDatabaseService {
            FMDatabaseService(
                pool, migrations: migrator ?? self.migrator, drainTimeout: drain, metricsInterval: interval,
                logger: scene.logger, metrics: scene.metrics)
        }

        private var hasLog: Bool { FileManager.default.fileExists(atPath: scene.path + "-wal") }

        private func rows() throws -> [String] {
            let database = FMDatabase.file(scene.path)
            defer { database.close() }
            return try database.rows("SELECT name FROM person ORDER BY id", as: String.self)
        }

        /// Awaits that something was logged.
        private func logged(_ message: String) async { while scene.entries(message).isEmpty { await Task.yield() } }

        @Test func itMigratesRunsAndCloses() async throws {
            let pool = pool
            try await testGracefulShutdown { trigger in
                async let run: Void = service(pool, interval: nil).run()
                await logged("the database is open")
                try await pool.write { try $0.execute("INSERT INTO person (name) VALUES ('a')") }
                #expect(hasLog)
                trigger.triggerGracefulShutdown()
                try await run
            }
            #expect(try rows() == ["a"])
            #expect(!hasLog)
            #expect(scene.entries("the database is open").first?.metadata["migrated"] == ["person"])
            #expect(scene.entries("the database is open").first?.metadata["database"] == "orders")
            #expect(scene.entries("the database is closed").count == 1)
            #expect(throws: FMError.self) { try pool.read { _ in } }
        }

        @Test func itMeasuresItsConnectionsWhileItRuns() async throws {
            let pool = pool
            try await testGracefulShutdown { trigger in
                async let run: Void = service(pool).run()
                while scene.metrics.recorders(label: "sqlite_connections").isEmpty { await Task.yield() }
                trigger.triggerGracefulShutdown()
                try await run
            }
            let open = [("database", "orders"), ("kind", "writer"), ("state", "open")]
            #expect(try scene.metrics.expectRecorder("sqlite_connections", open).lastValue == 1)
        }

        /// The order of a group: what uses the database is shut down before it.
        @Test func noAcknowledgedWriteIsLostByAShutdownAmidWrites() async throws {
            struct Writers: Service {
                let pool: FMDatabasePool
                let acknowledged = Locked<[String]>([])
                let goesOn = Locked(true)

                func run() async throws {
                    try await withGracefulShutdownHandler {
                        try await withThrowingTaskGroup(of: Void.self) { group in
                            for writer in 0..<8 { group.addTask { try await write(writer) } }
                            try await group.waitForAll()
                        }
                    } onGracefulShutdown: {
                        goesOn.withLock { $0 = false }
                    }
                }

                private func write(_ writer: Int) async throws {
                    var number = 0
                    while goesOn.value {
                        number += 1
                        let name = "\(writer)-\(number)"
                        try await pool.write { try $0.execute("INSERT INTO person (name) VALUES (\(name))") }
                        acknowledged.withLock { $0.append(name) }
                    }
                }
            }
            let pool = pool
            let (database, writers) = (service(pool), Writers(pool: pool))
            try await database.prepare()
            var configuration = ServiceGroupConfiguration(
                services: [.init(service: database), .init(service: writers)], logger: scene.logger)
            configuration.services[1].successTerminationBehavior = .ignore
            let group = ServiceGroup(configuration: configuration)
            async let run: Void = group.run()
            while writers.acknowledged.value.count < 200 { await Task.yield() }
            await group.triggerGracefulShutdown()
            try await run
            #expect(try rows().sorted() == writers.acknowledged.value.sorted())
            #expect(!hasLog)
        }

        @Test func callsThatOutlastTheDrainAreInterruptedAndTold() async throws {
            let pool = pool
            let service = service(pool, drain: .milliseconds(1))
            try await service.prepare()
            let isInside = AsyncStream<Void>.makeStream()
            let call = Task {
                try await pool.write { db in
                    try db.execute("INSERT INTO person (name) VALUES ('uncommitted')")
                    isInside.continuation.finish()
                    _ = try db.value(ServiceTests.endless, as: Int.self)
                }
            }
            for await _ in isInside.stream {}
            await testGracefulShutdown { trigger in
                trigger.triggerGracefulShutdown()
                let error = await #expect(throws: FMError.self) { try await service.run() }
                #expect(error?.extendedCode == .deadlineExceeded)
                #expect(error?.message.contains("drainTimeout") == true)
            }
            let error = await #expect(throws: FMError.self) { try await call.value }
            #expect(error?.resultCode == .interrupt)
            #expect(try rows().isEmpty)
            #expect(!hasLog)
        }

        @Test func aFailedMigrationIsThrownAndTheDatabaseIsClosed() async throws {
            let pool = pool
            let failing = FMMigrator([.step("fails") { try $0.execute("CREATE TABLE t (x) nonsense") }])
            await testGracefulShutdown { _ in
                let error = await #expect(throws: FMError.self) { try await service(pool, failing).run() }
                #expect(error?.message.contains("\"fails\"") == true)
            }
            #expect(!hasLog)
            #expect(throws: FMError.self) { try pool.read { _ in } }
        }

        @Test func aShutdownAmidAMigrationRollsItsStepBack() async throws {
            let pool = pool
            let isInside = AsyncStream<Void>.makeStream()
            let long = FMMigrator([
                .step("long") { db in
                    try db.execute("CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT)")
                    isInside.continuation.finish()
                    _ = try db.value(ServiceTests.endless, as: Int.self)
                }
            ])
            try await testGracefulShutdown { trigger in
                async let run: Void = service(pool, long).run()
                for await _ in isInside.stream {}
                trigger.triggerGracefulShutdown()
                try await run
            }
            let database = FMDatabase.file(scene.path)
            #expect(!database.tableExists("person"))
            database.close()
            #expect(!hasLog)
        }

        @Test func aCancelledTaskClosesTheDatabaseToo() async throws {
            let pool = pool
            let service = service(pool, interval: nil)
            let run = Task { try await service.run() }
            await logged("the database is open")
            run.cancel()
            try await run.value
            #expect(!hasLog)
            #expect(throws: FMError.self) { try pool.read { _ in } }
        }

        @Test func aLogThatStaysIsTold() async throws {
            let pool = pool
            let other = FMDatabase.file(scene.path)
            try await testGracefulShutdown { trigger in
                async let run: Void = service(pool).run()
                await logged("the database is open")
                _ = try other.value("SELECT count(*) FROM person", as: Int.self)
                trigger.triggerGracefulShutdown()
                try await run
            }
            #expect(scene.logs.entries.contains { $0.message.description.hasPrefix("the write-ahead log was kept") })
            other.close()
        }
    }
#endif
