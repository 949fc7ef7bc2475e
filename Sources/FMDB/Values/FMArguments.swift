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
    /// nil for none: an optional that is nil costs less than an empty dictionary.
    private var namedValues: [String: FMValue]?
    var named: [String: FMValue] { namedValues ?? [:] }
    var hasNames: Bool { namedValues != nil }
    /// Literals cannot throw: a value that SQLite cannot hold is reported when the statement is run.
    private(set) var failure: FMError?

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
    public var isEmpty: Bool { positional.isEmpty && namedValues == nil && failure == nil }

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
        guard let converted = converted(value) else { return }
        namedValues = namedValues ?? [:]
        namedValues?[name] = converted
    }

    /// Adds the values of other arguments behind these; a name that both have takes the other's value.
    public mutating func append(contentsOf other: FMArguments) {
        positional += other.positional
        for (name, value) in other.named {
            namedValues = namedValues ?? [:]
            namedValues?[name] = value
        }
        failure = failure ?? other.failure
    }

    private mutating func converted(_ value: some FMValueConvertible) -> FMValue? {
        do {
            return try value.fmValue
        } catch {
            failure = failure ?? error
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
