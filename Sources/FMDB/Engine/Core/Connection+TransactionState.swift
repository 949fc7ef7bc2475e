import FMDBSQLiteC

/// The state of the transaction, as other threads may see it.
extension Connection {
    /// Whether the transaction may stand otherwise than it was recorded; each execution asks.
    func hasTransactionChanged(writes: Bool) -> Bool {
        guard handle != nil, isTransactionOpen else { return transactions.state != .none }
        return transactions.state == .none || writes && transactions.state == .reading
    }

    /// Records the state of the transaction after an execution, of a text that may have written.
    func recordTransaction(by sql: String, writes: Bool) {
        let state = currentTransactionState(mayHaveWritten: writes)
        guard state != transactions.state, !isAbandoned else { return }
        transactions.state = state
        if state == .none, transactions.isSchemaUncommitted { recordSchemaChange() }
        activity.record(state, by: sql)
    }

    /// See [`sqlite3_txn_state`](https://sqlite.org/c3ref/txn_state.html).
    func currentTransactionState(mayHaveWritten: Bool) -> TransactionState {
        guard handle != nil, !isAbandoned, isTransactionOpen else { return .none }
        let state = fmdb_txn_state(handle, nil)
        if state >= 0 { return state == Constants.transactionWrites ? .writing : .reading }
        // SQLite is older than the function. What has just failed took no lock.
        let code = sqlite3_errcode(handle)
        let hasWritten = mayHaveWritten && (code == SQLITE_OK || code >= SQLITE_ROW)
        return hasWritten ? .writing : max(transactions.state, .reading)
    }
}
