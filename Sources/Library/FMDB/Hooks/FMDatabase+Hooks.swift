/// Closures that SQLite calls in the course of the connection's own statements.
///
/// They belong to the connection and are gone after ``close()``; one that captures its database retains it until then. For a queue or
/// pool they are set for each connection in ``FMDatabaseCoordinator/Configuration/configure``.
extension FMDatabase {
    /// Has a closure called before each row is inserted, updated or deleted, with its old and new values.
    ///
    ///     try db.setRowChangeHandler { change in
    ///         if change.table == "person" { print(change.operation, change.oldValues, change.newValues) }
    ///     }
    ///
    /// It gets every row of ordinary tables: also rows that triggers, foreign keys and `REPLACE` change, and each row of a `DELETE` without
    /// `WHERE`. The change may still be rolled back. What a virtual table writes for itself is reported as changes of its own tables.
    ///
    /// While a handler is set, no changeset can be recorded on the connection. The corresponding C function is
    /// [`sqlite3_preupdate_hook`](https://sqlite.org/c3ref/preupdate_blobwrite.html).
    ///
    /// - Parameter handler: in place of the one before; nil for none. It is called on the thread that uses the database, in the middle of a
    ///   statement, and must not use the database: each call fails.
    /// - Throws: `FMError`: `.notSupported` if the linked SQLite lacks the pre-update hook; `.misuse` if a changeset is being recorded or
    ///   the database is not open. Before SQLite 3.50 it reads the schema, to find tables whose values must not be asked for, and throws
    ///   what that throws: set a key first.
    public final func setRowChangeHandler(_ handler: ((FMRowChange) -> Void)?) throws(FMError) {
        try opened().setRowHandler(handler.map { handler in { FMRowChange($0).map(handler) } })
    }

    /// Has a closure called before each commit of a transaction that writes, which may refuse it. One that was begun as
    /// ``TransactionKind/immediate`` counts as such.
    ///
    ///     try db.setCommitHandler {
    ///         if isClosed { throw FMError(.readOnly, "the book is closed") }
    ///     }
    ///
    /// Where it throws, the transaction is rolled back as a whole, and the statement that commits fails. A statement outside of a transaction
    /// is one of its own. With ``FMDatabaseCoordinator/GroupCommit`` all blocks that share the commit fail.
    ///
    /// The corresponding C function is [`sqlite3_commit_hook`](https://sqlite.org/c3ref/commit_hook.html).
    ///
    /// - Parameter handler: in place of the one before; nil for none. It is called on the thread that uses the database, and must not use the
    ///   database: each call fails. What it throws becomes the error of the statement: an `FMError` with its code and message. Any other
    ///   error gets the code `.constraint` and its `errorDescription` or description, and is the ``FMError/underlyingError``.
    /// - Throws: `FMError` with the code `.misuse` if the database is not open.
    public final func setCommitHandler(_ handler: (() throws -> Void)?) throws(FMError) {
        try opened().setCommitHandler(handler)
    }

    /// Has a closure called after each rollback of a transaction: by the client, after a failed commit or by SQLite itself.
    ///
    /// It is not called for a rollback to a save point, nor when the database is closed. The corresponding C function is
    /// [`sqlite3_rollback_hook`](https://sqlite.org/c3ref/commit_hook.html).
    ///
    /// - Parameter handler: in place of the one before; nil for none. It is called on the thread that uses the database, and must not use the
    ///   database: each call fails.
    /// - Throws: `FMError` with the code `.misuse` if the database is not open.
    public final func setRollbackHandler(_ handler: (() -> Void)?) throws(FMError) {
        try opened().setRollbackHandler(handler)
    }
}
