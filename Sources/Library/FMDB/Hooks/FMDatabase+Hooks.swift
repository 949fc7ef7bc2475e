/// Closures that SQLite calls while the connection runs statements.
///
/// The handlers belong to the connection, and ``close()`` removes them. A handler that captures its database retains it
/// until then. For a queue or pool, set them in ``FMDatabaseCoordinator/Configuration/configure``, which runs for each
/// connection.
extension FMDatabase {
    /// Sets a closure that is called before each row is inserted, updated or deleted, with the old and new values.
    ///
    ///     try db.setRowChangeHandler { change in
    ///         if change.table == "person" { print(change.operation, change.oldValues, change.newValues) }
    ///     }
    ///
    /// It receives every changed row of ordinary tables, including rows that triggers, foreign key actions and
    /// `REPLACE` change, and each row of a `DELETE` without `WHERE`. The change may still be rolled back. Writes to a
    /// virtual table are reported as changes of its shadow tables.
    ///
    /// While a handler is set, no changeset can be recorded on the connection. The corresponding C function is
    /// [`sqlite3_preupdate_hook`](https://sqlite.org/c3ref/preupdate_blobwrite.html).
    ///
    /// - Parameter handler: replaces the previous handler; nil removes it. It is called on the thread that uses the
    ///   database, during a statement. It must not use the database: each such call fails.
    /// - Throws: `FMError`: `.notSupported` if the linked SQLite lacks the pre-update hook; `.misuse` if a changeset is
    ///   being recorded or the database is not open. Before SQLite 3.50 this call reads the schema, to find tables
    ///   whose values it must not read, and throws what that throws. So set an encryption key first.
    public final func setRowChangeHandler(_ handler: ((FMRowChange) -> Void)?) throws(FMError) {
        try opened().setRowHandler(handler.map { handler in { FMRowChange($0).map(handler) } })
    }

    /// Sets a closure that is called before each commit of a write transaction, and may refuse the commit. A
    /// transaction begun as ``TransactionKind/immediate`` counts as a write transaction.
    ///
    ///     try db.setCommitHandler {
    ///         if isClosed { throw FMError(.readOnly, "the book is closed") }
    ///     }
    ///
    /// If the closure throws, the whole transaction is rolled back, and the statement that commits fails. A statement
    /// outside a transaction is a transaction of its own. With ``FMDatabaseCoordinator/GroupCommit`` all blocks that
    /// share the commit fail.
    ///
    /// The corresponding C function is [`sqlite3_commit_hook`](https://sqlite.org/c3ref/commit_hook.html).
    ///
    /// - Parameter handler: replaces the previous handler; nil removes it. It is called on the thread that uses the
    ///   database, and must not use the database: each such call fails. If it throws an `FMError`, the error of the
    ///   statement has the same code and message. Any other error gets the code `.constraint` and its
    ///   `errorDescription` or description, and is the ``FMError/underlyingError``.
    /// - Throws: `FMError` with the code `.misuse` if the database is not open.
    public final func setCommitHandler(_ handler: (() throws -> Void)?) throws(FMError) {
        try opened().setCommitHandler(handler)
    }

    /// Sets a closure that is called after each rollback of a transaction: by the app, after a failed commit, or by
    /// SQLite itself.
    ///
    /// It is not called for a rollback to a savepoint, nor when the database is closed. The corresponding C function is
    /// [`sqlite3_rollback_hook`](https://sqlite.org/c3ref/commit_hook.html).
    ///
    /// - Parameter handler: replaces the previous handler; nil removes it. It is called on the thread that uses the
    ///   database, and must not use the database: each such call fails.
    /// - Throws: `FMError` with the code `.misuse` if the database is not open.
    public final func setRollbackHandler(_ handler: (() -> Void)?) throws(FMError) {
        try opened().setRollbackHandler(handler)
    }
}
