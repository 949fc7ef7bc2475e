import FMDB

/// The columns that identify the rows of a table, according to the schema.
struct RowKey {
    /// The quoted names of the columns.
    let columns: [String]
    /// The name of the rowid if the rowid is the key, otherwise nil.
    let number: String?
    /// The left side of an `IN` expression whose right side lists keys.
    let compared: FMSQL

    /// Uses the rowid as the key.
    fileprivate init(number: String) {
        (columns, self.number, compared) = ([number], number, FMSQL(raw: number))
    }

    /// Uses the primary key, compared byte by byte, because a column's collation may treat the keys of several rows as equal.
    fileprivate init(key: [String]) {
        columns = key.map { FMSQL.column($0).text }
        number = nil
        compared = FMSQL(raw: "(\(columns.map { "\($0) COLLATE BINARY" }.joined(separator: ", ")))")
    }

    /// - Parameter isQuoted: whether the rowid is quoted as other columns are.
    func listed(isQuoted: Bool) -> [FMSQL] {
        columns.map { isQuoted && $0 == number ? FMSQL.column($0) : FMSQL(raw: $0) }
    }
}

extension FMDatabase {
    /// Returns the rowid if the table has one that SQL can name, otherwise the primary key.
    ///
    /// - Parameter sorts: whether the key is used only for sorting, so that it need not be unique. A table without a primary key is then
    ///   sorted by the columns that have the rowid's names.
    func rowKey(of table: String, sorts: Bool = false) throws(FMError) -> RowKey {
        let columns = try schemaColumns(of: table, all: true)
        if try isView(table) {
            throw FMError(
                .misuse,
                "\(table) is a view, so its rows have no key: they cannot be sorted by key, or changed with a limit")
        }
        let indexes = try pragmaRows("index_list(\(identifier: table))", in: nil) {
            row throws(FMError) -> (name: String, origin: String) in (try row.value(at: 1), try row.value(at: 3))
        }
        let index = indexes.first { $0.origin == "pk" }?.name
        // An index shows whether the table has rowids: in a WITHOUT ROWID table the primary key's index does not contain the rowid.
        let isNumbered =
            try index.map { index throws(FMError) in
                try pragmaRows("index_xinfo(\(identifier: index))", in: nil) { row throws(FMError) in
                    try row.value(at: 1, as: Int.self)
                }.contains(-1)
            } ?? true
        if isNumbered, let number = RowIDName.free(of: columns.map(\.name)) { return RowKey(number: number) }
        let key = columns.filter { $0.key > 0 }.sorted { $0.key < $1.key }
        if sorts { return RowKey(key: key.isEmpty ? RowIDName.all : key.map(\.name)) }
        // A key without an index is a rowid alias, which is never NULL.
        guard !key.isEmpty, index == nil || key.allSatisfy(\.isNotNull) else {
            throw FMError(
                .misuse,
                "the rows of the table \(table) cannot be identified: its columns hide the rowid, and its key may be NULL"
            )
        }
        return RowKey(key: key.map(\.name))
    }
}
