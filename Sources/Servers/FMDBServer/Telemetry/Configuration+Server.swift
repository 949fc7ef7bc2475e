#if Server
    import Logging
    import Metrics
    import Tracing

    extension FMDatabaseCoordinator.Configuration {
        /// Returns the configuration of a server: settings for many concurrent requests, with logging, metrics and tracing.
        ///
        ///     let pool = FMDatabasePool(path: path, configuration: .server(label: "orders"))
        ///
        /// It sets (see <doc:Servers>):
        ///
        /// - `writeAheadLog`: checkpoints run in the background. The log is deleted when the last connection closes.
        /// - `synchronous`: `NORMAL`. A crash of the process loses nothing. A power failure may lose the last commits, but never
        ///   damages the file. Set `.full` and `groupCommit` if an acknowledged commit must survive a power failure.
        /// - `foreignKeys`: true. `busyTimeout`: 5 s. `cacheSize`: 16 MiB for each connection.
        /// - `maximumReaders`: the number of processors, but at least 4 and at most 16.
        /// - `openResultSets`: `.close`. `reportsSharedFiles`: true.
        ///
        /// You may change each setting and set an `eventHandler`, which is called too. To use only some of the telemetry, begin with
        /// ``serverSettings(label:)``.
        ///
        /// - Parameters:
        ///   - label: the name of the database in errors, logs, metrics and spans. Give each database its own, from a fixed set.
        ///   - logger: as for ``logging(to:slowerThan:)``. If nil, a logger with the label "fmdb" is used.
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

        /// Returns the settings of ``server(label:logger:metrics:tracer:)`` without logging, metrics and tracing.
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
