import FMDB

/// What code by hand encodes into a container within a column. It is kept until all of it is there, and then encoded as any
/// nested value is, into JSON text.
final class NestedValue: Encodable {
    private enum Content {
        case null
        case single(any Encodable)
        case members([(name: String, value: NestedValue)])
        case elements([NestedValue])
    }

    private var content = Content.null

    var count: Int { if case .elements(let elements) = content { elements.count } else { 0 } }

    func set(_ value: some Encodable) { content = .single(value) }

    func becomeMembers() {
        if case .members = content { return }
        content = .members([])
    }

    func becomeElements() {
        if case .elements = content { return }
        content = .elements([])
    }

    func member(_ name: String) -> NestedValue {
        guard case .members(let members) = content else { return NestedValue() }
        if let known = members.first(where: { $0.name == name }) { return known.value }
        let value = NestedValue()
        content = .members(members + [(name, value)])
        return value
    }

    func addElement() -> NestedValue {
        guard case .elements(var elements) = content else { return NestedValue() }
        content = .null
        let value = NestedValue()
        elements.append(value)
        content = .elements(elements)
        return value
    }

    func encode(to encoder: any Encoder) throws {
        switch content {
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .single(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .members(let members):
            var container = encoder.container(keyedBy: Name.self)
            for (name, value) in members { try container.encode(value, forKey: Name(stringValue: name)) }
        case .elements(let elements):
            var container = encoder.unkeyedContainer()
            for value in elements { try container.encode(value) }
        }
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

// MARK: - Containers

struct NestedEncoder: Encoder {
    let value: NestedValue
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        value.becomeMembers()
        return KeyedEncodingContainer(NestedKeys(value: value))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        value.becomeElements()
        return NestedList(value: value)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { NestedSingle(value: value) }
}

private struct NestedKeys<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let value: NestedValue
    let codingPath: [any CodingKey] = []

    func encodeNil(forKey key: Key) { value.member(key.stringValue).set(Int?.none) }
    func encode(_ item: some Encodable, forKey key: Key) { value.member(key.stringValue).set(item) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        superEncoder(forKey: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        superEncoder(forKey: key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { NestedEncoder(value: value.member("super")) }
    func superEncoder(forKey key: Key) -> any Encoder { NestedEncoder(value: value.member(key.stringValue)) }
}

private struct NestedList: UnkeyedEncodingContainer {
    let value: NestedValue
    let codingPath: [any CodingKey] = []
    var count: Int { value.count }

    func encodeNil() { _ = value.addElement() }
    func encode(_ item: some Encodable) { value.addElement().set(item) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        superEncoder().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { superEncoder().unkeyedContainer() }
    func superEncoder() -> any Encoder { NestedEncoder(value: value.addElement()) }
}

private struct NestedSingle: SingleValueEncodingContainer {
    let value: NestedValue
    let codingPath: [any CodingKey] = []

    func encodeNil() { value.set(Int?.none) }
    func encode(_ item: some Encodable) { value.set(item) }
}
