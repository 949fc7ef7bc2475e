/// The values of a statement's parameters, by position or by name.
///
///     FMSQL(raw: text, arguments: [1, "ann", nil])
///     FMSQL(raw: text, arguments: ["age": 7, "name": "ann"])
///
/// Names are written without `:`, `@` or `$`, and match a parameter of any of these forms. A value that SQLite cannot
/// hold is reported when the statement runs, with the code `.mismatch`. See
/// [`sqlite3_bind_*`](https://sqlite.org/c3ref/bind_blob.html).
public struct FMArguments: Sendable {
    private(set) var positional: [FMValue] = []
    /// What most arguments do not have; one reference, because SQL texts are handed from call to call.
    private var rest: Rest?

    // Not private: what another module cannot name it can only copy and destroy by detours.
    // SAFETY: it is changed only while one value alone refers to it.
    @usableFromInline
    final class Rest: @unchecked Sendable {
        var named: [String: FMValue]
        /// Literals cannot throw: a value that SQLite cannot hold is reported when the statement is run.
        var failure: FMError?

        init(_ other: Rest? = nil) {
            named = other?.named ?? [:]
            failure = other?.failure
        }
    }

    private mutating func change(_ body: (Rest) -> Void) {
        if !isKnownUniquelyReferenced(&rest) { rest = Rest(rest) }
        if let rest { body(rest) }
    }

    var named: [String: FMValue] { rest?.named ?? [:] }
    var failure: FMError? { rest?.failure }

    /// No values.
    public init() {}

    /// Values by position.
    public init(_ values: [any FMValueConvertible]) {
        positional.reserveCapacity(values.count)
        for value in values { append(value) }
    }

    /// Values by name.
    public init(_ values: [String: any FMValueConvertible]) {
        for (name, value) in values { set(value, for: name) }
    }

    /// Whether there are none.
    public var isEmpty: Bool { positional.isEmpty && rest == nil }

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
        if let converted = converted(value) { change { $0.named[name] = converted } }
    }

    /// Adds the values of other arguments behind these; a name that both have takes the other's value.
    public mutating func append(contentsOf other: FMArguments) {
        positional += other.positional
        guard let others = other.rest else { return }
        change { rest in
            rest.named.merge(others.named) { $1 }
            rest.failure = rest.failure ?? others.failure
        }
    }

    private mutating func converted(_ value: some FMValueConvertible) -> FMValue? {
        do {
            return try value.fmValue
        } catch {
            change { $0.failure = $0.failure ?? error }
            return nil
        }
    }
}

extension FMArguments: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    /// Values by position; nil is NULL.
    public init(arrayLiteral elements: (any FMValueConvertible)?...) {
        for element in elements {
            if let element { append(element) } else { append(FMValue.null) }
        }
    }

    /// Values by name; nil is NULL. Of a name given twice the last value counts.
    public init(dictionaryLiteral elements: (String, (any FMValueConvertible)?)...) {
        for (name, element) in elements {
            if let element { set(element, for: name) } else { set(FMValue.null, for: name) }
        }
    }
}
