/// Creates the engine's events. SQL that contains an encryption key is not shown.
extension FMEvent {
    static func began(_ run: StatementRun) -> FMEvent {
        .statementBegan(Statement(id: run.id, sql: run.sql.withoutKeys))
    }

    /// Returns the event for a checkpoint.
    ///
    /// - Parameters:
    ///   - mode: the checkpoint mode, as SQLite numbers it.
    ///   - name: the name of the database.
    ///   - log: the number of frames in the WAL; negative if SQLite does not report it.
    ///   - moved: the number of frames that have been copied to the database; negative if SQLite does not report it.
    ///   - duration: the duration of the checkpoint.
    ///   - code: the result code of the checkpoint.
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

    /// Returns the event for an error that means a corrupt file.
    ///
    /// - Parameters:
    ///   - error: the error.
    ///   - path: the path of the connection's main database.
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
