import Foundation

/// Decodes values of `Decodable` types from the rows of one use of a statement. A property is read from the column that
/// its coding key names.
///
/// One decoder serves all these rows and keeps its containers, so that a row allocates nothing.
final class RowDecoder: Decoder, DecoderOfRows {
    let codingPath: [any CodingKey] = []
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    let dates: FMDateStorage
    fileprivate let statement: FMStatement
    fileprivate let columns: ColumnNames
    /// The number of the statement's use whose rows are being decoded. After the columns have changed, this matches no
    /// use.
    @exclusivity(unchecked)
    private var use: UInt64
    /// The type that is decoded from the row.
    @exclusivity(unchecked)
    private var type: Any.Type = Never.self
    /// The containers by type of key. They retain the decoder; ``end()`` breaks the cycle.
    @exclusivity(unchecked)
    private var containers: KeptContainer?
    @exclusivity(unchecked)
    private var isEnded = false

    init(_ statement: FMStatement, _ dates: FMDateStorage) {
        self.statement = statement
        self.dates = dates
        columns = statement.columnNames
        use = UInt64(statement.use)
    }

    /// Drops the containers and keeps no new ones. A client's type may have kept the decoder, and may use it until the
    /// use ends.
    func end() {
        isEnded = true
        containers = nil
        if statement.columns.names !== columns { use = .max }
    }

    /// Whether the query is still in progress. A client may keep the decoder or a container for longer, which could
    /// then read another query's rows.
    @inline(__always)
    fileprivate var isCurrent: Bool { UInt64(statement.state.pointee.use) == use }

    fileprivate func check() throws(FMError) {
        guard isCurrent else { throw gone() }
    }

    @inline(never)
    fileprivate func gone() -> FMError { .rowIsGone(statement.sql) }

    func decode<Value: Decodable>(_ type: Value.Type) throws(FMError) -> Value {
        self.type = type
        do {
            return try Value(from: self)
        } catch {
            throw failure(error, type)
        }
    }

    @inline(never)
    private func failure(_ error: any Error, _ type: Any.Type) -> FMError {
        if let error = error as? FMError { return error }
        return FMError(.mismatch, RowDecoder.message(of: error, type), sql: statement.sql, stage: .step)
    }

    /// Returns the message for a decoding error. It leaves out Codable's descriptions, which contain the value.
    private static func message(of error: any Error, _ type: Any.Type) -> String {
        guard let path = (error as? DecodingError)?.path else {
            return "\(type) cannot be decoded: it threw \(Swift.type(of: error))"
        }
        return "\(type)\(path.map { "." + $0 }.joined()) cannot be decoded from the value of its column"
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let key = ObjectIdentifier(type)
        if let first = containers, first.key == key {
            return unsafeDowncast(first, to: Kept<KeyedDecodingContainer<Key>>.self).copy()
        }
        return try otherContainer(key)
    }

    // A separate function, because a function that holds a `KeyedDecodingContainer<Key>` looks up this type's metadata
    // first.
    @inline(never)
    private func otherContainer<Key: CodingKey>(_ key: ObjectIdentifier) throws -> KeyedDecodingContainer<Key> {
        try check()
        var next = containers
        while let known = next {
            if known.key == key { return unsafeDowncast(known, to: Kept<KeyedDecodingContainer<Key>>.self).copy() }
            next = known.next
        }
        let made = KeyedDecodingContainer(RowColumns<Key>(self))
        if !isEnded { containers = Kept(key, made, containers) }
        return made
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try check()
        throw mismatch(
            "a row can only be decoded by column names, not as a list: rows returns an array, so pass the type of one row"
        )
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        try check()
        guard statement.columnCount > 0 else { throw mismatch("the query has no columns") }
        return try column(0, codingPath)
    }
}

/// A container for one type of key, and a link to the others.
private class KeptContainer {
    let key: ObjectIdentifier
    let next: KeptContainer?

    init(_ key: ObjectIdentifier, _ next: KeptContainer?) {
        self.key = key
        self.next = next
    }
}

/// A kept value. The class's metadata contains the value's type, so a copy needs no metadata lookup.
private final class Kept<Value>: KeptContainer {
    private let value: Value

    init(_ key: ObjectIdentifier, _ value: Value, _ next: KeptContainer?) {
        self.value = value
        super.init(key, next)
    }

    @inline(never)
    func copy() -> Value { value }
}

extension FMStatement {
    func decodeRow<Value: Decodable>(_ type: Value.Type, _ dates: FMDateStorage) throws(FMError) -> Value {
        if let decoder = columns.rowDecoder, decoder.dates == dates { return try decoder.decode(type) }
        return try newRowDecoder(dates).decode(type)
    }

    @inline(never)
    private func newRowDecoder(_ dates: FMDateStorage) -> RowDecoder {
        let decoder = RowDecoder(self, dates)
        replaceRowDecoder(with: decoder)
        return decoder
    }
}

extension DecodingError {
    /// The coding path of the value, with a missing key; nil for an error case of a later Swift version.
    fileprivate var path: [String]? {
        let keys: [any CodingKey]
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            keys = context.codingPath
        case .keyNotFound(let key, let context): keys = context.codingPath + [key]
        @unknown default: return nil
        }
        return keys.map(\.stringValue)
    }
}

// MARK: - Values

extension RowDecoder {
    fileprivate func mismatch(_ message: String) -> FMError {
        FMError(.mismatch, message, sql: statement.sql, stage: .step)
    }

    fileprivate func doubled(_ name: String) -> FMError {
        FMError(
            .misuse,
            """
            the query has more than one column \(name), which \(type) has: select only the columns of its table, as in \
            SELECT t.*, or rename the other columns with AS
            """, sql: statement.sql, stage: .step)
    }

    fileprivate func isNull(_ index: Int32) throws(FMError) -> Bool {
        guard index < statement.currentWidth else { throw .takenAway(statement.sql) }
        return statement.cell(index).isNull
    }

    fileprivate func column(_ index: Int32, _ path: [any CodingKey]) throws(FMError) -> ColumnDecoder {
        ColumnDecoder(value: try statement.decode(index), codingPath: path, dates: dates)
    }

    /// Decodes a column as a type that converts from a value, decodes itself from a single value, or decodes from JSON.
    fileprivate func decode<Value: Decodable>(
        _ type: Value.Type, _ index: Int32, _ path: [any CodingKey]
    ) throws -> Value {
        if type == Date?.self, let date = dates.date(of: try statement.decode(index), as: type) { return date }
        if let convertible = type as? any FMValueConvertible.Type, let value = try convert(convertible, index) as? Value
        {
            return value
        }
        do {
            return try Value(from: column(index, path))
        } catch let error as FMError {
            throw statement.located(error, at: index)
        } catch let error as DecodingError {
            guard let inner = error.path, !inner.starts(with: path.map(\.stringValue)) else { throw error }
            // JSONDecoder's path begins inside the JSON text.
            let message = "\(type)\(inner.map { "." + $0 }.joined()) cannot be decoded from the JSON text"
            throw statement.located(FMError(.mismatch, message, sql: nil, stage: .cell), at: index)
        }
    }

    private func convert<Value: FMValueConvertible>(_ type: Value.Type, _ index: Int32) throws(FMError) -> Any {
        let value: Value = try statement.decode(index)
        return value
    }
}

// MARK: - Columns

private struct RowColumns<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let decoder: RowDecoder
    // SAFETY: the decoder keeps the names of the columns, which own these.
    /// The column index of each key, if a key is one byte; else nil.
    private let places: UnsafeMutablePointer<Int16>?

    init(_ decoder: RowDecoder) {
        self.decoder = decoder
        places = MemoryLayout<Key>.size == 1 ? decoder.columns.places(of: Key.self) : nil
    }

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { decoder.isCurrent ? decoder.columns.names.compactMap(Key.init(stringValue:)) : [] }

    func contains(_ key: Key) -> Bool {
        decoder.isCurrent && decoder.statement.columnIndex(key.stringValue) >= 0
    }

    func decodeNil(forKey key: Key) throws -> Bool { try decoder.isNull(index(key)) }

    @inline(__always)
    private func index(_ key: Key) throws -> Int32 {
        let place = try place(key)
        if place >= 0 { return place }
        throw decoder.mismatch("the query has no column named \(key.stringValue)")
    }

    /// Returns the column index of a key, negative if there is none. Every read of a column begins here.
    @inline(__always)
    private func place(_ key: Key) throws -> Int32 {
        guard decoder.isCurrent else { throw decoder.gone() }
        // A key type of one byte has one key for each value of the byte.
        guard let places else { return try find(key) }
        let tag = unsafeBitCast(key, to: UInt8.self)
        let known = places[Int(tag)]
        return known == ColumnNames.unknown ? try learn(key, tag, places) : Int32(known)
    }

    @inline(never)
    private func learn(_ key: Key, _ tag: UInt8, _ places: UnsafeMutablePointer<Int16>) throws -> Int32 {
        let place = try find(key)
        // SQLite has no more than 32,767 columns.
        places[Int(tag)] = Int16(truncatingIfNeeded: place)
        return place
    }

    @inline(never)
    private func find(_ key: Key) throws -> Int32 {
        let name = key.stringValue
        let place = decoder.statement.columnIndex(name)
        if decoder.columns.hasDoubled, decoder.columns.isDoubled(name) { throw decoder.doubled(name) }
        return place
    }

    // Implements the protocol's requirements for single types, such as `Bool` and `String`. It is inlined into each of
    // them, which saves a call.
    @inline(__always)
    func decode<Value: FMValueConvertible & Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoder.statement.decode(try index(key))
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decode(type, key, index(key))
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ key: Key, _ index: Int32) throws -> Value {
        // The most common other types, without a conformance lookup by the runtime.
        if type == Data.self { return unsafeBitCast(try decoder.statement.decode(index) as Data, to: Value.self) }
        if type == Date.self { return unsafeBitCast(try date(index, key), to: Value.self) }
        return try decoder.decode(type, index, [key])
    }

    private func date(_ index: Int32, _ key: Key) throws(FMError) -> Date {
        if decoder.dates == .secondsSince1970 { return try decoder.statement.decode(index) }
        let value: FMValue = try decoder.statement.decode(index)
        if let date = decoder.dates.date(of: value) { return date }
        throw decoder.mismatch("column \(key.stringValue): \(value.reasonNotToBe(Date.self))")
    }

    @inline(__always)
    private func optional<Value: FMValueConvertible>(_ key: Key) throws -> Value? {
        let place = try place(key)
        guard place >= 0, try !decoder.isNull(place) else { return nil }
        return try decoder.statement.decode(place) as Value
    }

    // The default implementations need three lookups, and do not check whether the row is gone. A generic function
    // would not override them.
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try optional(key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try optional(key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try optional(key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try optional(key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try optional(key) }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        let place = try place(key)
        guard place >= 0, try !decoder.isNull(place) else { return nil }
        return try decode(type, key, place)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try decoder.column(index(key), [key]).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder.column(index(key), [key]).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        try decoder.check()
        return decoder
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder.column(index(key), [key]) }
}
