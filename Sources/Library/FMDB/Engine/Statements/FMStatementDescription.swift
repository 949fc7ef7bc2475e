import FMDBSQLiteC

/// What SQLite knows of a statement once it is compiled: its parameters, and the columns of its result.
///
///     let description = try db.statementDescription(of: "SELECT id, name AS label FROM person WHERE age > :age")
///     description.parameters                     // [":age"]
///     description.columns.map(\.name)            // ["id", "label"]
///     description.columns[1].origin?.column      // "name"
///
/// See ``FMDatabase/statementDescription(of:)``.
public struct FMStatementDescription: Sendable, Hashable {
    /// A column of the result.
    public struct Column: Sendable, Hashable {
        /// The column's name: that behind `AS`, else what SQLite chooses. See
        /// [`sqlite3_column_name`](https://sqlite.org/c3ref/column_name.html).
        public let name: String
        /// The type in the definition of the table's column; nil for an expression, and for a column without a type. See
        /// [`sqlite3_column_decltype`](https://sqlite.org/c3ref/column_decltype.html).
        public let declaredType: String?
        /// The column of a table that it shows, also through a view or a subquery; nil for an expression.
        ///
        /// Of queries that UNION and its like join, SQLite looks at one only. An origin does not say that the value is the table's: that
        /// of an outer join's missing row is NULL. It is nil, too, where ``FMSQLiteFeature/columnMetadata`` is not available. See
        /// [`sqlite3_column_table_name`](https://sqlite.org/c3ref/column_database_name.html).
        public let origin: Origin?
    }

    /// A column of a table.
    public struct Origin: Sendable, Hashable {
        /// The database's name: `main`, `temp`, or that of ATTACH.
        public let schema: String
        /// The table's name.
        public let table: String
        /// The column's name in the table.
        public let column: String
    }

    /// The name of each parameter with its first character, by position; nil for a `?`, and for a number that a `?5` leaves out.
    ///
    /// `?5` has a name: "?5". See [`sqlite3_bind_parameter_name`](https://sqlite.org/c3ref/bind_parameter_name.html).
    public let parameters: [String?]
    /// The columns of the result; none for a statement without one.
    public let columns: [Column]
    /// Whether the statement itself writes nothing to the database. See
    /// [`sqlite3_stmt_readonly`](https://sqlite.org/c3ref/stmt_readonly.html).
    public let isReadOnly: Bool
    /// How many bytes of UTF-8 the statement has in the text, with its semicolon. What follows is not looked at.
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
