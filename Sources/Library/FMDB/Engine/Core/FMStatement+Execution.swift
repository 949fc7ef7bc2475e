import Foundation
import FMDBSQLiteC

/// How an execution without a result set treats rows.
enum RowPolicy {
    /// A row is an error, as in FMDB's updates.
    case refuse
    /// Rows are skipped until the statement is done.
    case drain
}

extension FMStatement {
    /// Binds the values and runs the statement to its end.
    func run(_ arguments: Arguments, rows: RowPolicy, dates: DateFormatter?) throws(FMError) {
        try bind(arguments, dates: dates)
        try finish(stepThrough(rows))
    }

    /// - Returns: `SQLITE_DONE`, or what stopped the statement: an error, or `SQLITE_ROW` if rows are refused.
    func stepThrough(_ rows: RowPolicy) -> Int32 {
        var code = step()
        while code == SQLITE_ROW, rows == .drain { code = step() }
        return code
    }

    /// Throws the error of a finished execution, if its code is not `SQLITE_DONE`.
    func finish(_ code: Int32) throws(FMError) {
        switch code {
        case SQLITE_DONE: return
        case SQLITE_ROW:
            throw FMError(.row, "the statement returned a row; use a query for it", sql: sql, stage: .step)
        case SQLITE_TOOBIG, SQLITE_RANGE, SQLITE_MISMATCH: try check(code)
        default: throw stepError(code)
        }
    }

    func stepError(_ code: Int32) -> FMError {
        connection?.denial(code, sql: sql) ?? connection?.error(code, sql: sql, stage: .step, of: self)
            ?? .sqlites(code, sql: sql, stage: .step)
    }

    /// The SQL with the bound values; nil if a value is bound by reference, or the result would exceed SQLite's length
    /// limit.
    ///
    /// See [`sqlite3_expanded_sql`](https://sqlite.org/c3ref/expanded_sql.html).
    var textWithValues: String? {
        guard let raw = state.pointee.raw, state.pointee.borrowed == nil else { return nil }
        guard let text = sqlite3_expanded_sql(raw) else { return nil }
        defer { sqlite3_free(text) }
        return String(cString: text)
    }

    /// Makes SQLite report the error of the failed step again, after another call replaced it.
    ///
    /// See [`sqlite3_reset`](https://sqlite.org/c3ref/reset.html).
    func restoreFailure() { sqlite3_reset(state.pointee.raw) }

    /// Whether the statement does not change the database.
    ///
    /// See [`sqlite3_stmt_readonly`](https://sqlite.org/c3ref/stmt_readonly.html).
    var isReadOnly: Bool { state.pointee.facts.map { !$0.pointee.writes } ?? true }

    /// Whether the statement is an INSERT, UPDATE or DELETE, whose rows SQLite counts.
    var changesRows: Bool { state.pointee.facts?.pointee.changesRows ?? false }

    /// The number of result columns, known before the first step; 0 once closed.
    ///
    /// See [`sqlite3_column_count`](https://sqlite.org/c3ref/column_count.html).
    var columnCount: Int32 {
        state.pointee.raw.map { sqlite3_column_count($0) } ?? 0
    }

    /// See [`sqlite3_column_name`](https://sqlite.org/c3ref/column_name.html).
    func columnName(at index: Int32) -> String? {
        guard index >= 0, index < columnCount else { return nil }
        return sqlite3_column_name(state.pointee.raw, index).map { String(cString: $0) }
    }
}
