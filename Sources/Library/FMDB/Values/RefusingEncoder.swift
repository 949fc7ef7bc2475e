/// An encoder that throws the same error for every value.
package struct RefusingEncoder: Encoder {
    private let error: any Error

    package init(_ error: any Error) { self.error = error }

    package var codingPath: [any CodingKey] { [] }
    package var userInfo: [CodingUserInfoKey: Any] { [:] }

    package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Keys(encoder: self))
    }

    package func unkeyedContainer() -> any UnkeyedEncodingContainer { List(encoder: self) }
    package func singleValueContainer() -> any SingleValueEncodingContainer { List(encoder: self) }

    private struct Keys<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let encoder: RefusingEncoder
        var codingPath: [any CodingKey] { [] }

        func encodeNil(forKey key: Key) throws { throw encoder.error }
        func encode(_ value: some Encodable, forKey key: Key) throws { throw encoder.error }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> {
            encoder.container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }
        func superEncoder() -> any Encoder { encoder }
        func superEncoder(forKey key: Key) -> any Encoder { encoder }
    }

    private struct List: UnkeyedEncodingContainer, SingleValueEncodingContainer {
        let encoder: RefusingEncoder
        var codingPath: [any CodingKey] { [] }
        var count: Int { 0 }

        func encodeNil() throws { throw encoder.error }
        func encode(_ value: some Encodable) throws { throw encoder.error }

        func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
            encoder.container(keyedBy: type)
        }

        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
        func superEncoder() -> any Encoder { encoder }
    }
}
