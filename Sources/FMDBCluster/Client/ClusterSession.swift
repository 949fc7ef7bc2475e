#if Cluster
    import DqliteWire

    /// What a client has with the leader: a connection, its transaction, and the rows that it has not taken yet. It belongs to one thread
    /// at a time.
    final class ClusterSession {
        let configuration: FMClusterConfiguration
        private var search: LeaderSearch
        private var connection: NodeConnection?
        private var lastUse = ContinuousClock.now
        private var stream: RowStream?
        private(set) var transaction = TransactionState.none

        init(_ configuration: FMClusterConfiguration) {
            self.configuration = configuration
            search = LeaderSearch(configuration)
        }

        deinit { connection?.close() }

        private var guards: StatementGuard {
            StatementGuard(
                allowsReturning: configuration.allowsReturning, allowsDateTypes: configuration.allowsDateTypes)
        }

        /// Connects, and refuses a database whose rows may end a node.
        func open() throws(FMError) {
            _ = try connected(until: .now + configuration.timeout)
        }

        func close() {
            stream?.end(FMError(.misuse, "the database is closed", sql: stream?.sql))
            drop()
            transaction = .none
        }

        // MARK: Statements

        /// Runs a statement that has no rows, or whose rows nobody wants.
        func execute(_ statement: ClusterStatement, _ values: [FMValue]) throws(FMError) -> (
            lastRow: Int64, changes: Int
        ) {
            try guards.check(statement, asQuery: false)
            if statement.kind == .query {
                let rows = try query(statement, values)
                settle()
                try rows.finish()
                return (0, 0)
            }
            if case .lost = transaction, statement.kind == .rollback {
                transaction = .none
                return (0, 0)
            }
            let reply = try run(.executeSQL(statement.text, try wired(values, statement)), statement)
            guard case .result(let lastRow, let changes) = reply else { throw unexpected(statement) }
            transaction.note(statement.kind)
            return (lastRow, Int(truncatingIfNeeded: changes))
        }

        /// Begins to read rows.
        func query(_ statement: ClusterStatement, _ values: [FMValue]) throws(FMError) -> RowStream {
            try guards.check(statement, asQuery: true)
            let reply = try run(.querySQL(statement.text, try wired(values, statement)), statement)
            guard case .rows(let rows) = reply else { throw unexpected(statement) }
            let stream = RowStream(rows, statement.text)
            if !stream.isComplete { self.stream = stream }
            return stream
        }

        /// The next row; nil behind the last.
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

        /// Ends a query whose further rows nobody wants.
        func abandon(_ rows: RowStream) {
            rows.abandon()
            if stream === rows { settle() }
        }

        private func wired(_ values: [FMValue], _ statement: ClusterStatement) throws(FMError) -> [WireValue] {
            var wired: [WireValue] = []
            for value in values { wired.append(try value.wired(statement.text)) }
            return wired
        }

        // MARK: Requests

        /// Sends a request, again if that is safe: if the node says that it has not run it.
        private func run(_ request: WireRequest, _ statement: ClusterStatement) throws(FMError) -> WireReply {
            settle()
            let deadline = ContinuousClock.now + configuration.timeout
            var busy = Backoff(until: .now + configuration.busyTimeout)
            while true {
                if case .lost(let reason) = transaction { throw rolledBack(reason, statement) }
                let leader = try connected(until: deadline)
                do throws(NodeFailure) {
                    let reply = try leader.ask(request, timeout: configuration.timeout)
                    lastUse = .now
                    return reply
                } catch {
                    if case .refused(FMResultCode.busy.rawValue, _) = error, busy.wait() { continue }
                    if error.isNotLeader, !transaction.isOpen, ContinuousClock.now < deadline {
                        drop()
                        continue
                    }
                    throw failure(error, statement)
                }
            }
        }

        /// What a failure means to the client.
        private func failure(_ failure: NodeFailure, _ statement: ClusterStatement) -> FMError {
            let isUnknown = failure.leavesOutcomeUnknown
            if case .refused = failure, !isUnknown, !failure.isNotLeader {
                if transaction.isOpen { findOutWhetherRolledBack(failure.message) }
                return failure.error(statement.text)
            }
            if case .unwritable = failure { return failure.error(statement.text) }
            drop()
            if transaction.isOpen, !(isUnknown && transaction.isCommitted(by: statement.kind)) {
                transaction = .lost(failure.message)
                return rolledBack(failure.message, statement)
            }
            let mayHaveCommitted = statement.kind == .write || transaction.isCommitted(by: statement.kind)
            transaction = .none
            guard isUnknown, mayHaveCommitted else {
                return isUnknown
                    ? FMError(.connectionLost, failure.message, sql: statement.text) : failure.error(statement.text)
            }
            return FMError(
                .outcomeUnknown, "it is not known whether this was committed: \(failure.message)", sql: statement.text)
        }

        /// SQLite rolls back by itself after some errors, and statements behind them would be committed one by one. `BEGIN` succeeds
        /// only if no transaction is open.
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

        // MARK: The connection

        /// The connection to the leader. One that has not been used for some time is tried first, with a request that may be repeated.
        private func connected(until deadline: ContinuousClock.Instant) throws(FMError) -> NodeConnection {
            if let connection {
                if transaction.isOpen || .now - lastUse < .milliseconds(500) { return connection }
                if (try? connection.leader()) != nil { return connection }
                drop()
            }
            let leader = try search.connect(until: deadline)
            try lint(leader)
            connection = leader
            lastUse = .now
            return leader
        }

        private func lint(_ leader: NodeConnection) throws(FMError) {
            guard !configuration.allowsDateTypes else { return }
            do throws(NodeFailure) {
                guard case .rows(let found) = try leader.ask(.querySQL(StatementGuard.lint, [])) else {
                    throw leader.unexpected
                }
                guard !found.rows.isEmpty, found.isLast else { return }
                let names = found.rows.compactMap { row in
                    if case .text(let name) = row.first { name } else { nil }
                }
                throw .misuse(
                    """
                    refused on a cluster: columns declared DATE, DATETIME, TIMESTAMP or BOOLEAN, of which a node cannot read \
                    real numbers: \(names.joined(separator: ", "))
                    """)
            } catch {
                if case .misuse(let message) = error { throw FMError(.refusedOnCluster, message) }
                throw error.error()
            }
        }

        private func drop() {
            connection?.close()
            connection = nil
            stream = nil
        }

        /// Takes what is left of a query, or ends it, so that the connection is free.
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
                guard case .rows(let more) = try connection.next() else { throw connection.unexpected }
                rows.add(more)
                lastUse = .now
            } catch {
                drop()
                if transaction.isOpen { transaction = .lost(error.message) }
                rows.end(FMError(.connectionLost, "the rows have not all arrived: \(error.message)", sql: rows.sql))
            }
        }
    }
#endif
