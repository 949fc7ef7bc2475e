import Foundation

/// An event of a database, passed to ``FMDatabase/eventHandler``.
///
///     db.eventHandler = { event in
///         switch event {
///         case .statementEnded(let run): histogram.record(run.duration)
///         case .slowStatement(let run, let plan): print(run.sql, plan)
///         default: break
///         }
///     }
///
/// Later versions may add cases, so a `switch` needs a `default`. Events never contain bound values, but the SQL in them may contain
/// literals.
public enum FMEvent: Sendable {
    /// A statement is about to make its first step.
    case statementBegan(Statement)
    /// A statement has returned its last row, has failed, or was reset before its end.
    case statementEnded(Execution)
    /// A statement has taken at least ``FMDatabase/slowStatementThreshold``. It follows `statementEnded` when the
    /// statement is reset or its result set is closed.
    ///
    /// The plan has the lines of [EXPLAIN QUERY PLAN](https://sqlite.org/eqp.html), indented by two spaces for each level. It is computed
    /// without bound values. It is empty for statements other than queries, INSERT, UPDATE and DELETE, and for a statement whose commit
    /// failed when its result set was closed. It is also empty for a statement that has changed rows, because explaining it would reset
    /// SQLite's count of changes.
    case slowStatement(Execution, plan: [String])
    /// A statement has made more full-scan steps than ``FMDatabase/fullScanThreshold``. It is sent when the statement is reset or its
    /// result set is closed, after `slowStatement`, with the same kind of plan.
    case fullScan(Execution, plan: [String])
    /// A call had to wait for another connection's lock. It has got the lock, or has given up. See ``FMDatabase/maxBusyRetryTimeInterval``.
    case lockWait(LockWait)
    /// A checkpoint has ended. A call, `PRAGMA wal_checkpoint` or a commit ran it.
    case checkpoint(Checkpoint)
    /// A statement was found in the cache.
    case cacheHit(sql: String)
    /// A statement was not in the cache and is compiled.
    case cacheMiss(sql: String)
    /// A connection was opened. It is not configured yet: a key, for example, can still be set.
    case connectionOpened(Connection)
    /// A connection has closed.
    case connectionClosed(Connection)
    /// A call of a queue or pool had to wait, because every connection of the kind that it needs was in use. It has got a connection, or
    /// has given up. Sent to the ``FMDatabaseCoordinator/Configuration/eventHandler`` alone, before the block of the call. Not sent for
    /// transactions that share a commit; ``FMDatabaseCoordinator/statistics`` counts those that wait.
    case connectionWait(ConnectionWait)
    /// Other queues or pools of this process have the same file open; sent once for each queue or pool. The names look
    /// like `queue "people.db"`.
    case sharedFile(with: [String])
    /// The linked SQLite has a known defect that affects this database. Sent once for each connection, after its first commit in WAL mode.
    case advisory(Advisory)
    /// On Linux, inotify cannot watch a file. The library polls it for changes by others at each interval, and tries inotify again. Sent to
    /// the ``FMDatabaseCoordinator/Configuration/eventHandler`` once for each observation.
    case fileWatchRefused(FileWatchRefused)
    /// A statement or another call has failed because the file is damaged or is not a database. Sent once for each failure. See
    /// <doc:Backups>.
    case corruption(Corruption)
}

extension FMEvent {
    /// One execution of a statement.
    public struct Statement: Sendable {
        /// The number of the execution, the same in its start and end events. It is unique until the database is closed.
        public let id: Int
        /// The SQL, without the values of its parameters.
        public let sql: String
    }

    /// One execution of a statement that has ended.
    public struct Execution: Sendable {
        /// The number of the execution, the same in its start and end events. It is unique until the database is closed.
        public let id: Int
        /// The SQL, without the values of its parameters.
        public let sql: String
        /// The time spent in SQLite, including waits for locks and custom functions, excluding the app's code between two rows.
        public let duration: Duration
        /// The number of rows returned.
        public let rowCount: Int
        /// `.done` after the last row, `.row` if it was reset before that, otherwise the extended code of its error.
        public let resultCode: FMResultCode
        /// The number of steps forward in tables, or indexes, that were read as a whole. See ``FMStatementStatus/fullScanSteps``.
        public let fullScanSteps: Int
        /// The number of rows in the automatic indexes that SQLite created for the statement. See ``FMStatementStatus/automaticIndexRows``.
        public let automaticIndexRows: Int
        /// The number that is compared with ``FMDatabase/fullScanThreshold``.
        package var rowsReadAsWhole: Int { fullScanSteps + automaticIndexRows }
    }

    /// A wait for a lock of another connection.
    public struct LockWait: Sendable {
        /// The SQL that waited; nil for a checkpoint.
        public let sql: String?
        /// The number of failed attempts to get the lock; 2 or more unless the call gave up at once.
        public let attempts: Int
        /// How long it took.
        public let duration: Duration
        /// Whether the call gave up.
        public let isGivenUp: Bool
    }

    /// A connection.
    public struct Connection: Hashable, Sendable {
        /// The path of its main database, "" for one in memory.
        public let path: String
        /// Whether the connection is read-only.
        public let isReadOnly: Bool
        /// The size in bytes of the write-ahead log that a closed connection has left. It may contain commits that the database file alone
        /// does not have. 0 if there is none, or if another connection of this process still uses it. A log remains if another process has
        /// the file open or reads it, or if the last connection was read-only.
        public internal(set) var remainingLogSize = 0
    }

    /// A wait for a connection of a queue or pool.
    public struct ConnectionWait: Sendable {
        /// A kind of connection.
        public enum Kind: String, Sendable, CaseIterable {
            /// The connection of a queue, or those of a pool for calls other than `read` and `write`.
            case database
            /// The connections for `read` of a pool.
            case reader
            /// The connection for `write` of a pool.
            case writer
        }

        /// The kind of connection that it waited for.
        public let kind: Kind
        /// What it waited for: "the writer on …" for example, with the label and the path.
        public let name: String
        /// The call in the app's code; nil for FMDB's own calls, which do not record it.
        public let site: FMCallSite?
        /// How long it took.
        public let duration: Duration
        /// Whether the call gave up: it was cancelled, its deadline has passed, or the queue or pool was closed.
        public let isGivenUp: Bool
    }

    /// A known defect of the linked SQLite that the library cannot wholly prevent. See ``FMDatabase/advisories``.
    public struct Advisory: Hashable, Sendable {
        /// A short, stable name, such as "wal-reset", or the number of its CVE.
        public let name: String
        /// What can happen, and what to do.
        public let message: String
        /// The address of the page that describes the defect.
        public let page: String
    }

    /// Why [inotify](https://man7.org/linux/man-pages/man7/inotify.7.html) cannot watch a file.
    public struct FileWatchRefused: Hashable, Sendable {
        /// The path of the database.
        public let path: String
        /// The error number of the operating system: `ENOSPC` if `fs.inotify.max_user_watches` is reached, `EMFILE` if
        /// `fs.inotify.max_user_instances` or the limit of open files is reached.
        public let errorNumber: Int32

        package init(path: String, errorNumber: Int32) { (self.path, self.errorNumber) = (path, errorNumber) }

        /// The operating system's message for the error.
        public var reason: String { systemMessage(errorNumber) }
    }

    /// A failure that means damage to a file: `SQLITE_CORRUPT` or `SQLITE_NOTADB`.
    public struct Corruption: Sendable {
        /// What the library was doing.
        public enum Operation: String, Sendable {
            /// A connection was opened or configured.
            case opening
            /// A statement was compiled, for which SQLite reads the schema.
            case preparing
            /// A statement was executed.
            case executing
            /// A checkpoint copied pages of the WAL.
            case checkpoint
            /// Something else, a backup for example.
            case other
        }

        /// The path of the connection's main database, "" for one in memory. The damage may be in an attached database.
        public let path: String
        /// The SQL, without the values of its parameters; nil if there is none.
        public let sql: String?
        /// The extended code.
        public let resultCode: FMResultCode
        /// SQLite's message.
        public let message: String
        /// What the library was doing.
        public let operation: Operation
    }

    /// A checkpoint. See [`sqlite3_wal_checkpoint_v2`](https://sqlite.org/c3ref/wal_checkpoint_v2.html).
    public struct Checkpoint: Sendable {
        /// The mode.
        public let mode: FMDBCheckpointMode
        /// "main" or the name of an attached database; nil for all.
        public let name: String?
        /// The number of frames in the WAL; nil without a WAL, and after most failures.
        public let logFrameCount: Int?
        /// The number of frames copied into the database so far; nil without a WAL, and after most failures.
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
        case .fullScan(let run, let plan):
            "statement \(run.id) made \(run.fullScanSteps.of("step")) in whole tables: \(run.outline) - plan: \(plan.joined(separator: "; "))"
        case .lockWait(let wait):
            "\(wait.isGivenUp ? "did not get" : "got") a lock after \(wait.duration.inSeconds), \(wait.attempts.of("attempt"))"
                + (wait.sql.map { " - \($0)" } ?? "")
        case .checkpoint(let checkpoint):
            "checkpoint: code \(checkpoint.resultCode), \(checkpoint.duration.inSeconds), \(checkpoint.movedFrameCount ?? 0) of "
                + "\(checkpoint.logFrameCount ?? 0) frames copied"
        case .cacheHit(let sql): "cache hit - \(sql)"
        case .connectionOpened(let connection): "opened a connection - \(connection.path)"
        case .connectionClosed(let connection):
            "closed a connection - \(connection.path)"
                + (connection.remainingLogSize > 0 ? ", a log of \(connection.remainingLogSize) bytes stays" : "")
        case .connectionWait(let wait):
            "\(wait.isGivenUp ? "did not get" : "got") \(wait.name) after \(wait.duration.inSeconds)"
                + (wait.site.map { " - \($0)" } ?? "")
        case .cacheMiss(let sql): "cache miss - \(sql)"
        case .sharedFile(let names): "the same file is open in: \(names.joined(separator: ", "))"
        case .corruption(let corruption):
            "corruption: code \(corruption.resultCode), \(corruption.message), \(corruption.operation) - \(corruption.path)"
                + (corruption.sql.map { " - \($0)" } ?? "")
        case .fileWatchRefused(let refusal):
            "inotify refused: \(refusal.reason), the file is polled at each interval - \(refusal.path)"
        case .advisory(let advisory): "advisory \(advisory.name): \(advisory.message) See \(advisory.page)"
        }
    }
}

extension FMEvent.Execution {
    fileprivate var outline: String { "code \(resultCode), \(duration.inSeconds), \(rowCount.of("row")) - \(sql)" }
}

extension Duration {
    /// The duration without an exponent, so that lines of a log can be compared.
    fileprivate var inSeconds: String { String(format: "%.6f seconds", self / .seconds(1)) }
}
