import FMDB

/// An array or a set that is stored as JSON text, or an optional one.
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
    /// The type of an element of the wrapped list.
    public typealias FMListElement = Wrapped.FMListElement
}

extension FMTerm where Value: FMListValue {
    /// Returns the condition that the array or set in the column's JSON text contains an element. NULL contains no element.
    ///
    ///     try db.find(Person.self) { $0.tags.contains("x") }
    ///
    /// SQLite parses the JSON text of each row that matches the other conditions. See [json_each](https://sqlite.org/json1.html#jeach),
    /// which is built into SQLite since 3.38.
    ///
    /// - Parameter element: a number, a string, a date or a raw value. For an element that is stored as a JSON object or array, the
    ///   statement throws an `FMError` with the code `.misuse`.
    public func contains(_ element: Value.FMListElement) -> FMWhere<Model> {
        guard JSONForm(of: Value.FMListElement.self) != .nested else {
            let reason = "SQLite cannot find an element that is a JSON object or array"
            return FMWhere(sql: "\(Refused(error: FMError(.misuse, reason)))")
        }
        // The column may have the same name as a column of json_each. In a subquery without FROM, the name can only refer to the outer
        // row's column.
        let list: FMSQL = "(SELECT \(fmSQL) AS `fm:list`) JOIN json_each(`fm:list`) AS `fm:each`"
        let place = TermSource.place(written: "(`fm:list` -> `fm:each`.fullkey)")
        let each = FMExpression<Model, Value.FMListElement>(bare: "`fm:each`.value", place)
        return FMWhere(sql: "EXISTS (SELECT 1 FROM \(list) WHERE \((each == element).sql))", isCertain: true)
    }
}
