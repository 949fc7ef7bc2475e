import SQLiteC

extension Connection {
    /// A statement is taken into use.
    func beginUse(_ state: UnsafeMutablePointer<FMStatement.StatementState>) {
        state.pointee.outerUse = statements.newestUse
        statements.newestUse?.pointee.innerUse = state
        statements.newestUse = state
        if statements.areGuarded { state.pointee.flags.insert(.guarded) }
        activity.publish(state.pointee.facts)
    }

    /// A use of a statement ends, whichever it is.
    func endUse(_ state: UnsafeMutablePointer<FMStatement.StatementState>) {
        // Before it is taken out, or others would see neither the statement nor what it did.
        if let facts = state.pointee.facts, hasTransactionChanged(writes: facts.pointee.writes) {
            recordTransaction(by: facts.pointee.sql, writes: facts.pointee.writes)
            if transactions.state == .none, scope.strictDepth > 0 { noticeAutocommit(by: facts.pointee.sql) }
        }
        let outer = state.pointee.outerUse
        outer?.pointee.innerUse = state.pointee.innerUse
        if let inner = state.pointee.innerUse {
            inner.pointee.outerUse = outer
        } else {
            statements.newestUse = outer
            if let outer {
                activity.publish(outer.pointee.facts)
            } else {
                activity.publishLast(state.pointee.facts)
            }
        }
        state.pointee.outerUse = nil
        state.pointee.innerUse = nil
        state.pointee.flags.remove(.guarded)
    }

    /// Goes through the statements in use, the newest use first, however many others there are.
    ///
    /// - Parameter body: may end the use of the statement it is given, of no other.
    func forEachUse(_ body: (FMStatement) -> Void) {
        var use = statements.newestUse
        while let current = use {
            use = current.pointee.outerUse
            if let statement = current.pointee.owner?.takeUnretainedValue() { body(statement) }
        }
    }

    /// Whether the transaction may stand otherwise than it was recorded; each execution asks.
    private func hasTransactionChanged(writes: Bool) -> Bool {
        guard handle != nil, isTransactionOpen else { return transactions.state != .none }
        return transactions.state == .none || writes && transactions.state == .reading
    }

    /// Records the state of the transaction after an execution, of a text that may have written.
    func recordTransaction(by sql: String, writes: Bool) {
        let state = currentTransactionState(mayHaveWritten: writes)
        guard state != transactions.state else { return }
        transactions.state = state
        if state == .none, transactions.isSchemaUncommitted { noteSchemaChange() }
        activity.record(state, by: sql)
    }

    /// See [`sqlite3_txn_state`](https://sqlite.org/c3ref/txn_state.html).
    func currentTransactionState(mayHaveWritten: Bool) -> TransactionState {
        guard handle != nil, !isAbandoned, isTransactionOpen else { return .none }
        #if SQLCipher && !canImport(Darwin)
            // Debian's SQLCipher is older than the function. What has just failed took no lock.
            let code = sqlite3_errcode(handle)
            let hasWritten = mayHaveWritten && (code == SQLITE_OK || code >= SQLITE_ROW)
            return hasWritten ? .writing : max(transactions.state, .reading)
        #else
            return sqlite3_txn_state(handle, nil) == SQLITE_TXN_WRITE ? .writing : .reading
        #endif
    }
}
