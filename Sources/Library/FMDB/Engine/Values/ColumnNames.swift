import FMDBSQLiteC

/// Finds the column of a name, in any case of letters.
///
/// A program asks for the same few names, mostly literals, in the same order for each row. So the 16 bytes of the
/// `String` itself are compared first, with those of the name that was asked for at this place of the last row. For up
/// to 15 bytes of text they are the text. For longer ones they are the address of its storage. The table keeps that storage
/// alive, so an equal address is an equal text. Measured per look-up: 5 ns so, 25 in the table in any
/// order, 124 by a folded name and a dictionary.
final class ColumnNames {
    /// The names as the statement spells them.
    let names: [String]
    /// The columns by folded name, as SQLite compares names; the last of equal names counts.
    let indexes: [ExactText: Int32]
    /// The columns by lower-case name, as FMDB compares names; the last of equal names counts.
    private(set) lazy var lowered = Dictionary(
        names.enumerated().map { (ExactText($1.lowercased()), Int32($0)) }, uniquingKeysWith: { $1 })
    /// How often SQLite had compiled the statement anew when the names were read; nil before SQLite 3.20, which does not count it. The
    /// names themselves are compared then.
    private let compilations: Int32?
    /// The columns by name; the last of equal names counts. A row as a dictionary is made of these by `mapValues`, which
    /// hashes no name again.
    private(set) lazy var columns = Dictionary(
        names.enumerated().map { ($1, Int32($0)) }, uniquingKeysWith: { $1 })
    private(set) lazy var objectColumns = Dictionary(
        uniqueKeysWithValues: columns.map { (AnyHashable($0), $1) })
    /// Whether two columns have one name, as SQLite compares names.
    var hasDoubled: Bool { indexes.count < names.count }
    private lazy var doubled: Set<ExactText> = {
        var seen: Set<ExactText> = []
        return Set(names.lazy.map { $0.nameKey }.filter { !seen.insert($0).inserted })
    }()
    private let slots: UnsafeMutablePointer<Slot>
    private let mask: Int
    /// The columns of the coding keys of a type, by the one byte that a key is.
    /// They serve all queries of the statement: to find them anew would cost a query of one row a look-up for each column.
    private var places: [(keys: ObjectIdentifier, columns: UnsafeMutablePointer<Int16>)] = []

    /// One name of a client, with its column.
    struct Slot {
        var key = TextIdentity()
        var index: Int32 = -1
        /// The slot that was asked for after this one.
        var successor: UnsafeMutablePointer<Slot>
        /// Keeps the storage alive whose address is in the key.
        var text = ""

        var isFree: Bool { index < 0 }
    }

    init(of raw: OpaquePointer?) {
        let count = raw.map { sqlite3_column_count($0) } ?? 0
        names = (0..<count).map { index in
            sqlite3_column_name(raw, index).map { String(cString: $0) } ?? ""
        }
        indexes = Dictionary(
            names.enumerated().map { ($1.nameKey, Int32($0)) }, uniquingKeysWith: { $1 })
        // The library that is loaded decides: it may be older than the one that was compiled against.
        compilations =
            Library.isAtLeast(3_020_000)
            ? raw.map { sqlite3_stmt_status($0, StatementCounters.reprepare, 0) } ?? 0 : nil
        var capacity = 32
        while capacity < names.count * 4 { capacity *= 2 }
        mask = capacity - 1
        slots = .allocate(capacity: capacity)
        slots.initialize(repeating: Slot(successor: slots), count: capacity)
    }

    deinit {
        slots.deinitialize(count: mask + 1)
        slots.deallocate()
        for (_, columns) in places { columns.deallocate() }
    }

    /// Where the first look-up starts from.
    var start: UnsafeMutablePointer<Slot> { slots }

    /// The column of a name that was not expected: the same one again, one out of order, or one that is new.
    ///
    /// - Parameter last: the slot of the name that was asked for before; in the end that of this name.
    /// - Returns: -1 if there is none.
    func find(_ name: String, last: inout UnsafeMutablePointer<Slot>) -> Int32 {
        guard let key = TextIdentity(name) else { return index(name) }
        // Often a column is asked for NULL first; the order of the names stays what it is.
        if last.pointee.key == key { return last.pointee.index }
        guard let slot = slot(of: name, key) else { return -1 }
        last.pointee.successor = slot
        last = slot
        return slot.pointee.index
    }

    /// The column of a name; -1 if there is none.
    func index(_ name: String) -> Int32 { indexes[name.nameKey] ?? -1 }

    func isDoubled(_ name: String) -> Bool { doubled.contains(name.nameKey) }

    /// The columns of the coding keys of a type, ``unknown`` for those that have not come yet.
    func places(of keys: Any.Type) -> UnsafeMutablePointer<Int16> {
        let keys = ObjectIdentifier(keys)
        if let known = places.first(where: { $0.keys == keys }) { return known.columns }
        let columns = UnsafeMutablePointer<Int16>.allocate(capacity: 256)
        columns.initialize(repeating: ColumnNames.unknown, count: 256)
        places.append((keys, columns))
        return columns
    }

    static let unknown: Int16 = -2

    /// The column of a name in any case of all letters; -1 if there is none.
    func indexInAnyCase(_ name: String) -> Int32 { lowered[ExactText(name.lowercased())] ?? -1 }

    private func slot(of name: String, _ key: TextIdentity) -> UnsafeMutablePointer<Slot>? {
        let mixed = (key.low ^ key.high &* 0x9E37_79B9_7F4A_7C15) &* 0x9E37_79B9_7F4A_7C15
        let home = Int(truncatingIfNeeded: mixed >> 40)
        // A neighbourhood that is full gives up the name at its beginning, so that names made at run time, each with an
        // address of its own, do not pile up.
        var target = slots + (home & mask)
        for step in 0..<ColumnNames.reach {
            let slot = slots + ((home &+ step) & mask)
            if slot.pointee.key == key { return slot }
            if slot.pointee.isFree {
                target = slot
                break
            }
        }
        guard let index = indexes[ExactText(name)] ?? indexes[name.nameKey] else { return nil }
        target.pointee = Slot(key: key, index: index, successor: target, text: name)
        return target
    }

    /// How far from its own place a name may lie.
    private static let reach = 8

    /// Whether the names still are those of the statement, which SQLite compiles anew after a change of the schema.
    func isCurrent(for raw: OpaquePointer) -> Bool {
        if let compilations { return sqlite3_stmt_status(raw, StatementCounters.reprepare, 0) == compilations }
        guard sqlite3_column_count(raw) == Int32(names.count) else { return false }
        return names.indices.allSatisfy { index in
            sqlite3_column_name(raw, Int32(index)).map { String(cString: $0) } == names[index]
        }
    }
}
