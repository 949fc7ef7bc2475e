import Foundation

/// The header of a table in a changeset, which comes before the table's changes.
struct ChangesetTable: Equatable {
    let name: String
    /// The position of each column in the primary key, counted from 1, or 0 if the column is not part of it.
    let keyPlaces: [UInt8]
    let isOfPatchset: Bool
    /// The indexes of the primary key's columns.
    let key: [Int]

    init(name: String, keyPlaces: [UInt8], isOfPatchset: Bool) {
        (self.name, self.keyPlaces, self.isOfPatchset) = (name, keyPlaces, isOfPatchset)
        key = keyPlaces.indices.filter { keyPlaces[$0] != 0 }
    }

    /// Returns the first table for each name. Names that differ only in the case of ASCII letters are the same table in SQLite.
    static func byName(_ tables: some Sequence<ChangesetTable>) -> [ExactText: ChangesetTable] {
        Dictionary(tables.map { ($0.foldedName, $0) }) { first, _ in first }
    }

    var foldedName: ExactText { name.nameKey }
}

/// Reads and validates the bytes of a changeset. SQLite before 3.44 reads out of bounds for some damaged changesets, and no version of
/// SQLite checks whether the parts are consistent.
///
/// See [The Changeset Format](https://sqlite.org/session.html#changesets_and_patchsets) and "CHANGESET FORMAT" in sqlite3session.c.
struct ChangesetReader {
    private let bytes: UnsafeRawBufferPointer
    private(set) var offset: Int
    private(set) var table: ChangesetTable?
    /// The number of values that the patchset's deletions expand to, counted so far and including absent values.
    private var cells = 0

    private let mostCells: Int
    /// The tables so far, by folded name, or nil for bytes that are known to be valid. Headers of the same table must agree, because SQLite
    /// uses the first header also for the changes that follow a second one.
    private var known: [ExactText: ChangesetTable]?

    /// - Parameters:
    ///   - bytes: the bytes of the changeset.
    ///   - offset: the offset of the next change.
    ///   - table: the table of the previous change.
    init(_ bytes: UnsafeRawBufferPointer, at offset: Int = 0, in table: ChangesetTable? = nil) {
        (self.bytes, self.offset, self.table) = (bytes, offset, table)
        mostCells = .max
    }

    /// Creates a reader that validates the bytes. The deletions of a patchset may expand to 1,000 values for each byte. This is enough by
    /// default: a deletion has 3 bytes or more, and a table at most 2,000 columns.
    init(unchecked bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        offset = 0
        mostCells = bytes.count * 1_000
        known = [:]
    }

    /// Reads the next change, or returns nil at the end. Missing values are not an error here; see ``check()``.
    mutating func next() throws(FMError) -> FMChangeset.Change? {
        guard let (operation, table) = try begin() else { return nil }
        return try change(operation, of: table)
    }

    /// Validates and skips the next change, without creating its values.
    ///
    /// - Returns: the table of the change, or nil at the end.
    mutating func check() throws(FMError) -> ChangesetTable? {
        guard let (operation, table) = try begin() else { return nil }
        guard try checkChange(operation, of: table) else {
            throw damaged("a change of the table \(table.name) lacks values")
        }
        return table
    }

    /// Reads table headers and the operation of the next change.
    private mutating func begin() throws(FMError) -> (FMChangeset.Operation, ChangesetTable)? {
        while offset < bytes.count {
            let byte = try readByte()
            switch byte {
            case UInt8(ascii: "T"), UInt8(ascii: "P"):
                let isOfPatchset = byte == UInt8(ascii: "P")
                guard table.map({ $0.isOfPatchset == isOfPatchset }) ?? true else {
                    throw damaged("it mixes a changeset and a patchset")
                }
                table = try tableHeader(isOfPatchset)
            default:
                guard let table else { throw damaged("a change without a table") }
                guard let operation = FMChangeset.Operation(code: byte) else { throw damaged("an unknown operation") }
                return (operation, table)
            }
        }
        return nil
    }

    // MARK: Tables

    /// Reads a table header. A table has at most 32,767 columns in SQLite.
    private mutating func tableHeader(_ isOfPatchset: Bool) throws(FMError) -> ChangesetTable {
        let count = try length()
        guard count > 0, count <= 32_767 else { throw damaged("a table with \(count.of("column"))") }
        let places = Array(try readBytes(count))
        guard places.contains(where: { $0 != 0 }) else { throw damaged("a table without a primary key") }
        guard let end = bytes[offset...].firstIndex(of: 0) else { throw damaged("it ends within a table's name") }
        guard let name = String(validating: bytes[offset..<end]) else {
            throw damaged("a table's name that is not UTF-8")
        }
        offset = end + 1
        let table = ChangesetTable(name: name, keyPlaces: places, isOfPatchset: isOfPatchset)
        try expectAgreement(table)
        return table
    }

    private mutating func expectAgreement(_ table: ChangesetTable) throws(FMError) {
        guard let first = known?[table.foldedName] else {
            known?[table.foldedName] = table
            return
        }
        guard first.keyPlaces != table.keyPlaces else { return }
        throw damaged("the table \(table.name) does not have the same columns and primary key as before")
    }

    // MARK: Changes

    private mutating func change(
        _ operation: FMChangeset.Operation, of table: ChangesetTable
    ) throws(FMError) -> FMChangeset.Change {
        let isIndirect = try readByte() != 0
        let none = [FMValue?](repeating: nil, count: table.keyPlaces.count)
        var (old, new) = (none, none)
        switch operation {
        case .insert: try read(none.indices, into: &new)
        case .delete where table.isOfPatchset: try read(table.key, into: &old)
        case .delete: try read(none.indices, into: &old)
        case .update:
            if !table.isOfPatchset { try read(none.indices, into: &old) }
            try read(none.indices, into: &new)
            if table.isOfPatchset { for column in table.key { swap(&old[column], &new[column]) } }
        }
        return FMChangeset.Change(
            operation: operation, table: table.name, oldValues: old, newValues: new, primaryKey: table.key,
            isIndirect: isIndirect)
    }

    private mutating func read(_ columns: some Sequence<Int>, into values: inout [FMValue?]) throws(FMError) {
        for column in columns { values[column] = try value() }
    }

    /// Reads a value.
    ///
    /// - Returns: nil if the change does not contain the value.
    private mutating func value() throws(FMError) -> FMValue? {
        switch try readByte() {
        case 0: return nil
        case 1: return .integer(Int64(bitPattern: try word()))
        case 2: return .real(Double(bitPattern: try word()))
        case 3:
            let text = try readBytes(try length())
            return String(validating: text).map { .text($0) } ?? .blob(Data(text))
        case 4: return .blob(Data(try readBytes(try length())))
        case 5: return .null
        default: throw damaged("an unknown type of value")
        }
    }

    // MARK: Checking

    /// Validates a change. An update usually has only the old key. If it changes the key to one that the collation considers equal, it has
    /// the new key, too.
    ///
    /// - Returns: whether all values that the operation needs are present.
    private mutating func checkChange(
        _ operation: FMChangeset.Operation, of table: ChangesetTable
    ) throws(FMError) -> Bool {
        guard try readByte() <= 1 else { throw damaged("an invalid indirect flag") }
        switch operation {
        case .insert: return try hasRow(of: table)
        case .delete:
            guard table.isOfPatchset else { return try hasRow(of: table) }
            try expectFewCells(table)
            var hasKey = true
            for _ in table.key where try !skipValue(isKeyOf: table) { hasKey = false }
            return hasKey
        case .update:
            let first = try presence(table)
            let hasKey = table.key.allSatisfy { first[$0] }
            guard !table.isOfPatchset else { return hasKey }
            let second = try presence(table)
            return hasKey && table.keyPlaces.indices.allSatisfy { table.keyPlaces[$0] != 0 || first[$0] == second[$0] }
        }
    }

    /// Limits the memory for deletions of a patchset: they store only the key, but are read into a value for each column. All other changes
    /// have at least as many bytes as values.
    private mutating func expectFewCells(_ table: ChangesetTable) throws(FMError) {
        cells += table.keyPlaces.count
        guard cells > mostCells else { return }
        throw FMError(
            .tooBig, "the patchset has too many deletions in tables with many columns, such as \(table.name)")
    }

    /// Reads a row, and returns for each of its values whether the change contains it.
    private mutating func presence(_ table: ChangesetTable) throws(FMError) -> [Bool] {
        var presence: [Bool] = []
        presence.reserveCapacity(table.keyPlaces.count)
        for place in table.keyPlaces { presence.append(try skipValue(isKeyOf: place == 0 ? nil : table)) }
        return presence
    }

    /// Reads a row, and returns whether the change contains all of its values.
    private mutating func hasRow(of table: ChangesetTable) throws(FMError) -> Bool {
        var hasAll = true
        for place in table.keyPlaces where try !skipValue(isKeyOf: place == 0 ? nil : table) { hasAll = false }
        return hasAll
    }

    /// Validates and skips a value. In a key, NULL and NaN are invalid: SQLite would read the bytes after a NULL as the length of a TEXT
    /// value, and treats a NaN as NULL.
    ///
    /// - Parameter table: the table if the value is part of its key, or nil.
    /// - Returns: whether the change contains the value.
    private mutating func skipValue(isKeyOf table: ChangesetTable?) throws(FMError) -> Bool {
        switch try readByte() {
        case 0: return false
        case 1: _ = try readBytes(8)
        case 2:
            guard !Double(bitPattern: try word()).isNaN else { throw damaged("a REAL value that is NaN") }
        case 3, 4: _ = try readBytes(try length())
        case 5:
            if let table { throw damaged("NULL in the primary key of the table \(table.name)") }
        default: throw damaged("an unknown type of value")
        }
        return true
    }

    // MARK: Bytes

    private mutating func readByte() throws(FMError) -> UInt8 {
        guard offset < bytes.count else { throw damaged("it ends too early") }
        defer { offset += 1 }
        return bytes[offset]
    }

    private mutating func readBytes(_ count: Int) throws(FMError) -> Slice<UnsafeRawBufferPointer> {
        guard count <= bytes.count - offset else { throw damaged("it ends too early") }
        defer { offset += count }
        return bytes[offset..<(offset + count)]
    }

    private mutating func word() throws(FMError) -> UInt64 {
        let start = offset
        _ = try readBytes(8)
        return UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
    }

    /// Reads a varint of at most 31 bits. Only the shortest form is valid, because SQLite compares the bytes of keys.
    private mutating func length() throws(FMError) -> Int {
        var length = 0
        for _ in 0..<5 {
            let byte = try readByte()
            guard length > 0 || byte != 0x80 else { break }
            length = length << 7 | Int(byte & 0x7F)
            guard byte & 0x80 != 0 else {
                guard length <= Int32.max else { break }
                return length
            }
        }
        throw damaged("an invalid length")
    }

    private func damaged(_ reason: String) -> FMError {
        FMError(.corrupt, "the changeset is damaged at byte \(offset): \(reason)")
    }
}

extension String {
    /// Creates a string, or returns nil if the bytes are not valid UTF-8.
    fileprivate init?(validating bytes: Slice<UnsafeRawBufferPointer>) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else { return nil }
        self = text
    }
}
