import FMDB

/// The columns that distinguish the rows of a table, by the database's schema.
struct RowKey {
    /// The quoted names.
    let columns: [String]
    /// The name of the number of a row, where that is the key.
    let number: String?
    /// The left side of `IN` with a list of keys.
    let compared: FMSQL

    /// By the number of a row.
    fileprivate init(number: String) {
        (columns, self.number, compared) = ([number], number, FMSQL(raw: number))
    }

    /// By the primary key, byte by byte: several rows may be equal by a column's collation.
    fileprivate init(key: [String]) {
        columns = key.map { FMSQL.column($0).text }
        number = nil
        compared = FMSQL(raw: "(\(columns.map { "\($0) COLLATE BINARY" }.joined(separator: ", ")))")
    }

    /// - Parameter isQuoted: whether the number is quoted as other columns are.
    func listed(isQuoted: Bool) -> [FMSQL] {
        columns.map { isQuoted && $0 == number ? FMSQL.column($0) : FMSQL(raw: $0) }
    }
}

extension FMDatabase {
    /// The number of a row, where the table has one that can be named; otherwise the primary key.
    ///
    /// - Parameter sorts: whether rows are only sorted by it, so that it need not be unique: without a key, by the columns that
    ///   hide the number.
    func rowKey(of table: String, sorts: Bool = false) throws(FMError) -> RowKey {
        let columns = try schemaColumns(of: table, all: true)
        if try isView(table) {
            throw FMError(
                .misuse,
                "\(table) is a view, whose rows have no key: they cannot be sorted by it, or changed up to a limit")
        }
        let indexes = try pragmaRows("index_list(\(identifier: table))", in: nil) {
            row throws(FMError) -> (name: String, origin: String) in (try row.value(at: 1), try row.value(at: 3))
        }
        let index = indexes.first { $0.origin == "pk" }?.name
        // The rows of a table `WITHOUT ROWID` have no numbers.
        let isNumbered =
            try index.map { index throws(FMError) in
                try pragmaRows("index_xinfo(\(identifier: index))", in: nil) { row throws(FMError) in
                    try row.value(at: 1, as: Int.self)
                }.contains(-1)
            } ?? true
        if isNumbered, let number = RowIDName.free(of: columns.map(\.name)) { return RowKey(number: number) }
        let key = columns.filter { $0.key > 0 }.sorted { $0.key < $1.key }
        if sorts { return RowKey(key: key.isEmpty ? RowIDName.all : key.map(\.name)) }
        // Without an index the key is another name of the number, which is never NULL.
        guard !key.isEmpty, index == nil || key.allSatisfy(\.isNotNull) else {
            throw FMError(
                .misuse,
                "the rows of the table \(table) cannot be told apart: its columns hide their numbers, and its key may be NULL"
            )
        }
        return RowKey(key: key.map(\.name))
    }
}
