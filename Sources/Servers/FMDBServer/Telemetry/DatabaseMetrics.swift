#if Server
    import Metrics

    // SAFETY: all properties are constants; the metrics may be used by any thread.
    /// Records metrics of a database's events. Metrics that are recorded often are created once.
    final class DatabaseMetrics: @unchecked Sendable {
        private let label: String
        private let factory: any MetricsFactory
        private let statements: [String: Metrics.Timer]
        private let lockWaits: Outcomes
        private let connectionWaits: [FMEvent.ConnectionWait.Kind: Outcomes]
        private let hits: Counter
        private let misses: Counter
        private let opened: Counter
        private let closed: Counter
        private let checkpoints: Metrics.Timer
        private let failedCheckpoints: Metrics.Timer
        private let pages: Gauge
        private let corruptions: Counter

        /// The timers of waits, by outcome.
        private struct Outcomes {
            let got: Metrics.Timer
            let givenUp: Metrics.Timer

            func record(_ duration: Duration, isGivenUp: Bool) {
                (isGivenUp ? givenUp : got).record(duration: duration)
            }
        }

        init(_ label: String, _ factory: any MetricsFactory) {
            (self.label, self.factory) = (label, factory)
            let database = [("database", label)]
            func timer(_ name: String, _ dimensions: [(String, String)]) -> Metrics.Timer {
                Metrics.Timer(label: name, dimensions: database + dimensions, factory: factory)
            }
            func counter(_ name: String, _ dimensions: [(String, String)] = []) -> Counter {
                Counter(label: name, dimensions: database + dimensions, factory: factory)
            }
            func outcomes(_ name: String, _ dimensions: [(String, String)] = []) -> Outcomes {
                Outcomes(
                    got: timer(name, dimensions + [("outcome", "got")]),
                    givenUp: timer(name, dimensions + [("outcome", "given_up")]))
            }
            statements = Dictionary(
                uniqueKeysWithValues: StatementVerb.labels.map {
                    ($0.label, timer("sqlite_statement_duration", [("verb", $0.label)]))
                })
            lockWaits = outcomes("sqlite_lock_wait_duration")
            connectionWaits = Dictionary(
                uniqueKeysWithValues: FMEvent.ConnectionWait.Kind.allCases.map {
                    ($0, outcomes("sqlite_connection_wait_duration", [("kind", $0.rawValue)]))
                })
            hits = counter("sqlite_statement_cache", [("outcome", "hit")])
            misses = counter("sqlite_statement_cache", [("outcome", "miss")])
            opened = counter("sqlite_connections_opened")
            closed = counter("sqlite_connections_closed")
            checkpoints = timer("sqlite_checkpoint_duration", [("outcome", "ok")])
            failedCheckpoints = timer("sqlite_checkpoint_duration", [("outcome", "error")])
            pages = Gauge(label: "sqlite_wal_pages", dimensions: database, factory: factory)
            corruptions = counter("sqlite_corruptions")
        }

        func note(_ event: FMEvent) {
            switch event {
            case .statementEnded(let run): note(run)
            case .lockWait(let wait): lockWaits.record(wait.duration, isGivenUp: wait.isGivenUp)
            case .connectionWait(let wait):
                connectionWaits[wait.kind]?.record(wait.duration, isGivenUp: wait.isGivenUp)
            case .cacheHit: hits.increment()
            case .cacheMiss: misses.increment()
            case .connectionOpened: opened.increment()
            case .connectionClosed: closed.increment()
            case .checkpoint(let checkpoint): note(checkpoint)
            case .corruption: corruptions.increment()
            default: break
            }
        }

        private func note(_ run: FMEvent.Execution) {
            let verb = StatementVerb(of: run.sql).label
            statements[verb]?.record(duration: run.duration)
            guard run.resultCode.isError else { return }
            Counter(
                label: "sqlite_statement_errors",
                dimensions: [("database", label), ("verb", verb), ("code", run.resultCode.constantName)],
                factory: factory
            ).increment()
        }

        private func note(_ checkpoint: FMEvent.Checkpoint) {
            (checkpoint.resultCode.isError ? failedCheckpoints : checkpoints).record(duration: checkpoint.duration)
            if let count = checkpoint.logFrameCount { pages.record(count) }
        }
    }

    extension StatementVerb {
        /// The verb as the label of a metric. Verbs that matter little for the load are "OTHER".
        var label: String {
            switch self {
            case .select, .insert, .update, .delete, .commit: rawValue
            default: StatementVerb.other.rawValue
            }
        }

        static let labels = [StatementVerb.select, .insert, .update, .delete, .commit, .other]
    }
#endif
