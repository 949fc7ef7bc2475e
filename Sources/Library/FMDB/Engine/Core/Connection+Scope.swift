import FMDBSQLiteC

extension Connection {
    /// Records that a library call has begun a transaction or a savepoint.
    @inline(__always)
    func enterScope(isStrict: Bool) {
        if scope.depth == 0 { prepareForcedRollback() }
        scope.depth += 1
        if isStrict { scope.strictDepth += 1 }
        scope.isOpen = true
    }

    /// Records that the block of a library call's transaction or savepoint has ended.
    ///
    /// - Returns: how the block ended its transaction, or nil.
    @inline(__always)
    func leaveScope(isStrict: Bool) -> TransactionEnd? {
        scope.depth -= 1
        if isStrict { scope.strictDepth -= 1 }
        guard scope.end != nil || !scope.savePoints.isEmpty else { return nil }
        return leaveEventfulScope()
    }

    @inline(never)
    private func leaveEventfulScope() -> TransactionEnd? {
        let end = scope.end
        guard scope.depth == 0 else { return end }
        scope.savePoints.removeAll(keepingCapacity: true)
        scope.isCommitBegun = false
        guard end != nil else { return nil }
        scope.end = nil
        refusal = nil
        return end
    }

    /// Records that a nested call has ended its transaction.
    @inline(__always)
    func endedInScope() {
        if scope.depth > 0, handle != nil { scope.isOpen = isTransactionOpen }
    }

    /// Makes every further statement fail until the outermost call has ended.
    func loseTransaction(_ end: TransactionEnd) {
        guard scope.depth > 0, scope.end == nil else { return }
        scope.end = end
        scope.reportedCommit = nil
        refusal = end.error
    }

    /// Detects that SQLite has rolled back the transaction by itself. Call this after a failed step.
    ///
    /// See [Response To Errors Within A Transaction](https://sqlite.org/lang_transaction.html).
    func noticeFailure(_ error: @autoclosure () -> FMError) {
        recordFailedCompilation()
        guard scope.isOpen, scope.depth > 0, scope.end == nil, handle != nil, !isTransactionOpen else { return }
        scope.isOpen = false
        loseTransaction(TransactionEnd(error: error(), isByBlock: false, isCommitted: false))
    }

    /// Records a client's statement that has begun or ended a transaction or a savepoint.
    @inline(__always)
    func noticeControl(_ control: ControlStatement, sql: String?) {
        if scope.depth > 0 { noticeControlInScope(control, sql: sql) }
    }

    @inline(never)
    private func noticeControlInScope(_ control: ControlStatement, sql: String?) {
        guard scope.end == nil, handle != nil else { return }
        scope.isOpen = isTransactionOpen
        var isLost = false
        switch control {
        case .begin: break
        case .savePoint(let name): scope.savePoints.append(.client(name))
        case .release(let name): isLost = scope.remove(downTo: name, stays: false)
        case .rollbackTo(let name): isLost = scope.remove(downTo: name, stays: true)
        case .commit, .rollback: scope.savePoints.removeAll(keepingCapacity: true)
        }
        guard isLost || !scope.isOpen else { return }
        guard scope.strictDepth > 0 else {
            return scope.isOpen ? () : recordOwnEnd(isCommitted: control != .rollback, sql: sql)
        }
        loseTransaction(.byBlock(isCommitted: !scope.isOpen && control != .rollback, isOpen: scope.isOpen, sql: sql))
    }

    /// Called when SQLite begins to commit, or rolls back. If no library statement is running, the block of a library call has caused this
    /// through a C function. This method must not call SQLite functions that change the connection.
    ///
    /// SQLite reports a failed commit twice: when it begins, and when it is rolled back.
    func noticeEnd(isCommitted: Bool) {
        guard scope.depth > 0, !isRollbackPending else { return }
        // An internal statement has failed. Where it ran, its code is known.
        if scope.isAsking, !isCommitted { return }
        guard scope.strictDepth > 0 else {
            guard scope.isOpen, scope.end == nil, !isExecuting else { return }
            // A commit has only begun, so its outcome is unknown.
            return recordOwnEnd(isCommitted: isCommitted ? nil : false, sql: nil)
        }
        guard scope.end == nil else { return noticeEndAgain(isCommitted: isCommitted) }
        guard scope.isOpen else { return }
        guard !isExecuting else { return scope.reportedCommit = isCommitted }
        loseTransaction(.byBlock(isCommitted: isCommitted, isOpen: false, sql: nil))
        scope.isCommitBegun = isCommitted
    }

    /// Records that the block of an FMDB call has ended the transaction.
    @inline(never)
    private func recordOwnEnd(isCommitted: Bool?, sql: String?) {
        guard let earlier = scope.ownEnd, earlier.isCommitted != isCommitted else {
            if scope.ownEnd == nil { scope.ownEnd = .byBlock(isCommitted: isCommitted, isOpen: false, sql: sql) }
            return
        }
        let message =
            "the block ended its own transaction more than once; not all of its earlier changes were committed"
        scope.ownEnd = TransactionEnd(error: .misuse(message, sql: sql), isByBlock: true, isCommitted: nil)
    }

    /// Returns how the blocks of finished FMDB calls ended the transaction, or nil. Clears the record, so each end is returned once.
    func popOwnEnd() -> TransactionEnd? {
        guard scope.depth == 0, let end = scope.ownEnd else { return nil }
        scope.ownEnd = nil
        return end
    }

    @inline(never)
    private func noticeEndAgain(isCommitted: Bool) {
        guard scope.isCommitBegun else { return }
        // Another commit begins, so the previous one has ended.
        guard !isCommitted else { return scope.isCommitBegun = false }
        // The rollback may belong to a transaction that the block has begun since then.
        guard isCommitting else { return }
        scope.isCommitBegun = false
        scope.end = nil
        loseTransaction(.byBlock(isCommitted: false, isOpen: false, sql: nil))
    }

    /// Whether a running statement commits the transaction.
    private var isCommitting: Bool {
        RawStatements.active(of: handle).contains { statement in
            switch sqlite3_sql(statement).flatMap({ ControlStatement(String(cString: $0)) }) {
            case .commit, .release: true
            default: false
            }
        }
    }

    /// Detects that the block has ended its transaction. Call this after an execution that finds the transaction ended.
    /// SQLite's hooks do not report the end of a transaction that only read, and a client may have replaced the hooks.
    @inline(never)
    func noticeAutocommit(by sql: String) {
        guard scope.strictDepth > 0, scope.isOpen, scope.end == nil, !isRollbackPending, !statements.isRunningScript,
            ControlStatement(sql) == nil
        else { return }
        scope.isOpen = false
        loseTransaction(.byBlock(isCommitted: scope.reportedCommit, isOpen: false, sql: sql))
    }
}

/// The transaction state that other threads see.
extension Connection {
    /// Whether the transaction state may differ from the recorded one. Each execution checks this.
    func hasTransactionChanged(writes: Bool) -> Bool {
        guard handle != nil, isTransactionOpen else { return transactions.state != .none }
        return transactions.state == .none || writes && transactions.state == .reading
    }

    /// Records the transaction state after an execution.
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
        // This SQLite lacks the function. A statement that has just failed took no lock.
        let code = sqlite3_errcode(handle)
        let hasWritten = mayHaveWritten && (code == SQLITE_OK || code >= SQLITE_ROW)
        return hasWritten ? .writing : max(transactions.state, .reading)
    }
}
