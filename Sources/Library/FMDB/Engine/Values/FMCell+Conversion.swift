import Foundation

extension FMValueConvertible {
    /// The result of ``fromFMValue(_:)`` for this cell.
    public static func fromFMCell(_ cell: borrowing FMCell) throws(FMError) -> Self { try converted(cell) }

    /// Converts the cell through ``FMValue``, for types and storage classes without a faster path.
    @inline(never)
    static func converted(_ cell: borrowing FMCell) throws(FMError) -> Self {
        guard let stored = cell.value else { throw unreadable() }
        if let value = fromFMValue(stored) { return value }
        var reason = stored.reasonNotToBe(Self.self)
        if Self.self == Date.self, case .text = stored {
            reason += ", which is stored in seconds; setDateFormat(_:) applies only to FMDB's calls"
        }
        throw FMError(.mismatch, reason, sql: nil, stage: .cell, reason: stored.adviceNotToBe(Self.self))
    }

    fileprivate static func unreadable() -> FMError {
        FMError(.mismatch, "expected \(Self.self), found text that is not UTF-8", sql: nil, stage: .cell)
    }
}

// MARK: - The commonest types

// Each of these types reads its own storage class directly from SQLite. Other storage classes are converted through FMValue. Measured for
// rows of ten integers, relative to plain C: 1.1 directly, 1.7 through FMValue.

extension Int64 {
    /// See ``fromFMValue(_:)``.
    public static func fromFMCell(_ cell: borrowing FMCell) throws(FMError) -> Int64 {
        if let integer = cell.integer { return integer }
        return try converted(cell)
    }
}

extension Int {
    /// See ``fromFMValue(_:)``.
    public static func fromFMCell(_ cell: borrowing FMCell) throws(FMError) -> Int {
        if let integer = cell.integer, let exact = Int(exactly: integer) { return exact }
        return try converted(cell)
    }
}

extension Bool {
    /// See ``fromFMValue(_:)``.
    public static func fromFMCell(_ cell: borrowing FMCell) throws(FMError) -> Bool {
        if let integer = cell.integer { return integer != 0 }
        return try converted(cell)
    }
}

extension Double {
    /// See ``fromFMValue(_:)``.
    public static func fromFMCell(_ cell: borrowing FMCell) throws(FMError) -> Double {
        if let real = cell.real { return real }
        return try converted(cell)
    }
}

extension String {
    /// See ``fromFMValue(_:)``.
    public static func fromFMCell(_ cell: borrowing FMCell) throws(FMError) -> String {
        if let text = cell.text { return text }
        return try converted(cell)
    }
}

extension Data {
    /// See ``fromFMValue(_:)``.
    public static func fromFMCell(_ cell: borrowing FMCell) throws(FMError) -> Data {
        if let data = cell.data { return data }
        return try converted(cell)
    }
}

extension Date {
    /// See ``fromFMValue(_:)``.
    public static func fromFMCell(_ cell: borrowing FMCell) throws(FMError) -> Date {
        if let real = cell.real { return Date(timeIntervalSince1970: real) }
        return try converted(cell)
    }
}

extension FMValue {
    /// The value itself.
    public static func fromFMCell(_ cell: borrowing FMCell) throws(FMError) -> FMValue {
        if let value = cell.value { return value }
        throw unreadable()
    }
}

extension Optional where Wrapped: FMValueConvertible {
    /// nil for NULL, otherwise the wrapped type's value.
    @inlinable
    public static func fromFMCell(_ cell: borrowing FMCell) throws(FMError) -> Wrapped? {
        cell.isNull ? nil : try Wrapped.fromFMCell(cell)
    }
}
