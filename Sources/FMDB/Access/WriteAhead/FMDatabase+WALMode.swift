extension FMDatabase {
    /// Switches the file to WAL mode.
    ///
    /// If two connections switch a new file at once, SQLite refuses one of them without waiting for
    /// ``maxBusyRetryTimeInterval``. It is repeated here until that time has passed.
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
