import FMDB

/// Containers for what cannot be columns.

private func refusal() -> FMError {
    FMError(.mismatch, "a model encodes its properties by keys, a nested value as a value of its own")
}

struct RefusedKeys<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let codingPath: [any CodingKey] = []

    func encodeNil(forKey key: Key) throws { throw refusal() }
    func encode(_ value: some Encodable, forKey key: Key) throws { throw refusal() }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(RefusedKeys<Nested>())
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { RefusedList() }
    func superEncoder() -> any Encoder { RefusedEncoder() }
    func superEncoder(forKey key: Key) -> any Encoder { RefusedEncoder() }
}

struct RefusedList: UnkeyedEncodingContainer, SingleValueEncodingContainer {
    let codingPath: [any CodingKey] = []
    let count = 0

    func encodeNil() throws { throw refusal() }
    func encode(_ value: some Encodable) throws { throw refusal() }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(RefusedKeys<Nested>())
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
    func superEncoder() -> any Encoder { RefusedEncoder() }
}

private struct RefusedEncoder: Encoder {
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(RefusedKeys())
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { RefusedList() }
    func singleValueContainer() -> any SingleValueEncodingContainer { RefusedList() }
}

extension Int {
    /// The number with its noun: "1 row", "2 rows".
    func of(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
