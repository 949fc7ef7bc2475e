/// What a checkpoint has left.
struct CheckpointCounts {
    /// The frames in the log, -1 without one.
    var log: Int32 = -1
    /// How many of them are in the database, -1 without a log.
    var moved: Int32 = -1
    /// Whether there was nothing to move, so that no checkpoint began.
    var isSkipped = false
}

/// What a ``CheckpointPragma`` answers. The statements of a connection read it by a function of SQL.
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
