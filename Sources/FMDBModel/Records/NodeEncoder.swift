import FMDB

/// A value of a `Codable` type, taken apart.
indirect enum EncodedNode: Sendable {
    case null
    case plain(any Sendable)
    case list([EncodedNode])
    case object([(key: String, node: EncodedNode)])

    /// Dictionaries, arrays and values; nil for null.
    var tree: (any Sendable)? {
        switch self {
        case .null: nil
        case .plain(let value): value
        case .list(let list): list.map { $0.tree ?? FMValue.null } as [any Sendable]
        case .object(let entries):
            Dictionary(
                entries.compactMap { entry in entry.node.tree.map { (entry.key, $0) } },
                uniquingKeysWith: { _, last in last }) as [String: any Sendable]
        }
    }
}

/// Takes `Codable` values apart.
final class NodeEncoder: Encoder {
    /// What is not taken apart any further; nil for a value that is.
    typealias Leaf = (any Encodable) throws -> EncodedNode?

    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    private let leaf: Leaf
    private var content: Content?

    /// Values that are still being collected.
    private enum Content {
        case single(EncodedNode)
        case list([NodeEncoder])
        case object([(key: String, encoder: NodeEncoder)])
    }

    private init(_ leaf: @escaping Leaf) { self.leaf = leaf }

    /// - Throws: `FMError` with the code `.mismatch`.
    static func encode<Value: Encodable>(_ value: Value, _ leaf: @escaping Leaf) throws(FMError) -> EncodedNode {
        let encoder = NodeEncoder(leaf)
        do {
            try value.encode(to: encoder)
        } catch let error as FMError {
            throw error
        } catch {
            throw FMError(.mismatch, "\(Value.self) cannot be encoded", cause: error)
        }
        return encoder.node
    }

    private var node: EncodedNode {
        switch content {
        case nil: .object([])
        case .single(let node): node
        case .list(let encoders): .list(encoders.map(\.node))
        case .object(let entries): .object(entries.map { ($0.key, $0.encoder.node) })
        }
    }

    fileprivate func put<Value: Encodable>(_ value: Value) throws {
        if let node = try leaf(value) { content = .single(node) } else { try value.encode(to: self) }
    }

    fileprivate func putNil() { content = .single(.null) }

    fileprivate func nested(_ key: String) -> NodeEncoder {
        let encoder = NodeEncoder(leaf)
        guard case .object(var entries) = content else {
            content = .object([(key, encoder)])
            return encoder
        }
        entries.append((key, encoder))
        content = .object(entries)
        return encoder
    }

    fileprivate func nextInList() -> NodeEncoder {
        let encoder = NodeEncoder(leaf)
        guard case .list(var encoders) = content else {
            content = .list([encoder])
            return encoder
        }
        encoders.append(encoder)
        content = .list(encoders)
        return encoder
    }

    fileprivate var listCount: Int {
        if case .list(let encoders) = content { encoders.count } else { 0 }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        content = content ?? .object([])
        return KeyedEncodingContainer(Keys(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        content = content ?? .list([])
        return List(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }
}

extension NodeEncoder {
    private struct Keys<Key: CodingKey>: NilKeepingContainer {
        let encoder: NodeEncoder
        var codingPath: [any CodingKey] { [] }

        func encodeNil(forKey key: Key) { encoder.nested(key.stringValue).putNil() }
        func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
            do {
                try encoder.nested(key.stringValue).put(value)
            } catch let error as FMError {
                throw FMError(error.extendedCode, "property \(key.stringValue): \(error.message)")
            }
        }

        func optional<Value: Encodable>(_ value: Value?, _ key: Key) throws {
            if let value { try encode(value, forKey: key) } else { encodeNil(forKey: key) }
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> {
            encoder.nested(key.stringValue).container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            encoder.nested(key.stringValue).unkeyedContainer()
        }

        // Inherited properties lie among the others.
        func superEncoder() -> any Encoder { encoder }
        func superEncoder(forKey key: Key) -> any Encoder { encoder.nested(key.stringValue) }
    }

    private struct List: UnkeyedEncodingContainer {
        let encoder: NodeEncoder
        var codingPath: [any CodingKey] { [] }
        var count: Int { encoder.listCount }

        func encodeNil() { encoder.nextInList().putNil() }
        func encode<Value: Encodable>(_ value: Value) throws { try encoder.nextInList().put(value) }

        func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
            encoder.nextInList().container(keyedBy: type)
        }

        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.nextInList().unkeyedContainer() }
        func superEncoder() -> any Encoder { encoder.nextInList() }
    }

    private struct Single: SingleValueEncodingContainer {
        let encoder: NodeEncoder
        var codingPath: [any CodingKey] { [] }

        func encodeNil() { encoder.putNil() }
        func encode<Value: Encodable>(_ value: Value) throws { try encoder.put(value) }
    }
}
