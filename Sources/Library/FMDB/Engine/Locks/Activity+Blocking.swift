import FMDBSQLiteC

/// Finds the connections that certainly hold a lock for which another connection is waiting.
///
/// The search reads each connection's state from SQLite. This is safe on the thread that uses the connection, and on other threads while
/// that thread is known to be waiting. Uncertain holders are left out, so a wait for them continues until its limit.
extension Activity {
    /// Returns this connection's wait for an SQLite lock. Call it only from the connection's busy handler.
    func lockWait() -> WaitForGraph.Wait {
        let me = ThreadIdentity.current
        return WaitForGraph.Wait(
            identity: me, site: owner?().site, name: "a lock of \(path)", isLimited: true,
            groups: { isWaiting in self.blockers(of: me, isWaiting) })
    }

    /// Whether this thread also uses another connection to the same file, and so may be waiting for itself.
    var hasCompanion: Bool {
        let me = ThreadIdentity.current.number
        return OpenFiles.shared.others(like: self).contains { $0.ownership?.thread?.number == me }
    }

    /// Returns the holders that block the given thread, which uses this connection. Each holder alone blocks the thread, so each is a group
    /// of its own.
    private func blockers(
        of thread: ThreadIdentity, _ isWaiting: (ThreadIdentity) -> Bool
    ) -> [[WaitForGraph.Holder]] {
        guard let request = LockRequest(of: self, by: thread) else { return [] }
        return OpenFiles.shared.others(like: self).compactMap { other in
            guard let thread = other.ownership?.thread, isWaiting(thread), other.stops(request) else { return nil }
            return [WaitForGraph.Holder(identity: thread, site: other.owner?().site)]
        }
    }

    private func stops(_ request: LockRequest) -> Bool {
        // Connections with a shared cache also share the file's locks, so they do not block each other.
        guard openFile != request.file, let level = FileLockLevel(of: openFile) else { return false }
        // A connection that is ready to write needs the file exclusively.
        if request.level >= .reserved { return level >= .shared }
        // A PENDING or EXCLUSIVE lock prevents other connections from getting any lock.
        if level >= .pending { return true }
        return request.isForWriting && (level >= .reserved || isWriting)
    }

    /// Whether the connection holds the write lock of its main database, in any journal mode.
    private var isWriting: Bool {
        guard let connection = connection(of: ownership?.thread) else { return false }
        return fmdb_txn_state(connection, "main") == Constants.transactionWrites
    }

    /// Whether the connection holds a lock without a statement or transaction that explains it.
    ///
    /// In exclusive locking mode a connection keeps its locks after a transaction, and the app's own C calls can take locks. The state is
    /// read from the file, and from the connection if its mutex is free.
    ///
    /// - Parameter isForWriting: whether to look for a write lock, else for a read lock.
    func keepsLock(forWriting isForWriting: Bool, isWriteAhead: Bool) -> Bool {
        whileOpen { connection in
            guard let level = FileLockLevel(of: openFile) else { return nil }
            guard isForWriting else { return level >= .shared && !isWriteAhead }
            if level >= .reserved { return true }
            guard let mutex = sqlite3_db_mutex(connection), sqlite3_mutex_try(mutex) == SQLITE_OK else { return false }
            defer { sqlite3_mutex_leave(mutex) }
            return fmdb_txn_state(connection, "main") == Constants.transactionWrites
        } ?? false
    }

    /// The connection, or nil if a call on it might wait for a mutex that another thread holds.
    fileprivate func connection(of thread: ThreadIdentity?) -> OpaquePointer? {
        guard let connection = openConnection else { return nil }
        return thread == .current || sqlite3_db_mutex(connection) == nil ? connection : nil
    }
}

/// The lock that a connection waits for in its busy handler.
private struct LockRequest {
    let file: UnsafeMutablePointer<sqlite3_file>
    /// The lock that the connection already holds.
    let level: FileLockLevel
    /// Whether the waiting statement needs the write lock to continue.
    let isForWriting: Bool

    /// - Returns: nil if the file whose lock is wanted is uncertain, for example because databases are attached.
    init?(of activity: Activity, by thread: ThreadIdentity) {
        // SQLite before 3.39 has no `sqlite3_db_name`.
        guard fmdb_has_db_name() != 0, let connection = activity.connection(of: thread), let file = activity.openFile,
            let level = FileLockLevel(of: file), fmdb_db_name(connection, 2) == nil
        else { return nil }
        self.file = file
        self.level = level
        isForWriting = RawStatements.areWriting(on: connection)
    }
}

/// The lock that a connection holds on its database file. See
/// [File Locking And Concurrency](https://sqlite.org/lockingv3.html).
private enum FileLockLevel: Int32, Comparable {
    case none, shared, reserved, pending, exclusive

    /// Reads the lock of an open file with
    /// [`SQLITE_FCNTL_LOCKSTATE`](https://sqlite.org/c3ref/c_fcntl_begin_atomic_write.html). It calls the VFS directly, because
    /// `sqlite3_file_control` would wait for the connection's mutex.
    init?(of file: UnsafeMutablePointer<sqlite3_file>?) {
        var level: Int32 = -1
        guard let file, let control = file.pointee.pMethods?.pointee.xFileControl,
            control(file, SQLITE_FCNTL_LOCKSTATE, &level) == SQLITE_OK
        else { return nil }
        self.init(rawValue: level)
    }

    static func < (one: FileLockLevel, other: FileLockLevel) -> Bool { one.rawValue < other.rawValue }
}
