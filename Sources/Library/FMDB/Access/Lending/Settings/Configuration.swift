extension FMDatabaseCoordinator {
    /// Options of a queue or a pool that FMDB does not have. With the defaults a queue or pool behaves as in FMDB.
    ///
    ///     var configuration = FMDatabaseQueue.Configuration()
    ///     configuration.label = "people"
    ///     configuration.foreignKeys = true
    ///     let queue = try FMDatabaseQueue(path: path, configuration: configuration)
    public struct Configuration: Sendable {
        /// The name in errors, logs and events. Default: nil, the last component of the path.
        public var label: String?

        /// The flags for opening, as for ``FMDatabase/open(withFlags:vfs:)``.
        public var flags = Constants.defaultOpenFlags

        /// The name of a registered virtual file system, nil for the default one.
        public var vfs: String?

        /// Whether SQLite enforces [foreign keys](https://sqlite.org/foreignkeys.html), on each connection. It is set
        /// before `configure` is called. Default: nil, which keeps SQLite's default: not enforced.
        ///
        /// The corresponding pragma is [`foreign_keys`](https://sqlite.org/pragma.html#pragma_foreign_keys).
        public var foreignKeys: Bool?

        /// How long a commit waits for the disk, on each connection. It is set after `configure` was called, because
        /// SQLite reads the file to set it. It overrides the mode that `configure` has set. Default: nil, which leaves
        /// it to `configure` and to SQLite, whose default is `FULL` on Debian, and `NORMAL` in WAL mode on Apple
        /// platforms. With ``groupCommit`` and an SQLite whose default in WAL mode is `NORMAL`, nil means
        /// ``FMDatabase/Synchronous/full``, unless `configure` sets `OFF` or `EXTRA`.
        ///
        /// The corresponding pragma is [`synchronous`](https://sqlite.org/pragma.html#pragma_synchronous).
        public var synchronous: Synchronous?

        /// How long each connection waits for another connection's lock, zero or longer. It is set before `configure`
        /// is called. Default: nil, which leaves it to ``FMDatabase/maxBusyRetryTimeInterval``, whose default is 2 s.
        ///
        /// The corresponding pragma is [`busy_timeout`](https://sqlite.org/pragma.html#pragma_busy_timeout).
        public var busyTimeout: Duration?

        /// The maximum size of each connection's page cache, in bytes; SQLite counts in KiB. It is set after
        /// `configure` was called, because SQLite reads the file to set it. It overrides the size that `configure` has
        /// set. Values below 1 KiB count as 1 KiB. Default: nil, which leaves it to `configure` and to SQLite, whose
        /// default is 2 MB.
        ///
        /// The corresponding pragma is [`cache_size`](https://sqlite.org/pragma.html#pragma_cache_size).
        public var cacheSize: Int?

        /// The restrictions for a file from an untrusted source, applied to each connection before `configure` is
        /// called. The file is checked after `configure`, before any connection is used; a missing file is not created.
        /// Default: nil. See ``FMDatabase/open(untrusted:flags:vfs:configure:)``.
        public var untrusted: FMDatabase.Restrictions?

        /// Sets up each connection right after it is opened: a key, pragmas, functions. If it throws, the connection is
        /// closed, and the call that needs it throws the same error. Called on the thread that opens the connection.
        public var configure: (@Sendable (FMDatabase) throws -> Void)?

        /// The maximum number of connections for `read` of an ``FMDatabasePool``, 1 to 64.
        public var maximumReaders = 4

        /// What happens to result sets that are still open at the end of a block; they are always logged. Default: nil.
        /// Then FMDB's calls of a queue leave them open, and all other calls close them.
        public var openResultSets: OpenResultSets?

        /// The policy for repeating transactions and statements that failed because of another connection's lock.
        /// Default: nil, no repetition. See ``Retry`` for what each call does.
        public var retry: Retry?

        /// Lets transactions that wait at the same time share one commit. Default: nil. See ``GroupCommit``.
        public var groupCommit: GroupCommit?

        /// Called for each event of each connection, on the thread that uses the connection. A pool may call it on
        /// several threads at once. Default: nil. See <doc:Observing>.
        public var eventHandler: (@Sendable (FMEvent) -> Void)?

        /// The handlers of ``addEventHandler(_:)``.
        private var addedEventHandlers: [@Sendable (FMEvent) -> Void] = []

        /// Whether to log a warning if another queue or pool of this process has the same file open. The two compete
        /// for locks, so this is often a mistake. The `eventHandler` gets an event in any case.
        public var reportsSharedFiles = false

        /// The minimum duration of a statement that is reported with its query plan. It has no effect without an
        /// `eventHandler`. Default: nil.
        public var slowStatementThreshold: Duration?

        /// The number of full-scan steps in tables and indexes above which a statement is reported with its query plan.
        /// It has no effect without an `eventHandler`. Default: nil. See ``FMDatabase/fullScanThreshold``.
        public var fullScanThreshold: Int?

        /// Whether other processes of the same user can see what the connections do: ``FMActivity/all(of:timeout:)``. Default: false.
        ///
        /// While a connection is open, the process listens on a Unix domain socket that no other user may access, on
        /// its own thread. It sends SQL without literals, labels and source lines, never values. Statements that take
        /// ``slowStatementThreshold``, or 100 ms without one, are kept with their query plans, sixteen for each
        /// connection. A failure to listen is only logged. Errors of this process then also describe what the processes
        /// that hold a lock are doing, if they publish it; see <doc:Activity>.
        ///
        /// The corresponding C function is [`sqlite3_trace_v2`](https://sqlite.org/c3ref/trace_v2.html), which has room
        /// for one callback. If the app sets its own, reads, commits and slow statements are no longer counted.
        public var publishesActivity = false

        /// The folder of the socket; nil for the user's default folder. Default: nil.
        package var activityFolder: String?

        /// The settings of background checkpoints. Default: nil, which leaves checkpoints to SQLite. With settings,
        /// every connection that writes switches the file to WAL mode.
        public var writeAheadLog: WriteAheadLog?

        /// The backup of each commit, from which the database can be restored as of any moment. Default: nil. See
        /// <doc:Backups>.
        public var backup: ContinuousBackup?

        /// Whether ``FMDatabaseCoordinator/suspendNotification`` and ``FMDatabaseCoordinator/resumeNotification`` suspend and resume the
        /// queue or pool. See <doc:Apple>.
        public var observesSuspensionNotifications = false

        /// Whether the task of an asynchronous call itself moves to a thread of the library, if the OS supports this.
        /// Tests set it to false to cover systems that do not.
        package var movesTasks = true

        /// Whether the kernel reports changes to the file; if false, the file is polled. Default: true.
        package var watchesFiles = true

        /// An `errno` with which watching the file fails; nil to ask the kernel. Default: nil.
        package var watchRefusal: Int32?

        /// How long to keep looking for a commit after the last write to the file. Default: 10 seconds.
        package var watchPatience = Duration.seconds(10)

        /// Called at each check for external changes, and when checks rest until the next write. Default: nil.
        package var onWatch: (@Sendable (WatchStep) -> Void)?

        package enum WatchStep: Sendable {
            case looks
            case rests
        }

        /// Creates a configuration with the defaults.
        public init() {}

        /// Adds a handler that is called for each event, before ``eventHandler``. It is for libraries that log or
        /// measure, and leaves ``eventHandler`` to the app.
        ///
        /// - Parameter handler: called as ``eventHandler`` is, after the handlers that were added earlier.
        public mutating func addEventHandler(_ handler: @escaping @Sendable (FMEvent) -> Void) {
            addedEventHandlers.append(handler)
        }

        /// One closure that calls all handlers; nil if there is none.
        var allEventHandlers: (@Sendable (FMEvent) -> Void)? {
            guard !addedEventHandlers.isEmpty else { return eventHandler }
            let handlers = addedEventHandlers + [eventHandler].compactMap { $0 }
            guard handlers.count > 1 else { return handlers.first }
            return { event in handlers.forEach { $0(event) } }
        }
    }

    /// How long a commit waits for the disk. See <doc:ReadersAndWriter> for what survives a loss of power.
    public typealias Synchronous = FMDatabase.Synchronous

    /// What happens to result sets that are still open at the end of a block.
    public enum OpenResultSets: Sendable {
        /// The result sets are logged with their SQL and stay open.
        case report
        /// The result sets are logged and closed.
        case close
        /// The process stops, in debug and release builds.
        case trap
    }
}
