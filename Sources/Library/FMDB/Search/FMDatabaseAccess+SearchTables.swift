/// Full-text tables that follow another table.
extension FMDatabaseAccess {
    /// Makes a full-text table, and the triggers by which it follows its source, and fills it. Where all of that is there
    /// already, nothing is done, and no write lock is waited for; one of another description is made anew.
    ///
    /// It has a copy of the texts, so that it is right after any write, `REPLACE` included. Only rows that `REPLACE` removes because of
    /// another unique column stay in it; a join with the source leaves them out.
    ///
    /// - Parameters:
    ///   - table: its description.
    ///   - file: the caller's file, see ``FMCallSite``.
    ///   - line: its line.
    /// - Returns: whether anything was done.
    /// - Throws: what writing throws, and `FMError`. `.misuse` if the source lacks an INTEGER PRIMARY KEY or a column, if the tokenizer is
    ///   not registered, or if something else has the name. `.notSupported` where the linked SQLite lacks FTS5 (`SQLITE_ENABLE_FTS5`). Then
    ///   nothing has changed.
    @discardableResult
    public func createSearchTable(
        _ table: FMSearchTable, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Bool {
        let isThere = try access(.read, at: FMCallSite(file: file, line: line)) {
            try SearchTableMaker(table, $0).isThere()
        }
        return try !isThere && changing(file, line) { try SearchTableMaker(table, $0).make() }
    }

    /// Removes a full-text table and its triggers; the source stays as it is. It is no error if there is none.
    ///
    /// - Parameters:
    ///   - table: its description, of which the name counts.
    ///   - file: the caller's file, see ``FMCallSite``.
    ///   - line: its line.
    /// - Throws: `FMError`: `.misuse` if the name is that of something else; what writing throws.
    public func dropSearchTable(_ table: FMSearchTable, file: StaticString = #fileID, line: UInt = #line) throws {
        try changing(file, line) { try SearchTableMaker(table, $0).remove() }
    }

    /// Makes the index of a full-text table anew from the rows of its source: after the tokenizer has changed, for example.
    ///
    /// - Parameters:
    ///   - table: its description.
    ///   - file: the caller's file, see ``FMCallSite``.
    ///   - line: its line.
    /// - Throws: `FMError`: what writing throws. Then nothing has changed.
    public func rebuildSearchTable(_ table: FMSearchTable, file: StaticString = #fileID, line: UInt = #line) throws {
        try changing(file, line) { try SearchTableMaker(table, $0).rebuild() }
    }

    /// Merges the index of a full-text table, after which queries are as fast as they can be. See
    /// [The 'optimize' Command](https://sqlite.org/fts5.html#the_optimize_command).
    ///
    /// - Parameters:
    ///   - table: its description.
    ///   - pages: how many pages are merged at most, 1 or more, so that other writers need not wait long; nil for all.
    ///   - file: the caller's file, see ``FMCallSite``.
    ///   - line: its line.
    /// - Returns: whether anything was merged, and a further call may find more.
    /// - Throws: `FMError`: `.misuse` for fewer pages than 1; what writing throws.
    @discardableResult
    public func optimizeSearchTable(
        _ table: FMSearchTable, pages: Int? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Bool {
        try changing(file, line) { try SearchTableMaker(table, $0).merge(pages) }
    }

    /// Compares the index of a full-text table with its texts, and these with the rows of the source.
    ///
    /// - Parameters:
    ///   - table: its description.
    ///   - file: the caller's file, see ``FMCallSite``.
    ///   - line: its line.
    /// - Throws: `FMError` with the code `.corrupt` if they differ: ``rebuildSearchTable(_:file:line:)`` makes them equal.
    public func checkSearchTable(_ table: FMSearchTable, file: StaticString = #fileID, line: UInt = #line) throws {
        try changing(file, line) { try SearchTableMaker(table, $0).check() }
    }

    /// All of it, or nothing.
    private func changing<Value: Sendable>(
        _ file: StaticString, _ line: UInt, _ body: (FMDatabase) throws -> Value
    ) throws -> Value {
        try access(.write, at: FMCallSite(file: file, line: line)) { db in try db.withSavePoint { try body(db) } }
    }
}

extension FMDatabase {
    /// Whether a full-text table is there as it is described.
    package final func isUpToDate(_ table: FMSearchTable) throws(FMError) -> Bool {
        try SearchTableMaker(table, self).isUpToDate
    }

    /// The full-text tables that follow a table, with the columns that they search.
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
