extension FMActivity.Connection {
    /// Describes what a connection is doing now.
    init(_ activity: Activity) {
        let now = activity.snapshot
        self.init(
            label: now.owner.label, role: now.owner.role, callSite: now.owner.site?.description,
            statement: now.runningSQL.map {
                FMActivity.Statement(sql: $0.masked, age: now.runningAge, isWriting: now.isRunningWrite)
            },
            transaction: now.transaction.map {
                FMActivity.Transaction(
                    sql: ($0.write ?? $0.sql).masked, age: $0.since.duration(to: .now), isWriting: $0.write != nil)
            },
            wait: now.waitAge.map { FMActivity.Wait($0, now, activity) })
    }
}

extension FMActivity.Wait {
    fileprivate init(_ age: Duration, _ now: Activity.Snapshot, _ activity: Activity) {
        let detective = LockHolders(
            own: activity, isWriter: now.hasWritten, sql: now.runningSQL,
            stage: now.isAtCheckpoint ? .checkpoint : .step)
        let contention = detective.find(.busy)
        self.init(
            age: age, lock: contention.lock.rawValue,
            holders: contention.holders.prefix(5).map {
                FMActivity.Holder(processID: $0.processID, label: $0.label)
            })
    }
}

extension FMActivity.SlowStatement {
    init(_ slow: ExecutionStatistics.Slow, _ label: String) {
        self.init(
            label: label, sql: slow.sql.masked, duration: slow.duration,
            age: CoarseTime.age(of: slow.end, at: CoarseTime.now), plan: Array((slow.plan ?? []).prefix(50)))
    }
}

extension String {
    /// The SQL as it is shown to other processes, without literal values and keys.
    fileprivate var masked: String { StatementText.withoutValues(withoutKeys) }
}
