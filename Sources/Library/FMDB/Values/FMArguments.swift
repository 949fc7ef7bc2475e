/// The values of a statement's parameters, by position or by name.
///
///     FMSQL(raw: text, arguments: [1, "ann", nil])
///     FMSQL(raw: text, arguments: ["age": 7, "name": "ann"])
///
/// Write names without `:`, `@` or `$`. A name matches a parameter with any of these prefixes. If SQLite cannot store a value, the
/// execution fails with `.mismatch`. See [`sqlite3_bind_*`](https://sqlite.org/c3ref/bind_blob.html).
public struct FMArguments: Sendable {
    package private(set) var positional: [FMValue] = []
    /// The parts that most arguments do not need, such as named values. They share one reference so that copies of the arguments stay
    /// cheap.
    private var rest: Rest?

    /// A named value.
    struct Pair {
        let name: String
        let value: FMValue
    }

    // Not private: another module could copy and destroy a private type only through slower indirect calls.
    // SAFETY: an instance is changed only while one value holds the only reference to it.
    @usableFromInline
    final class Rest: @unchecked Sendable {
        /// The named values, in the order given. If a name occurs twice, the last value counts. A dictionary would be slower: hashing the
        /// names takes longer than a small update.
        private(set) var pairs: [Pair]
        /// The number of pairs above which values that later ones override are dropped.
        private var limit = 64
        /// The error of a value that SQLite cannot store. Literals cannot throw, so the error is reported when the statement runs.
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
    /// Whether there is anything beside positional values, such as named values.
    var isMixed: Bool { rest != nil }
    /// The named values, in the order given. If a name occurs twice, the last value counts.
    package var namedValues: [(String, FMValue)] { pairs.map { ($0.name, $0.value) } }

    /// Creates arguments without values.
    public init() {}

    /// Creates arguments from values by position.
    public init(_ values: [any FMValueConvertible]) {
        positional.reserveCapacity(values.count)
        for value in values { append(value) }
    }

    /// Creates arguments from values by name.
    public init(_ values: [String: any FMValueConvertible]) { for (name, value) in values { set(value, for: name) } }

    /// Whether there are no values.
    public var isEmpty: Bool { positional.isEmpty && rest == nil }

    /// Reserves memory for values by position.
    mutating func reserveCapacity(_ count: Int) { positional.reserveCapacity(count) }

    /// Adds the value of the next `?`.
    public mutating func append(_ value: some FMValueConvertible) {
        if let converted = converted(value) { positional.append(converted) }
    }

    /// Sets the value of a named parameter.
    ///
    /// - Parameters:
    ///   - value: the value.
    ///   - name: the name without `:`, `@` or `$`.
    public mutating func set(_ value: some FMValueConvertible, for name: String) {
        if let converted = converted(value) {
            change { $0.append(CollectionOfOne(Pair(name: name, value: converted))) }
        }
    }

    /// Appends other arguments. If both have a value for a name, the value of `other` counts.
    public mutating func append(contentsOf other: FMArguments) {
        positional += other.positional
        guard let others = other.rest else { return }
        change { rest in
            rest.append(others.pairs)
            rest.failure = rest.failure ?? others.failure
            rest.mistakes.formUnion(others.mistakes)
        }
    }

    /// Adds probable mistakes. Each execution with these arguments logs a warning about them.
    mutating func suspect(_ mistakes: ProbableMistakes) { change { $0.mistakes.formUnion(mistakes) } }

    /// Makes each execution with these arguments fail.
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
    /// Creates arguments from values by position; nil is NULL.
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

    /// Creates arguments from values by name; nil is NULL. If a name occurs twice, the last value counts.
    public init(dictionaryLiteral elements: (String, (any FMValueConvertible)?)...) {
        guard !elements.isEmpty else { return }
        var failure: FMError?
        var pairs: [Pair] = []
        pairs.reserveCapacity(elements.count)
        elements.withUnsafeBufferPointer { elements in
            guard let start = elements.baseAddress else { return }
            for index in elements.indices {
                // SAFETY: the two parts of the tuple follow each other in memory with pointer alignment. Accessing a part by name would
                // copy the whole tuple.
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
