import FMDBSQLiteC

/// Read transactions without detours.
///
/// A read of one row takes two or three microseconds. To begin and end its transaction by way of the cache, with all the
/// bookkeeping of a statement, takes half of one.
extension Connection {
    /// Begins a transaction that reads.
    ///
    /// - Returns: false if it is to be begun in the ordinary way, by which it may fail or be heard of.
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
    /// - Returns: false if it is still open, to be ended in the ordinary way: it may have written a temporary table.
    func endSnapshot() -> Bool {
        activity.readsSince(0)
        guard handle != nil, !isAbandoned, isTransactionOpen else { return true }
        guard transactions.state == .reading, run(transactions.snapshotEnd) else { return false }
        transactions.state = .none
        return true
    }

    private func prepareSnapshots() -> Bool {
        if transactions.snapshotEnd != nil { return true }
        // By way of variables: if the properties were passed to C themselves, each look at them would be checked.
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
