extension FMDatabaseCoordinator {
    /// Background checkpoints of a queue's or pool's write-ahead log.
    ///
    ///     var log = FMDatabaseCoordinator.WriteAheadLog()
    ///     log.persistence = .always
    ///     log.truncatesWhenIdle = .seconds(30)
    ///
    /// Without these settings, the commit that makes the log longer than 1000 pages runs the checkpoint. With them, a
    /// background thread runs checkpoints on its own connection. See <doc:WriteAheadLog> for when to use it.
    ///
    /// See [Write-Ahead Logging](https://sqlite.org/wal.html).
    public struct WriteAheadLog: Sendable {
        /// Whether the log file is kept when the last connection closes. Default: `.whenStalled(times: 3)`.
        public var persistence: Persistence

        /// A commit that takes longer counts as a stall. The time runs from the end of the statements until the log is
        /// written, without waits for locks. Default: 100 ms.
        public var stallDuration: Duration = .milliseconds(100)

        /// The maximum length of the log file in bytes: a longer file is truncated to it when the log is reset and when
        /// the last connection closes. Under steady writing the log is forced to reset at this length, which makes one
        /// commit slightly slower. nil for the limit that `configure` sets, if any. Default: 16 MiB.
        ///
        /// See [PRAGMA journal_size_limit](https://sqlite.org/pragma.html#pragma_journal_size_limit).
        public var sizeLimit: Int? = 16 << 20

        /// The number of pages by which the log grows before a checkpoint, 1 or more. Default: 1000.
        public var checkpointPages: Int = 1000

        /// The maximum time that a change is only in the log, if no reader prevents the checkpoint; nil for no limit.
        /// Default: 10 s.
        public var checkpointInterval: Duration? = .seconds(10)

        /// The time without a commit after which the log file is truncated to zero; nil for never. The file of a
        /// persistent log is truncated only if it is longer than ``sizeLimit``. Default: nil.
        public var truncatesWhenIdle: Duration?

        /// Whether the log file is truncated to zero when the queue or pool closes. Default: false.
        public var truncatesOnClose: Bool = false

        /// The length of the log in bytes above which ``Event/starvation(_:)`` is reported, if readers have prevented
        /// three checkpoints in a row from completing; nil for never. Default: 64 MiB.
        public var alarmSize: Int? = 64 << 20

        /// Called for each event, on the thread that runs the checkpoint: the background thread, or that of the commit.
        /// It must neither use the database nor wait for the queue or pool. Default: nil.
        public var observer: (@Sendable (Event) -> Void)?

        /// Creates settings with the defaults.
        ///
        /// - Parameters:
        ///   - persistence: see ``persistence-swift.property``.
        ///   - observer: see ``observer``.
        public init(
            persistence: Persistence = .whenStalled(times: 3), observer: (@Sendable (Event) -> Void)? = nil
        ) {
            (self.persistence, self.observer) = (persistence, observer)
        }
    }
}

extension FMDatabaseCoordinator.WriteAheadLog {
    /// Whether the log file is kept when the last connection closes.
    ///
    /// A kept file is overwritten from its beginning, so the file system need not extend it at each commit. The
    /// corresponding C constant is
    /// [`SQLITE_FCNTL_PERSIST_WAL`](https://sqlite.org/c3ref/c_fcntl_begin_atomic_write.html).
    public enum Persistence: Hashable, Sendable {
        /// The file is deleted, as by SQLite's default.
        case never
        /// The file is kept.
        case always
        /// The file is kept once this number of commits (1 or more) has stalled since the database was opened. See
        /// ``FMDatabaseCoordinator/WriteAheadLog/stallDuration``.
        case whenStalled(times: Int)
    }

    /// An event of a log.
    public enum Event: Sendable {
        /// A checkpoint has ended.
        case checkpoint(Checkpoint)
        /// Readers prevent the log from being reset. Reported once, and again only after a complete checkpoint.
        case starvation(Starvation)
        /// The number of stalled commits has reached ``Persistence/whenStalled(times:)``: the file is kept from now on.
        case becamePersistent
    }

    /// One checkpoint.
    public struct Checkpoint: Sendable {
        /// The reason of a checkpoint.
        public enum Occasion: String, Sendable {
            /// The log has grown, or the interval has passed. The checkpoint runs on the background thread.
            case background
            /// Steady writing prevents a reset of the log. The checkpoint runs on the thread of a commit, and copies
            /// the few pages written since the last checkpoint.
            case commit
            /// There was no commit for a while. The checkpoint runs on the background thread.
            case idle
            /// The queue or pool closes. The checkpoint runs on the thread that closes it.
            case closing
        }

        /// The reason of the checkpoint.
        public let occasion: Occasion
        /// The number of pages in the log; 0 after the file was truncated.
        public let logPages: Int
        /// The number of these pages that have been copied into the database. If it is smaller than ``logPages``, a
        /// reader still needs the older state.
        public let movedPages: Int
        /// Whether the file was truncated to zero.
        public let isTruncated: Bool
        /// The duration of the checkpoint.
        public let duration: Duration
        /// The error of the checkpoint; nil if it succeeded.
        public let error: FMError?
    }

    /// A log that keeps growing because a reader needs an older state of the database.
    public struct Starvation: Sendable {
        /// The number of pages in the log.
        public let logPages: Int
        /// The number of these pages that could be copied into the database.
        public let movedPages: Int
        /// The length of the log in bytes.
        public let logSize: Int
        /// The readers: connections of this process, the longest reader first, then other processes if the system
        /// provides them. `holders` is empty if none was found.
        public let contention: FMError.Contention
    }

    /// Counts since the queue or pool was created.
    public struct Statistics: Hashable, Sendable {
        /// The number of pages in the log, as known from the queue's or pool's own commits.
        public internal(set) var logPages = 0
        /// Commits that wrote.
        public internal(set) var commits = 0
        /// Commits that took longer than ``FMDatabaseCoordinator/WriteAheadLog/stallDuration``.
        public internal(set) var stalls = 0
        /// The duration of the slowest commit.
        public internal(set) var slowestCommit = Duration.zero
        /// Checkpoints, including incomplete ones.
        public internal(set) var checkpoints = 0
        /// Checkpoints that a reader kept from completing.
        public internal(set) var incompleteCheckpoints = 0
        /// Checkpoints that failed.
        public internal(set) var failedCheckpoints = 0
        /// Pages copied into the database.
        public internal(set) var movedPages = 0
        /// How often the file was truncated to zero.
        public internal(set) var truncations = 0
        /// How often starvation was reported.
        public internal(set) var alarms = 0
        /// Whether the file stays when the last connection closes.
        public internal(set) var isPersistent = false
    }
}

extension FMDatabaseCoordinator.WriteAheadLog.Starvation: CustomStringConvertible {
    /// One sentence for a log.
    public var description: String {
        "the write-ahead log has grown to \(logPages) pages (\(logSize) bytes), \(logPages - movedPages) of which cannot "
            + "be checkpointed: \(contention.hint)"
    }
}
