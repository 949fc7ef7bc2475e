import FMDB

/// Rows read without a model. See ``FMRecord``.
extension FMDatabase {
    /// All rows of a query.
    ///
    ///     let users = try db.records("SELECT name, age FROM users WHERE age > \(age)")
    ///
    /// - Parameter sql: one statement with its values.
    /// - Throws: `FMError`, as `FMDatabase.query(_:)` does; `.misuse` for two columns of one name, as a join has them, of
    ///   which a record has room for one; `.mismatch` for text that is not UTF-8.
    public func records(_ sql: FMSQL) throws(FMError) -> [FMRecord] {
        let cursor = try query(sql)
        defer { cursor.close() }
        var records: [FMRecord] = []
        var head: RecordColumns?
        while let row = try cursor.nextRow() {
            let known = try RecordColumns.of(row, sql, known: &head)
            records.append(try FMRecord(row, known))
        }
        return records
    }

    /// The rows of a table that a condition holds for, with all their columns.
    ///
    ///     let users = try db.records(in: "users", where: "age > \(age)", orderBy: "name DESC", limit: 50)
    ///
    /// The corresponding SQL is [SELECT](https://sqlite.org/lang_select.html).
    ///
    /// - Parameters:
    ///   - table: any name.
    ///   - condition: which rows; nil for all.
    ///   - order: SQL; nil for SQLite's choice.
    ///   - limit: how many at the most; nil for all.
    ///   - offset: how many are passed over first.
    /// - Throws: `FMError`: SQLite's code if it refuses; `.misuse` for a negative limit or offset; `.mismatch` for text
    ///   that is not UTF-8.
    public func records(
        in table: String, where condition: FMSQL? = nil, orderBy order: FMSQL? = nil, limit: Int? = nil,
        offset: Int = 0
    ) throws(FMError) -> [FMRecord] {
        guard offset >= 0, limit ?? 0 >= 0 else { throw FMError(.misuse, "limit and offset are not negative") }
        var sql: FMSQL = "SELECT * FROM \(identifier: table)"
        if let condition { sql = "\(sql) WHERE \(condition)" }
        if let order { sql = "\(sql) ORDER BY \(order)" }
        // OFFSET cannot stand without LIMIT; a negative one is none.
        if limit != nil || offset > 0 { sql = "\(sql) LIMIT \(limit ?? -1) OFFSET \(offset)" }
        return try records(sql)
    }

    /// The first row of a table that a condition holds for, with all its columns.
    ///
    ///     let user = try db.record(in: "users", where: "id = \(7)")
    ///
    /// - Parameters:
    ///   - table: any name.
    ///   - condition: which rows; nil for all.
    ///   - order: SQL; nil for SQLite's choice.
    /// - Returns: nil if there is none.
    /// - Throws: `FMError`, as `records(in:where:orderBy:limit:offset:)` does.
    public func record(
        in table: String, where condition: FMSQL? = nil, orderBy order: FMSQL? = nil
    ) throws(FMError) -> FMRecord? {
        try records(in: table, where: condition, orderBy: order, limit: 1).first
    }

    /// Calls a body for each row of a query, without keeping any.
    ///
    /// - Parameters:
    ///   - sql: one statement with its values.
    ///   - body: if it throws, the query ends.
    /// - Throws: what the body throws, or `FMError`, as `records(_:)` does.
    public func forEachRecord(_ sql: FMSQL, _ body: (FMRecord) throws -> Void) throws {
        let cursor = try query(sql)
        defer { cursor.close() }
        var head: RecordColumns?
        while let row = try cursor.nextRow() {
            let known = try RecordColumns.of(row, sql, known: &head)
            try body(try FMRecord(row, known))
        }
    }

    /// How many rows of a table a condition holds for.
    ///
    /// See [count](https://sqlite.org/lang_aggfunc.html#count).
    ///
    /// - Parameters:
    ///   - table: any name.
    ///   - condition: which rows; nil for all.
    /// - Throws: `FMError`: SQLite's code if it refuses.
    public func count(in table: String, where condition: FMSQL? = nil) throws(FMError) -> Int {
        try value("SELECT count(*) FROM \(identifier: table) WHERE \(condition ?? "1")")
    }
}
