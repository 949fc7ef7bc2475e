extension FMDatabaseCoordinator {
    /// What the continuous backup has done; nil unless ``Configuration/backup`` is set. Any thread may read it.
    public final var backupStatistics: ContinuousBackup.Statistics? { checkpoints?.backup?.statistics }

    final func makeBackupCoordinator(_ choices: ContinuousBackup) -> BackupCoordinator {
        BackupCoordinator(choices, suspension) { [weak self] in
            guard let self else { throw FMError.notOpen() }
            return try openAnother("backup of")
        }
    }

    /// Calls a closure when what this thread has committed is in the target of the backup, or takes too long; at once if nobody waits for that.
    final func whenShipped(_ done: @escaping @Sendable (FMError?) -> Void) {
        guard let shipping, let ticket = shipping.takeTicket() else { return done(nil) }
        shipping.whenShipped(ticket, done)
    }

    /// Calls a closure with the outcome of an access: one that succeeded, when what this thread has committed is in the target of the backup.
    final func whenShipped<Value: Sendable>(
        _ outcome: Result<Value, any Error>, _ done: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        guard let shipping else { return done(outcome) }
        guard case .success = outcome else {
            _ = shipping.takeTicket()
            return done(outcome)
        }
        whenShipped { failure in done(failure.map { .failure($0) } ?? outcome) }
    }

    /// Waits until what this thread has committed is in the target of the backup.
    final func waitUntilShipped(_ shipping: CommitClock) throws(FMError) {
        guard let ticket = shipping.takeTicket() else { return }
        try shipping.waitUntilShipped(ticket)
    }
}
