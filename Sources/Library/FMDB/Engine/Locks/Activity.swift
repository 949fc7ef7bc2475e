import Foundation
import FMDBSQLiteC

// SAFETY: `current` is atomic. The memory that it points at never changes. It is read under the lock, and freed only after
// `forget()` has replaced the pointer under the lock. The other variables are read and written under the lock alone.
/// What an open connection is doing, for other threads to read.
///
/// Each execution pays one store for it. A lock is taken only where something rare happens: a transaction begins, writes
/// for the first time or ends; a statement is finalised; someone looks.
final class Activity: @unchecked Sendable {
    /// A transaction in progress. It is a class because an instant, whose size the compiler may not know, would make
    /// each access to its neighbours dearer.
    final class Transaction: Sendable {
        /// What began it.
        let sql: String
        let since: ContinuousClock.Instant
        /// What took the write lock; nil as long as it only reads.
        let write: String?

        init(sql: String, since: ContinuousClock.Instant, write: String?) {
            self.sql = sql
            self.since = since
            self.write = write
        }
    }

    /// Who uses the connection.
    struct Owner: Sendable {
        /// What kind of object it is, "queue" for example.
        var role = "connection"
        var label: String
        /// The call whose access is in progress.
        var site: FMCallSite?
        /// The queue or pool, to tell it from others.
        var coordinator: ObjectIdentifier?

        /// The role of a connection by which a pool reads.
        static let poolReader = "reader of the pool"

        var isPoolReader: Bool { role == Owner.poolReader }
    }

    /// What is shown for a checkpoint by a C function.
    static let checkpoint = "PRAGMA wal_checkpoint"

    /// No other connection of this process has or had the same one, unlike its address.
    let number: Int
    let interruption: Interruption
    /// The file of the database; nil for one in memory, and for a temporary one.
    let file: FileIdentity?
    /// Its absolute path, "" where there is no file.
    let path: String
    let openFlags: Int32
    /// Which thread may use the connection; nil for one that is not lent.
    let ownership: ThreadOwnership?
    /// The open file of the database, as SQLite's file system has it.
    let openFile: UnsafeMutablePointer<sqlite3_file>?

    /// Where the facts of the newest statement in use lie, or of the last one that was used. The lowest bits, which an
    /// address has not, say which it is; see ``Mark``.
    private let current = AtomicWord(0)
    /// When a transaction began that is known to read only, by ``CoarseTime``; 0 without one.
    private let reading = AtomicWord(0)
    private let lock = NSLock()
    private var transaction: Transaction?
    /// What runs without a statement of the library's own.
    private var works: [(sql: String, writes: Bool)] = []
    /// Since when it waits for a lock, by ``CoarseTime``; 0 if it does not.
    private var waitingSince: UInt = 0
    /// Both nil for a connection that nobody lends.
    private var coordinator: ObjectIdentifier?
    private var findOwner: (@Sendable () -> Owner)?
    /// The text that was executed last, where its statement is gone.
    private var lastText: String?
    /// nil once closed.
    private var connection: OpaquePointer?
    private var isClosing = false
    /// What is counted for other processes, and what closing calls; nil unless the connection is published.
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

    /// What is said of the statement that is shown.
    private enum Mark {
        /// It is no longer in use.
        static let isOver: UInt = 1
        /// The connection's last call was refused, without SQLite's knowledge.
        static let isRefused: UInt = 2
        static let all: UInt = 3
    }

    /// Notes whose connection it is.
    ///
    /// - Parameters:
    ///   - coordinator: the queue or pool; nil for a connection that nobody lends.
    ///   - findOwner: answers who uses the connection. It is called on any thread, while no lock of the engine is held.
    func claim(for coordinator: ObjectIdentifier?, _ findOwner: @escaping @Sendable () -> Owner) {
        lock.withLock {
            self.coordinator = coordinator
            self.findOwner = findOwner
        }
        if let coordinator { OpenFiles.shared.claim(self, for: coordinator) }
    }

    /// Answers whose connection it is; nil for one that nobody lends. It is to be called while no lock of the engine is
    /// held.
    var owner: (@Sendable () -> Owner)? { lock.withLock { findOwner } }

    /// To be called when the connection has closed.
    func retire() {
        let coordinator = lock.withLock {
            connection = nil
            return self.coordinator
        }
        OpenFiles.shared.remove(self, of: coordinator)
    }
}

// MARK: - What the connection tells

extension Activity {
    /// Publishes the newest statement in use. It must pass `forget(_:)` before it is finalised.
    @inline(__always)
    func publish(_ facts: UnsafeMutablePointer<StatementFacts>?) {
        current.value = UInt(bitPattern: facts)
    }

    /// Publishes that no statement is in use, and which one was last.
    @inline(__always)
    func publishLast(_ facts: UnsafeMutablePointer<StatementFacts>?) {
        current.value = UInt(bitPattern: facts) | Mark.isOver
    }

    /// Returns when no other thread looks any more at a statement that is going to be finalised.
    func forget(_ facts: UnsafeMutablePointer<StatementFacts>?) {
        lock.withLock {
            let marks = current.value & Mark.all
            guard let facts, marks & Mark.isOver != 0, current.value == UInt(bitPattern: facts) | marks else { return }
            lastText = facts.pointee.sql
            current.value = marks
        }
    }

    /// Forgets which statement was last: what begins now has executed none.
    func beginAnew() {
        if current.value & Mark.isOver != 0 { current.value = 0 }
    }

    /// Whether the connection's last call was refused, for its arguments for example, which SQLite knows nothing of. Whatever
    /// is executed later clears it.
    var isRefused: Bool {
        get { current.value & Mark.isRefused != 0 }
        set { current.value = newValue ? current.value | Mark.isRefused : current.value & ~Mark.isRefused }
    }

    /// Publishes since when a transaction reads, and does nothing else; 0 when it has ended.
    func readsSince(_ time: UInt) {
        reading.value = time
    }

    private var readTransaction: Transaction? {
        let begun = reading.value
        guard begun != 0 else { return nil }
        return Transaction(sql: "BEGIN", since: .now - CoarseTime.age(of: begun, at: CoarseTime.now), write: nil)
    }

    /// Records how a transaction has come to stand.
    func record(_ state: TransactionState, by sql: String) {
        lock.withLock {
            guard state != .none else { return transaction = nil }
            transaction = Transaction(
                sql: transaction?.sql ?? sql, since: transaction?.since ?? .now, write: state == .writing ? sql : nil)
        }
    }

    /// The connection; nil once closed. What may be asked of it, and by whom, is up to the caller.
    var openConnection: OpaquePointer? { lock.withLock { connection } }

    /// Runs a body while the file cannot be closed; nil if that has begun.
    func whileOpen<Value>(_ body: (OpaquePointer) -> Value?) -> Value? {
        lock.withLock { isClosing ? nil : connection.flatMap(body) }
    }

    /// Publishes whether this connection waits for a lock of another one.
    ///
    /// - Parameter time: since when, by ``CoarseTime``; 0 if it does not.
    func setWaiting(since time: UInt) {
        lock.withLock { waitingSince = time }
    }

    /// Has what is counted be seen by others.
    func publish(_ statistics: ExecutionStatistics, onClose: @escaping @Sendable () -> Void) {
        lock.withLock { publication = (statistics, onClose) }
    }

    /// Tells no other process any more. To be called before the file is closed: if it was deleted, another file may get its number then.
    func unpublish() {
        let onClose = lock.withLock {
            isClosing = true
            defer { publication = nil }
            return publication?.onClose
        }
        onClose?()
    }

    /// What is counted for other processes; nil unless the connection is published.
    var statistics: ExecutionStatistics? { lock.withLock { publication?.statistics } }

    /// Shows a text as being executed for the time of a body.
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
        /// The text being executed; nil if none is.
        let runningSQL: String?
        /// Whether that text may change the database.
        let isRunningWrite: Bool
        /// Whether it uses a statement that may change the database. It may be executed in a moment, or have been executed
        /// a moment ago, and what has become of it is not published yet.
        let isAboutToWrite: Bool
        /// How long that text has been executed; nil if unknown.
        let runningAge: Duration?
        /// How long it has waited for a lock; nil if it does not wait.
        let waitAge: Duration?
        let lastSQL: String?

        var isWaiting: Bool { waitAge != nil }
        /// Whether it has a lock for writing for certain.
        var hasWritten: Bool { transaction?.write != nil }
        /// Whether it may have a lock for reading, and none for writing.
        var isReading: Bool {
            guard !hasWritten, !isAtCheckpoint else { return false }
            return transaction != nil || runningSQL != nil && !isRunningWrite && !isWaiting
        }
        var isAtCheckpoint: Bool { runningSQL == Activity.checkpoint }
        /// What is executed now, else what took the lock.
        var sql: String? {
            guard let transaction else { return runningSQL }
            return runningSQL ?? transaction.write ?? lastSQL ?? transaction.sql
        }
        /// When the transaction began.
        var since: ContinuousClock.Instant? { transaction?.since }
    }

    /// What the connection is doing now. Any thread may ask.
    var snapshot: Snapshot {
        lock.lock()
        let (running, newest, transaction) = (workInProgress, newestStatement, self.transaction ?? readTransaction)
        let (isAboutToWrite, last, waitingSince, findOwner) = (
            newest?.pointee.writes ?? false, lastSQL, self.waitingSince, self.findOwner
        )
        let age = works.isEmpty ? newest.flatMap { publication?.statistics.age(of: $0.pointee.raw) } : nil
        lock.unlock()
        // The owner has locks of its own, so it is asked without ours.
        return Snapshot(
            owner: findOwner?() ?? Owner(label: (path as NSString).lastPathComponent), transaction: transaction,
            runningSQL: running?.sql, isRunningWrite: running?.writes ?? false, isAboutToWrite: isAboutToWrite,
            runningAge: running == nil ? nil : age,
            waitAge: waitingSince == 0 ? nil : CoarseTime.age(of: waitingSince, at: CoarseTime.now), lastSQL: last)
    }

    /// To be called under the lock.
    private var workInProgress: (sql: String, writes: Bool)? {
        if let work = works.last { return work }
        guard let facts = newestStatement else { return nil }
        // A look at one byte: the answer may be a moment old, but the statement cannot go away under the lock.
        guard sqlite3_stmt_busy(facts.pointee.raw) != 0 else { return nil }
        return (facts.pointee.sql, facts.pointee.writes)
    }

    /// To be called under the lock, where it cannot go away.
    private var newestStatement: UnsafePointer<StatementFacts>? {
        let shown = current.value
        return shown & Mark.isOver == 0 ? UnsafePointer(bitPattern: shown & ~Mark.all) : nil
    }

    /// To be called under the lock.
    private var lastSQL: String? {
        let shown = current.value
        guard shown & Mark.isOver != 0 else { return nil }
        return UnsafePointer<StatementFacts>(bitPattern: shown & ~Mark.all).map(\.pointee.sql) ?? lastText
    }
}
