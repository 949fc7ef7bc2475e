import Foundation
import FMDBSQLiteC

extension FMParameter {
    private var state: UnsafeMutablePointer<FMStatement.StatementState> {
        @inline(__always) get { statement.assumingMemoryBound(to: FMStatement.StatementState.self) }
    }

    func bind(_ integer: Int64) throws(FMError) { try check(sqlite3_bind_int64(state.pointee.raw, position, integer)) }
    func bind(_ real: Double) throws(FMError) { try check(state.bind(real, at: position)) }
    func bind(_ text: String) throws(FMError) { try check(state.bind(text, at: position)) }
    func bind(_ data: Data) throws(FMError) { try check(state.bind(data, at: position)) }
    func bind(_ value: FMValue) throws(FMError) { try check(state.bind(value, at: position)) }
    func bind(utf8: UnsafeRawBufferPointer) throws(FMError) { try check(state.bind(utf8, of: nil, at: position)) }

    /// Binds a TEXT value from bytes that a database stores in the given encoding. The bytes need not be valid text.
    ///
    /// See [`sqlite3_bind_text64`](https://sqlite.org/c3ref/bind_blob.html).
    func bind(text bytes: [UInt8], _ encoding: DatabaseHeader.Encoding) throws(FMError) {
        state.pointee.holdsValues = true
        let code = bytes.withUnsafeBytes { bytes in
            let start = (bytes.baseAddress ?? Constants.noBytes).assumingMemoryBound(to: CChar.self)
            return sqlite3_bind_text64(
                state.pointee.raw, position, start, UInt64(bytes.count), Constants.transient,
                UInt8(encoding.rawValue))
        }
        try check(code)
    }

    @usableFromInline
    func bindNull() throws(FMError) { try check(sqlite3_bind_null(state.pointee.raw, position)) }

    @inline(__always)
    private func check(_ code: Int32) throws(FMError) {
        guard code == SQLITE_OK else { throw refused(code) }
    }

    @inline(never)
    private func refused(_ code: Int32) -> FMError {
        .sqlites(code, stage: .bind)
    }
}

// MARK: - Values

extension FMValueConvertible {
    /// Binds ``fmValue``.
    public func bindFMParameter(_ parameter: borrowing FMParameter) throws(FMError) { try parameter.bind(fmValue) }
}

// MARK: - The commonest types

// Each type has its own implementation, which binds without creating an FMValue, and binds text without reference
// counting.

extension Int64 {
    /// Binds an integer.
    public func bindFMParameter(_ parameter: borrowing FMParameter) throws(FMError) { try parameter.bind(self) }
}

extension Int {
    /// Binds an integer.
    public func bindFMParameter(_ parameter: borrowing FMParameter) throws(FMError) { try parameter.bind(Int64(self)) }
}

extension Bool {
    /// Binds the integer 1 or 0.
    public func bindFMParameter(_ parameter: borrowing FMParameter) throws(FMError) {
        try parameter.bind(self ? 1 : 0 as Int64)
    }
}

extension Double {
    /// Binds a real number. SQLite stores NaN as NULL.
    public func bindFMParameter(_ parameter: borrowing FMParameter) throws(FMError) { try parameter.bind(self) }
}

extension String {
    /// Binds text.
    public func bindFMParameter(_ parameter: borrowing FMParameter) throws(FMError) { try parameter.bind(self) }
}

extension Data {
    /// Binds a blob.
    public func bindFMParameter(_ parameter: borrowing FMParameter) throws(FMError) { try parameter.bind(self) }
}

extension Date {
    /// Binds seconds since 1970 as a real number.
    public func bindFMParameter(_ parameter: borrowing FMParameter) throws(FMError) {
        try parameter.bind(timeIntervalSince1970)
    }
}

extension Optional where Wrapped: FMValueConvertible {
    /// Binds the wrapped value, or NULL.
    @inlinable
    public func bindFMParameter(_ parameter: borrowing FMParameter) throws(FMError) {
        guard let self else { return try parameter.bindNull() }
        try self.bindFMParameter(parameter)
    }
}

// MARK: - Borrowed bytes

/// Binds values whose bytes belong to another owner. SQLite gets copies, which are freed after the execution.
extension BorrowedValue: FMValueConvertible {
    /// A copy of the value.
    package var fmValue: FMValue {
        switch self {
        case .null: .null
        case .integer(let integer): .integer(integer)
        case .real(let real): .real(real)
        case .text(let bytes): .text(String(decoding: bytes, as: UTF8.self))
        case .blob(let bytes): .blob(Data(bytes))
        }
    }

    /// Returns nil, because the result would refer to bytes of `value`, which it does not keep alive.
    package static func fromFMValue(_ value: FMValue) -> BorrowedValue? { nil }

    /// Binds the bytes without an intermediate ``FMValue``.
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
