#if Cluster
    /// A database on a cluster of dqlite nodes, with FMDB's method names. See <doc:Cluster>.
    ///
    ///     let db = FMClusterDatabase(FMClusterConfiguration(seeds: ["10.0.0.1:9000", "10.0.0.2:9000"]))
    ///     try db.connect()
    ///     try db.execute("INSERT INTO person (name) VALUES (\(name))")
    ///
    /// Calls block their thread until the leader has replied, at most for the timeouts of the configuration. Do not call them on an event
    /// loop of SwiftNIO. Use a database on one thread at a time. For several threads and for tasks, use ``FMClusterQueue``.
    ///
    /// The leader may change at any time. A statement that the old leader did not run goes to the new one. An open transaction is rolled
    /// back: its statements throw `.abortRollback`, until ``rollback()`` ends it. A write with an unknown outcome throws
    /// ``FMDB/FMResultCode/outcomeUnknown``, and is not repeated.
    public final class FMClusterDatabase {
        /// The configuration of the cluster and the client.
        public let configuration: FMClusterConfiguration
        /// The date formatter of FMDB's methods, or nil to use the configuration's format.
        var dateFormatter: DateFormatter?
        private let session: ClusterSession
        private var failure: FMError?
        private var savePoints = 0
        private var resultSets: [WeakResultSet] = []
        /// The error that each statement throws, or nil if statements run.
        var refusal: FMError?

        private struct WeakResultSet {
            weak var resultSet: FMClusterResultSet?
        }

        /// Whether ``open()`` has succeeded and ``close()`` was not called since.
        public private(set) var isOpen = false

        /// The rowid of the last insert on this connection, or 0.
        public private(set) var lastInsertRowId: Int64 = 0

        /// The number of rows that the last statement inserted, updated or deleted.
        public private(set) var changes: Int32 = 0

        /// Creates a database that is not open.
        public init(_ configuration: FMClusterConfiguration) {
            self.configuration = configuration
            session = ClusterSession(configuration)
        }

        // MARK: Opening

        /// Finds the leader and opens the database there. The leader creates the database if it does not exist.
        ///
        /// - Throws: `FMError`: `.noLeader` if no leader is found within the time, with the reason of each node.
        ///   `.refusedOnCluster` for a database with columns declared DATE, DATETIME, TIMESTAMP or BOOLEAN.
        ///   `.misuse` on an event loop.
        public func connect() throws(FMError) {
            try noting { () throws(FMError) in try session.open() }
            isOpen = true
        }

        /// Does the same as ``connect()``.
        ///
        /// - Returns: false after a failure. ``lastError()`` returns the error.
        @discardableResult
        public func open() -> Bool { succeeds { () throws(FMError) in try connect() } }

        /// Closes the connection. An open transaction is rolled back.
        ///
        /// - Returns: true.
        @discardableResult
        public func close() -> Bool {
            closeOpenResultSets()
            session.close()
            isOpen = false
            (lastInsertRowId, changes) = (0, 0)
            return true
        }

        // MARK: Errors

        /// Returns the primary code of the last call's failure, or 0 if it has succeeded.
        public func lastErrorCode() -> Int32 { failure?.resultCode.rawValue ?? 0 }

        /// Returns the extended code of the last call's failure, or 0 if it has succeeded.
        public func lastExtendedErrorCode() -> Int32 { failure?.extendedCode.rawValue ?? 0 }

        /// Returns the message of the last call's failure, or "not an error" if it has succeeded.
        public func lastErrorMessage() -> String { failure?.message ?? "not an error" }

        /// Returns the last call's failure, or an error with the code 0.
        public func lastError() -> any Error { failure ?? FMError(.ok, "not an error") }

        /// Returns whether the last call has failed.
        public func hadError() -> Bool { failure != nil }

        func noting<Value>(_ body: () throws(FMError) -> Value) throws(FMError) -> Value {
            do throws(FMError) {
                let value = try body()
                failure = nil
                return value
            } catch {
                failure = error
                throw error
            }
        }

        func succeeds(_ body: () throws(FMError) -> Void) -> Bool {
            do throws(FMError) {
                try body()
                return true
            } catch {
                return false
            }
        }

        // MARK: Statements

        /// Runs one statement.
        ///
        /// - Parameter isUpdate: whether returned rows are an error, as in FMDB's methods.
        func run(_ sql: String, _ arguments: FMArguments, isUpdate: Bool = false) throws(FMError) {
            try noting { () throws(FMError) in
                try expectOpen(sql)
                let statement = try ClusterStatement.one(in: sql)
                let values = try statement.parameters.values(of: arguments, in: sql, isSurplusIgnored: isUpdate)
                let hasRows = try run(statement, values)
                if isUpdate, hasRows {
                    throw FMError(.row, "the statement returns rows; use executeQuery", sql: sql)
                }
            }
        }

        /// Runs all statements of the SQL.
        ///
        /// - Parameter body: receives each row. It returns a number other than 0 to end the statements.
        func run(script sql: String, _ body: ((FMClusterRow) -> Int32)? = nil) throws(FMError) {
            try noting { () throws(FMError) in
                try expectOpen(sql)
                for statement in try ClusterStatement.all(in: sql) {
                    let values = try statement.parameters.values(of: FMArguments(), in: sql)
                    if let body, statement.kind == .query || statement.isReturning {
                        try forEachRow(of: statement, values, body)
                    } else {
                        try run(statement, values)
                    }
                }
            }
        }

        private func forEachRow(
            of statement: ClusterStatement, _ values: [FMValue], _ body: (FMClusterRow) -> Int32
        ) throws(FMError) {
            let rows = try session.query(statement, values)
            defer { session.abandon(rows) }
            while let row = try session.next(of: rows) {
                guard body(FMClusterRow(columns: rows.columns, row: row, sql: rows.sql)) == 0 else {
                    throw FMError(.abort, "the block ended the statements", sql: rows.sql)
                }
            }
        }

        /// - Returns: whether there were rows. They are discarded.
        @discardableResult
        private func run(_ statement: ClusterStatement, _ values: [FMValue]) throws(FMError) -> Bool {
            let outcome = try session.execute(statement, values)
            guard statement.kind == .write, let (row, count) = outcome.changes else { return outcome.hasRows }
            lastInsertRowId = row
            // For other statements, a CREATE for example, the node reports the count of an earlier statement.
            let isCounted = ["INSERT", "REPLACE", "UPDATE", "DELETE"].contains(
                ClusterStatement.verb(of: statement.tokens))
            changes = isCounted ? Int32(clamping: count) : 0
            return outcome.hasRows
        }

        func cursor(
            _ sql: String, _ arguments: FMArguments, isSurplusIgnored: Bool = false
        ) throws(FMError) -> FMClusterResultSet {
            try noting { () throws(FMError) in
                try expectOpen(sql)
                let statement = try ClusterStatement.one(in: sql)
                let values = try statement.parameters.values(
                    of: arguments, in: sql, isSurplusIgnored: isSurplusIgnored)
                let resultSet = FMClusterResultSet(try session.query(statement, values), statement, self)
                keep(resultSet)
                return resultSet
            }
        }

        func query(_ statement: ClusterStatement, _ values: [FMValue]) throws(FMError) -> RowStream {
            try expectOpen(statement.text)
            return try session.query(statement, values)
        }

        /// Asks a node to compile a statement.
        func validate(_ sql: String) throws(FMError) {
            try expectOpen(sql)
            try session.validate(try ClusterStatement.one(in: sql))
        }

        func keep(_ resultSet: FMClusterResultSet) {
            resultSets.removeAll { $0.resultSet?.isOpen != true }
            resultSets.append(WeakResultSet(resultSet: resultSet))
        }

        /// Whether a result set is open: neither closed nor at its end.
        public var hasOpenResultSets: Bool { resultSets.contains { $0.resultSet?.isOpen == true } }

        /// Closes all result sets of the database.
        public func closeOpenResultSets() {
            for one in resultSets { one.resultSet?.close() }
            resultSets = []
        }

        func next(of rows: RowStream) throws(FMError) -> [FMValue]? {
            try noting { () throws(FMError) in try session.next(of: rows) }
        }

        func abandon(_ rows: RowStream) { session.abandon(rows) }

        private func expectOpen(_ sql: String) throws(FMError) {
            if let refusal { throw refusal }
            guard isOpen else { throw FMError(.misuse, "the database is not open", sql: sql) }
        }

        // MARK: Transactions

        /// Whether a transaction was begun and not ended. A transaction that was rolled back because the leader changed counts as begun
        /// until the caller ends it.
        public var isInTransaction: Bool { session.transaction != .none }

        /// Begins a queue's access.
        func beginAccess(_ token: CancellationToken?, isReadOnly: Bool) {
            session.token = token
            session.isReadOnly = isReadOnly
        }

        /// Ends a queue's access. Closes open result sets and rolls back an open transaction.
        func endAccess() {
            closeOpenResultSets()
            session.rollBackOrDrop()
            session.token = nil
        }

        /// The ordinal number of the open transaction on this connection, or nil if none is open.
        var openTransaction: Int? { session.transaction.isOpen ? session.transactionCount : nil }

        /// Runs statements that undo a failed body. The failure stays the last error.
        func undo(_ statements: [String]) {
            let kept = failure
            defer { failure = kept }
            for sql in statements where isInTransaction { try? run(sql, FMArguments()) }
            if statements == ["ROLLBACK"] { session.rollBackOrDrop() }
        }

        func newSavePoint() -> String {
            savePoints += 1
            return "fm_savepoint_\(savePoints)"
        }
    }
#endif
