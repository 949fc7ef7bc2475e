import FMDB

/// A column of an existing table.
struct SchemaColumn {
    let name: String
    /// As it was declared.
    let type: String
    /// The position in the primary key, counted from 1; 0 for the others.
    let key: Int
}

extension FMDatabase {
    /// The columns of a table.
    ///
    /// See [PRAGMA table_info](https://sqlite.org/pragma.html#pragma_table_info).
    ///
    /// - Parameter place: "main", "temp" or the name of an attached database; nil for the first that has the table.
    /// - Throws: `FMError` with the code `.notFound` if there is no such table.
    func schemaColumns(of table: String, in place: String? = nil) throws(FMError) -> [SchemaColumn] {
        let columns = try pragmaRows("table_info(\(identifier: table))", in: place) { row throws(FMError) in
            SchemaColumn(name: try row.value("name"), type: try row.value("type"), key: try row.value("pk"))
        }
        guard !columns.isEmpty else { throw FMError(.notFound, "there is no table \(table)") }
        return columns
    }
}
