import Foundation

extension Data: FMValueConvertible {
    /// A blob.
    @inlinable
    public var fmValue: FMValue { .blob(self) }

    /// A blob. An empty blob is empty data, not nil.
    public static func fromFMValue(_ value: FMValue) -> Data? {
        guard case .blob(let data) = value else { return nil }
        return data
    }
}

extension Array: FMValueConvertible where Element == UInt8 {
    /// A blob.
    public var fmValue: FMValue { .blob(Data(self)) }

    /// A blob.
    public static func fromFMValue(_ value: FMValue) -> [UInt8]? { Data.fromFMValue(value).map { [UInt8]($0) } }
}

extension Date: FMValueConvertible {
    /// Seconds since 1970 as a REAL value.
    public var fmValue: FMValue { .real(timeIntervalSince1970) }

    /// A number of seconds since 1970.
    public static func fromFMValue(_ value: FMValue) -> Date? {
        Double.fromFMValue(value).map { Date(timeIntervalSince1970: $0) }
    }
}

extension UUID: FMValueConvertible {
    /// The UUID as upper-case text.
    public var fmValue: FMValue { .text(uuidString) }

    /// A UUID as text in upper or lower case.
    public static func fromFMValue(_ value: FMValue) -> UUID? {
        String.fromFMValue(value).flatMap(UUID.init(uuidString:))
    }
}

extension URL: FMValueConvertible {
    /// The absolute string.
    public var fmValue: FMValue { .text(absoluteString) }

    /// Text that is a URL.
    public static func fromFMValue(_ value: FMValue) -> URL? { String.fromFMValue(value).flatMap { URL(string: $0) } }
}

extension Decimal: FMValueConvertible {
    /// Text, so that no digit is lost. NaN is NULL.
    public var fmValue: FMValue { isNaN ? .null : .text(description) }

    /// Text that is a decimal number, or a number. nil if it is outside the range of `Decimal`.
    public static func fromFMValue(_ value: FMValue) -> Decimal? {
        let decimal: Decimal? =
            switch value {
            case .integer(let integer): Decimal(integer)
            case .real(let real) where holds(real): Decimal(real)
            case .text(let text) where isNumber(text):
                Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
            default: nil
            }
        guard let decimal, !decimal.isNaN else { return nil }
        return decimal
    }

    /// Whether the number is in the range of a `Decimal`, which has exponents from -128 to 127 and 38 digits.
    private static func holds(_ real: Double) -> Bool { real == 0 || (1e-110...1e160).contains(abs(real)) }

    /// Whether the whole text is a number. `Decimal(string:)` reads a number at the start of the text and ignores the rest.
    private static func isNumber(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { DecimalForm.holds(UnsafeRawBufferPointer($0)) }
    }
}

extension NSNull: FMValueConvertible {
    /// NULL.
    public var fmValue: FMValue { .null }

    /// Only NULL.
    public static func fromFMValue(_ value: FMValue) -> Self? { value.isNull ? NSNull() as? Self : nil }
}

extension NSString: FMValueConvertible {
    /// Text.
    public var fmValue: FMValue { .text(String(describing: self)) }

    /// Text.
    public static func fromFMValue(_ value: FMValue) -> Self? {
        String.fromFMValue(value).flatMap { NSString(string: $0) as? Self }
    }
}

extension NSData: FMValueConvertible {
    /// A blob.
    public var fmValue: FMValue { .blob(Data(referencing: self)) }

    /// A blob.
    public static func fromFMValue(_ value: FMValue) -> Self? {
        Data.fromFMValue(value).flatMap { NSData(data: $0) as? Self }
    }
}

extension NSDate: FMValueConvertible {
    /// Seconds since 1970 as a REAL value.
    public var fmValue: FMValue { .real(timeIntervalSince1970) }

    /// A number of seconds since 1970.
    public static func fromFMValue(_ value: FMValue) -> Self? {
        Double.fromFMValue(value).flatMap { NSDate(timeIntervalSince1970: $0) as? Self }
    }
}

extension NSNumber: FMValueConvertible {
    /// An integer or a real number, according to the number's type; an `NSDecimalNumber` as text, as for `Decimal`.
    ///
    /// - Throws: `FMError` with the code `.mismatch` for an unsigned number above `Int64.max`.
    public var fmValue: FMValue {
        get throws(FMError) {
            if let decimal = self as? NSDecimalNumber { return decimal.decimalValue.fmValue }
            switch storageKind {
            case .real: return .real(doubleValue)
            case .unsigned: return try uint64Value.fmValue
            case .signed: return .integer(int64Value)
            }
        }
    }

    /// An integer or a real number.
    public static func fromFMValue(_ value: FMValue) -> Self? {
        switch value {
        case .integer(let integer): NSNumber(value: integer) as? Self
        case .real(let real): NSNumber(value: real) as? Self
        default: nil
        }
    }

    enum StorageKind { case signed, unsigned, real }

    /// The kind of number, found by its Objective-C type code. The code shows the width of the value, not of the original type, so only the
    /// letters below matter.
    var storageKind: StorageKind {
        switch UInt8(bitPattern: objCType.pointee) {
        case UInt8(ascii: "d"), UInt8(ascii: "f"): .real
        case UInt8(ascii: "Q"): .unsigned
        default: .signed
        }
    }
}
