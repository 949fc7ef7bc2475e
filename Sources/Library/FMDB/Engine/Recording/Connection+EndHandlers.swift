extension Connection {
    /// Sets a closure that is called before each commit, and that refuses the commit by throwing.
    func setCommitHandler(_ handler: (() throws -> Void)?) throws(FMError) {
        // The old closure is released at the end, because an object that it owns may use the connection in its
        // `deinit`.
        let former = hooks.onCommit
        defer { withExtendedLifetime(former) {} }
        hooks.onCommit = handler
        // A client may have replaced the hooks with its own.
        if handler != nil { hookTransactionEnds() }
    }

    func setRollbackHandler(_ handler: (() -> Void)?) throws(FMError) {
        let former = hooks.onRollback
        defer { withExtendedLifetime(former) {} }
        hooks.onRollback = handler
        if handler != nil { hookTransactionEnds() }
    }

    /// Calls the client's commit handler. Returns whether the transaction may be committed.
    @inline(__always)
    func allowsCommit() -> Bool {
        guard let handler = hooks.onCommit else { return true }
        return allowsCommit(handler)
    }

    @inline(never)
    private func allowsCommit(_ handler: () throws -> Void) -> Bool {
        refusingStatements(Self.inTheMiddle) {
            do {
                try handler()
                return true
            } catch {
                CallbackFailure.record(error, toldAs: FMResultCode.constraintCommitHook.rawValue)
                return false
            }
        }
    }

    @inline(__always)
    func callRollbackHandler() {
        guard let handler = hooks.onRollback else { return }
        refusingStatements(Self.inTheMiddle, handler)
    }

    private static let inTheMiddle = "a database must not be used by its own commit or rollback handler"
}
