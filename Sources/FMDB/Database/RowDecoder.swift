import Foundation

/// Makes values of `Decodable` types of rows: a property is the column of its coding key.
struct RowDecoder {
    private let statement: FMStatement
    private let dates: FMDateStorage

    init(_ statement: FMStatement, _ dates: FMDateStorage = .secondsSince1970) {
        self.statement = statement
        self.dates = dates
    }

    /// Decodes the current row.
    func decode<Value: Decodable>(_ type: Value.Type) throws(FMError) -> Value {
        do {
            return try Value(from: Row(statement: statement, codingPath: [], dates: dates))
        } catch let error as FMError {
            throw error
        } catch {
            throw FMError(.mismatch, RowDecoder.message(of: error, type), sql: statement.sql, stage: .step)
        }
    }

    /// Codable's own descriptions contain the value that did not fit, so they are left out.
    private static func message(of error: any Error, _ type: Any.Type) -> String {
        guard let path = (error as? DecodingError)?.path else {
            return "\(type) cannot be decoded: it threw \(Swift.type(of: error))"
        }
        return "\(type)\(path.map { "." + $0 }.joined()) cannot be decoded from the value of its column"
    }
}

extension DecodingError {
    /// The keys that lead to the value, the missing one included; nil for an error of a later version of Swift.
    fileprivate var path: [String]? {
        let keys: [any CodingKey]
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            keys = context.codingPath
        case .keyNotFound(let key, let context): keys = context.codingPath + [key]
        @unknown default: return nil
        }
        return keys.map(\.stringValue)
    }
}

/// A row as Codable sees it.
private struct Row: Decoder {
    let statement: FMStatement
    let codingPath: [any CodingKey]
    let dates: FMDateStorage
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(RowColumns(row: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw mismatch("a row is decoded by the names of its columns, not as a list")
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        guard statement.columnCount > 0 else { throw mismatch("the row has no column") }
        return try column(0, codingPath)
    }

    func mismatch(_ message: String) -> FMError {
        FMError(.mismatch, message, sql: statement.sql, stage: .step)
    }

    func column(_ index: Int32, _ path: [any CodingKey]) throws(FMError) -> ColumnDecoder {
        ColumnDecoder(value: try statement.decode(index), codingPath: path, dates: dates)
    }

    /// A column as any type: one that converts by itself, one that decodes itself from a single value, or from JSON.
    func decode<Value: Decodable>(_ type: Value.Type, _ index: Int32, _ path: [any CodingKey]) throws -> Value {
        if type == Date?.self, let date = dates.date(of: try statement.decode(index), as: type) { return date }
        if let convertible = type as? any FMValueConvertible.Type, let value = try convert(convertible, index) as? Value
        {
            return value
        }
        do {
            return try Value(from: column(index, path))
        } catch let error as FMError {
            throw statement.located(error, at: index)
        } catch let error as DecodingError {
            guard let inner = error.path, !inner.starts(with: path.map(\.stringValue)) else { throw error }
            // The path of JSONDecoder begins within the text.
            let message = "\(type)\(inner.map { "." + $0 }.joined()) cannot be decoded from the JSON text"
            throw statement.located(FMError(.mismatch, message, sql: nil, stage: .cell), at: index)
        }
    }

    private func convert<Value: FMValueConvertible>(_ type: Value.Type, _ index: Int32) throws(FMError) -> Any {
        let value: Value = try statement.decode(index)
        return value
    }
}

/// The columns by name.
private struct RowColumns<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let row: Row

    var codingPath: [any CodingKey] { row.codingPath }
    var allKeys: [Key] { row.statement.columnNames.names.compactMap(Key.init(stringValue:)) }

    func contains(_ key: Key) -> Bool { row.statement.columnIndex(key.stringValue) >= 0 }

    func decodeNil(forKey key: Key) throws -> Bool {
        row.statement.value(try index(key))?.isNull ?? false
    }

    private func index(_ key: Key) throws -> Int32 {
        let index = row.statement.columnIndex(key.stringValue)
        guard index >= 0 else { throw row.mismatch("the query has no column named \(key.stringValue)") }
        return index
    }

    private func column<Value: FMValueConvertible>(_ key: Key) throws -> Value {
        try row.statement.decode(try index(key))
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try column(key) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try column(key) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try column(key) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try column(key) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try column(key) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try column(key) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try column(key) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try column(key) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try column(key) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try column(key) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try column(key) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try column(key) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try column(key) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try column(key) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        // The commonest of the types that are not Codable's own, without asking the runtime for their conformances.
        if type == Data.self, let data = try column(key) as Data as? Value { return data }
        if type == Date.self, let date = try date(key) as? Value { return date }
        return try row.decode(type, index(key), codingPath + [key])
    }

    private func date(_ key: Key) throws -> Date {
        if row.dates == .secondsSince1970 { return try column(key) }
        let value: FMValue = try column(key)
        if let date = row.dates.date(of: value) { return date }
        throw row.mismatch("column \(key.stringValue): \(value.reasonNotToBe(Date.self))")
    }

    private func optional<Value: FMValueConvertible>(_ key: Key) throws -> Value? {
        let index = row.statement.columnIndex(key.stringValue)
        guard index >= 0, row.statement.columnType(index) != SqliteValueType.null.rawValue else { return nil }
        return try row.statement.decode(index) as Value
    }

    // Codable's own do the same in three look-ups.
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try optional(key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try optional(key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try optional(key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try optional(key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try optional(key) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try row.column(index(key), codingPath + [key]).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try row.column(index(key), codingPath + [key]).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { row }
    func superDecoder(forKey key: Key) throws -> any Decoder { try row.column(index(key), codingPath + [key]) }
}
