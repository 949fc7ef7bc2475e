/// The mode of a checkpoint. See [`sqlite3_wal_checkpoint_v2`](https://sqlite.org/c3ref/wal_checkpoint_v2.html).
public enum FMDBCheckpointMode: Int32, Sendable {
    /// Copies as many pages as possible without waiting: `SQLITE_CHECKPOINT_PASSIVE`.
    case passive = 0
    /// Waits for writers and readers, then copies all pages: `SQLITE_CHECKPOINT_FULL`.
    case full = 1
    /// As `full`, and the next writer overwrites the WAL from its beginning: `SQLITE_CHECKPOINT_RESTART`.
    case restart = 2
    /// As `restart`, and the WAL is truncated to zero bytes: `SQLITE_CHECKPOINT_TRUNCATE`.
    case truncate = 3
}
