#if Server
    import Metrics

    extension FMDatabaseCoordinator.Configuration {
        /// This configuration, which also measures, by swift-metrics. All labels are from fixed sets.
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
        /// A duration is that of `FMEvent.Execution.duration`. How many connections are in use at a moment is told by
        /// ``FMDatabaseCoordinator/recordMetrics(label:factory:)``, which ``FMDatabaseService`` calls.
        ///
        /// - Parameters:
        ///   - label: the dimension `database`; nil for the `label` of the configuration, or "sqlite" if there is none.
        ///   - factory: where the metrics go; nil for what the program has given to `MetricsSystem.bootstrap`.
        public func metrics(label: String? = nil, factory: (any MetricsFactory)? = nil) -> Self {
            var configuration = self
            let metrics = DatabaseMetrics(label ?? self.label ?? "sqlite", factory ?? MetricsSystem.factory)
            configuration.addEventHandler { metrics.note($0) }
            return configuration
        }
    }
#endif
