import Foundation

extension FMDatabase {
    /// When a transaction takes its locks. See [BEGIN TRANSACTION](https://sqlite.org/lang_transaction.html).
    public enum TransactionKind: String, Sendable {
        /// With the first statement that needs them. A transaction that reads first and writes later can fail with
        /// `.busy` then.
        case deferred = "DEFERRED"
        /// The right to write at once; others can read.
        case immediate = "IMMEDIATE"
        /// Everything at once; except in WAL mode others cannot read.
        case exclusive = "EXCLUSIVE"
    }

    /// Runs statements as one: all of their changes are made, or none.
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
    ///   - body: its changes are committed when it returns and rolled back when it throws. It does not run if the
    ///     transaction cannot begin.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws, or `FMError`: `.error` if a transaction is open already, which stays, `.busy` if
    ///   another connection keeps its lock longer than ``maxBusyRetryTimeInterval``, `.misuse` if the database is not
    ///   open. If it cannot be committed, with `.busy` or `.constraint` for example, it is rolled back.
    @discardableResult
    public func withTransaction<Value>(
        _ kind: TransactionKind = .immediate, _ body: () throws -> Value
    ) throws -> Value {
        try begin(kind)
        let value: Value
        do {
            value = try body()
        } catch {
            undoTransaction()
            throw error
        }
        try endOrUndo()
        return value
    }

    /// Runs statements whose changes can be undone alone, within a transaction or outside of one. Save points nest.
    ///
    /// See [SAVEPOINT](https://sqlite.org/lang_savepoint.html).
    ///
    /// - Parameter body: its changes are kept when it returns and undone when it throws.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws, or `FMError` if the save point cannot begin or end, `.busy` for example; the
    ///   changes are undone then.
    @discardableResult
    public func withSavePoint<Value>(_ body: () throws -> Value) throws -> Value {
        let name = try enterSavePoint()
        do {
            let value = try body()
            try leaveSavePoint(name, keeping: true)
            return value
        } catch {
            undoSavePoint(name)
            throw error
        }
    }
}

// MARK: - Transactions

extension FMDatabase {
    /// Runs a body that reads within a transaction.
    final func withSnapshot<Value>(_ body: () throws -> Value) throws -> Value {
        let connection = try opened()
        guard !traceExecution, connection.beginSnapshot() else { return try withTransaction(.deferred, body) }
        isInTransaction = true
        let value: Value
        do {
            value = try body()
        } catch {
            // A temporary table may have been written to.
            connection.activity.readsSince(0)
            undoTransaction()
            throw error
        }
        isInTransaction = false
        let isOpen = isTransactionOpen
        if !connection.endSnapshot() { try endOrUndo() }
        guard isOpen else { throw FMError.misuse("the block has ended the transaction in which it reads") }
        return value
    }
}

extension FMDatabase {
    final func begin(_ kind: TransactionKind) throws(FMError) {
        try command(.begin(kind))
        isInTransaction = true
    }

    /// Commits; what cannot be committed is rolled back.
    private func endOrUndo() throws(FMError) {
        do throws(FMError) {
            try end(committing: true)
        } catch {
            undoTransaction()
            throw error
        }
    }

    final func end(committing: Bool) throws(FMError) {
        // A failure leaves the transaction open, unless SQLite has rolled it back by itself.
        defer { if !isTransactionOpen { isInTransaction = false } }
        try command(committing ? .commit : .rollback)
    }

    /// Rolls back what is left of a transaction. SQLite may have done so by itself, when the disk was full for example.
    final func undoTransaction() {
        isInTransaction = false
        guard isTransactionOpen, connection?.isAbandoned == false else { return }
        insistently { () throws(FMError) in try end(committing: false) }
        if isTransactionOpen { connection?.owesRollback = true }
    }

    /// Refuses to write into a file that nobody will find again.
    final func expectFileInPlace() throws(FMError) {
        guard let connection, connection.hasMoved else { return }
        throw FMError(
            .readOnlyMoved, "the database file has been moved or deleted since it was opened", sql: nil,
            stage: .other)
    }

    /// Refuses to go on with a foreign key that the commit would stumble over.
    final func expectForeignKeys() throws(FMError) {
        guard let connection, connection.hasDeferredViolations else { return }
        throw FMError(.constraintForeignKey, "a foreign key is not satisfied", sql: nil, stage: .step)
    }

    /// Undoes something, even against an interruption: it stays in force while a statement is in the midst of its rows,
    /// and would stop the undoing too.
    ///
    /// - Returns: why it could not be undone; nil if it was.
    @discardableResult
    final func insistently(_ undo: () throws(FMError) -> Void) -> FMError? {
        // What ended the access early must not end its undoing.
        let watch = connection?.suspendWatch()
        defer { watch.map { connection?.resume($0) } }
        do throws(FMError) {
            try undo()
        } catch {
            logFailure(error)
            connection?.endAllUses()
            do throws(FMError) {
                try undo()
            } catch {
                logFailure(error)
                return error
            }
        }
        return nil
    }

    /// FMDB's transaction: the block always runs. Where its BEGIN failed, each of its statements fails with that error,
    /// so that nothing is written outside a transaction; but if one was open already, the block runs inside that.
    ///
    /// - Returns: the error of BEGIN or COMMIT.
    final func runTransaction(
        _ kind: TransactionKind, _ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) -> Void
    ) -> FMError? {
        let failure = openly("the transaction was not begun") { beginOpenly(kind) }
        if let failure, !isTransactionOpen { refusal = refusal ?? failure }
        var rollback = ObjCBool(false)
        block(self, &rollback)
        if refusal != nil {
            refusal = nil
            return failure
        }
        let end = openly("the transaction was not ended") { rollback.boolValue ? self.rollback() : commit() }
        if end != nil { undoTransaction() }
        return failure ?? end
    }

    /// Through the methods that a subclass may have overridden, as FMDB does.
    private func beginOpenly(_ kind: TransactionKind) -> Bool {
        switch kind {
        case .deferred: beginDeferredTransaction()
        case .immediate: beginImmediateTransaction()
        case .exclusive: beginTransaction()
        }
    }

    /// The error of an overridable call that answers with a Bool.
    private func openly(_ message: String, _ call: () -> Bool) -> FMError? {
        if call() { return nil }
        let error = stateAsError
        return error.resultCode == .ok ? FMError(.error, message) : error
    }

    /// Runs a statement of the library's own.
    final func command(_ sql: String) throws(FMError) {
        try run(borrow(sql, from: quietCache))
    }

    /// The same, for one that is run so often that even the look-up in the cache counts.
    private func command(_ command: Command) throws(FMError) {
        let connection = try opened(command.text)
        if let last = commands[command.rawValue], quietCache.take(last) {
            if connection.isObserved { connection.tell(.found(sql: last.sql)) }
            try run(last)
        } else {
            let statement = try borrow(command.text, from: quietCache)
            commands[command.rawValue] = statement
            try run(statement)
        }
    }

    private func run(_ statement: FMStatement) throws(FMError) {
        let use = statement.use
        defer { statement.endUse(use) }
        trace(statement, .none)
        try statement.run(.none, rows: .drain, dates: nil)
    }

    enum Command: Int, CaseIterable {
        case deferred, immediate, exclusive, commit, rollback

        static func begin(_ kind: TransactionKind) -> Command {
            switch kind {
            case .deferred: .deferred
            case .immediate: .immediate
            case .exclusive: .exclusive
            }
        }

        var text: String {
            switch self {
            case .deferred: "BEGIN DEFERRED TRANSACTION"
            case .immediate: "BEGIN IMMEDIATE TRANSACTION"
            case .exclusive: "BEGIN EXCLUSIVE TRANSACTION"
            case .commit: "COMMIT TRANSACTION"
            case .rollback: "ROLLBACK TRANSACTION"
            }
        }
    }
}

// MARK: - Save points

extension FMDatabase {
    enum SavePointStep: String {
        case start = "SAVEPOINT"
        case release = "RELEASE SAVEPOINT"
        case rollback = "ROLLBACK TRANSACTION TO SAVEPOINT"
    }

    final func savePoint(_ step: SavePointStep, _ name: String) throws(FMError) {
        try command("\(step.rawValue) \(FMSQL.quoted(text: name))")
    }

    /// FMDB's save point.
    ///
    /// - Returns: the error of its beginning, without the block having run, or of its end.
    final func runInSavePoint(_ block: (UnsafeMutablePointer<ObjCBool>) -> Void) -> FMError? {
        do throws(FMError) {
            try attempt { () throws(FMError) in try enclose(block) }
            return nil
        } catch {
            return error
        }
    }

    private func enclose(_ block: (UnsafeMutablePointer<ObjCBool>) -> Void) throws(FMError) {
        let name = try enterSavePoint()
        var rollback = ObjCBool(false)
        block(&rollback)
        do throws(FMError) {
            try leaveSavePoint(name, keeping: !rollback.boolValue)
        } catch {
            undoSavePoint(name)
            throw error
        }
    }

    /// The names tell the nesting, so they and their compiled statements are used again.
    final func enterSavePoint() throws(FMError) -> String {
        let name = "fmdb save point \(savePointDepth)"
        try savePoint(.start, name)
        savePointDepth += 1
        return name
    }

    final func leaveSavePoint(_ name: String, keeping: Bool) throws(FMError) {
        if !keeping { try savePoint(.rollback, name) }
        try savePoint(.release, name)
        savePointDepth -= 1
    }

    /// Undoes the changes. There is no save point any more if SQLite rolled back the whole transaction by itself.
    ///
    /// - Returns: why they could not be undone; nil if they were.
    @discardableResult
    final func undoSavePoint(_ name: String) -> FMError? {
        savePointDepth -= 1
        guard isTransactionOpen else { return nil }
        return insistently { () throws(FMError) in
            try savePoint(.rollback, name)
            try savePoint(.release, name)
        }
    }
}
