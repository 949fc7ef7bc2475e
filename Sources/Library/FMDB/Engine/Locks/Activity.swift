import Foundation
import FMDBSQLiteC

// SAFETY: `current` and `reading` are atomic. The memory that `current` points at never changes. It is read under the lock, and freed
// only after `forget()` has replaced the pointer under the lock. The other variables are read and written only under the lock.
/// What an open connection is doing, readable from other threads.
///
/// Each execution costs one store. The lock is taken only for rare events: a transaction begins, writes for the first time or ends, a
/// statement is finalised, or another thread reads the activity.
final class Activity: @unchecked Sendable {
    /// A transaction in progress. This is a class, because the size of an instant may be unknown at compile time. A stored property of
    /// unknown size slows down each access to its neighbours.
    final class Transaction: Sendable {
        /// The statement that began the transaction.
        let sql: String
        let since: ContinuousClock.Instant
        /// The statement that took the write lock, or nil while the transaction only reads.
        let write: String?

        init(sql: String, since: ContinuousClock.Instant, write: String?) {
            self.sql = sql
            self.since = since
            self.write = write
        }
    }

    /// The queue, pool or database that uses the connection.
    struct Owner: Sendable {
        /// The kind of owner, for example "queue".
        var role = "connection"
        var label: String
        /// The call site of the access in progress.
        var site: FMCallSite?
        /// The identity of the queue or pool.
        var coordinator: ObjectIdentifier?

        /// The role of a pool's read connection.
        static let poolReader = "reader of the pool"

        var isPoolReader: Bool { role == Owner.poolReader }
    }

    /// The SQL shown for a checkpoint that `sqlite3_wal_checkpoint_v2` runs.
    static let checkpoint = "PRAGMA wal_checkpoint"

    /// The number of the connection, unique in this process. Unlike an address, it is never reused.
    let number: Int
    let interruption: Interruption
    /// The database file, or nil for in-memory and temporary databases.
    let file: FileIdentity?
    /// The absolute path of the database file, or "" if there is no file.
    let path: String
    let openFlags: Int32
    /// The thread that may use the connection, or nil for a connection without a queue or pool.
    let ownership: ThreadOwnership?
    /// SQLite's open file of the main database.
    let openFile: UnsafeMutablePointer<sqlite3_file>?

    /// The address of the ``StatementFacts`` of the newest statement in use or, if none is in use, of the last one used. The lowest bits,
    /// which are 0 in an address, hold flags; see ``Mark``.
    private let current = AtomicWord(0)
    /// The ``CoarseTime`` at which a read-only transaction began; 0 without one.
    private let reading = AtomicWord(0)
    private let lock = SystemLock()
    private var transaction: Transaction?
    /// The running operations that have no prepared statement of the library, such as checkpoints and backups.
    private var works: [(sql: String, writes: Bool)] = []
    /// The ``CoarseTime`` since which the connection waits for a lock; 0 if it does not wait.
    private var waitingSince: UInt = 0
    /// The queue or pool, or nil for a connection without one.
    private var coordinator: ObjectIdentifier?
    private var findOwner: (@Sendable () -> Owner)?
    /// The SQL that was executed last, if its statement has been finalised.
    private var lastText: String?
    /// The SQLite handle, or nil after the connection has closed.
    private var connection: OpaquePointer?
    private var isClosing = false
    /// The statistics for other processes and the closure to call when the connection closes, or nil unless the connection is published.
    private var publication: (statistics: ExecutionStatistics, onClose: @Sendable () -> Void)?

    init(
        of handle: OpaquePointer, number: Int, _ openFlags: Int32, _ ownership: ThreadOwnership?,
        _ interruption: Interruption
    ) {
        (self.number, self.openFlags, self.interruption) = (number, openFlags, interruption)
        path = sqlite3_db_filename(handle, "main").map { String(cString: $0) } ?? ""
        file = FileIdentity(path: path)
        self.ownership = ownership
        connection = handle
        var openFile: UnsafeMutablePointer<sqlite3_file>?
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &openFile)
        self.openFile = openFile
        OpenFiles.shared.add(self)
    }

    /// Flags in the low bits of `current`.
    private enum Mark {
        /// The statement is no longer in use.
        static let isOver: UInt = 1
        /// The library rejected the connection's last call before it reached SQLite.
        static let isRefused: UInt = 2
        static let all: UInt = 3
    }

    /// Sets the owner of the connection.
    ///
    /// - Parameters:
    ///   - coordinator: the queue or pool; nil for a connection without one.
    ///   - findOwner: returns the owner. It may be called on any thread. The engine holds no lock during the call.
    func claim(for coordinator: ObjectIdentifier?, _ findOwner: @escaping @Sendable () -> Owner) {
        lock.withLock {
            self.coordinator = coordinator
            self.findOwner = findOwner
        }
        if let coordinator { OpenFiles.shared.claim(self, for: coordinator) }
    }

    /// The closure that returns the owner, or nil if none was set. Call it only while no lock of the engine is held.
    var owner: (@Sendable () -> Owner)? { lock.withLock { findOwner } }

    /// Removes the activity from the open files. Call it after the connection has closed.
    func retire() {
        let coordinator = lock.withLock {
            connection = nil
            return self.coordinator
        }
        OpenFiles.shared.remove(self, of: coordinator)
    }
}

// MARK: - Writing

extension Activity {
    /// Publishes the newest statement in use. Its facts must be passed to `forget(_:)` before the statement is finalised.
    @inline(__always)
    func publish(_ facts: UnsafeMutablePointer<StatementFacts>?) {
        current.value = UInt(bitPattern: facts)
    }

    /// Publishes the last used statement, and that no statement is in use now.
    @inline(__always)
    func publishLast(_ facts: UnsafeMutablePointer<StatementFacts>?) {
        current.value = UInt(bitPattern: facts) | Mark.isOver
    }

    /// Stops publishing a statement that is about to be finalised. When this returns, no other thread reads the statement.
    func forget(_ facts: UnsafeMutablePointer<StatementFacts>?) {
        lock.withLock {
            let marks = current.value & Mark.all
            guard let facts, marks & Mark.isOver != 0, current.value == UInt(bitPattern: facts) | marks else { return }
            lastText = facts.pointee.sql
            current.value = marks
        }
    }

    /// Clears the last used statement. Call it when a transaction begins, because the transaction has not executed a statement yet.
    func beginAnew() {
        if current.value & Mark.isOver != 0 { current.value = 0 }
    }

    /// Whether the library rejected the connection's last call before it reached SQLite, for example because of its arguments. The next
    /// execution clears it.
    var isRefused: Bool {
        get { current.value & Mark.isRefused != 0 }
        set { current.value = newValue ? current.value | Mark.isRefused : current.value & ~Mark.isRefused }
    }

    /// Publishes the ``CoarseTime`` at which a read-only transaction began, or 0 when it has ended.
    func readsSince(_ time: UInt) {
        reading.value = time
    }

    private var readTransaction: Transaction? {
        let begun = reading.value
        guard begun != 0 else { return nil }
        return Transaction(sql: "BEGIN", since: .now - CoarseTime.age(of: begun, at: CoarseTime.now), write: nil)
    }

    /// Records the new state of the transaction and the SQL that caused it.
    func record(_ state: TransactionState, by sql: String) {
        lock.withLock {
            guard state != .none else { return transaction = nil }
            transaction = Transaction(
                sql: transaction?.sql ?? sql, since: transaction?.since ?? .now, write: state == .writing ? sql : nil)
        }
    }

    /// The SQLite handle, or nil after the connection has closed. The caller must make sure that its calls are safe on this thread.
    var openConnection: OpaquePointer? { lock.withLock { connection } }

    /// Runs a body, during which the file cannot be closed. If closing has begun, returns nil without running the body.
    func whileOpen<Value>(_ body: (OpaquePointer) -> Value?) -> Value? {
        lock.withLock { isClosing ? nil : connection.flatMap(body) }
    }

    /// Publishes that this connection waits for a lock of another connection, or no longer does.
    ///
    /// - Parameter time: the ``CoarseTime`` at which the wait began; 0 if the connection does not wait.
    func setWaiting(since time: UInt) {
        lock.withLock { waitingSince = time }
    }

    /// Publishes statistics to other processes.
    func publish(_ statistics: ExecutionStatistics, onClose: @escaping @Sendable () -> Void) {
        lock.withLock { publication = (statistics, onClose) }
    }

    /// Stops publishing to other processes. Call it before the file is closed: the inode of a deleted file can then be reused.
    func unpublish() {
        let onClose = lock.withLock {
            isClosing = true
            defer { publication = nil }
            return publication?.onClose
        }
        onClose?()
    }

    /// The statistics for other processes, or nil unless the connection is published.
    var statistics: ExecutionStatistics? { lock.withLock { publication?.statistics } }

    /// Runs a body and publishes `sql` as the running SQL meanwhile.
    func showing(_ sql: String, writes: Bool, during body: () -> Int32) -> Int32 {
        lock.withLock { works.append((sql, writes)) }
        defer { lock.withLock { _ = works.popLast() } }
        return body()
    }
}

// MARK: - What others see

extension Activity {
    /// What a connection was doing at one moment.
    struct Snapshot: Sendable {
        let owner: Owner
        let transaction: Transaction?
        /// The SQL being executed, or nil if none is.
        let runningSQL: String?
        /// Whether the running SQL may change the database.
        let isRunningWrite: Bool
        /// Whether the connection uses a statement that may change the database. The statement may not have started yet, or may have just
        /// ended without its effect being published.
        let isAboutToWrite: Bool
        /// How long the SQL has been running, or nil if unknown.
        let runningAge: Duration?
        /// How long the connection has waited for a lock, or nil if it does not wait.
        let waitAge: Duration?
        let lastSQL: String?

        var isWaiting: Bool { waitAge != nil }
        /// Whether the connection certainly holds a write lock.
        var hasWritten: Bool { transaction?.write != nil }
        /// Whether the connection may hold a read lock and holds no write lock.
        var isReading: Bool {
            guard !hasWritten, !isAtCheckpoint else { return false }
            return transaction != nil || runningSQL != nil && !isRunningWrite && !isWaiting
        }
        var isAtCheckpoint: Bool { runningSQL == Activity.checkpoint }
        /// The running SQL, else the SQL that most likely took the lock.
        var sql: String? {
            guard let transaction else { return runningSQL }
            return runningSQL ?? transaction.write ?? lastSQL ?? transaction.sql
        }
        /// The time at which the transaction began, or nil without a transaction.
        var since: ContinuousClock.Instant? { transaction?.since }
    }

    /// What the connection is doing now. Can be read on any thread.
    var snapshot: Snapshot {
        lock.lock()
        let (running, newest, transaction) = (workInProgress, newestStatement, self.transaction ?? readTransaction)
        let (isAboutToWrite, last, waitingSince, findOwner) = (
            newest?.pointee.writes ?? false, lastSQL, self.waitingSince, self.findOwner
        )
        let age = works.isEmpty ? newest.flatMap { publication?.statistics.age(of: $0.pointee.raw) } : nil
        lock.unlock()
        // `findOwner` takes locks of its own, so it is called without this lock.
        return Snapshot(
            owner: findOwner?() ?? Owner(label: (path as NSString).lastPathComponent), transaction: transaction,
            runningSQL: running?.sql, isRunningWrite: running?.writes ?? false, isAboutToWrite: isAboutToWrite,
            runningAge: running == nil ? nil : age,
            waitAge: waitingSince == 0 ? nil : CoarseTime.age(of: waitingSince, at: CoarseTime.now), lastSQL: last)
    }

    /// The SQL being executed. Read it only under the lock.
    private var workInProgress: (sql: String, writes: Bool)? {
        if let work = works.last { return work }
        guard let facts = newestStatement else { return nil }
        // This reads one byte. The result may be outdated, but the statement cannot be finalised while the lock is held.
        guard sqlite3_stmt_busy(facts.pointee.raw) != 0 else { return nil }
        return (facts.pointee.sql, facts.pointee.writes)
    }

    /// The newest statement in use. Read it only under the lock, which keeps the statement from being finalised.
    private var newestStatement: UnsafePointer<StatementFacts>? {
        let shown = current.value
        return shown & Mark.isOver == 0 ? UnsafePointer(bitPattern: shown & ~Mark.all) : nil
    }

    /// The SQL that was executed last. Read it only under the lock.
    private var lastSQL: String? {
        let shown = current.value
        guard shown & Mark.isOver != 0 else { return nil }
        return UnsafePointer<StatementFacts>(bitPattern: shown & ~Mark.all).map(\.pointee.sql) ?? lastText
    }
}
