import Foundation

extension FMBackup {
    /// The state that is restored.
    public enum Moment: Hashable, Sendable {
        /// The last one.
        case latest
        /// That of the last commit that was captured at a date or before, in whole milliseconds.
        case date(Date)
        /// That after a commit, by its number.
        case commit(UInt64)
    }

    /// How a backup is restored.
    public struct RestoreOptions: Sendable {
        /// Whether an existing file is replaced. Default: false.
        public var overwrites = false
        /// Whether the last state before missing or damaged pieces is restored. Otherwise they are an error. Default: false.
        public var acceptsLess = false
        /// How the file is checked before it gets its name. Default: `quick`.
        public var verification = FMDatabase.BackupOptions.Verification.quick
        /// Called with the database of the file before it is checked, to set the key of an encrypted database, or to define functions.
        /// Without it an encrypted database is not checked. Default: nil.
        public var configure: (@Sendable (FMDatabase) throws -> Void)?

        /// Options with the defaults.
        public init() {}
    }

    /// How far a restore or a verification has come.
    public struct RestoreProgress: Hashable, Sendable {
        /// The bytes of the pieces that have been read. They fall when damage makes the restore begin again with other pieces.
        public let completed: Int64
        /// The bytes of all pieces that are read.
        public let total: Int64
    }

    /// What was restored.
    public struct Restored: Sendable {
        /// The path of the file: absolute, without symbolic links.
        public let path: String
        /// The commit whose state the file has.
        public let commit: Commit
        /// The number of pages.
        public let pages: Int
        /// The size in bytes.
        public let bytes: Int64
        /// The check that has been passed. `none` if the options ask for none, for an encrypted database without a key, and if an index
        /// needs a function or collation that is missing.
        public let verification: FMDatabase.BackupOptions.Verification
        /// What the check that the options ask for could not check, each with the reason. ``verification`` is `none` then.
        public let unchecked: [String]
        /// Why less was restored than asked for; nil if it was not. Only with ``RestoreOptions/acceptsLess``.
        public let problem: Gap?
    }

    /// Writes the database as it was at a moment into a new file, on this thread.
    ///
    ///     let restored = try backup.restore(to: "people.db", at: .date(yesterday))
    ///     print(restored.commit.number, restored.commit.date)
    ///
    /// The file is written under a temporary name, checked, forced to the disk, and renamed: under its name there is nothing or the
    /// whole file. Whatever fails, the temporary file is deleted.
    ///
    /// - Parameters:
    ///   - path: the path of the file. A link is followed.
    ///   - moment: the state. Default: the last one.
    ///   - options: the options.
    ///   - progress: called after each piece, on this thread; what it throws ends the restore.
    /// - Returns: what was restored.
    /// - Throws: the target's error, and `FMError`. `.notFound` if there is no backup, or none that reaches to the moment; the message has
    ///   its first date and its last commit. `.corrupt` if pieces are missing or damaged, or if the check finds something. `.misuse` if
    ///   there is a file and the options do not overwrite it. `.full` and `.ioError` if the file cannot be written.
    @discardableResult
    public func restore(
        to path: String, at moment: Moment = .latest, _ options: RestoreOptions = .init(),
        progress: ((RestoreProgress) throws -> Void)? = nil
    ) throws -> Restored {
        try RestoreFromArchive(store: store, moment: moment, options: options, token: nil, progress: progress).run(
            to: path)
    }

    /// The asynchronous form, which does not block the caller's thread:
    ///
    ///     try await backup.restore(to: "people.db")
    ///
    /// Cancelling the task ends it between two pieces with `CancellationError`, and leaves no file. `progress` is called on a thread of the
    /// library.
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
            // An interrupted check is SQLite's error.
            token.isStopped && (error as? FMError)?.resultCode == .interrupt ? CancellationError() : error
        }
    }
}
