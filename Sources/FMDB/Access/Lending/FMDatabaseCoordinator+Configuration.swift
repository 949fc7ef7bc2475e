import Foundation

extension FMDatabaseCoordinator {
    /// What a queue or a pool does beyond FMDB. Every choice has a default that changes nothing.
    ///
    ///     var configuration = FMDatabaseQueue.Configuration()
    ///     configuration.label = "people"
    ///     configuration.foreignKeys = true
    ///     let queue = try FMDatabaseQueue(path: path, configuration: configuration)
    public struct Configuration: Sendable {
        /// The name in errors, logs and events; the last part of the path if it is nil.
        public var label: String?

        /// How a database is opened: as for ``FMDatabase/open(withFlags:vfs:)``.
        public var flags = Constants.defaultOpenFlags

        /// The name of a registered virtual file system, nil for the default one.
        public var vfs: String?

        /// Whether SQLite checks [foreign keys](https://sqlite.org/foreignkeys.html), on each connection, set before
        /// `configure` is called. Default: nil, which leaves it to SQLite, whose own default is not to check them.
        ///
        /// The corresponding pragma is [`foreign_keys`](https://sqlite.org/pragma.html#pragma_foreign_keys).
        public var foreignKeys: Bool?

        /// How long a commit waits for the disk, on each connection. It is set after `configure` was called, because SQLite reads
        /// the file for it, and replaces what `configure` has set. Default: nil, which leaves it to `configure` and to SQLite:
        /// Debian's has `FULL`, Apple's `NORMAL` in WAL mode. With ``groupCommit`` and an SQLite whose default in WAL mode is
        /// `NORMAL`, nil is ``Synchronous/full``, unless `configure` sets `OFF` or `EXTRA`.
        ///
        /// The corresponding pragma is [`synchronous`](https://sqlite.org/pragma.html#pragma_synchronous).
        public var synchronous: Synchronous?

        /// Sets up each connection, right after it was opened: a key, pragmas, functions. If it throws, the connection
        /// is closed and the call that wanted it throws the same. Called on the thread that opens.
        public var configure: (@Sendable (FMDatabase) throws -> Void)?

        /// How many connections the `read` of an ``FMDatabasePool`` uses at most, 1 to 64.
        public var maximumReaders = 4

        /// What happens to result sets that are still open at the end of a block. nil: FMDB's verbs of a queue leave
        /// them open, everything else closes them; both are logged.
        public var openResultSets: OpenResultSets?

        /// Runs a transaction again that met another connection's lock; nil for no second attempt.
        public var retry: Retry?

        /// Whether transactions that wait at the same time share one commit. See ``GroupCommit``.
        public var groupCommit: GroupCommit?

        /// Gets to know what happens on each connection; nil for nobody. It is called on the threads that use the
        /// connections, several at a time for a pool. See <doc:Observing>.
        public var eventHandler: (@Sendable (FMDatabase.Event) -> Void)?

        /// Whether another queue or pool of this process on the same file is logged as a warning. Each of them meets the
        /// locks of the others, so it is often a mistake. An `eventHandler` is told in any case.
        public var reportsSharedFiles = false

        /// How long a statement takes that is reported with its query plan; nil for none. It counts only with an
        /// `eventHandler`.
        public var slowStatementThreshold: Duration?

        /// Background checkpoints. Default: nil, which leaves checkpoints to SQLite. With it every connection that writes puts
        /// the file into WAL mode.
        public var writeAheadLog: WriteAheadLog?

        /// Whether ``FMDatabaseCoordinator/suspendNotification`` and ``FMDatabaseCoordinator/resumeNotification`` suspend and resume the
        /// queue or pool. See <doc:Apple>.
        public var observesSuspensionNotifications = false

        /// A configuration that changes nothing.
        public init() {}
    }

    /// How long a commit waits for the disk: the values of
    /// [`PRAGMA synchronous`](https://sqlite.org/pragma.html#pragma_synchronous). What survives a loss of power with each of
    /// them says <doc:ReadersAndWriter>.
    public enum Synchronous: String, Sendable {
        /// It does not wait.
        case off = "OFF"
        /// It waits at some moments. In WAL mode the file cannot be damaged, but the last commits may be missing.
        case normal = "NORMAL"
        /// It waits for what it has written.
        case full = "FULL"
        /// It waits for the directory of a deleted journal, too.
        case extra = "EXTRA"
    }

    /// What happens to result sets that are still open at the end of a block.
    public enum OpenResultSets: Sendable {
        /// They are logged with their SQL text, and stay open.
        case report
        /// They are logged and closed.
        case close
        /// The process stops, in debug and in release.
        case trap
    }
}
