import FMDB

/// Determines the columns of a `Codable` type without a value. It decodes a value from samples, and records the keys and types that the
/// type requests.
final class TypeProbe: Decoder {
    private(set) var columns: [ColumnShape] = []
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    fileprivate let depth: Int
    /// Whether the type requested a keyed or an unkeyed container.
    fileprivate var isNested = false
    /// The kind of the single value that the type requested.
    fileprivate var single: FMColumnKind?

    fileprivate init(depth: Int = 0) { self.depth = depth }

    static func columns<Model: Decodable>(of type: Model.Type) throws(FMError) -> [ColumnShape] {
        let probe = TypeProbe()
        let sample: Model
        do {
            sample = try Model(from: probe)
        } catch {
            let last = probe.columns.last.map { "its property \($0.name)" } ?? "the first property"
            let reason = (error as? FMError)?.message ?? "it threw \(Swift.type(of: error))"
            throw FMError(
                .mismatch,
                """
                the columns of \(type) cannot be determined beyond \(last): \(reason); conform the type of the property to \
                CaseIterable or FMSampled, or call FMTable<\(type)>.learn(from:) with a value
                """)
        }
        guard !probe.columns.isEmpty else { throw FMError(.mismatch, "\(type) has no property that could be a column") }
        if let sample = sample as? any FMModel & Encodable { try probe.expectToRead(sample) }
        return probe.columns
    }

    /// Throws if the key keeps its initial value, as `let id = UUID()` does: each model that is read would have a different key. Also
    /// throws if `tableName` or `tableOptions` is not static.
    private func expectToRead<Model: FMModel & Encodable>(_ sample: Model) throws(FMError) {
        guard let written = try? ValueProbe.columns(of: sample) else { return }
        let names = Set(columns.map(\.name))
        let stored = Set(Mirror(reflecting: sample).children.compactMap(\.label))
        let unread = stored.intersection(written.map(\.name)).subtracting(names)
        if let name = unread.first(where: ["tableName", "tableOptions"].contains) {
            throw FMError(.misuse, "\(name) of \(Model.self) is an instance property: declare it `static`")
        }
        let keys = Model.tableOptions.key?.columns ?? ["id"]
        for column in written where keys.contains(column.name) && unread.contains(column.name) {
            throw FMError(
                .mismatch,
                """
                the key \(column.name) of \(Model.self) is not read from its rows: a constant with a value, such as \
                `let \(column.name) = UUID()`, keeps its value. Declare it by `var`
                """)
        }
    }

    fileprivate func note(_ column: ColumnShape) {
        if let index = columns.firstIndex(where: { $0.name == column.name }) {
            let isOptional = columns[index].isOptional || column.isOptional
            columns[index] = column
            columns[index].isOptional = isOptional
        } else {
            columns.append(column)
        }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        isNested = true
        return KeyedDecodingContainer(Keys(probe: self))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer {
        isNested = true
        return EmptyList(probe: self)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { Single(probe: self) }
}

// MARK: - Samples

extension TypeProbe {
    /// Creates a sample of a type.
    ///
    /// - Returns: the sample, and the kind of its column.
    fileprivate func sample<Value: Decodable>(of type: Value.Type) throws -> (Value, FMColumnKind) {
        guard depth < 64 else { throw FMError(.mismatch, "\(type) contains itself without end") }
        let known = FMColumnKind(of: type)
        if let found = Samples.value(of: type) { return (found, try known ?? TypeProbe.kind(of: found)) }
        let probe = TypeProbe(depth: depth + 1)
        do {
            let value = try Value(from: probe)
            return (value, known ?? (probe.isNested ? .text : probe.single ?? .blob))
        } catch {
            if let first = Samples.firstCase(of: type) { return (first, try known ?? TypeProbe.kind(of: first)) }
            if probe.isNested, let error = error as? FMError { throw error }
            throw FMError(.mismatch, "no sample of \(type) can be created")
        }
    }

    private static func kind(of value: some Decodable) throws -> FMColumnKind {
        if value is FMValue { return .blob }
        guard let value = value as? any Encodable else { return .text }
        return FMColumnKind(of: try FMValue(encoding: value))
    }

    /// Returns the kind of the column for a property of a type.
    static func kind(of type: any Decodable.Type) -> FMColumnKind { TypeProbe(depth: 0).kind(of: type) }

    /// Returns the kind of a type, even if no sample can be created.
    fileprivate func kind<Value: Decodable>(of type: Value.Type) -> FMColumnKind {
        if let known = FMColumnKind(of: type) { return known }
        if let (_, kind) = try? sample(of: type) { return kind }
        let probe = TypeProbe(depth: depth + 1)
        _ = try? Value(from: probe)
        return probe.isNested ? .text : probe.single ?? .blob
    }
}

/// Samples of types whose values can be enumerated or converted.
private enum Samples {
    static func value<Value>(of type: Value.Type) -> Value? {
        if let sampled = type as? any FMSampled.Type { return sampled.fmSample as? Value }
        if let cases = type as? any CaseIterable.Type { return first(of: cases) as? Value }
        if let convertible = type as? any FMValueConvertible.Type { return converted(to: convertible) as? Value }
        return nil
    }

    /// Returns the first case of an enumeration whose raw values cannot be guessed.
    static func firstCase<Value>(of type: Value.Type) -> Value? {
        guard type is any RawRepresentable.Type, _isPOD(type) else { return nil }
        // SAFETY: in memory the cases of an enumeration without payloads are numbers from 0 on, in as many bytes as the
        // number of cases needs; so 0 is the first. Enumerations of C and Objective-C hold the raw value, in four or more bytes.
        let first: Value
        switch MemoryLayout<Value>.size {
        case 0: first = unsafeBitCast((), to: type)
        case 1: first = unsafeBitCast(UInt8(0), to: type)
        case 2: first = unsafeBitCast(UInt16(0), to: type)
        default: return nil
        }
        return Mirror(reflecting: first).displayStyle == .enum ? first : nil
    }

    private static func first<Cases: CaseIterable>(of type: Cases.Type) -> Any? { type.allCases.first }

    private static func converted<Value: FMValueConvertible>(to type: Value.Type) -> Any? {
        let uuid = "00000000-0000-0000-0000-000000000000"
        let samples: [FMValue] = [0, 0.0, "", "a", .text(uuid), .blob(Data()), 1]
        for sample in samples {
            if let value = Value.fromFMValue(sample) { return value }
        }
        return nil
    }
}

// MARK: - Containers

extension TypeProbe {
    private struct Keys<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let probe: TypeProbe
        var codingPath: [any CodingKey] { [] }
        var allKeys: [Key] { [] }

        func contains(_ key: Key) -> Bool { true }

        func decodeNil(forKey key: Key) -> Bool {
            probe.note(ColumnShape(key.stringValue, .blob, isOptional: true))
            return false
        }

        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            // Recorded before the sample is created, so that an error can name the column.
            probe.note(ColumnShape(key.stringValue, .blob, isOptional: false))
            let (value, kind) = try probe.sample(of: type)
            let isOptional = ColumnShape.unwrapped(type).isOptional
            probe.note(ColumnShape(key.stringValue, kind, isOptional: isOptional).noting(type))
            return value
        }

        private func note<Value: Decodable>(optional type: Value.Type, _ key: Key) -> Value? {
            probe.note(ColumnShape(key.stringValue, probe.kind(of: type), isOptional: true).noting(type))
            return nil
        }

        func decodeIfPresent(_ type: Bool.Type, forKey key: Key) -> Bool? { note(optional: type, key) }
        func decodeIfPresent(_ type: String.Type, forKey key: Key) -> String? { note(optional: type, key) }
        func decodeIfPresent(_ type: Double.Type, forKey key: Key) -> Double? { note(optional: type, key) }
        func decodeIfPresent(_ type: Float.Type, forKey key: Key) -> Float? { note(optional: type, key) }
        func decodeIfPresent(_ type: Int.Type, forKey key: Key) -> Int? { note(optional: type, key) }
        func decodeIfPresent(_ type: Int8.Type, forKey key: Key) -> Int8? { note(optional: type, key) }
        func decodeIfPresent(_ type: Int16.Type, forKey key: Key) -> Int16? { note(optional: type, key) }
        func decodeIfPresent(_ type: Int32.Type, forKey key: Key) -> Int32? { note(optional: type, key) }
        func decodeIfPresent(_ type: Int64.Type, forKey key: Key) -> Int64? { note(optional: type, key) }
        func decodeIfPresent(_ type: UInt.Type, forKey key: Key) -> UInt? { note(optional: type, key) }
        func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) -> UInt8? { note(optional: type, key) }
        func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) -> UInt16? { note(optional: type, key) }
        func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) -> UInt32? { note(optional: type, key) }
        func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) -> UInt64? { note(optional: type, key) }
        func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) -> Value? {
            note(optional: type, key)
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) -> KeyedDecodingContainer<Nested> {
            nested(key).container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer { nested(key).unkeyedContainer() }
        func superDecoder() -> any Decoder { probe }
        func superDecoder(forKey key: Key) -> any Decoder { nested(key) }

        private func nested(_ key: Key) -> TypeProbe {
            probe.note(ColumnShape(key.stringValue, .text, isOptional: false))
            return TypeProbe(depth: probe.depth + 1)
        }
    }

    private struct EmptyList: UnkeyedDecodingContainer {
        let probe: TypeProbe
        var codingPath: [any CodingKey] { [] }
        var count: Int? { 0 }
        var isAtEnd: Bool { true }
        var currentIndex: Int { 0 }

        func decodeNil() -> Bool { true }
        // A type with a fixed number of elements decodes them without checking `isAtEnd`.
        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try probe.sample(of: type).0 }

        func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedDecodingContainer<Nested> {
            TypeProbe(depth: probe.depth + 1).container(keyedBy: type)
        }

        func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { self }
        func superDecoder() -> any Decoder { TypeProbe(depth: probe.depth + 1) }
    }

    private struct Single: SingleValueDecodingContainer {
        let probe: TypeProbe
        var codingPath: [any CodingKey] { [] }

        func decodeNil() -> Bool { false }

        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            if let kind = FMColumnKind(of: type) { probe.single = kind }
            let (value, kind) = try probe.sample(of: type)
            probe.single = kind
            return value
        }
    }
}
