import FMDB

/// Rows without a model, one at a time or page by page.
extension FMDatabase {
    /// The row of a key, with all its columns.
    ///
    ///     let user = try db.record(in: "users", id: 7)
    ///
    /// - Parameters:
    ///   - table: a table whose primary key is one column.
    ///   - id: the key.
    /// - Returns: nil if there is none.
    /// - Throws: `FMError`: `.misuse` if the primary key is not one column, `.notFound` if there is no such table; otherwise
    ///   as `records(in:where:orderBy:limit:offset:)`.
    public func record(in table: String, id: some FMValueConvertible) throws(FMError) -> FMRecord? {
        let key = try keyColumns(nil, of: table)
        guard key.count == 1 else { throw FMError(.misuse, "the primary key of the table \(table) is not one column") }
        return try record(in: table, where: "\(FMSQL.column(key[0])) IS \(id)")
    }

    /// The last row of a table that a condition holds for, with all its columns.
    ///
    /// To find it in an order of its own SQLite passes over all others; `record(in:where:orderBy:)` in the opposite order
    /// is faster.
    ///
    /// - Parameters:
    ///   - table: any name.
    ///   - condition: which rows; nil for all.
    ///   - order: SQL; nil for the order of the primary key, or of the row numbers in a table without one.
    /// - Returns: nil if there is none.
    /// - Throws: `FMError`, as `records(in:where:orderBy:limit:offset:)` does; `.notFound` if there is no such table.
    public func lastRecord(
        in table: String, where condition: FMSQL? = nil, orderBy order: FMSQL? = nil
    ) throws(FMError) -> FMRecord? {
        let rows: FMSQL = "FROM \(identifier: table) WHERE \(condition?.enclosable ?? "1")"
        if let order {
            // Of no rows at all the offset is negative, which counts as none.
            return try records("SELECT * \(rows) ORDER BY \(order) LIMIT 1 OFFSET (SELECT count(*) \(rows)) - 1").first
        }
        let key = try schema(of: table).filter { $0.key > 0 }.sorted { $0.key < $1.key }.map(\.name)
        let terms = (key.isEmpty ? ["rowid"] : key).map { "\(FMSQL.column($0)) DESC" as FMSQL }
        return try records("SELECT * \(rows) ORDER BY \(terms.joined(", ")) LIMIT 1").first
    }

    /// The rows of a table that come behind another one, page by page, with all their columns.
    ///
    ///     var page = try db.records(in: "users", orderBy: [.asc("name")], after: nil, limit: 50)
    ///     while let last = page.last {
    ///         page = try db.records(in: "users", orderBy: [.asc("name")], after: last, limit: 50)
    ///     }
    ///
    /// Each page takes as long as the first one where an index has the order. The key decides between equals.
    ///
    /// - Parameters:
    ///   - table: any name.
    ///   - condition: which rows; nil for all.
    ///   - order: columns by their names, in their order.
    ///   - last: the last row of the page before; nil for the first page.
    ///   - limit: how many at the most.
    ///   - key: the columns that tell the rows from each other; nil for the table's primary key.
    /// - Throws: `FMError`: `.misuse` for a table without a key, for an order that is no column, for a record that lacks a
    ///   column of either, and for a negative limit; otherwise as `records(in:where:orderBy:limit:offset:)`.
    public func records(
        in table: String, where condition: FMSQL? = nil, orderBy order: [FMOrder<FMRecord>] = [],
        after last: FMRecord?, limit: Int, key: FMKey? = nil
    ) throws(FMError) -> [FMRecord] {
        let page = try RecordPage(table, order, key: keyColumns(key, of: table))
        return try records(page.sql(after: last, where: condition, limit: limit))
    }

    /// Calls a body for each row of a table that a condition holds for, without keeping any.
    ///
    ///     try db.forEachRecord(in: "users", where: "age > \(age)") { user in print(user) }
    ///
    /// - Parameters:
    ///   - table: any name.
    ///   - condition: which rows; nil for all.
    ///   - order: SQL; nil for SQLite's choice.
    ///   - body: if it throws, the query ends.
    /// - Throws: what the body throws, or `FMError`, as `records(in:where:orderBy:limit:offset:)` does.
    public func forEachRecord(
        in table: String, where condition: FMSQL? = nil, orderBy order: FMSQL? = nil, _ body: (FMRecord) throws -> Void
    ) throws {
        let rows: FMSQL = "SELECT * FROM \(identifier: table) WHERE \(condition ?? "1")"
        try forEachRecord(order.map { "\(rows) ORDER BY \($0)" } ?? rows, body)
    }
}
