import FMDB

/// How the values of a type lie within JSON text, beside how they lie in a column.
enum JSONForm: Equatable {
    /// A number, or a text with a form of its own, the same in both.
    case plain
    /// Any text, the same in both.
    case text
    /// `true` or `false`, 1 or 0 in a column.
    case truth
    /// Seconds since 1970; in a column what the options of the table name.
    case date
    /// A number, in a column a text.
    case decimal
    /// Values by key or a list, in a column their JSON text.
    case nested
    /// In forms between which SQL cannot convert, or which the type does not tell.
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
        default: self = JSONForm.form(ofOther: type)
        }
    }

    private static func form(ofOther type: Any.Type) -> JSONForm {
        // What converts itself may be anything in JSON text.
        if type is any FMValueConvertible.Type, !(type is any RawRepresentable.Type) { return .other }
        guard let decodable = type as? any Decodable.Type else { return .other }
        return FormProbe.form(of: decodable)
    }
}

/// Learns of a type whether it has a single value, and of which form.
private final class FormProbe: Decoder {
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    fileprivate var form = JSONForm.other

    /// What has been asked for is known.
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
    /// Whether it is a place within JSON text.
    var isWithinJSON: Bool {
        if let field = self as? FMField<Model, Value> { return !field.path.isEmpty }
        if case .place = (self as? FMExpression<Model, Value>)?.source { return true }
        return false
    }

    var jsonForm: JSONForm { JSONForm(of: Value.self) }

    /// The value as it is set to a place within JSON text.
    var sqlWithinJSON: FMSQL {
        if isWithinJSON {
            switch jsonForm {
            case .truth: return truthWithinJSON
            case .text: return wholeText
            case .plain, .nested, .date: return fmSQL
            // As it is written, with all digits.
            case .decimal, .other: return written
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

    /// The value as it is set to a column.
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

    /// SQLite takes 1 and 0 for numbers where it writes JSON text.
    private var truthWithinJSON: FMSQL { "json(CASE WHEN \(fmSQL) THEN 'true' WHEN NOT \(fmSQL) THEN 'false' END)" }

    /// The place as it stands in the JSON text.
    private var written: FMSQL {
        if case .place(let written) = termSource { written } else { fmSQL }
    }

    var refused: FMSQL { "\(Refused(error: FMError(.misuse, JSONForm.refusal(Value.self))))" }
}

extension JSONForm {
    fileprivate static func refusal(_ type: Any.Type) -> String {
        "\(type) has another form within JSON text than in a column, and SQL cannot convert it"
    }
}
