extension FMDatabaseCoordinator {
    /// A backup that a queue or pool keeps up to date: each commit goes to a target, and can be restored.
    ///
    ///     var configuration = FMDatabaseQueue.Configuration()
    ///     configuration.backup = .init(to: .folder(url), snapshotEvery: .seconds(86_400), keep: .seconds(7 * 86_400))
    ///     let queue = try FMDatabaseQueue(path: path, configuration: configuration)
    ///
    /// A thread in the background reads the write-ahead log after commits, those of other connections and processes too, and
    /// stores what they have changed. Commits do not wait for it, unless ``acknowledgement`` says so. The file is put into WAL
    /// mode, and ``WriteAheadLog`` with its defaults applies where ``Configuration/writeAheadLog`` is nil. A database that is read-only, in memory, temporary or in
    /// `locking_mode=EXCLUSIVE` cannot be backed up: its opening throws.
    ///
    /// One queue or pool at a time may back up a file to a target. To restore, see ``FMBackup``. See <doc:Backups>.
    public struct ContinuousBackup: Sendable {
        /// Where the pieces of the backup are stored.
        public var target: any FMBackupTarget

        /// The time between two snapshots of the whole database; nil for the first one only. A restore reads a snapshot and the
        /// commits since then. Default: one day.
        public var snapshotInterval: Duration?

        /// How far back the database can be restored: what is not needed for that is removed after each snapshot; nil to keep
        /// everything. Default: nil.
        public var retention: Duration?

        /// When a call that has committed returns. Default: `.whenCommitted`.
        public var acknowledgement: Acknowledgement

        /// The time during which commits are gathered for one piece, with `.whenCommitted`: that much may be missing after the
        /// loss of the disk. The pieces in the target are listed once in it. It is also the time, and at most 10 seconds, in which commits of other processes are noticed. Default: 1 s.
        public var interval: Duration = .seconds(1)

        /// The length of the part of the log that is not stored, in bytes, from which the log is given up while the target fails. As
        /// soon as the target works again, a snapshot is made; the moments between cannot be restored, and are an ``FMBackup/Gap``. Default: 256 MiB.
        public var maximumLag: Int64 = 256 << 20

        /// How long a call of the target may last until it counts as a failure: from then on the log is given up when it is longer
        /// than ``maximumLag``. The call itself cannot be ended. Default: 5 minutes.
        public var targetTimeout: Duration = .seconds(300)

        /// How long closing the queue or pool waits for the target to store what is left. What is not stored by then is stored after the
        /// next opening. It then waits as long for the record that the database was closed. Without that record the next opening may
        /// begin with a snapshot. Default: 5 s.
        public var closingTimeout: Duration = .seconds(5)

        /// The most bytes of pages that one commit may change: all of them are held in memory, several times. A larger commit, such as
        /// that of a `VACUUM` of a large database, is stored as a snapshot. So is one of more than 64 MiB that changes half of the pages
        /// of the database. Default: 256 MiB.
        public var maximumCommitSize: Int = 256 << 20

        /// Called for each event, on a thread in the background. It must neither use the database nor wait for the queue or
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
    /// When a call that has committed returns.
    public enum Acknowledgement: Hashable, Sendable {
        /// When the transaction is committed, as without a backup. Whether it then survives a loss of power depends on
        /// ``Configuration/synchronous``.
        case whenCommitted
        /// When the commit is in the target too. The connection is given back before the wait. If it takes longer than the
        /// duration, the call throws ``FMResultCode/notShipped``: the commit stands, and is stored later. Neither cancelling the
        /// task nor a `timeout` of the call ends this wait. FMDB's `inTransaction` and the like set
        /// ``FMDatabaseCoordinator/lastTransactionError``; `inDatabase` logs a warning.
        case whenShipped(within: Duration = .seconds(30))
    }

    /// An event of a backup.
    public enum Event: Sendable {
        /// Commits have been stored: how many, in how many bytes, and the number of the last one, for
        /// ``FMBackup/Moment/commit(_:)``.
        case shipped(commits: Int, bytes: Int64, last: UInt64)
        /// The target, or the database, cannot be used; with the time until the next attempt. Reported once, until ``recovered``.
        case failing(FMError, nextTry: Duration)
        /// What failed works again.
        case recovered
        /// A snapshot is whole: the number of its commit, and its bytes.
        case snapshot(commit: UInt64, bytes: Int64)
        /// A new history of commits has begun with a snapshot, which is stored: its name, as in ``FMBackup/Generation/name``, and why.
        case newGeneration(String, Reason)
        /// A snapshot could not be completed, old pieces not be removed, or small ones not be merged. The first is tried again after one
        /// minute, then two, four and so on; the others after the next snapshot, or within an hour.
        case maintenanceFailed(FMError)
        /// The log has grown beyond ``FMDatabaseCoordinator/ContinuousBackup/maximumLag`` bytes while the target fails, and is given up.
        case fellBehind(bytes: Int64)
    }

    /// Why a backup begins anew with a snapshot.
    public enum Reason: String, Sendable {
        /// There is no backup in the target yet.
        case firstBackup
        /// The backup in the target is not whole, has lost pieces that its commits need, or is of another page size.
        case incompleteArchive
        /// The database is not the one of the backup, or another program may have changed it since it was closed last. Its file was
        /// replaced or written over, or its log was gone after a crash.
        case databaseChanged
        /// The log was given up: see ``Event/fellBehind(bytes:)``.
        case fellBehind
        /// Another program has changed the log.
        case logChanged
        /// A commit was larger than ``FMDatabaseCoordinator/ContinuousBackup/maximumCommitSize``, or than half of the database.
        case largeCommit
        /// The clock of the system was put back by more than a minute, so that commits would have had the dates of a wrong clock.
        case clockPutBack
    }

    /// What a backup has done since the queue or pool was created.
    public struct Statistics: Sendable {
        /// Commits that were stored.
        public internal(set) var shippedCommits = 0
        /// Bytes that were stored, those of snapshots too.
        public internal(set) var shippedBytes: Int64 = 0
        /// The error of the last attempt to complete another snapshot than the first of a history; nil if it succeeded.
        public internal(set) var snapshotError: FMError?
        /// The error of the last attempt to remove old pieces, and to merge small ones; nil if it succeeded.
        public internal(set) var maintenanceError: FMError?
        /// Snapshots that were completed.
        public internal(set) var snapshots = 0
        /// The number of the last commit that was stored; nil before the first.
        public internal(set) var lastCommit: UInt64?
        /// The name of the unbroken history to which commits are added; nil before it is known.
        public internal(set) var generation: String?
        /// Commits of the queue or pool that are not stored yet.
        public internal(set) var waitingCommits = 0
        /// How long the oldest of these has been waiting.
        public internal(set) var lag = Duration.zero
        /// Attempts that failed.
        public internal(set) var failures = 0
        /// The error of the last attempt; nil if it succeeded.
        public internal(set) var lastError: FMError?
    }

    /// The same choices with numbers that can be added.
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
