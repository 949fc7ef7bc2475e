import Foundation

#if SQLCipher && canImport(Darwin)
    import SQLCipher
#elseif SQLCipher
    import CSQLCipher
#else
    import CSQLite
#endif

/// The name of a parameter: `:age` is ":" and "age".
struct Parameter {
    let prefix: Unicode.Scalar
    let text: String
    /// The name as a key of FMDB's dictionaries.
    let name: AnyHashable
    /// The name as a key that is an NSString; on Linux it differs from a String of the same text.
    let foundationName: AnyHashable

    init?(_ spelling: String) {
        guard let prefix = spelling.unicodeScalars.first, prefix != "?" else { return nil }
        self.prefix = prefix
        text = String(spelling.unicodeScalars.dropFirst())
        name = AnyHashable(text)
        foundationName = AnyHashable(NSString(string: text))
    }

    var spelling: String { String(prefix) + text }
}

/// Finds the parameter of a name.
///
/// A program gives the same few names, mostly literals, in the same order each time. So the 16 bytes of the `String`
/// itself are compared, with those of the name that came at this turn the last time: see ``ColumnNames``.
final class ParameterNames {
    /// The parameters by position, nil for one without a name.
    let parameters: [Parameter?]
    /// Whether each has a name of its own; only then is a parameter found by its name.
    let areUnlike: Bool
    /// Whether FMDB's dictionaries reach them all.
    let haveColons: Bool
    private let indexes: [String: Int]
    private let slots: UnsafeMutablePointer<Slot>

    private struct Slot {
        /// What the parameter at this place was called the last time.
        var key: ColumnNames.Key?
        /// Keeps the storage alive whose address is in the key.
        var text: String
        /// The place of the parameter whose name came at this turn the last time.
        var expected: Int
    }

    init(of raw: OpaquePointer?) {
        parameters = (0..<sqlite3_bind_parameter_count(raw)).map { index in
            sqlite3_bind_parameter_name(raw, index + 1).flatMap { Parameter(String(cString: $0)) }
        }
        let named = parameters.compactMap { $0 }
        indexes = Dictionary(named.enumerated().map { ($1.text, $0) }, uniquingKeysWith: { first, _ in first })
        areUnlike = indexes.count == parameters.count
        haveColons = areUnlike && named.allSatisfy { $0.prefix == ":" }
        slots = .allocate(capacity: max(1, named.count))
        for (index, parameter) in named.enumerated() {
            let slot = Slot(key: ColumnNames.Key(parameter.text), text: parameter.text, expected: index)
            (slots + index).initialize(to: slot)
        }
    }

    deinit {
        slots.deinitialize(count: parameters.reduce(0) { $1 == nil ? $0 : $0 + 1 })
        slots.deallocate()
    }

    /// The place of the parameter of a name, from 0.
    ///
    /// - Parameters:
    ///   - name: the name without its prefix.
    ///   - turn: how many names came before it, less than there are parameters.
    /// - Returns: nil if there is none.
    @inline(__always)
    func find(_ name: String, turn: Int) -> Int? {
        let expected = slots[turn].expected
        if let key = ColumnNames.Key(name), slots[expected].key == key { return expected }
        return search(name, turn)
    }

    @inline(never)
    private func search(_ name: String, _ turn: Int) -> Int? {
        let key = ColumnNames.Key(name)
        guard let index = place(of: key) ?? indexes[name] else { return nil }
        slots[index].key = key
        slots[index].text = name
        slots[turn].expected = index
        return index
    }

    /// The place of a parameter that was called so the last time.
    private func place(of key: ColumnNames.Key?) -> Int? {
        // To go through many takes longer than to hash the name.
        guard let key, parameters.count <= ParameterSet.capacity else { return nil }
        return parameters.indices.first { slots[$0].key == key }
    }
}

/// Which parameters have got a value. Only for statements with few enough of them.
struct ParameterSet {
    static let capacity = 64
    private var missing: UInt64

    /// None of so many; nil if they are too many.
    init?(of count: Int) {
        guard 1...ParameterSet.capacity ~= count else { return nil }
        missing = UInt64.max >> UInt64(ParameterSet.capacity - count)
    }

    mutating func insert(_ index: Int) { missing &= ~(1 << UInt64(index)) }

    var isFull: Bool { missing == 0 }
}
