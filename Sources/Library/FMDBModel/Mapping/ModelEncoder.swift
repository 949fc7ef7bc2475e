import FMDB

/// Encodes `Codable` models into the columns of their table, one after the other.
///
/// Synthesised code encodes its keys in the same order each time, and skips properties that are nil. As long as the keys come in the
/// order of the columns, each value is bound immediately.
final class ModelEncoder: Encoder {
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    // The state is allocated outside the class, because each access to a stored property of a class checks for exclusivity and retains the
    // object.
    fileprivate let progress: UnsafeMutablePointer<Progress>
    /// The containers that were created, by the type of their keys.
    @exclusivity(unchecked)
    private var containers: [(key: ObjectIdentifier, container: AnyObject)] = []

    init(_ plan: ValuePlan) {
        progress = UnsafeMutablePointer.allocate(capacity: 1)
        progress.initialize(to: Progress(plan: plan))
    }

    deinit {
        progress.deinitialize(count: 1)
        progress.deallocate()
    }

    /// Releases the containers, which retain the encoder and would keep it alive forever.
    func finish() { containers = [] }

    /// Binds the values of all columns.
    ///
    /// - Returns: false if the order of the keys prevents it. Nothing is bound then.
    func encode(_ model: some Encodable, into bindings: UnsafeMutablePointer<FMBindings>) throws -> Bool {
        guard !progress.pointee.isDisordered else { return false }
        progress.pointee.target = bindings
        defer { progress.pointee.target = nil }
        try run(model)
        if try progress.pointee.complete() { return true }
        bindings.pointee.startOver()
        return false
    }

    /// Returns the values of all columns.
    func encode(_ model: some Encodable) throws -> [FMValue] {
        progress.pointee.slots = Array(repeating: .null, count: progress.pointee.plan.columns.names.count)
        defer { progress.pointee.forget() }
        try run(model)
        try progress.pointee.takeNested()
        return progress.pointee.slots
    }

    private func run<Model: Encodable>(_ model: Model) throws {
        progress.pointee.next = 0
        do {
            try model.encode(to: self)
        } catch let error as FMError {
            progress.pointee.failure = nil
            throw error
        } catch {
            progress.pointee.failure = nil
            throw FMError(.mismatch, "\(Model.self) cannot be encoded", cause: error)
        }
        if progress.pointee.failure != nil { try progress.pointee.throwFailure() }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        let key = ObjectIdentifier(type)
        for known in containers where known.key == key {
            return unsafeDowncast(known.container, to: Kept<KeyedEncodingContainer<Key>>.self).copy()
        }
        return keepContainer(key)
    }

    // This is a separate function, because a function with a value of this generic type looks up the type's metadata when it is entered.
    @inline(never)
    private func keepContainer<Key: CodingKey>(_ key: ObjectIdentifier) -> KeyedEncodingContainer<Key> {
        let made = KeyedEncodingContainer(KeyedColumns<Key>(self))
        containers.append((key, Kept(made)))
        return made
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { RefusingEncoder.ofModels.unkeyedContainer() }
    func singleValueContainer() -> any SingleValueEncodingContainer { RefusingEncoder.ofModels.singleValueContainer() }

    /// A class that holds a container. The metadata of the class contains the container's type, so copying the container needs no lookup.
    private final class Kept<Value> {
        private let value: Value
        init(_ value: Value) { self.value = value }

        @inline(never)
        func copy() -> Value { value }
    }
}

// MARK: - Columns

/// The state while a model is encoded.
private struct Progress {
    let plan: ValuePlan
    // SAFETY: it is set while `encode(_:into:)` runs, which was given it.
    /// The bindings that receive the values; nil if the values are collected, and when the model is complete.
    var target: UnsafeMutablePointer<FMBindings>?
    /// The index of the column that follows the previous key's column.
    var next = 0
    /// The values, if they are collected.
    var slots: [FMValue] = []
    /// Whether the keys were encoded in a different order from the columns.
    var isDisordered = false
    /// The error of the first value that was rejected. It is thrown even if the model catches and ignores it.
    var failure: FMError?
    /// The nested containers that the model requested, if the values are collected.
    var nested: [(place: Int, value: NodeEncoder<any Encodable>)] = []

    /// Returns the column of a key, which is most likely the next one.
    func place(of key: String) throws(FMError) -> Int {
        let names = plan.columns.names
        if next < names.count, names[next] == key { return next }
        guard let place = plan.columns.index(of: key), names[place] == key else {
            throw FMError(.mismatch, "the table has no column for the property \(key)")
        }
        return place
    }

    @inline(__always)
    mutating func put<Value: FMValueConvertible>(_ value: Value, at place: Int) throws(FMError) {
        if value.isKnownNaN { try refuse(value, at: place) }
        guard let target else { return try collect(value, at: place) }
        if place != next {
            try skip(to: place)
            if isDisordered { return }
        }
        next = place &+ 1
        do throws(FMError) {
            try target.pointee.add(value)
        } catch {
            throw naming(place, error)
        }
    }

    mutating func put<Value: Encodable>(encoding value: Value, at place: Int) throws(FMError) {
        let stored: FMValue
        do throws(FMError) {
            stored = try FMValue(encoding: value, dates: plan.dates)
        } catch {
            throw naming(place, error)
        }
        try put(stored, at: place)
    }

    /// - Returns: whether all columns have their values.
    mutating func complete() throws(FMError) -> Bool {
        if !isDisordered { try skip(to: plan.columns.names.count) }
        return !isDisordered
    }

    /// Binds NULL to the columns before `place`.
    private mutating func skip(to place: Int) throws(FMError) {
        guard place >= next else { return isDisordered = true }
        while next < place {
            try target?.pointee.add(FMValue.null)
            next += 1
        }
    }

    @inline(never)
    private mutating func collect(_ value: some FMValueConvertible, at place: Int) throws(FMError) {
        // A model's code may keep a container and use it after the model was encoded. There are no slots then.
        guard place < slots.count else { return }
        do throws(FMError) {
            slots[place] = try value.fmValue
        } catch {
            throw naming(place, error)
        }
        next = place + 1
    }

    @inline(never)
    private mutating func refuse(_ value: some FMValueConvertible, at place: Int) throws(FMError) {
        do throws(FMError) {
            _ = try value.fmKeptValue
        } catch {
            throw naming(place, error)
        }
    }

    @inline(never)
    private mutating func naming(_ place: Int, _ error: FMError) -> FMError {
        let named = FMError(error.extendedCode, "property \(plan.columns.names[place]): \(error.message)")
        failure = failure ?? named
        return named
    }
}

// MARK: Now and then

extension Progress {
    @inline(never)
    mutating func throwFailure() throws(FMError) {
        defer { failure = nil }
        if let failure { throw failure }
    }

    /// Returns the node for a container within a column. Nothing marks the end of a container, so it is encoded at the end of the
    /// model.
    mutating func nested(in key: String) -> NodeEncoder<any Encodable> {
        isDisordered = true
        let value = NodeEncoder<any Encodable>()
        do throws(FMError) {
            let place = try place(of: key)
            if let known = nested.first(where: { $0.place == place }) { return known.value }
            if place < slots.count { nested.append((place, value)) }
        } catch {
            failure = failure ?? error
        }
        return value
    }

    mutating func takeNested() throws(FMError) {
        for (place, value) in nested { try put(encoding: value, at: place) }
    }

    mutating func forget() {
        slots = []
        nested = []
        failure = nil
    }
}

/// The keyed container for the properties of a model.
private struct KeyedColumns<Key: CodingKey>: KeyedEncodingContainerProtocol {
    private let encoder: ModelEncoder
    private let keys = KeyPlaces()
    // SAFETY: the two objects keep what these point to.
    private let progress: UnsafeMutablePointer<Progress>
    private let places: UnsafeMutablePointer<Int32>
    var codingPath: [any CodingKey] { [] }

    init(_ encoder: ModelEncoder) {
        self.encoder = encoder
        progress = encoder.progress
        places = keys.places
    }

    @inline(__always)
    private func place(of key: Key) throws -> Int {
        // If the key type has a size of one byte, each value of the byte is one key, and the key's column is cached by it.
        guard MemoryLayout<Key>.size == 1 else { return try progress.pointee.place(of: key.stringValue) }
        let tag = unsafeBitCast(key, to: UInt8.self)
        let known = Int(places[Int(tag)])
        return known >= 0 ? known : try learn(key, tag)
    }

    @inline(never)
    private func learn(_ key: Key, _ tag: UInt8) throws -> Int {
        let place = try progress.pointee.place(of: key.stringValue)
        places[Int(tag)] = Int32(truncatingIfNeeded: place)
        return place
    }

    @inline(__always)
    private func put(_ value: some FMValueConvertible, _ key: Key) throws {
        try progress.pointee.put(value, at: place(of: key))
    }

    func encodeNil(forKey key: Key) throws { try put(FMValue.null, key) }
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
        // The most common other types are compared directly, which avoids a conformance lookup at run time.
        if Value.self == Data.self {
            try put(unsafeBitCast(value, to: Data.self), key)
        } else if Value.self == Date.self, progress.pointee.plan.dates == .secondsSince1970 {
            try put(unsafeBitCast(value, to: Date.self), key)
        } else {
            try progress.pointee.put(encoding: value, at: place(of: key))
        }
    }

    // These are faster than the default implementations, which give the same result through `encode`.
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try put(value, key) }

    // Synthesised code encodes nested values with the generic `encode`. Only hand-written code calls these functions.
    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        superEncoder(forKey: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        superEncoder(forKey: key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder }

    func superEncoder(forKey key: Key) -> any Encoder {
        progress.pointee.nested(in: key.stringValue)
    }
}

/// The index of the column for each byte value of a key; -1 for keys that have not occurred.
private final class KeyPlaces {
    let places = UnsafeMutablePointer<Int32>.allocate(capacity: 256)

    init() { places.initialize(repeating: -1, count: 256) }
    deinit { places.deallocate() }
}

extension RefusingEncoder {
    /// An encoder that rejects values that cannot be columns.
    static var ofModels: RefusingEncoder {
        RefusingEncoder(
            FMError(.mismatch, "a model must encode its properties by keys, not as a list or as a single value"))
    }
}
