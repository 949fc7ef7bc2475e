import FMDBSQLiteC

/// A fast path to begin and end read transactions.
///
/// A read of one row takes two to three microseconds. BEGIN and COMMIT through the statement cache, with its bookkeeping, would add half
/// a microsecond.
extension Connection {
    /// Begins a read transaction.
    ///
    /// - Returns: false if the caller must run BEGIN as a regular statement, which can fail with an error and emit events.
    func beginSnapshot() -> Bool {
        guard handle != nil, refusal == nil, !isAbandoned, !hasEventHandler, !isTransactionOpen, prepareSnapshots()
        else {
            return false
        }
        guard run(transactions.snapshotBegin) else { return false }
        transactions.state = .reading
        activity.beginAnew()
        activity.readsSince(CoarseTime.now)
        return true
    }

    /// Ends the read transaction.
    ///
    /// - Returns: false if the transaction is still open, for example because it wrote a temporary table. The caller must then run COMMIT
    ///   as a regular statement.
    func endSnapshot() -> Bool {
        activity.readsSince(0)
        guard handle != nil, !isAbandoned, isTransactionOpen else { return true }
        guard transactions.state == .reading, run(transactions.snapshotEnd) else { return false }
        transactions.state = .none
        return true
    }

    private func prepareSnapshots() -> Bool {
        if transactions.snapshotEnd != nil { return true }
        // Local variables: if the properties were passed to C directly, Swift would check exclusive access at each use of them.
        let (begin, end) = (compile("BEGIN"), compile("COMMIT"))
        transactions.snapshotBegin = begin
        transactions.snapshotEnd = end
        return begin != nil && end != nil
    }

    private func run(_ statement: OpaquePointer?) -> Bool {
        let code = sqlite3_step(statement)
        return sqlite3_reset(statement) == SQLITE_OK && code == SQLITE_DONE
    }
}
