/// The schema of a database as values.
extension FMDatabaseAccess {
    /// Reads the tables, views, indexes and triggers of a database, all in one read transaction.
    ///
    ///     let schema = try db.schema()
    ///     let columns = schema.table("book")?.columns
    ///
    /// See [The Schema Table](https://sqlite.org/schematab.html) and [PRAGMA table_xinfo](https://sqlite.org/pragma.html#pragma_table_xinfo).
    ///
    /// - Parameters:
    ///   - name: "main", "temp" or the name of an attached database. Default: "main".
    ///   - file: the caller's file, see ``FMCallSite``.
    ///   - line: its line.
    /// - Returns: the schema. A table or view that SQLite cannot compile, such as a view of a missing table, has a problem and no columns.
    /// - Throws: `FMError`: `.error` if there is no such database, `.corrupt` if the schema is malformed, `.misuse` if the database is not
    ///   open; what reading throws.
    public func schema(
        of name: String = "main", file: StaticString = #fileID, line: UInt = #line
    ) throws(AccessError) -> FMSchema {
        try access(.read, at: FMCallSite(file: file, line: line), throwing: FMError.self) { db throws(FMError) in
            try db.readSchema(name) { reader throws(FMError) in try reader.read() }
        }
    }

    /// Reads the description of one table, with its indexes.
    ///
    ///     let book = try db.tableSchema("book")
    ///     print(book?.key ?? [], book?.isStrict ?? false)
    ///
    /// - Parameters:
    ///   - table: the name of the table; the case of ASCII letters is ignored.
    ///   - name: "main", "temp" or the name of an attached database. Default: "main".
    ///   - file: the caller's file, see ``FMCallSite``.
    ///   - line: its line.
    /// - Returns: the table; nil if there is no table with that name. A view is not a table.
    /// - Throws: the errors of ``schema(of:file:line:)``.
    public func tableSchema(
        _ table: String, of name: String = "main", file: StaticString = #fileID, line: UInt = #line
    ) throws(AccessError) -> FMSchema.Table? {
        try access(.read, at: FMCallSite(file: file, line: line), throwing: FMError.self) { db throws(FMError) in
            try db.readSchema(name) { reader throws(FMError) in try reader.table(table) }
        }
    }
}

/// Asynchronous forms, which do not block the caller's thread. Cancelling the task ends them with `CancellationError`.
extension FMDatabaseAsyncAccess {
    /// Asynchronous form of `schema(of:)`.
    public func schema(
        of name: String = "main", file: StaticString = #fileID, line: UInt = #line
    ) async throws -> FMSchema {
        try await access(.read, at: FMCallSite(file: file, line: line)) { db in try db.schema(of: name) }
    }

    /// Asynchronous form of `tableSchema(_:of:)`.
    public func tableSchema(
        _ table: String, of name: String = "main", file: StaticString = #fileID, line: UInt = #line
    ) async throws -> FMSchema.Table? {
        try await access(.read, at: FMCallSite(file: file, line: line)) { db in try db.tableSchema(table, of: name) }
    }
}

extension FMDatabase {
    /// Runs a body in a read transaction, so that it sees one state of the schema.
    fileprivate final func readSchema<Value>(
        _ name: String, _ body: (SchemaReader) throws(FMError) -> Value
    ) throws(FMError) -> Value {
        let reader = SchemaReader(database: self, schema: name)
        let connection = try opened()
        guard !name.utf8.contains(0) else { throw .misuse("the name of a database contains NUL") }
        let isAlwaysThere = ["main", "temp"].contains(name.foldedAsName)
        guard isAlwaysThere || connection.schemas.contains(where: { $0.foldedAsName == name.foldedAsName }) else {
            throw FMError(.error, "there is no database with the name \(name)")
        }
        guard !isTransactionOpen else { return try body(reader) }
        do {
            return try withSnapshot { try body(reader) }
        } catch {
            throw error as? FMError ?? .misuse("\(error)")
        }
    }

    package final func schemaTable(_ name: String, sql: String) throws(FMError) -> FMSchema.Table {
        try SchemaReader(database: self, schema: "main").table(name, sql)
    }

    /// The foreign keys of a table. See [PRAGMA foreign_key_list](https://sqlite.org/pragma.html#pragma_foreign_key_list).
    package final func foreignKeys(of table: String) throws(FMError) -> [FMSchema.ForeignKey] {
        try SchemaReader(database: self, schema: "main").foreignKeys(of: table)
    }
}
