#if Server
    import Logging
    import Metrics
    import ServiceLifecycle

    /// A queue or pool as a service of swift-service-lifecycle: it opens, migrates, runs until the shutdown, and then closes in an orderly
    /// way.
    ///
    ///     let database = FMDatabaseService(pool, migrations: migrator, logger: logger)
    ///     let group = ServiceGroup(services: [database, server], gracefulShutdownSignals: [.sigterm], logger: logger)
    ///     try await group.run()
    ///
    /// Name it before the services that use the database: a group shuts its services down in the reverse order, so that the requests have
    /// ended when the database closes. A group starts its services without waiting for one another; call ``prepare()`` before the group
    /// runs, or let the server do it, so that no request comes before the migrations.
    ///
    /// Take a pool: after its shutdown it refuses further calls, while a queue opens its database again.
    public struct FMDatabaseService: Service {
        /// The queue or pool.
        public let database: FMDatabaseCoordinator
        /// The steps that ``prepare()`` runs.
        public let migrations: FMMigrator
        /// How long calls may take to end at the shutdown, until they are interrupted. Default: 10 s.
        public var drainTimeout: Duration
        /// The time between two calls of ``FMDB/FMDatabaseCoordinator/recordMetrics(label:factory:)``; nil for never. Default: 10 s.
        public var metricsInterval: Duration?

        private let logger: Logger
        private let factory: (any MetricsFactory)?

        /// Creates a service. Nothing is opened yet.
        ///
        /// - Parameters:
        ///   - database: a queue or pool.
        ///   - migrations: the steps of its schema.
        ///   - drainTimeout: see ``drainTimeout``.
        ///   - metricsInterval: see ``metricsInterval``.
        ///   - logger: gets a line when the database is open, and one when it is closed; nil for one of the label "fmdb".
        ///   - metrics: where the metrics go; nil for what the program has given to `MetricsSystem.bootstrap`.
        public init(
            _ database: FMDatabaseCoordinator, migrations: FMMigrator = FMMigrator(),
            drainTimeout: Duration = .seconds(10), metricsInterval: Duration? = .seconds(10), logger: Logger? = nil,
            metrics: (any MetricsFactory)? = nil
        ) {
            (self.database, self.migrations, self.drainTimeout) = (database, migrations, drainTimeout)
            self.metricsInterval = metricsInterval
            var logger = logger ?? Logger(label: "fmdb")
            if let label = database.configuration.label { logger[metadataKey: "database"] = .string(label) }
            self.logger = logger
            factory = metrics
        }

        /// Opens the database and runs the steps that are pending. ``run()`` does so too; calling it before does no harm.
        ///
        /// - Returns: what was run, and what had run before.
        /// - Throws: as `FMMigrator.migrate` does; `CancellationError`.
        @discardableResult
        public func prepare() async throws -> FMMigrator.Report {
            let report = try await migrations.migrate(database)
            logger.info(
                "the database is open",
                metadata: [
                    "path": .string(database.path ?? ""), "migrated": .array(report.applied.map { .string($0.name) }),
                ])
            return report
        }

        /// Opens, migrates, waits for the graceful shutdown, or for the cancellation of the task, and closes.
        ///
        /// At the shutdown calls that run, or wait, have ``drainTimeout`` to end; then their statements are interrupted, and what is not
        /// committed is rolled back. The write-ahead log is checkpointed and deleted as the last connection closes, unless
        /// `WriteAheadLog.persistence` keeps it.
        ///
        /// - Throws: `FMError`: `.deadlineExceeded` if calls had to be interrupted; as `FMMigrator.migrate` does, after the database was
        ///   closed.
        public func run() async throws {
            do {
                _ = try await cancelWhenGracefulShutdown { try await prepare() }
                try await runUntilShutdown()
            } catch is CancellationError {
                // The shutdown, which may come within a step of the migration; that one is rolled back.
            } catch {
                await database.close(timeout: drainTimeout)
                throw error
            }
            try await close()
        }

        private func runUntilShutdown() async throws {
            guard let metricsInterval else { return try await gracefulShutdown() }
            try await cancelWhenGracefulShutdown {
                while true {
                    database.recordMetrics(factory: factory)
                    try await Task.sleep(for: max(metricsInterval, .milliseconds(1)))
                }
            }
        }

        private func close() async throws {
            let start = ContinuousClock.now
            let hasDrained = await database.close(timeout: drainTimeout)
            let metadata: Logger.Metadata = ["duration": .seconds(.now - start)]
            tellOfLog()
            guard hasDrained else {
                logger.warning("the database is closed; calls had to be interrupted", metadata: metadata)
                throw FMError(
                    .deadlineExceeded,
                    "calls had not ended \(drainTimeout) after the shutdown began, and were interrupted; what they had not "
                        + "committed is rolled back. Shut down the services that use the database first, or raise drainTimeout"
                )
            }
            logger.info("the database is closed", metadata: metadata)
        }

        private func tellOfLog() {
            guard let path = database.path, !path.isEmpty, let size = FileSize.of(path + "-wal") else { return }
            logger.notice(
                "the write-ahead log stays: another connection has the file open, or the log is persistent",
                metadata: ["path": .string(path), "bytes": "\(size)"])
        }
    }
#endif
