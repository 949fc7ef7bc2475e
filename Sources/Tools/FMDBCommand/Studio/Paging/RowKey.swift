#if Tool
    import FMDB

    /// The columns that identify a row. They let pages be found without counting rows.
    struct RowKey: Equatable {
        /// The names of the columns, or the name of the rowid, as used in SQL.
        let columns: [String]
        /// Whether the key is the rowid. Blobs can be opened only by rowid.
        let isRowID: Bool

        /// Creates the key of a table, or returns nil if the table has none that SQLite keeps in order.
        init?(_ table: FMSchema.Table) {
            if table.isWithoutRowID {
                (columns, isRowID) = (table.key, false)
                return
            }
            // A column named `rowid` shadows that name, so another name of the rowid is used.
            guard let name = table.rowIDAlias ?? RowIDName.free(of: table.columns.map(\.name)) else { return nil }
            (columns, isRowID) = ([name], true)
        }

        func condition(_ values: [ExactValue]) -> FMSQL {
            zip(columns, values).map { "\(identifier: $0) IS \($1.value)" as FMSQL }.joined(separator: " AND ")
        }
    }
#endif
