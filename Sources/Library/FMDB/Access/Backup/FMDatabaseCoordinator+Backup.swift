extension FMDatabaseCoordinator {
    /// Copies the database into a file, on this thread, while others read and write.
    ///
    ///     let backup = try queue.backup(to: "copy.db")
    ///
    /// The copy uses a connection of its own, which is opened and configured as the others are, so nobody waits for it, and it waits
    /// for nobody's block. In WAL mode it has the state of the moment at which it begins, and writers go on. In other
    /// journal modes see ``FMDatabase/BackupOptions/maximumRestarts``. A database in memory is copied over the connection of the
    /// queue. See ``FMDatabase/backup(to:_:progress:)`` and <doc:Backups>.
    ///
    /// - Parameters:
    ///   - path: the path of the copy. A link is followed.
    ///   - options: the options. Without a `configure` of theirs, that of the configuration sets the key of an encrypted copy.
    ///   - progress: called after each step, on this thread; what it throws cancels the copy.
    /// - Returns: what was copied.
    /// - Throws: as ``FMDatabase/backup(to:_:progress:)`` does, and SQLite's code if the database cannot be opened.
    @discardableResult
    public final func backup(
        to path: String, _ options: FMDatabase.BackupOptions = .init(),
        progress: ((FMDatabase.BackupProgress) throws -> Void)? = nil
    ) throws -> FMDatabase.Backup {
        try copy(to: path, options, nil, progress)
    }

    /// Copies the database into a file, without blocking the caller's thread. See the synchronous form.
    ///
    ///     try await queue.backup(to: "copy.db") { progress in
    ///         print(progress.completed, "of", progress.total)
    ///     }
    ///
    /// `progress` is called on a thread of the library. Cancelling the task ends the copy between two steps, and leaves no file.
    ///
    /// - Throws: as the synchronous form does, and `CancellationError`.
    @discardableResult
    public final func backup(
        to path: String, _ options: FMDatabase.BackupOptions = .init(),
        progress: (@Sendable (FMDatabase.BackupProgress) throws -> Void)? = nil
    ) async throws -> FMDatabase.Backup {
        try await WorkerThreads.shared.run {
            try self.copy(to: path, options, $0, progress)
        } verdict: {
            self.verdict($0, $1)
        }
    }

    private func copy(
        to path: String, _ options: FMDatabase.BackupOptions, _ token: CancellationToken?,
        _ progress: ((FMDatabase.BackupProgress) throws -> Void)?
    ) throws -> FMDatabase.Backup {
        let run = { (database: FMDatabase) in
            if let token { database.obey(token, by: .interruption) }
            defer { token.map(database.forget) }
            return try pooled {
                try BackupRun(
                    source: database, options: options, setKey: self.configuration.configure, progress: progress
                ).run(to: path)
            }
        }
        let semaphore = mainSlots.semaphore
        guard !semaphore.isInherited else { throw FMError.forked(nil) }
        guard !semaphore.isClosed else { throw FMError.closed(semaphore) }
        if isFile {
            let database = try openAnother("backup of", token)
            defer { database.close() }
            // A URI may lead to a database without a file too.
            if database.connection?.hasFile("main") == true { return try run(database) }
        }
        return try lend(writingSlots(), .unlimited, run)
    }
}
