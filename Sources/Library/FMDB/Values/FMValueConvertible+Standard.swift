extension FMValueConvertible where Self: FixedWidthInteger {
    /// An integer.
    ///
    /// - Throws: `FMError` with the code `.mismatch` if the number does not fit into a signed 64-bit integer.
    public var fmValue: FMValue {
        get throws(FMError) {
            guard let integer = Int64(exactly: self) else {
                throw FMError(.mismatch, "a value of type \(Self.self) exceeds the range of Int64")
            }
            return .integer(integer)
        }
    }

    /// An integer within the type's range, or a whole REAL value.
    public static func fromFMValue(_ value: FMValue) -> Self? {
        switch value {
        case .integer(let integer): Self(exactly: integer)
        case .real(let real): Int64(exactly: real).flatMap(Self.init(exactly:))
        default: nil
        }
    }
}

extension Int: FMValueConvertible {
    /// An integer.
    @inlinable
    public var fmValue: FMValue { .integer(Int64(self)) }
}
extension Int8: FMValueConvertible {}
extension Int16: FMValueConvertible {}
extension Int32: FMValueConvertible {}
extension Int64: FMValueConvertible {
    /// An integer.
    @inlinable
    public var fmValue: FMValue { .integer(self) }
}
extension UInt: FMValueConvertible {}
extension UInt8: FMValueConvertible {}
extension UInt16: FMValueConvertible {}
extension UInt32: FMValueConvertible {}
extension UInt64: FMValueConvertible {}

extension Double: FMValueConvertible {
    /// A real number. SQLite stores NaN as NULL.
    @inlinable
    public var fmValue: FMValue { .real(self) }

    /// A real number or an integer.
    public static func fromFMValue(_ value: FMValue) -> Double? {
        switch value {
        case .real(let real): real
        case .integer(let integer): Double(integer)
        default: nil
        }
    }
}

extension Float: FMValueConvertible {
    /// A real number.
    public var fmValue: FMValue { .real(Double(self)) }

    /// A real number or an integer, rounded to the precision of `Float`.
    public static func fromFMValue(_ value: FMValue) -> Float? {
        guard let double = Double.fromFMValue(value) else { return nil }
        let float = Float(double)
        return float.isInfinite && double.isFinite ? nil : float
    }
}

extension Bool: FMValueConvertible {
    /// The integer 1 or 0.
    @inlinable
    public var fmValue: FMValue { .integer(self ? 1 : 0) }

    /// An integer, which is true unless it is 0.
    public static func fromFMValue(_ value: FMValue) -> Bool? {
        guard case .integer(let integer) = value else { return nil }
        return integer != 0
    }
}

extension String: FMValueConvertible {
    /// Text.
    @inlinable
    public var fmValue: FMValue { .text(self) }

    /// Text.
    public static func fromFMValue(_ value: FMValue) -> String? {
        guard case .text(let text) = value else { return nil }
        return text
    }
}

extension Substring: FMValueConvertible {
    /// Text.
    public var fmValue: FMValue { .text(String(self)) }

    /// Text.
    public static func fromFMValue(_ value: FMValue) -> Substring? { String.fromFMValue(value).map { $0[...] } }
}
