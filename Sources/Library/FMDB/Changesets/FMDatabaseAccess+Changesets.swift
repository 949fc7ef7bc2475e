extension FMDatabaseAccess {
    /// Records the changes that a block makes. A queue or pool runs the block in a transaction. A database does not begin one.
    ///
    ///     let changes = try queue.recordChanges(tables: ["person"]) { db in
    ///         try db.execute("DELETE FROM person WHERE age < 18")
    ///     }
    ///
    /// Only tables with a `PRIMARY KEY` are recorded, and only rows whose key is not NULL; ``FMDatabase/tablesWithoutPrimaryKey(schema:)``
    /// returns the other tables. Changes by triggers and foreign key actions are recorded; changes of a virtual table's shadow tables are
    /// not. The block must not change the schema.
    ///
    /// The corresponding C functions are those of [`sqlite3_session`](https://sqlite.org/session/session.html).
    ///
    /// - Parameters:
    ///   - tables: the tables to record, or nil for all. Default: nil.
    ///   - schema: "main", "temp" or the name of an attached database. Default: "main".
    ///   - file: see ``FMCallSite``.
    ///   - line: see ``FMCallSite``.
    ///   - body: the block. It must not retain the database or anything that belongs to it.
    /// - Returns: the difference between the rows before and after the block.
    /// - Throws: the error of the block or of `access`, or `FMError`.
    ///   - `.misuse`: a table has no primary key.
    ///   - `.error`: there is no such table.
    ///   - `.schema`: a table was altered.
    ///   - `.notSupported`: the linked SQLite lacks the session extension, or is older than 3.50 and a `WITHOUT ROWID` table has a key that
    ///     names a column twice.
    public func recordChanges(
        tables: [String]? = nil, schema: String = "main", file: StaticString = #fileID, line: UInt = #line,
        _ body: (FMDatabase) throws -> Void
    ) throws -> FMChangeset {
        try access(.write, at: FMCallSite(file: file, line: line)) { db in
            try db.recordedChanges(tables: tables, schema: schema, body)
        }
    }

    /// Applies a changeset to the main database. It runs in a transaction, or in a savepoint if a transaction is open.
    ///
    ///     try queue.apply(changes) { conflict in conflict.kind == .notFound ? .skip : .abort }
    ///
    /// The tables must have the same columns in the same order as when the changeset was recorded; further columns may follow. Triggers and
    /// foreign key actions run while the changeset is applied, so the changeset must not also contain their changes.
    ///
    /// The corresponding C function is [`sqlite3changeset_apply`](https://sqlite.org/session/sqlite3changeset_apply.html).
    ///
    /// - Parameters:
    ///   - changeset: the changes.
    ///   - tables: the tables whose changes are applied, or nil for all. Default: nil.
    ///   - file: see ``FMCallSite``.
    ///   - line: see ``FMCallSite``.
    ///   - onConflict: returns how to resolve a conflict, or throws. It must not use the database. Default:
    ///     `.abort`.
    /// - Returns: the numbers of applied and skipped changes.
    /// - Throws: the error of `onConflict` or `access`, or `FMError`. Then nothing is applied.
    ///   - `.abort`: a conflict was not resolved.
    ///   - `.schema`: a table is missing, or has different columns or another primary key.
    ///   - `.misuse`: `.replace` was returned for a conflict that does not allow it.
    ///   - `.notSupported`: the linked SQLite lacks the session extension.
    @discardableResult
    public func apply(
        _ changeset: FMChangeset, tables: [String]? = nil, file: StaticString = #fileID, line: UInt = #line,
        onConflict: (FMChangeset.Conflict) throws -> FMChangeset.Resolution = { _ in .abort }
    ) throws -> FMChangeset.Outcome {
        try access(.write, at: FMCallSite(file: file, line: line)) { db in
            try db.applied(changeset, tables: tables, onConflict)
        }
    }
}

/// The asynchronous forms do not block the caller's thread. Cancelling the task ends them with `CancellationError`.
extension FMDatabaseAsyncAccess {
    /// Records changes as `recordChanges(tables:schema:_:)` does, without blocking the caller's thread.
    public func recordChanges(
        tables: [String]? = nil, schema: String = "main", file: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @Sendable (FMDatabase) throws -> Void
    ) async throws -> FMChangeset {
        try await access(.write, at: FMCallSite(file: file, line: line)) { db in
            try db.recordedChanges(tables: tables, schema: schema, body)
        }
    }

    /// Applies a changeset as `apply(_:tables:onConflict:)` does, without blocking the caller's thread.
    @discardableResult
    public func apply(
        _ changeset: FMChangeset, tables: [String]? = nil, file: StaticString = #fileID, line: UInt = #line,
        onConflict: @escaping @Sendable (FMChangeset.Conflict) throws -> FMChangeset.Resolution = { _ in .abort }
    ) async throws -> FMChangeset.Outcome {
        try await access(.write, at: FMCallSite(file: file, line: line)) { db in
            try db.applied(changeset, tables: tables, onConflict)
        }
    }
}
