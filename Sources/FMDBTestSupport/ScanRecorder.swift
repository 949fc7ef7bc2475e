import FMDB

/// Keeps the statements that have read too many rows as a whole.
final class ScanRecorder: Sendable {
    private let limit: Int
    private let site: FMCallSite
    private let scans = Locked<[FMTestScan]>([])

    init(above limit: Int, _ site: FMCallSite) {
        self.limit = limit
        self.site = site
    }

    /// What a queue or pool calls.
    var watch: ScanWatch {
        ScanWatch(above: limit) { [self] run, plan, site in note(run, plan, site) }
    }

    func note(_ run: FMEvent.Execution, _ plan: [String], _ site: FMCallSite?) {
        let rows = run.fullScanSteps + run.automaticIndexRows
        guard rows > limit else { return }
        scans.withLock { scans in
            if let known = scans.firstIndex(where: { $0.sql == run.sql }) {
                scans[known].count += 1
                if scans[known].plan.isEmpty { scans[known].plan = plan }
            } else {
                scans.append(FMTestScan(sql: run.sql, rows: rows, count: 1, plan: plan, site: site))
            }
        }
    }

    /// Throws if there are any.
    ///
    /// - Parameter plan: the lines of a plan that was not told, because the statement has changed rows.
    func finish(plan: (String) -> [String]) throws {
        var found = scans.value
        guard !found.isEmpty else { return }
        for index in found.indices where found[index].plan.isEmpty { found[index].plan = plan(found[index].sql) }
        throw FMTestScanError(limit: limit, scans: found, site: site)
    }
}

extension FMDatabase {
    /// The lines of a plan. Nothing is bound, and nothing is run.
    final func linesOfPlan(of sql: String) -> [String] {
        let first = sql.split { !$0.isLetter }.first?.uppercased() ?? ""
        guard ["SELECT", "WITH", "INSERT", "REPLACE", "UPDATE", "DELETE"].contains(first) else { return [] }
        let logs = logsErrors
        logsErrors = false
        defer { logsErrors = logs }
        let rows = prepare("EXPLAIN QUERY PLAN " + sql)
        defer { rows.close() }
        var lines: [String] = []
        while rows.next() { lines.append(rows.string(forColumnIndex: 3) ?? "") }
        return lines
    }
}
