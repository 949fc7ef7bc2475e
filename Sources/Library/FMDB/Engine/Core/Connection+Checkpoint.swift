import FMDBSQLiteC

/// The one way to a checkpoint: for the calls of the library, for `PRAGMA wal_checkpoint`, and for what a commit leads to.
///
/// SQLite 3.7.0 to 3.51.2 can lose rows or corrupt the file. It happens if a checkpoint begins on a log whose frames are all in
/// the database, and another connection's commit restarts the log at that moment. See "The WAL-Reset Bug" on
/// [sqlite.org](https://sqlite.org/wal.html). So no checkpoint of this process begins on such a log. Commits need not wait for
/// that: while frames are left to be moved no commit restarts the log, and only the thread inside the ``CheckpointGate`` moves
/// them.
extension Connection {
    /// Moves frames of the WAL into the database.
    ///
    /// See [`sqlite3_wal_checkpoint_v2`](https://sqlite.org/c3ref/wal_checkpoint_v2.html).
    ///
    /// - Parameter name: the database; nil for all that are attached, of which the counts of the first are returned.
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
        // During a step the statement emits it afterwards.
        if !isExecuting { events?.emit() }
        return code
    }

    /// The error of a checkpoint. Where the library has refused it, SQLite remembers none.
    private func checkpointError(_ code: Int32) -> FMError {
        guard code == SQLITE_BUSY, errorState.code != code else { return error(code, sql: nil, stage: .checkpoint) }
        let contention = contention(.busy, Library.message(code), sql: nil, stage: .checkpoint, of: nil)
        return .sqlites(code, stage: .checkpoint, contention: contention)
    }

    private func checkpointAll(_ mode: Int32, _ name: String?, _ counts: inout CheckpointCounts) -> Int32 {
        if let name, !name.isEmpty { return move(mode, name, &counts) }
        var isBusy = false
        let schemas = schemas
        // Nobody says which there are, where a client's authorizer forbids the question for example.
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

    /// Whether SQLite will refuse to checkpoint, because the connection itself uses the database.
    ///
    /// See [`sqlite3_txn_state`](https://sqlite.org/c3ref/txn_state.html).
    private func hasTransaction(on schema: String) -> Bool {
        fmdb_txn_state(handle, schema) > 0
    }

    /// Commits a change that changes nothing; it is written at the start of a log that is in the database already.
    func startLogAnew() throws(FMError) {
        do throws(ResultCodeError) {
            try appendToLog(of: "main")
        } catch {
            throw checkpointError(error.code)
        }
    }

    /// Commits a change that changes nothing, so that there is a frame that is not moved yet.
    ///
    /// A checkpoint that restarts the log holds the write lock, and then the bug cannot come up. But where SQLite does not get
    /// the lock it continues without it.
    private func appendToLog(of schema: String) throws(ResultCodeError) {
        guard !isTransactionOpen else { throw ResultCodeError(code: SQLITE_LOCKED) }
        let pragma = "PRAGMA \(FMSQL.quoted(identifier: schema)).user_version"
        do throws(ResultCodeError) {
            // Takes the write lock of this database alone, and waits for it; BEGIN IMMEDIATE would take those of all.
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
    /// The file of an attached database; nil for one in memory, a temporary one, and an unknown name.
    private func file(of schema: String) -> FileIdentity? {
        if schema == "main" { return activity.file }
        return sqlite3_db_filename(handle, schema).flatMap { FileIdentity(path: String(cString: $0)) }
    }

    /// Looks at the log of an attached database; nil where there is none, and where nobody else can use the database.
    private func writeAheadIndex(of schema: String) throws(ResultCodeError) -> WriteAheadIndex? {
        let name = FMSQL.quoted(identifier: schema)
        do throws(ResultCodeError) {
            // The question makes the connection open the log, if there is one; else to ask for its memory would make it.
            guard try ask("PRAGMA \(name).journal_mode") == "wal" else { return nil }
            guard try ask("PRAGMA \(name).locking_mode") != "exclusive" else { return nil }
        } catch {
            // A database that cannot be read, for want of its key for example, has not been read.
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
