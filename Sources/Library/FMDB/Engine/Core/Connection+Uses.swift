extension Connection {
    func beginUse(_ state: UnsafeMutablePointer<FMStatement.StatementState>) {
        state.pointee.outerUse = statements.newestUse
        statements.newestUse?.pointee.innerUse = state
        statements.newestUse = state
        // A write to a database whose files have moved is guarded, too, and the guard refuses its step.
        if statements.areGuarded || state.pointee.facts?.pointee.writes == true && isDisplacedOutsideTransaction {
            state.pointee.flags.insert(.guarded)
        }
        activity.publish(state.pointee.facts)
    }

    /// Ends a use of a statement, which need not be the newest use.
    func endUse(_ state: UnsafeMutablePointer<FMStatement.StatementState>) {
        // The transaction is recorded before the use is removed. Otherwise, other threads would briefly see neither the
        // statement nor its effect.
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

    /// Calls the body for each statement in use, newest use first. The cost does not depend on the number of free
    /// statements.
    ///
    /// - Parameter body: may end the use of the given statement, but of no other.
    func forEachUse(_ body: (FMStatement) -> Void) {
        var use = statements.newestUse
        while let current = use {
            use = current.pointee.outerUse
            if let statement = current.pointee.owner?.takeUnretainedValue() { body(statement) }
        }
    }

    /// Whether a statement is running. If so, a caller on the connection's thread is a callback from SQLite.
    var isExecuting: Bool {
        statements.isRunningScript || isEmitting || hasBusyStatement
    }

    /// Whether a result set holds a statement.
    var hasStatementsInUse: Bool { statements.newestUse != nil }

    /// Ends every use of a statement that began after `earlier` was read from ``uses``.
    func endAllUses(since earlier: [ObjectIdentifier: UInt32] = [:]) {
        holdingEvents {
            for statement in statementsInUse(since: earlier) { statement.endUse(statement.use) }
        }
    }

    /// Parks the current row of each open result set, because the connection is given back.
    func parkStatements() {
        forEachUse { $0.park() }
    }

    var textsInUse: [String] { statementsInUse(since: [:]).map(\.sql) }

    /// The statements in use, each with the number of its use.
    var uses: [ObjectIdentifier: UInt32] {
        guard hasStatementsInUse else { return [:] }
        return Dictionary(uniqueKeysWithValues: statementsInUse(since: [:]).map { (ObjectIdentifier($0), $0.use) })
    }

    /// Returns the statements whose use began after `earlier` was read from ``uses``.
    func statementsInUse(since earlier: [ObjectIdentifier: UInt32]) -> [FMStatement] {
        var all: [FMStatement] = []
        forEachUse { if earlier[ObjectIdentifier($0)] != $0.use { all.append($0) } }
        return all
    }
}
