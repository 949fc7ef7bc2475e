import FMDB

/// A value that another library wrote: a column, or a part of a column's JSON text.
struct LegacyNode: DecodingNode, Sendable {
    private let content: JSONText
    private let dialect: LegacyDialect

    init(_ value: FMValue, _ dialect: LegacyDialect) { self.init(.value(value), dialect) }

    init(_ object: [String: LegacyNode], _ dialect: LegacyDialect) {
        self.init(.object(object.mapValues(\.content)), dialect)
    }

    private init(_ content: JSONText, _ dialect: LegacyDialect) {
        self.content = content
        self.dialect = dialect
    }

    var isNull: Bool {
        if case .value(.null) = content { true } else { false }
    }

    var typeName: String {
        switch content {
        case .value(let value): value.typeName
        case .list: "a list"
        case .object: "a dictionary"
        }
    }

    func object() -> [String: LegacyNode]? {
        switch unwrapped.content {
        case .object(let object): object.mapValues { LegacyNode($0, dialect) }
        // Later versions of BGFMDB write an object of the app's own class as a list with one element.
        case .list(let list) where list.count == 1: LegacyNode(list[0], dialect).markedContent?.object()
        case .value(.text(let text)): parsed(text)?.object()
        default: nil
        }
    }

    func list() -> [LegacyNode]? {
        switch unwrapped.content {
        case .list(let list): list.map { LegacyNode($0, dialect).unwrapped }
        case .value(.text(let text)): parsed(text)?.list()
        default: nil
        }
    }

    private var markedContent: LegacyNode? {
        guard case .object(let object) = content else { return nil }
        return dialect.content(of: object).map { LegacyNode($0, dialect) }
    }

    private var unwrapped: LegacyNode { markedContent ?? self }

    /// Returns the parsed JSON, or nil if the string is not a JSON array or object.
    private func parsed(_ text: String) -> LegacyNode? {
        guard let json = try? JSONDecoder().decode(JSONText.self, from: Data(text.utf8)) else { return nil }
        if case .value = json { return nil }
        return LegacyNode(json, dialect)
    }

    func plain<Value: Decodable>(_ type: Value.Type) throws(FMError) -> Value? {
        let node = unwrapped
        guard case .value(let value) = node.content, let plain = type as? any FMValueConvertible.Type else {
            return nil
        }
        let (wrapped, isOptional) = ColumnShape.unwrapped(type)
        if isOptional { return nil }
        guard let converted = dialect.converted(value, to: plain, wrapped) as? Value else {
            throw FMError(.mismatch, value.reasonNotToBe(type))
        }
        return converted
    }

    /// Returns the value of a column for a model that is not decoded with `Codable`.
    func value(for column: ColumnShape, _ dates: FMDateStorage) throws(FMError) -> FMValue {
        guard case .value(let value) = content, !value.isNull else { return .null }
        if column.isDate {
            guard let date = dialect.date(value) else { throw FMError(.mismatch, "expected a date") }
            return try dates.value(of: date)
        }
        switch column.kind {
        case .integer, .real:
            guard let number = dialect.number(value) else {
                throw FMError(.mismatch, "expected a number, found \(value.typeName)")
            }
            return number
        case .blob: return dialect.data(value).map { .blob($0) } ?? value
        case .text: return json() ?? value
        }
    }

    /// Returns the value as plain JSON text, or nil if it is not a JSON array or object.
    private func json() -> FMValue? {
        guard case .value(.text(let text)) = content, parsed(text) != nil else { return nil }
        return try? FMValue(encoding: plainJSON)
    }

    private var plainJSON: JSONText {
        if let list = list() { return .list(list.map(\.plainJSON)) }
        if let object = object() { return .object(object.mapValues(\.plainJSON)) }
        guard case .value(let value) = unwrapped.content else { return .value(.null) }
        return .value(value)
    }
}

extension LegacyDialect {
    fileprivate func converted<Value: FMValueConvertible>(
        _ value: FMValue, to type: Value.Type, _ kind: Any.Type
    ) -> Value? {
        if kind == Date.self { return date(value) as? Value }
        if kind == Decimal.self { return decimal(value) as? Value }
        switch FMColumnKind(of: kind) {
        case .integer?, .real?: return number(value).flatMap(Value.fromFMValue)
        case .blob?: return data(value).flatMap { Value.fromFMValue(.blob($0)) }
        default: return Value.fromFMValue(value)
        }
    }
}

indirect enum JSONText: Codable, Sendable {
    case value(FMValue)
    case list([JSONText])
    case object([String: JSONText])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .value(.null)
        } else if let isTrue = try? container.decode(Bool.self) {
            self = .value(.integer(isTrue ? 1 : 0))
        } else if let value = try? container.decode(FMValue.self) {
            self = .value(value)
        } else if let list = try? container.decode([JSONText].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: JSONText].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .value(.blob): try container.encodeNil()
        case .value(let value): try container.encode(value)
        case .list(let list): try container.encode(list)
        case .object(let object): try container.encode(object)
        }
    }
}
