import Foundation

/// What a changeset says of a table before the changes of its rows.
struct ChangesetTable: Equatable {
    let name: String
    /// Of each column its place in the primary key, from 1, or 0.
    let keyPlaces: [UInt8]
    let isOfPatchset: Bool
    /// The places of the columns of the primary key.
    let key: [Int]

    init(name: String, keyPlaces: [UInt8], isOfPatchset: Bool) {
        (self.name, self.keyPlaces, self.isOfPatchset) = (name, keyPlaces, isOfPatchset)
        key = keyPlaces.indices.filter { keyPlaces[$0] != 0 }
    }

    /// The tables that SQLite takes for one if their names differ in the case of letters.
    static func byName(_ tables: some Sequence<ChangesetTable>) -> [ExactText: ChangesetTable] {
        Dictionary(tables.map { ($0.foldedName, $0) }) { first, _ in first }
    }

    var foldedName: ExactText { name.nameKey }
}

/// Reads the bytes of a changeset, and checks all of them. SQLite before 3.44 reads beyond the end of some that are damaged. No
/// version checks that the parts agree with each other.
///
/// See [The Changeset Format](https://sqlite.org/session.html#changesets_and_patchsets) and "CHANGESET FORMAT" in sqlite3session.c.
struct ChangesetReader {
    private let bytes: UnsafeRawBufferPointer
    private(set) var offset: Int
    private(set) var table: ChangesetTable?
    /// How many values the deletions of a patchset have had so far, those included that are not there.
    private var cells = 0

    private let mostCells: Int
    /// The tables so far, by the names that SQLite takes for one; nil for bytes that are sound. SQLite keeps the columns and the key of the
    /// first header of a table for the changes behind the next one.
    private var known: [ExactText: ChangesetTable]?

    /// - Parameters:
    ///   - offset: where the next change begins.
    ///   - table: the table before it.
    init(_ bytes: UnsafeRawBufferPointer, at offset: Int = 0, in table: ChangesetTable? = nil) {
        (self.bytes, self.offset, self.table) = (bytes, offset, table)
        mostCells = .max
    }

    /// For bytes that are checked. A byte may stand for 1,000 values of deletions: one has 3 bytes or more, and SQLite's tables have at
    /// most 2,000 columns, unless it was built for more.
    init(unchecked bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        offset = 0
        mostCells = bytes.count * 1_000
        known = [:]
    }

    /// The next change; nil at the end. What it lacks is not noticed: see ``check()``.
    mutating func next() throws(FMError) -> FMChangeset.Change? {
        guard let (operation, table) = try begin() else { return nil }
        return try change(operation, of: table)
    }

    /// Goes beyond the next change, whose values are not made.
    ///
    /// - Returns: its table; nil at the end.
    mutating func check() throws(FMError) -> ChangesetTable? {
        guard let (operation, table) = try begin() else { return nil }
        guard try checkChange(operation, of: table) else {
            throw damaged("a change of the table \(table.name) lacks values")
        }
        return table
    }

    /// Reads what a change begins with, and the tables before it.
    private mutating func begin() throws(FMError) -> (FMChangeset.Operation, ChangesetTable)? {
        while offset < bytes.count {
            let byte = try readByte()
            switch byte {
            case UInt8(ascii: "T"), UInt8(ascii: "P"):
                let isOfPatchset = byte == UInt8(ascii: "P")
                guard table.map({ $0.isOfPatchset == isOfPatchset }) ?? true else {
                    throw damaged("it is a changeset and a patchset at once")
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

    /// A table of SQLite has at most 32,767 columns.
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
        throw damaged("the table \(table.name) has other columns or another primary key than before")
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

    /// - Returns: nil for one that the change does not have.
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

    /// A change of a table's key, which a collation may take for the same one, has the new key, too.
    ///
    /// - Returns: whether everything is there that the operation needs.
    private mutating func checkChange(
        _ operation: FMChangeset.Operation, of table: ChangesetTable
    ) throws(FMError) -> Bool {
        guard try readByte() <= 1 else { throw damaged("an indirect flag that is none") }
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

    /// A deletion of a patchset has the bytes of its key, and a value for each column once it is made. All other changes have as
    /// many bytes as values, or more.
    private mutating func expectFewCells(_ table: ChangesetTable) throws(FMError) {
        cells += table.keyPlaces.count
        guard cells > mostCells else { return }
        throw FMError(
            .tooBig, "the patchset has too many deletions in tables of many columns, such as \(table.name)")
    }

    /// Whether each value of a row is there.
    private mutating func presence(_ table: ChangesetTable) throws(FMError) -> [Bool] {
        var presence: [Bool] = []
        presence.reserveCapacity(table.keyPlaces.count)
        for place in table.keyPlaces { presence.append(try skipValue(isKeyOf: place == 0 ? nil : table)) }
        return presence
    }

    /// Whether all values of a row are there.
    private mutating func hasRow(of table: ChangesetTable) throws(FMError) -> Bool {
        var hasAll = true
        for place in table.keyPlaces where try !skipValue(isKeyOf: place == 0 ? nil : table) { hasAll = false }
        return hasAll
    }

    /// SQLite takes what follows a NULL in a key for the length of a text, and a real that is not a number for NULL.
    ///
    /// - Parameter table: nil for a value that is not of the key.
    /// - Returns: whether it is a value; not for one that the change does not have.
    private mutating func skipValue(isKeyOf table: ChangesetTable?) throws(FMError) -> Bool {
        switch try readByte() {
        case 0: return false
        case 1: _ = try readBytes(8)
        case 2:
            guard !Double(bitPattern: try word()).isNaN else { throw damaged("a real that is not a number") }
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

    /// A number of at most 31 bits, in SQLite's variable form, of which the shortest is the only one: SQLite compares the bytes of keys.
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
        throw damaged("a length that is none")
    }

    private func damaged(_ reason: String) -> FMError {
        FMError(.corrupt, "the changeset is damaged at byte \(offset): \(reason)")
    }
}

extension String {
    /// nil for bytes that are not UTF-8.
    fileprivate init?(validating bytes: Slice<UnsafeRawBufferPointer>) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else { return nil }
        self = text
    }
}
