import Foundation

extension FMBackup {
    /// The moment whose state is restored.
    public enum Moment: Hashable, Sendable {
        /// The newest state of the backup.
        case latest
        /// The state after the last commit that was captured at or before a date, with millisecond precision.
        case date(Date)
        /// The state after the commit with this number.
        case commit(UInt64)
    }

    /// Options for restoring a backup.
    public struct RestoreOptions: Sendable {
        /// Whether an existing file is replaced. Default: false.
        public var overwrites = false
        /// Whether the last state before missing or damaged pieces is accepted. Otherwise such pieces are an error. Default: false.
        public var acceptsLess = false
        /// The check of the file before it gets its final name. Default: `quick`.
        public var verification = FMDatabase.BackupOptions.Verification.quick
        /// Called with the restored database before the check, for example to set the key of an encrypted database or to define functions.
        /// Without it, an encrypted database is not checked. Default: nil.
        public var configure: (@Sendable (FMDatabase) throws -> Void)?

        /// Creates options with the default values.
        public init() {}
    }

    /// The progress of a restore or a verification, in bytes.
    public struct RestoreProgress: Hashable, Sendable {
        /// The bytes of the pieces read so far. The value falls if the restore starts again with other pieces because one is damaged.
        public let completed: Int64
        /// The bytes of all pieces to read.
        public let total: Int64
    }

    /// The result of a restore.
    public struct Restored: Sendable {
        /// The absolute path of the file, without symbolic links.
        public let path: String
        /// The commit whose state was restored.
        public let commit: Commit
        /// The number of pages.
        public let pages: Int
        /// The size in bytes.
        public let bytes: Int64
        /// The check that the file passed. `none` if the options ask for no check, if an encrypted database has no key, or if an index
        /// needs a missing function or collation.
        public let verification: FMDatabase.BackupOptions.Verification
        /// The parts that the requested check could not check, each with the reason. If there are any, ``verification`` is `none`.
        public let unchecked: [String]
        /// The gap that made the call restore an earlier state, or nil if there is none. Needs ``RestoreOptions/acceptsLess``.
        public let problem: Gap?
    }

    /// Restores the database at a moment into a new file, on the calling thread.
    ///
    ///     let restored = try backup.restore(to: "people.db", at: .date(yesterday))
    ///     print(restored.commit.number, restored.commit.date)
    ///
    /// The file is written under a temporary name, checked, synced to disk, and renamed. So a file with the final name is always complete.
    /// If anything fails, the temporary file is deleted.
    ///
    /// - Parameters:
    ///   - path: the path of the file. A symbolic link is followed.
    ///   - moment: the moment to restore. Default: the last state.
    ///   - options: the options.
    ///   - progress: called after each piece, on the calling thread. An error that it throws ends the restore.
    /// - Returns: the result.
    /// - Throws: the target's error, and `FMError`. `.notFound` if there is no backup, or if it does not reach the moment: the message has
    ///   the backup's first or last commit and its date. `.corrupt` if pieces are missing or damaged, or if the check finds errors.
    ///   `.misuse` if the file exists and the options do not overwrite it. `.full` and `.ioError` if the file cannot be written.
    @discardableResult
    public func restore(
        to path: String, at moment: Moment = .latest, _ options: RestoreOptions = .init(),
        progress: ((RestoreProgress) throws -> Void)? = nil
    ) throws -> Restored {
        try RestoreFromArchive(store: store, moment: moment, options: options, token: nil, progress: progress).run(
            to: path)
    }

    /// Restores the database without blocking the caller's thread:
    ///
    ///     try await backup.restore(to: "people.db")
    ///
    /// Cancelling the task ends the restore between two pieces with `CancellationError`, and leaves no file. `progress` is called on a
    /// thread of the library.
    @discardableResult
    public func restore(
        to path: String, at moment: Moment = .latest, _ options: RestoreOptions = .init(),
        progress: (@Sendable (RestoreProgress) throws -> Void)? = nil
    ) async throws -> Restored {
        try await FMBackup.onThread { [store] token in
            try RestoreFromArchive(store: store, moment: moment, options: options, token: token, progress: progress)
                .run(to: path)
        }
    }

    /// Runs work on a thread of the library, until it ends or the task is cancelled.
    static func onThread<Value: Sendable>(
        _ body: @escaping @Sendable (CancellationToken) throws -> Value
    ) async throws -> Value {
        try await WorkerThreads.shared.run(body) { error, token in
            // SQLite reports a cancelled check as `SQLITE_INTERRUPT`.
            token.isStopped && (error as? FMError)?.resultCode == .interrupt ? CancellationError() : error
        }
    }
}
