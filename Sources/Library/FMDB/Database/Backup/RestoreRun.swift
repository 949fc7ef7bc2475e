struct RestoreRun {
    let target: FMDatabase
    let options: FMDatabase.BackupOptions
    let progress: ((FMDatabase.BackupProgress) throws -> Void)?

    /// Restores the database. After an error its content is unchanged.
    func run(from path: String) throws -> FMDatabase.Backup {
        let start = ContinuousClock.now
        let connection = try target.opened()
        guard !target.isTransactionOpen, !connection.hasActiveStatement else {
            throw FMError.misuse("a database cannot be restored within a transaction, or while rows are read")
        }
        guard !connection.isReadOnly else { throw FMError(.readOnly, "the database can only be read") }
        try FMDatabase.expectFile(at: path)
        let source = try FMDatabase.openedSilently(path, Constants.readOnlyFlags, vfs: connection.vfs(of: path))
        defer { source.close() }
        try configure(source, connection)
        source.connection?.obey(connection.token)
        let verification = try source.verified(by: options.verification)
        let pageSize = try source.pageSize(of: "main")
        let restarts = try withJournal(for: pageSize) { try copy(from: source, connection) }
        let pages = try target.value("PRAGMA \(raw: FMSQL.quoted(identifier: options.schema)).page_count", as: Int.self)
        return FMDatabase.Backup(
            path: path, pages: pages, bytes: Int64(pages) * Int64(pageSize), duration: start.duration(to: .now),
            restarts: restarts, verification: verification.check, unchecked: verification.unchecked)
    }

    private func copy(from source: FMDatabase, _ connection: Connection) throws -> Int {
        let loop = try CopyLoop(from: source, "main", to: target, options.schema, own: target, options, progress)
        var failure: (any Error)?
        // Cache spilling is on meanwhile. Otherwise SQLite would hold the whole file in memory.
        connection.spilling {
            do {
                try source.withSnapshot {
                    _ = try source.value("SELECT count(*) FROM sqlite_master", as: Int.self)
                    try loop.run(upTo: .max)
                }
            } catch {
                failure = error
                loop.cancel()
            }
        }
        if let failure { throw failure }
        connection.contentWasReplaced(options.schema)
        // SQLite calls the commit hook for the restore only when the next statement ends, so a statement is run.
        _ = try? connection.ask("SELECT 1")
        return loop.restarts
    }

    /// Runs a body in a journal mode in which the page size can change. In WAL mode it cannot.
    private func withJournal<Value>(for pageSize: Int, _ body: () throws -> Value) throws -> Value {
        let schema = FMSQL.quoted(identifier: options.schema)
        guard try target.pageSize(of: options.schema) != pageSize,
            target.connection?.journalMode(of: options.schema) == "wal"
        else { return try body() }
        let mode = try target.value("PRAGMA \(raw: schema).journal_mode = DELETE", as: String.self)
        guard mode == "delete" else {
            throw FMError(.busy, "the file has pages of another size, and the WAL is in use by other connections")
        }
        defer { _ = try? target.value("PRAGMA \(raw: schema).journal_mode = WAL", as: String.self) }
        return try body()
    }

    private func configure(_ source: FMDatabase, _ connection: Connection) throws {
        if let configure = options.configure { return try configure(source) }
        guard !connection.hasKey else {
            throw FMError.misuse("the database is encrypted: set the key of the file in the options' configure")
        }
    }
}
