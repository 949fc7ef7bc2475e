import FMDB

/// The form of a type's values within JSON text, compared with their form in a column.
enum JSONForm: Equatable {
    /// A number, or a string of a fixed form, the same in both.
    case plain
    /// Any string, the same in both.
    case text
    /// `true` or `false`; in a column 1 or 0.
    case truth
    /// Seconds since 1970; in a column the format of the table's options.
    case date
    /// A number; in a column TEXT.
    case decimal
    /// An object or an array; in a column its JSON text.
    case nested
    /// A form that SQL cannot convert to that of a column, or an unknown form.
    case other

    init(of type: Any.Type) {
        let type = ColumnShape.unwrapped(type).0
        switch type {
        case is Bool.Type: self = .truth
        case is Date.Type: self = .date
        case is Decimal.Type: self = .decimal
        case is Data.Type, is [UInt8].Type: self = .other
        case is any StringProtocol.Type: self = .text
        case is any BinaryInteger.Type, is any BinaryFloatingPoint.Type, is UUID.Type, is URL.Type: self = .plain
        // A type that converts itself may have any form in JSON text.
        case is any FMValueConvertible.Type where !(type is any RawRepresentable.Type): self = .other
        case let type as any Decodable.Type: self = FormProbe.form(of: type)
        default: self = .other
        }
    }
}

/// Determines whether a type decodes a single value, and the form of that value.
private final class FormProbe: Decoder {
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    fileprivate var form = JSONForm.other

    /// Thrown to end the decoding as soon as the form is known.
    struct End: Error {}

    static func form<Value: Decodable>(of type: Value.Type) -> JSONForm {
        let probe = FormProbe()
        _ = try? Value(from: probe)
        return probe.form
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        form = .nested
        throw End()
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        form = .nested
        throw End()
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { Single(probe: self) }

    private struct Single: SingleValueDecodingContainer {
        let probe: FormProbe
        var codingPath: [any CodingKey] { [] }

        func decodeNil() -> Bool { false }

        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            probe.form = JSONForm(of: type)
            throw End()
        }
    }
}

// MARK: - Conversion

extension FMTerm {
    var isWithinJSON: Bool {
        if let field = self as? FMField<Model, Value> { return !field.path.isEmpty }
        if case .place = (self as? FMExpression<Model, Value>)?.source { return true }
        return false
    }

    var jsonForm: JSONForm { JSONForm(of: Value.self) }

    var sqlWithinJSON: FMSQL {
        if isWithinJSON {
            switch jsonForm {
            case .truth: return truthWithinJSON
            case .text: return wholeText
            case .plain, .date: return fmSQL
            // Since SQLite 3.54, JSON text from a subquery would become a JSON string without `json`.
            case .nested: return "json(\(fmSQL))"
            // Reads the value as JSON, with all digits.
            case .decimal, .other: return "json(\(written))"
            }
        }
        switch jsonForm {
        case .plain, .text: return fmSQL
        case .truth: return truthWithinJSON
        case .decimal, .nested: return "json(\(fmSQL))"
        case .date where StoredDate<Model>.form == .secondsSince1970: return fmSQL
        case .date, .other: return refused
        }
    }

    var sqlInColumn: FMSQL {
        guard isWithinJSON else { return fmSQL }
        switch jsonForm {
        case .text: return wholeText
        case .plain, .truth, .nested: return fmSQL
        case .decimal: return written.orNull
        case .date where StoredDate<Model>.form == .secondsSince1970: return fmSQL
        case .date, .other: return refused
        }
    }

    /// The value as `true` or `false`, because SQLite writes 1 and 0 as numbers into JSON text.
    private var truthWithinJSON: FMSQL { "json(CASE WHEN \(fmSQL) THEN 'true' WHEN NOT \(fmSQL) THEN 'false' END)" }

    /// The SQL that reads the value as JSON.
    private var written: FMSQL {
        if case .place(let written) = termSource { written } else { fmSQL }
    }

    var refused: FMSQL {
        let reason =
            "the form of \(Value.self) in JSON text differs from its form in a column, and SQL cannot convert it"
        return "\(Refused(error: FMError(.misuse, reason)))"
    }
}
