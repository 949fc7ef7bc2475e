import FMDB

/// A value from which a `Codable` type is decoded. It comes from a dictionary, a record, or a table that another library wrote.
protocol DecodingNode {
    var isNull: Bool { get }
    /// The name of the value's type, for messages.
    var typeName: String { get }
    /// Returns the values by key, or nil if the node is not a dictionary.
    func object() throws(FMError) -> [String: Self]?
    /// Returns the values in order, or nil if the node is not a list.
    func list() throws(FMError) -> [Self]?
    /// Returns the value of a scalar type, or nil if the type must decode itself.
    func plain<Value: Decodable>(_ type: Value.Type) throws(FMError) -> Value?
}

/// Records where a decoding failed.
final class DecodingTrace {
    /// The property of the outermost type, or nil if that type itself failed.
    var property: String?
}

/// Decodes `Codable` types from nodes.
struct NodeDecoder<Node: DecodingNode>: Decoder {
    private let node: Node
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any] = [:]

    private let trace: DecodingTrace
    /// The types that are being decoded from this node, outermost first.
    private let asked: [Any.Type]

    private init(_ node: Node, _ path: [any CodingKey], _ trace: DecodingTrace, asked: [Any.Type] = []) {
        self.node = node
        codingPath = path
        self.trace = trace
        self.asked = asked
    }

    /// - Parameter trace: records where the decoding failed.
    static func decode<Value: Decodable>(
        _ type: Value.Type, from node: Node, _ trace: DecodingTrace = DecodingTrace()
    ) throws(FMError) -> Value {
        try FMError.reporting("\(type) cannot be decoded") { try NodeDecoder(node, [], trace).decode(type) }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard let object = try located({ () throws(FMError) in try node.object() }) else {
            throw refusal("expected a dictionary, found \(node.typeName)")
        }
        return KeyedDecodingContainer(Keys(decoder: self, object: object))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let list = try located({ () throws(FMError) in try node.list() }) else {
            throw refusal("expected a list, found \(node.typeName)")
        }
        return List(decoder: self, list: list)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { Single(decoder: self) }

    private func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let value = try located({ () throws(FMError) in try node.plain(type) }) { return value }
        // A type that asks the decoder for itself again would recurse endlessly.
        guard !asked.contains(where: { $0 == type }) else {
            throw refusal("expected \(ColumnShape.unwrapped(asked[0]).0), found \(node.typeName)")
        }
        return try Value(from: NodeDecoder(node, codingPath, trace, asked: asked + [type]))
    }

    private func at(_ key: any CodingKey, _ node: Node) -> NodeDecoder { NodeDecoder(node, codingPath + [key], trace) }

    private func located<Value>(_ body: () throws(FMError) -> Value) throws(FMError) -> Value {
        do throws(FMError) {
            return try body()
        } catch {
            throw refusal(error.message)
        }
    }

    private func refusal(_ message: String, at key: (any CodingKey)? = nil) -> FMError {
        let keys = codingPath + [key].compactMap { $0 }
        trace.property = keys.first?.stringValue
        let path = keys.map(\.stringValue).joined(separator: ".")
        return FMError(.mismatch, path.isEmpty ? message : "property \(path): \(message)")
    }
}

extension NodeDecoder {
    private struct Keys<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let decoder: NodeDecoder
        let object: [String: Node]
        var codingPath: [any CodingKey] { decoder.codingPath }
        var allKeys: [Key] { object.keys.sorted().compactMap { Key(stringValue: $0) } }

        func contains(_ key: Key) -> Bool { object[key.stringValue] != nil }
        func decodeNil(forKey key: Key) -> Bool { object[key.stringValue]?.isNull ?? true }
        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            try nested(key).decode(type)
        }

        private func nested(_ key: Key) throws -> NodeDecoder {
            guard let node = object[key.stringValue] else {
                throw decoder.refusal("there is no value", at: key)
            }
            return decoder.at(key, node)
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> {
            try nested(key).container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            try nested(key).unkeyedContainer()
        }

        // Inherited properties are stored in the same object.
        func superDecoder() -> any Decoder { decoder }
        func superDecoder(forKey key: Key) throws -> any Decoder { try nested(key) }
    }

    private struct List: UnkeyedDecodingContainer {
        let decoder: NodeDecoder
        let list: [Node]
        var currentIndex = 0
        var codingPath: [any CodingKey] { decoder.codingPath }
        var count: Int? { list.count }
        var isAtEnd: Bool { currentIndex >= list.count }

        mutating func decodeNil() throws -> Bool {
            guard currentIndex < list.count, list[currentIndex].isNull else { return false }
            currentIndex += 1
            return true
        }

        mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next().decode(type) }

        private mutating func next() throws -> NodeDecoder {
            guard currentIndex < list.count else {
                throw decoder.refusal("the list has only \(list.count.of("value"))")
            }
            defer { currentIndex += 1 }
            return decoder.at(AnyKey(intValue: currentIndex), list[currentIndex])
        }

        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type
        ) throws -> KeyedDecodingContainer<Nested> {
            try next().container(keyedBy: type)
        }

        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
        mutating func superDecoder() throws -> any Decoder { try next() }
    }

    private struct Single: SingleValueDecodingContainer {
        let decoder: NodeDecoder
        var codingPath: [any CodingKey] { decoder.codingPath }

        func decodeNil() -> Bool { decoder.node.isNull }
        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.decode(type) }
    }
}
