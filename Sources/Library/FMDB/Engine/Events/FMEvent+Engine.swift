/// Events as the engine makes them. SQL texts that name a key are not shown.
extension FMEvent {
    static func began(_ run: StatementRun) -> FMEvent {
        .statementBegan(Statement(id: run.id, sql: run.sql.withoutKeys))
    }

    static func ended(_ run: StatementRun) -> FMEvent { .statementEnded(Execution(run)) }

    static func slow(_ run: StatementRun, plan: [String]) -> FMEvent { .slowStatement(Execution(run), plan: plan) }

    static func scanned(_ run: StatementRun, plan: [String]) -> FMEvent { .fullScan(Execution(run), plan: plan) }

    /// - Parameter sql: the SQL text that waited; nil for a checkpoint.
    static func waited(_ wait: WaitReport, sql: String?) -> FMEvent { .lockWait(LockWait(wait, sql)) }

    static func checkpointed(_ report: CheckpointReport) -> FMEvent { .checkpoint(Checkpoint(report)) }

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

    static func advised(_ defect: KnownDefect) -> FMEvent { .advisory(Advisory(defect)) }
}

extension FMEvent.Advisory {
    init(_ defect: KnownDefect) {
        self.init(name: defect.name, message: defect.message, page: defect.page)
    }
}

extension FMEvent.Execution {
    fileprivate init(_ execution: StatementRun) {
        id = execution.id
        sql = execution.sql.withoutKeys
        duration = execution.duration
        rowCount = execution.rowCount
        resultCode = execution.code
        fullScanSteps = Int(execution.scans.fullScanSteps)
        automaticIndexRows = Int(execution.scans.automaticIndexRows)
    }
}

extension FMEvent.LockWait {
    fileprivate init(_ wait: WaitReport, _ sql: String?) {
        self.sql = sql?.withoutKeys
        attempts = wait.attempts
        duration = wait.duration
        isGivenUp = wait.isGivenUp
    }
}

extension FMEvent.Checkpoint {
    fileprivate init(_ report: CheckpointReport) {
        mode = FMDBCheckpointMode(rawValue: report.mode) ?? .passive
        name = report.name
        logFrameCount = report.logFrames < 0 ? nil : Int(report.logFrames)
        movedFrameCount = report.movedFrames < 0 ? nil : Int(report.movedFrames)
        duration = report.duration
        resultCode = report.code
    }
}
