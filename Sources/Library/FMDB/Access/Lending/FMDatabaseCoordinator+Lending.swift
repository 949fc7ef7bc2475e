import Foundation

/// The style of a call that lends a connection: one of FMDB's, or one that throws. Their blocks follow different rules.
enum CallStyle {
    case fmdb
    case modern
}

// MARK: - One body for every verb

extension FMDatabaseCoordinator {
    /// Lends a connection to a body on this thread.
    final func lend<Value>(
        _ slots: ConnectionSlots, _ options: AccessOptions, _ body: (FMDatabase) throws -> Value
    ) throws -> Value {
        guard let shipping else { return try lendAtOnce(slots, options, body) }
        return try lendAndAwait(shipping, slots, options, body)
    }

    /// This is a separate function because the usual path would otherwise be too long for the optimizer to specialise.
    @inline(never)
    private final func lendAndAwait<Value>(
        _ shipping: CommitClock, _ slots: ConnectionSlots, _ options: AccessOptions,
        _ body: (FMDatabase) throws -> Value
    ) throws -> Value {
        // The ticket of a failed call is removed, or the next call on this thread would wait for its commit. That of a call around this
        // one stays.
        let outer = shipping.removeTicket()
        defer { shipping.replaceTicket(with: outer) }
        let value = try lendAtOnce(slots, options, body)
        try waitUntilShipped(shipping)
        return value
    }

    /// Lends a connection without waiting for the backup.
    @inline(__always)
    final func lendAtOnce<Value>(
        _ slots: ConnectionSlots, _ options: AccessOptions, _ body: (FMDatabase) throws -> Value
    ) throws -> Value {
        let token = options.makeToken()
        defer { token.map(DeadlineTimer.shared.retire) }
        let slot = try enter(slots, options, token)
        defer { slots.leave(slot) }
        return try use(slots, slot, options, token, body)
    }

    private func enter(_ slots: ConnectionSlots, _ options: AccessOptions, _ token: CancellationToken?) throws(FMError)
        -> Int
    {
        do throws(FMError) {
            guard eventHandler != nil else { return try slots.enter(options.site, token) }
            return try enterReportingWait(slots, options, token)
        } catch {
            guard error.stage == .reentrance, let running = slots.running else { throw error }
            throw error.concerning(running)
        }
    }

    /// Runs a body with the connection of a slot that the thread has entered.
    final func use<Value>(
        _ slots: ConnectionSlots, _ slot: Int, _ options: AccessOptions, _ token: CancellationToken?,
        _ body: (FMDatabase) throws -> Value
    ) throws -> Value {
        if let token, token.isStopped { throw stopped(token, nil) }
        let database = try acquire(from: slots, slot, token, options.lockTimeout)
        let before = AccessSnapshot(of: database)
        if before.hasTransaction, !options.joinsTransaction {
            defer { slots.release(database, of: self) }
            throw FMError.leftOpen(database, of: slots)
        }
        if configuration.retry != nil { database.connection?.locks.repeatsStatements = true }
        // SQLite stays interrupted while any statement is active, and an earlier block may have left one active.
        if let token { database.obey(token, by: before.hasUses ? .watch : .interruption) }
        let value: Value
        do {
            value = try pooled { try body(database) }
        } catch {
            _ = giveBack(database, to: slots, options.site, before, token)
            throw verdict(error, token)
        }
        let complaint = giveBack(database, to: slots, options.site, before, token)
        // The body may have ignored the error of a stopped statement, so the caller gets that error here.
        if let token, token.didStrike { throw stopped(token, nil, held: database.connection?.locks.lastExplained) }
        if let complaint { throw complaint }
        return value
    }

    /// Acquires a connection. If another connection's lock prevents opening it, the opening is retried.
    ///
    /// - Parameter lockTimeout: how long to retry; nil for the configuration's policy.
    final func acquire(
        from slots: ConnectionSlots, _ slot: Int, _ token: CancellationToken?, _ lockTimeout: Duration? = nil
    ) throws -> FMDatabase {
        do {
            return try slots.acquire(for: self, at: slot, token)
        } catch {
            token?.onStop(nil)
            guard let policy = lockTimeout.map({ Retry(steadilyFor: $0) }) ?? configuration.retry else {
                throw verdict(error, token)
            }
            do {
                return try policy.repeating(after: error, since: .now, token) {
                    try slots.acquire(for: self, at: slot, token)
                }
            } catch {
                token?.onStop(nil)
                throw verdict(error, token)
            }
        }
    }

    private func giveBack(
        _ database: FMDatabase, to slots: ConnectionSlots, _ site: FMCallSite?, _ before: AccessSnapshot,
        _ token: CancellationToken?
    ) -> FMError? {
        if let token { database.forget(token) }
        if configuration.retry != nil { database.connection?.locks.repeatsStatements = false }
        defer {
            if shipping != nil { database.connection?.reportLastCommit() }
            slots.release(database, of: self)
        }
        return tidy(database, .modern, site, before)
    }

    /// Returns the error that the caller gets for an error of a body.
    final func verdict(_ error: any Error, _ token: CancellationToken?) -> any Error {
        guard let token, token.isStopped, token.didStrike || (error as? FMError)?.isByInterruption == true else {
            return error
        }
        return stopped(token, (error as? FMError)?.sql, held: error as? FMError)
    }

    /// Returns the error of an access that a token has ended.
    ///
    /// - Parameter error: the error of the access, which names the holder of the lock that it waited for.
    final func stopped(_ token: CancellationToken, _ sql: String?, held error: FMError? = nil) -> any Error {
        guard token.reason == .deadlineExceeded else { return CancellationError() }
        return FMError.stopped(.deadlineExceeded, sql: sql, contention: error?.contention)
    }

    final func stopped(_ token: CancellationToken, while semaphore: FairSemaphore) -> any Error {
        token.reason == .deadlineExceeded
            ? FMError.stopped(.deadlineExceeded, while: semaphore) : CancellationError()
    }
}

// MARK: - FMDB's spellings

extension FMDatabaseCoordinator {
    /// Lends a connection, or a closed database if no connection is available.
    ///
    /// - Parameter unshipped: called if the commit is not stored in the target of the backup in time.
    final func lendOrClosed<Value>(unshipped: ((FMError) -> Void)? = nil, _ block: (FMDatabase) -> Value) -> Value {
        let outer = shipping?.removeTicket()
        // Runs after the connection is given back.
        defer {
            if let shipping {
                reportUnshipped(shipping, unshipped)
                shipping.replaceTicket(with: outer)
            }
        }
        let slots = mainSlots
        let (database, slot): (FMDatabase, Int)
        do {
            (database, slot) = try checkOut(slots)
        } catch {
            // The thread would deadlock with itself, and this call cannot throw.
            if let error = error as? FMError, error.stage == .reentrance { fatalError("FMDB: \(error)") }
            let closed = makeDatabase()
            closed.openFailure =
                error as? FMError ?? FMError(.cantOpen, "the connection could not be configured: \(error)")
            return pooled { block(closed) }
        }
        let before = AccessSnapshot(of: database)
        defer {
            _ = tidy(database, .fmdb, nil, before)
            if shipping != nil { database.connection?.reportLastCommit() }
            slots.release(database, of: self)
            slots.semaphore.leave(slot)
        }
        return pooled { block(database) }
    }

    private func reportUnshipped(_ shipping: CommitClock, _ unshipped: ((FMError) -> Void)?) {
        do throws(FMError) {
            try waitUntilShipped(shipping)
        } catch {
            if let unshipped { unshipped(error) } else { makeDatabase().logWarning(error.message) }
        }
    }

    private func checkOut(_ slots: ConnectionSlots) throws -> (FMDatabase, slot: Int) {
        let slot = try waitsForConnection ? enter(slots, .unlimited, nil) : enterAtOnce(slots)
        do {
            return (try slots.acquire(for: self, at: slot, nil), slot)
        } catch {
            slots.semaphore.leave(slot)
            throw error
        }
    }

    private func enterAtOnce(_ slots: ConnectionSlots) throws(FMError) -> Int {
        if let slot = slots.semaphore.enterAtOnce(nil) { return slot }
        guard !slots.semaphore.isInherited else { throw FMError.forked(nil) }
        if slots.semaphore.isClosed { throw FMError.closed(slots.semaphore) }
        throw FMError(.cantOpen, "all connections of \(slots.semaphore.name) are in use", sql: nil, stage: .open)
    }

    final func lendTransaction(
        _ kind: FMDatabase.TransactionKind, _ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        var failure: FMError?
        let error = lendOrClosed(unshipped: { failure = $0 }) { $0.runTransaction(kind, block) }
        lastTransactionError = error ?? failure
    }
}

extension FMError {
    /// The error of a call that follows an FMDB block that left a transaction open. The call's writes would be lost with that transaction.
    static func leftOpen(_ database: FMDatabase, of slots: ConnectionSlots) -> FMError {
        let begin = database.connection?.activity.snapshot.transaction?.sql
        let text = begin.map { ", begun by \"\($0)\"" } ?? ""
        return .misuse(
            "an earlier block of \(slots.name.text) left a transaction open\(text); commit it or roll it back "
                + "in inDatabase before any other write", sql: begin)
    }
}

extension ConnectionSlots {
    /// The SQL of the statement that this thread runs; nil if another thread is inside.
    fileprivate var running: String? {
        let me = ThreadIdentity.current
        guard semaphore.isInside(me) else { return nil }
        return current?.connection?.textsInUse.first
    }
}

extension FMError {
    /// Whether an interruption may be the cause of this error. If SQLite is interrupted while it connects a virtual
    /// table, the error only says that connecting failed.
    fileprivate var isByInterruption: Bool {
        resultCode == .interrupt || message.hasPrefix("vtable constructor failed")
    }
}
