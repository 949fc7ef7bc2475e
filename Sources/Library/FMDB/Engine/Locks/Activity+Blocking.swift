import FMDBSQLiteC

/// The connections that certainly hold the lock that another one waits for.
///
/// It asks SQLite for the state of connections, which is safe for the thread that uses a connection, and for any other
/// while that one is known to wait. What is not certain is left out: such a wait continues to its limit.
extension Activity {
    /// The wait of this connection for a lock of SQLite's. To be asked for from within its busy handler.
    func lockWait() -> WaitForGraph.Wait {
        let me = ThreadIdentity.current
        return WaitForGraph.Wait(
            identity: me, site: owner?().site, name: "a lock of \(path)", isLimited: true,
            groups: { isWaiting in self.blockers(of: me, isWaiting) })
    }

    /// Whether this thread uses another connection to the same file too, so that it may be waiting for itself.
    var hasCompanion: Bool {
        let me = ThreadIdentity.current.number
        return OpenFiles.shared.others(like: self).contains { $0.ownership?.thread?.number == me }
    }

    /// Those who keep a thread waiting that uses this connection, each alone.
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
        // Connections that share a cache share the file's locks.
        guard openFile != request.file, let level = FileLockLevel(of: openFile) else { return false }
        // A connection that is ready to write needs the file exclusively.
        if request.level >= .reserved { return level >= .shared }
        // From here on nobody else gets any lock at all.
        if level >= .pending { return true }
        return request.isForWriting && (level >= .reserved || isWriting)
    }

    /// Whether the connection has the write lock of its main database, of whichever journal mode.
    private var isWriting: Bool {
        guard let connection = connection(of: ownership?.thread) else { return false }
        return fmdb_txn_state(connection, "main") == Constants.transactionWrites
    }

    /// Whether the connection holds a lock of which the library knows no reason. In exclusive locking mode it keeps its locks
    /// after a transaction, and a client's C functions take some. The file is asked, and the connection if no other thread is in it.
    ///
    /// - Parameter isForWriting: whether by a lock for writing, else by one for reading.
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

    /// The connection, where it can be asked without waiting for a mutex that the thread which uses it may have.
    fileprivate func connection(of thread: ThreadIdentity?) -> OpaquePointer? {
        guard let connection = openConnection else { return nil }
        return thread == .current || sqlite3_db_mutex(connection) == nil ? connection : nil
    }
}

/// What a connection within its busy handler is waiting for.
private struct LockRequest {
    let file: UnsafeMutablePointer<sqlite3_file>
    /// What it has already.
    let level: FileLockLevel
    /// Whether the statement that waits can do nothing without the right to write.
    let isForWriting: Bool

    /// - Returns: nil where it is not certain which file it is about: there may be attached ones.
    init?(of activity: Activity, by thread: ThreadIdentity) {
        // An older SQLite does not tell the names of the databases.
        guard fmdb_has_db_name() != 0, let connection = activity.connection(of: thread), let file = activity.openFile,
            let level = FileLockLevel(of: file), fmdb_db_name(connection, 2) == nil
        else { return nil }
        self.file = file
        self.level = level
        isForWriting = RawStatements.areWriting(on: connection)
    }
}

/// How far a connection has locked its database file. See
/// [File Locking And Concurrency](https://sqlite.org/lockingv3.html).
private enum FileLockLevel: Int32, Comparable {
    case none, shared, reserved, pending, exclusive

    /// See [`SQLITE_FCNTL_LOCKSTATE`](https://sqlite.org/c3ref/c_fcntl_begin_atomic_write.html). The file system is asked
    /// itself: the way by the connection would wait for its mutexes.
    init?(of file: UnsafeMutablePointer<sqlite3_file>?) {
        var level: Int32 = -1
        guard let file, let control = file.pointee.pMethods?.pointee.xFileControl,
            control(file, SQLITE_FCNTL_LOCKSTATE, &level) == SQLITE_OK
        else { return nil }
        self.init(rawValue: level)
    }

    static func < (one: FileLockLevel, other: FileLockLevel) -> Bool { one.rawValue < other.rawValue }
}
