import Foundation

/// FMDB's functions with a variable number of arguments, which Swift does not import. Many apps define their own; the compiler prefers an
/// app's function.
extension FMDatabase {
    /// Returns a result set, with a value for each `?`. See ``executeQuery(_:values:)``.
    ///
    /// - Parameters:
    ///   - sql: one statement; what follows it is ignored.
    ///   - values: a value for each `?`; surplus values are ignored.
    /// - Returns: a result set before its first row.
    /// - Throws: `FMError`, as ``executeQuery(_:values:)`` does.
    @_disfavoredOverload @discardableResult
    public func executeQuery(_ sql: String, _ values: Any...) throws -> FMResultSet {
        try executeQuery(sql, values: values)
    }

    /// Runs one statement that returns no rows, with a value for each `?`. See ``executeUpdate(_:values:)``.
    ///
    /// - Parameters:
    ///   - sql: one statement; what follows it is ignored.
    ///   - values: a value for each `?`; surplus values are ignored.
    /// - Throws: `FMError`, as ``executeUpdate(_:values:)`` does.
    @_disfavoredOverload
    public func executeUpdate(_ sql: String, _ values: Any...) throws { try executeUpdate(sql, values: values) }

    /// The first column of the first row as the low 32 bits of an integer, read by ``FMResultSet/int(forColumnIndex:)``. `values` has a
    /// value for each `?`. nil if there is no row, for NULL, and after a failure, which is logged.
    @_disfavoredOverload @discardableResult
    public func intForQuery(_ sql: String, _ values: Any...) -> Int32? {
        first(sql, values) { $0.int(forColumnIndex: 0) }
    }

    /// The first column of the first row as an integer, read by ``FMResultSet/long(forColumnIndex:)``.
    /// `values` has a value for each `?`. nil if there is no row, for NULL, and after a failure, which is logged.
    @_disfavoredOverload @discardableResult
    public func longForQuery(_ sql: String, _ values: Any...) -> Int? {
        first(sql, values) { $0.long(forColumnIndex: 0) }
    }

    /// The first column of the first row as a Boolean, read by ``FMResultSet/bool(forColumnIndex:)``.
    /// `values` has a value for each `?`. nil if there is no row, for NULL, and after a failure, which is logged.
    @_disfavoredOverload @discardableResult
    public func boolForQuery(_ sql: String, _ values: Any...) -> Bool? {
        first(sql, values) { $0.bool(forColumnIndex: 0) }
    }

    /// The first column of the first row as a real number, read by ``FMResultSet/double(forColumnIndex:)``.
    /// `values` has a value for each `?`. nil if there is no row, for NULL, and after a failure, which is logged.
    @_disfavoredOverload @discardableResult
    public func doubleForQuery(_ sql: String, _ values: Any...) -> Double? {
        first(sql, values) { $0.double(forColumnIndex: 0) }
    }

    /// The first column of the first row as text, read by ``FMResultSet/string(forColumnIndex:)``.
    /// `values` has a value for each `?`. nil if there is no row, for NULL, and after a failure, which is logged.
    @_disfavoredOverload @discardableResult
    public func stringForQuery(_ sql: String, _ values: Any...) -> String? {
        first(sql, values) { $0.string(forColumnIndex: 0) }
    }

    /// The first column of the first row as bytes, read by ``FMResultSet/data(forColumnIndex:)``.
    /// `values` has a value for each `?`. nil if there is no row, for NULL, for an empty blob, and after a failure, which is logged.
    @_disfavoredOverload @discardableResult
    public func dataForQuery(_ sql: String, _ values: Any...) -> Data? {
        first(sql, values) { $0.data(forColumnIndex: 0) }
    }

    /// The first column of the first row as a date, read by ``FMResultSet/date(forColumnIndex:)``.
    /// `values` has a value for each `?`. nil if there is no row, for NULL, and after a failure, which is logged.
    @_disfavoredOverload @discardableResult
    public func dateForQuery(_ sql: String, _ values: Any...) -> Date? {
        first(sql, values) { $0.date(forColumnIndex: 0) }
    }

    private func first<Value>(_ sql: String, _ values: [Any], _ read: (FMResultSet) -> Value?) -> Value? {
        guard let rows = executeQuery(sql, withArgumentsIn: values) else { return nil }
        defer { rows.close() }
        guard rows.next(), !rows.columnIndexIsNull(0) else { return nil }
        return read(rows)
    }
}
