import FMDBSQLiteC

/// Undoing what was interrupted.
///
/// An interruption stays in force until no statement of the connection is active, and until then it stops the undoing
/// too. Virtual tables (FTS5 and R-tree, for example) keep statements and blobs of their own active to the end of the
/// transaction. See [`sqlite3_interrupt`](https://sqlite.org/c3ref/interrupt.html).
extension Connection {
    /// Undoes something, even against an interruption.
    ///
    /// - Returns: why it could not be undone; nil if it was.
    func despiteInterruption(_ undo: () throws(FMError) -> Void) -> FMError? {
        undoing {
            guard let error = failure(undo) else { return nil }
            // There is nothing to undo: the save point is gone, for example.
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
    /// - Returns: why it could not be rolled back; nil if it was.
    @discardableResult
    func rollBackDespiteInterruption(_ rollBack: () throws(FMError) -> Void) -> FMError? {
        undoing {
            var error = despiteInterruption(rollBack)
            if error != nil, isTransactionOpen { forceRollback() }
            // A virtual table opens its blob again. A client's own blob cannot be used after this, so it comes last.
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

    /// What ended the access early, and why other statements are refused, does not count during the body.
    private func undoing(_ body: () -> FMError?) -> FMError? {
        let refusal = refusal
        if refusal != nil { self.refusal = nil }
        defer { if refusal != nil { self.refusal = refusal } }
        return undisturbed(body)
    }

    /// Rolls back what could not be rolled back before.
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

    /// Compiles what ``forceRollback()`` needs: while an interruption is in force nothing can be compiled.
    @inline(__always)
    func prepareForcedRollback() {
        if transactions.forcedRollback == nil { compileForcedRollback() }
    }

    @inline(never)
    private func compileForcedRollback() {
        let statement = compile("BEGIN IMMEDIATE")
        transactions.forcedRollback = statement
    }

    /// Runs a statement that writes into the interruption: "the entire transaction will be rolled back automatically".
    /// It begins nothing, because a transaction is open.
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
