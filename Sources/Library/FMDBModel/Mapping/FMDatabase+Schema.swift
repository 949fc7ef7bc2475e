import FMDB

/// A column of an existing table.
struct SchemaColumn {
    let name: String
    /// The declared type.
    let type: String
    let isNotNull: Bool
    /// The position in the primary key, counted from 1; 0 for the others.
    let key: Int
}

extension FMDatabase {
    /// Returns the columns of a table.
    ///
    /// See [PRAGMA table_info](https://sqlite.org/pragma.html#pragma_table_info).
    ///
    /// - Parameters:
    ///   - place: "main", "temp" or the name of an attached database; nil for the first database that has the table.
    ///   - areAll: whether generated columns are included.
    func schemaColumns(
        of table: String, in place: String? = nil, all areAll: Bool = false
    ) throws(FMError) -> [SchemaColumn] {
        let pragma = areAll && FMSQLiteFeature.generatedColumns.isAvailable ? "table_xinfo" : "table_info"
        let columns = try pragmaRows("\(raw: pragma)(\(identifier: table))", in: place) { row throws(FMError) in
            SchemaColumn(
                name: try row.value(at: 1), type: try row.value(at: 2), isNotNull: try row.value(at: 3),
                key: try row.value(at: 5))
        }
        guard !columns.isEmpty else { throw FMError(.notFound, "there is no table \(table)") }
        return columns
    }
}
