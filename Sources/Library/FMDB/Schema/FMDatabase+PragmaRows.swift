extension FMDatabase {
    /// Returns the rows that a pragma reports. They cannot be read as tuples: SQLite before 3.16 reports no columns if there is no row.
    ///
    /// - Parameters:
    ///   - text: the name and the arguments of the pragma, without values to bind.
    ///   - place: "main", "temp" or the name of an attached database; nil for the first one that has the table.
    ///   - make: returns the value of a row.
    package final func pragmaRows<Value>(
        _ text: FMSQL, in place: String? = "main", _ make: (FMRow) throws(FMError) -> Value
    ) throws(FMError) -> [Value] {
        let prefix = place.map { FMSQL.quoted(identifier: $0) + "." } ?? ""
        let cursor = try query(FMSQL(raw: "PRAGMA " + prefix + text.text))
        defer { cursor.close() }
        var values: [Value] = []
        while let row = try cursor.nextRow() { values.append(try make(row)) }
        return values
    }
}
