import Foundation

extension FMDatabase {
    /// When a transaction takes its locks. See [BEGIN TRANSACTION](https://sqlite.org/lang_transaction.html).
    public enum TransactionKind: String, Sendable {
        /// Each lock is taken with the first statement that needs it. A transaction that reads first and writes later can fail with
        /// `.busy`.
        case deferred = "DEFERRED"
        /// The write lock is taken at once; other connections can read.
        case immediate = "IMMEDIATE"
        /// Exclusive access is taken at once; except in WAL mode, other connections cannot read.
        case exclusive = "EXCLUSIVE"
    }

    /// Runs a body in a transaction: all of its changes are made, or none.
    ///
    ///     let id = try db.withTransaction {
    ///         try db.execute("INSERT INTO person (name) VALUES (\(name))")
    ///         return db.lastInsertRowId
    ///     }
    ///
    /// See [BEGIN TRANSACTION](https://sqlite.org/lang_transaction.html).
    ///
    /// - Parameters:
    ///   - kind: when locks are taken.
    ///   - body: its changes are committed when it returns and rolled back when it throws. It does not run if the transaction cannot begin.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws, or `FMError`. `.error` if a transaction is already open, which stays open. `.busy` if another
    ///   connection holds its lock for longer than ``maxBusyRetryTimeInterval``. `.misuse` if the database is not open. If the commit
    ///   fails, for example with `.busy` or `.constraint`, the transaction is rolled back. If SQLite rolls it back, for example because the
    ///   disk is full, later statements of the body and the call fail with that error. If the body itself ends the transaction or closes
    ///   the database, its later statements and the call fail with `.misuse`, also on a connection that the body opens.
    @discardableResult
    public func withTransaction<Value>(
        _ kind: TransactionKind = .immediate, _ body: () throws -> Value
    ) throws -> Value {
        try begin(kind)
        return try runInScope(body) { () throws(FMError) in
            try end(committing: true)
        } undo: { _ in
            undoTransaction()
        }
    }

    /// Runs a body in a savepoint, within a transaction or outside of one. The changes of the savepoint can be rolled back without the rest
    /// of the transaction. Savepoints can be nested. See [SAVEPOINT](https://sqlite.org/lang_savepoint.html).
    ///
    /// - Parameter body: its changes are kept when it returns and rolled back when it throws.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws, or `FMError` if the savepoint cannot begin or end, for example with `.busy`; its changes are then
    ///   rolled back. If the savepoint ends before the body does, it throws as ``withTransaction(_:_:)`` does.
    @discardableResult
    public func withSavePoint<Value>(_ body: () throws -> Value) throws -> Value {
        let number = try enterSavePoint()
        return try runInScope(body) { () throws(FMError) in
            try leaveSavePoint(number, keeping: true)
        } undo: { end in
            undoSavePoint(number, endedBy: end)
        }
    }
}

// MARK: - Transactions

extension FMDatabase {
    /// Runs a body that reads, in a read transaction.
    final func withSnapshot<Value>(_ body: () throws -> Value) throws -> Value {
        let connection = try opened()
        guard !traceExecution, connection.beginSnapshot() else { return try withTransaction(.deferred, body) }
        isInTransaction = true
        return try runInScope(body) { () throws(FMError) in
            isInTransaction = false
            let isOpen = isTransactionOpen
            if !connection.endSnapshot() { try end(committing: true) }
            guard isOpen else { throw FMError.misuse("the block ended its own read transaction") }
        } undo: { _ in
            // The transaction may have written to a temporary table, so it is rolled back and not just ended.
            connection.activity.readsSince(0)
            undoTransaction()
        }
    }
}

// MARK: - The body of every verb

extension FMDatabase {
    /// Runs the body of a transaction or a savepoint that has just begun. If SQLite rolls it back by itself, or the body ends it, every
    /// further statement of the body fails, and so does this call.
    ///
    /// - Parameters:
    ///   - isStrict: whether the body must not end its transaction or savepoint; FMDB's calls allow it.
    ///   - keep: commits or releases, after the body has returned.
    ///   - undo: rolls back after an error. Receives how the transaction ended earlier, or nil.
    final func runInScope<Value>(
        isStrict: Bool = true, _ body: () throws -> Value, keep: () throws(FMError) -> Void,
        undo: (TransactionEnd?) -> Void
    ) throws -> Value {
        // The body may close the database, and open it again.
        guard let connection else { throw FMError.notOpen() }
        connection.enterScope(isStrict: isStrict)
        let value: Value
        do {
            value = try body()
        } catch {
            let end = leaveScope(of: connection, isStrict: isStrict)
            undo(end)
            connection.endedInScope()
            throw end?.verdict(on: error) ?? error
        }
        let end = leaveScope(of: connection, isStrict: isStrict)
        do {
            if let end { throw end.error }
            try keep()
        } catch {
            undo(end)
            connection.endedInScope()
            throw error
        }
        connection.endedInScope()
        return value
    }

    /// - Parameter connection: the connection on which the transaction or savepoint began.
    /// - Returns: how the transaction ended, or nil if it is open.
    @inline(__always)
    private final func leaveScope(of connection: Connection, isStrict: Bool) -> TransactionEnd? {
        let end = connection.leaveScope(isStrict: isStrict)
        if end != nil, connection.scope.depth == 0, connection !== self.connection { refusal = nil }
        return end
    }

    /// Ends the transaction of a connection that is about to be closed. Inside a transaction's block, every later statement fails until the
    /// outermost block has ended, also on a connection that is opened in the meantime.
    final func loseTransaction(closing connection: Connection) {
        guard !connection.isAbandoned else { return }
        let isOpen = connection.isTransactionOpen
        guard connection.scope.depth > 0 else {
            if isOpen {
                logWarning("the database is closed within a transaction, so the transaction is rolled back", sql: nil)
            }
            return
        }
        if isOpen { connection.loseTransaction(.closed) }
        if let end = connection.scope.end { refusal = end.error }
    }
}

// MARK: - Beginning and ending

extension FMDatabase {
    final func begin(_ kind: TransactionKind) throws(FMError) {
        try command(.begin(kind))
        isInTransaction = true
        try expectFilesInPlace()
    }

    /// Begins a transaction for one of FMDB's calls. An enclosing `withTransaction` or `withSavePoint` notices that its body has called
    /// this method, or one of the two below.
    final func beginForClient(_ kind: TransactionKind) throws(FMError) {
        try begin(kind)
        connection?.noticeControl(.begin, sql: nil)
    }

    final func commitForClient() throws(FMError) {
        try end(committing: true)
        connection?.noticeControl(.commit, sql: Command.commit.text)
    }

    /// Rolls back, even while an interruption is in force.
    final func rollBackForClient() throws(FMError) {
        do throws(FMError) {
            try end(committing: false)
        } catch {
            guard error.resultCode == .interrupt, isTransactionOpen else { throw error }
            undoTransaction()
            guard !isTransactionOpen else { throw error }
        }
        connection?.noticeControl(.rollback, sql: Command.rollback.text)
    }

    final func end(committing: Bool) throws(FMError) {
        // A failure leaves the transaction open, unless SQLite has rolled it back by itself.
        defer { if !isTransactionOpen { isInTransaction = false } }
        try command(committing ? .commit : .rollback)
    }

    /// Rolls back the transaction, unless SQLite has done so already, for example because the disk was full.
    final func undoTransaction() {
        isInTransaction = false
        guard let connection, !connection.isAbandoned, connection.isTransactionOpen else { return }
        let error = connection.rollBackDespiteInterruption { () throws(FMError) in try end(committing: false) }
        if let error { logFailure(error) }
    }

    /// Rolls back the new transaction and throws if the database file, its WAL or its journal was moved or deleted.
    private final func expectFilesInPlace() throws(FMError) {
        guard let part = connection?.displacedPartSinceBegin else { return }
        undoTransaction()
        throw .moved(part, at: connection?.activity.path)
    }

    /// Throws if a deferred foreign key is violated, so that the error comes before the commit.
    final func expectForeignKeys() throws(FMError) {
        guard let connection, connection.hasDeferredViolations else { return }
        throw FMError(.constraintForeignKey, "a foreign key is not satisfied", sql: nil, stage: .step)
    }

    /// Runs an undo step, even while an interruption is in force, and logs its error.
    final func despiteInterruption(_ undo: () throws(FMError) -> Void) {
        if let error = connection?.despiteInterruption(undo) { logFailure(error) }
    }

    /// FMDB's transaction: the block always runs. If BEGIN failed, each of its statements fails with that error, so that nothing is written
    /// outside a transaction; if a transaction was already open, the block runs inside it. Returns the error of BEGIN or COMMIT.
    final func runTransaction(
        _ kind: TransactionKind, _ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) -> Void
    ) -> FMError? {
        let failure = errorOfOverridable("the transaction could not begin") { beginByOverridable(kind) }
        var rollback = ObjCBool(false)
        if let failure, !isTransactionOpen {
            // Without the refusal, each statement of the block would be committed on its own.
            let earlier = refusal
            refusal = earlier ?? failure
            block(self, &rollback)
            refusal = earlier
            return failure
        }
        let earlierFailures = failures
        let (end, ownEnd) = inFMDBsScope { block(self, &rollback) }
        let told = { (end: TransactionEnd) in rollback.boolValue && end.isCommitted == false ? nil : end.error }
        if let end {
            undoTransaction()
            return failure ?? told(end)
        }
        let wasOpen = isTransactionOpen
        let error = errorOfOverridable("the transaction could not end") {
            rollback.boolValue ? self.rollback() : commit()
        }
        guard let error else {
            if !rollback.boolValue, wasOpen, failures != earlierFailures {
                logWarning(
                    "a call failed in the transaction, which is committed anyway: set rollback.pointee, or use withTransaction"
                )
            }
            return failure ?? ownEnd.flatMap(told)
        }
        undoTransaction()
        return failure ?? (rollback.boolValue && wasOpen && !isTransactionOpen ? nil : error)
    }

    /// Runs a block that may end its transaction and begin another one. Returns how SQLite ended the transaction by itself, if it did, and
    /// how the block ended it, if it is the outermost one.
    private func inFMDBsScope(_ block: () -> Void) -> (end: TransactionEnd?, ownEnd: TransactionEnd?) {
        guard let connection else {
            block()
            return (nil, nil)
        }
        connection.enterScope(isStrict: false)
        block()
        return (leaveScope(of: connection, isStrict: false), connection.popOwnEnd())
    }

    /// Begins a transaction by calling the `begin…` methods, which a subclass can override, as FMDB does.
    private func beginByOverridable(_ kind: TransactionKind) -> Bool {
        switch kind {
        case .deferred: beginDeferredTransaction()
        case .immediate: beginImmediateTransaction()
        case .exclusive: beginTransaction()
        }
    }

    private func errorOfOverridable(_ message: String, _ call: () -> Bool) -> FMError? {
        if call() { return nil }
        let error = stateAsError
        return error.resultCode == .ok ? FMError(.error, message) : error
    }

    /// Runs one of the library's own statements.
    final func command(_ sql: String) throws(FMError) { try finish(borrow(sql, from: modernStatementCache)) }

    /// Runs a statement of `commands`. Transactions run these statements so often that a cache lookup would cost measurable time. If the
    /// app runs the same SQL, the cache prepares another statement for it, because an enclosing transaction must notice the app's.
    private func command(_ command: Command) throws(FMError) {
        let connection = try opened(command.text)
        let number = command.number
        if number < commands.count, let kept = commands[number], kept.isFree {
            modernStatementCache.hits &+= 1
            if connection.hasEventHandler { connection.emit(.found(sql: kept.sql)) }
            kept.beginUse()
            return try finish(kept)
        }
        modernStatementCache.misses &+= 1
        if connection.hasEventHandler { connection.emit(.missed(sql: command.text)) }
        let statement = try connection.prepare(command.text, isOwn: true)
        // The array is changed in a copy. A change in place would add a dynamic exclusivity check to each read of the property.
        var kept = commands
        while kept.count <= number { kept.append(nil) }
        if kept[number].map({ $0.isClosed }) ?? true {
            kept[number] = statement
            statement.cacheEntry.isCached = true
        }
        commands = kept
        statement.beginUse()
        try finish(statement)
    }

    private func finish(_ statement: FMStatement) throws(FMError) {
        let use = statement.use
        defer { statement.endUse(use) }
        trace(statement, .none)
        try statement.finish(statement.stepThrough(.drain))
    }

    struct Command {
        /// The index in `commands`.
        let number: Int
        let text: String

        static var commit: Command { Command(number: 3, text: "COMMIT TRANSACTION") }
        static var rollback: Command { Command(number: 4, text: "ROLLBACK TRANSACTION") }

        static func begin(_ kind: TransactionKind) -> Command {
            switch kind {
            case .deferred: Command(number: 0, text: "BEGIN DEFERRED TRANSACTION")
            case .immediate: Command(number: 1, text: "BEGIN IMMEDIATE TRANSACTION")
            case .exclusive: Command(number: 2, text: "BEGIN EXCLUSIVE TRANSACTION")
            }
        }

        static func savePoint(_ step: SavePointStep, _ number: Int) -> Command {
            let place = step == .start ? 5 : step == .release ? 6 : 7
            return Command(number: place + 3 * number, text: step.text(TransactionScope.savePointName(number)))
        }
    }
}

// MARK: - Savepoints

extension FMDatabase {
    /// Runs a savepoint statement of the app.
    final func savePoint(_ step: SavePointStep, _ name: String) throws(FMError) { try command(step.text(name)) }

    /// Runs FMDB's `inSavePoint`. Returns the error if the savepoint could not begin, in which case the block did not run, or could not
    /// end.
    final func runInSavePoint(_ block: (UnsafeMutablePointer<ObjCBool>) -> Void) -> FMError? {
        do throws(FMError) {
            try attempt { () throws(FMError) in try enclose(block) }
            return nil
        } catch {
            return error
        }
    }

    private func enclose(_ block: (UnsafeMutablePointer<ObjCBool>) -> Void) throws(FMError) {
        let number = try enterSavePoint()
        // Outside a transaction, the savepoint was the whole transaction.
        defer { connection?.endedInScope() }
        var rollback = ObjCBool(false)
        let earlierFailures = failures
        // The failures of a block that is rolled back do not count for the enclosing transaction.
        defer { if rollback.boolValue { failures = earlierFailures } }
        if let end = inFMDBsScope({ block(&rollback) }).end {
            undoSavePoint(number, endedBy: end)
            if rollback.boolValue, end.isCommitted == false { return }
            throw end.error
        }
        do throws(FMError) {
            try leaveSavePoint(number, keeping: !rollback.boolValue)
        } catch {
            let wasOpen = isTransactionOpen
            undoSavePoint(number, endedBy: nil)
            if rollback.boolValue, wasOpen, error.resultCode == .interrupt { return }
            throw error
        }
    }

    final func enterSavePoint() throws(FMError) -> Int {
        let number = savePointDepth
        let isOutermost = !isTransactionOpen
        try command(.savePoint(.start, number))
        if isOutermost { try expectFilesInPlace() }
        savePointDepth += 1
        connection?.scope.savePoints.append(.verb(number))
        return number
    }

    final func leaveSavePoint(_ number: Int, keeping: Bool) throws(FMError) {
        if !keeping { try command(.savePoint(.rollback, number)) }
        try command(.savePoint(.release, number))
        savePointDepth -= 1
        forget(savePoint: number)
    }

    private func forget(savePoint number: Int) {
        _ = connection?.scope.remove(downTo: TransactionScope.savePointName(number), stays: false)
    }

    /// Rolls the savepoint back. If SQLite cannot do that, rolls the whole transaction back.
    ///
    /// - Parameter end: how the transaction or one of its savepoints ended earlier, or nil. If one has ended, only the outermost block
    ///   rolls back what is left.
    final func undoSavePoint(_ number: Int, endedBy end: TransactionEnd?) {
        savePointDepth -= 1
        guard let connection, connection.isTransactionOpen, end == nil || connection.scope.depth == 0 else { return }
        let error = connection.despiteInterruption { () throws(FMError) in
            try command(.savePoint(.rollback, number))
            try command(.savePoint(.release, number))
        }
        guard let error else { return forget(savePoint: number) }
        if end != nil, error.resultCode == .error { return }
        logFailure(error)
        connection.loseTransaction(TransactionEnd(error: error, isByBlock: false, isCommitted: false))
        undoTransaction()
    }
}

extension FMError {
    /// The error if the path now names a different file from the open one.
    static func replaced() -> FMError {
        FMError(
            .readOnlyMoved, "the path now names a different file from the one that other connections still use",
            sql: nil, stage: .open)
    }
}
