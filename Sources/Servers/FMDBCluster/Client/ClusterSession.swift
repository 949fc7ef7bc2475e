#if Cluster
    import FMDBDqliteWire

    /// A client's session with the leader: a connection, its transaction, and rows that were not read yet. One thread at a time uses it.
    final class ClusterSession {
        let configuration: FMClusterConfiguration
        /// Stops the current access early.
        var token: CancellationToken?
        /// Whether writes are rejected.
        var isReadOnly = false
        private var search: LeaderSearch
        private var connection: NodeConnection?
        private var lastUse = ContinuousClock.now
        private var stream: RowStream?
        private(set) var transaction = TransactionState.none {
            didSet { if transaction.isOpen, !oldValue.isOpen { transactionCount += 1 } }
        }
        /// The number of transactions begun so far.
        private(set) var transactionCount = 0
        private var guards: StatementGuard
        /// The PRAGMA statements to repeat on a new connection, by pragma name.
        private var settings: [String: String] = [:]

        init(_ configuration: FMClusterConfiguration) {
            self.configuration = configuration
            search = LeaderSearch(configuration)
            guards = StatementGuard(
                allowsReturning: configuration.allowsReturning, allowsDateTypes: configuration.allowsDateTypes)
        }

        deinit { connection?.close() }

        /// Connects to the leader. Rejects a database whose rows may crash a node.
        func open() throws(FMError) {
            _ = try connected(until: .now + configuration.timeout)
        }

        func close() {
            stream?.end(FMError(.misuse, "the database is closed", sql: stream?.sql))
            drop()
            transaction = .none
            settings = [:]
        }

        // MARK: Statements

        /// The effects of a statement.
        struct Outcome {
            /// The last rowid and the number of changed rows, or nil if the statement only reads.
            var changes: (lastRow: Int64, count: Int)?
            var hasRows = false
        }

        /// Runs a statement that returns no rows, or whose rows are not needed.
        func execute(_ statement: ClusterStatement, _ values: [FMValue]) throws(FMError) -> Outcome {
            if statement.kind == .query || statement.isReturning { return try discard(statement, values) }
            try check(statement, values, asQuery: false)
            switch statement.kind {
            case .rollback, .commit:
                // The transaction wrote nothing and its remaining rows are not needed, so closing the connection ends it.
                guard isReadOnly, transaction.isOpen, stream?.isAbandoned == true else { break }
                endStream()
                transaction = .none
                return Outcome()
            default: break
            }
            if statement.kind == .rollback {
                try rollBack(statement)
                return Outcome()
            }
            let reply = try run(.executeSQL(statement.text, try wired(values, statement)), statement)
            guard case .result(let lastRow, let changes) = reply else { throw unexpected(statement) }
            transaction.note(statement.kind)
            noteSchema(statement)
            return Outcome(changes: (lastRow, Int(truncatingIfNeeded: changes)))
        }

        /// Runs a query and discards its rows.
        private func discard(_ statement: ClusterStatement, _ values: [FMValue]) throws(FMError) -> Outcome {
            let rows = try query(statement, values)
            guard statement.isReturning else {
                let hasRows = rows.take() != nil || !rows.isComplete
                abandon(rows)
                return Outcome(hasRows: hasRows)
            }
            var count = 0
            while try next(of: rows) != nil { count += 1 }
            let last = try query(try ClusterStatement.one(in: "SELECT last_insert_rowid()"), [])
            guard case .integer(let row) = try next(of: last)?.first else { throw unexpected(statement) }
            return Outcome(changes: (row, count), hasRows: count > 0)
        }

        /// Asks the node to compile a statement.
        func validate(_ statement: ClusterStatement) throws(FMError) {
            try guards.check(statement, asQuery: false)
            guard case .statement(let id, _) = try run(.prepare(sql: statement.text), statement) else {
                throw unexpected(statement)
            }
            if let connection { _ = try? connection.ask(.finalize(statement: id)) }
        }

        /// Starts a query.
        func query(_ statement: ClusterStatement, _ values: [FMValue]) throws(FMError) -> RowStream {
            try check(statement, values, asQuery: true)
            let reply = try run(.querySQL(statement.text, try wired(values, statement)), statement)
            guard case .rows(let rows) = reply else { throw unexpected(statement) }
            let stream = RowStream(rows, statement)
            if !stream.isComplete { self.stream = stream }
            return stream
        }

        /// Returns the next row, or nil after the last row.
        func next(of rows: RowStream) throws(FMError) -> [FMValue]? {
            while true {
                if let row = rows.take() { return row }
                guard !rows.isComplete else {
                    try rows.finish()
                    return nil
                }
                receive(rows)
            }
        }

        /// Ends a query whose remaining rows are not needed.
        func abandon(_ rows: RowStream) {
            rows.abandon()
            if stream === rows, !transaction.isOpen { endStream() }
        }

        private func check(
            _ statement: ClusterStatement, _ values: [FMValue], asQuery: Bool
        ) throws(FMError) {
            try guards.check(statement, asQuery: asQuery)
            try guards.check(values, of: statement)
            guard isReadOnly, statement.kind == .write, ClusterPragma(statement.tokens).setting == nil else { return }
            throw FMError(.readOnly, "a block that reads must not write; use write", sql: statement.text)
        }

        private func wired(_ values: [FMValue], _ statement: ClusterStatement) throws(FMError) -> [WireValue] {
            var wired: [WireValue] = []
            for value in values { wired.append(try value.wired(statement.text)) }
            return wired
        }

        /// Updates the settings and date columns after a statement has succeeded.
        private func noteSchema(_ statement: ClusterStatement) {
            switch ClusterStatement.verb(of: statement.tokens) {
            case "PRAGMA":
                if let name = ClusterPragma(statement.tokens).setting { settings[name] = statement.text }
            case "CREATE", "ALTER":
                // If this fails, the connection has ended, and the next connection reads the columns again.
                guard let connection, configuration.allowsDateTypes else { return }
                if let names = try? dateColumns(of: connection) { guards.dateTables = Set(names.compactMap(\.last)) }
            default: break
            }
        }

        // MARK: Transactions

        private func rollBack(_ statement: ClusterStatement) throws(FMError) {
            if case .lost = transaction { return transaction = .none }
            let wasOpen = transaction.isOpen
            if wasOpen, stream?.isAbandoned == true {
                // Closing the connection rolls back too, without waiting for rows that are not needed.
                endStream()
                return transaction = .none
            }
            do throws(FMError) {
                _ = try run(.executeSQL(statement.text, []), statement)
                transaction = .none
            } catch {
                // Closing the connection has rolled back.
                guard wasOpen, !transaction.isOpen else { throw error }
                transaction = .none
            }
        }

        /// Rolls back an open transaction. If the statement fails, closes the connection, which rolls back too.
        func rollBackOrDrop() {
            let ended = token
            token = nil
            defer { token = ended }
            if transaction.isOpen {
                do throws(FMError) {
                    try rollBack(try ClusterStatement.one(in: "ROLLBACK"))
                } catch {
                    drop()
                }
            }
            transaction = .none
        }

        // MARK: Requests

        /// Whether a cancelled call may stop waiting for the reply, because the statement cannot have committed anything.
        private func isInterruptible(_ statement: ClusterStatement) -> Bool {
            switch statement.kind {
            case .query, .begin, .savePoint: true
            case .write, .release, .rollbackTo: transaction.isOpen && !transaction.isCommitted(by: statement.kind)
            case .commit, .rollback: false
            }
        }

        /// Sends a request. Repeats it if the node certainly did not run it.
        private func run(_ request: WireRequest, _ statement: ClusterStatement) throws(FMError) -> WireReply {
            try NodeConnection.expectThread()
            settle()
            let deadline = ContinuousClock.now + configuration.timeout
            let token = statement.kind == .rollback ? nil : token
            var busy = Backoff(until: .now + configuration.busyTimeout, token)
            var again = Backoff(until: deadline, token)
            while true {
                if case .lost(let reason) = transaction { throw rolledBack(reason, statement) }
                if let reason = token?.reason { throw .stopped(reason, sql: statement.text) }
                let leader = try connected(until: deadline)
                do throws(NodeFailure) {
                    let reply = try leader.ask(
                        request, timeout: configuration.timeout, isInterruptible(statement) ? token : nil)
                    lastUse = .now
                    return reply
                } catch {
                    if error.isBusy, busy.wait() { continue }
                    if error.wasNotRun, !transaction.isOpen {
                        drop()
                        if again.wait() { continue }
                    }
                    throw failure(error, statement)
                }
            }
        }

        /// Updates the transaction's state after a failure, and returns the error to throw.
        private func failure(_ failure: NodeFailure, _ statement: ClusterStatement) -> FMError {
            let isUnknown = failure.leavesOutcomeUnknown
            switch failure {
            case .unwritable, .misuse: return failure.error(statement.text)
            case .refused where !isUnknown && !failure.isNotLeader:
                if transaction.isOpen { findOutWhetherRolledBack(failure.message) }
                return failure.error(statement.text)
            default: drop()
            }
            let isCommit = transaction.isCommitted(by: statement.kind)
            if transaction.isOpen, !(isUnknown && isCommit) {
                transaction = .lost(failure.message)
                if case .cancelled = failure { return failure.error(statement.text) }
                return rolledBack(failure.message, statement)
            }
            transaction = .none
            if isUnknown, isCommit || statement.kind == .write {
                return FMError(
                    .outcomeUnknown, "it is not known whether this was committed: \(failure.message)",
                    sql: statement.text)
            }
            if case .refused(NodeFailure.leadershipLost, let message) = failure {
                return FMError(.connectionLost, message, sql: statement.text)
            }
            if case .malformed = failure { return FMError(.connectionLost, failure.message, sql: statement.text) }
            return failure.error(statement.text)
        }

        /// Finds out whether SQLite has rolled back, as it does after some errors. If it has, later statements would be committed one by
        /// one. This runs `BEGIN`, which succeeds only if no transaction is open.
        private func findOutWhetherRolledBack(_ reason: String) {
            guard let connection else { return }
            do throws(NodeFailure) {
                _ = try connection.ask(.executeSQL("BEGIN", []))
                _ = try connection.ask(.executeSQL("ROLLBACK", []))
                transaction = .lost(reason)
            } catch {
                if case .refused(FMResultCode.error.rawValue, _) = error { return }
                drop()
                transaction = .lost(error.message)
            }
        }

        private func rolledBack(_ reason: String, _ statement: ClusterStatement) -> FMError {
            FMError(.abortRollback, "the transaction was rolled back: \(reason)", sql: statement.text)
        }

        private func unexpected(_ statement: ClusterStatement) -> FMError {
            failure(connection?.unexpected ?? .lost("the connection is closed"), statement)
        }

        // MARK: Rows

        /// Stops a query by closing the connection, because a node otherwise sends all of its rows.
        private func endStream() {
            stream?.end(FMError(.abort, "the query was ended", sql: stream?.sql))
            drop()
        }

        /// Receives the remaining rows of the current query, so that the connection is free.
        private func settle() {
            guard let stream else { return }
            while !stream.isComplete { receive(stream) }
            self.stream = nil
        }

        private func receive(_ rows: RowStream) {
            guard let connection, stream === rows else {
                return rows.end(FMError(.abort, "the query was ended", sql: rows.sql))
            }
            do throws(NodeFailure) {
                try NodeConnection.expectNoEventLoop()
                guard case .rows(let more) = try connection.next(timeout: configuration.timeout, token) else {
                    throw connection.unexpected
                }
                rows.add(more)
                lastUse = .now
            } catch {
                if case .refused(let code, _) = error, !error.leavesOutcomeUnknown, code != NodeFailure.notLeader {
                    stream = nil
                    if transaction.isOpen { findOutWhetherRolledBack(error.message) }
                    return rows.end(error.error(rows.sql))
                }
                drop()
                if transaction.isOpen { transaction = .lost(error.message) }
                rows.end(lost(rows, error))
            }
        }

        private func lost(_ rows: RowStream, _ failure: NodeFailure) -> FMError {
            if case .cancelled = failure { return failure.error(rows.sql) }
            if case .misuse = failure { return failure.error(rows.sql) }
            if rows.isWrite, transaction == .none {
                return FMError(
                    .outcomeUnknown, "it is not known whether this was committed: \(failure.message)", sql: rows.sql)
            }
            return FMError(.connectionLost, "not all rows have arrived: \(failure.message)", sql: rows.sql)
        }

        // MARK: The connection

        /// Returns the connection to the leader. If the connection was idle for 500 ms, first tests it with a request that is safe to
        /// repeat.
        private func connected(until deadline: ContinuousClock.Instant) throws(FMError) -> NodeConnection {
            try NodeConnection.expectThread()
            if let connection {
                if transaction.isOpen || .now - lastUse < .milliseconds(500) { return connection }
                let limit = min(configuration.timeout, .seconds(2))
                if (try? connection.leader(timeout: limit, token)) != nil { return connection }
                drop()
            }
            var backoff = Backoff(until: deadline, token)
            while true {
                let leader = try search.connect(until: deadline, token)
                let names: [[String]]
                do throws(NodeFailure) {
                    names = try dateColumns(of: leader)
                    for setting in settings.values.sorted() { _ = try leader.ask(.executeSQL(setting, [])) }
                } catch {
                    if case .cancelled = error { throw error.error() }
                    if backoff.wait() { continue }
                    throw error.error()
                }
                try expectNone(names)
                guards.dateTables = Set(names.compactMap(\.last))
                connection = leader
                lastUse = .now
                return leader
            }
        }

        /// Returns the columns whose values a node may be unable to send, each with its table.
        private func dateColumns(of leader: NodeConnection) throws(NodeFailure) -> [[String]] {
            var found: [[WireValue]] = []
            var reply = try leader.ask(.querySQL(StatementGuard.lint, []), timeout: nil, token)
            while true {
                guard case .rows(let rows) = reply else { throw leader.unexpected }
                found += rows.rows
                if rows.isLast { break }
                reply = try leader.next()
            }
            return found.map { row in row.map { if case .text(let name) = $0 { name } else { "" } } }
        }

        private func expectNone(_ names: [[String]]) throws(FMError) {
            guard !configuration.allowsDateTypes, !names.isEmpty else { return }
            throw FMError(
                .refusedOnCluster,
                """
                refused on a cluster: a node cannot read real numbers from columns declared DATE, DATETIME, TIMESTAMP or \
                BOOLEAN: \(names.prefix(5).compactMap(\.first).joined(separator: ", "))
                """)
        }

        private func drop() {
            connection?.close()
            connection = nil
            stream = nil
        }
    }
#endif
