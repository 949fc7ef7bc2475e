extension FMBackup {
    /// Options for a standby file that follows a backup.
    public struct FollowOptions: Sendable {
        /// The time between two listings of the pieces, at least 10 ms. Default: 1 second.
        public var interval: Duration = .seconds(1)
        /// The time to wait for readers of the file before the attempt fails and is repeated. Default: 5 seconds.
        public var busyTimeout: Duration = .seconds(5)
        /// The name of the VFS that writes the file, or nil for the default VFS.
        package var vfs: String?

        /// Creates options with the default values.
        public init() {}
    }

    /// An event of a standby file that follows a backup.
    public enum FollowEvent: Sendable {
        /// The file now has the state of this commit.
        case applied(Commit)
        /// The backup cannot be read or is incomplete, or the file is in use. Reported at each attempt.
        case failing(FMError)
    }

    /// Keeps a standby file at the newest state of the backup until the task is cancelled.
    ///
    ///     let task = Task {
    ///         try await backup.follow(to: "standby.db") { event in print(event) }
    ///     }
    ///
    /// The first call restores the newest state. After that, new commits are applied as they arrive. Other connections, including those of
    /// other processes, may read the file at any time: they see the state of a commit, and wait while commits are applied. Each change is a
    /// transaction with a rollback journal. A crash or a power loss leaves the previous or the new state, and the next call continues.
    ///
    /// Nothing else may write to the file. After a write by another program, and when the backup begins a new generation, all pages are
    /// compared with those of the backup.
    ///
    /// The file is not in WAL mode, and its header has its own change counters. Otherwise its bytes are those of the database. A small file
    /// named like the standby file plus `-followed` is kept next to it. To turn the standby into a database, cancel the task and delete
    /// that small file.
    ///
    /// The call occupies one thread of the library until it ends.
    ///
    /// - Parameters:
    ///   - path: the path of the file. An existing file must be a standby file that an earlier call created.
    ///   - options: the options.
    ///   - observer: called after each change and after each failure, on a thread of the library.
    /// - Throws: `CancellationError` when the task is cancelled. `FMError`: `.misuse` if the file does not follow this backup, was put into
    ///   WAL mode, or has another page size; `.notSupported` for an encrypted database. All other errors, such as missing pieces or a full
    ///   disk, are reported to the observer and the attempt is repeated.
    public func follow(
        to path: String, _ options: FollowOptions = .init(), observer: (@Sendable (FollowEvent) -> Void)? = nil
    ) async throws {
        try await FMBackup.onThread { [store] token in
            let standby = StandbyFile(path, store, options, token)
            while true {
                try token.checkCancellation()
                try standby.catchUp { observer?($0) }
                token.sleep(seconds: max(options.interval, .milliseconds(10)) / .seconds(1))
            }
        }
    }
}
