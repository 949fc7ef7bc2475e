import FMDB

/// Determines the columns of a `Codable` type from a value. It receives the types of all properties, including those that are nil.
final class ValueProbe: Encoder {
    private var columns: [ColumnShape] = []
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    static func columns<Model: Encodable>(of model: Model) throws(FMError) -> [ColumnShape] {
        let probe = ValueProbe()
        try FMError.reporting("\(Model.self) cannot be encoded") { try model.encode(to: probe) }
        guard !probe.columns.isEmpty else {
            throw FMError(.mismatch, "\(Model.self) has no property that could be a column")
        }
        return probe.columns
    }

    /// Records a column. A key may occur more than once.
    private func note(_ column: ColumnShape, isOptional: Bool = false) {
        var column = column
        if isOptional { column.isOptional = true }
        if let index = columns.firstIndex(where: { $0.name == column.name }) {
            columns[index] = column
        } else {
            columns.append(column)
        }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Keys(probe: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { RefusingEncoder.ofModels.unkeyedContainer() }
    func singleValueContainer() -> any SingleValueEncodingContainer { RefusingEncoder.ofModels.singleValueContainer() }

    private struct Keys<Key: CodingKey>: NilKeepingContainer {
        let probe: ValueProbe
        var codingPath: [any CodingKey] { [] }

        private func note<Value: Encodable>(_ type: Value.Type, _ value: Value?, _ key: Key, isOptional: Bool) throws {
            let column =
                try ColumnShape(key.stringValue, of: type) ?? columnOfValue(value, key, isOptional: isOptional)
            probe.note(column, isOptional: isOptional)
        }

        /// Returns the column of a value whose type does not determine its kind. Without a value, JSON is the most likely kind.
        private func columnOfValue<Value: Encodable>(
            _ value: Value?, _ key: Key, isOptional: Bool
        ) throws -> ColumnShape {
            let kind: FMColumnKind = try value.map { .init(of: try FMValue(encoding: $0)) } ?? .text
            return ColumnShape(key.stringValue, kind, isOptional: isOptional).noting(Value.self)
        }

        func encodeNil(forKey key: Key) {
            probe.note(ColumnShape(key.stringValue, .blob, isOptional: true))
        }

        func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
            try note(Value.self, value, key, isOptional: ColumnShape.unwrapped(Value.self).isOptional)
        }

        func optional<Value: Encodable>(_ value: Value?, _ key: Key) throws {
            try note(Value.self, value, key, isOptional: true)
        }

        /// Records a column of JSON text, whose content is ignored.
        private func nested(_ key: Key) -> NodeEncoder<any Encodable> {
            probe.note(ColumnShape(key.stringValue, .text, isOptional: false))
            return NodeEncoder()
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> {
            nested(key).container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { nested(key).unkeyedContainer() }
        func superEncoder() -> any Encoder { probe }
        func superEncoder(forKey key: Key) -> any Encoder { nested(key) }
    }
}

/// A container that also receives nil. The standard library's `encodeIfPresent` skips nil.
protocol NilKeepingContainer: KeyedEncodingContainerProtocol {
    func optional<Value: Encodable>(_ value: Value?, _ key: Key) throws
}

extension NilKeepingContainer {
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws { try optional(value, key) }
}
