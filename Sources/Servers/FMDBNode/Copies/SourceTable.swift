#if Node && os(Linux)
    import FMDB

    /// A table of the database that is restored: what is sent of its rows.
    struct SourceTable {
        /// A request has room for so many values.
        static let maximumValues = 255

        let name: String
        /// Those that are stored, and the rowid where it has a name.
        let columns: [String]
        /// A table beneath a virtual one, which has rows as soon as that is made.
        let isShadow: Bool

        init(_ name: String, isShadow: Bool, withoutRowID: Bool, in db: FMDatabase) throws {
            (self.name, self.isShadow) = (name, isShadow)
            // Hidden 2 and 3 are generated columns.
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

        /// All rows.
        var query: FMSQL { FMSQL(raw: "SELECT \(columns.joined(separator: ", ")) FROM \(quotedName)") }
        var count: FMSQL { FMSQL(raw: "SELECT count(*) FROM \(quotedName)") }
        var deletion: FMSQL { FMSQL(raw: "DELETE FROM \(quotedName)") }

        /// How many rows one statement takes.
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
