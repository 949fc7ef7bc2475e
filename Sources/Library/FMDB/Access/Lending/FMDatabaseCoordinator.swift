import Foundation

// SAFETY: the variables are set before the first access; what varies is in `state`. The subclasses answer for theirs.
/// The superclass of ``FMDatabaseQueue`` and ``FMDatabasePool``: it lends a connection to a block.
///
/// The subclass decides which connection a block gets, and when. The calls named `in…` are FMDB's; those named `with…`
/// throw and return values.
///
/// Any thread and any task may use it. The connection is valid only within the block. The block of a synchronous call
/// runs on the calling thread, the block of an asynchronous call on a thread of the library.
open class FMDatabaseCoordinator: NSObject, @unchecked Sendable {
    /// The flags passed to the initializer. Default: `SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE`.
    public final let openFlags: Int32

    /// The configuration.
    public final let configuration: Configuration

    /// Called for each event; nil if the configuration has no handler.
    final let eventHandler: (@Sendable (FMEvent) -> Void)?

    /// The observers of changes.
    final let feed = ChangeFeed()

    final let suspension = Suspension()
    /// Listens to ``suspendNotification`` and ``resumeNotification``; nil if the configuration does not enable this.
    private var notices: SuspensionNotices?
    /// The asynchronous iterations that hold a connection between two steps.
    final let heldReads = HeldReads()
    final let state: CoordinatorState
    /// 1 if the path names a file. Each access of a pool reads it.
    private let fileFlag: AtomicWord
    /// The hooks of background checkpoints and of a backup; nil without both.
    final private(set) var logHooks: LogHooks?
    /// The commit clock of the hooks, stored here because each access reads it.
    final private(set) var shipping: CommitClock?

    init(
        lending path: String?, _ configuration: Configuration = Configuration(), flags: Int32? = nil, vfs: String? = nil
    ) {
        self.configuration = configuration
        eventHandler = configuration.allEventHandlers
        openFlags = flags ?? configuration.flags
        state = CoordinatorState(.init(path: path, vfsName: vfs ?? configuration.vfs))
        fileFlag = AtomicWord(FMDatabaseCoordinator.isFile(path) ? 1 : 0)
        super.init()
        if configuration.observesSuspensionNotifications { notices = SuspensionNotices(suspension) }
    }

    override init() {
        configuration = Configuration()
        eventHandler = nil
        openFlags = configuration.flags
        state = CoordinatorState(.init())
        fileFlag = AtomicWord(0)
        super.init()
    }

    deinit {
        guard !state.isInherited else { return }
        ChangeHub.shared.close(feed)
        ChangeHub.shared.finish(feed)
    }

    /// Installs hooks for the databases. Call it once, before anything is opened.
    final func install(_ hooks: LogHooks) { (logHooks, shipping) = (hooks, hooks.shipping) }

    /// The path; nil for an in-memory database. A new value takes effect at the next opening.
    public final var path: String? {
        get { state.get(\.path) ?? nil }
        set {
            state.change {
                $0.path = newValue
                fileFlag.value = FMDatabaseCoordinator.isFile(newValue) ? 1 : 0
            }
        }
    }

    /// Whether the path names a file, so that the connections share its content. Each connection to an in-memory or
    /// temporary database has its own content.
    final var isFile: Bool { fileFlag.value != 0 }

    private static func isFile(_ path: String?) -> Bool { path?.isEmpty == false && path != ":memory:" }

    /// The name of the virtual file system, nil for the default one. A new value takes effect at the next opening.
    public final var vfsName: String? {
        get { state.get(\.vfsName) ?? nil }
        set { state.change { $0.vfsName = newValue } }
    }

    /// The error of the last `in…` transaction that could not begin or commit; nil if it succeeded. If the block itself
    /// ended the transaction and committed another one, this is the outcome of the first. If several threads use a
    /// pool, this is the error of the transaction that ended last. The modern calls throw the error instead.
    public final internal(set) var lastTransactionError: FMError? {
        get { state.get(\.transactionError) ?? nil }
        set { state.change { $0.transactionError = newValue } }
    }

    // MARK: What a subclass decides

    /// The connections that `in…` and `with…` calls lend.
    var mainSlots: ConnectionSlots { fatalError("must be overridden") }

    /// The connections for a migration. A pool returns its writer, so a migration waits for running `write` calls and
    /// not for SQLite's lock.
    func writingSlots() throws(FMError) -> ConnectionSlots { mainSlots }

    /// The connections of ``FMAccessKind/write``.
    var writerSlots: ConnectionSlots { mainSlots }

    /// The connections of ``FMAccessKind/read``, each with its own snapshot; nil if ``mainSlots`` are used for it.
    var readerSlots: ConnectionSlots? { nil }

    /// The connections for snapshots. Throws for a pool of in-memory databases.
    func snapshotSlots() throws(FMError) -> ConnectionSlots? { nil }

    /// The connections that make most of the changes. A watch for external changes reads the data_version of one of
    /// them: a connection's own commits do not change it, so they are not reported again.
    var watchedSlots: ConnectionSlots { mainSlots }

    /// All distinct slots objects; a queue has only one.
    final var allSlots: [ConnectionSlots] {
        [mainSlots, writerSlots, readerSlots].compactMap { $0 }.reduce(into: []) { all, slots in
            if !all.contains(where: { $0 === slots }) { all.append(slots) }
        }
    }

    /// The slots to open before a reader; nil if there are none, or if they are open.
    var unopenedWriter: ConnectionSlots? { nil }

    /// Called before a connection of ``mainSlots`` is lent. No lock is held. It refuses the connection by throwing.
    func admit(_ database: FMDatabase, isNew: Bool) throws {}

    /// Closes the connections; see the subclass's `close()`.
    func closeConnections() { fatalError("must be overridden") }

    /// Refuses all later and waiting calls, unless the connections can be opened again.
    func refuseCalls() {}

    /// Whether FMDB's calls wait for a connection.
    var waitsForConnection: Bool { true }

    /// Whether a transaction may continue from one block of ``inDatabase(_:)`` to the next.
    var keepsTransactions: Bool { true }

    /// Returns the class of the databases. A subclass may override it. Databases are opened with the
    /// `open(withFlags:vfs:)` of the returned class.
    ///
    /// - Returns: `FMDatabase` or a subclass; any other class stops the process.
    open class func databaseClass() -> AnyClass { FMDatabase.self }

    // MARK: FMDB's verbs

    /// Runs a block with a database, on this thread.
    ///
    /// If no database can be opened, the block gets a closed one, on which every call fails. A call from within a block
    /// of the same queue would deadlock, so it stops the process; `withDatabase` throws instead.
    ///
    /// - Parameter block: must not retain the database or anything that belongs to it.
    open func inDatabase(_ block: (FMDatabase) -> Void) { lendOrClosed(block) }

    /// Runs a block in an exclusive transaction, which is committed when the block returns, or rolled back if the block
    /// sets the flag.
    ///
    /// If the transaction cannot begin, the block runs, but every statement in it fails, and ``lastTransactionError``
    /// is the reason. If a transaction is already open, the block runs inside it. For a call from within a block of the
    /// same queue, see ``inDatabase(_:)``. See [BEGIN TRANSACTION](https://sqlite.org/lang_transaction.html).
    ///
    /// - Parameter block: must not keep the database or anything that belongs to it. It sets the flag to roll its
    ///   changes back.
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

    /// Runs a block within a savepoint, which is rolled back if the block sets the flag.
    ///
    /// For a call from within a block of the same queue, see ``inDatabase(_:)``. See
    /// [SAVEPOINT](https://sqlite.org/lang_savepoint.html).
    ///
    /// - Parameter block: see ``inTransaction(_:)``.
    /// - Returns: nil, or the error of beginning the savepoint (the block then did not run) or of ending it.
    @discardableResult
    open func inSavePoint(_ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) -> Void) -> Error? {
        lendOrClosed { database in database.inSavePoint { block(database, $0) } }
    }
}

/// The names of a coordinator's connections in messages.
struct SlotsName: Sendable {
    /// The kind of connection, such as "queue".
    let role: String
    /// The configuration's label, or the last component of the path.
    let label: String
    /// The role, the label and the path.
    let text: String

    init(_ role: String, _ label: String?, _ path: String?) {
        let path = path?.withoutKeyParameters
        self.role = role
        self.label = label ?? path.map { ($0 as NSString).lastPathComponent } ?? "in-memory database"
        text = "the \(role)" + (label.map { " \"\($0)\"" } ?? "") + " on " + (path ?? "a database in memory")
    }
}

/// The functions of background checkpoints and of a backup that are called for databases.
struct LogHooks: Sendable {
    /// Takes over the WAL of a database that was opened and configured, before anything is written.
    let attach: @Sendable (FMDatabase) throws -> Void
    /// Hands the WAL back to SQLite before a database that will not be lent again is closed. It may close the database
    /// itself.
    let detach: @Sendable (FMDatabase) -> Void
    let statistics: @Sendable () -> FMDatabaseCoordinator.WriteAheadLog.Statistics
    /// Returns the statistics of the backup, or nil without a backup.
    let backupStatistics: @Sendable () -> FMDatabaseCoordinator.ContinuousBackup.Statistics?
    /// The clock of commits for which calls wait until they are stored in the target of the backup; nil if no call
    /// waits.
    let shipping: CommitClock?
}
