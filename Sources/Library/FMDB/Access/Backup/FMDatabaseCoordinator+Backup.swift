extension FMDatabaseCoordinator {
    /// Copies the database into a file, on this thread, while others read and write.
    ///
    ///     let backup = try queue.backup(to: "copy.db")
    ///
    /// The copy uses a separate connection, which is opened and configured as the others are. So it neither blocks
    /// other calls nor waits for their blocks. In WAL mode the copy has the state at its beginning, and writers
    /// continue. For other journal modes see ``FMDatabase/BackupOptions/maximumRestarts``. An in-memory database is
    /// copied over the queue's own connection. See ``FMDatabase/backup(to:_:progress:)`` and <doc:Backups>.
    ///
    /// - Parameters:
    ///   - path: the path of the copy. A symbolic link is followed.
    ///   - options: the options. If they have no `configure`, the configuration's `configure` sets the key of an
    ///     encrypted copy.
    ///   - progress: called after each step, on this thread. If it throws, the copy is cancelled.
    /// - Returns: a report of the copy.
    /// - Throws: the errors of ``FMDatabase/backup(to:_:progress:)``, and SQLite's code if the database cannot be opened.
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
    /// `progress` is called on a thread of the library. If the task is cancelled, the copy ends between two steps, and
    /// leaves no file.
    ///
    /// - Throws: the errors of the synchronous form, and `CancellationError`.
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
            // A URI may also name a database without a file.
            if database.connection?.hasFile("main") == true { return try run(database) }
        }
        return try lend(writingSlots(), .unlimited, run)
    }
}
