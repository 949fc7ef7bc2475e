import FMDB

/// A value of a record's column.
struct RecordNode: DecodingNode {
    private let content: Content
    private let dates: FMDateStorage

    private enum Content {
        case value(FMValue)
        case record(FMRecord)
    }

    init(_ record: FMRecord, _ dates: FMDateStorage) { self.init(.record(record), dates) }

    private init(_ content: Content, _ dates: FMDateStorage) {
        self.content = content
        self.dates = dates
    }

    var isNull: Bool {
        if case .value(.null) = content { true } else { false }
    }

    var typeName: String {
        switch content {
        case .value(let value): value.typeName
        case .record: "a record"
        }
    }

    func object() -> [String: RecordNode]? {
        guard case .record(let record) = content else { return nil }
        return record.dictionary.mapValues { RecordNode(.value($0), dates) }
    }

    func list() -> [RecordNode]? { nil }

    /// A column decodes its value itself, JSON text included.
    func plain<Value: Decodable>(_ type: Value.Type) throws(FMError) -> Value? {
        guard case .value(let value) = content else { return nil }
        return try value.decode(type, dates: dates)
    }
}

/// A value of a dictionary.
struct DictionaryNode: DecodingNode {
    private let value: Any?
    private let dates: FMDateStorage

    init(_ value: Any, _ dates: FMDateStorage) {
        self.value = DictionaryNode.unwrapped(value)
        self.dates = dates
    }

    /// An `Optional` boxed in `Any` is not nil itself.
    private static func unwrapped(_ value: Any) -> Any? {
        guard let optional = value as? any OptionalValue else { return value is NSNull ? nil : value }
        guard let wrapped = optional.wrappedValue else { return nil }
        return unwrapped(wrapped)
    }

    var isNull: Bool { value == nil || value as? FMValue == .null }
    var typeName: String { value.map { "\(type(of: $0))" } ?? "nil" }

    func object() -> [String: DictionaryNode]? {
        (value as? [String: Any])?.mapValues { DictionaryNode($0, dates) }
            ?? (value as? FMRecord)?.dictionary.mapValues { DictionaryNode($0, dates) }
    }

    func list() -> [DictionaryNode]? { (value as? [Any])?.map { DictionaryNode($0, dates) } }

    func plain<Value: Decodable>(_ type: Value.Type) throws(FMError) -> Value? {
        guard let value else {
            if ColumnShape.unwrapped(type).isOptional { return nil }
            throw refusal(type)
        }
        if let value = value as? Value { return value }
        if value is [String: Any] || value is FMRecord { return nil }
        guard let convertible = value as? any FMValueConvertible else {
            if value is [Any] { return nil }
            throw refusal(type)
        }
        let stored = try convertible.fmValue
        // JSON has no bytes.
        if type == Data.self, case .text(let text) = stored {
            guard let data = Data(base64Encoded: text) as? Value else { throw refusal(type) }
            return data
        }
        // A date that is one already is not in the form in which dates are stored.
        return try stored.decode(type, dates: value is Date ? .secondsSince1970 : dates)
    }

    private func refusal(_ type: Any.Type) -> FMError {
        FMError(.mismatch, "expected \(type), found \(typeName)")
    }
}

private protocol OptionalValue {
    var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var wrappedValue: Any? {
        switch self {
        case .some(let wrapped): wrapped
        case .none: nil
        }
    }
}
