#if SQLCipher && canImport(Darwin)
    import SQLCipher
#elseif SQLCipher
    import CSQLCipher
#else
    import CSQLite
#endif

extension Connection {
    /// One row of a script: each column's name and text, nil for NULL and for bytes that are not UTF-8.
    typealias ScriptRow = [(name: String, text: String?)]

    /// Runs every statement of a text.
    ///
    /// See [`sqlite3_exec`](https://sqlite.org/c3ref/exec.html).
    ///
    /// - Parameter row: called for each row; an answer other than 0 stops the script.
    func runScript(_ sql: String, row: ((ScriptRow) -> Int32)?) throws(FMError) {
        guard sql.utf8.firstIndex(of: 0) == nil else {
            throw FMError(.misuse, "the SQL text contains a NUL character", sql: sql, stage: .script)
        }
        try inCustody(sql) { () throws(FMError) in try exec(sql, row: row) }
    }

    private func exec(_ sql: String, row: ((ScriptRow) -> Int32)?) throws(FMError) {
        if let refusal { throw refusal }
        if let reason = token?.reason {
            token?.strike()
            throw .stopped(reason, sql: sql)
        }
        let wasRunning = isRunningScript
        isRunningScript = true
        defer { isRunningScript = wasRunning }
        guard let row else { return try check(sqlite3_exec(handle, sql, nil, nil, nil), sql) }
        let code = withoutActuallyEscaping(row) { row in
            let receiver = ScriptReceiver(row)
            return withExtendedLifetime(receiver) {
                sqlite3_exec(
                    handle, sql,
                    { context, count, values, names in
                        guard let context else { return 1 }
                        return Unmanaged<ScriptReceiver>.fromOpaque(context).takeUnretainedValue()
                            .receive(Int(count), values, names)
                    }, Unmanaged.passUnretained(receiver).toOpaque(), nil)
            }
        }
        try check(code, sql)
    }

    private func check(_ code: Int32, _ sql: String) throws(FMError) {
        guard code != SQLITE_OK else { return }
        if code == SQLITE_INTERRUPT, let token, let reason = token.reason {
            token.strike()
            throw .stopped(reason, sql: sql)
        }
        throw error(code, sql: sql, stage: .script)
    }
}

/// Carries the closure through C.
private final class ScriptReceiver {
    private let row: (Connection.ScriptRow) -> Int32

    init(_ row: @escaping (Connection.ScriptRow) -> Int32) {
        self.row = row
    }

    func receive(
        _ count: Int, _ values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
        _ names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    ) -> Int32 {
        row(
            (0..<count).map { column in
                let name = names?[column].map { String(cString: $0) } ?? ""
                return (name, values?[column].flatMap { String(validatingCString: $0) })
            })
    }
}
