import Foundation

/// Approves and sets up the pool's connections. Both methods have default implementations.
public protocol FMDatabasePoolDelegate: AnyObject, FMNonisolated {
    /// Returns whether a block may use a database. Called before each block, on the thread that runs it.
    ///
    /// - Parameters:
    ///   - pool: the pool, which this method may call.
    ///   - database: the database, which is open.
    /// - Returns: false to refuse the database, which is then closed. FMDB's calls pass the closed database to their
    ///   block; the modern calls throw.
    func databasePool(_ pool: FMDatabasePool, shouldAddDatabaseToPool database: FMDatabase) -> Bool

    /// Called once for each new database, on the thread that runs its first block, before that block.
    ///
    /// - Parameters:
    ///   - pool: the pool, which this method may call.
    ///   - database: the open database. Set a date format or add functions here, for example.
    func databasePool(_ pool: FMDatabasePool, didAdd database: FMDatabase)
}

extension FMDatabasePoolDelegate {
    /// Returns true.
    public func databasePool(_ pool: FMDatabasePool, shouldAddDatabaseToPool database: FMDatabase) -> Bool { true }

    /// Does nothing.
    public func databasePool(_ pool: FMDatabasePool, didAdd database: FMDatabase) {}
}

// SAFETY: `storedDelegate` is read and written under `lock`; the rest is set in the initialisers. A connection is used by the
// thread alone that it is lent to, and `ThreadOwnership` catches what is kept beyond that.
/// Several connections to one database.
///
///     let pool = FMDatabasePool(path: path, configuration: .init())
///     try pool.write { db in try db.execute("INSERT INTO person VALUES (\(name), \(age))") }
///     let names = try await pool.read { db in try db.rows("SELECT name FROM person", as: String.self) }
///
/// `write` uses one connection, one block at a time. `read` uses several connections; each read sees a snapshot, and
/// reads and writes do not wait for each other. FMDB's calls, and `withDatabase` and similar calls, use further
/// connections, one for each running block; if these write, they compete for SQLite's locks. Any thread and any task
/// may use the pool.
open class FMDatabasePool: FMDatabaseCoordinator, @unchecked Sendable {
    private let lock = SystemLock()
    private weak var storedDelegate: AnyObject?
    private let stamp = ForkStamp()
    private let all: OnDemandConnectionSlots
    let writer: FixedConnectionSlots
    let readers: FixedConnectionSlots
    private var group: CommitGroup?

    /// Creates the slots for the three kinds of connections.
    private static func slotSets(
        _ path: String?, _ configuration: Configuration = Configuration()
    ) -> (all: OnDemandConnectionSlots, writer: FixedConnectionSlots, readers: FixedConnectionSlots) {
        let name = { SlotsName($0, configuration.label, path) }
        let count = min(max(1, configuration.maximumReaders), FairSemaphore.mostSlots)
        return (
            OnDemandConnectionSlots(limit: .max, name("pool"), flags: { $0.openFlags }),
            FixedConnectionSlots(name("writer of the pool"), prepare: prepareWriter),
            FixedConnectionSlots(name(Activity.Owner.poolReader), count: count, flags: { $0.readerFlags })
        )
    }

    /// Creates a pool with a configuration. The database is opened when it is first used.
    ///
    /// - Parameters:
    ///   - path: nil for in-memory databases and "" for temporary databases on disk, each with its own content.
    ///   - configuration: the configuration.
    public init(path: String?, configuration: Configuration) {
        (all, writer, readers) = FMDatabasePool.slotSets(path, configuration)
        super.init(lending: path, configuration)
        installLogHooks()
        group = configuration.groupCommit.map { CommitGroup($0, of: self, writer) }
        writer.sharedCommit = group?.sharedCommit
    }

    /// Creates a pool of in-memory databases, each with its own content.
    public override init() {
        (all, writer, readers) = FMDatabasePool.slotSets(nil)
        super.init()
    }

    /// Creates a pool for a path. The database is opened when it is first used.
    ///
    /// - Parameter path: nil for in-memory databases and "" for temporary databases on disk, each with its own content.
    public init(path: String?) {
        (all, writer, readers) = FMDatabasePool.slotSets(path)
        super.init(lending: path)
    }

    /// Creates a pool for a file URL, or for in-memory databases if the URL is nil. See ``init(path:)``.
    public init(url: URL?) {
        (all, writer, readers) = FMDatabasePool.slotSets(url?.path)
        super.init(lending: url?.path)
    }

    /// Creates a pool for a path, with flags. See ``init(path:flags:vfs:)``.
    public init(path: String?, flags: Int32) {
        (all, writer, readers) = FMDatabasePool.slotSets(path)
        super.init(lending: path, flags: flags)
    }

    /// Creates a pool for a file URL, with flags. See ``init(path:flags:vfs:)``.
    public init(url: URL?, flags: Int32) {
        (all, writer, readers) = FMDatabasePool.slotSets(url?.path)
        super.init(lending: url?.path, flags: flags)
    }

    /// Creates a pool for a path, with flags and a virtual file system. The database is opened when it is first used.
    ///
    /// - Parameters:
    ///   - path: nil for in-memory databases and "" for temporary databases on disk, each with its own content.
    ///   - flags: as for ``FMDatabase/open(withFlags:vfs:)``.
    ///   - vfs: the name of a registered virtual file system, nil for the default one.
    public init(path: String?, flags: Int32, vfs: String?) {
        (all, writer, readers) = FMDatabasePool.slotSets(path)
        super.init(lending: path, flags: flags, vfs: vfs)
    }

    /// Creates a pool for a file URL, with flags and a virtual file system. See ``init(path:flags:vfs:)``.
    public init(url: URL?, flags: Int32, vfs: String?) {
        (all, writer, readers) = FMDatabasePool.slotSets(url?.path)
        super.init(lending: url?.path, flags: flags, vfs: vfs)
    }

    /// The object that approves and sets up the pool's connections, if it is an ``FMDatabasePoolDelegate``. The
    /// reference is weak. The delegate is called without a lock held, so it may call the pool. Default: nil.
    public final var delegate: AnyObject? {
        get { lock.withLock(ifKept: stamp) { storedDelegate } ?? nil }
        set { lock.withLock(ifKept: stamp) { storedDelegate = newValue } }
    }

    /// The maximum number of databases in use at a time; 0 for no limit. At the limit, FMDB's calls pass a closed
    /// database to their block at once, and the modern calls wait. Databases of `read` and `write` do not count; see
    /// ``FMDatabaseCoordinator/Configuration/maximumReaders``. Default: 0.
    public final var maximumNumberOfDatabasesToCreate: UInt {
        get { all.semaphore.capacity == .max ? 0 : UInt(all.semaphore.capacity) }
        set { all.semaphore.capacity = newValue == 0 ? .max : Int(clamping: newValue) }
    }

    /// The number of open databases that are not in use, not counting those of `read` and `write`.
    public final var countOfCheckedInDatabases: UInt { UInt(all.freeCount) }

    /// The number of databases in use, not counting those of `read` and `write`.
    public final var countOfCheckedOutDatabases: UInt { UInt(all.lentCount) }

    /// The number of databases, not counting those of `read` and `write`.
    public final var countOfOpenDatabases: UInt { UInt(all.count) }

    /// Closes every database that is not in use, including those of `read` and `write`. A running block keeps its
    /// database, which returns to the pool afterwards. While a `read` runs, the connection of `write` stays open.
    open func releaseAllDatabases() {
        guard !all.semaphore.isInherited else { return }
        // Releasing a database closes it, which must not happen under a lock.
        forgetAll()
        all.semaphore.forgetHolders()
        // The writer stays while readers are in use. The last connection to close must delete the WAL, which a reader
        // cannot do.
        if readers.count == 0 { writer.forgetAll().forEach(detachLog) }
    }

    /// Closes the free connections, readers first. The last connection to close must delete the WAL, which a reader
    /// cannot do.
    private func forgetAll() {
        _ = readers.forgetAll()
        all.forgetAll().forEach(detachLog)
    }

    deinit {
        forgetAll()
        writer.forget().map(detachLog)
    }

    // MARK: Lending

    override var mainSlots: ConnectionSlots { all }
    override var waitsForConnection: Bool { false }

    override func writingSlots() throws(FMError) -> ConnectionSlots {
        try expectFile()
        return writer
    }

    override func snapshotSlots() throws(FMError) -> ConnectionSlots? {
        if !writer.isOpen { try expectFile() }
        return readers
    }

    override var watchedSlots: ConnectionSlots { writer.isOpen ? writer : all }
    override var writerSlots: ConnectionSlots { isFile ? writer : all }
    override var readerSlots: ConnectionSlots? { isFile ? readers : nil }
    override var unopenedWriter: ConnectionSlots? { writer.isOpen ? nil : writer }

    override var keepsTransactions: Bool { false }

    override func closeConnections() { close() }

    override func refuseCalls() {
        for slots in [all, readers, writer] { slots.semaphore.refuseAll() }
    }

    override func admit(_ database: FMDatabase, isNew: Bool) throws {
        if isNew, !isFile, all.count > 1, state.isFirst(\.hasReportedMemory) {
            database.logWarning(
                "each connection of a pool to a database in memory has its own database; use a file, or a queue")
        }
        guard let delegate = delegate as? any FMDatabasePoolDelegate else { return }
        guard delegate.databasePool(self, shouldAddDatabaseToPool: database) else {
            throw FMError(.authorization, "the delegate of the pool refused the connection", sql: nil, stage: .open)
        }
        if isNew { delegate.databasePool(self, didAdd: database) }
    }

    /// Switches the file to WAL mode.
    private static func prepareWriter(_ coordinator: FMDatabaseCoordinator, _ database: FMDatabase) throws {
        // A URI may also name a database without a file.
        guard database.connection?.activity.path.isEmpty == false else { throw FMError.withoutFile() }
        guard coordinator.openFlags & Constants.readOnlyFlags == 0 else { return }
        try database.enterWALMode(neededBy: "the pool needs")
    }

    /// Throws if the database has no file, because each connection would have its own database.
    final func expectFile() throws(FMError) {
        guard isFile else { throw .withoutFile() }
    }

    final func drain() {
        guard !all.semaphore.isInherited else { return }
        ChangeHub.shared.close(feed)
        heldReads.prepareForClosing(isForGood: true)
        if let cycle = group?.close() { fatalError("FMDB: \(FMError.deadlock(cycle))") }
        let semaphores = [all.semaphore, readers.semaphore, writer.semaphore]
        for semaphore in semaphores {
            if let cycle = semaphore.shut() { fatalError("FMDB: \(FMError.deadlock(cycle))") }
        }
        _ = readers.forgetAll()
        discardLast(all.forgetAll() + [writer.forget()].compactMap { $0 })
        ChangeHub.shared.finish(feed)
    }
}

extension FMError {
    fileprivate static func withoutFile() -> FMError {
        .misuse(
            "read and write need a database file, because each connection to a database in memory has its own database; use a file, or a queue"
        )
    }
}
