/// The values of a statement's parameters, by position or by name.
///
///     FMSQL(raw: text, arguments: [1, "ann", nil])
///     FMSQL(raw: text, arguments: ["age": 7, "name": "ann"])
///
/// Write names without `:`, `@` or `$`; they match a parameter of any of these forms. A value that SQLite cannot store
/// makes the execution fail with `.mismatch`. See [`sqlite3_bind_*`](https://sqlite.org/c3ref/bind_blob.html).
public struct FMArguments: Sendable {
    package private(set) var positional: [FMValue] = []
    /// What most arguments do not have; one reference, because SQL texts are handed from call to call.
    private var rest: Rest?

    /// A named value.
    struct Pair {
        let name: String
        let value: FMValue
    }

    // Not private: what another module cannot name it can only copy and destroy by detours.
    // SAFETY: it is changed only while one value alone refers to it.
    @usableFromInline
    final class Rest: @unchecked Sendable {
        /// In the order in which they were given; of equal names the last is used. Hashing the names would take longer than a small update.
        private(set) var pairs: [Pair] = []
        /// With more pairs than these it is time to drop those that do not count.
        private var limit = 64
        /// Literals cannot throw: a value that SQLite cannot store is reported when the statement runs.
        var failure: FMError?
        var mistakes: ProbableMistakes = []

        init(_ pairs: [Pair] = [], _ failure: FMError? = nil) { (self.pairs, self.failure) = (pairs, failure) }

        init(_ other: Rest) {
            pairs = other.pairs
            limit = other.limit
            failure = other.failure
            mistakes = other.mistakes
        }

        var named: [ExactText: FMValue] {
            Dictionary(pairs.lazy.map { (ExactText($0.name), $0.value) }, uniquingKeysWith: { $1 })
        }

        func append(_ added: some Collection<Pair>) {
            pairs += added
            guard pairs.count > limit else { return }
            pairs = named.map { Pair(name: $0.text, value: $1) }
            limit = max(limit, 2 * pairs.count)
        }
    }

    private mutating func change(_ body: (Rest) -> Void) {
        if !isKnownUniquelyReferenced(&rest) { rest = rest.map { Rest($0) } ?? Rest() }
        if let rest { body(rest) }
    }

    var hasNames: Bool { rest.map { !$0.pairs.isEmpty } ?? false }
    var pairs: [Pair] { rest?.pairs ?? [] }
    var named: [ExactText: FMValue] { rest?.named ?? [:] }
    package var failure: FMError? { rest?.failure }
    var mistakes: ProbableMistakes { rest?.mistakes ?? [] }
    /// Whether there is more than values by position.
    var isMixed: Bool { rest != nil }
    /// In the order in which they were given; of equal names the last is used.
    package var namedValues: [(String, FMValue)] { pairs.map { ($0.name, $0.value) } }

    /// No values.
    public init() {}

    /// Values by position.
    public init(_ values: [any FMValueConvertible]) {
        positional.reserveCapacity(values.count)
        for value in values { append(value) }
    }

    /// Values by name.
    public init(_ values: [String: any FMValueConvertible]) { for (name, value) in values { set(value, for: name) } }

    /// Whether there are none.
    public var isEmpty: Bool { positional.isEmpty && rest == nil }

    /// Makes room for values by position.
    mutating func reserveCapacity(_ count: Int) { positional.reserveCapacity(count) }

    /// Adds the value of the next `?`.
    public mutating func append(_ value: some FMValueConvertible) {
        if let converted = converted(value) { positional.append(converted) }
    }

    /// Sets the value of a named parameter.
    ///
    /// - Parameters:
    ///   - value: the value.
    ///   - name: without `:`, `@` or `$`.
    public mutating func set(_ value: some FMValueConvertible, for name: String) {
        if let converted = converted(value) {
            change { $0.append(CollectionOfOne(Pair(name: name, value: converted))) }
        }
    }

    /// Appends other arguments; for equal names the other value is used.
    public mutating func append(contentsOf other: FMArguments) {
        positional += other.positional
        guard let others = other.rest else { return }
        change { rest in
            rest.append(others.pairs)
            rest.failure = rest.failure ?? others.failure
            rest.mistakes.formUnion(others.mistakes)
        }
    }

    /// Has every use of the values be warned of.
    mutating func suspect(_ mistakes: ProbableMistakes) { change { $0.mistakes.formUnion(mistakes) } }

    /// Has every use of the values fail.
    mutating func fail(_ error: FMError) { change { $0.failure = $0.failure ?? error } }

    private mutating func converted(_ value: some FMValueConvertible) -> FMValue? {
        do {
            return try value.fmValue
        } catch {
            fail(error)
            return nil
        }
    }
}

extension FMArguments: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    /// Values by position; nil is NULL.
    public init(arrayLiteral elements: (any FMValueConvertible)?...) {
        var failure: FMError?
        positional.reserveCapacity(elements.count)
        elements.withUnsafeBufferPointer { elements in
            guard let start = elements.baseAddress else { return }
            for index in elements.indices {
                if let value = FMArguments.value(start + index, &failure) { positional.append(value) }
            }
        }
        if failure != nil { rest = Rest([], failure) }
    }

    /// Values by name; nil is NULL. If a name occurs twice, the last value is used.
    public init(dictionaryLiteral elements: (String, (any FMValueConvertible)?)...) {
        guard !elements.isEmpty else { return }
        var failure: FMError?
        var pairs: [Pair] = []
        pairs.reserveCapacity(elements.count)
        elements.withUnsafeBufferPointer { elements in
            guard let start = elements.baseAddress else { return }
            for index in elements.indices {
                // SAFETY: the parts of a tuple lie one behind the other, and a pointer's alignment is that of both. To
                // name a part would copy the whole.
                let name = UnsafeRawPointer(start + index)
                let element = (name + MemoryLayout<String>.stride).assumingMemoryBound(
                    to: (any FMValueConvertible)?.self)
                if let value = FMArguments.value(element, &failure) {
                    pairs.append(Pair(name: name.assumingMemoryBound(to: String.self).pointee, value: value))
                }
            }
        }
        rest = Rest(pairs, failure)
    }

    private static func value(
        _ place: UnsafePointer<(any FMValueConvertible)?>, _ failure: inout FMError?
    ) -> FMValue? {
        do {
            return try FMValue(place)
        } catch {
            failure = failure ?? error
            return nil
        }
    }
}
