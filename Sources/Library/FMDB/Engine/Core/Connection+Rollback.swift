import FMDBSQLiteC

/// Rollbacks after an interruption.
///
/// An interruption stays in force until no statement of the connection is active. Until then it stops rollbacks, too.
/// Virtual tables (FTS5 and R-tree, for example) keep internal statements and blobs active until the transaction ends.
/// See [`sqlite3_interrupt`](https://sqlite.org/c3ref/interrupt.html).
extension Connection {
    /// Runs a rollback, even during an interruption.
    ///
    /// - Returns: the error, if the rollback failed; else nil.
    func despiteInterruption(_ undo: () throws(FMError) -> Void) -> FMError? {
        undoing {
            guard let error = failure(undo) else { return nil }
            // This code means that there is nothing to roll back, for example because the savepoint is gone.
            guard error.resultCode != .error else { return error }
            closeBlobs()
            endAllUses()
            resetStatements { sqlite3_sql($0) != nil }
            return failure(undo)
        }
    }

    /// Rolls back, even during an interruption. If a running statement prevents it, the rollback follows when that statement
    /// ends.
    ///
    /// - Returns: the error, if the rollback failed; else nil.
    @discardableResult
    func rollBackDespiteInterruption(_ rollBack: () throws(FMError) -> Void) -> FMError? {
        undoing {
            var error = despiteInterruption(rollBack)
            if error != nil, isTransactionOpen { forceRollback() }
            // The last resort: a virtual table opens its blob again, but a client's own blob cannot be used after this.
            if error != nil, isTransactionOpen, !isExecuting {
                resetStatements { _ in true }
                error = failure(rollBack)
            }
            guard error != nil, isTransactionOpen else {
                recordTransaction(by: "ROLLBACK", writes: false)
                return nil
            }
            isRollbackPending = true
            return error
        }
    }

    /// Runs a body without the cancellation token and without the refusal of statements.
    private func undoing(_ body: () -> FMError?) -> FMError? {
        let refusal = refusal
        if refusal != nil { self.refusal = nil }
        defer { if refusal != nil { self.refusal = refusal } }
        return undisturbed(body)
    }

    /// Runs a pending rollback, if no statement is running.
    func rollBackIfPending() {
        guard isRollbackPending, !isExecuting, !isAbandoned else { return }
        isRollbackPending = false
        if handle != nil, isTransactionOpen { rollBackNow() }
    }

    /// Rolls back without the methods that a client's subclass may have overridden.
    func rollBackNow() {
        rollBackDespiteInterruption { () throws(FMError) in
            let code = sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
            if code != SQLITE_OK { throw error(code, sql: "ROLLBACK", stage: .step) }
        }
    }

    /// Compiles the statement of ``forceRollback()`` early, because nothing can be compiled while an interruption is in
    /// force.
    @inline(__always)
    func prepareForcedRollback() {
        if transactions.forcedRollback == nil { compileForcedRollback() }
    }

    @inline(never)
    private func compileForcedRollback() {
        let statement = compile("BEGIN IMMEDIATE")
        transactions.forcedRollback = statement
    }

    /// Steps a write statement during the interruption. SQLite then interrupts the statement, and "the entire transaction will be rolled
    /// back automatically". The statement begins no transaction, because one is open.
    private func forceRollback() {
        guard let forcedRollback = transactions.forcedRollback, isTransactionOpen else { return }
        sqlite3_step(forcedRollback)
        sqlite3_reset(forcedRollback)
    }

    private func resetStatements(where isMeant: (OpaquePointer) -> Bool) {
        guard !isExecuting else { return }
        for statement in RawStatements.active(of: handle) where isMeant(statement) { sqlite3_reset(statement) }
    }

    private func failure(_ body: () throws(FMError) -> Void) -> FMError? {
        do throws(FMError) {
            try body()
            return nil
        } catch {
            return error
        }
    }
}
