extension FMDatabaseCoordinator {
    /// The statistics of the write-ahead log; nil unless ``Configuration/writeAheadLog`` is set. Any thread may read
    /// them.
    public final var writeAheadStatistics: WriteAheadLog.Statistics? { logHooks?.statistics() }

    /// The statistics of the continuous backup; nil unless ``Configuration/backup`` is set. Any thread may read them.
    public final var backupStatistics: ContinuousBackup.Statistics? { logHooks?.backupStatistics() }

    /// Starts the background checkpoints and the backup that the configuration enables. Call it once, before anything
    /// is opened.
    final func installLogHooks() {
        let choices = configuration.writeAheadLog ?? (configuration.backup == nil ? nil : WriteAheadLog())
        guard let choices else { return }
        let backup = configuration.backup.map { BackupCoordinator($0, suspension, open: opener("backup of")) }
        let checkpoints = CheckpointCoordinator(choices, suspension, backup, open: opener("checkpoint thread of"))
        suspension.whenOver { [weak checkpoints] in checkpoints?.wakeAll() }
        install(
            LogHooks(
                attach: { try checkpoints.attach($0) }, detach: { checkpoints.detach($0) },
                statistics: { checkpoints.statistics }, backupStatistics: { backup?.statistics },
                shipping: backup?.clock.ifAwaited))
    }

    /// Returns a function that opens another connection. It does not retain the queue or pool.
    private func opener(_ role: String) -> @Sendable () throws -> FMDatabase {
        { [weak self] in
            guard let self else { throw FMError.notOpen() }
            return try openAnother(role)
        }
    }
}

extension FMDatabase {
    /// Switches the file to WAL mode.
    ///
    /// If two connections switch a new file at once, SQLite refuses one of them without waiting for
    /// ``maxBusyRetryTimeInterval``. This method repeats the switch until that time has passed.
    ///
    /// - Parameter subject: what needs the mode, for the error.
    final func enterWALMode(neededBy subject: String) throws {
        let seconds = min(max(0, maxBusyRetryTimeInterval), 1e9)
        let policy = FMDatabaseCoordinator.Retry(steadilyFor: .seconds(seconds), pause: .milliseconds(5))
        let mode = try retrying(policy) { try value("PRAGMA journal_mode = WAL", as: String.self) }
        guard mode == "wal" else {
            throw FMError(
                .cantOpen, "\(subject) WAL mode, but the journal mode remains \(mode)", sql: nil, stage: .open)
        }
    }
}
