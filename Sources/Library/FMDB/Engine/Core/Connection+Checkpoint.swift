import FMDBSQLiteC

/// All checkpoints of the library: its own calls, `PRAGMA wal_checkpoint`, and automatic checkpoints after a commit.
///
/// SQLite 3.7.0 to 3.51.2 can lose rows or corrupt the file. This happens if a checkpoint begins on a fully
/// checkpointed WAL while another connection's commit restarts the WAL. See "The WAL-Reset Bug" on
/// [sqlite.org](https://sqlite.org/wal.html).
///
/// So no checkpoint of this process begins on a fully checkpointed WAL. Commits need not wait for checkpoints: while
/// frames remain to be checkpointed, no commit restarts the WAL. Only the thread inside the ``CheckpointGate``
/// checkpoints frames.
extension Connection {
    /// Copies frames from the WAL into the database.
    ///
    /// See [`sqlite3_wal_checkpoint_v2`](https://sqlite.org/c3ref/wal_checkpoint_v2.html).
    ///
    /// - Parameter name: the schema name; nil for all databases. With nil, the counts of the first database are
    ///   returned.
    func checkpoint(_ mode: Int32, name: String?) throws(FMError) -> CheckpointCounts {
        guard name?.utf8.contains(0) != true else {
            throw .misuse("the name of the database contains a NUL character")
        }
        return try withOwnership(nil) { () throws(FMError) in
            activity.isRefused = false
            var counts = CheckpointCounts()
            let code = checkpointReported(mode, name, &counts)
            guard code == SQLITE_OK else { throw checkpointError(code) }
            return counts
        }
    }

    /// Runs a checkpoint, and records its event.
    func checkpointReported(_ mode: Int32, _ name: String?, _ counts: inout CheckpointCounts) -> Int32 {
        let start = hasEventHandler ? ContinuousClock.now : nil
        let code = checkpointAll(mode, name, &counts)
        guard let start else { return code }
        recordWaits(nil)
        let duration = start.duration(to: .now)
        events?.record(.checkpointed(mode, name, counts.log, counts.moved, duration, finestCode(code)))
        // During a step, the statement emits the event afterwards.
        if !isExecuting { events?.emit() }
        return code
    }

    /// Returns the error of a checkpoint. If the library refused the checkpoint, SQLite has recorded no error.
    private func checkpointError(_ code: Int32) -> FMError {
        guard code == SQLITE_BUSY, errorState.code != code else { return error(code, sql: nil, stage: .checkpoint) }
        let contention = contention(.busy, Library.message(code), sql: nil, stage: .checkpoint, of: nil)
        return .sqlites(code, stage: .checkpoint, contention: contention)
    }

    private func checkpointAll(_ mode: Int32, _ name: String?, _ counts: inout CheckpointCounts) -> Int32 {
        if let name, !name.isEmpty { return move(mode, name, &counts) }
        var isBusy = false
        let schemas = schemas
        // The list is empty if, for example, a client's authorizer denies the pragma.
        guard !schemas.isEmpty else { return sqlite3_wal_checkpoint_v2(handle, nil, mode, &counts.log, &counts.moved) }
        for (index, schema) in schemas.enumerated() {
            var own = CheckpointCounts()
            let code = move(mode, schema, &own)
            if index == 0 { counts = own }
            if code == SQLITE_BUSY { isBusy = true } else if code != SQLITE_OK { return code }
        }
        return isBusy ? SQLITE_BUSY : SQLITE_OK
    }

    private func move(_ mode: Int32, _ schema: String, _ counts: inout CheckpointCounts) -> Int32 {
        guard !isSuspended else { return SQLITE_BUSY }
        return activity.showing(Activity.checkpoint, writes: false) {
            guard mode != CheckpointPragma.noop, let file = file(of: schema), !hasTransaction(on: schema) else {
                return sqlite3_wal_checkpoint_v2(handle, schema, mode, &counts.log, &counts.moved)
            }
            guard CheckpointGate.shared.enter(file) else { return SQLITE_BUSY }
            defer { CheckpointGate.shared.leave(file) }
            do throws(ResultCodeError) {
                if let index = try writeAheadIndex(of: schema), index.isWhollyMoved {
                    if mode == SQLITE_CHECKPOINT_PASSIVE || mode == SQLITE_CHECKPOINT_FULL {
                        let frames = Int32(clamping: index.frames)
                        counts = CheckpointCounts(log: frames, moved: frames, isSkipped: true)
                        return SQLITE_OK
                    }
                    if KnownDefect.linkedWALReset != nil { try appendToLog(of: schema) }
                }
            } catch {
                return error.code
            }
            return sqlite3_wal_checkpoint_v2(handle, schema, mode, &counts.log, &counts.moved)
        }
    }

    /// Whether SQLite will refuse the checkpoint because this connection has a transaction on the database.
    ///
    /// See [`sqlite3_txn_state`](https://sqlite.org/c3ref/txn_state.html).
    private func hasTransaction(on schema: String) -> Bool {
        fmdb_txn_state(handle, schema) > 0
    }

    /// Commits an empty change. If the write-ahead log is fully checkpointed, this restarts it.
    func startLogAnew() throws(FMError) {
        do throws(ResultCodeError) {
            try appendToLog(of: "main")
        } catch {
            throw checkpointError(error.code)
        }
    }

    /// Commits an empty change, so that the WAL has a frame that is not checkpointed.
    ///
    /// A checkpoint that restarts the WAL normally holds the write lock, which excludes the bug. But if SQLite does not
    /// get that lock, it continues without it.
    private func appendToLog(of schema: String) throws(ResultCodeError) {
        guard !isTransactionOpen else { throw ResultCodeError(code: SQLITE_LOCKED) }
        let pragma = "PRAGMA \(FMSQL.quoted(identifier: schema)).user_version"
        do throws(ResultCodeError) {
            // Waits for the write lock of this database only. BEGIN IMMEDIATE would take the write locks of all
            // databases.
            try ask("BEGIN")
            try ask("SAVEPOINT fmdb_append")
            try ask("\(pragma) = 0")
            try ask("ROLLBACK TO fmdb_append")
            let version = try ask(pragma) ?? "0"
            try ask("\(pragma) = \(version)")
            try ask("COMMIT")
        } catch {
            _ = try? ask("ROLLBACK")
            throw error
        }
    }
}

// MARK: - The log's state

extension Connection {
    /// Returns the file of a database, or nil if it is in memory or temporary, or the name is unknown.
    private func file(of schema: String) -> FileIdentity? {
        if schema == "main" { return activity.file }
        return sqlite3_db_filename(handle, schema).flatMap { FileIdentity(path: String(cString: $0)) }
    }

    /// Reads the WAL index of a database. Returns nil if there is none, or if no other connection can use the database.
    private func writeAheadIndex(of schema: String) throws(ResultCodeError) -> WriteAheadIndex? {
        let name = FMSQL.quoted(identifier: schema)
        do throws(ResultCodeError) {
            // The pragma makes the connection open an existing WAL. Without that, the access to shared memory would
            // create one.
            guard try ask("PRAGMA \(name).journal_mode") == "wal" else { return nil }
            guard try ask("PRAGMA \(name).locking_mode") != "exclusive" else { return nil }
        } catch {
            // If the database cannot be read, for example without its key, this connection has not opened the WAL.
            guard error.code == SQLITE_BUSY || error.code == SQLITE_LOCKED else { return nil }
            throw error
        }
        var file: UnsafeMutablePointer<sqlite3_file>?
        guard sqlite3_file_control(handle, schema, SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK, let file else {
            return nil
        }
        return try WriteAheadIndex(of: file)
    }
}
