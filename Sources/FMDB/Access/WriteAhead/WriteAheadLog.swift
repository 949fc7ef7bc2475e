extension FMDatabaseCoordinator {
    /// How a queue or pool looks after the write-ahead log of its database.
    ///
    ///     var log = FMDatabaseCoordinator.WriteAheadLog()
    ///     log.persistence = .always
    ///     log.truncatesWhenIdle = .seconds(30)
    ///
    /// Without it SQLite does: whichever commit makes the log longer than 1000 pages moves them into the database, and
    /// waits until that is done. With it a thread in the background moves them, on a connection of its own. The article
    /// <doc:WriteAheadLog> tells when that pays.
    ///
    /// See [Write-Ahead Logging](https://sqlite.org/wal.html).
    public struct WriteAheadLog: Sendable {
        /// Whether the log's file stays when the last connection closes. After three stalls unless chosen otherwise.
        public var persistence: Persistence

        /// A commit that takes longer counts as a stall: from the end of the statements until the log is written,
        /// without what was waited for locks. 100 ms unless chosen otherwise.
        public var stallDuration: Duration

        /// The longest file, in bytes, that stays behind a burst of changes: a longer one is cut to this length when the
        /// log starts anew, and when the last connection closes. Under steady writing a log of this length is made to start anew,
        /// which costs one commit a little time. nil for none but what `configure` sets, 16 MiB unless chosen
        /// otherwise.
        ///
        /// See [PRAGMA journal_size_limit](https://sqlite.org/pragma.html#pragma_journal_size_limit).
        public var sizeLimit: Int?

        /// By how many pages the log grows before they are moved into the database, 1 or more. 1000 unless chosen
        /// otherwise.
        public var checkpointPages: Int

        /// The longest time that a change stays in the log alone, if no reader holds it back; nil for no such limit.
        /// 10 s unless chosen otherwise.
        public var checkpointInterval: Duration?

        /// After how long without a commit the log is emptied and its file cut to nothing; nil, as at first, for never.
        /// The file of a persistent log is cut only if it is longer than ``sizeLimit``.
        public var truncatesWhenIdle: Duration?

        /// Whether the log is emptied and its file cut to nothing when the queue or pool closes. False at first.
        public var truncatesOnClose: Bool

        /// The log's length in bytes above which ``Event/starvation(_:)`` is reported if readers keep its pages from
        /// being moved, three times in a row. nil for never, 64 MiB unless chosen otherwise.
        public var alarmSize: Int?

        /// Is told what happens to the log. It is called on the thread that does the work: the one in the background,
        /// or that of the commit. It must neither use the database nor wait for the queue or pool.
        public var observer: (@Sendable (Event) -> Void)?

        /// Settings that suit most.
        ///
        /// - Parameters:
        ///   - persistence: see ``persistence-swift.property``.
        ///   - observer: see ``observer``.
        public init(
            persistence: Persistence = .whenStalled(times: 3), observer: (@Sendable (Event) -> Void)? = nil
        ) {
            self.persistence = persistence
            stallDuration = .milliseconds(100)
            sizeLimit = 16 << 20
            checkpointPages = 1000
            checkpointInterval = .seconds(10)
            truncatesWhenIdle = nil
            truncatesOnClose = false
            alarmSize = 64 << 20
            self.observer = observer
        }
    }
}

extension FMDatabaseCoordinator.WriteAheadLog {
    /// Whether the file of the log stays when the last connection closes.
    ///
    /// A file that stays is written over from its start. That spares each commit what it costs the file system to make
    /// a file longer. The corresponding C constant is
    /// [`SQLITE_FCNTL_PERSIST_WAL`](https://sqlite.org/c3ref/c_fcntl_begin_atomic_write.html).
    public enum Persistence: Hashable, Sendable {
        /// The file is deleted, as SQLite does by itself.
        case never
        /// The file stays.
        case always
        /// The file stays once so many commits have stalled, 1 or more, counted from the opening of the database. See
        /// ``FMDatabaseCoordinator/WriteAheadLog/stallDuration``.
        case whenStalled(times: Int)
    }

    /// What happens to a log.
    public enum Event: Sendable {
        /// Pages were moved, or could not be.
        case checkpoint(Checkpoint)
        /// Readers keep the log from being emptied. Reported once, and again only after everything could be moved.
        case starvation(Starvation)
        /// Commits have stalled as often as ``Persistence/whenStalled(times:)`` says: the file stays from now on.
        case becamePersistent
    }

    /// One attempt to move pages of the log into the database.
    public struct Checkpoint: Sendable {
        /// Why pages are moved.
        public enum Occasion: String, Sendable {
            /// The log has grown, or the interval is over; on the thread in the background.
            case background
            /// The log would not start anew, because there is always one more commit; on the thread of a commit, which
            /// moves the few pages that have come since the last checkpoint.
            case commit
            /// Nobody has written for a while; on the thread in the background.
            case idle
            /// The queue or pool closes; on the thread that closes it.
            case closing
        }

        /// Why it happened.
        public let occasion: Occasion
        /// The pages in the log; 0 after the file was cut to nothing.
        public let logPages: Int
        /// How many of them are in the database by now. Fewer than there are: a reader still needs the older state.
        public let movedPages: Int
        /// Whether the file was cut to nothing.
        public let isTruncated: Bool
        /// How long it took.
        public let duration: Duration
        /// Why it failed, nil if it did not.
        public let error: FMError?
    }

    /// A log that grows and grows, because somebody reads an older state of the database.
    public struct Starvation: Sendable {
        /// The pages in the log.
        public let logPages: Int
        /// How many of them could be moved into the database.
        public let movedPages: Int
        /// The length of the log in bytes.
        public let logSize: Int
        /// Who reads: in this process the connection that has read longest first, then other processes, where the
        /// system tells of them. Empty holders mean that nobody was found.
        public let contention: FMError.Contention
    }

    /// What has been counted since the queue or pool was made.
    public struct Statistics: Hashable, Sendable {
        /// The pages in the log at this moment, as far as the own commits show.
        public internal(set) var logPages = 0
        /// Commits that wrote.
        public internal(set) var commits = 0
        /// Commits that took longer than ``FMDatabaseCoordinator/WriteAheadLog/stallDuration``.
        public internal(set) var stalls = 0
        /// The longest that a commit has taken.
        public internal(set) var slowestCommit = Duration.zero
        /// Checkpoints that were run, with those that moved a part only.
        public internal(set) var checkpoints = 0
        /// Checkpoints of which a reader held back a part.
        public internal(set) var incompleteCheckpoints = 0
        /// Checkpoints that failed.
        public internal(set) var failedCheckpoints = 0
        /// Pages that were moved into the database.
        public internal(set) var movedPages = 0
        /// How often the file was cut to nothing.
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
