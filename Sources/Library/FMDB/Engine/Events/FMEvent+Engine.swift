/// Events as the engine makes them. SQL texts that name a key are not shown.
extension FMEvent {
    static func began(_ run: StatementRun) -> FMEvent {
        .statementBegan(Statement(id: run.id, sql: run.sql.withoutKeys))
    }

    /// - Parameter log: the frames in the log, of which those `moved` are in the database; negative where SQLite tells no number.
    static func checkpointed(
        _ mode: Int32, _ name: String?, _ log: Int32, _ moved: Int32, _ duration: Duration, _ code: FMResultCode
    ) -> FMEvent {
        .checkpoint(
            Checkpoint(
                mode: FMDBCheckpointMode(rawValue: mode) ?? .passive, name: name,
                logFrameCount: log < 0 ? nil : Int(log), movedFrameCount: moved < 0 ? nil : Int(moved),
                duration: duration, resultCode: code))
    }

    static func found(sql: String) -> FMEvent { .cacheHit(sql: sql.withoutKeys) }

    static func missed(sql: String) -> FMEvent { .cacheMiss(sql: sql.withoutKeys) }

    /// - Parameter path: that of the connection's main database.
    static func corrupted(_ error: FMError, path: String) -> FMEvent {
        let operation: Corruption.Operation =
            switch error.stage {
            case .open: .opening
            case .prepare, .noStatement: .preparing
            case .step, .cell, .script, .bind: .executing
            case .checkpoint: .checkpoint
            case .notOpen, .closed, .reentrance, .unavailable, .other: .other
            }
        return .corruption(
            Corruption(
                path: path, sql: error.sql, resultCode: error.extendedCode, message: error.message, operation: operation
            ))
    }
}

extension FMEvent.Advisory {
    init(_ defect: KnownDefect) {
        self.init(name: defect.name, message: defect.message, page: defect.page)
    }
}

extension FMEvent.Execution {
    init(_ run: StatementRun) {
        self.init(
            id: run.id, sql: run.sql.withoutKeys, duration: run.duration, rowCount: run.rowCount, resultCode: run.code,
            fullScanSteps: Int(run.scans.fullScanSteps), automaticIndexRows: Int(run.scans.automaticIndexRows))
    }
}
