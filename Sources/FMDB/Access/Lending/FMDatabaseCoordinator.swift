import Foundation

// SAFETY: the variables are read and written under the lock alone; the subclasses answer for theirs.
/// The superclass of ``FMDatabaseQueue`` and ``FMDatabasePool``: it lends a connection to a block.
///
/// The subclass decides which connection a block gets, and when. The calls named `in…` are FMDB's; those named `with…`
/// throw and return values.
///
/// Any thread and any task may call it. The connection is valid only within the block. The block of a synchronous call
/// runs on the calling thread, that of an asynchronous call on a thread of the library.
open class FMDatabaseCoordinator: NSObject, @unchecked Sendable {
    /// The flags passed to the initializer. Default: `SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE`.
    public final let openFlags: Int32

    /// The configuration.
    public final let configuration: Configuration

    /// What the configuration has called for each event; nil for nothing.
    final let eventHandler: (@Sendable (FMEvent) -> Void)?

    /// The observers of changes.
    final let feed = ChangeFeed()

    final let suspension = Suspension()
    /// The iterations that hold a connection.
    final let heldReads = HeldReads()
    /// Listens to ``suspendNotification`` and ``resumeNotification``; nil where nobody wants that.
    private var notices: SuspensionNotices?

    private let stamp = ForkStamp()
    private let lock = NSLock()
    private var storedPath: String?
    /// 1 if the path is that of a file. Each access of a pool reads it.
    private let fileFlag: AtomicWord
    private var storedVFSName: String?
    private var failure: FMError?
    private var storedScanWatches: [ScanWatch] = []
    private var hasNoticedSharing = false
    private var hasFailedPublishing = false
    /// The file that was opened last at each path.
    private var files: [String: FileIdentity] = [:]
    /// The untrusted file that has passed its check.
    private var checkedFile: FileIdentity?
    /// Set once, before anything is opened.
    final private(set) var checkpoints: CheckpointCoordinator?
    /// Set once, before anything is opened; nil unless calls wait until what they have committed is in the target of the backup.
    final private(set) var shipping: CommitClock?

    init(lending path: String?, _ configuration: Configuration) {
        self.configuration = configuration
        eventHandler = configuration.allEventHandlers
        openFlags = configuration.flags
        storedPath = path
        fileFlag = AtomicWord(FMDatabaseCoordinator.isFile(path) ? 1 : 0)
        storedVFSName = configuration.vfs
        super.init()
        let log = configuration.writeAheadLog ?? (configuration.backup == nil ? nil : WriteAheadLog())
        checkpoints = log.map(makeCheckpointCoordinator)
        shipping = checkpoints?.backup?.clock.ifAwaited
        if configuration.observesSuspensionNotifications { notices = SuspensionNotices(suspension) }
    }

    init(lending path: String?, flags: Int32 = Constants.defaultOpenFlags, vfs: String? = nil) {
        configuration = Configuration()
        eventHandler = nil
        openFlags = flags
        storedPath = path
        fileFlag = AtomicWord(FMDatabaseCoordinator.isFile(path) ? 1 : 0)
        storedVFSName = vfs
        super.init()
    }

    override init() {
        configuration = Configuration()
        eventHandler = nil
        openFlags = configuration.flags
        fileFlag = AtomicWord(0)
        super.init()
    }

    deinit {
        guard !stamp.isInherited else { return }
        ChangeHub.shared.close(feed)
        ChangeHub.shared.finish(feed)
    }

    /// The path, nil for a database in memory. A new value takes effect at the next opening.
    public final var path: String? {
        get { lock.withLock(ifKept: stamp) { storedPath } ?? nil }
        set {
            lock.withLock(ifKept: stamp) {
                storedPath = newValue
                fileFlag.value = FMDatabaseCoordinator.isFile(newValue) ? 1 : 0
            }
        }
    }

    /// Whether the connections have one content, because the path is that of a file. A database in memory, or a temporary one,
    /// is each connection's own.
    final var isFile: Bool { fileFlag.value != 0 }

    private static func isFile(_ path: String?) -> Bool { path?.isEmpty == false && path != ":memory:" }

    /// The name of the virtual file system, nil for the default one. A new value takes effect at the next opening.
    public final var vfsName: String? {
        get { lock.withLock(ifKept: stamp) { storedVFSName } ?? nil }
        set { lock.withLock(ifKept: stamp) { storedVFSName = newValue } }
    }

    /// The connections that `in…` and `with…` calls lend.
    var mainSlots: ConnectionSlots { fatalError("must be overridden") }

    /// The connections of a migration: a pool's writer, so that it waits for `write` and not for its lock.
    func writingSlots() throws(FMError) -> ConnectionSlots { mainSlots }

    /// The connections of ``FMAccessKind/write``.
    var writerSlots: ConnectionSlots { mainSlots }

    /// The connections of ``FMAccessKind/read``, each with a snapshot of its own; nil if ``mainSlots`` serve for it.
    var readerSlots: ConnectionSlots? { nil }

    /// The slots to be opened before a reader; nil if there are none, or they are open.
    var unopenedWriter: ConnectionSlots? { nil }

    /// Closes as the subclass does; see its `close()`.
    func closeConnections() { fatalError("must be overridden") }

    /// Refuses all calls from now on, those that wait too, unless it can be opened again.
    func refuseCalls() {}

    /// The group commit of these slots; nil if their transactions commit one by one.
    func group(for slots: ConnectionSlots, _ kind: FMDatabase.TransactionKind) -> CommitGroup? { nil }

    /// Whether FMDB's verbs wait for a connection.
    var waitsForConnection: Bool { true }

    /// Whether a transaction may go on from one block of ``inDatabase(_:)`` to the next.
    var keepsTransactions: Bool { true }

    /// The class of the databases, to be overridden. Its `open(withFlags:vfs:)` is called.
    ///
    /// - Returns: `FMDatabase` or a subclass; any other class stops the process.
    open class func databaseClass() -> AnyClass { FMDatabase.self }

    /// The error of the last `in…` transaction that could not begin or commit; nil if it succeeded. If its block has itself
    /// ended the transaction and begun another one, which was committed, it says what became of the first one. If several
    /// threads use a pool, it is that of the transaction that ended last. The modern calls throw the error instead.
    public final internal(set) var lastTransactionError: FMError? {
        get { lock.withLock(ifKept: stamp) { failure } ?? nil }
        set { lock.withLock(ifKept: stamp) { failure = newValue } }
    }

    /// Who learns of scans, beside the configuration's handler.
    final var scanWatches: [ScanWatch] {
        get { lock.withLock(ifKept: stamp) { storedScanWatches } ?? [] }
        set { lock.withLock(ifKept: stamp) { storedScanWatches = newValue } }
    }

    /// Whether another queue or pool on the same file is noticed for the first time.
    final var isFirstToShare: Bool {
        lock.withLock {
            defer { hasNoticedSharing = true }
            return !hasNoticedSharing
        }
    }

    /// Whether a connection could not be published for the first time.
    final var isFirstToFailPublishing: Bool {
        lock.withLock {
            defer { hasFailedPublishing = true }
            return !hasFailedPublishing
        }
    }

    /// Whether a database, which has just been opened, is another file than the one that other connections of this
    /// coordinator have open at its path. The log beside it is that of the former file: a checkpoint would write it over
    /// the new one.
    ///
    /// See [How To Corrupt An SQLite Database
    /// File](https://sqlite.org/howtocorrupt.html#_unlinking_or_renaming_a_database_file_while_in_use).
    final func isReplaced(_ database: FMDatabase) -> Bool {
        guard let activity = database.connection?.activity, let file = activity.file else { return false }
        return lock.withLock {
            if let known = files[activity.path], known != file,
                OpenFiles.shared.isOpen(known, by: ObjectIdentifier(self))
            {
                return true
            }
            files[activity.path] = file
            return false
        }
    }

    /// Whether the file of a database was checked, and has been open since then.
    final func hasChecked(_ database: FMDatabase) -> Bool {
        guard let file = database.connection?.activity.file, lock.withLock({ checkedFile == file }) else {
            return false
        }
        return OpenFiles.shared.isOpen(file, by: ObjectIdentifier(self))
    }

    /// Notes that the file of a database has passed the check.
    final func noteCheck(of database: FMDatabase) { lock.withLock { checkedFile = database.connection?.activity.file } }

    // MARK: FMDB's verbs

    /// Runs a block with a database, on this thread.
    ///
    /// If no database can be opened, the block gets a closed one, on which everything fails. From within a block of the
    /// same queue it would deadlock, and stops the process; `withDatabase` throws instead.
    ///
    /// - Parameter block: must not retain the database nor anything that belongs to it.
    open func inDatabase(_ block: (FMDatabase) -> Void) { lendOrClosed(block) }

    /// Runs a block within an exclusive transaction. It is committed when the block returns, or rolled back if the
    /// block sets the flag.
    ///
    /// If the transaction cannot begin, the block runs, but every statement in it fails, and ``lastTransactionError``
    /// is the reason. If a transaction is already open, the block runs inside it. From within a block of the same queue
    /// see ``inDatabase(_:)``. See [BEGIN TRANSACTION](https://sqlite.org/lang_transaction.html).
    ///
    /// - Parameter block: must not keep the database nor anything that belongs to it; sets the flag to roll its changes
    ///   back.
    open func inTransaction(_ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) -> Void) {
        lendTransaction(.exclusive, block)
    }

    /// Runs a block within a deferred transaction. See ``inTransaction(_:)``.
    ///
    /// - Parameter block: see ``inTransaction(_:)``.
    open func inDeferredTransaction(_ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) -> Void) {
        lendTransaction(.deferred, block)
    }

    /// Runs a block within an exclusive transaction. See ``inTransaction(_:)``.
    ///
    /// - Parameter block: see ``inTransaction(_:)``.
    open func inExclusiveTransaction(_ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) -> Void) {
        lendTransaction(.exclusive, block)
    }

    /// Runs a block within an immediate transaction. See ``inTransaction(_:)``.
    ///
    /// - Parameter block: see ``inTransaction(_:)``.
    open func inImmediateTransaction(_ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) -> Void) {
        lendTransaction(.immediate, block)
    }

    /// Runs a block within a save point, which is rolled back if the block sets the flag.
    ///
    /// From within a block of the same queue see ``inDatabase(_:)``. See
    /// [SAVEPOINT](https://sqlite.org/lang_savepoint.html).
    ///
    /// - Parameter block: see ``inTransaction(_:)``.
    /// - Returns: nil, or the error of the save point's beginning (the block then did not run) or end.
    @discardableResult
    open func inSavePoint(_ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) -> Void) -> Error? {
        lendOrClosed { database in database.inSavePoint { block(database, $0) } }
    }
}

/// What a coordinator's connections are called in messages.
struct SlotsName: Sendable {
    /// "queue" for example.
    let role: String
    /// The configuration's, else the last part of the path.
    let label: String
    /// Both, with the path.
    let text: String

    init(_ role: String, _ label: String?, _ path: String?) {
        let path = path?.withoutKeyParameters
        self.role = role
        self.label = label ?? path.map { ($0 as NSString).lastPathComponent } ?? "in-memory database"
        text = "the \(role)" + (label.map { " \"\($0)\"" } ?? "") + " on " + (path ?? "a database in memory")
    }
}
