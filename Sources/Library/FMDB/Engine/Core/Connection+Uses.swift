extension Connection {
    func beginUse(_ state: UnsafeMutablePointer<FMStatement.StatementState>) {
        state.pointee.outerUse = statements.newestUse
        statements.newestUse?.pointee.innerUse = state
        statements.newestUse = state
        // The step of one that must not write is refused.
        if statements.areGuarded || state.pointee.facts?.pointee.writes == true && isDisplacedOutsideTransaction {
            state.pointee.flags.insert(.guarded)
        }
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

    /// Whether a statement is running. On the connection's own thread the caller is a callback of SQLite then.
    var isExecuting: Bool {
        statements.isRunningScript || isEmitting || hasBusyStatement
    }

    /// Whether a result set holds a statement.
    var hasStatementsInUse: Bool { statements.newestUse != nil }

    /// Ends every use of a statement, but for those of an earlier moment.
    func endAllUses(since earlier: [ObjectIdentifier: UInt32] = [:]) {
        holdingEvents {
            for statement in statementsInUse(since: earlier) { statement.endUse(statement.use) }
        }
    }

    /// Has open result sets refuse to give values of a row that was current when the connection was given back.
    func parkStatements() {
        forEachUse { $0.park() }
    }

    var textsInUse: [String] { statementsInUse(since: [:]).map(\.sql) }

    /// Which statements are in use, with the number of the use.
    var uses: [ObjectIdentifier: UInt32] {
        guard hasStatementsInUse else { return [:] }
        return Dictionary(uniqueKeysWithValues: statementsInUse(since: [:]).map { (ObjectIdentifier($0), $0.use) })
    }

    /// The statements in use that were not so at an earlier moment.
    func statementsInUse(since earlier: [ObjectIdentifier: UInt32]) -> [FMStatement] {
        var all: [FMStatement] = []
        forEachUse { if earlier[ObjectIdentifier($0)] != $0.use { all.append($0) } }
        return all
    }
}
