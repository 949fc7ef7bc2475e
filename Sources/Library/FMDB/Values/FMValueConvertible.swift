/// A type whose values SQLite can store in one column.
///
/// The library conforms the integers, `Float`, `Double`, `Bool`, `String`, `Substring`, `Data`, `[UInt8]`, `Date`, `UUID`, `URL`,
/// `Decimal`, `Optional`, `FMValue` and their Foundation classes. An enumeration with a raw value only needs to declare the conformance:
///
///     enum Level: Int, FMValueConvertible { case low, high }
///
/// Your own type defines its stored form and how it is read:
///
///     extension Colour: FMValueConvertible {
///         var fmValue: FMValue { .text(hex) }
///         static func fromFMValue(_ value: FMValue) -> Colour? {
///             guard case .text(let hex) = value else { return nil }
///             return Colour(hex: hex)
///         }
///     }
public protocol FMValueConvertible: FMNonisolated {
    /// The value to store.
    ///
    /// - Throws: `FMError` with the code `.mismatch` if SQLite cannot store the value, for example a `UInt64` above `Int64.max`.
    var fmValue: FMValue { get throws(FMError) }

    /// Returns the Swift value of a stored value, or nil if it cannot be converted: another storage class, a number out of
    /// range, or NULL for a non-optional type. The caller then throws an error that names the column.
    static func fromFMValue(_ value: FMValue) -> Self?

    /// Returns the Swift value of a column, as ``fromFMValue(_:)`` does. The types of the library read the column directly from SQLite,
    /// which is faster. For your own types use the default implementation.
    ///
    /// - Throws: `FMError` with the code `.mismatch` if the stored value cannot be converted.
    static func fromFMCell(_ cell: borrowing FMCell) throws(FMError) -> Self

    /// Binds the value of ``fmValue``. The types of the library bind their value directly. For your own types use the default
    /// implementation.
    ///
    /// - Throws: the error of `fmValue`, or `FMError` with SQLite's code if SQLite rejects the value.
    func bindFMParameter(_ parameter: borrowing FMParameter) throws(FMError)
}

/// A value in SQLite's form, before it is converted to a Swift value. See ``FMValueConvertible/fromFMCell(_:)``.
///
/// It is valid only during the call that receives it. See [Protected SQL Values](https://sqlite.org/c3ref/value.html).
public struct FMCell: ~Copyable {
    /// An `sqlite3_value*`.
    let raw: OpaquePointer?
}

/// A parameter of a statement, to bind a value to. See ``FMValueConvertible/bindFMParameter(_:)``.
///
/// It is valid only during the call that receives it. See [Binding Values To Prepared Statements](https://sqlite.org/c3ref/bind_blob.html).
public struct FMParameter: ~Copyable {
    /// A pointer to the engine's state of the statement.
    @usableFromInline let statement: UnsafeMutableRawPointer
    /// The position of the parameter, counted from 1.
    @usableFromInline let position: Int32

    @inlinable
    init(statement: UnsafeMutableRawPointer, position: Int32) {
        self.statement = statement
        self.position = position
    }
}

extension FMValue: FMValueConvertible {
    /// The value itself.
    @inlinable
    public var fmValue: FMValue { self }

    /// The value itself.
    public static func fromFMValue(_ value: FMValue) -> FMValue? { value }
}

extension Optional: FMValueConvertible where Wrapped: FMValueConvertible {
    /// The stored form of the wrapped value, or NULL.
    @inlinable
    public var fmValue: FMValue {
        get throws(FMError) {
            guard let self else { return .null }
            return try self.fmValue
        }
    }

    /// Returns nil for NULL, or else the wrapped type's value.
    public static func fromFMValue(_ value: FMValue) -> Wrapped?? {
        if value.isNull { return .some(nil) }
        guard let wrapped = Wrapped.fromFMValue(value) else { return nil }
        return .some(wrapped)
    }
}

extension FMValueConvertible where Self: RawRepresentable, RawValue: FMValueConvertible {
    /// The stored form of the raw value.
    public var fmValue: FMValue { get throws(FMError) { try rawValue.fmValue } }

    /// Returns the case with this raw value.
    public static func fromFMValue(_ value: FMValue) -> Self? {
        RawValue.fromFMValue(value).flatMap(Self.init(rawValue:))
    }
}
