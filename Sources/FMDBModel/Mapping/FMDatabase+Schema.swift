import FMDB

/// A column of a table that is there.
struct SchemaColumn {
    let name: String
    /// As it was declared.
    let type: String
    /// The position in the primary key, counted from 1; 0 for the others.
    let key: Int
}

extension FMDatabase {
    /// What SQLite says of a table's columns.
    ///
    /// See [PRAGMA table_info](https://sqlite.org/pragma.html#pragma_table_info).
    ///
    /// - Parameter place: "main", "temp" or the name of an attached database; nil for the first that has the table.
    /// - Throws: `FMError` with the code `.notFound` if there is no such table.
    func schema(of table: String, in place: String? = nil) throws(FMError) -> [SchemaColumn] {
        let columns = try pragma("table_info(\(identifier: table))", in: place) { row throws(FMError) in
            SchemaColumn(name: try row.value("name"), type: try row.value("type"), key: try row.value("pk"))
        }
        guard !columns.isEmpty else { throw FMError(.notFound, "there is no table \(table)") }
        return columns
    }

    /// What a pragma reports. An SQLite older than 3.16 knows no columns where there is no row, so that rows cannot be read as
    /// tuples.
    ///
    /// - Parameters:
    ///   - text: its name and arguments; it has no values to bind.
    ///   - place: "main", "temp" or the name of an attached database; nil for the first that has the table.
    ///   - make: makes a value of a row.
    func pragma<Value>(
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
