/// Untrusted SQL.
extension FMDatabaseAccess {
    /// Runs an untrusted query, and returns its result.
    ///
    ///     let sandbox = FMSandbox(tables: ["book": .all, "author": ["id", "name"]])
    ///     let answer = try pool.readUntrusted(FMSQL(raw: text), in: sandbox)
    ///
    /// The query is compiled for each call, and not cached. A pool runs it on one of its readers. SQLite does not run what the sandbox
    /// refuses. The sandbox's limits apply to this statement only. See <doc:Sandbox>.
    ///
    /// - Important: The call sets the library's authorizer on the connection, where it stays. It replaces one that you set with
    ///   [`sqlite3_set_authorizer`](https://sqlite.org/c3ref/set_authorizer.html). Set yours again afterwards, or use another connection
    ///   for untrusted SQL.
    ///
    /// - Parameters:
    ///   - sql: the SQL, with values for its parameters.
    ///   - sandbox: what the query may do.
    ///   - file: the caller's file, see ``FMCallSite``.
    ///   - line: its line.
    /// - Returns: all rows.
    /// - Throws: `FMError`. `.authorization` if the sandbox does not allow something, which the message names. `.deadlineExceeded` after
    ///   the sandbox's time limit. `.tooBig` for a result or a value beyond its limits. `.notSupported` if the linked SQLite is older than
    ///   3.31. Otherwise the errors of ``FMDatabase/query(_:)``.
    public func readUntrusted(
        _ sql: FMSQL, in sandbox: FMSandbox, file: StaticString = #fileID, line: UInt = #line
    ) throws(AccessError) -> FMSandbox.Answer {
        try access(.read, at: FMCallSite(file: file, line: line), throwing: FMError.self) { db throws(FMError) in
            try db.answer(sql, in: sandbox)
        }
    }
}

/// The asynchronous form, which does not block the caller's thread. Cancelling the task ends it with `CancellationError`.
extension FMDatabaseAsyncAccess {
    /// Asynchronous form of `readUntrusted(_:in:)`.
    public func readUntrusted(
        _ sql: FMSQL, in sandbox: FMSandbox, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> FMSandbox.Answer {
        try await access(.read, at: FMCallSite(file: file, line: line)) { try $0.answer(sql, in: sandbox) }
    }
}

extension FMDatabase {
    fileprivate final func answer(_ sql: FMSQL, in sandbox: FMSandbox) throws(FMError) -> FMSandbox.Answer {
        let connection = try opened(sql.text)
        return try connection.withStatement(sql.text, in: sandbox) { statement throws(FMError) in
            try bind(statement, .typed(sql.arguments))
            return try statement.answer(within: sandbox.limits)
        }
    }
}

extension FMStatement {
    fileprivate func answer(within limits: FMSandbox.Limits) throws(FMError) -> FMSandbox.Answer {
        let use = use
        // The first step may compile the statement again, so the columns are read after it.
        var (hasRow, bytes) = (try advance(in: use), 0)
        var answer = FMSandbox.Answer(columns: (0..<columnCount).map { columnName(at: $0) ?? "" })
        while hasRow {
            let row = try values(&bytes, most: limits.byteCount)
            guard answer.rows.count < limits.rowCount else {
                return try answer.beyond(limits, limits.rowCount.of("row"), sql)
            }
            guard bytes <= limits.byteCount else { return try answer.beyond(limits, limits.byteCount.of("byte"), sql) }
            answer.rows.append(row)
            hasRow = try advance(in: use)
        }
        return answer
    }

    /// Returns the values of a row, until the limit of bytes is reached.
    private func values(_ bytes: inout Int, most: Int) throws(FMError) -> [FMValue] {
        var row: [FMValue] = []
        for index in 0..<columnCount where bytes <= most {
            do throws(FMError) { row.append(try FMValue.fromFMCell(cell(index))) } catch {
                throw located(error, at: index)
            }
            bytes += row.last?.countedBytes ?? 0
        }
        return row
    }
}

extension FMSandbox.Answer {
    /// Returns the truncated answer, or throws the error that the result is too large.
    fileprivate func beyond(_ limits: FMSandbox.Limits, _ amount: String, _ sql: String) throws(FMError) -> Self {
        guard limits.truncates else {
            throw FMError(
                .tooBig, "the result has more than \(amount), which the sandbox does not allow", sql: sql, stage: .step)
        }
        var answer = self
        answer.isTruncated = true
        return answer
    }
}

extension FMValue {
    fileprivate var countedBytes: Int {
        switch self {
        case .null, .integer, .real: 8
        case .text(let text): max(8, text.utf8.count)
        case .blob(let data): max(8, data.count)
        }
    }
}
