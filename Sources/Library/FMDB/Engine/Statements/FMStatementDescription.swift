import FMDBSQLiteC

/// A description of a compiled statement: its parameters and its result columns.
///
///     let description = try db.statementDescription(of: "SELECT id, name AS label FROM person WHERE age > :age")
///     description.parameters                     // [":age"]
///     description.columns.map(\.name)            // ["id", "label"]
///     description.columns[1].origin?.column      // "name"
///
/// See ``FMDatabase/statementDescription(of:)``.
public struct FMStatementDescription: Sendable, Hashable {
    /// A result column.
    public struct Column: Sendable, Hashable {
        /// The column's name: the name after `AS`, else a name that SQLite chooses. See
        /// [`sqlite3_column_name`](https://sqlite.org/c3ref/column_name.html).
        public let name: String
        /// The declared type of the table's column; nil for an expression, and for a column without a type. See
        /// [`sqlite3_column_decltype`](https://sqlite.org/c3ref/column_decltype.html).
        public let declaredType: String?
        /// The table column that the result column shows, also through a view or a subquery; nil for an expression.
        ///
        /// In a compound query, such as UNION, SQLite examines only one of the queries. The value need not come from
        /// the origin: an outer join without a matching row returns NULL. Also nil if
        /// ``FMSQLiteFeature/columnMetadata`` is not available. See
        /// [`sqlite3_column_table_name`](https://sqlite.org/c3ref/column_database_name.html).
        public let origin: Origin?
    }

    /// A column of a table.
    public struct Origin: Sendable, Hashable {
        /// The schema name: `main`, `temp`, or the name given by ATTACH.
        public let schema: String
        /// The table's name.
        public let table: String
        /// The column's name in the table.
        public let column: String
    }

    /// The name of each parameter with its first character, by position; nil for `?`, and for a position that `?NNN`
    /// skips.
    ///
    /// `?5` has a name: "?5". See [`sqlite3_bind_parameter_name`](https://sqlite.org/c3ref/bind_parameter_name.html).
    public let parameters: [String?]
    /// The result columns; empty for a statement that returns no rows.
    public let columns: [Column]
    /// Whether the statement itself does not write to the database. See
    /// [`sqlite3_stmt_readonly`](https://sqlite.org/c3ref/stmt_readonly.html).
    public let isReadOnly: Bool
    /// The length of the statement in UTF-8 bytes, with its semicolon. SQL after the statement is ignored.
    public let length: Int
}

extension FMStatement {
    var compiledDescription: FMStatementDescription? {
        guard let raw = state.pointee.raw else { return nil }
        let hasOrigins = FMSQLiteFeature.columnMetadata.isAvailable
        return FMStatementDescription(
            parameters: (0..<sqlite3_bind_parameter_count(raw)).map { index in
                sqlite3_bind_parameter_name(raw, index + 1).map { String(cString: $0) }
            },
            columns: (0..<sqlite3_column_count(raw)).map { index in
                FMStatementDescription.Column(
                    name: sqlite3_column_name(raw, index).map { String(cString: $0) } ?? "",
                    declaredType: sqlite3_column_decltype(raw, index).map { String(cString: $0) },
                    origin: hasOrigins ? FMStatementDescription.Origin(of: raw, index) : nil)
            },
            isReadOnly: sqlite3_stmt_readonly(raw) != 0,
            length: sql.utf8.count - source.restLength)
    }
}

extension FMStatementDescription.Origin {
    fileprivate init?(of raw: OpaquePointer, _ index: Int32) {
        guard let schema = fmdb_column_database_name(raw, index), let table = fmdb_column_table_name(raw, index),
            let column = fmdb_column_origin_name(raw, index)
        else { return nil }
        self.init(schema: String(cString: schema), table: String(cString: table), column: String(cString: column))
    }
}
