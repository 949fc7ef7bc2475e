#if Server
    import Configuration
    import FMDBServer
    import Logging
    import ServiceLifecycle
    import FMDBTestHelpers
    import Testing

    @Suite struct ServersArticleTests {
        private let folder = TemporaryFolder()
        private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        private var path: String { folder.file("orders.db") }

        /// A server that has nothing more to do.
        private struct EndingServer: Service {
            func run() async throws {}
        }

        @Test func oneLine() throws {
            let pool = FMDatabasePool(path: path, configuration: .server(label: "orders"))
            try pool.write { try $0.execute("CREATE TABLE t (x)") }
            pool.close()
        }

        @Test func durability() throws {
            var configuration = FMDatabaseCoordinator.Configuration.server(label: "orders")
            configuration.synchronous = .full
            configuration.groupCommit = .init()
            let pool = FMDatabasePool(path: path, configuration: configuration)
            let synchronous = try pool.write { db in try db.pragma(.synchronous) }
            #expect(synchronous == .full)
            pool.close()
        }

        @Test func telemetryByItself() throws {
            let configuration = FMDatabaseCoordinator.Configuration.serverSettings(label: "orders")
                .logging(to: logger, slowerThan: .milliseconds(50))
                .metrics()
                .tracing()
            #expect(configuration.slowStatementThreshold == .milliseconds(50))
            #expect(configuration.eventHandler == nil)
        }

        @Test func lifecycle() async throws {
            let pool = FMDatabasePool(path: path, configuration: .serverSettings(label: "orders"))
            let migrator = FMMigrator([.step("t") { try $0.execute("CREATE TABLE t (x)") }])
            let (logger, server) = (logger, EndingServer())
            func run() async throws {
                let database = FMDatabaseService(pool, migrations: migrator, logger: logger)
                try await database.prepare()
                let group = ServiceGroup(
                    services: [database, server], gracefulShutdownSignals: [.sigterm], logger: logger)
                try await group.run()
            }
            await #expect(throws: ServiceGroupError.self, "a server that ends by itself is told") { try await run() }
            #expect(throws: FMError.self, "the pool is closed") { try pool.read { _ in } }
            let database = FMDatabase.file(path)
            #expect(database.tableExists("t"))
            database.close()
        }

        @Test func errors() {
            func status(of error: any Error) -> Int {
                guard let error = error as? FMError else { return 500 }
                return error.serverHint.statusCode
            }
            #expect(status(of: FMError(.busy, "locked")) == 503)
            #expect(status(of: CancellationError()) == 500)
        }

        @Test func health() async throws {
            let pool = FMDatabasePool(path: path)
            pool.close()
            let health = await pool.healthCheck(timeout: .seconds(1))
            let status = health.isReady ? 200 : 503
            #expect(status == 503)
        }

        @Test func configuration() throws {
            setenv("SQLITE_PATH", path, 1)
            defer { unsetenv("SQLITE_PATH") }
            let reader = ConfigReader(provider: EnvironmentVariablesProvider())
            let settings = try FMDatabaseSettings(from: reader)
            let pool = FMDatabasePool(path: settings.path, configuration: settings.server(logger: logger))
            #expect(pool.path == path)
        }
    }
#endif
