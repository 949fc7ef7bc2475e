#if Server
    import Configuration
    import FMDBServer
    import FMDBTestHelpers
    import Testing

    /// Settings that are read by swift-configuration.
    @Suite struct SettingsTests {
        private let scene = ServerScene()

        private func settings(_ values: [String: String]) throws -> FMDatabaseSettings {
            try FMDatabaseSettings(
                from: ConfigReader(provider: EnvironmentVariablesProvider(environmentVariables: values)))
        }

        @Test func whatIsMissingIsAsForServers() throws {
            let settings = try settings(["SQLITE_PATH": "a.db"])
            let usual = FMDatabaseCoordinator.Configuration.serverSettings(label: "sqlite")
            #expect(settings.path == "a.db")
            #expect(settings.configuration.label == "sqlite")
            #expect(settings.configuration.flags == usual.flags)
            #expect(settings.configuration.maximumReaders == usual.maximumReaders)
            #expect(settings.configuration.busyTimeout == usual.busyTimeout)
            #expect(settings.configuration.synchronous == .normal)
            #expect(settings.configuration.cacheSize == usual.cacheSize)
            #expect(settings.configuration.retry == nil)
            #expect(settings.configuration.groupCommit == nil)
            #expect(settings.configuration.writeAheadLog?.persistence == .never)
            #expect(settings.slowStatement == .milliseconds(100))
            #expect(settings.drainTimeout == .seconds(10))
        }

        @Test func eachKeyOfTheEnvironmentIsRead() throws {
            let settings = try settings([
                "SQLITE_PATH": "a.db", "SQLITE_LABEL": "orders", "SQLITE_READ_ONLY": "true", "SQLITE_VFS": "unix",
                "SQLITE_READERS": "64", "SQLITE_BUSY_TIMEOUT": "0", "SQLITE_FOREIGN_KEYS": "false",
                "SQLITE_SYNCHRONOUS": "FULL", "SQLITE_CACHE_SIZE": "2048", "SQLITE_OPEN_RESULT_SETS": "report",
                "SQLITE_REPORTS_SHARED_FILES": "false", "SQLITE_SLOW_STATEMENT": "7", "SQLITE_GROUP_COMMIT": "32",
                "SQLITE_RETRY_ATTEMPTS": "3", "SQLITE_RETRY_TOTAL_TIME": "4", "SQLITE_RETRY_PAUSE": "5",
                "SQLITE_RETRY_JITTER": "0.25", "SQLITE_WAL_PERSISTENCE": "stalled", "SQLITE_WAL_SIZE_LIMIT": "1",
                "SQLITE_WAL_ALARM_SIZE": "2", "SQLITE_WAL_CHECKPOINT_PAGES": "3", "SQLITE_WAL_CHECKPOINT_INTERVAL": "4",
                "SQLITE_WAL_STALL_DURATION": "5", "SQLITE_WAL_TRUNCATES_WHEN_IDLE": "6",
                "SQLITE_WAL_TRUNCATES_ON_CLOSE": "true", "SQLITE_DRAIN_TIMEOUT": "8",
            ])
            let configuration = settings.configuration
            #expect(configuration.label == "orders")
            #expect(configuration.flags == 1)
            #expect(configuration.vfs == "unix")
            #expect(configuration.maximumReaders == 64)
            #expect(configuration.busyTimeout == .zero)
            #expect(configuration.foreignKeys == false)
            #expect(configuration.synchronous == .full)
            #expect(configuration.cacheSize == 2048)
            #expect(configuration.openResultSets == .report)
            #expect(!configuration.reportsSharedFiles)
            #expect(configuration.groupCommit?.maximumTransactions == 32)
            #expect(configuration.retry?.attempts == 3)
            #expect(configuration.retry?.totalTime == .milliseconds(4))
            #expect(configuration.retry?.pause == .milliseconds(5))
            #expect(configuration.retry?.jitter == 0.25)
            let log = try #require(configuration.writeAheadLog)
            #expect(log.persistence == .whenStalled(times: 3))
            #expect(log.sizeLimit == 1)
            #expect(log.alarmSize == 2)
            #expect(log.checkpointPages == 3)
            #expect(log.checkpointInterval == .milliseconds(4))
            #expect(log.stallDuration == .milliseconds(5))
            #expect(log.truncatesWhenIdle == .milliseconds(6))
            #expect(log.truncatesOnClose)
            #expect(settings.slowStatement == .milliseconds(7))
            #expect(settings.drainTimeout == .milliseconds(8))
        }

        @Test(arguments: [
            ("READERS", "0"), ("READERS", "65"), ("READERS", "many"), ("READERS", "1.5"), ("READERS", ""),
            ("BUSY_TIMEOUT", "-1"), ("BUSY_TIMEOUT", "86400001"), ("BUSY_TIMEOUT", "5s"), ("FOREIGN_KEYS", "perhaps"),
            ("READ_ONLY", "2"), ("SYNCHRONOUS", "sometimes"), ("CACHE_SIZE", "1023"), ("CACHE_SIZE", "16 MB"),
            ("CACHE_SIZE", "99999999999999999999"), ("OPEN_RESULT_SETS", "keep"), ("REPORTS_SHARED_FILES", "no way"),
            ("SLOW_STATEMENT", "-5"), ("GROUP_COMMIT", "0"), ("RETRY_ATTEMPTS", "0"), ("RETRY_TOTAL_TIME", "x"),
            ("RETRY_PAUSE", "-1"), ("RETRY_JITTER", "1.1"), ("RETRY_JITTER", "nan"), ("RETRY_JITTER", "x"),
            ("WAL_PERSISTENCE", "maybe"), ("WAL_SIZE_LIMIT", "-1"), ("WAL_ALARM_SIZE", "x"),
            ("WAL_CHECKPOINT_PAGES", "0"), ("WAL_CHECKPOINT_INTERVAL", "0"), ("WAL_STALL_DURATION", "0"),
            ("WAL_TRUNCATES_WHEN_IDLE", "0"), ("WAL_TRUNCATES_ON_CLOSE", "x"), ("DRAIN_TIMEOUT", "-1"),
            ("LABEL", ""), ("VFS", ""), ("PATH", ""),
        ])
        func aWrongValueIsRefusedByTheNameOfItsKey(_ name: String, _ value: String) throws {
            var values = ["SQLITE_PATH": "a.db"]
            values["SQLITE_" + name] = value
            let error = #expect(throws: FMError.self) { try settings(values) }
            #expect(error?.resultCode == .range || error?.resultCode == .mismatch)
            let message = try #require(error?.message)
            let key = name.lowercased().replacingOccurrences(of: "wal_", with: "wal.")
                .replacingOccurrences(of: "retry_", with: "retry.")
            #expect(message.hasPrefix("the setting sqlite.\(key) must "))
        }

        @Test func theMessageHasNoValue() {
            let error = #expect(throws: FMError.self) {
                try settings(["SQLITE_PATH": "a.db", "SQLITE_READERS": ServerScene.secret])
            }
            #expect(error?.message == "the setting sqlite.readers must be a whole number of connections from 1 to 64")
        }

        @Test func withoutAPathThereIsNoDatabase() {
            let error = #expect(throws: FMError.self) { try settings([:]) }
            #expect(error?.resultCode == .notFound)
            #expect(error?.message == "the setting sqlite.path is missing")
        }

        /// Where values have types, as in JSON.
        @Test func aValueOfAnotherTypeIsRefused() throws {
            func settings(_ key: AbsoluteConfigKey, _ value: ConfigValue) throws -> FMDatabaseSettings {
                try FMDatabaseSettings(
                    from: ConfigReader(provider: InMemoryProvider(values: ["sqlite.path": "a.db", key: value])))
            }
            #expect(throws: FMError.self) { try settings("sqlite.readers", "8") }
            #expect(throws: FMError.self) { try settings("sqlite.readers", true) }
            #expect(throws: FMError.self) { try settings("sqlite.foreign_keys", 1) }
            #expect(throws: FMError.self) { try settings("sqlite.synchronous", 2) }
            #expect(throws: FMError.self) { try settings("sqlite.label", 2.5) }
            #expect(throws: FMError.self) { try settings("sqlite.retry.jitter", "0.5") }
            #expect(try settings("sqlite.readers", 8).configuration.maximumReaders == 8)
            #expect(try settings("sqlite.retry.jitter", 1).configuration.retry?.jitter == 1)
        }

        @Test func twoDatabasesHaveTheirOwnScopes() throws {
            let reader = ConfigReader(
                provider: EnvironmentVariablesProvider(environmentVariables: [
                    "ORDERS_PATH": "o.db", "PEOPLE_PATH": "p.db", "PEOPLE_READERS": "0",
                ]))
            let orders = try FMDatabaseSettings(from: reader, scope: "orders")
            #expect(orders.path == "o.db")
            #expect(orders.configuration.label == "orders")
            let error = #expect(throws: FMError.self) { try FMDatabaseSettings(from: reader, scope: "people") }
            #expect(error?.message.hasPrefix("the setting people.readers ") == true)
        }

        @Test func thePoolHasTheSettingsAndTellsOfItself() throws {
            let settings = try settings([
                "SQLITE_PATH": scene.path, "SQLITE_LABEL": "orders", "SQLITE_SLOW_STATEMENT": "0",
                "SQLITE_BUSY_TIMEOUT": "1234",
            ])
            let configuration = settings.server(logger: scene.logger, metrics: scene.metrics, tracer: scene.tracer)
            let pool = FMDatabasePool(path: settings.path, configuration: configuration)
            let timeout = try pool.write { db in
                try db.execute("CREATE TABLE person (name TEXT)")
                return try db.pragma(.busyTimeout)
            }
            #expect(timeout == 1234)
            #expect(!scene.entries("slow statement").isEmpty)
            #expect(!scene.metrics.timers(label: "sqlite_statement_duration").isEmpty)
            pool.close()
        }
    }
#endif
