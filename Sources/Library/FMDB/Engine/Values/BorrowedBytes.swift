import Foundation
import FMDBSQLiteC

extension FMCell {
    /// The value, with its bytes where SQLite has them.
    ///
    /// See [`sqlite3_value_text`](https://sqlite.org/c3ref/value_blob.html).
    var borrowed: BorrowedValue {
        switch sqlite3_value_type(raw) {
        case SQLITE_INTEGER: return .integer(sqlite3_value_int64(raw))
        case SQLITE_FLOAT: return .real(sqlite3_value_double(raw))
        case SQLITE_TEXT:
            let start = sqlite3_value_text(raw)
            return .text(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(raw))))
        case SQLITE_BLOB:
            let start = sqlite3_value_blob(raw)
            return .blob(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(raw))))
        default: return .null
        }
    }
}

/// Binds values whose bytes lie elsewhere. SQLite gets copies, which end with the execution.
extension BorrowedValue: FMValueConvertible {
    /// A copy.
    package var fmValue: FMValue {
        switch self {
        case .null: .null
        case .integer(let integer): .integer(integer)
        case .real(let real): .real(real)
        case .text(let bytes): .text(String(decoding: bytes, as: UTF8.self))
        case .blob(let bytes): .blob(Data(bytes))
        }
    }

    /// None: a borrowed value has no owner.
    package static func fromFMValue(_ value: FMValue) -> BorrowedValue? { nil }

    /// Binds the bytes without a Swift value between.
    package func bindFMParameter(_ parameter: borrowing FMParameter) throws(FMError) {
        switch self {
        case .null: try parameter.bindNull()
        case .integer(let integer): try parameter.bind(integer)
        case .real(let real): try parameter.bind(real)
        case .text(let bytes): try parameter.bind(utf8: bytes)
        case .blob(let bytes): try parameter.bind(Data(bytes))
        }
    }
}
