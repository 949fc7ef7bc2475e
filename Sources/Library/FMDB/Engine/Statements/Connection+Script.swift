import Foundation
import FMDBSQLiteC

extension Connection {
    /// One row of a script: the name and text of each column. The text is nil for NULL and for bytes that are not
    /// UTF-8.
    typealias ScriptRow = [(name: String, text: String?)]

    /// Runs all statements of an SQL string.
    ///
    /// See [`sqlite3_exec`](https://sqlite.org/c3ref/exec.html).
    ///
    /// - Parameter row: called for each row; a result other than 0 stops the script.
    func runScript(_ sql: String, row: ((ScriptRow) -> Int32)?) throws(FMError) {
        guard sql.utf8.firstIndex(of: 0) == nil else {
            throw FMError(.misuse, "the SQL text contains a NUL character", sql: sql, stage: .script)
        }
        try withOwnership(sql) { () throws(FMError) in try exec(sql, row: row) }
    }

    private func exec(_ sql: String, row: ((ScriptRow) -> Int32)?) throws(FMError) {
        if let refusal { throw refusal }
        if isRollbackPending { rollBackIfPending() }
        if isRollbackPending { throw .rollbackPending(sql) }
        if let reason = token?.reason {
            token?.strike()
            throw .stopped(reason, sql: sql)
        }
        activity.isRefused = false
        let wasRunning = statements.isRunningScript
        statements.isRunningScript = true
        defer {
            statements.isRunningScript = wasRunning
            if isRollbackPending { rollBackIfPending() }
        }
        // It is not known in advance whether the script writes.
        let code = activity.showing(sql, writes: true) {
            isWatched(sql) ? runAlone(sql, row: row) : run(sql, row: row)
        }
        recordTransaction(by: sql, writes: true)
        recordSchemaChange()
        try check(code, sql)
    }

    /// Whether each statement must run separately, because it is reported or may be refused.
    private func isWatched(_ sql: String) -> Bool {
        hasEventHandler || changeState.isRecording || changeState.isTracking || isSuspended || hasTimeLimit
            || isDisplacedOutsideTransaction || CheckpointPragma.isMentioned(in: sql)
            || Connection.mayVacuum(sql)
            || scope.depth > 0 && ControlStatement.mayOccur(in: sql)
    }

    private func run(_ sql: String, row: ((ScriptRow) -> Int32)?) -> Int32 {
        guard var row else { return sqlite3_exec(handle, sql, nil, nil, nil) }
        return withUnsafeMutablePointer(to: &row) { row in
            sqlite3_exec(
                handle, sql,
                { context, count, values, names in
                    guard let row = context?.assumingMemoryBound(to: ((ScriptRow) -> Int32).self) else { return 1 }
                    let columns = (0..<Int(count)).map { column in
                        (
                            names?[column].map { String(cString: $0) } ?? "",
                            values?[column].flatMap { String(validatingCString: $0) }
                        )
                    }
                    return row.pointee(columns)
                }, row, nil)
        }
    }

    private func check(_ code: Int32, _ sql: String) throws(FMError) {
        guard code != SQLITE_OK else { return }
        if let refusal { throw refusal }
        if code == SQLITE_INTERRUPT, let token, let reason = token.reason {
            token.strike()
            let error = FMError.stopped(reason, sql: sql)
            noticeFailure(error)
            throw error
        }
        if isStopped(code) { loseSuspendedTransaction() }
        let error = denial(code, sql: sql) ?? error(code, sql: sql, stage: .script)
        noticeFailure(error)
        throw error
    }
}

// MARK: - One statement at a time

/// Runs scripts as `sqlite3_exec` does, with an ``FMStatement`` for each statement.
extension Connection {
    private func runAlone(_ sql: String, row: ((ScriptRow) -> Int32)?) -> Int32 {
        sql.withCString { start in
            // Includes the terminating NUL. Without it, SQLite would copy the rest of the script for each statement.
            var rest = UnsafeRawBufferPointer(start: start, count: sql.utf8.count + 1).bindMemory(to: UInt8.self)
            while rest[0] != 0 {
                var raw: OpaquePointer?
                var restLength = 0
                var pragma: CheckpointPragma?
                let compile = { self.compileFirst(rest, &raw, &restLength, &pragma) }
                let tables = recorder.map { _ in StatementTables() }
                var code = tables.map { recorder?.collecting(for: $0, compile) ?? compile() } ?? compile()
                guard code == SQLITE_OK else {
                    emitWaits(sql)
                    return code
                }
                var end = rest.count - restLength
                if let raw {
                    let text = String(decoding: rest[..<end], as: UTF8.self).trimmingCharacters(
                        in: .whitespacesAndNewlines)
                    let statement = FMStatement(raw, of: self, sql: text, restLength: 0, pragma: pragma)
                    tables?.text = text
                    statement.recorded.tables = tables
                    code = runToEnd(statement, raw, row)
                    guard code == SQLITE_DONE else { return code }
                    // `sqlite3_exec` skips more kinds of white space after a statement than `sqlite3_prepare_v2` does.
                    while rest[end].isSQLSpace { end += 1 }
                }
                rest = UnsafeBufferPointer(rebasing: rest[end...])
            }
            return SQLITE_OK
        }
    }

    private func runToEnd(_ statement: FMStatement, _ raw: OpaquePointer, _ row: ((ScriptRow) -> Int32)?) -> Int32 {
        var isStopped = false
        var code = refusesToBegin(statement) ? Constants.moved : statement.step()
        while code == SQLITE_ROW {
            isStopped = row.map { $0(Connection.scriptRow(raw)) != 0 } ?? false
            if isStopped { break }
            code = statement.step()
        }
        statement.close()
        guard isStopped else { return code }
        // Aborts a trivial script, because nothing else gives the connection the error state of an aborted script.
        return sqlite3_exec(handle, "SELECT 1", { _, _, _, _ in 1 }, nil, nil)
    }

    private static func scriptRow(_ raw: OpaquePointer) -> ScriptRow {
        (0..<sqlite3_column_count(raw)).map { column in
            let name = sqlite3_column_name(raw, column).map { String(cString: $0) } ?? ""
            let text = sqlite3_column_text(raw, column).map { UnsafeRawPointer($0) }
            return (name, text.flatMap { String(validatingCString: $0.assumingMemoryBound(to: CChar.self)) })
        }
    }
}

// MARK: - One statement alone

extension Connection {
    /// Throws if a second statement follows the first. Ignoring it would silently drop what the caller wrote.
    func expectNothing(behind statement: FMStatement) throws(FMError) {
        guard try isFollowed(statement) else { return }
        throw FMError(
            .misuse, "the SQL text contains more than one statement; use executeStatements to run all of them",
            sql: statement.sql, stage: .prepare)
    }

    /// Whether a second statement follows the first.
    func isFollowed(_ statement: FMStatement) throws(FMError) -> Bool {
        guard statement.source.restLength > 0 else { return false }
        let sql = statement.sql
        let rest = Array(sql.utf8.suffix(statement.source.restLength))
        let blank: Set<UInt8> = Set(" ;\t\r\n".utf8)
        if rest.allSatisfy(blank.contains) { return false }
        guard !rest.contains(0) else {
            throw FMError(.misuse, "the SQL text contains a NUL character", sql: sql, stage: .prepare)
        }
        // A comment compiles to no statement, and only SQLite recognizes it reliably.
        var raw: OpaquePointer?
        let code = sqlite3_prepare_v2(handle, String(decoding: rest, as: UTF8.self), -1, &raw, nil)
        defer { sqlite3_finalize(raw) }
        return code != SQLITE_OK || raw != nil
    }
}
