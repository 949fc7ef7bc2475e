import Foundation

// SAFETY: the connection is used by the holder of `turn` alone; the other variables are read and written under `state`.
/// One connection that many threads share, one at a time, in the order in which they come.
///
///     let queue = FMDatabaseQueue(path: "people.db")
///     try queue?.withTransaction { db in
///         try db.execute("INSERT INTO person VALUES (\(name), \(age))")
///     }
///
/// A block runs on the thread that calls; the others wait. The connection is valid within the block only.
open class FMDatabaseQueue: FMDatabaseLender, @unchecked Sendable {
    private let turn = FairLock()
    private let state = NSLock()
    /// The object that blocks get; a new one after ``close()``.
    private var database: FMDatabase?

    /// A queue for a database in memory, which lasts until ``close()``.
    public override init() {
        super.init()
        _ = opensAtOnce()
    }

    /// Opens a database for reading and writing, and creates the file if it is missing.
    ///
    /// - Parameter path: nil for a database in memory.
    /// - Returns: nil if the database cannot be opened; the reason is logged.
    public init!(path: String?) {
        super.init(lending: path)
        guard opensAtOnce() else { return nil }
    }

    /// Opens a database at a file URL. See ``init(path:)``.
    public init!(url: URL?) {
        super.init(lending: url?.path)
        guard opensAtOnce() else { return nil }
    }

    /// Opens a database with flags such as `SQLITE_OPEN_READONLY`.
    public init!(path: String?, flags: Int32) {
        super.init(lending: path, flags: flags)
        guard opensAtOnce() else { return nil }
    }

    /// Opens a database at a file URL with flags.
    public init!(url: URL?, flags: Int32) {
        super.init(lending: url?.path, flags: flags)
        guard opensAtOnce() else { return nil }
    }

    /// Opens a database with flags and a virtual file system of the given name, nil for the default one.
    public init!(path: String?, flags: Int32, vfs: String?) {
        super.init(lending: path, flags: flags, vfs: vfs)
        guard opensAtOnce() else { return nil }
    }

    /// Opens a database at a file URL with flags and a virtual file system.
    public init!(url: URL?, flags: Int32, vfs: String?) {
        super.init(lending: url?.path, flags: flags, vfs: vfs)
        guard opensAtOnce() else { return nil }
    }

    /// Closes the database. The next block opens it again, as a new object.
    open func close() {
        guard turn.lock() else { fatalError("FMDB: \(reentrance.message)") }
        defer { turn.unlock() }
        let old = state.withLock {
            defer { database = nil }
            return database
        }
        old?.close()
    }

    /// Stops the statement that is running in a block. Any thread may call it; a closed queue stays closed.
    ///
    /// The corresponding C function is [`sqlite3_interrupt`](https://sqlite.org/c3ref/interrupt.html).
    open func interrupt() {
        _ = state.withLock { database?.interruption }?.interrupt()
    }

    // MARK: Checkpoints

    /// See ``FMDatabase/checkpoint(_:)``.
    open func checkpoint(_ checkpointMode: FMDBCheckpointMode) throws {
        try checkpoint(checkpointMode, name: nil)
    }

    /// See ``FMDatabase/checkpoint(_:name:)``.
    open func checkpoint(_ checkpointMode: FMDBCheckpointMode, name: String?) throws {
        try checkpoint(checkpointMode, name: name, logFrameCount: nil, checkpointCount: nil)
    }

    /// See ``FMDatabase/checkpoint(_:name:logFrameCount:checkpointCount:)``.
    open func checkpoint(
        _ checkpointMode: FMDBCheckpointMode, name: String?, logFrameCount: UnsafeMutablePointer<Int32>?,
        checkpointCount: UnsafeMutablePointer<Int32>?
    ) throws {
        try lend(nil) { database in
            try database.checkpoint(
                checkpointMode, name: name, logFrameCount: logFrameCount, checkpointCount: checkpointCount)
        }
    }

    // MARK: Lending

    private func opensAtOnce() -> Bool {
        guard (try? checkOut()) != nil else { return false }
        turn.unlock()
        return true
    }

    override func checkOut() throws(FMError) -> FMDatabase {
        guard turn.lock() else { throw reentrance }
        do throws(FMError) {
            let database = currentDatabase()
            try open(database)
            return database
        } catch {
            turn.unlock()
            throw error
        }
    }

    override func checkIn(_ database: FMDatabase) {
        if database.hasOpenResultSets {
            database.logWarning("a result set is still open at the end of the block")
        }
        turn.unlock()
    }

    private func currentDatabase() -> FMDatabase {
        if let database { return database }
        let made = makeDatabase()
        state.withLock { database = made }
        return made
    }

    private var reentrance: FMError {
        let place = path ?? "a database in memory"
        return FMError(
            .misuse, "a block of the queue on \(place) calls the same queue, and would wait for itself", sql: nil,
            stage: .reentrance)
    }
}
