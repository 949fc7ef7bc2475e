import Foundation

// SAFETY: `slots` is set in the initialisers; the connection is used in turns, and `ThreadOwnership` catches what is kept
// beyond them.
/// One connection shared by threads and tasks, one at a time, in the order of their calls.
///
///     let queue = FMDatabaseQueue(path: "people.db")
///     try queue?.withTransaction { db in
///         try db.execute("INSERT INTO person VALUES (\(name), \(age))")
///     }
///
/// Any thread and any task may use the queue. The block of a synchronous call runs on the calling thread; other callers
/// wait. The connection is valid only within the block.
open class FMDatabaseQueue: FMDatabaseCoordinator, @unchecked Sendable {
    private let slots: FixedConnectionSlots

    /// Opens a database with a configuration.
    ///
    /// - Parameters:
    ///   - path: nil for a database in memory, "" for a temporary one on disk.
    ///   - configuration: the configuration.
    /// - Throws: `FMError` if the database cannot be opened, and what the configuration's `configure` throws.
    public init(path: String?, configuration: Configuration) throws {
        slots = FMDatabaseQueue.slots(configuration.label, path)
        super.init(lending: path, configuration)
        installLogHooks()
        slots.sharedCommit = configuration.groupCommit.map { CommitGroup($0, of: self, slots).sharedCommit }
        try openAtOnce()
    }

    private static func slots(_ label: String?, _ path: String?) -> FixedConnectionSlots {
        FixedConnectionSlots(SlotsName("queue", label, path))
    }

    /// Creates a queue for an in-memory database, which lasts until ``close()``.
    public override init() {
        slots = FMDatabaseQueue.slots(nil, nil)
        super.init()
        _ = opensAtOnce()
    }

    /// Opens a database for reading and writing, and creates the file if it is missing.
    ///
    /// The corresponding C function is [`sqlite3_open_v2`](https://sqlite.org/c3ref/open.html).
    ///
    /// - Parameter path: nil for a database in memory, "" for a temporary one on disk.
    /// - Returns: nil if the database cannot be opened; the reason is logged.
    public init!(path: String?) {
        slots = FMDatabaseQueue.slots(nil, path)
        super.init(lending: path)
        guard opensAtOnce() else { return nil }
    }

    /// Opens a database at a file URL; nil for a database in memory. See ``init(path:)``.
    public init!(url: URL?) {
        slots = FMDatabaseQueue.slots(nil, url?.path)
        super.init(lending: url?.path)
        guard opensAtOnce() else { return nil }
    }

    /// Opens a database with flags. See ``init(path:flags:vfs:)``.
    public init!(path: String?, flags: Int32) {
        slots = FMDatabaseQueue.slots(nil, path)
        super.init(lending: path, flags: flags)
        guard opensAtOnce() else { return nil }
    }

    /// Opens a database at a file URL with flags. See ``init(path:flags:vfs:)``.
    public init!(url: URL?, flags: Int32) {
        slots = FMDatabaseQueue.slots(nil, url?.path)
        super.init(lending: url?.path, flags: flags)
        guard opensAtOnce() else { return nil }
    }

    /// Opens a database with flags and a virtual file system.
    ///
    /// The corresponding C function is [`sqlite3_open_v2`](https://sqlite.org/c3ref/open.html).
    ///
    /// - Parameters:
    ///   - path: nil for a database in memory, "" for a temporary one on disk.
    ///   - flags: as for ``FMDatabase/open(withFlags:vfs:)``.
    ///   - vfs: the name of a registered virtual file system, nil for the default one.
    /// - Returns: nil if the database cannot be opened; the reason is logged.
    public init!(path: String?, flags: Int32, vfs: String?) {
        slots = FMDatabaseQueue.slots(nil, path)
        super.init(lending: path, flags: flags, vfs: vfs)
        guard opensAtOnce() else { return nil }
    }

    /// Opens a database at a file URL with flags and a virtual file system. See ``init(path:flags:vfs:)``.
    public init!(url: URL?, flags: Int32, vfs: String?) {
        slots = FMDatabaseQueue.slots(nil, url?.path)
        super.init(lending: url?.path, flags: flags, vfs: vfs)
        guard opensAtOnce() else { return nil }
    }

    deinit {
        slots.forget().map(detachLog)
    }

    /// Waits for earlier blocks, then closes the database. The next block opens it again, as a new ``FMDatabase``.
    ///
    /// Any thread may call it. A call from within a block of the same queue would deadlock, so it stops the process.
    /// The corresponding C function is [`sqlite3_close`](https://sqlite.org/c3ref/close.html).
    open func close() {
        guard !slots.semaphore.isInherited else { return }
        let slot: Int
        do {
            slot = try slots.semaphore.enter(nil, nil)
        } catch {
            fatalError("FMDB: \(error)")
        }
        defer { slots.semaphore.leave(slot) }
        // Waits for held reads, which use read-only connections. The last connection to close must delete the WAL,
        // which a read-only connection cannot do.
        heldReads.prepareForClosing(isForGood: false)
        heldReads.wait()
        slots.forget().map { discardLast([$0]) }
        ChangeHub.shared.finish(feed)
    }

    override func closeConnections() { close() }

    /// Interrupts the running statement of a block, which fails with `.interrupt`. Any thread may call it. A closed
    /// queue stays closed.
    ///
    /// The corresponding C function is [`sqlite3_interrupt`](https://sqlite.org/c3ref/interrupt.html).
    open func interrupt() {
        slots.interruptions.forEach { _ = $0.interrupt() }
    }

    // MARK: Checkpoints

    /// Runs a checkpoint after waiting for the connection. See ``FMDatabase/checkpoint(_:)``.
    ///
    /// - Parameter checkpointMode: the mode of the checkpoint.
    /// - Throws: `FMError`, as ``checkpoint(_:name:logFrameCount:checkpointCount:)`` does.
    open func checkpoint(_ checkpointMode: FMDBCheckpointMode) throws {
        try checkpoint(checkpointMode, name: nil)
    }

    /// Runs a checkpoint after waiting for the connection. See ``FMDatabase/checkpoint(_:name:)``.
    ///
    /// - Parameters:
    ///   - checkpointMode: the mode of the checkpoint.
    ///   - name: "main" or the name of an attached database; nil for all.
    /// - Throws: `FMError`, as ``checkpoint(_:name:logFrameCount:checkpointCount:)`` does.
    open func checkpoint(_ checkpointMode: FMDBCheckpointMode, name: String?) throws {
        try checkpoint(checkpointMode, name: name, logFrameCount: nil, checkpointCount: nil)
    }

    /// Runs a checkpoint after waiting for the connection. See
    /// ``FMDatabase/checkpoint(_:name:logFrameCount:checkpointCount:)``.
    ///
    /// - Parameters:
    ///   - checkpointMode: the mode of the checkpoint.
    ///   - name: "main" or the name of an attached database; nil for all.
    ///   - logFrameCount: gets the number of frames in the WAL; -1 without a WAL. Unchanged after a failure.
    ///   - checkpointCount: gets the number of frames copied so far; -1 without a WAL. Unchanged after a failure.
    /// - Throws: `FMError`, as ``FMDatabase/checkpoint(_:name:logFrameCount:checkpointCount:)`` does; `.misuse` from
    ///   within a block of the same queue; SQLite's code if the database must be opened and cannot be.
    open func checkpoint(
        _ checkpointMode: FMDBCheckpointMode, name: String?, logFrameCount: UnsafeMutablePointer<Int32>?,
        checkpointCount: UnsafeMutablePointer<Int32>?
    ) throws {
        try lend(slots, .unlimited) { database in
            try database.checkpoint(
                checkpointMode, name: name, logFrameCount: logFrameCount, checkpointCount: checkpointCount)
        }
    }

    // MARK: Lending

    override var mainSlots: ConnectionSlots { slots }

    private func opensAtOnce() -> Bool {
        (try? openAtOnce()) != nil
    }

    private func openAtOnce() throws {
        try lend(slots, .unlimited) { _ in }
    }
}
