import Foundation

/// A type whose values SQLite can store in one column.
///
/// The library conforms the integers, `Float`, `Double`, `Bool`, `String`, `Substring`, `Data`, `[UInt8]`, `Date`,
/// `UUID`, `URL`, `Decimal`, `Optional`, `FMValue` and their Foundation classes. An enumeration with a raw value
/// conforms by saying so:
///
///     enum Level: Int, FMValueConvertible { case low, high }
///
/// A type of your own says how it is stored and how it is read back:
///
///     extension Colour: FMValueConvertible {
///         var fmValue: FMValue { .text(hex) }
///         static func fromFMValue(_ value: FMValue) -> Colour? {
///             guard case .text(let hex) = value else { return nil }
///             return Colour(hex: hex)
///         }
///     }
public protocol FMValueConvertible {
    /// The value to store.
    ///
    /// - Throws: `FMError` with the code `.mismatch` where SQLite cannot hold the value, a `UInt64` above
    ///   `Int64.max` for example.
    var fmValue: FMValue { get throws(FMError) }

    /// The value read back, or nil where the stored value does not fit: another storage class, a number out of range,
    /// NULL for a type that is not optional. The caller then throws an error that names the column.
    static func fromFMValue(_ value: FMValue) -> Self?

    /// The value of a column, as ``fromFMValue(_:)`` makes it. The library's own types take it from SQLite directly, which
    /// is faster; a type of your own leaves it to the default.
    ///
    /// - Throws: `FMError` with the code `.mismatch` where the stored value does not fit.
    static func fromFMCell(_ cell: borrowing FMCell) throws(FMError) -> Self

    /// Stores the value, as ``fmValue`` says it. The library's own types give it to SQLite directly; a type of your own
    /// leaves it to the default.
    ///
    /// - Throws: `FMError`: what `fmValue` throws, and SQLite's code if it refuses the value.
    func bindFMParameter(_ parameter: borrowing FMParameter) throws(FMError)
}

extension FMValue: FMValueConvertible {
    /// The value itself.
    @inlinable
    public var fmValue: FMValue { self }

    /// The value itself.
    public static func fromFMValue(_ value: FMValue) -> FMValue? { value }
}

extension Optional: FMValueConvertible where Wrapped: FMValueConvertible {
    /// The wrapped value's, or NULL.
    @inlinable
    public var fmValue: FMValue {
        get throws(FMError) {
            guard let self else { return .null }
            return try self.fmValue
        }
    }

    /// nil for NULL, else what the wrapped type makes of the value.
    public static func fromFMValue(_ value: FMValue) -> Wrapped?? {
        if value.isNull { return .some(nil) }
        guard let wrapped = Wrapped.fromFMValue(value) else { return nil }
        return .some(wrapped)
    }
}

extension FMValueConvertible where Self: RawRepresentable, RawValue: FMValueConvertible {
    /// The raw value's.
    public var fmValue: FMValue {
        get throws(FMError) { try rawValue.fmValue }
    }

    /// The case with that raw value.
    public static func fromFMValue(_ value: FMValue) -> Self? {
        RawValue.fromFMValue(value).flatMap(Self.init(rawValue:))
    }
}
