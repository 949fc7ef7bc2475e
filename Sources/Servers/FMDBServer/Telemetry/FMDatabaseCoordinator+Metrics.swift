#if Server
    import Metrics

    extension FMDatabaseCoordinator {
        /// Sets gauges to the current state of the connections. ``FMDatabaseService`` calls it at intervals. Without a service, call it
        /// before the metrics are collected.
        ///
        /// | Gauge | Dimensions beside `database` |
        /// |---|---|
        /// | `sqlite_connections` | `kind`: database, reader, writer; `state`: open, in_use |
        /// | `sqlite_connections_waiting` | `kind`. How many calls wait for a connection |
        /// | `sqlite_wal_pages` | if `Configuration.writeAheadLog` is set |
        ///
        /// Any thread may call it. The numbers are those of `statistics`.
        ///
        /// - Parameters:
        ///   - label: the dimension `database`. If nil, it is the label of the configuration, or "sqlite" without one.
        ///   - factory: the metrics factory. If nil, the factory given to `MetricsSystem.bootstrap` is used.
        public final func recordMetrics(label: String? = nil, factory: (any MetricsFactory)? = nil) {
            let factory = factory ?? MetricsSystem.factory
            let database = [("database", label ?? configuration.label ?? "sqlite")]
            func record(_ name: String, _ value: Int, _ dimensions: [(String, String)] = []) {
                Gauge(label: name, dimensions: database + dimensions, factory: factory).record(value)
            }
            let statistics = statistics
            let kinds: [(FMEvent.ConnectionWait.Kind, Statistics.Connections)] = [
                (.database, statistics.databases), (.reader, statistics.readers), (.writer, statistics.writer),
            ]
            for (kind, connections) in kinds {
                let kind = ("kind", kind.rawValue)
                record("sqlite_connections", connections.count, [kind, ("state", "open")])
                record("sqlite_connections", connections.inUse, [kind, ("state", "in_use")])
                record("sqlite_connections_waiting", connections.waiting, [kind])
            }
            if let log = writeAheadStatistics { record("sqlite_wal_pages", log.logPages) }
        }
    }
#endif
