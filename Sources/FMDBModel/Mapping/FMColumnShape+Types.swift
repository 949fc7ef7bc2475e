import FMDB

/// A type of which a sample can be made. An enumeration without `CaseIterable`, or a type whose `init(from:)` accepts only
/// some values, conforms to it, so that the table of a `Codable` model with such a property can be found out.
public protocol FMSampled {
    /// Any value.
    static var fmSample: Self { get }
}

extension FMColumnShape {
    /// The column of a property of a type; nil if the type alone does not tell.
    init?(_ name: String, of type: Any.Type) {
        let (wrapped, isOptional) = FMColumnShape.unwrapped(type)
        guard let kind = Kind(of: wrapped) else { return nil }
        self.init(name, kind, isOptional: isOptional)
        note(wrapped)
    }

    /// Remembers what the kind alone does not tell of a type.
    mutating func note(_ type: Any.Type) {
        let (wrapped, _) = FMColumnShape.unwrapped(type)
        isDate = wrapped == Date.self
        isBytes = Kind(of: wrapped) == .blob
    }

    static func unwrapped(_ type: Any.Type) -> (Any.Type, isOptional: Bool) {
        guard let optional = type as? any AnyOptional.Type else { return (type, false) }
        return (unwrapped(optional.wrapped).0, true)
    }
}

extension FMColumnShape.Kind {
    /// The kind of a type whose values the library itself converts, or that has a raw value of such a type.
    init?(of type: Any.Type) {
        switch type {
        case is Bool.Type, is any BinaryInteger.Type: self = .integer
        case is any BinaryFloatingPoint.Type, is Date.Type: self = .real
        case is any StringProtocol.Type, is UUID.Type, is URL.Type, is Decimal.Type: self = .text
        case is Data.Type, is [UInt8].Type: self = .blob
        default:
            guard let raw = type as? any RawRepresentable.Type else { return nil }
            self.init(of: FMColumnShape.Kind.rawType(of: raw))
        }
    }

    private static func rawType<Type: RawRepresentable>(of type: Type.Type) -> Any.Type { Type.RawValue.self }

    /// The kind that keeps a value as it is.
    init(of value: FMValue) {
        switch value {
        case .integer: self = .integer
        case .real: self = .real
        case .text: self = .text
        case .blob, .null: self = .blob
        }
    }

    /// The kind of a date.
    init(_ dates: FMDateStorage) {
        switch dates {
        case .secondsSince1970: self = .real
        case .millisecondsSince1970: self = .integer
        case .iso8601: self = .text
        }
    }
}

private protocol AnyOptional {
    static var wrapped: Any.Type { get }
}

extension Optional: AnyOptional {
    fileprivate static var wrapped: Any.Type { Wrapped.self }
}
