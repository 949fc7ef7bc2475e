#if Server
    import Tracing

    extension FMDatabaseCoordinator.Configuration {
        /// This configuration, which also makes a span of each statement, by swift-distributed-tracing, after
        /// [OpenTelemetry's conventions for databases](https://opentelemetry.io/docs/specs/semconv/database/database-spans/).
        ///
        /// The span is of the kind client and has the name `SELECT orders`: the verb and the label. Its parent is the task-local
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
        /// The span ends when the statement ends, and is as long as `FMEvent.Execution.duration`: the time in SQLite. A block that group
        /// commit runs, or one of an asynchronous call before macOS 15 and iOS 18, does not see the task's local values: its statements
        /// have no parent.
        ///
        /// - Parameters:
        ///   - label: `db.namespace`; nil for the `label` of the configuration, or "sqlite" if there is none.
        ///   - tracer: where the spans go; nil for what the program has given to `InstrumentationSystem.bootstrap`.
        ///   - withoutParent: whether statements outside of a trace, such as those of background checkpoints, have spans too. Default:
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
