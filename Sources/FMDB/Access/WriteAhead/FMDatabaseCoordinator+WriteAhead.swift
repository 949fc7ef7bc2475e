extension FMDatabaseCoordinator {
    /// Counts of the write-ahead log; nil unless ``Configuration/writeAheadLog`` is set. Any thread may read it.
    public final var writeAheadStatistics: WriteAheadLog.Statistics? { checkpoints?.statistics }

    final func makeCheckpointCoordinator(_ choices: WriteAheadLog) -> CheckpointCoordinator {
        let backup = configuration.backup.map(makeBackupCoordinator)
        // The thread in the background does not keep the queue alive.
        let checkpoints = CheckpointCoordinator(choices, suspension, backup) { [weak self] in
            guard let self else { throw FMError.notOpen() }
            return try openAnother("checkpoint thread of")
        }
        suspension.whenOver { [weak checkpoints] in checkpoints?.wakeAll() }
        return checkpoints
    }

    /// Another connection to the same file, which is not lent.
    ///
    /// - Parameters:
    ///   - role: what it is called in messages.
    ///   - token: ends the opening early.
    final func openAnother(_ role: String, _ token: CancellationToken? = nil) throws -> FMDatabase {
        guard !suspension.isOn else { throw FMError.suspended(nil) }
        let database = makeDatabase()
        let owner = Activity.Owner(role: role, label: mainSlots.name.label)
        try setUp(database, openFlags, token) { database.connection?.activity.claim(for: nil) { owner } }
        return database
    }
}
