import Foundation
import FMDBSQLiteC

/// The name of a parameter, split into prefix and text: `:age` is ":" and "age".
struct Parameter {
    let prefix: Unicode.Scalar
    let text: String
    /// The name as a key of a dictionary that is passed to FMDB's methods.
    let name: AnyHashable
    /// The name as an NSString key. On Linux it differs from a String key with the same text.
    let foundationName: AnyHashable

    init?(_ spelling: String) {
        guard let prefix = spelling.unicodeScalars.first, prefix != "?" else { return nil }
        self.prefix = prefix
        text = String(spelling.unicodeScalars.dropFirst())
        name = AnyHashable(text)
        foundationName = AnyHashable(NSString(string: text))
    }

    var spelling: String { String(prefix) + text }

    /// Returns the value of this parameter in a dictionary.
    ///
    /// A key that is only canonically equivalent, with differently composed accents, also matches, unless it is the exact name of another
    /// parameter.
    ///
    /// - Parameters:
    ///   - values: the dictionary.
    ///   - names: the names of the statement's parameters.
    func value(in values: [AnyHashable: Any], _ names: ParameterNames) -> Any? {
        for key in [name, foundationName] {
            guard let place = values.index(forKey: key) else { continue }
            if names.isName(String(describing: values[place].key.base), of: self) { return values[place].value }
        }
        return nil
    }

    func value(in values: [String: Any], _ names: ParameterNames) -> Any? {
        guard let place = values.index(forKey: text), names.isName(values[place].key, of: self) else { return nil }
        return values[place].value
    }
}

/// Finds a parameter by its name.
///
/// A program passes the same few names, mostly literals, in the same order each time. So the lookup first compares the 16 bytes of the
/// `String` value with those of the name that had the same position in an earlier round: see ``ColumnNames``.
final class ParameterNames {
    /// The parameters by position; nil for a parameter without a name.
    let parameters: [Parameter?]
    /// Whether all parameters have distinct names. Only then can a parameter be found by its name.
    let areUnlike: Bool
    /// Whether all names are distinct and begin with a colon, as FMDB's dictionaries require.
    let haveColons: Bool
    private let indexes: [ExactText: Int]
    private let slots: UnsafeMutablePointer<Slot>
    /// The number of the current round. Each execution with named values is a round.
    private var round: UInt64 = 0

    private struct Slot {
        /// The identity of the string that last named the parameter at this index.
        var key: TextIdentity?
        /// The string. It keeps alive the storage whose address is in the key.
        var text: String
        /// The index of the parameter that an earlier round named at this turn.
        var expected: Int
        /// The last round in which the parameter at this index got a value.
        var round: UInt64 = 0
    }

    init(of raw: OpaquePointer?) {
        parameters = (0..<sqlite3_bind_parameter_count(raw)).map { index in
            sqlite3_bind_parameter_name(raw, index + 1).flatMap { Parameter(String(cString: $0)) }
        }
        let named = parameters.compactMap { $0 }
        indexes = Dictionary(
            named.enumerated().map { (ExactText($1.text), $0) }, uniquingKeysWith: { first, _ in first })
        areUnlike = indexes.count == parameters.count
        haveColons = areUnlike && named.allSatisfy { $0.prefix == ":" }
        slots = .allocate(capacity: max(1, named.count))
        for (index, parameter) in named.enumerated() {
            let slot = Slot(key: TextIdentity(parameter.text), text: parameter.text, expected: index)
            (slots + index).initialize(to: slot)
        }
    }

    deinit {
        slots.deinitialize(count: parameters.reduce(0) { $1 == nil ? $0 : $0 + 1 })
        slots.deallocate()
    }

    /// Returns the index of the parameter with a name, from 0.
    ///
    /// - Parameters:
    ///   - name: the name without its prefix.
    ///   - turn: the number of names already passed in this round, less than the number of parameters.
    /// - Returns: nil if there is no such parameter.
    @inline(__always)
    func find(_ name: String, turn: Int) -> Int? {
        let expected = slots[turn].expected
        if let key = TextIdentity(name), slots[expected].key == key { return expected }
        return search(name, turn)
    }

    /// Whether a string that is canonically equivalent to a parameter's name refers to that parameter.
    func isName(_ text: String, of parameter: Parameter) -> Bool {
        ExactText(text) == ExactText(parameter.text) || indexes[ExactText(text)] == nil
    }

    /// Begins a round, in which each parameter gets one value, and returns its number.
    func beginRound() -> UInt64 {
        round &+= 1
        return round
    }

    /// Records that the parameter at an index gets a value.
    ///
    /// - Returns: false if the parameter already has a value in this round.
    @inline(__always)
    func assign(_ index: Int, in round: UInt64) -> Bool {
        guard slots[index].round != round else { return false }
        slots[index].round = round
        return true
    }

    @inline(never)
    private func search(_ name: String, _ turn: Int) -> Int? {
        let key = TextIdentity(name)
        guard let index = place(of: key) ?? indexes[ExactText(name)] else { return nil }
        slots[index].key = key
        slots[index].text = name
        slots[turn].expected = index
        return index
    }

    /// Returns the index of the parameter that the same string named before, or nil if there is none.
    private func place(of key: TextIdentity?) -> Int? {
        // For many parameters, hashing the name is faster than a linear search. `areUnlike` is checked, because there are fewer slots than
        // parameters if a parameter has no name.
        guard let key, areUnlike, parameters.count <= 64 else { return nil }
        return parameters.indices.first { slots[$0].key == key }
    }
}
