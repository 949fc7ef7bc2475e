import Foundation

/// A parameter of a statement, to bind a value to. See ``FMValueConvertible/bindFMParameter(_:)``.
///
/// It is valid only during the call that receives it. See [Binding Values To Prepared Statements](https://sqlite.org/c3ref/bind_blob.html).
public struct FMParameter: ~Copyable {
    /// What the engine knows of the statement.
    @usableFromInline let statement: UnsafeMutableRawPointer
    /// Counted from 1.
    @usableFromInline let position: Int32

    @inlinable
    init(statement: UnsafeMutableRawPointer, position: Int32) {
        self.statement = statement
        self.position = position
    }
}

extension FMValueConvertible {
    /// Binds ``fmValue``.
    public func bindFMParameter(_ parameter: borrowing FMParameter) throws(FMError) { try parameter.bind(fmValue) }
}

// MARK: - The commonest types

// Each has code of its own: its value goes to SQLite without FMValue between, and a text without counting a reference.

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
