extension FMDatabaseCoordinator {
    /// Ends the background checkpoints of a database that will not be lent again. To be called before it closes.
    final func giveUp(_ database: FMDatabase) {
        guard let checkpoints else { return }
        let ownership = database.connection?.ownership
        ownership?.take()
        checkpoints.detach(database)
        ownership?.leave()
        guard let backup = checkpoints.backup, backup.isFinished else { return }
        ownership?.take()
        database.close()
        backup.noteClosing()
    }

    /// Closes a database that will not be lent again.
    final func discard(_ database: FMDatabase) {
        giveUp(database)
        database.connection?.ownership?.take()
        database.close()
    }
}
