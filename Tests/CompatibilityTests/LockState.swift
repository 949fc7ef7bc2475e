import FMDB
import FMDBTestHelpers

/// How far a file in rollback-journal mode is locked, as a second connection finds it.
enum LockState: Sendable {
    /// Others read, and may take the write lock.
    case open
    /// Others read, but nobody else may write.
    case reserved
    /// Others may not even read.
    case exclusive

    /// Probes the file with a connection of its own, which gives up at once when it meets a lock.
    static func ofFile(_ path: String) -> LockState {
        let other = FMDatabase.file(path)
        other.maxBusyRetryTimeInterval = 0
        defer { other.close() }
        guard reads(other) else { return .exclusive }
        return other.beginImmediateTransaction() ? .open : .reserved
    }

    private static func reads(_ database: FMDatabase) -> Bool {
        guard let rows = database.executeQuery("SELECT count(*) FROM sqlite_master", withArgumentsIn: []) else {
            return false
        }
        defer { rows.close() }
        return rows.next()
    }
}
