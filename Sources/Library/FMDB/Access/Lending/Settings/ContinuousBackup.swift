extension FMDatabaseCoordinator {
    /// A backup that a queue or pool keeps up to date: each commit is stored in a target, and can be restored.
    ///
    ///     var configuration = FMDatabaseQueue.Configuration()
    ///     configuration.backup = .init(to: .folder(url), snapshotEvery: .seconds(86_400), keep: .seconds(7 * 86_400))
    ///     let queue = try FMDatabaseQueue(path: path, configuration: configuration)
    ///
    /// A background thread reads the write-ahead log after commits, including those of other connections and processes,
    /// and stores the changes. Commits do not wait for it, unless ``acknowledgement`` says so. The file is switched to
    /// WAL mode, and ``WriteAheadLog`` applies with its defaults if ``Configuration/writeAheadLog`` is nil. A database
    /// that is read-only, in memory, temporary or in `locking_mode=EXCLUSIVE` cannot be backed up: opening it throws.
    ///
    /// One queue or pool at a time may back up a file to a target. To restore, see ``FMBackup``. See <doc:Backups>.
    public struct ContinuousBackup: Sendable {
        /// Where the pieces of the backup are stored.
        public var target: any FMBackupTarget

        /// The time between two snapshots of the whole database; nil for the first one only. A restore reads a snapshot and the
        /// commits since then. Default: one day.
        public var snapshotInterval: Duration?

        /// How far back the database can be restored. Older pieces that such a restore does not need are removed after
        /// each snapshot; nil keeps everything. Default: nil.
        public var retention: Duration?

        /// When a committing call returns. Default: `.whenCommitted`.
        public var acknowledgement: Acknowledgement

        /// The time during which commits are gathered into one piece, with `.whenCommitted`. If the disk is lost, the
        /// commits of this time may be missing. The pieces in the target are listed once in each interval. Commits of
        /// other processes are noticed within the interval, and within 10 seconds at most. Default: 1 s.
        public var interval: Duration = .seconds(1)

        /// The maximum number of bytes in the WAL that are not stored yet. If more have accumulated while the target
        /// fails, the WAL is given up, and SQLite may reset it. As soon as the target works again, a snapshot is
        /// stored. The moments in between cannot be restored, and are an ``FMBackup/Gap``. Default: 256 MiB.
        public var maximumLag: Int64 = 256 << 20

        /// How long a call of the target may take before it counts as a failure. After this time, the WAL is given up
        /// if it exceeds ``maximumLag``. The call itself cannot be ended. Default: 5 minutes.
        public var targetTimeout: Duration = .seconds(300)

        /// How long closing the queue or pool waits for the target to store the remaining commits. Commits not stored by
        /// then are stored after the next opening. Closing then waits as long again to record in the target that the
        /// database was closed. Without that record the next opening may begin with a snapshot. Default: 5 s.
        public var closingTimeout: Duration = .seconds(5)

        /// The maximum size in bytes of the pages that one commit changes. They are held in memory, in several copies.
        /// A larger commit, such as a `VACUUM` of a large database, is stored as a snapshot. So is a commit of more
        /// than 64 MiB that changes half of the database's pages. Default: 256 MiB.
        public var maximumCommitSize: Int = 256 << 20

        /// The maximum size of the pages in one part of a snapshot, in bytes: a multiple of each page size.
        package var snapshotPartSize = SnapshotWriter.partSize

        /// Called for each event, on a background thread. It must neither use the database nor wait for the queue or
        /// pool. Default: nil.
        public var observer: (@Sendable (Event) -> Void)?

        /// Creates settings.
        ///
        /// - Parameters:
        ///   - target: where the pieces are stored, `.folder(url)` for example.
        ///   - snapshotEvery: see ``snapshotInterval``.
        ///   - keep: see ``retention``.
        ///   - acknowledges: see ``acknowledgement``.
        ///   - observer: see ``observer``.
        public init(
            to target: some FMBackupTarget, snapshotEvery: Duration? = .seconds(86_400), keep: Duration? = nil,
            acknowledges: Acknowledgement = .whenCommitted, observer: (@Sendable (Event) -> Void)? = nil
        ) {
            (self.target, self.observer) = (target, observer)
            (snapshotInterval, retention, acknowledgement) = (snapshotEvery, keep, acknowledges)
        }
    }
}

extension FMDatabaseCoordinator.ContinuousBackup {
    /// When a committing call returns.
    public enum Acknowledgement: Hashable, Sendable {
        /// The call returns when the transaction is committed, as without a backup. Whether the commit then survives a
        /// loss of power depends on ``Configuration/synchronous``.
        case whenCommitted
        /// The call returns when the commit is also stored in the target. The connection is given back before the wait.
        /// If the wait takes longer than the duration, the call throws ``FMResultCode/notShipped``: the commit stands,
        /// and is stored later. Neither cancellation of the task nor a `timeout` of the call ends this wait. FMDB's
        /// `inTransaction` and similar calls set ``FMDatabaseCoordinator/lastTransactionError``; `inDatabase` logs a
        /// warning.
        case whenShipped(within: Duration = .seconds(30))
    }

    /// An event of a backup.
    public enum Event: Sendable {
        /// Commits were stored, with their count, their size in bytes, and the number of the last one for
        /// ``FMBackup/Moment/commit(_:)``.
        case shipped(commits: Int, bytes: Int64, last: UInt64)
        /// The target or the database cannot be used, with the time until the next attempt. Reported once, until
        /// ``recovered``.
        case failing(FMError, nextTry: Duration)
        /// The target and the database can be used again.
        case recovered
        /// A snapshot is complete, with the number of its commit and its size in bytes.
        case snapshot(commit: UInt64, bytes: Int64)
        /// A new history of commits has begun, and its first snapshot is stored. The values are its name, as in
        /// ``FMBackup/Generation/name``, and the reason.
        case newGeneration(String, Reason)
        /// A snapshot could not be completed, old pieces could not be removed, or small ones could not be merged. The
        /// snapshot is tried again after one minute, then two, four and so on. The other work is tried again after the
        /// next snapshot, or within an hour.
        case maintenanceFailed(FMError)
        /// The WAL has grown beyond ``FMDatabaseCoordinator/ContinuousBackup/maximumLag`` bytes while the target
        /// failed, and was given up.
        case fellBehind(bytes: Int64)
    }

    /// Why a backup starts a new history with a snapshot.
    public enum Reason: String, Sendable {
        /// There is no backup in the target yet.
        case firstBackup
        /// The backup in the target is incomplete, lacks pieces that its commits need, or has another page size.
        case incompleteArchive
        /// The database is not the one in the backup, or another program may have changed it since it was last closed.
        /// For example, the database file was replaced or overwritten, or the WAL was missing after a crash.
        case databaseChanged
        /// The WAL was given up; see ``Event/fellBehind(bytes:)``.
        case fellBehind
        /// Another program has changed the WAL.
        case logChanged
        /// A commit was larger than ``FMDatabaseCoordinator/ContinuousBackup/maximumCommitSize``, or was larger than 64
        /// MiB and changed half of the database's pages.
        case largeCommit
        /// The system clock was set back by more than a minute, so that commits would have wrong dates.
        case clockPutBack
    }

    /// The statistics of a backup since the queue or pool was created.
    public struct Statistics: Sendable {
        /// The number of stored commits.
        public internal(set) var shippedCommits = 0
        /// The number of stored bytes, including snapshots.
        public internal(set) var shippedBytes: Int64 = 0
        /// The error of the last attempt to complete a snapshot, except the first of a history; nil if it succeeded.
        public internal(set) var snapshotError: FMError?
        /// The error of the last attempt to remove old pieces and to merge small ones; nil if it succeeded.
        public internal(set) var maintenanceError: FMError?
        /// The number of completed snapshots.
        public internal(set) var snapshots = 0
        /// The number of the last stored commit; nil before the first.
        public internal(set) var lastCommit: UInt64?
        /// The name of the unbroken history that commits are added to; nil until it is known.
        public internal(set) var generation: String?
        /// The number of the queue's or pool's commits that are not stored yet.
        public internal(set) var waitingCommits = 0
        /// The age of the oldest commit that is not stored yet.
        public internal(set) var lag = Duration.zero
        /// The number of failed attempts.
        public internal(set) var failures = 0
        /// The error of the last attempt; nil if it succeeded.
        public internal(set) var lastError: FMError?
    }

    /// The same settings, limited to values that can be added without overflow.
    var clamped: Self {
        var choices = self
        let longest = Duration.seconds(1_000_000_000)
        choices.interval = min(max(interval, .milliseconds(1)), longest)
        choices.targetTimeout = min(max(targetTimeout, .milliseconds(1)), longest)
        choices.closingTimeout = min(max(closingTimeout, .zero), longest)
        choices.maximumCommitSize = max(maximumCommitSize, 1 << 16)
        return choices
    }
}
