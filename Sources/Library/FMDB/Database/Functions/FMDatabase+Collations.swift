import Foundation

extension FMDatabase {
    /// Registers a text order as a collation.
    ///
    ///     try db.addCollation("natural_order", .natural)
    ///     try db.addCollation("swedish", .localized(Locale(identifier: "sv_SE")))
    ///     let names = try db.rows("SELECT name FROM file ORDER BY name COLLATE natural_order", as: String.self)
    ///
    /// The collation belongs to the connection and is removed by ``close()``. A queue or a pool registers its collations in
    /// ``FMDatabaseCoordinator/Configuration-swift.struct/configure``, which sets up each of its connections. An existing collation of that
    /// name is replaced; if an index was sorted by it, run `REINDEX`. Programs without the collation cannot use tables and indexes that
    /// have it. See [`sqlite3_create_collation_v2`](https://sqlite.org/c3ref/create_collation.html).
    ///
    /// - Parameters:
    ///   - name: the name in SQL. The case of ASCII letters is ignored. SQLite's own names, `BINARY`, `NOCASE` and `RTRIM`, are refused.
    ///   - order: how strings are compared.
    /// - Throws: `FMError`: `.misuse` for SQLite's own names and for a database that is not open, `.busy` if a collation is to be replaced
    ///   while a statement runs.
    public func addCollation(_ name: String, _ order: FMTextOrder) throws(FMError) {
        try opened().registerCollation(name, body: order.compare)
    }

    /// Registers a closure that compares two strings as a collation.
    ///
    ///     try db.addCollation("by_length") { a, b in
    ///         a.count == b.count ? .orderedSame : a.count < b.count ? .orderedAscending : .orderedDescending
    ///     }
    ///
    /// Where the collation applies, strings for which the closure returns `.orderedSame` are also equal for `=`, `GROUP BY`, `DISTINCT` and
    /// UNIQUE. See ``addCollation(_:_:)`` for the lifetime of a collation. See
    /// [`sqlite3_create_collation_v2`](https://sqlite.org/c3ref/create_collation.html).
    ///
    /// - Parameters:
    ///   - name: the name in SQL, as in ``addCollation(_:_:)``.
    ///   - compare: runs on the thread that uses the database, very often. It must be a total order: always the same result, the opposite
    ///     result for swapped strings, and transitive. Otherwise SQLite sorts wrongly and does not find rows through an index. It must not
    ///     use the database. Strings that are not UTF-8 sort after all others, without a call.
    /// - Throws: the errors of ``addCollation(_:_:)``.
    public func addCollation(
        _ name: String, compare: @escaping (_ left: String, _ right: String) -> ComparisonResult
    ) throws(FMError) {
        try opened().registerCollation(name) { FMTextOrder.compareTexts($0, $1, by: compare) }
    }

    /// Removes a collation that you registered, and releases its closure.
    ///
    /// Statements that name it fail from then on. See [`sqlite3_create_collation_v2`](https://sqlite.org/c3ref/create_collation.html).
    ///
    /// - Parameter name: the name in SQL, as in ``addCollation(_:_:)``.
    /// - Throws: `FMError`: `.busy` while a statement runs, `.misuse` for SQLite's own names and for a database that is not open.
    public func removeCollation(_ name: String) throws(FMError) { try opened().removeCollation(name) }
}
