#if Server
    import Tracing

    /// Records a span for each statement.
    struct DatabaseTrace: Sendable {
        let label: String
        let tracer: (any Tracer)?
        /// Whether statements outside of a trace have spans.
        let includesRoots: Bool

        func note(_ event: FMEvent) {
            guard case .statementEnded(let run) = event else { return }
            guard let context = ServiceContext.current ?? (includesRoots ? .topLevel : nil) else { return }
            let tracer: any Tracer = tracer ?? InstrumentationSystem.tracer
            record(run, context, tracer)
        }

        /// Records a span that ends now. Its length is the time spent in SQLite, without the time that the caller's code takes between
        /// rows.
        private func record(_ run: FMEvent.Execution, _ context: ServiceContext, _ tracer: some Tracer) {
            let end = DefaultTracerClock.now
            let start = DefaultTracerClock.Timestamp(
                nanosecondsSinceEpoch: end.nanosecondsSinceEpoch &- UInt64(clamping: run.duration.nanoseconds))
            let verb = StatementVerb(of: run.sql)
            let span = tracer.startSpan("\(verb.rawValue) \(label)", context: context, ofKind: .client, at: start)
            span.updateAttributes { attributes in
                attributes["db.system.name"] = "sqlite"
                attributes["db.namespace"] = label
                attributes["db.operation.name"] = verb.rawValue
                attributes["db.query.text"] = StatementText.withoutValues(run.sql)
                if verb == .select { attributes["db.response.returned_rows"] = run.rowCount }
            }
            if run.resultCode.isError { fail(span, run.resultCode) }
            span.end(at: end)
        }

        private func fail(_ span: some Span, _ code: FMResultCode) {
            span.updateAttributes { attributes in
                attributes["db.response.status_code"] = code.description
                attributes["error.type"] = code.constantName
            }
            span.setStatus(SpanStatus(code: .error))
        }
    }

    extension Duration {
        fileprivate var nanoseconds: Int64 {
            let (seconds, rest) = components
            return seconds.multipliedReportingOverflow(by: 1_000_000_000).partialValue &+ rest / 1_000_000_000
        }
    }
#endif
