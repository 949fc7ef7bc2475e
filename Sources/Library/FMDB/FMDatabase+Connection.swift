import Foundation

/// Opening and closing the connection, and compiling SQL to statements.
extension FMDatabase {
    /// Opens the connection, unless one is open already.
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
            // If the app opens a retained database outside an access, no thread owns the connection.
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

    /// Closes the connection. Fails while one of its statements is running, for example if a callback calls it.
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

    /// Throws if another thread owns the connection. Also throws if the call is refused: the transaction could not begin, a rollback is
    /// pending, or the access is cancelled.
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

    /// Returns a statement from the cache, or a newly compiled one, and marks it as in use. The caller ends the use.
    ///
    /// - Parameter alone: whether SQL after the first statement is an error. If false, it is logged and ignored, as in FMDB.
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

    /// Returns a statement for one of FMDB's calls and marks it as in use. The caller ends the use.
    ///
    /// If ``shouldCacheStatements`` is false, FMDB compiles the SQL for each call. The result is the same until the schema changes, so the
    /// statement is cached internally nevertheless, unless the app reads it; see ``show(_:)``.
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
        // The modern calls use the same cache, but reject SQL after the first statement. So a statement with a rest is not cached.
        if statement.source.restLength == 0 { modernStatementCache.addIfSeen(statement) }
        warnOfRest(of: statement)
        return statement
    }

    /// Warns about SQL after the first statement, which FMDB ignores. The rest is scanned, not compiled: compiling it would overwrite the
    /// connection's error state.
    private final func warnOfRest(of statement: FMStatement) {
        let length = statement.source.restLength
        guard length > 0, length <= 16_384, logsErrors else { return }
        let rest = String(decoding: statement.sql.utf8.suffix(length), as: UTF8.self)
        guard SQLToken.flat(rest).contains(where: { !$0.isSign(";") }) else { return }
        logWarning("only the first statement of the SQL is run; executeStatements runs all", sql: statement.sql)
    }

    /// Returns whether a cached statement equals what compiling its SQL again would give. If not, the statement leaves the cache.
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

    /// Prepares a statement that the app reads as ``FMResultSet/statement``. If ``shouldCacheStatements`` is false, the statement leaves
    /// the cache and is finalized after this use, as in FMDB.
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

    /// Runs FMDB's update: one statement that returns no rows.
    final func executeOne(_ sql: String, _ arguments: Arguments) throws(FMError) {
        let statement = try borrow(sql)
        let use = statement.use
        defer { statement.endUse(use) }
        trace(statement, arguments)
        try statement.run(arguments, rows: .refuse, dates: dateFormatter)
    }

    /// Compiles FMDB's query, binds its values and returns a result set before the first row. SQL without a statement gives a set without
    /// rows.
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

    /// Binds the values of a statement in use and returns its result set.
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

    /// Returns a result set whose values are bound later.
    final func prepared(_ sql: String) throws(FMError) -> FMResultSet {
        let statement = try borrow(sql)
        // Integers and real numbers that an earlier use has bound may remain.
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

    /// Warns about a parameter, which `executeStatements` does not bind. SQL over 16 KB is not scanned: it is probably a dump.
    private func warnOfParameters(in sql: String) {
        let marks = [UInt8](":?@$".utf8)
        guard sql.utf8.count <= 16_384, sql.utf8.contains(where: marks.contains) else { return }
        let parameter = SQLToken.flat(sql).first { $0.kind == .variable && $0.utf8.first != UInt8(ascii: "#") }
        guard let parameter else { return }
        logWarning(
            "executeStatements does not bind values, so \(parameter.text) is NULL: pass values to executeUpdate or execute",
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
        // If another thread owns the connection, it may be sending events, so the handler is not changed now.
        try? connection.withOwnership(nil) {
            connection.listen(eventHandler, slowThreshold: slowStatementThreshold, scanThreshold: fullScanThreshold)
        }
    }
}

/// The event handler of a database, and the thresholds for events about slow statements and full scans.
struct EventListener {
    var handler: (@Sendable (FMEvent) -> Void)?
    var slowThreshold: Duration?
    var scanThreshold: Int?
}

/// The settings of a queue or pool for a database that it lends.
struct Lease {
    /// Whether several threads use the database, one at a time. Takes effect at the next opening.
    var isLent = false
    /// Whether a thread is using the database through the queue or pool now.
    var isInTurn = false
    /// Whether the connection publishes its activity to other processes.
    var isPublished = false
    /// The change feed of the queue or pool, which receives this database's changes.
    var changeFeed: ChangeFeed?
    /// The suspension that can stop the connection from taking locks.
    var suspension: Suspension?
    /// Whether the connection only reads, in WAL mode. A suspension does not stop it then.
    var isSparedBySuspension = false
}
