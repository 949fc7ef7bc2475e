#if Server
    import Tracing

    extension FMDatabaseCoordinator.Configuration {
        /// Returns this configuration with a span for each statement, through swift-distributed-tracing. The spans follow
        /// [OpenTelemetry's conventions for databases](https://opentelemetry.io/docs/specs/semconv/database/database-spans/).
        ///
        /// The span has the kind client and a name such as `SELECT orders`: the verb and the label. Its parent is the task-local
        /// `ServiceContext` of the call. Its attributes:
        ///
        /// | Attribute | Value |
        /// |---|---|
        /// | `db.system.name` | `sqlite` |
        /// | `db.namespace` | the label |
        /// | `db.operation.name` | the verb, such as `SELECT`; `OTHER` for rare ones |
        /// | `db.query.text` | the SQL text, with `?` in place of its literals; never values |
        /// | `db.response.returned_rows` | the number of rows, for a query |
        /// | `db.response.status_code` | the extended result code; only for an error |
        /// | `error.type` | the name of the primary code, such as `SQLITE_BUSY`; only for an error |
        ///
        /// The span ends when the statement ends, and lasts for `FMEvent.Execution.duration`: the time in SQLite. Blocks that group
        /// commit runs do not see the task-local values, so their statements have no parent. The same holds for blocks of asynchronous
        /// calls before macOS 15 and iOS 18.
        ///
        /// - Parameters:
        ///   - label: `db.namespace`. If nil, it is the `label` of the configuration, or "sqlite" without one.
        ///   - tracer: the tracer. If nil, the tracer given to `InstrumentationSystem.bootstrap` is used.
        ///   - withoutParent: whether statements outside of a trace, such as those of background checkpoints, also have spans. Default:
        ///     false.
        public func tracing(label: String? = nil, tracer: (any Tracer)? = nil, withoutParent: Bool = false) -> Self {
            var configuration = self
            let trace = DatabaseTrace(
                label: label ?? self.label ?? "sqlite", tracer: tracer, includesRoots: withoutParent)
            configuration.addEventHandler { trace.note($0) }
            return configuration
        }
    }
#endif
