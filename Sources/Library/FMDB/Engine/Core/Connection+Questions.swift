import FMDBSQLiteC

/// What the engine asks SQLite by statements of its own.
extension Connection {
    /// The databases of the connection, by its names for them.
    var schemas: [String] {
        var schemas: [String] = []
        _ = run("PRAGMA database_list") { row in
            if let name = sqlite3_column_text(row, 1) { schemas.append(String(cString: name)) }
        }
        return schemas
    }

    /// The databases of the connection; throws if SQLite cannot be asked.
    func allSchemas() throws(FMError) -> [String] { try strings("PRAGMA database_list", column: 1) }

    /// The texts in a column of a statement of the engine's own.
    func strings(_ sql: String, column: Int32 = 0) throws(FMError) -> [String] {
        var all: [String] = []
        let code = run(sql) { row in
            if let text = sqlite3_column_text(row, column) { all.append(String(cString: text)) }
        }
        guard code == SQLITE_DONE else { throw failure(code, of: sql) }
        return all
    }

    /// Whether it has changes that are not committed, or a statement that writes is in progress.
    var isChanging: Bool {
        currentTransactionState(mayHaveWritten: false) == .writing || RawStatements.areWriting(on: handle)
    }

    /// The journal mode in lower case; "" where it cannot be asked.
    ///
    /// See [`PRAGMA journal_mode`](https://sqlite.org/pragma.html#pragma_journal_mode).
    func journalMode(of schema: String) -> String {
        (try? ask("PRAGMA \(FMSQL.quoted(identifier: schema)).journal_mode")) ?? ""
    }

    /// Runs a statement of the engine's own.
    ///
    /// - Returns: the first column of its last row.
    @discardableResult
    func ask(_ sql: String) throws(ResultCodeError) -> String? {
        var answer: String?
        let code = run(sql) { row in answer = sqlite3_column_text(row, 0).map { String(cString: $0) } }
        // Another connection that is refused a lock is shown the engine's own transactions too.
        if hasTransactionChanged(writes: true) { recordTransaction(by: sql, writes: true) }
        guard code == SQLITE_DONE else { throw ResultCodeError(code: code) }
        return answer
    }

    /// Runs a statement of the engine's own, of which observers hear nothing.
    func askDirectly(_ sql: String) throws(FMError) {
        do {
            try ask(sql)
        } catch {
            throw denial(error.code, sql: sql) ?? self.error(error.code, sql: sql, stage: .step)
        }
    }

    /// Runs statements of the engine's own, of whose text an error says nothing.
    func askAll(_ texts: [String]) throws(FMError) {
        for sql in texts {
            do { try ask(sql) } catch { throw self.error(error.code, sql: nil, stage: .other) }
        }
    }

    /// The number that a statement of the engine's own answers; nil if it cannot be asked.
    func number32(_ sql: String) -> Int32? {
        var number: Int32?
        _ = run(sql) { number = sqlite3_column_int($0, 0) }
        return number
    }

    /// The rows of a query; nil if SQLite refuses it, or is interrupted.
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

    /// - Returns: a result code, `SQLITE_DONE` at the end.
    func run(_ sql: String, _ row: (OpaquePointer) -> Void) -> Int32 {
        var raw: OpaquePointer?
        defer { sqlite3_finalize(raw) }
        installWantedTokenizers()
        let code = sqlite3_prepare_v2(handle, sql, -1, &raw, nil)
        guard code == SQLITE_OK, let raw else { return code }
        var step = sqlite3_step(raw)
        while step == SQLITE_ROW {
            row(raw)
            step = sqlite3_step(raw)
        }
        return step
    }

    /// A statement of the engine's own; nil if it cannot be compiled.
    func compile(_ sql: String) -> OpaquePointer? {
        var statement: OpaquePointer?
        return sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK ? statement : nil
    }

    /// Runs a body whose statements are refused a lock that they would have to wait for.
    func withoutWaiting<Value>(_ body: () -> Value) -> Value {
        let wasRefused = busyWait?.isRefused ?? false
        busyWait?.isRefused = true
        defer { busyWait?.isRefused = wasRefused }
        return body()
    }

    /// See [`sqlite3_complete`](https://sqlite.org/c3ref/complete.html).
    static func isComplete(_ sql: String) -> Bool { sqlite3_complete(sql) != 0 }
}
