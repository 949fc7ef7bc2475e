import FMDB

/// A type of which a sample can be made. An enumeration without `CaseIterable`, or a type whose `init(from:)` accepts only
/// some values, conforms to it, so that the table of a `Codable` model with such a property can be found out.
public protocol FMSampled: FMNonisolated {
    /// Any value.
    static var fmSample: Self { get }
}

/// What a column of a table is, whatever model it belongs to.
struct ColumnShape: Sendable {
    var name: String
    var kind: FMColumnKind
    var isOptional: Bool
    var defaultValue: FMValue?
    /// What the property has in a new value of the model, for the rows that are there before the column is.
    var initialValue: FMValue?
    /// How its texts are compared; nil where the model does not say.
    var collation: FMCollation?
    /// Whether it holds a date, in the form that the table's options name.
    var isDate = false
    /// Whether it holds bytes and nothing else. Of what is made by hand that is not known.
    var isBytes = false
    /// The type of the property, without its optionals; nil where that is not known.
    var type: Any.Type?

    init(_ name: String, _ kind: FMColumnKind, isOptional: Bool = true, default defaultValue: FMValue? = nil) {
        self.name = name
        self.kind = kind
        self.isOptional = isOptional
        self.defaultValue = defaultValue
    }
}

extension ColumnShape {
    /// The column of a property of a type; nil if the type alone does not tell.
    init?(_ name: String, of type: Any.Type) {
        let (wrapped, isOptional) = ColumnShape.unwrapped(type)
        guard let kind = FMColumnKind(of: wrapped) else { return nil }
        self.init(name, kind, isOptional: isOptional)
        note(wrapped)
    }

    /// Remembers what the kind alone does not tell of a type.
    mutating func note(_ type: Any.Type) {
        let (wrapped, _) = ColumnShape.unwrapped(type)
        self.type = wrapped
        isDate = wrapped == Date.self
        isBytes = FMColumnKind(of: wrapped) == .blob
    }

    /// The same, of a property of a type.
    func noting(_ type: Any.Type) -> ColumnShape {
        var shape = self
        shape.note(type)
        return shape
    }

    static func unwrapped(_ type: Any.Type) -> (Any.Type, isOptional: Bool) {
        guard let optional = type as? any OptionalValue.Type else { return (type, false) }
        return (optional.innermostType, true)
    }
}

extension FMColumnKind {
    /// The kind of a type whose values the library itself converts, or that has a raw value of such a type.
    init?(of type: Any.Type) {
        switch type {
        case is Bool.Type, is any BinaryInteger.Type: self = .integer
        case is any BinaryFloatingPoint.Type, is Date.Type: self = .real
        case is any StringProtocol.Type, is UUID.Type, is URL.Type, is Decimal.Type: self = .text
        case is Data.Type, is [UInt8].Type: self = .blob
        default:
            guard let raw = type as? any RawRepresentable.Type else { return nil }
            self.init(of: FMColumnKind.rawType(of: raw))
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
