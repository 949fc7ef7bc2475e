import Foundation
import FMDBSQLiteC

/// Reads the current row. The caller must check that there is one and that the index is valid.
extension FMStatement {
    func columnType(_ index: Int32) -> Int32 { sqlite3_column_type(state.pointee.raw, index) }

    func int64(_ index: Int32) -> Int64 { state.int64(index) }

    func double(_ index: Int32) -> Double { state.double(index) }

    /// Returns text and blobs as a string, numbers as SQLite formats them, and NULL as nil.
    func string(_ index: Int32) -> String? {
        let cell = sqlite3_column_value(state.pointee.raw, index)
        switch sqlite3_value_type(cell) {
        case SQLITE_TEXT: return ValueCoding.string(sqlite3_value_text(cell), sqlite3_value_bytes(cell))
        case SQLITE_NULL: return nil
        default:
            // The conversion allocates from the connection's memory, so it uses the function that locks the connection.
            let text = sqlite3_column_text(state.pointee.raw, index)
            return ValueCoding.string(text, sqlite3_column_bytes(state.pointee.raw, index))
        }
    }

    /// Returns blobs and text as their bytes, numbers as the bytes of their text, and NULL as nil.
    func data(_ index: Int32) -> Data? {
        let raw = state.pointee.raw
        let cell = sqlite3_column_value(raw, index)
        switch sqlite3_value_type(cell) {
        case SQLITE_BLOB, SQLITE_TEXT: return ValueCoding.data(sqlite3_value_blob(cell), sqlite3_value_bytes(cell))
        case SQLITE_NULL: return nil
        default:
            let bytes = sqlite3_column_blob(raw, index)
            return ValueCoding.data(bytes, sqlite3_column_bytes(raw, index))
        }
    }

    /// Whether SQLite ran out of memory for a value of the current row. SQLite returns NULL for such a value.
    ///
    /// - Parameter index: any column. Reading it makes SQLite report an earlier failure.
    func lacksMemory(_ index: Int32) -> Bool {
        _ = sqlite3_column_type(state.pointee.raw, index)
        return connection?.errorState.code == SQLITE_NOMEM
    }

    /// Returns NUL-terminated text, which SQLite owns until the next step.
    func utf8(_ index: Int32) -> UnsafePointer<UInt8>? { sqlite3_column_text(state.pointee.raw, index) }

    @inline(__always)
    func cell(_ index: Int32) -> FMCell { state.cell(index) }

    /// Returns the value in its own storage class, or nil for text that is not valid UTF-8.
    func value(_ index: Int32) -> FMValue? { ValueCoding.value(sqlite3_column_value(state.pointee.raw, index)) }
}

extension FMStatement {
    /// Decodes a value of the current row. The caller must check that there is one and that the index is valid.
    func decode<Value: FMValueConvertible>(_ index: Int32) throws(FMError) -> Value {
        // A client's code that decoded an earlier column may have closed the statement.
        guard index < currentWidth else { throw .takenAway(sql) }
        do throws(FMError) {
            return try Value.fromFMCell(cell(index))
        } catch {
            throw located(error, at: index)
        }
    }

    /// Returns the error of a value that cannot be converted, with the column's name.
    @usableFromInline
    func located(_ error: FMError, at index: Int32) -> FMError {
        guard error.stage == .cell else { return error }
        // First, because another call to SQLite would replace the error.
        let lacksMemory = lacksMemory(index)
        let name = columnName(at: index) ?? String(index)
        if lacksMemory { return noMemory(name) }
        return FMError(.mismatch, "column \(name): \(error.message)", sql: sql, stage: .step, reason: error.reason)
    }

    func noMemory(_ name: String) -> FMError {
        FMError(.noMemory, "column \(name): out of memory", sql: sql, stage: .step)
    }
}

extension UnsafeMutablePointer<FMStatement.StatementState> {
    @inline(__always)
    func cell(_ index: Int32) -> FMCell { FMCell(raw: sqlite3_column_value(pointee.raw, index)) }

    @inline(__always)
    func int64(_ index: Int32) -> Int64 { sqlite3_column_int64(pointee.raw, index) }

    @inline(__always)
    func double(_ index: Int32) -> Double { sqlite3_column_double(pointee.raw, index) }
}
