import FMDBSQLiteC

/// Internal statements: those that the engine runs for itself.
extension Connection {
    /// The schema names of the connection's databases; empty if SQLite cannot list them.
    var schemas: [String] {
        var schemas: [String] = []
        _ = run("PRAGMA database_list") { row in
            if let name = sqlite3_column_text(row, 1) { schemas.append(String(cString: name)) }
        }
        return schemas
    }

    /// Returns the schema names of the connection's databases, or throws if SQLite cannot list them.
    func allSchemas() throws(FMError) -> [String] { try strings("PRAGMA database_list", column: 1) }

    /// Runs an internal statement. Returns the values of one column as strings, without NULLs.
    func strings(_ sql: String, column: Int32 = 0) throws(FMError) -> [String] {
        var all: [String] = []
        let code = run(sql) { row in
            if let text = sqlite3_column_text(row, column) { all.append(String(cString: text)) }
        }
        guard code == SQLITE_DONE else { throw failure(code, of: sql) }
        return all
    }

    /// Whether the connection has uncommitted changes, or a statement that writes is in progress.
    var isChanging: Bool {
        currentTransactionState(mayHaveWritten: false) == .writing || RawStatements.areWriting(on: handle)
    }

    /// Returns the journal mode in lower case, or "" if SQLite cannot report it.
    ///
    /// See [`PRAGMA journal_mode`](https://sqlite.org/pragma.html#pragma_journal_mode).
    func journalMode(of schema: String) -> String {
        (try? ask("PRAGMA \(FMSQL.quoted(identifier: schema)).journal_mode")) ?? ""
    }

    /// Runs an internal statement.
    ///
    /// - Returns: the first column of the last row.
    @discardableResult
    func ask(_ sql: String) throws(ResultCodeError) -> String? {
        var answer: String?
        let code = run(sql) { row in answer = sqlite3_column_text(row, 0).map { String(cString: $0) } }
        // Internal transactions are recorded, too, because other connections' errors name a transaction that blocks
        // them.
        if hasTransactionChanged(writes: true) { recordTransaction(by: sql, writes: true) }
        guard code == SQLITE_DONE else { throw ResultCodeError(code: code) }
        return answer
    }

    /// Runs an internal statement without events. Throws its error with the SQL.
    func askDirectly(_ sql: String) throws(FMError) {
        do {
            try ask(sql)
        } catch {
            throw denial(error.code, sql: sql) ?? self.error(error.code, sql: sql, stage: .step)
        }
    }

    /// Runs internal statements. An error does not contain their SQL.
    func askAll(_ texts: [String]) throws(FMError) {
        for sql in texts {
            do { try ask(sql) } catch { throw self.error(error.code, sql: nil, stage: .other) }
        }
    }

    /// Runs an internal statement. Returns the number in the first column of its last row, or nil if there is none.
    func number32(_ sql: String) -> Int32? {
        var number: Int32?
        _ = run(sql) { number = sqlite3_column_int($0, 0) }
        return number
    }

    /// Returns the rows of a query, or nil if SQLite refuses the query or is interrupted.
    func texts(_ sql: String) -> [[String?]]? {
        var rows: [[String?]] = []
        let code = run(sql) { raw in
            rows.append(
                (0..<sqlite3_column_count(raw)).map { index in
                    sqlite3_column_text(raw, index).map { String(cString: $0) }
                })
        }
        return code == SQLITE_DONE ? rows : nil
    }

    /// Runs an internal statement, and a closure for each row.
    ///
    /// - Returns: a result code: `SQLITE_DONE` if all rows were read.
    func run(_ sql: String, _ row: (OpaquePointer) -> Void) -> Int32 {
        var raw: OpaquePointer?
        defer { sqlite3_finalize(raw) }
        let wasAsking = scope.isAsking
        scope.isAsking = true
        defer { scope.isAsking = wasAsking }
        installWantedTokenizers()
        var code = sqlite3_prepare_v2(handle, sql, -1, &raw, nil)
        if code == SQLITE_OK, let raw {
            repeat {
                code = sqlite3_step(raw)
                if code == SQLITE_ROW { row(raw) }
            } while code == SQLITE_ROW
        }
        // If the disk fails while the schema is loaded, the transaction is rolled back. SQLite also counts PRAGMA journal_mode among the
        // statements that write, which roll back if they are interrupted.
        if code != SQLITE_DONE {
            noticeFailure(isSuspended ? .suspended(nil) : .sqlites(code, Library.message(code), stage: .step))
        }
        return code
    }

    /// Compiles an internal statement. Returns nil if that fails.
    func compile(_ sql: String) -> OpaquePointer? {
        var statement: OpaquePointer?
        return sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK ? statement : nil
    }

    /// Runs a body in which statements fail at once if they would have to wait for a lock.
    func withoutWaiting<Value>(_ body: () -> Value) -> Value {
        let wasRefused = busyWait?.isRefused ?? false
        busyWait?.isRefused = true
        defer { busyWait?.isRefused = wasRefused }
        return body()
    }

    /// See [`sqlite3_complete`](https://sqlite.org/c3ref/complete.html).
    static func isComplete(_ sql: String) -> Bool { sqlite3_complete(sql) != 0 }
}
