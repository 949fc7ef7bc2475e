import Foundation

/// Is asked and told about the databases of a pool. Both methods have a default.
public protocol FMDatabasePoolDelegate: AnyObject {
    /// Whether a database may be handed out; asked each time, on the thread that wants it.
    ///
    /// - Parameters:
    ///   - pool: the pool; it may be called.
    ///   - database: it is open.
    /// - Returns: with false the database is closed; a block of FMDB's spellings then gets a closed one, and a throwing
    ///   verb throws.
    func databasePool(_ pool: FMDatabasePool, shouldAddDatabaseToPool database: FMDatabase) -> Bool

    /// A new database has been opened; called once for each, on the thread that wants it, before its first block.
    ///
    /// - Parameters:
    ///   - pool: the pool; it may be called.
    ///   - database: it is open, to be set up with a date format or functions for example.
    func databasePool(_ pool: FMDatabasePool, didAdd database: FMDatabase)
}

extension FMDatabasePoolDelegate {
    /// Every database may be handed out.
    public func databasePool(_ pool: FMDatabasePool, shouldAddDatabaseToPool database: FMDatabase) -> Bool { true }

    /// Nothing is done.
    public func databasePool(_ pool: FMDatabasePool, didAdd database: FMDatabase) {}
}

// SAFETY: the variables are read and written under `state`; a connection is used by the thread alone that checked it out.
/// Several connections to one database, lent to as many threads at a time.
///
/// It is made for reading: writers of several connections meet each other's locks. Where threads write, an
/// ``FMDatabaseQueue`` is the better choice. Any thread may call it.
open class FMDatabasePool: FMDatabaseLender, @unchecked Sendable {
    private let state = NSLock()
    private var free: [FMDatabase] = []
    private var lent: [FMDatabase] = []
    /// How many are being made.
    private var coming = 0
    private var limit: UInt = 0
    private weak var storedDelegate: AnyObject?

    /// A pool of databases in memory, each with its own content.
    public override init() {
        super.init()
    }

    /// A pool for a path. Nothing is opened yet.
    ///
    /// - Parameter path: nil for databases in memory and "" for temporary ones on disk, each with its own content.
    public init(path: String?) {
        super.init(lending: path)
    }

    /// A pool for a file URL. Nothing is opened yet.
    ///
    /// - Parameter url: its path counts; nil for databases in memory, each with its own content.
    public init(url: URL?) {
        super.init(lending: url?.path)
    }

    /// A pool for a path, with flags. Nothing is opened yet.
    ///
    /// - Parameters:
    ///   - path: nil for databases in memory and "" for temporary ones on disk, each with its own content.
    ///   - flags: as for ``FMDatabase/open(withFlags:vfs:)``.
    public init(path: String?, flags: Int32) {
        super.init(lending: path, flags: flags)
    }

    /// A pool for a file URL, with flags. Nothing is opened yet.
    ///
    /// - Parameters:
    ///   - url: its path counts; nil for databases in memory, each with its own content.
    ///   - flags: as for ``FMDatabase/open(withFlags:vfs:)``.
    public init(url: URL?, flags: Int32) {
        super.init(lending: url?.path, flags: flags)
    }

    /// A pool for a path, with flags and a virtual file system. Nothing is opened yet.
    ///
    /// - Parameters:
    ///   - path: nil for databases in memory and "" for temporary ones on disk, each with its own content.
    ///   - flags: as for ``FMDatabase/open(withFlags:vfs:)``.
    ///   - vfs: the name of a registered virtual file system, nil for the default one.
    public init(path: String?, flags: Int32, vfs: String?) {
        super.init(lending: path, flags: flags, vfs: vfs)
    }

    /// A pool for a file URL, with flags and a virtual file system. Nothing is opened yet.
    ///
    /// - Parameters:
    ///   - url: its path counts; nil for databases in memory, each with its own content.
    ///   - flags: as for ``FMDatabase/open(withFlags:vfs:)``.
    ///   - vfs: the name of a registered virtual file system, nil for the default one.
    public init(url: URL?, flags: Int32, vfs: String?) {
        super.init(lending: url?.path, flags: flags, vfs: vfs)
    }

    /// Is asked and told about the databases if it is an ``FMDatabasePoolDelegate``. It is not retained, and it is
    /// called without a lock, so it may call the pool.
    public final var delegate: AnyObject? {
        get { state.withLock { storedDelegate } }
        set { state.withLock { storedDelegate = newValue } }
    }

    /// The most databases that are open at a time; 0, as at first, is no limit. At the limit a block of FMDB's
    /// spellings gets a closed database at once, and a throwing verb throws.
    public final var maximumNumberOfDatabasesToCreate: UInt {
        get { state.withLock { limit } }
        set { state.withLock { limit = newValue } }
    }

    /// How many databases are open and free.
    public final var countOfCheckedInDatabases: UInt { state.withLock { UInt(free.count) } }

    /// How many databases are lent.
    public final var countOfCheckedOutDatabases: UInt { state.withLock { UInt(lent.count) } }

    /// How many databases there are in all.
    public final var countOfOpenDatabases: UInt { state.withLock { UInt(free.count + lent.count) } }

    /// Forgets every database. A block in progress goes on with its own, which comes back afterwards.
    open func releaseAllDatabases() {
        // The databases close when they are released, which is not to happen under the lock.
        let forgotten = state.withLock {
            defer { (free, lent) = ([], []) }
            return free
        }
        _ = forgotten
    }

    // MARK: Lending

    override func checkOut() throws(FMError) -> FMDatabase {
        let (database, isNew) = try take()
        let delegate = delegate as? any FMDatabasePoolDelegate
        do throws(FMError) {
            try open(database)
        } catch {
            forget(database)
            database.close()
            throw error
        }
        guard delegate?.databasePool(self, shouldAddDatabaseToPool: database) ?? true else {
            forget(database)
            database.close()
            throw FMError(.authorization, "the delegate of the pool refused the database", sql: nil, stage: .open)
        }
        if isNew { delegate?.databasePool(self, didAdd: database) }
        return database
    }

    /// A free database, the one returned last, or a new one.
    private func take() throws(FMError) -> (database: FMDatabase, isNew: Bool) {
        if let database = try takeFree() { return (database, false) }
        // A client's own class is at work here, so not under the lock.
        let database = makeDatabase()
        state.withLock {
            coming -= 1
            lent.append(database)
        }
        return (database, true)
    }

    /// A free database, or nil and a place kept for a new one.
    private func takeFree() throws(FMError) -> FMDatabase? {
        state.lock()
        defer { state.unlock() }
        if let database = free.popLast() {
            lent.append(database)
            return database
        }
        guard limit == 0 || lent.count + coming < limit else {
            throw FMError(.cantOpen, "all \(limit) databases of the pool are in use", sql: nil, stage: .open)
        }
        coming += 1
        return nil
    }

    private func forget(_ database: FMDatabase) {
        state.withLock { lent.removeAll { $0 === database } }
    }

    /// The next user gets the connection as it was opened: without a transaction and without result sets.
    override func checkIn(_ database: FMDatabase) {
        if database.hasOpenResultSets {
            database.logWarning("a result set was still open at the end of the block")
            database.closeOpenResultSets()
        }
        if database.isTransactionOpen {
            database.logWarning("a transaction was still open at the end of the block and is rolled back")
            database.undoTransaction()
        }
        state.withLock {
            lent.removeAll { $0 === database }
            free.append(database)
        }
    }
}
