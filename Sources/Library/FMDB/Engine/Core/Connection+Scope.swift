import FMDBSQLiteC

extension Connection {
    /// A verb has begun a transaction or a save point.
    @inline(__always)
    func enterScope(isStrict: Bool) {
        if scope.depth == 0 { prepareForcedRollback() }
        scope.depth += 1
        if isStrict { scope.strictDepth += 1 }
        scope.isOpen = true
    }

    /// The block of a verb is over.
    ///
    /// - Returns: how its transaction came to an end, if it did.
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

    /// A verb within another one has ended its transaction.
    @inline(__always)
    func endedInScope() {
        if scope.depth > 0, handle != nil { scope.isOpen = isTransactionOpen }
    }

    /// Has every further statement fail until the outermost verb has ended.
    func loseTransaction(_ end: TransactionEnd) {
        guard scope.depth > 0, scope.end == nil else { return }
        scope.end = end
        scope.reportedCommit = nil
        refusal = end.error
    }

    /// To be called after a step that has failed: SQLite may have rolled back the transaction by itself.
    ///
    /// See [Response To Errors Within A Transaction](https://sqlite.org/lang_transaction.html).
    func noticeFailure(_ error: @autoclosure () -> FMError) {
        recordFailedCompilation()
        guard scope.isOpen, scope.depth > 0, scope.end == nil, handle != nil, !isTransactionOpen else { return }
        scope.isOpen = false
        loseTransaction(TransactionEnd(error: error(), isByBlock: false, isCommitted: false))
    }

    /// To be called after a statement of the client's that begins or ends something.
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

    /// SQLite begins to commit, or rolls back. If no statement of the library's is at work, the block of a verb has brought it
    /// about by a C function. Nothing of SQLite that changes the connection may be called.
    ///
    /// A commit that fails is told twice: when it begins, and when it is rolled back.
    func noticeEnd(isCommitted: Bool) {
        guard scope.depth > 0, !isRollbackPending else { return }
        guard scope.strictDepth > 0 else {
            guard scope.isOpen, scope.end == nil, !isExecuting else { return }
            // A commit has only begun.
            return recordOwnEnd(isCommitted: isCommitted ? nil : false, sql: nil)
        }
        guard scope.end == nil else { return noticeEndAgain(isCommitted: isCommitted) }
        guard scope.isOpen else { return }
        guard !isExecuting else { return scope.reportedCommit = isCommitted }
        loseTransaction(.byBlock(isCommitted: isCommitted, isOpen: false, sql: nil))
        scope.isCommitBegun = isCommitted
    }

    /// A block of FMDB's calls has ended the transaction.
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

    /// How the blocks of FMDB's calls that are over have ended the transaction, if they did. It is answered once.
    func popOwnEnd() -> TransactionEnd? {
        guard scope.depth == 0, let end = scope.ownEnd else { return nil }
        scope.ownEnd = nil
        return end
    }

    @inline(never)
    private func noticeEndAgain(isCommitted: Bool) {
        guard scope.isCommitBegun else { return }
        // Another commit begins, so the one before has come to its end.
        guard !isCommitted else { return scope.isCommitBegun = false }
        // The rollback may belong to a transaction that the block has begun since then.
        guard isCommitting else { return }
        scope.isCommitBegun = false
        scope.end = nil
        loseTransaction(.byBlock(isCommitted: false, isOpen: false, sql: nil))
    }

    /// Whether a statement is at work that ends a transaction by committing it.
    private var isCommitting: Bool {
        RawStatements.active(of: handle).contains { statement in
            switch sqlite3_sql(statement).flatMap({ ControlStatement(String(cString: $0)) }) {
            case .commit, .release: true
            default: false
            }
        }
    }

    /// To be called after an execution that finds the transaction ended. SQLite's hooks do not report the end of a transaction that
    /// only read, and a client may have replaced them.
    @inline(never)
    func noticeAutocommit(by sql: String) {
        guard scope.strictDepth > 0, scope.isOpen, scope.end == nil, !isRollbackPending, !statements.isRunningScript,
            ControlStatement(sql) == nil
        else { return }
        scope.isOpen = false
        loseTransaction(.byBlock(isCommitted: scope.reportedCommit, isOpen: false, sql: sql))
    }
}

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
