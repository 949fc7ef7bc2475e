#if Server
    import Metrics

    extension FMDatabaseCoordinator.Configuration {
        /// Returns this configuration with metrics through swift-metrics. All labels come from fixed sets.
        ///
        /// | Metric | Kind | Dimensions beside `database` |
        /// |---|---|---|
        /// | `sqlite_statement_duration` | timer | `verb`: SELECT, INSERT, UPDATE, DELETE, COMMIT, OTHER |
        /// | `sqlite_statement_errors` | counter | `verb`, `code`: the name of the primary code, such as SQLITE_CONSTRAINT |
        /// | `sqlite_lock_wait_duration` | timer | `outcome`: got, given_up |
        /// | `sqlite_connection_wait_duration` | timer | `kind`: database, reader, writer; `outcome` |
        /// | `sqlite_statement_cache` | counter | `outcome`: hit, miss |
        /// | `sqlite_connections_opened`, `sqlite_connections_closed` | counter | |
        /// | `sqlite_checkpoint_duration` | timer | `outcome`: ok, error |
        /// | `sqlite_wal_pages` | gauge | after each checkpoint |
        /// | `sqlite_corruptions` | counter | |
        ///
        /// Statement durations are `FMEvent.Execution.duration`. ``FMDatabaseCoordinator/recordMetrics(label:factory:)`` records the
        /// number of connections in use at a moment. ``FMDatabaseService`` calls it.
        ///
        /// - Parameters:
        ///   - label: the dimension `database`. If nil, it is the `label` of the configuration, or "sqlite" without one.
        ///   - factory: the metrics factory. If nil, the factory given to `MetricsSystem.bootstrap` is used.
        public func metrics(label: String? = nil, factory: (any MetricsFactory)? = nil) -> Self {
            var configuration = self
            let metrics = DatabaseMetrics(label ?? self.label ?? "sqlite", factory ?? MetricsSystem.factory)
            configuration.addEventHandler { metrics.note($0) }
            return configuration
        }
    }
#endif
