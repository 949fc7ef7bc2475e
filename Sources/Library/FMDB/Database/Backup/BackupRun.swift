struct BackupRun {
    typealias Configure = @Sendable (FMDatabase) throws -> Void

    let source: FMDatabase
    let options: FMDatabase.BackupOptions
    /// Sets the key of the copy if the options do not.
    var setKey: Configure?
    let progress: ((FMDatabase.BackupProgress) throws -> Void)?

    /// How much is written between two syncs, in bytes.
    private static let bytesPerSync = 4 << 20

    /// Writes the copy. After an error there is no file, or the previous one is unchanged.
    func run(to path: String) throws -> FMDatabase.Backup {
        let start = ContinuousClock.now
        let connection = try source.opened()
        guard !connection.isChanging else {
            throw FMError.misuse("the database cannot be copied within its own write transaction: commit first")
        }
        let pageSize = try source.pageSize(of: options.schema)
        let file = try PartialFile(for: path, like: connection.activity.path, vfsOf: connection)
        do {
            let timeout = options.busyTimeout / .seconds(1)
            try file.expectPublishable(overwrites: options.overwrites, waitingFor: timeout, token: connection.token)
            let restarts = try copy(connection, to: file, pageSize)
            var verification = try verify(file)
            // The copy lacks what SQLite does not read from the source, such as commits after damage in the WAL. So the
            // source's files are checked, too.
            if options.verification != .none {
                var checking = FMDatabase.IntegrityOptions()
                checking.schema = options.schema
                var check = IntegrityCheck(source, checking)
                try check.checkFiles()
                verification.unchecked += check.report.unchecked.filter { !verification.unchecked.contains($0) }
            }
            let bytes = file.size
            try connection.checkCancellation()
            try file.publish(overwrites: options.overwrites, waitingFor: timeout, token: connection.token)
            return FMDatabase.Backup(
                path: file.target, pages: Int(bytes / Int64(pageSize)), bytes: bytes,
                duration: start.duration(to: .now),
                restarts: restarts, verification: verification.check, unchecked: verification.unchecked)
        } catch {
            file.discard()
            throw error
        }
    }

    // MARK: Copying

    private func copy(_ connection: Connection, to file: PartialFile, _ pageSize: Int) throws -> Int {
        let target = try FMDatabase.openedSilently(file.path, Constants.existingFileFlags, vfs: file.vfs)
        defer { target.close() }
        try configure(target)
        try target.opened().writeUnsafely()
        let loop = try CopyLoop(from: source, options.schema, to: target, "main", own: source, options, progress)
        loop.pagesPerSync = max(1, BackupRun.bytesPerSync / pageSize)
        let isWriteAhead = connection.journalMode(of: options.schema) == "wal"
        if !isWriteAhead, !source.isTransactionOpen, options.maximumRestarts > 0 {
            try loop.run(upTo: options.maximumRestarts)
        }
        if !loop.isComplete { try inSnapshot { try loop.run(upTo: .max) } }
        return loop.restarts
    }

    /// Runs a body in a read transaction, so that the source sees no changes of other connections.
    private func inSnapshot(_ body: () throws -> Void) throws {
        func read() throws {
            // A transaction takes its read lock at its first read.
            _ = try source.value("SELECT count(*) FROM \(raw: FMSQL.schemaTable(of: options.schema))", as: Int.self)
            try body()
        }
        if source.isTransactionOpen { return try read() }
        try source.withSnapshot(read)
    }

    private func configure(_ database: FMDatabase) throws {
        let isEncrypted = source.connection?.hasKey ?? false
        if let configure = options.configure {
            try configure(database)
        } else if isEncrypted {
            guard let setKey else {
                throw FMError.misuse("the database is encrypted: set the key of the copy in the options' configure")
            }
            try setKey(database)
        }
        guard !isEncrypted || database.connection?.hasKey == true else {
            throw FMError.misuse("the database is encrypted, but the copy has no key")
        }
    }

    // MARK: Checking

    private func verify(_ file: PartialFile) throws -> FMDatabase.Verified {
        try FMDatabase.verifyFile(
            file.path, vfs: file.vfs, by: options.verification, source.connection?.token, configure)
    }
}

extension FMDatabase {
    /// The check that passed, or `none` if it could not run, and the parts that were not checked.
    typealias Verified = (check: Restrictions.Check, unchecked: [String])

    /// Checks a file that does not change, on a separate connection.
    ///
    /// - Parameters:
    ///   - token: cancels the check.
    ///   - configure: prepares the connection.
    /// - Throws: `FMError`: `.corrupt` if something is found.
    static func verifyFile(
        _ path: String, vfs: String?, by check: Restrictions.Check, _ token: CancellationToken?,
        _ configure: (FMDatabase) throws -> Void
    ) throws -> Verified {
        guard check != .none else { return (.none, []) }
        let copy = try openedSilently(PartialFile.unchangingURI(path), Constants.unchangingFlags, vfs: vfs)
        defer { copy.close() }
        try configure(copy)
        guard let token else { return try copy.verified(by: check) }
        copy.connection?.obey(token)
        // Older versions of SQLite do not call the progress handler while they check pages.
        return try token.alsoOnStop({ [interruption = copy.interruption] in _ = interruption.interrupt() }) {
            try copy.verified(by: check)
        }
    }

    /// Opens a file without logging errors.
    static func openedSilently(_ path: String, _ flags: Int32, vfs: String?) throws(FMError) -> FMDatabase {
        let database = FMDatabase(path: path)
        database.logsErrors = false
        guard database.open(withFlags: flags, vfs: vfs) else { throw database.openFailure ?? .notOpen() }
        return database
    }

    /// Checks the content. Throws `FMError`: `.corrupt` if something is found.
    final func verified(by check: Restrictions.Check) throws(FMError) -> Verified {
        guard check != .none else { return (.none, []) }
        var options = IntegrityOptions()
        options.depth = check == .quick ? .quick : .full
        options.checksForeignKeys = false
        options.checksConstraints = false
        options.checksFullText = false
        options.maximumFindings = 1
        let report = try integrity(options)
        if let finding = report.findings.first {
            throw FMError(.corrupt, "the check of the copy found: \(finding.message)")
        }
        return (report.isHealthy ? check : .none, report.unchecked)
    }
}
