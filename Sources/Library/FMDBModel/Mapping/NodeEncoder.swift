import FMDB

/// Encodes a value into a tree of keyed nodes, lists, and leaves.
final class NodeEncoder<Leaf>: Encoder {
    enum Content {
        case null
        case leaf(Leaf)
        case list([NodeEncoder])
        case object([(key: String, node: NodeEncoder)])
    }

    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    /// The encoded content, or nil if nothing was encoded.
    private(set) var content: Content?
    /// Returns the leaf for a value, or nil if the value is encoded into nodes.
    private let leaf: (any Encodable) throws -> Leaf?
    /// Whether the value is a model. If so, nil is kept, and inherited properties are encoded into the same node.
    private let isOfModel: Bool

    private init(isOfModel: Bool, _ leaf: @escaping (any Encodable) throws -> Leaf?) {
        self.isOfModel = isOfModel
        self.leaf = leaf
    }

    /// Encodes the properties of a value into nodes.
    ///
    /// - Parameter leaf: returns the leaf for an inner value, or nil if the value is also encoded into nodes.
    static func encode<Value: Encodable>(
        _ value: Value, _ leaf: @escaping (any Encodable) throws -> Leaf?
    ) throws(FMError) -> NodeEncoder {
        let encoder = NodeEncoder(isOfModel: true, leaf)
        try FMError.reporting("\(Value.self) cannot be encoded") { try value.encode(to: encoder) }
        return encoder
    }

    fileprivate func put<Value: Encodable>(_ value: Value) throws {
        if let kept = try leaf(value) { content = .leaf(kept) } else { try value.encode(to: self) }
    }

    fileprivate func putNil() { content = .null }

    fileprivate var entries: [(key: String, node: NodeEncoder)] {
        if case .object(let entries) = content { entries } else { [] }
    }

    fileprivate var list: [NodeEncoder] {
        if case .list(let list) = content { list } else { [] }
    }

    fileprivate func nested(_ key: String) -> NodeEncoder {
        let encoder = NodeEncoder(isOfModel: isOfModel, leaf)
        var entries = entries
        content = nil
        entries.append((key, encoder))
        content = .object(entries)
        return encoder
    }

    /// Returns the container of a key, which may be requested more than once.
    fileprivate func container(_ key: String) -> NodeEncoder {
        entries.last { $0.key == key }?.node ?? nested(key)
    }

    fileprivate func nextInList() -> NodeEncoder {
        let encoder = NodeEncoder(isOfModel: isOfModel, leaf)
        var list = list
        content = nil
        list.append(encoder)
        content = .list(list)
        return encoder
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

// MARK: - Containers

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
            if let value { try encode(value, forKey: key) } else if encoder.isOfModel { encodeNil(forKey: key) }
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> {
            encoder.container(key.stringValue).container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            encoder.container(key.stringValue).unkeyedContainer()
        }

        func superEncoder() -> any Encoder { encoder.isOfModel ? encoder : encoder.container("super") }
        func superEncoder(forKey key: Key) -> any Encoder { encoder.container(key.stringValue) }
    }

    private struct List: UnkeyedEncodingContainer {
        let encoder: NodeEncoder
        var codingPath: [any CodingKey] { [] }
        var count: Int { encoder.list.count }

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

// MARK: - What becomes of it

extension NodeEncoder where Leaf == any Sendable {
    /// The tree as dictionaries, arrays and values; nil for null.
    var tree: (any Sendable)? {
        switch content {
        case .null: nil
        case .leaf(let value): value
        case .list(let list): list.map { $0.tree ?? FMValue.null } as [any Sendable]
        case .object, nil:
            Dictionary(
                entries.compactMap { entry in entry.node.tree.map { (entry.key, $0) } },
                uniquingKeysWith: { _, last in last }) as [String: any Sendable]
        }
    }
}

/// The content that hand-written code encodes into a container within a column. It is kept until it is complete, and then encoded as
/// JSON text, like any nested value.
extension NodeEncoder: Encodable where Leaf == any Encodable {
    convenience init() { self.init(isOfModel: false) { $0 } }

    func encode(to encoder: any Encoder) throws {
        switch content {
        case .null, nil:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .leaf(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .object(let entries):
            var container = encoder.container(keyedBy: AnyKey.self)
            for (key, node) in entries { try container.encode(node, forKey: AnyKey(key)) }
        case .list(let list):
            var container = encoder.unkeyedContainer()
            for node in list { try container.encode(node) }
        }
    }
}

/// A key that has only a name, or an index in a list.
struct AnyKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ name: String) { (stringValue, intValue) = (name, nil) }
    init(stringValue: String) { self.init(stringValue) }
    init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
}

extension FMError {
    /// Runs a body. An error that is not an `FMError` becomes one with the code `.mismatch` and a message.
    static func reporting<Value>(
        _ message: @autoclosure () -> String, _ body: () throws -> Value
    ) throws(FMError) -> Value {
        do {
            return try body()
        } catch let error as FMError {
            throw error
        } catch {
            throw FMError(.mismatch, message(), cause: error)
        }
    }
}
