#if Server
    import Logging
    import Metrics
    import ServiceLifecycle

    /// A queue or pool as a service of swift-service-lifecycle. It opens the database, migrates it, runs until the shutdown, and closes
    /// it in an orderly way.
    ///
    ///     let database = FMDatabaseService(pool, migrations: migrator, logger: logger)
    ///     let group = ServiceGroup(services: [database, server], gracefulShutdownSignals: [.sigterm], logger: logger)
    ///     try await group.run()
    ///
    /// List it before the services that use the database. A group shuts its services down in reverse order, so requests have ended when
    /// the database closes. A group starts its services without waiting for each other. Call ``prepare()`` before the group runs, or let
    /// the server call it, so that no request arrives before the migrations.
    ///
    /// Prefer a pool: after its shutdown it rejects further calls, while a queue reopens its database.
    public struct FMDatabaseService: Service {
        /// The queue or pool.
        public let database: FMDatabaseCoordinator
        /// The migrations that ``prepare()`` runs.
        public let migrations: FMMigrator
        /// How long running calls have at the shutdown before they are interrupted. Default: 10 s.
        public var drainTimeout: Duration
        /// The time between two calls of ``FMDB/FMDatabaseCoordinator/recordMetrics(label:factory:)``, or nil for no calls. Default: 10
        /// s.
        public var metricsInterval: Duration?

        private let logger: Logger
        private let factory: (any MetricsFactory)?

        /// Creates a service. Nothing is opened yet.
        ///
        /// - Parameters:
        ///   - database: a queue or pool.
        ///   - migrations: the migrations of its schema.
        ///   - drainTimeout: see ``drainTimeout``.
        ///   - metricsInterval: see ``metricsInterval``.
        ///   - logger: logs when the database is open and when it is closed. If nil, a logger with the label "fmdb" is used.
        ///   - metrics: the metrics factory. If nil, the factory given to `MetricsSystem.bootstrap` is used.
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

        /// Opens the database and runs the pending migrations. ``run()`` calls it too, and calling it earlier is safe.
        ///
        /// - Returns: the migrations that ran, and those that had run before.
        /// - Throws: the errors of `FMMigrator.migrate`; `CancellationError`.
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

        /// Opens and migrates the database, waits for the graceful shutdown or for cancellation of the task, and closes the database.
        ///
        /// At the shutdown, running and waiting calls have ``drainTimeout`` to end. Then their statements are interrupted, and
        /// uncommitted changes are rolled back. When the last connection closes, the write-ahead log is checkpointed and deleted, unless
        /// `WriteAheadLog.persistence` keeps it.
        ///
        /// - Throws: `FMError`: `.deadlineExceeded` if calls had to be interrupted; as `FMMigrator.migrate` does, after the database is
        ///   closed.
        public func run() async throws {
            do {
                _ = try await cancelWhenGracefulShutdown { try await prepare() }
                try await runUntilShutdown()
            } catch is CancellationError {
                // The shutdown may arrive during a migration step, which is then rolled back. That is not an error.
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
                    "calls had not ended \(drainTimeout) after the shutdown began, and were interrupted; their uncommitted "
                        + "changes were rolled back. Shut down the services that use the database first, or raise drainTimeout"
                )
            }
            logger.info("the database is closed", metadata: metadata)
        }

        private func tellOfLog() {
            guard let path = database.path, !path.isEmpty, let size = FileSize.of(path + "-wal") else { return }
            logger.notice(
                "the write-ahead log was kept: another connection has the file open, or the log is persistent",
                metadata: ["path": .string(path), "bytes": "\(size)"])
        }
    }
#endif
