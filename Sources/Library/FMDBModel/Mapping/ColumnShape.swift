import FMDB

/// A type that provides a sample value. The library decodes samples to determine the columns of a `Codable` model. Conform an
/// enumeration that is not `CaseIterable`, or a type whose `init(from:)` accepts only some values.
public protocol FMSampled: FMNonisolated {
    /// A sample, which can be any value of the type.
    static var fmSample: Self { get }
}

/// A column of a table, independent of the model.
struct ColumnShape: Sendable {
    var name: String
    var kind: FMColumnKind
    var isOptional: Bool
    var defaultValue: FMValue?
    /// The initial value of the property, for rows that existed before the column.
    var initialValue: FMValue?
    /// The collation, or nil if the model does not declare one.
    var collation: FMCollation?
    /// Whether the column holds dates, in the format of the table's options.
    var isDate = false
    /// Whether the column is known to hold only bytes. For a column that is described by hand this is unknown.
    var isBytes = false
    /// The type of the property without optionals, or nil if it is unknown.
    var type: Any.Type?

    init(_ name: String, _ kind: FMColumnKind, isOptional: Bool = true, default defaultValue: FMValue? = nil) {
        self.name = name
        self.kind = kind
        self.isOptional = isOptional
        self.defaultValue = defaultValue
    }
}

extension ColumnShape {
    /// Creates the column of a property; nil if the type does not determine the column's kind.
    init?(_ name: String, of type: Any.Type) {
        let (wrapped, isOptional) = ColumnShape.unwrapped(type)
        guard let kind = FMColumnKind(of: wrapped) else { return nil }
        self.init(name, kind, isOptional: isOptional)
        note(wrapped)
    }

    /// Records facts about the property's type that the column's kind does not show.
    mutating func note(_ type: Any.Type) {
        let (wrapped, _) = ColumnShape.unwrapped(type)
        self.type = wrapped
        isDate = wrapped == Date.self
        isBytes = FMColumnKind(of: wrapped) == .blob
    }

    func noting(_ type: Any.Type) -> ColumnShape {
        var shape = self
        shape.note(type)
        return shape
    }

    static func unwrapped(_ type: Any.Type) -> (Any.Type, isOptional: Bool) {
        guard let optional = type as? any OptionalValue.Type else { return (type, false) }
        return (optional.innermostType, true)
    }

    /// Returns why the property cannot be read from a value; nil if it can, or if its type is unknown.
    func reasonNotToRead(_ value: FMValue, _ dates: FMDateStorage) -> String? {
        guard !value.isNull, let type else { return nil }
        if isDate { return dates.date(of: value) == nil ? value.reasonNotToBe(type) : nil }
        if let type = type as? any FMValueConvertible.Type {
            return type.accepts(value) ? nil : value.reasonNotToBe(type)
        }
        do throws(FMError) {
            if let type = type as? any Decodable.Type { try value.expectDecodable(type, dates) }
            return nil
        } catch {
            return error.message
        }
    }
}

extension FMValueConvertible {
    static func accepts(_ value: FMValue) -> Bool { fromFMValue(value) != nil }
}

extension FMValue {
    fileprivate func expectDecodable<Value: Decodable>(_: Value.Type, _ dates: FMDateStorage) throws(FMError) {
        _ = try decode(Value.self, dates: dates)
    }
}

extension FMColumnKind {
    /// Creates the kind for a type that the library converts, or for a type whose raw value the library converts.
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

    /// The kind that stores a value unchanged.
    init(of value: FMValue) {
        switch value {
        case .integer: self = .integer
        case .real: self = .real
        case .text: self = .text
        case .blob, .null: self = .blob
        }
    }

    /// The kind for a format of dates.
    init(_ dates: FMDateStorage) {
        switch dates {
        case .secondsSince1970: self = .real
        case .millisecondsSince1970: self = .integer
        case .iso8601: self = .text
        }
    }
}

extension FMDateStorage {
    /// Returns another date format that can read a value, or nil.
    func other(reading value: FMValue) -> FMDateStorage? {
        [.iso8601, .secondsSince1970].first { $0 != self && $0.date(of: value) != nil }
    }
}
