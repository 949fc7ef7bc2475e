#if Server
    import Configuration
    import Logging
    import Metrics
    import Tracing

    /// The settings of a database, which swift-configuration reads from the environment, files or the command line.
    ///
    ///     let reader = ConfigReader(provider: EnvironmentVariablesProvider())  // SQLITE_PATH, SQLITE_BUSY_TIMEOUT, …
    ///     let settings = try FMDatabaseSettings(from: reader)
    ///     let pool = FMDatabasePool(path: settings.path, configuration: settings.server(logger: logger))
    ///
    /// Sizes are in bytes. Times are in milliseconds, at most a day. A missing key keeps the value of
    /// ``FMDB/FMDatabaseCoordinator/Configuration/serverSettings(label:)``.
    ///
    /// | Key | Value | Sets |
    /// |---|---|---|
    /// | `sqlite.path` | text; it is required | the path of the file |
    /// | `sqlite.label` | text; without it "sqlite" | `label` |
    /// | `sqlite.read_only` | true or false | `flags` |
    /// | `sqlite.vfs` | text | `vfs` |
    /// | `sqlite.readers` | 1 to 64 | `maximumReaders` |
    /// | `sqlite.busy_timeout` | milliseconds, from 0 | `busyTimeout` |
    /// | `sqlite.foreign_keys` | true or false | `foreignKeys` |
    /// | `sqlite.synchronous` | off, normal, full, extra | `synchronous` |
    /// | `sqlite.cache_size` | bytes, 1024 to 1 TiB | `cacheSize` |
    /// | `sqlite.open_result_sets` | report, close, trap | `openResultSets` |
    /// | `sqlite.reports_shared_files` | true or false | `reportsSharedFiles` |
    /// | `sqlite.slow_statement` | milliseconds, from 0; without it 100 | ``slowStatement`` |
    /// | `sqlite.group_commit` | transactions, 1 to 100000 | `groupCommit` |
    /// | `sqlite.retry.attempts` | 1 to 1000 | `retry`; so do the next three |
    /// | `sqlite.retry.total_time`, `sqlite.retry.pause` | milliseconds, from 0 | |
    /// | `sqlite.retry.jitter` | 0 to 1 | |
    /// | `sqlite.wal.persistence` | never, always, stalled | `writeAheadLog`; so do the next ones |
    /// | `sqlite.wal.size_limit`, `sqlite.wal.alarm_size` | bytes, 0 to 1 TiB | |
    /// | `sqlite.wal.checkpoint_pages` | pages, 1 to 10000000 | |
    /// | `sqlite.wal.checkpoint_interval`, `sqlite.wal.stall_duration` | milliseconds, from 1 | |
    /// | `sqlite.wal.truncates_when_idle` | milliseconds, from 1 | |
    /// | `sqlite.wal.truncates_on_close` | true or false | |
    /// | `sqlite.drain_timeout` | milliseconds, from 0; without it 10000 | ``drainTimeout`` |
    ///
    /// Set `configure`, event handlers, `untrusted` and `backup` in code, on ``configuration``.
    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
    public struct FMDatabaseSettings: Sendable {
        /// The path of the file.
        public let path: String
        /// The settings of the queue or pool, without logging, metrics and tracing.
        public var configuration: FMDatabaseCoordinator.Configuration
        /// The minimum duration of statements that are logged as slow.
        public let slowStatement: Duration
        /// The value for ``FMDatabaseService/drainTimeout``.
        public let drainTimeout: Duration

        /// Reads the settings.
        ///
        /// - Parameters:
        ///   - reader: the reader.
        ///   - scope: the first part of the keys, for programs with several databases. Default: "sqlite".
        /// - Throws: `FMError`: `.notFound` if the path is missing, `.mismatch` for a value of the wrong type, `.range` for a value
        ///   that is not allowed. The message names the key and the allowed values, but not the value.
        public init(from reader: ConfigReader, scope: String = "sqlite") throws(FMError) {
            let settings = SettingsReader(reader: reader.scoped(to: ConfigKey(scope)), scope: scope)
            guard let path = try settings.text("path") else { throw settings.missing("path") }
            self.path = path
            configuration = .serverSettings(label: try settings.text("label") ?? scope)
            slowStatement = try settings.duration("slow_statement") ?? .milliseconds(100)
            drainTimeout = try settings.duration("drain_timeout") ?? .seconds(10)
            try configuration.read(settings)
        }

        /// Returns the settings with logging, metrics and tracing, as
        /// ``FMDB/FMDatabaseCoordinator/Configuration/server(label:logger:metrics:tracer:)`` sets them up.
        ///
        /// - Parameters:
        ///   - logger: the logger. If nil, a logger with the label "fmdb" is used.
        ///   - metrics: the metrics factory. If nil, the factory given to `MetricsSystem.bootstrap` is used.
        ///   - tracer: the tracer. If nil, the tracer given to `InstrumentationSystem.bootstrap` is used.
        public func server(
            logger: Logger? = nil, metrics: (any MetricsFactory)? = nil, tracer: (any Tracer)? = nil
        ) -> FMDatabaseCoordinator.Configuration {
            configuration
                .logging(to: logger ?? Logger(label: "fmdb"), slowerThan: slowStatement)
                .metrics(factory: metrics)
                .tracing(tracer: tracer)
        }
    }

    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
    extension FMDatabaseCoordinator.Configuration {
        private static let mostBytes = Int(clamping: Int64(1) << 40)

        fileprivate mutating func read(_ settings: SettingsReader) throws(FMError) {
            // SQLITE_OPEN_READONLY
            if try settings.flag("read_only") == true { flags = 1 }
            vfs = try settings.text("vfs")
            maximumReaders = try settings.number("readers", 1...64, "connections") ?? maximumReaders
            busyTimeout = try settings.duration("busy_timeout") ?? busyTimeout
            foreignKeys = try settings.flag("foreign_keys") ?? foreignKeys
            synchronous =
                try settings.word(
                    "synchronous", ["off": .off, "normal": .normal, "full": .full, "extra": .extra]) ?? synchronous
            cacheSize = try settings.number("cache_size", 1024...Self.mostBytes, "bytes") ?? cacheSize
            openResultSets =
                try settings.word("open_result_sets", ["report": .report, "close": .close, "trap": .trap])
                ?? openResultSets
            reportsSharedFiles = try settings.flag("reports_shared_files") ?? reportsSharedFiles
            groupCommit =
                try settings.number("group_commit", 1...100_000, "transactions").map {
                    .init(maximumTransactions: $0)
                } ?? groupCommit
            try readRetry(settings)
            try readLog(settings)
        }

        private mutating func readRetry(_ settings: SettingsReader) throws(FMError) {
            let attempts = try settings.number("retry.attempts", 1...1000, "attempts")
            let totalTime = try settings.duration("retry.total_time")
            let pause = try settings.duration("retry.pause")
            let jitter = try settings.fraction("retry.jitter")
            guard attempts != nil || totalTime != nil || pause != nil || jitter != nil else { return }
            var policy = retry ?? .init()
            policy.attempts = attempts ?? policy.attempts
            policy.totalTime = totalTime ?? policy.totalTime
            policy.pause = pause ?? policy.pause
            policy.jitter = jitter ?? policy.jitter
            retry = policy
        }

        private mutating func readLog(_ settings: SettingsReader) throws(FMError) {
            var log = writeAheadLog ?? .init()
            log.persistence =
                try settings.word(
                    "wal.persistence", ["never": .never, "always": .always, "stalled": .whenStalled(times: 3)])
                ?? log.persistence
            log.sizeLimit = try settings.number("wal.size_limit", 0...Self.mostBytes, "bytes") ?? log.sizeLimit
            log.alarmSize = try settings.number("wal.alarm_size", 0...Self.mostBytes, "bytes") ?? log.alarmSize
            log.checkpointPages =
                try settings.number("wal.checkpoint_pages", 1...10_000_000, "pages") ?? log.checkpointPages
            log.checkpointInterval = try settings.duration("wal.checkpoint_interval", from: 1) ?? log.checkpointInterval
            log.stallDuration = try settings.duration("wal.stall_duration", from: 1) ?? log.stallDuration
            log.truncatesWhenIdle = try settings.duration("wal.truncates_when_idle", from: 1) ?? log.truncatesWhenIdle
            log.truncatesOnClose = try settings.flag("wal.truncates_on_close") ?? log.truncatesOnClose
            writeAheadLog = log
        }
    }
#endif
