import FMDBSQLiteC

struct StatementNeighbours {
    unowned(unsafe) fileprivate var previous: FMStatement?
    unowned(unsafe) fileprivate var next: FMStatement?
}

struct StatementList {
    /// The newest open statement, first in a linked list from newest to oldest.
    unowned(unsafe) fileprivate var first: FMStatement?
    /// The newest use of a statement, first in a linked list from newest to oldest.
    var newestUse: UnsafeMutablePointer<FMStatement.StatementState>?
    /// Whether each step of a statement in use goes through ``Connection/stepGuarded(_:_:)``.
    var areGuarded = false
    /// Whether a script is running. Closing then would free memory that SQLite still uses.
    var isRunningScript = false
}

extension Connection {
    func add(_ statement: FMStatement) {
        if let newest = statements.first { statement.state.pointee.number = newest.state.pointee.number &+ 1 }
        statement.neighbours.next = statements.first
        statements.first?.neighbours.previous = statement
        statements.first = statement
    }

    func remove(_ statement: FMStatement) {
        if let previous = statement.neighbours.previous {
            previous.neighbours.next = statement.neighbours.next
        } else {
            statements.first = statement.neighbours.next
        }
        statement.neighbours.next?.neighbours.previous = statement.neighbours.previous
        statement.neighbours.previous = nil
        statement.neighbours.next = nil
    }

    var hasBusyStatement: Bool {
        var isBusy = false
        forEachUse { isBusy = isBusy || $0.isBusy }
        return isBusy
    }

    /// Calls the body for each open statement, newest first. The body may remove the given statement, but no other.
    func forEachStatement(_ body: (FMStatement) -> Void) {
        var statement = statements.first
        while let current = statement {
            statement = current.neighbours.next
            body(current)
        }
    }

    /// Compiles the first statement of an SQL string.
    ///
    /// See [`sqlite3_prepare_v2`](https://sqlite.org/c3ref/prepare.html).
    ///
    /// - Parameters:
    ///   - shownText: the text that errors and logs show in place of SQL that contains a secret.
    ///   - isOwn: whether the statement is internal and not the client's.
    func prepare(
        _ sql: String, shownAs shownText: String? = nil, isOwn: Bool = false
    ) throws(FMError) -> FMStatement {
        let shown = shownText ?? sql
        return try withOwnership(shown) { () throws(FMError) in try compile(sql, shownAs: shown, isOwn) }
    }

    private func compile(_ sql: String, shownAs shown: String, _ isOwn: Bool) throws(FMError) -> FMStatement {
        // Compiling may read the schema, and for that wait for a lock.
        defer { if hasEventHandler { emitWaits(shown) } }
        var raw: OpaquePointer?
        var rest = 0
        var pragma: CheckpointPragma?
        var text = sql
        let tables = recorder.map { _ in StatementTables(shown) }
        let attempt = { () -> Int32 in
            text.withUTF8 { bytes -> Int32 in
                let compile = { self.compileFirst(bytes, &raw, &rest, &pragma) }
                return tables.map { self.recorder?.collecting(for: $0, compile) ?? compile() } ?? compile()
            }
        }
        var code = attempt()
        if code != SQLITE_OK { code = repeating(code, attempt) }
        guard code == SQLITE_OK else {
            guard isStopped(code) else { throw error(code, sql: shown, stage: .prepare) }
            loseSuspendedTransaction()
            throw .suspended(shown)
        }
        guard let raw else {
            throw FMError(.misuse, "the SQL text contains no statement", sql: shown, stage: .noStatement)
        }
        let statement = FMStatement(raw, of: self, sql: shown, restLength: rest, isOwn: isOwn, pragma: pragma)
        statement.recorded.tables = tables
        return statement
    }
}
