extension FMDatabaseAccess {
    /// Records the changes that a block makes: with a queue or pool in a transaction, with a database as it is.
    ///
    ///     let changes = try queue.recordChanges(tables: ["person"]) { db in
    ///         try db.execute("DELETE FROM person WHERE age < 18")
    ///     }
    ///
    /// Only tables with a `PRIMARY KEY` are recorded, and only rows whose key is not NULL;
    /// ``FMDatabase/tablesWithoutPrimaryKey(schema:)`` names the other tables. What triggers and foreign keys do is recorded too, what
    /// virtual tables write for themselves is not. The schema must not be changed by the block.
    ///
    /// The corresponding C functions are those of [`sqlite3_session`](https://sqlite.org/session/session.html).
    ///
    /// - Parameters:
    ///   - tables: the tables that are recorded; nil for all. Default: nil.
    ///   - schema: "main", "temp" or the name of an attached database. Default: "main".
    ///   - file: see ``FMCallSite``.
    ///   - line: see ``FMCallSite``.
    ///   - body: must not retain the database nor anything that belongs to it.
    /// - Returns: the difference between the rows before and after the block.
    /// - Throws: what the block and `access` throw, or `FMError`.
    ///   - `.misuse`: a table has no primary key.
    ///   - `.error`: there is no such table.
    ///   - `.schema`: a table was altered.
    ///   - `.notSupported`: the linked SQLite lacks the session extension. Before SQLite 3.50 also for a table `WITHOUT ROWID` whose key
    ///     names a column twice.
    public func recordChanges(
        tables: [String]? = nil, schema: String = "main", file: StaticString = #fileID, line: UInt = #line,
        _ body: (FMDatabase) throws -> Void
    ) throws -> FMChangeset {
        try access(.write, at: FMCallSite(file: file, line: line)) { db in
            try db.recordedChanges(tables: tables, schema: schema, body)
        }
    }

    /// Applies a changeset to the main database: all of it in a transaction, or in a save point of the one that is open.
    ///
    ///     try queue.apply(changes) { conflict in conflict.kind == .notFound ? .skip : .abort }
    ///
    /// The tables must have the columns that they had where it was recorded, in the same order; further ones may follow. Triggers
    /// run, and foreign keys have their actions: what they do must not be in the changeset as well.
    ///
    /// The corresponding C function is [`sqlite3changeset_apply`](https://sqlite.org/session/sqlite3changeset_apply.html).
    ///
    /// - Parameters:
    ///   - changeset: the changes.
    ///   - tables: the tables whose changes are applied; nil for all. Default: nil.
    ///   - file: see ``FMCallSite``.
    ///   - line: see ``FMCallSite``.
    ///   - onConflict: says what is done with a change that does not fit, and may throw. It must not use the database. Default:
    ///     `.abort`.
    /// - Returns: how many changes were applied, and how many were left out.
    /// - Throws: what `onConflict` and `access` throw, or `FMError`. Then nothing is applied.
    ///   - `.abort`: a conflict is not resolved.
    ///   - `.schema`: a table is missing, or has other columns or another primary key.
    ///   - `.misuse`: `.replace` where nothing can be replaced.
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

/// Asynchronous forms, which do not block the caller's thread. Cancelling the task ends them with `CancellationError`.
extension FMDatabaseAsyncAccess {
    /// Asynchronous form of `recordChanges(tables:schema:_:)`.
    public func recordChanges(
        tables: [String]? = nil, schema: String = "main", file: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @Sendable (FMDatabase) throws -> Void
    ) async throws -> FMChangeset {
        try await access(.write, at: FMCallSite(file: file, line: line)) { db in
            try db.recordedChanges(tables: tables, schema: schema, body)
        }
    }

    /// Asynchronous form of `apply(_:tables:onConflict:)`.
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
