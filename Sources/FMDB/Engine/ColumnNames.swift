#if SQLCipher && canImport(Darwin)
    import SQLCipher
#elseif SQLCipher
    import CSQLCipher
#else
    import CSQLite
#endif

/// Finds the column of a name, in any case of letters.
///
/// A program asks for the same few names, mostly literals, in the same order for each row. So the 16 bytes of the
/// `String` itself are compared first, with those of the name that was asked for at this place of the last row. For up
/// to 15 bytes of text they are the text; for longer ones they are the address of its storage, and the table keeps
/// that storage alive, so that an equal address is an equal text. Measured per look-up: 5 ns so, 25 in the table in any
/// order, 124 by `lowercased()` and a dictionary.
final class ColumnNames {
    /// The names as the statement spells them.
    let names: [String]
    /// The columns by lower-case name; the last of equal names counts.
    let indexes: [ExactText: Int32]
    private let version: Int32
    private let slots: UnsafeMutablePointer<Slot>
    private let mask: Int
    private let state: UnsafeMutablePointer<State>

    private struct Key: Equatable {
        var low: UInt64
        var high: UInt64
    }

    /// One name of a client, with its column.
    private struct Slot {
        /// No string has these bits.
        var key = Key(low: 0, high: 0)
        var index: Int32 = -1
        /// The slot that was asked for after this one.
        var successor = 0
        /// Keeps the storage alive whose address is in the key.
        var text = ""
    }

    private struct State {
        var last = 0
    }

    init(of raw: OpaquePointer?) {
        let count = raw.map { sqlite3_column_count($0) } ?? 0
        names = (0..<count).map { index in
            sqlite3_column_name(raw, index).map { String(cString: $0) } ?? ""
        }
        indexes = Dictionary(
            names.enumerated().map { (ExactText($1.lowercased()), Int32($0)) }, uniquingKeysWith: { $1 })
        version = ColumnNames.version(of: raw)
        var capacity = 16
        while capacity < names.count * 2 { capacity *= 2 }
        mask = capacity - 1
        slots = .allocate(capacity: capacity)
        slots.initialize(repeating: Slot(), count: capacity)
        state = .allocate(capacity: 1)
        state.initialize(to: State())
    }

    deinit {
        slots.deinitialize(count: mask + 1)
        slots.deallocate()
        state.deallocate()
    }

    /// The column of a name, -1 if there is none.
    @inline(__always)
    func index(of name: String) -> Int32 {
        // On platforms with pointers of 32 bits a String has another layout.
        guard MemoryLayout<String>.size == MemoryLayout<Key>.size else {
            return indexes[ExactText(name.lowercased())] ?? -1
        }
        let key = unsafeBitCast(name, to: Key.self)
        let expected = slots[state.pointee.last].successor
        if slots[expected].key == key {
            state.pointee.last = expected
            return slots[expected].index
        }
        return find(name, key)
    }

    private func find(_ name: String, _ key: Key) -> Int32 {
        let mixed = (key.low ^ key.high &* 0x9E37_79B9_7F4A_7C15) &* 0x9E37_79B9_7F4A_7C15
        let place = Int(truncatingIfNeeded: mixed >> 40) & mask
        if slots[place].key != key {
            guard let index = indexes[ExactText(name)] ?? indexes[ExactText(name.lowercased())] else { return -1 }
            slots[place] = Slot(key: key, index: index, successor: place, text: name)
        }
        slots[state.pointee.last].successor = place
        state.pointee.last = place
        return slots[place].index
    }

    /// Whether the names still are those of the statement, which SQLite compiles anew after a change of the schema.
    func isCurrent(for raw: OpaquePointer) -> Bool {
        #if SQLCipher && !canImport(Darwin)
            // Debian's SQLCipher does not count compilations, so the names themselves are compared.
            guard sqlite3_column_count(raw) == Int32(names.count) else { return false }
            return names.indices.allSatisfy { index in
                sqlite3_column_name(raw, Int32(index)).map { String(cString: $0) } == names[index]
            }
        #else
            return ColumnNames.version(of: raw) == version
        #endif
    }

    private static func version(of raw: OpaquePointer?) -> Int32 {
        #if SQLCipher && !canImport(Darwin)
            return 0
        #else
            return raw.map { sqlite3_stmt_status($0, SQLITE_STMTSTATUS_REPREPARE, 0) } ?? 0
        #endif
    }
}
