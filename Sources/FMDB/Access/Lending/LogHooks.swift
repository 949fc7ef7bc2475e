/// What background checkpoints and a backup do with the databases that are lent.
struct LogHooks: Sendable {
    /// Takes over the log of a database that was opened and configured, before anything is written.
    let attach: @Sendable (FMDatabase) throws -> Void
    /// Gives the log back before a database is closed that is not lent again. It may close the database itself.
    let detach: @Sendable (FMDatabase) -> Void
    let statistics: @Sendable () -> FMDatabaseCoordinator.WriteAheadLog.Statistics
    /// nil without a backup.
    let backupStatistics: @Sendable () -> FMDatabaseCoordinator.ContinuousBackup.Statistics?
    /// The commits for which calls wait until they are in the target of the backup; nil if no call waits.
    let shipping: CommitClock?
}
