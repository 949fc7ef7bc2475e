#if Server
    import Logging
    import Metrics
    import Tracing

    extension FMDatabaseCoordinator.Configuration {
        /// The configuration of a server: settings for many concurrent requests, with logging, metrics and tracing.
        ///
        ///     let pool = FMDatabasePool(path: path, configuration: .server(label: "orders"))
        ///
        /// It sets, see <doc:Servers>:
        ///
        /// - `writeAheadLog`: checkpoints in the background; the log is deleted as the last connection closes.
        /// - `synchronous`: `NORMAL`. A crash of the process loses nothing; a loss of power may lose the last commits, but never damages the
        ///   file. Set `.full` and `groupCommit` where an acknowledged commit must survive a loss of power.
        /// - `foreignKeys`: true. `busyTimeout`: 5 s. `cacheSize`: 16 MiB for each connection.
        /// - `maximumReaders`: as many as there are processors, 4 to 16.
        /// - `openResultSets`: `.close`. `reportsSharedFiles`: true.
        ///
        /// Each can be changed, and an `eventHandler` set; it is called too. For a part of the telemetry begin with
        /// ``serverSettings(label:)``.
        ///
        /// - Parameters:
        ///   - label: the name of the database in errors, logs, metrics and spans. Give each database one of its own, from a fixed set.
        ///   - logger: as for ``logging(to:slowerThan:)``; nil for one of the label "fmdb".
        ///   - metrics: as for ``metrics(label:factory:)``.
        ///   - tracer: as for ``tracing(label:tracer:withoutParent:)``.
        public static func server(
            label: String, logger: Logger? = nil, metrics: (any MetricsFactory)? = nil, tracer: (any Tracer)? = nil
        ) -> Self {
            serverSettings(label: label)
                .logging(to: logger ?? Logger(label: "fmdb"))
                .metrics(label: label, factory: metrics)
                .tracing(label: label, tracer: tracer)
        }

        /// The settings of ``server(label:logger:metrics:tracer:)`` without logging, metrics and tracing.
        ///
        /// - Parameter label: the name of the database in errors.
        public static func serverSettings(label: String) -> Self {
            var configuration = Self()
            configuration.label = label
            configuration.synchronous = .normal
            configuration.foreignKeys = true
            configuration.busyTimeout = .seconds(5)
            configuration.cacheSize = 16 << 20
            configuration.maximumReaders = min(max(4, ProcessInfo.processInfo.activeProcessorCount), 16)
            configuration.openResultSets = .close
            configuration.reportsSharedFiles = true
            configuration.writeAheadLog = .init(persistence: .never)
            return configuration
        }
    }
#endif
