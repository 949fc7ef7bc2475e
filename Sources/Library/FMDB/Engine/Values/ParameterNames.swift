import Foundation
import FMDBSQLiteC

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

    /// The value of a dictionary under this name.
    ///
    /// - Parameter names: those of the statement. A key that only looks alike, with accents composed otherwise, stands for
    ///   this name unless another parameter is called so.
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
    private let indexes: [ExactText: Int]
    private let slots: UnsafeMutablePointer<Slot>
    /// Counts the executions whose values are matched with the names.
    private var round: UInt64 = 0

    private struct Slot {
        /// What the parameter at this place was called the last time.
        var key: TextIdentity?
        /// Keeps the storage alive whose address is in the key.
        var text: String
        /// The place of the parameter whose name came at this turn the last time.
        var expected: Int
        /// The round in which the parameter at this place got a value.
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

    /// The place of the parameter of a name, from 0.
    ///
    /// - Parameters:
    ///   - name: the name without its prefix.
    ///   - turn: how many names came before it, less than there are parameters.
    /// - Returns: nil if there is none.
    @inline(__always)
    func find(_ name: String, turn: Int) -> Int? {
        let expected = slots[turn].expected
        if let key = TextIdentity(name), slots[expected].key == key { return expected }
        return search(name, turn)
    }

    /// Whether a text that is equal to the name of a parameter means that one.
    func isName(_ text: String, of parameter: Parameter) -> Bool {
        ExactText(text) == ExactText(parameter.text) || indexes[ExactText(text)] == nil
    }

    /// Begins a round in which each parameter gets a value once.
    func beginRound() { round &+= 1 }

    /// Records that the parameter at a place gets a value.
    ///
    /// - Returns: false if it has got one in this round.
    @inline(__always)
    func assign(_ index: Int) -> Bool {
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

    /// The place of a parameter that was called so the last time.
    private func place(of key: TextIdentity?) -> Int? {
        // To go through many takes longer than to hash the name. Where one has no name there are fewer slots than parameters.
        guard let key, areUnlike, parameters.count <= 64 else { return nil }
        return parameters.indices.first { slots[$0].key == key }
    }
}
