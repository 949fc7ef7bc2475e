import FMDB

/// An array or a set, which is stored as JSON text, or none.
public protocol FMListValue {
    /// The type of an element.
    associatedtype FMListElement
}

extension Array: FMListValue {
    /// The type of an element.
    public typealias FMListElement = Element
}

extension Set: FMListValue {
    /// The type of an element.
    public typealias FMListElement = Element
}

extension Optional: FMListValue where Wrapped: FMListValue {
    /// The type of an element of the list, if there is one.
    public typealias FMListElement = Wrapped.FMListElement
}

extension FMTerm where Value: FMListValue {
    /// Whether an element is in the array or set that is stored as JSON text. No element is in NULL.
    ///
    ///     try db.find(Person.self) { $0.tags.contains("x") }
    ///
    /// SQLite reads the text of each row that the other conditions leave. See
    /// [json_each](https://sqlite.org/json1.html#jeach), which SQLite has by itself since 3.38.
    ///
    /// - Parameter element: a number, a text, a date or a raw value. For one that is stored as an object or a list the statement
    ///   throws an `FMError` with the code `.misuse`.
    public func contains(_ element: Value.FMListElement) -> FMWhere<Model> {
        guard JSONForm(of: Value.FMListElement.self) != .nested else {
            let reason = "an element that is an object or a list cannot be looked for in JSON text"
            return FMWhere(sql: "\(Refused(error: FMError(.misuse, reason)))")
        }
        // The column might have a name that json_each uses, too. In a query without a table it is the row's.
        let list: FMSQL = "(SELECT \(fmSQL) AS `fm:list`) JOIN json_each(`fm:list`) AS `fm:each`"
        let place = TermSource.place(written: "(`fm:list` -> `fm:each`.fullkey)")
        let each = FMExpression<Model, Value.FMListElement>(bare: "`fm:each`.value", place)
        return FMWhere(sql: "EXISTS (SELECT 1 FROM \(list) WHERE \((each == element).sql))", isCertain: true)
    }
}
