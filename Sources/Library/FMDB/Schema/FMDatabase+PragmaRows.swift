extension FMDatabase {
    /// What a pragma reports. An SQLite older than 3.16 knows no columns where there is no row, so that rows cannot be read as tuples.
    ///
    /// - Parameters:
    ///   - text: its name and arguments; it has no values to bind.
    ///   - place: "main", "temp" or the name of an attached database; nil for the first that has the table.
    ///   - make: makes a value of a row.
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
