import Foundation
import FMDBSQLiteC

/// How an execution without a cursor treats rows.
enum RowPolicy {
    /// FMDB's update: a row is a failure.
    case refuse
    /// Rows are passed over until the statement is done.
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

    /// Turns the code of a finished execution into its error.
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

    /// The SQL text with the values that are bound; nil if a value is bound by reference, or the text would be longer than a statement may be.
    ///
    /// See [`sqlite3_expanded_sql`](https://sqlite.org/c3ref/expanded_sql.html).
    var textWithValues: String? {
        guard let raw = state.pointee.raw, state.pointee.borrowed == nil else { return nil }
        guard let text = sqlite3_expanded_sql(raw) else { return nil }
        defer { sqlite3_free(text) }
        return String(cString: text)
    }

    /// Has SQLite tell again of the failed step, after it has been asked for something else.
    ///
    /// See [`sqlite3_reset`](https://sqlite.org/c3ref/reset.html).
    func restoreFailure() { sqlite3_reset(state.pointee.raw) }

    /// Whether the statement leaves the database as it is.
    ///
    /// See [`sqlite3_stmt_readonly`](https://sqlite.org/c3ref/stmt_readonly.html).
    var isReadOnly: Bool { state.pointee.facts.map { !$0.pointee.writes } ?? true }

    /// Whether it is an INSERT, UPDATE or DELETE, so that SQLite counts its rows.
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
