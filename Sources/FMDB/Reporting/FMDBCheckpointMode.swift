/// How far a checkpoint goes. See [`sqlite3_wal_checkpoint_v2`](https://sqlite.org/c3ref/wal_checkpoint_v2.html).
public enum FMDBCheckpointMode: Int32, Sendable {
    /// As much as is possible without waiting: `SQLITE_CHECKPOINT_PASSIVE`.
    case passive = 0
    /// All of it, after waiting for writers and readers: `SQLITE_CHECKPOINT_FULL`.
    case full = 1
    /// All of it, and the next writer starts the WAL anew: `SQLITE_CHECKPOINT_RESTART`.
    case restart = 2
    /// All of it, and the WAL is cut to zero bytes: `SQLITE_CHECKPOINT_TRUNCATE`.
    case truncate = 3
}
