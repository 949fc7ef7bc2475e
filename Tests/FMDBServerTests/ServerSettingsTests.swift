#if Server
    import FMDBServer
    import FMDBTestHelpers
    import Testing

    /// What `.server(label:)` sets, and what stays to the client.
    @Suite struct ServerSettingsTests {
        private let scene = ServerScene()

        @Test func eachConnectionHasTheSettings() throws {
            let pool = try scene.pool()
            func look(_ db: FMDatabase) throws {
                #expect(try db.pragma(.journalMode) == .wal)
                #expect(try db.pragma(.synchronous) == .normal)
                #expect(try db.pragma(.foreignKeys))
                #expect(try db.pragma(.cacheSize) == -16 << 10)
                #expect(try db.pragma(.busyTimeout) == 5000)
            }
            try pool.write(look)
            try pool.read(look)
            pool.close()
        }

        @Test func theLogIsDeletedWhenThePoolCloses() throws {
            let pool = try scene.pool()
            try pool.write { try $0.execute("INSERT INTO person (name) VALUES ('a')") }
            #expect(FileManager.default.fileExists(atPath: scene.path + "-wal"))
            pool.close()
            #expect(!FileManager.default.fileExists(atPath: scene.path + "-wal"))
        }

        @Test func settingsCanBeChanged() throws {
            let pool = try scene.pool { configuration in
                configuration.synchronous = .full
                configuration.cacheSize = 0
                configuration.busyTimeout = .milliseconds(-5)
                configuration.configure = { $0.maxBusyRetryTimeInterval = 9 }
            }
            func look(_ db: FMDatabase) throws {
                #expect(try db.pragma(.synchronous) == .full)
                #expect(try db.pragma(.cacheSize) == -1)
                #expect(try db.pragma(.busyTimeout) == 9000)
            }
            try pool.write(look)
            pool.close()
        }

        @Test func theClientsHandlerIsCalledToo() throws {
            let events = Locked<[String]>([])
            let pool = try scene.pool { configuration in
                configuration.eventHandler = { event in
                    if case .statementEnded(let run) = event { events.withLock { $0.append(run.sql) } }
                }
            }
            try pool.write { try $0.execute("INSERT INTO person (name) VALUES (\("a"))") }
            #expect(events.value.contains("INSERT INTO person (name) VALUES (?)"))
            let timers = scene.metrics.timers(label: "sqlite_statement_duration")
            #expect(timers.contains { $0.dimensions.contains { $0 == ("verb", "INSERT") } && $0.values.count == 1 })
            pool.close()
        }

        @Test func theLowerThresholdForSlowStatementsHolds() {
            var configuration = FMDatabaseCoordinator.Configuration()
            #expect(configuration.logging(to: scene.logger).slowStatementThreshold == .milliseconds(100))
            #expect(configuration.logging(to: scene.logger, slowerThan: nil).slowStatementThreshold == nil)
            configuration.slowStatementThreshold = .milliseconds(5)
            #expect(configuration.logging(to: scene.logger).slowStatementThreshold == .milliseconds(5))
            configuration.slowStatementThreshold = .seconds(5)
            #expect(configuration.logging(to: scene.logger).slowStatementThreshold == .milliseconds(100))
        }
    }
#endif
