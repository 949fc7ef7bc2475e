import Foundation
import FMDBSQLiteC

/// Reads an argument of a custom function.
///
/// See [`sqlite3_value_*`](https://sqlite.org/c3ref/value_blob.html).
enum FunctionArgument {
    static func type(_ value: OpaquePointer) -> Int32 { sqlite3_value_type(value) }
    static func int64(_ value: OpaquePointer) -> Int64 { sqlite3_value_int64(value) }
    static func double(_ value: OpaquePointer) -> Double { sqlite3_value_double(value) }

    /// Returns the value in its own storage class. TEXT that is not valid UTF-8 becomes a blob of its bytes.
    static func value(_ cell: OpaquePointer?) -> FMValue {
        ValueCoding.value(cell) ?? ValueCoding.data(sqlite3_value_blob(cell), sqlite3_value_bytes(cell)).map {
            .blob($0)
        }
            ?? .null
    }

    static func string(_ value: OpaquePointer) -> String? {
        let text = sqlite3_value_text(value)
        return ValueCoding.string(text, sqlite3_value_bytes(value))
    }

    static func data(_ value: OpaquePointer) -> Data? {
        guard let bytes = sqlite3_value_blob(value) else { return nil }
        let data = ValueCoding.data(bytes, sqlite3_value_bytes(value))
        return data?.isEmpty == true ? nil : data
    }
}

/// Sets the result of a custom function.
///
/// See [`sqlite3_result_*`](https://sqlite.org/c3ref/result_blob.html).
enum FunctionResult {
    static func set(_ value: FMValue, _ context: OpaquePointer) {
        switch value {
        case .null: sqlite3_result_null(context)
        case .integer(let integer): sqlite3_result_int64(context, integer)
        case .real(let real): sqlite3_result_double(context, real)
        case .text(let text): set(text, context)
        case .blob(let data): set(data, context)
        }
    }

    private static func set(_ text: String, _ context: OpaquePointer) {
        var text = text
        text.withUTF8 { bytes in
            let start = bytes.baseAddress.map { UnsafeRawPointer($0) } ?? Constants.noBytes
            sqlite3_result_text64(
                context, start.assumingMemoryBound(to: CChar.self), UInt64(bytes.count), Constants.transient,
                UInt8(SQLITE_UTF8))
        }
    }

    private static func set(_ data: Data, _ context: OpaquePointer) {
        guard !data.isEmpty else { return sqlite3_result_zeroblob(context, 0) }
        data.withUnsafeBytes { bytes in
            sqlite3_result_blob64(context, bytes.baseAddress, UInt64(bytes.count), Constants.transient)
        }
    }

    static func fail(_ message: String, _ context: OpaquePointer) {
        var message = message
        message.withUTF8 { bytes in
            let start = bytes.baseAddress.map { UnsafeRawPointer($0) } ?? Constants.noBytes
            sqlite3_result_error(
                context, start.assumingMemoryBound(to: CChar.self), Int32(clamping: bytes.count))
        }
    }

    static func fail(_ error: any Error, _ context: OpaquePointer) {
        fail(CallbackFailure.words(error), context)
        fail(code: CallbackFailure.record(error, replacesMessage: false), context)
    }

    /// Fails the function with a code. Codes that are not errors become `SQLITE_ERROR`: SQLite would treat them as a row or the end of the
    /// statement.
    static func fail(code: Int32, _ context: OpaquePointer) {
        let isError = code > 0 && FMResultCode(rawValue: code).isError
        sqlite3_result_error_code(context, isError ? code : SQLITE_ERROR)
    }
    static func failNoMemory(_ context: OpaquePointer) { sqlite3_result_error_nomem(context) }
    static func failTooBig(_ context: OpaquePointer) { sqlite3_result_error_toobig(context) }
}
