#if Tool
    import FMDB

    /// What tells the rows of a table apart, by which pages are found without counting rows.
    struct RowKey: Equatable {
        /// As they are named in statements: columns, or the name of the row number.
        let columns: [String]
        /// Whether it is the row number, by which blobs are opened.
        let isRowID: Bool

        /// - Returns: nil for a table without a key that SQLite keeps in order.
        init?(_ table: FMSchema.Table) {
            if table.isWithoutRowID {
                (columns, isRowID) = (table.key, false)
                return
            }
            // A column may have the name of the row number.
            guard let name = table.rowIDAlias ?? RowIDName.free(of: table.columns.map(\.name)) else { return nil }
            (columns, isRowID) = ([name], true)
        }

        func condition(_ values: [ExactValue]) -> FMSQL {
            zip(columns, values).map { "\(identifier: $0) IS \($1.value)" as FMSQL }.joined(separator: " AND ")
        }
    }
#endif
