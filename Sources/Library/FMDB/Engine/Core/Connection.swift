import Foundation
import FMDBSQLiteC

/// One open `sqlite3*` and every statement prepared on it.
///
/// Closing finalises the statements first, so a statement that a client keeps neither prevents closing nor dangles.
final class Connection {
    /// The C connection; nil once closed.
    private(set) var handle: OpaquePointer?
    /// The thread that may use the connection; nil if no queue or pool lends the connection.
    let ownership: ThreadOwnership?
    /// The state of the connection that other threads may read.
    let activity: Activity
    /// The transaction state. It is stored through a constant pointer, because each access to a class property of this
    /// size would cost a dynamic exclusivity check.
    private let transactionMemory: UnsafeMutablePointer<ConnectionTransactions>

    // Each feature keeps its state in one of these structs of plain data. A mutating method must not call SQLite or a
    // client's code: a callback that reads the struct would trap on overlapping access.
    var statements = StatementList()
    var guards = ConnectionGuards()
    var locks = LockState()
    var writeAhead = WriteAheadState()
    var eventState = EventState()
    var changeState = ChangeState()
    var hooks = ConnectionHooks()
    let openObjects = OpenObjects()

    /// Opens a database, without the library's SQL functions and without adding it to ``OpenConnections``.
    ///
    /// See [`sqlite3_open_v2`](https://sqlite.org/c3ref/open.html).
    ///
    /// - Parameter isLent: whether a queue or pool lends the connection to one thread at a time, so that it needs no
    ///   SQLite mutex.
    init(
        handleFor path: String, flags: Int32, vfs: String?, interruption: Interruption, isLent: Bool
    ) throws(FMError) {
        // This comes first, because it also registers the locks that a fork must hold.
        let number = OpenConnections.shared.nextNumber
        ownership = isLent ? ThreadOwnership() : nil
        let flags = Connection.withMutex(flags, isLent: isLent)
        guard strlen(path) == path.utf8.count else {
            throw FMError(.cantOpen, "the path contains a NUL character", sql: nil, stage: .open)
        }
        guard vfs?.utf8.contains(0) != true else {
            throw FMError(.misuse, "the name of the VFS contains a NUL character", sql: nil, stage: .open)
        }
        #if DEBUG
            let vfs = Connection.simulatedVFS(path, flags, vfs)
        #endif
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, flags, vfs)
        guard code == SQLITE_OK, let opened else {
            defer { sqlite3_close(opened) }
            if code == SQLITE_MISUSE, InheritedFiles.popRefusal() { throw .openAtFork(nil) }
            throw Connection.openFailure(opened, code, path, flags, vfs: vfs)
        }
        handle = opened
        activity = Activity(of: opened, number: number, flags, ownership, interruption)
        // Both are on by default in Debian's build, and both let SQL run code from outside the program.
        _ = fmdb_db_config_flag(opened, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0)
        _ = fmdb_db_config_flag(opened, SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0)
        transactionMemory = .allocate(capacity: 1)
        transactionMemory.initialize(to: ConnectionTransactions())
        writeAhead.journal = journalPointer
        interruption.arm(opened)
        writeAhead.commitWatch = CommitWatch(of: self)
    }

    #if DEBUG
        /// Returns the VFS to open with. Ends a simulation whose program opens what the simulation does not decide.
        private static func simulatedVFS(_ path: String, _ flags: Int32, _ vfs: String?) -> String? {
            guard let process = Simulated.process else { return vfs }
            let query = path.hasPrefix("file:") ? path : ""
            if vfs != nil && vfs != process.vfs || query.contains("vfs=") {
                Simulated.refuse("another VFS has real files: \(vfs ?? query)")
            }
            if flags & SQLITE_OPEN_SHAREDCACHE != 0 || query.contains("cache=shared") {
                Simulated.refuse("a shared cache joins the simulated processes")
            }
            return process.vfs
        }
    #endif

    /// Called when the connection is closed.
    func forgetHandle() { handle = nil }

    deinit {
        _ = close()
        transactionMemory.deinitialize(count: 1)
        transactionMemory.deallocate()
    }

    /// Returns the flags, with a choice of SQLite's mutex if they contain none.
    ///
    /// Debian's SQLite uses a mutex by default. Apple's, built with `SQLITE_THREADSAFE=2`, does not. See [Using SQLite
    /// In Multi-Threaded Applications](https://sqlite.org/threadsafe.html).
    private static func withMutex(_ flags: Int32, isLent: Bool) -> Int32 {
        let asked = flags & (SQLITE_OPEN_FULLMUTEX | SQLITE_OPEN_NOMUTEX)
        #if DEBUG
            // A thread of a simulation may wait while it holds the mutex, and another would wait for it outside the simulation.
            if Simulated.thread != nil { return flags & ~SQLITE_OPEN_FULLMUTEX | SQLITE_OPEN_NOMUTEX }
        #endif
        if isLent { return asked & SQLITE_OPEN_FULLMUTEX == 0 ? flags | SQLITE_OPEN_NOMUTEX : flags }
        return asked == 0 ? flags | SQLITE_OPEN_FULLMUTEX : flags
    }
}

// MARK: - Parts

/// The transaction of a connection, and the library calls that began it or a savepoint in it.
private struct ConnectionTransactions {
    var scope = TransactionScope()
    var progress = TransactionProgress()
}

/// The callbacks for row changes, commits and rollbacks, and the closures that explain errors and query plans.
struct ConnectionHooks {
    /// The client's callback, called before each row change.
    var onRowChange: ((RowChange) -> Void)?
    /// The tables whose values `onRowChange` must not read from SQLite.
    var untoldTables: Set<TableKey> = []
    var onCommit: (() throws -> Void)?
    var onRollback: (() -> Void)?
    /// Returns advice about an error whose message gives no remedy, or nil. The closure must not retain a connection.
    var advise: ((Connection, FMResultCode, _ message: String, _ sql: String?, FMStatement?) -> String?)?
    /// Returns the lines of a statement's query plan. The closure must not retain a connection.
    var linesOfPlan: ((Connection, _ sql: String) -> [String])?
}

extension Connection {
    /// The library's transaction and savepoint calls that are in progress.
    var scope: TransactionScope {
        @inline(__always) _read { yield transactionMemory.pointee.scope }
        @inline(__always) _modify { yield &transactionMemory.pointee.scope }
    }

    var transactions: TransactionProgress {
        @inline(__always) _read { yield transactionMemory.pointee.progress }
        @inline(__always) _modify { yield &transactionMemory.pointee.progress }
    }

    var number: Int { activity.number }
    var interruption: Interruption { activity.interruption }
}

// MARK: - Facts

extension Connection {
    /// See [`sqlite3_changes`](https://sqlite.org/c3ref/changes.html).
    var changes: Int32 { sqlite3_changes(handle) }

    /// See [`sqlite3_total_changes`](https://sqlite.org/c3ref/total_changes.html).
    var totalChanges: Int32 { sqlite3_total_changes(handle) }

    /// See [`sqlite3_last_insert_rowid`](https://sqlite.org/c3ref/last_insert_rowid.html).
    var lastInsertRowID: Int64 { sqlite3_last_insert_rowid(handle) }

    /// See [`sqlite3_get_autocommit`](https://sqlite.org/c3ref/get_autocommit.html).
    var isTransactionOpen: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Whether the main database cannot be written.
    ///
    /// See [`sqlite3_db_readonly`](https://sqlite.org/c3ref/db_readonly.html).
    var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") != 0 }

    /// Whether the linked library supports encryption.
    static var hasCodec: Bool {
        #if SQLCipher
            true
        #else
            false
        #endif
    }

    /// Whether the file is no longer at its path.
    ///
    /// See [`SQLITE_FCNTL_HAS_MOVED`](https://sqlite.org/c3ref/c_fcntl_begin_atomic_write.html).
    var hasMoved: Bool {
        var moved: Int32 = 0
        return sqlite3_file_control(handle, nil, SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK && moved != 0
    }

    /// Whether a deferred foreign key constraint is currently violated.
    ///
    /// See [`sqlite3_db_status`](https://sqlite.org/c3ref/db_status.html).
    var hasDeferredViolations: Bool {
        var count: Int32 = 0
        var most: Int32 = 0
        return sqlite3_db_status(handle, SQLITE_DBSTATUS_DEFERRED_FKS, &count, &most, 0) == SQLITE_OK && count != 0
    }

    /// See [`sqlite3_limit`](https://sqlite.org/c3ref/limit.html).
    func limit(_ type: Int32, _ value: Int32) -> Int32 { sqlite3_limit(handle, type, value) }
}
