import FMDB

/// A value in a dictionary or in a column of a record.
struct DictionaryNode: DecodingNode {
    private let value: Any?
    private let dates: FMDateStorage
    /// Whether the value is a column of a record. If so, `FMValue` decodes it, including JSON text.
    private let isColumn: Bool

    init(_ value: Any, _ dates: FMDateStorage, isColumn: Bool = false) {
        // A nil `Optional` boxed in `Any` does not compare equal to nil.
        let inner: Any? = if let optional = value as? any OptionalValue { optional.innermostValue } else { value }
        self.value = inner is NSNull ? nil : inner
        self.dates = dates
        self.isColumn = isColumn
    }

    var isNull: Bool { value == nil || value as? FMValue == .null }

    var typeName: String {
        switch value {
        case nil: "nil"
        case is FMRecord where isColumn: "a record"
        case let column as FMValue where isColumn: column.typeName
        case let value?: "\(type(of: value))"
        }
    }

    func object() -> [String: DictionaryNode]? {
        (value as? [String: Any])?.mapValues { DictionaryNode($0, dates) }
            ?? (value as? FMRecord)?.dictionary.mapValues { DictionaryNode($0, dates, isColumn: isColumn) }
    }

    func list() -> [DictionaryNode]? { (value as? [Any])?.map { DictionaryNode($0, dates) } }

    func plain<Value: Decodable>(_ type: Value.Type) throws(FMError) -> Value? {
        guard let value else {
            if ColumnShape.unwrapped(type).isOptional { return nil }
            throw refusal(type)
        }
        if isColumn, let column = value as? FMValue { return try column.decode(type, dates: dates) }
        if let value = value as? Value { return value }
        if value is [String: Any] || value is FMRecord { return nil }
        guard let convertible = value as? any FMValueConvertible else {
            if value is [Any] { return nil }
            throw refusal(type)
        }
        let stored = try convertible.fmValue
        // JSON cannot hold bytes, so they are Base64 text.
        if type == Data.self, case .text(let text) = stored {
            guard let data = Data(base64Encoded: text) as? Value else { throw refusal(type) }
            return data
        }
        // A `Date` stores itself as seconds, whatever the date format is.
        return try stored.decode(type, dates: value is Date ? .secondsSince1970 : dates)
    }

    private func refusal(_ type: Any.Type) -> FMError {
        FMError(.mismatch, "expected \(type), found \(typeName)")
    }
}
