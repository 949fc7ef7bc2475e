import Foundation

/// Values of `Codable` types in one column.
extension FMValue {
    /// Creates the stored form of a value. Numbers, text, bytes and dates are stored directly, an enumeration as its raw value, and
    /// anything else as JSON text.
    ///
    /// The JSON has sorted keys, so equal values have equal text. Dates in it are seconds since 1970, and bytes are Base64. See
    /// [JSON Functions](https://sqlite.org/json1.html) to query it.
    ///
    /// - Parameters:
    ///   - value: the value; nil is NULL.
    ///   - dates: the form if the value itself is a date.
    /// - Throws: `FMError` with the code `.mismatch` if the value cannot be encoded, or SQLite cannot store it. It also throws for values
    ///   that could not be read back: NaN, infinite numbers within JSON text, and JSON text with more than 512 levels.
    public init<Value: Encodable>(encoding value: Value, dates: FMDateStorage = .secondsSince1970) throws(FMError) {
        do {
            self = try ColumnEncoder.encode(value, dates)
        } catch let error as FMError {
            throw error
        } catch {
            throw FMError(.mismatch, "\(Value.self) cannot be encoded", cause: error)
        }
    }

    /// Decodes a value that ``init(encoding:dates:)`` created.
    ///
    /// - Parameters:
    ///   - type: the type; NULL becomes nil for an optional type.
    ///   - dates: the form if the value itself is a date.
    /// - Throws: `FMError` with the code `.mismatch` if the value has the wrong type, or its text is not JSON for the type.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, dates: FMDateStorage = .secondsSince1970
    ) throws(FMError) -> Value {
        do {
            return try ColumnDecoder(value: self, codingPath: [], dates: dates).decode(type)
        } catch let error as FMError {
            throw error
        } catch {
            throw FMError(.mismatch, "\(type) cannot be decoded from \(typeName)", cause: error)
        }
    }
}

extension FMValueConvertible {
    /// The value to store. Throws `FMError` with the code `.mismatch` for a value that SQLite would store as NULL, such as NaN.
    package var fmKeptValue: FMValue {
        get throws(FMError) {
            if let optional = self as? any OptionalValue {
                return try (optional.innermostValue as? any FMValueConvertible)?.fmKeptValue ?? .null
            }
            let value = try fmValue
            let isLost =
                switch value {
                case .null: Self.fromFMValue(.null) == nil
                case .real(let real): real.isNaN
                default: false
                }
            guard isLost else { return value }
            throw FMError(
                .mismatch,
                "SQLite would store this \(Self.self) as NULL: use an optional and nil")
        }
    }
}

// MARK: - Encoding

/// Encodes a type that consists of a single value.
private final class ColumnEncoder: Encoder, SingleValueEncodingContainer {
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    private let dates: FMDateStorage
    private var value: FMValue?

    private init(_ dates: FMDateStorage) { self.dates = dates }

    static func encode<Value: Encodable>(_ value: Value, _ dates: FMDateStorage) throws -> FMValue {
        if let date = value as? Date, dates != .secondsSince1970 { return try dates.value(of: date) }
        if let convertible = value as? any FMValueConvertible { return try convertible.fmKeptValue }
        let encoder = ColumnEncoder(dates)
        do {
            try value.encode(to: encoder)
        } catch is NotSingle {
            return try json(value)
        }
        return try encoder.value ?? json(value)
    }

    private static func json(_ value: some Encodable) throws -> FMValue {
        let text: Data
        do {
            text = try JSONEncoder.sorting(dates: .secondsSince1970).encode(value)
        } catch EncodingError.invalidValue(let number as any BinaryFloatingPoint, let context) {
            let error = EncodingError.invalidValue(number, context)
            throw FMError(
                .mismatch, "JSON text can contain only finite numbers (use an optional and nil)", cause: error)
        } catch EncodingError.invalidValue(let value, let context)
            where context.underlyingError != nil && context.codingPath.isEmpty
        {
            let error = EncodingError.invalidValue(value, context)
            throw FMError(.mismatch, "JSON text can have at most 512 levels (store the parts separately)", cause: error)
        }
        guard !hasNaN(text) else { throw FMError(.mismatch, "JSON text cannot contain NaN: use an optional and nil") }
        return .text(String(decoding: text, as: UTF8.self))
    }

    /// Whether Foundation wrote a Decimal as `NaN`, which it cannot read back.
    private static func hasNaN(_ json: Data) -> Bool {
        var (isText, isEscaped) = (false, false)
        for byte in json {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isText.toggle()
            } else if byte == UInt8(ascii: "N"), !isText {
                return true
            }
        }
        return false
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        ColumnEncoder.single.container(keyedBy: type)
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { ColumnEncoder.single.unkeyedContainer() }
    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    /// The error for a type with more than one value, which is encoded as JSON.
    private struct NotSingle: Error {}

    private static var single: RefusingEncoder { RefusingEncoder(NotSingle()) }

    func encodeNil() { value = .null }
    func encode<Value: Encodable>(_ value: Value) throws { self.value = try ColumnEncoder.encode(value, dates) }
}

// MARK: - Decoding

/// A decoder for one stored value.
struct ColumnDecoder: Decoder, SingleValueDecodingContainer {
    let value: FMValue
    let codingPath: [any CodingKey]
    let dates: FMDateStorage
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try json().container(keyedBy: type)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try json().unkeyedContainer() }
    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { value.isNull }
    func decode<Value: FMValueConvertible & Decodable>(_ type: Value.Type) throws -> Value { try convert() }

    /// Decodes any type. A generic caller calls this overload also for the types of the overloads above.
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let date = dates.date(of: value, as: type) { return date }
        if let convertible = type as? any FMValueConvertible.Type, let value = try convert(convertible) as? Value {
            return value
        }
        return try Value(from: self)
    }

    private func convert<Value: FMValueConvertible>(_ type: Value.Type = Value.self) throws(FMError) -> Value {
        guard let converted = Value.fromFMValue(value) else {
            throw FMError(.mismatch, value.reasonNotToBe(Value.self), sql: nil, stage: .cell)
        }
        return converted
    }

    private func json() throws -> any Decoder {
        let bytes: Data
        switch value {
        case .text(let text): bytes = Data(text.utf8)
        case .blob(let data): bytes = data
        default:
            throw FMError(.mismatch, "expected JSON text, found \(value.typeName)", sql: nil, stage: .cell)
        }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        do {
            return try decoder.decode(Captured.self, from: bytes).decoder
        } catch {
            throw FMError(.mismatch, "the text is not JSON", sql: nil, stage: .cell)
        }
    }

    private struct Captured: Decodable {
        let decoder: any Decoder
        init(from decoder: any Decoder) { self.decoder = decoder }
    }
}
