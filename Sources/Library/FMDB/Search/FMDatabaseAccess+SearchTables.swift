/// Full-text tables that are synchronized with another table.
extension FMDatabaseAccess {
    /// Creates a full-text table and the triggers that synchronize it with its source, and fills it. If the table already matches the
    /// description, it does nothing and does not wait for the write lock. A table with another description is replaced.
    ///
    /// The table has a copy of the text, so that it is correct after every write, including `REPLACE`. There is one exception: rows that
    /// `REPLACE` removes because of another unique column stay in the table. A join with the source omits them.
    ///
    /// - Parameters:
    ///   - table: its description.
    ///   - file: the caller's file, see ``FMCallSite``.
    ///   - line: its line.
    /// - Returns: whether anything was done.
    /// - Throws: what writing throws, and `FMError`. `.misuse` if the source lacks an INTEGER PRIMARY KEY or a column, if the tokenizer is
    ///   not registered, or if another object has the name. `.notSupported` if the linked SQLite lacks FTS5 (`SQLITE_ENABLE_FTS5`). After
    ///   an error nothing has changed.
    @discardableResult
    public func createSearchTable(
        _ table: FMSearchTable, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Bool {
        let isThere = try access(.read, at: FMCallSite(file: file, line: line)) {
            try SearchTableMaker(table, $0).isThere()
        }
        return try !isThere && changing(file, line) { try SearchTableMaker(table, $0).make() }
    }

    /// Removes a full-text table and its triggers; the source is not changed. Does nothing if there is no such table.
    ///
    /// - Parameters:
    ///   - table: its description; only the name is used.
    ///   - file: the caller's file, see ``FMCallSite``.
    ///   - line: its line.
    /// - Throws: `FMError`: `.misuse` if another object has the name; what writing throws.
    public func dropSearchTable(_ table: FMSearchTable, file: StaticString = #fileID, line: UInt = #line) throws {
        try changing(file, line) { try SearchTableMaker(table, $0).remove() }
    }

    /// Rebuilds a full-text table from the rows of its source, for example after the tokenizer has changed.
    ///
    /// - Parameters:
    ///   - table: its description.
    ///   - file: the caller's file, see ``FMCallSite``.
    ///   - line: its line.
    /// - Throws: `FMError`: what writing throws. After an error nothing has changed.
    public func rebuildSearchTable(_ table: FMSearchTable, file: StaticString = #fileID, line: UInt = #line) throws {
        try changing(file, line) { try SearchTableMaker(table, $0).rebuild() }
    }

    /// Merges the index of a full-text table, for the fastest queries. See
    /// [The 'optimize' Command](https://sqlite.org/fts5.html#the_optimize_command).
    ///
    /// - Parameters:
    ///   - table: its description.
    ///   - pages: the maximum number of pages to merge, 1 or more, so that other writers do not wait long; nil for all.
    ///   - file: the caller's file, see ``FMCallSite``.
    ///   - line: its line.
    /// - Returns: whether anything was merged. If so, another call may merge more.
    /// - Throws: `FMError`: `.misuse` for fewer pages than 1; what writing throws.
    @discardableResult
    public func optimizeSearchTable(
        _ table: FMSearchTable, pages: Int? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Bool {
        try changing(file, line) { try SearchTableMaker(table, $0).merge(pages) }
    }

    /// Compares the index of a full-text table with its text, and its text with the rows of the source.
    ///
    /// - Parameters:
    ///   - table: its description.
    ///   - file: the caller's file, see ``FMCallSite``.
    ///   - line: its line.
    /// - Throws: `FMError` with the code `.corrupt` if one of the comparisons finds a difference. ``rebuildSearchTable(_:file:line:)``
    ///   repairs that.
    public func checkSearchTable(_ table: FMSearchTable, file: StaticString = #fileID, line: UInt = #line) throws {
        try changing(file, line) { try SearchTableMaker(table, $0).check() }
    }

    /// Runs a body that writes in a savepoint, so that an error undoes all changes.
    private func changing<Value: Sendable>(
        _ file: StaticString, _ line: UInt, _ body: (FMDatabase) throws -> Value
    ) throws -> Value {
        try access(.write, at: FMCallSite(file: file, line: line)) { db in try db.withSavePoint { try body(db) } }
    }
}

extension FMDatabase {
    /// Returns whether a full-text table exists and matches its description.
    package final func isUpToDate(_ table: FMSearchTable) throws(FMError) -> Bool {
        try SearchTableMaker(table, self).isUpToDate
    }

    /// Returns the full-text tables of a source table, with the columns that they search.
    package final func searchTables(of source: String) throws(FMError) -> [(name: String, columns: [String])] {
        try SearchTableMaker.followers(of: source, in: self)
    }
}

/// Asynchronous forms, which do not block the caller's thread. Cancelling the task ends them with `CancellationError`.
extension FMDatabaseAsyncAccess {
    /// Asynchronous form of `createSearchTable(_:)`.
    @discardableResult
    public func createSearchTable(
        _ table: FMSearchTable, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Bool {
        let site = FMCallSite(file: file, line: line)
        if try await access(.read, at: site, { try SearchTableMaker(table, $0).isThere() }) { return false }
        return try await access(.write, at: site) { try $0.createSearchTable(table) }
    }

    /// Asynchronous form of `dropSearchTable(_:)`.
    public func dropSearchTable(_ table: FMSearchTable, file: StaticString = #fileID, line: UInt = #line) async throws {
        try await access(.write, at: FMCallSite(file: file, line: line)) { try $0.dropSearchTable(table) }
    }

    /// Asynchronous form of `rebuildSearchTable(_:)`.
    public func rebuildSearchTable(
        _ table: FMSearchTable, file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        try await access(.write, at: FMCallSite(file: file, line: line)) { try $0.rebuildSearchTable(table) }
    }

    /// Asynchronous form of `optimizeSearchTable(_:pages:)`.
    @discardableResult
    public func optimizeSearchTable(
        _ table: FMSearchTable, pages: Int? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Bool {
        try await access(.write, at: FMCallSite(file: file, line: line)) {
            try $0.optimizeSearchTable(table, pages: pages)
        }
    }

    /// Asynchronous form of `checkSearchTable(_:)`.
    public func checkSearchTable(
        _ table: FMSearchTable, file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        try await access(.write, at: FMCallSite(file: file, line: line)) { try $0.checkSearchTable(table) }
    }
}
