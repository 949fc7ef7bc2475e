import Foundation

/// Opening, closing, and the one way of an SQL text to a statement.
extension FMDatabase {
    /// Opens the connection; an open one stays as it is.
    final func establish(_ flags: Int32, vfs: String?) -> Bool {
        guard connection == nil else { return true }
        do {
            let opened = try Connection(
                path: databasePath ?? ":memory:", flags: flags, vfs: vfs, interruption: interruption,
                isLent: lease.isLent)
            opened.guards.onMisuse = { [unowned self] text, sql in logWarning(text, sql: sql) }
            opened.setBusyInterval(maxBusyRetryTimeInterval)
            if let suspension = lease.suspension { opened.join(suspension, isSpared: lease.isSparedBySuspension) }
            connection = opened
            if lease.isLent, let changeFeed = lease.changeFeed { opened.join(changeFeed) }
            // A client that has kept the database opens it out of turn.
            if !lease.isInTurn { opened.ownership?.leave() }
            openFailure = nil
            listenToEvents()
            if opened.hasEventHandler { opened.emit(.opened(opened)) }
            return true
        } catch {
            openFailure = error
            logFailure(error)
            return false
        }
    }

    /// Closes the connection, unless one of its own callbacks asks for it.
    final func shut() -> Bool {
        openFailure = nil
        guard let connection else { return true }
        if connection.isExecuting {
            logFailure(.misuse("the database cannot be closed while one of its statements is running"))
            return false
        }
        let ownership = connection.ownership
        guard connection.isAbandoned || ownership?.tryAcquire() != .refused else {
            logFailure(.outOfTurn(nil))
            return false
        }
        defer { ownership?.leave() }
        loseTransaction(closing: connection)
        statementCache.removeAll()
        modernStatementCache.removeAll()
        commands = []
        closedResultSets.removeAll()
        self.connection = nil
        connection.guards.onMisuse = nil
        guard let error = connection.close() else { return true }
        logFailure(error)
        return false
    }

    final func opened(_ sql: String? = nil) throws(FMError) -> Connection {
        if let refusal { throw refusal }
        if let connection {
            if connection.statements.areGuarded || connection.ownership != nil { try admit(connection, sql) }
            return connection
        }
        guard let openFailure else { throw .notOpen(sql) }
        throw openFailure.again(sql, at: .notOpen)
    }

    /// Lets a thread in whose turn it is, and one out of turn as long as no other thread has the connection.
    private func admit(_ connection: Connection, _ sql: String?) throws(FMError) {
        try connection.withOwnership(sql) {}
        guard !connection.hasEventHandler || !connection.isEmitting else { throw .usedByHandler(sql) }
        if let refusal = connection.refusal { throw refusal }
        if connection.isRollbackPending { connection.rollBackIfPending() }
        if connection.isRollbackPending { throw .rollbackPending(sql) }
        guard let token = connection.token, let reason = token.reason else { return }
        token.strike()
        throw .stopped(reason, sql: sql)
    }

    final func endAllUses() {
        guard let connection, (try? connection.withOwnership(nil, {})) != nil else { return }
        connection.endAllUses()
    }

    /// A statement in use, from the cache or compiled now. The caller ends the use.
    ///
    /// - Parameter alone: whether a second statement in the text is refused; FMDB's calls ignore it.
    @inline(__always)
    final func borrow(_ sql: String, from cache: StatementCache?, alone: Bool = false) throws(FMError) -> FMStatement {
        if let cached = cache?.takeAtHand(sql) { return cached }
        return try borrowAnew(sql, from: cache, alone: alone)
    }

    @inline(never)
    private final func borrowAnew(
        _ sql: String, from cache: StatementCache?, alone: Bool
    ) throws(FMError) -> FMStatement {
        let connection = try opened(sql)
        if let cached = cache?.take(sql) {
            if connection.hasEventHandler { connection.emit(.found(sql: sql)) }
            return cached
        }
        if connection.hasEventHandler, cache != nil { connection.emit(.missed(sql: sql)) }
        let statement = try connection.prepare(sql)
        if alone { try connection.expectNothing(behind: statement) } else { warnOfRest(of: statement) }
        statement.beginUse()
        cache?.add(statement)
        return statement
    }

    /// A statement of FMDB's calls, in use. The caller ends the use.
    ///
    /// Where caching is off, FMDB compiles each text each time. The result is the same until a table changes, so the statement is kept
    /// internally, until a client asks for it; see ``show(_:)``.
    @inline(__always)
    final func borrow(_ sql: String) throws(FMError) -> FMStatement {
        if shouldCacheStatements { return try borrow(sql, from: statementCache) }
        if let kept = modernStatementCache.takeAtHand(sql), isLikeNew(kept) { return kept }
        return try borrowLikeNew(sql)
    }

    @inline(never)
    private final func borrowLikeNew(_ sql: String) throws(FMError) -> FMStatement {
        let connection = try opened(sql)
        if let kept = modernStatementCache.take(sql), isLikeNew(kept) { return kept }
        let statement = try connection.prepare(sql)
        statement.beginUse()
        // What follows the statement, and is ignored here, is refused elsewhere.
        if statement.source.restLength == 0 { modernStatementCache.addIfSeen(statement) }
        warnOfRest(of: statement)
        return statement
    }

    /// FMDB ignores what follows the first statement. The text is not compiled for this, which would change what SQLite says of the
    /// most recent call.
    private final func warnOfRest(of statement: FMStatement) {
        let length = statement.source.restLength
        guard length > 0, length <= 16_384, logsErrors else { return }
        let rest = String(decoding: statement.sql.utf8.suffix(length), as: UTF8.self)
        guard SQLToken.flat(rest).contains(where: { !$0.isSign(";") }) else { return }
        logWarning("only the first statement of the text is run: executeStatements runs all", sql: statement.sql)
    }

    /// Whether a kept statement, just taken into use, is what compiling its text would give. If not, it is gone.
    @inline(__always)
    private final func isLikeNew(_ kept: FMStatement) -> Bool {
        guard kept.isUpToDate else { return discard(kept) }
        kept.beginAsNew()
        return true
    }

    @inline(never)
    private final func discard(_ kept: FMStatement) -> Bool {
        modernStatementCache.forget(kept)
        kept.endUse(kept.use)
        return false
    }

    /// A client gets to see a statement: where caching is switched off, it ends with its use, as in FMDB.
    final func show(_ statement: FMStatement) {
        statement.wantCounters()
        guard statement.cacheEntry.isCached, !shouldCacheStatements else { return }
        modernStatementCache.forget(statement)
        statement.useCount = 1
    }

    /// Binds the values; with ``traceExecution`` they are logged.
    @inline(__always)
    final func bind(_ statement: FMStatement, _ arguments: Arguments) throws(FMError) {
        trace(statement, arguments)
        try statement.bind(arguments, dates: dateFormatter)
    }

    /// FMDB's update: one statement, no rows.
    final func executeOne(_ sql: String, _ arguments: Arguments) throws(FMError) {
        let statement = try borrow(sql)
        let use = statement.use
        defer { statement.endUse(use) }
        trace(statement, arguments)
        try statement.run(arguments, rows: .refuse, dates: dateFormatter)
    }

    /// FMDB's query: a statement with its values, before the first row. Of a text without a statement it has no rows.
    @inline(__always)
    final func cursor(_ sql: String, _ arguments: Arguments) throws(FMError) -> FMResultSet {
        let statement: FMStatement
        do throws(FMError) {
            statement = try borrow(sql)
        } catch {
            guard error.stage == .noStatement else { throw error }
            return FMResultSet(withoutRowsOf: sql)
        }
        return try cursor(over: statement, arguments)
    }

    /// A result set of a statement that has just been taken into use.
    @inline(__always)
    final func cursor(over statement: FMStatement, _ arguments: Arguments) throws(FMError) -> FMResultSet {
        let use = statement.use
        do throws(FMError) {
            try bind(statement, arguments)
        } catch {
            statement.endUse(use)
            throw error
        }
        return FMResultSet.over(statement, of: self)
    }

    /// A statement without values, to be bound later.
    final func prepared(_ sql: String) throws(FMError) -> FMResultSet {
        let statement = try borrow(sql)
        // Numbers of an earlier use may still be bound.
        statement.clearBindings()
        return FMResultSet.over(statement, of: self, closesAtEnd: false)
    }

    final func runScript(_ sql: String, _ block: FMDBExecuteStatementsCallbackBlock?) throws(FMError) {
        let connection = try opened(sql)
        if logsErrors { warnOfParameters(in: sql) }
        guard let block else { return try connection.runScript(sql, row: nil) }
        try connection.runScript(sql) { row in
            var dictionary = [AnyHashable: Any](minimumCapacity: row.count)
            for (name, text) in row { dictionary[name] = text ?? NSNull() }
            return block(dictionary)
        }
    }

    /// What begins a parameter may also stand in a text or a comment. A long text is a dump, and has none.
    private func warnOfParameters(in sql: String) {
        let marks = [UInt8](":?@$".utf8)
        guard sql.utf8.count <= 16_384, sql.utf8.contains(where: marks.contains) else { return }
        let parameter = SQLToken.flat(sql).first { $0.kind == .variable && $0.utf8.first != UInt8(ascii: "#") }
        guard let parameter else { return }
        logWarning(
            "executeStatements binds no values, so \(parameter.text) is NULL: give values by executeUpdate or execute",
            sql: sql)
    }

    final func checkpointLog(_ mode: FMDBCheckpointMode, _ name: String?) throws(FMError) -> CheckpointCounts {
        try opened().checkpoint(mode.rawValue, name: name)
    }
}

// MARK: - Events

extension FMDatabase {
    final func listenToEvents() {
        guard let connection else { return }
        // Another thread that has the connection may be in its own events.
        try? connection.withOwnership(nil) {
            connection.listen(eventHandler, slowThreshold: slowStatementThreshold, scanThreshold: fullScanThreshold)
        }
    }
}

/// What a queue or pool has set on a database that it lends.
struct Lease {
    /// Whether threads take turns with the database. Counts from the next opening.
    var isLent = false
    /// Whether a thread has it by means of a queue or a pool at this moment.
    var isInTurn = false
    /// Whether other processes see what it does.
    var isPublished = false
    /// The feed of the queue or pool, which learns what the database changes.
    var changeFeed: ChangeFeed?
    /// What may keep the connection from taking locks.
    var suspension: Suspension?
    /// Whether it reads in WAL mode alone, which a suspension need not stop.
    var isSparedBySuspension = false
}
