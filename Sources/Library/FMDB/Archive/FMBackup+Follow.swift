extension FMBackup {
    /// How a standby file follows a backup.
    public struct FollowOptions: Sendable {
        /// How long to wait before the pieces are listed again, at least 10 ms. Default: 1 second.
        public var interval: Duration = .seconds(1)
        /// How long to wait for readers of the file before the commits are tried again later. Default: 5 seconds.
        public var busyTimeout: Duration = .seconds(5)
        /// The VFS that writes the file; nil for the default one.
        package var vfs: String?

        /// Options with the defaults.
        public init() {}
    }

    /// What happens while a standby file follows a backup.
    public enum FollowEvent: Sendable {
        /// The file has the state of a commit.
        case applied(Commit)
        /// The backup could not be read, it is not whole, or the file is in use. Reported at each attempt.
        case failing(FMError)
    }

    /// Keeps a standby file that has the newest state of the backup, until the task is cancelled.
    ///
    ///     let task = Task {
    ///         try await backup.follow(to: "standby.db") { event in print(event) }
    ///     }
    ///
    /// The first time, the newest state is restored. From then on new commits are applied as they come. Other connections may read the file
    /// at any time, also of other processes: they see the state of a commit, and wait while commits are applied. Each change is a
    /// transaction with a rollback journal: a crash or a loss of power leaves the former state or the new one, and the next call continues.
    /// Nothing else may write to the file. After a foreign write, and when the backup begins a new generation, all pages are compared with
    /// those of the backup.
    ///
    /// The file is not in WAL mode, and has counters of its own in its header; otherwise it has the bytes of the database. A small file
    /// of the same name and `-followed` lies beside it. To make a database of the standby, cancel the task and delete that file.
    ///
    /// It keeps a thread of the library until it ends.
    ///
    /// - Parameters:
    ///   - path: the path of the file. An existing file that follows no backup is an error.
    ///   - options: the options.
    ///   - observer: called after each change, and when something fails, on a thread of the library.
    /// - Throws: `CancellationError` when the task is cancelled. `FMError`: `.misuse` if the file follows no backup, was put into
    ///   WAL mode, or has pages of another size; `.notSupported` for an encrypted database. All other errors are reported to the observer,
    ///   and tried again: missing pieces or a full disk, for example.
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
