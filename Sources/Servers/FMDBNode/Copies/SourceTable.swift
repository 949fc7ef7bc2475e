#if Node && os(Linux)
    import FMDB

    /// A table of the database to restore, with the SQL for its rows.
    struct SourceTable {
        /// The maximum number of values in a request.
        static let maximumValues = 255

        let name: String
        /// The stored columns, preceded by the rowid if it has an unambiguous name.
        let columns: [String]
        /// Whether the table is a shadow table. It gets rows as soon as its virtual table is created.
        let isShadow: Bool

        init(_ name: String, isShadow: Bool, withoutRowID: Bool, in db: FMDatabase) throws {
            (self.name, self.isShadow) = (name, isShadow)
            // The values 2 and 3 of `hidden` mark generated columns.
            let stored = try db.rows(
                "SELECT name FROM pragma_table_xinfo(\(name)) WHERE hidden = 0", as: String.self)
            let rowID = withoutRowID ? nil : RowIDName.free(of: stored)
            columns = (rowID.map { [$0] } ?? []) + stored.map(FMSQL.quoted(identifier:))
            guard columns.count <= SourceTable.maximumValues else {
                throw NodeError(
                    .wrongState,
                    "the table \(name) has \(stored.count) columns, and a node takes at most 254 values of a row")
            }
        }

        private var quotedName: String { FMSQL.quoted(identifier: name) }

        /// The query for all rows.
        var query: FMSQL { FMSQL(raw: "SELECT \(columns.joined(separator: ", ")) FROM \(quotedName)") }
        var count: FMSQL { FMSQL(raw: "SELECT count(*) FROM \(quotedName)") }
        var deletion: FMSQL { FMSQL(raw: "DELETE FROM \(quotedName)") }

        /// The number of rows for each INSERT statement.
        var rowsPerStatement: Int { max(1, min(50, SourceTable.maximumValues / max(1, columns.count))) }

        func insertion(of rows: [[FMValue]]) -> FMSQL {
            let row = "(" + Array(repeating: "?", count: columns.count).joined(separator: ", ") + ")"
            let list = Array(repeating: row, count: rows.count).joined(separator: ", ")
            return FMSQL(
                raw: "INSERT INTO \(quotedName) (\(columns.joined(separator: ", "))) VALUES \(list)",
                arguments: FMArguments(rows.flatMap { $0 }))
        }
    }
#endif
