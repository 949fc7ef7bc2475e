#if Cluster
    import Foundation

    /// A database on a cluster of dqlite's nodes, with FMDB's names. See <doc:Cluster>.
    ///
    ///     let db = FMClusterDatabase(FMClusterConfiguration(seeds: ["10.0.0.1:9000", "10.0.0.2:9000"]))
    ///     try db.connect()
    ///     try db.execute("INSERT INTO person (name) VALUES (\(name))")
    ///
    /// Calls block their thread until the leader has replied, at most for the times of the configuration. They must not be made on an
    /// event loop of SwiftNIO. Use a database on one thread at a time; ``FMClusterQueue`` is for several threads and for tasks.
    ///
    /// The leader may change at any time. A statement that the old leader has not run goes to the new one. A transaction that was open
    /// is rolled back: its statements throw `.abortRollback`, until ``rollback()`` ends it. A write whose fate
    /// cannot be known throws ``FMDB/FMResultCode/outcomeUnknown``, and is not repeated.
    public final class FMClusterDatabase {
        /// How the cluster is reached.
        public let configuration: FMClusterConfiguration
        private let session: ClusterSession
        private var failure: FMError?
        private var savePoints = 0

        /// Whether ``open()`` has succeeded, and ``close()`` was not called since.
        public private(set) var isOpen = false

        /// The rowid of the last insert on this connection, or 0.
        public private(set) var lastInsertRowId: Int64 = 0

        /// How many rows the last statement has inserted, updated or deleted.
        public private(set) var changes: Int32 = 0

        /// A database that is not open.
        public init(_ configuration: FMClusterConfiguration) {
            self.configuration = configuration
            session = ClusterSession(configuration)
        }

        // MARK: Opening

        /// Finds the leader, and opens the database there, which is made if it does not exist.
        ///
        /// - Throws: `FMError`: `.noLeader` if no leader is found within the time, with the reason of each node; `.refusedOnCluster`
        ///   for a database with columns declared DATE, DATETIME, TIMESTAMP or BOOLEAN; `.misuse` on an event loop.
        public func connect() throws(FMError) {
            try noting { () throws(FMError) in try session.open() }
            isOpen = true
        }

        /// As ``connect()``.
        ///
        /// - Returns: false after a failure, which ``lastError()`` has.
        @discardableResult
        public func open() -> Bool { succeeds { () throws(FMError) in try connect() } }

        /// Closes the connection. An open transaction is rolled back.
        ///
        /// - Returns: true.
        @discardableResult
        public func close() -> Bool {
            session.close()
            isOpen = false
            return true
        }

        // MARK: Errors

        /// The primary code of the last call's failure; 0 if it has succeeded.
        public func lastErrorCode() -> Int32 { failure?.resultCode.rawValue ?? 0 }

        /// The extended code of the last call's failure; 0 if it has succeeded.
        public func lastExtendedErrorCode() -> Int32 { failure?.extendedCode.rawValue ?? 0 }

        /// The message of the last call's failure; "not an error" if it has succeeded.
        public func lastErrorMessage() -> String { failure?.message ?? "not an error" }

        /// The last call's failure, or an error with the code 0.
        public func lastError() -> Error { failure ?? FMError(.ok, "not an error") }

        /// Whether the last call has failed.
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

        func run(_ sql: String, _ arguments: FMArguments) throws(FMError) {
            try noting { () throws(FMError) in
                try expectOpen(sql)
                let statement = try ClusterStatement.one(in: sql)
                try run(statement, try statement.parameters.values(of: arguments, in: sql))
            }
        }

        func run(script sql: String) throws(FMError) {
            try noting { () throws(FMError) in
                try expectOpen(sql)
                for statement in try ClusterStatement.all(in: sql) {
                    try run(statement, try statement.parameters.values(of: FMArguments(), in: sql))
                }
            }
        }

        private func run(_ statement: ClusterStatement, _ values: [FMValue]) throws(FMError) {
            let (row, count) = try session.execute(statement, values)
            guard statement.kind == .write else { return }
            lastInsertRowId = row
            // Any other statement, a CREATE for example, leaves the count of one before it.
            let isCounted = ["INSERT", "REPLACE", "UPDATE", "DELETE"].contains(
                ClusterStatement.verb(of: statement.tokens))
            changes = isCounted ? Int32(clamping: count) : 0
        }

        func cursor(_ sql: String, _ arguments: FMArguments) throws(FMError) -> FMClusterResultSet {
            try noting { () throws(FMError) in
                try expectOpen(sql)
                let statement = try ClusterStatement.one(in: sql)
                let values = try statement.parameters.values(of: arguments, in: sql)
                return FMClusterResultSet(try session.query(statement, values), self)
            }
        }

        func next(of rows: RowStream) throws(FMError) -> [FMValue]? {
            try noting { () throws(FMError) in try session.next(of: rows) }
        }

        func abandon(_ rows: RowStream) { session.abandon(rows) }

        private func expectOpen(_ sql: String) throws(FMError) {
            guard isOpen else { throw FMError(.misuse, "the database is not open", sql: sql) }
        }

        // MARK: Transactions

        /// Whether a transaction was begun and not ended. One that was rolled back by a change of the leader counts until it is ended.
        public var isInTransaction: Bool { session.transaction != .none }

        var isTransactionLost: Bool { isInTransaction && !session.transaction.isOpen }

        func newSavePoint() -> String {
            savePoints += 1
            return "fm_savepoint_\(savePoints)"
        }
    }
#endif
