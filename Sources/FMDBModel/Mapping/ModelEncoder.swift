import FMDB

/// Encodes `Codable` models into the columns of their table.
///
/// Synthesised code encodes its keys in the same order each time, so the column of a key is guessed first: the one after
/// that of the key before.
final class ModelEncoder: Encoder {
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    private let names: [String]
    private let places: [String: Int]
    private let dates: FMDateStorage
    private var slots: [FMValue]
    private var next = 0
    /// A container of the kind that was asked for last.
    private var container: AnyObject?

    init<Model>(_ table: FMTable<Model>) {
        names = table.columns.map(\.name)
        places = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        dates = table.options.dates
        slots = Array(repeating: .null, count: names.count)
    }

    func encode<Model: Encodable>(_ model: Model, to values: inout FMModelValues) throws {
        // Codable passes over properties that are nil.
        for index in slots.indices { slots[index] = .null }
        next = 0
        do {
            try model.encode(to: self)
        } catch let error as FMError {
            throw error
        } catch {
            throw FMError(.mismatch, "\(Model.self) cannot be encoded: it threw \(type(of: error))")
        }
        for slot in slots { try values.add(slot) }
    }

    fileprivate func put(_ value: FMValue, _ key: String) throws(FMError) {
        let place = next < names.count && names[next] == key ? next : places[key]
        guard let place else { throw FMError(.mismatch, "the table has no column for the property \(key)") }
        slots[place] = value
        next = place + 1
    }

    fileprivate func put<Value: Encodable>(encoding value: Value, _ key: String) throws(FMError) {
        do throws(FMError) {
            try put(FMValue(encoding: value, dates: dates), key)
        } catch {
            throw FMError(error.extendedCode, "property \(key): \(error.message)")
        }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if let kept = container as? Kept<Key> { return kept.container }
        let made = KeyedEncodingContainer(Columns<Key>(encoder: self))
        container = Kept(made)
        return made
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { RefusedList() }
    func singleValueContainer() -> any SingleValueEncodingContainer { RefusedList() }

    private final class Kept<Key: CodingKey> {
        let container: KeyedEncodingContainer<Key>
        init(_ container: KeyedEncodingContainer<Key>) { self.container = container }
    }
}

extension ModelEncoder {
    private struct Columns<Key: CodingKey>: KeyedEncodingContainerProtocol {
        // SAFETY: the encoder keeps the container, and lives as long as a model is encoded.
        unowned(unsafe) let encoder: ModelEncoder
        var codingPath: [any CodingKey] { [] }

        private func put(_ value: some FMValueConvertible, _ key: Key) throws {
            try encoder.put(value.fmValue, key.stringValue)
        }

        func encodeNil(forKey key: Key) throws { try encoder.put(.null, key.stringValue) }
        func encode(_ value: Bool, forKey key: Key) throws { try put(value, key) }
        func encode(_ value: String, forKey key: Key) throws { try put(value, key) }
        func encode(_ value: Double, forKey key: Key) throws { try put(value, key) }
        func encode(_ value: Float, forKey key: Key) throws { try put(value, key) }
        func encode(_ value: Int, forKey key: Key) throws { try put(value, key) }
        func encode(_ value: Int8, forKey key: Key) throws { try put(value, key) }
        func encode(_ value: Int16, forKey key: Key) throws { try put(value, key) }
        func encode(_ value: Int32, forKey key: Key) throws { try put(value, key) }
        func encode(_ value: Int64, forKey key: Key) throws { try put(value, key) }
        func encode(_ value: UInt, forKey key: Key) throws { try put(value, key) }
        func encode(_ value: UInt8, forKey key: Key) throws { try put(value, key) }
        func encode(_ value: UInt16, forKey key: Key) throws { try put(value, key) }
        func encode(_ value: UInt32, forKey key: Key) throws { try put(value, key) }
        func encode(_ value: UInt64, forKey key: Key) throws { try put(value, key) }

        func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
            // The commonest of the types that are not Codable's own, without asking the runtime for their conformances.
            if let data = value as? Data {
                try encoder.put(.blob(data), key.stringValue)
            } else {
                try encoder.put(encoding: value, key.stringValue)
            }
        }

        // Nested values come to the generic form; only code by hand asks for these.
        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> {
            KeyedEncodingContainer(RefusedKeys<Nested>())
        }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { RefusedList() }
        func superEncoder() -> any Encoder { encoder }
        func superEncoder(forKey key: Key) -> any Encoder { encoder }
    }
}
