import FMDB

extension FMDatabase {
    /// Fails if a statement in a block reads more rows in full scans than expected, because an index may be missing.
    ///
    ///     try db.failOnScan(above: 1_000) {
    ///         try search(db, for: "lamp")
    ///     }
    ///
    /// The statements run to their end. Then the call throws an error that lists the statements above the limit with their row counts and
    /// plans. The limit applies to the rows that are read in full scans of tables and indexes, and to the rows of automatic indexes. A
    /// result set that is still open has not ended, so it is not checked. See
    /// [`sqlite3_stmt_status`](https://sqlite.org/c3ref/stmt_status.html).
    ///
    /// An event handler that was set before is still called. Call this on the thread that uses the database.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of rows that one execution may read in full scans.
    ///   - file: the caller's source file.
    ///   - line: the caller's source line.
    ///   - body: the block to test.
    /// - Returns: what the body returns.
    /// - Throws: ``FMTestScanError``; what the body throws.
    @discardableResult
    public final func failOnScan<Value>(
        above limit: Int, file: StaticString = #fileID, line: UInt = #line, _ body: () throws -> Value
    ) throws -> Value {
        let recorder = ScanRecorder(above: limit, FMCallSite(file: file, line: line))
        let (handler, threshold) = (eventHandler, fullScanThreshold)
        let own = handler == nil ? nil : threshold
        eventHandler = { event in
            guard case .fullScan(let run, let plan) = event else {
                handler?(event)
                return
            }
            recorder.note(run, plan, nil)
            if let own, run.rowsReadAsWhole > own { handler?(event) }
        }
        fullScanThreshold = min(limit, own ?? limit)
        let result = Result { try body() }
        (fullScanThreshold, eventHandler) = (threshold, handler)
        return try recorder.finish(result) { linesOfPlan(of: $0) }
    }
}

extension FMDatabaseCoordinator {
    /// Fails if a statement of any connection, on any thread, reads more rows in full scans than expected while a block runs.
    /// An index may be missing.
    ///
    ///     try queue.failOnScan(above: 1_000) {
    ///         try shop.search("lamp")  // which uses the queue
    ///     }
    ///
    /// The statements run to their end. Then the call throws an error that lists the statements above the limit with their row counts,
    /// plans and call sites. The limit applies to the rows that are read in full scans of tables and indexes, and to the rows of automatic
    /// indexes. See [`sqlite3_stmt_status`](https://sqlite.org/c3ref/stmt_status.html).
    ///
    /// Event handlers are still called. Any thread may call this, but not inside a block of the queue or pool.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of rows that one execution may read in full scans.
    ///   - file: the caller's source file.
    ///   - line: the caller's source line.
    ///   - body: the block to test.
    /// - Returns: what the body returns.
    /// - Throws: ``FMTestScanError``; `FMError` with the code `.misuse` if a connection is in use at the start; what the body
    ///   throws.
    @discardableResult
    public final func failOnScan<Value>(
        above limit: Int, file: StaticString = #fileID, line: UInt = #line, _ body: () throws -> Value
    ) throws -> Value {
        let recorder = ScanRecorder(above: limit, FMCallSite(file: file, line: line))
        let watch = recorder.watch
        try add(watch)
        let result = Result { try body() }
        remove(watch)
        return try recorder.finish(result, plan: plan)
    }

    /// Asynchronous form of `failOnScan(above:)`.
    @discardableResult
    public final func failOnScan<Value>(
        above limit: Int, file: StaticString = #fileID, line: UInt = #line,
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
    ) async throws -> Value {
        let recorder = ScanRecorder(above: limit, FMCallSite(file: file, line: line))
        let watch = recorder.watch
        try add(watch)
        let result: Result<Value, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        remove(watch)
        return try recorder.finish(result, plan: plan)
    }

    private func plan(of sql: String) -> [String] {
        (try? withDatabase { $0.linesOfPlan(of: sql) }) ?? []
    }
}

extension FMDatabaseCoordinator.Configuration {
    /// Reports statements that read more rows in full scans than expected, for a queue or pool that lives as long as the tests.
    ///
    ///     configuration.reportScans(above: 1_000) { Issue.record("\($0)") }
    ///
    /// An existing event handler and a smaller `fullScanThreshold` are kept.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of rows that one execution may read in full scans.
    ///   - report: the closure to call after each statement that exceeds the limit, on the thread that uses the connection. It
    ///     must not use the database.
    public mutating func reportScans(above limit: Int, to report: @escaping @Sendable (FMTestScan) -> Void) {
        fullScanThreshold = min(limit, fullScanThreshold ?? limit)
        addEventHandler { event in
            guard case .fullScan(let run, let plan) = event else { return }
            let rows = run.rowsReadAsWhole
            guard rows > limit else { return }
            report(FMTestScan(sql: run.sql, rows: rows, count: 1, plan: plan, site: nil))
        }
    }
}

/// Collects the statements that have read too many rows in full scans.
final class ScanRecorder: Sendable {
    private let limit: Int
    private let site: FMCallSite
    private let scans = Locked<[FMTestScan]>([])

    init(above limit: Int, _ site: FMCallSite) {
        self.limit = limit
        self.site = site
    }

    /// The watch that a queue or pool calls.
    var watch: ScanWatch {
        ScanWatch(above: limit) { [self] run, plan, site in note(run, plan, site) }
    }

    func note(_ run: FMEvent.Execution, _ plan: [String], _ site: FMCallSite?) {
        let rows = run.rowsReadAsWhole
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

    /// Returns the result of a body. Throws the body's error, or ``FMTestScanError`` if there are scans.
    ///
    /// - Parameter plan: returns the plan of a statement whose event had none, because the statement changed rows.
    func finish<Value>(_ result: Result<Value, any Error>, plan: (String) -> [String]) throws -> Value {
        let value = try result.get()
        var found = scans.value
        guard !found.isEmpty else { return value }
        for index in found.indices where found[index].plan.isEmpty { found[index].plan = plan(found[index].sql) }
        throw FMTestScanError(limit: limit, scans: found, site: site)
    }
}

extension FMDatabase {
    /// Returns the lines of a statement's query plan. The statement is not run, and no parameters are bound.
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
