/// The counts that a checkpoint returns.
struct CheckpointCounts {
    /// The number of frames in the write-ahead log (WAL); -1 if there is no WAL.
    var log: Int32 = -1
    /// The number of checkpointed frames; -1 if there is no WAL.
    var moved: Int32 = -1
    /// Whether no checkpoint began, because the WAL was fully checkpointed.
    var isSkipped = false
}

/// The result of a ``CheckpointPragma``. The query that replaces the pragma reads it by an SQL function.
final class CheckpointAnswer {
    var counts = CheckpointCounts()
    var isBusy = false
    var limit: Int32 = 0

    static let function = "fmdb_checkpoint"

    static func query(for action: CheckpointPragma.Action) -> String {
        switch action {
        case .checkpoint: "SELECT \(function)(0) AS busy, \(function)(1) AS log, \(function)(2) AS checkpointed"
        case .limit: "SELECT \(function)(3) AS wal_autocheckpoint"
        }
    }

    func value(_ column: Int) -> Int32 {
        switch column {
        case 0: isBusy ? 1 : 0
        case 1: counts.log
        case 2: counts.moved
        default: limit
        }
    }
}
