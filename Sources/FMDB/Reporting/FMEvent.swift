import Foundation

/// Something that has happened on a database, for ``FMDatabase/eventHandler``.
///
///     db.eventHandler = { event in
///         switch event {
///         case .statementEnded(let run): histogram.record(run.duration)
///         case .slowStatement(let run, let plan): print(run.sql, plan)
///         default: break
///         }
///     }
///
/// Later versions may add cases, so a `switch` needs a `default`. Argument values are never in an event; what stands
/// in the SQL text itself is.
public enum FMEvent: Sendable {
    /// A statement makes its first step.
    case statementBegan(Statement)
    /// A statement has come to the end of its rows, has failed, or was given up before its end.
    case statementEnded(Execution)
    /// A statement has taken ``FMDatabase/slowStatementThreshold`` or longer. It follows `statementEnded`, as soon
    /// as the statement is put back or its result set closed.
    ///
    /// The plan has the lines of [EXPLAIN QUERY PLAN](https://sqlite.org/eqp.html), each indented by two spaces
    /// below the one it belongs to. It is made with values unbound, and it is empty for what cannot be explained:
    /// statements other than queries, INSERT, UPDATE and DELETE; those that have changed rows, because SQLite would
    /// forget their number; and those whose commit has failed when their result set was closed.
    case slowStatement(Execution, plan: [String])
    /// A call has waited for a lock of another connection, until it got it or gave up. See
    /// ``FMDatabase/maxBusyRetryTimeInterval``.
    case lockWait(LockWait)
    /// A checkpoint has ended: of a call, of `PRAGMA wal_checkpoint`, or of a commit that made the log too long.
    case checkpoint(Checkpoint)
    /// A statement was taken from a cache of compiled statements.
    case cacheHit(sql: String)
    /// A statement was not in its cache and is compiled.
    case cacheMiss(sql: String)
    /// Other queues or pools of this process are open on the same file; told once for each queue or pool. The names
    /// are like `queue "people.db"`.
    case sharedFile(with: [String])
    /// The linked SQLite has a known defect that concerns this database. Sent once for each connection, after its first
    /// commit in WAL mode.
    case advisory(Advisory)
}

extension FMEvent {
    /// One run of a statement.
    public struct Statement: Sendable {
        /// The number of the run, by which its beginning and its end are matched. It is unique until the database is
        /// closed.
        public let id: Int
        /// The SQL text, without the values of its parameters.
        public let sql: String
    }

    /// One run of a statement that has ended.
    public struct Execution: Sendable {
        /// The number of the run, by which its beginning and its end are matched. It is unique until the database is
        /// closed.
        public let id: Int
        /// The SQL text, without the values of its parameters.
        public let sql: String
        /// The time spent in SQLite: with waiting for locks and with custom functions, but without what the client did
        /// between two rows.
        public let duration: Duration
        /// How many rows it has returned.
        public let rowCount: Int
        /// `.done` after the last row, `.row` if it was given up before that, else the extended code of its error.
        public let resultCode: FMResultCode
    }

    /// A wait for a lock of another connection.
    public struct LockWait: Sendable {
        /// The SQL text that waited; nil for a checkpoint.
        public let sql: String?
        /// How often the lock was asked for in vain, 2 or more unless it was given up at once.
        public let attempts: Int
        /// How long it took.
        public let duration: Duration
        /// Whether the lock was not got in time.
        public let isGivenUp: Bool
    }

    /// A known defect of the linked SQLite that can lose data in a way which the library cannot prevent.
    public struct Advisory: Hashable, Sendable {
        /// A short name that does not change from version to version, "wal-reset" for example.
        public let name: String
        /// What can happen, and what to do, in a few sentences.
        public let message: String
        /// The address of the page that describes the defect.
        public let page: String
    }

    /// A checkpoint.
    ///
    /// The corresponding C function is [`sqlite3_wal_checkpoint_v2`](https://sqlite.org/c3ref/wal_checkpoint_v2.html).
    public struct Checkpoint: Sendable {
        /// How far it was to go.
        public let mode: FMDBCheckpointMode
        /// "main" or the name of an attached database; nil for all.
        public let name: String?
        /// The number of frames in the WAL; nil without a WAL, and after most failures.
        public let logFrameCount: Int?
        /// The number of frames moved into the database so far; nil without a WAL, and after most failures.
        public let movedFrameCount: Int?
        /// How long it took.
        public let duration: Duration
        /// `.ok`, or the extended code of the error.
        public let resultCode: FMResultCode
    }
}

extension FMEvent: CustomStringConvertible {
    /// One line for a log.
    public var description: String {
        switch self {
        case .statementBegan(let run): "statement \(run.id) began - \(run.sql)"
        case .statementEnded(let run): "statement \(run.id) ended: \(run.outline)"
        case .slowStatement(let run, let plan):
            "statement \(run.id) was slow: \(run.outline) - plan: \(plan.joined(separator: "; "))"
        case .lockWait(let wait):
            "\(wait.isGivenUp ? "did not get" : "got") a lock after \(wait.duration.inSeconds), \(wait.attempts.of("attempt"))"
                + (wait.sql.map { " - \($0)" } ?? "")
        case .checkpoint(let checkpoint):
            "checkpoint: code \(checkpoint.resultCode), \(checkpoint.duration.inSeconds), \(checkpoint.movedFrameCount ?? 0) of "
                + "\(checkpoint.logFrameCount ?? 0) frames copied"
        case .cacheHit(let sql): "cache hit - \(sql)"
        case .cacheMiss(let sql): "cache miss - \(sql)"
        case .sharedFile(let names): "the same file is open in: \(names.joined(separator: ", "))"
        case .advisory(let advisory): "advisory \(advisory.name): \(advisory.message) See \(advisory.page)"
        }
    }
}

extension FMEvent.Execution {
    fileprivate var outline: String { "code \(resultCode), \(duration.inSeconds), \(rowCount.of("row")) - \(sql)" }
}

extension Duration {
    /// Without an exponent, so that lines of a log can be compared.
    fileprivate var inSeconds: String { String(format: "%.6f seconds", self / .seconds(1)) }
}
