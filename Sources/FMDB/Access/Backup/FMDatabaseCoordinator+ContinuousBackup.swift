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

    /// Waits until what this thread has committed is in the target of the backup.
    final func waitUntilShipped(_ shipping: CommitClock) throws(FMError) {
        guard let ticket = shipping.takeTicket() else { return }
        try shipping.waitUntilShipped(ticket)
    }
}
