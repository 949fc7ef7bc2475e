#if Cluster
    /// Prepared statements, which may run again with other values. A node receives the SQL each time.
    extension FMClusterResultSet {
        /// Sets the values of a prepared statement, one for each `?`, and restarts it.
        ///
        /// - Returns: false if there are too few values. The database's ``FMClusterDatabase/lastError()`` returns the reason.
        @discardableResult
        public func bind(with array: [Any]) -> Bool {
            guard let database else { return false }
            return database.succeeds { () throws(FMError) in try bind(try database.arguments(array), database) }
        }

        /// Sets the values of a prepared statement by parameter name, without prefix. See ``bind(with:)-([Any])``.
        @discardableResult
        public func bind(with dictionary: [AnyHashable: Any]) -> Bool {
            guard let database else { return false }
            return database.succeeds { () throws(FMError) in try bind(try database.arguments(dictionary), database) }
        }

        private func bind(_ arguments: FMArguments, _ database: FMClusterDatabase) throws(FMError) {
            try database.noting { () throws(FMError) in
                guard bound != nil else {
                    throw FMError(.misuse, "only a statement from prepare(_:) can be bound", sql: statement.text)
                }
                _ = try statement.parameters.values(of: arguments, in: statement.text, isSurplusIgnored: true)
            }
            restart()
            bound = arguments
        }

        /// Runs a prepared statement that returns no rows.
        ///
        /// - Returns: false after a failure, and if there is a row.
        @discardableResult
        public func step() -> Bool { (try? stepWithError()) != nil && !hasAnotherRow() }

        /// Runs a prepared statement that returns no rows, or moves to the next row of one that does.
        ///
        /// - Throws: `FMError`, as ``FMClusterDatabase/execute(_:)`` does; `.misuse` if it is closed.
        public func stepWithError() throws {
            guard let database, statement.kind != .query, let bound else {
                _ = try nextRow()
                return
            }
            try database.run(statement.text, database.filled(bound, for: statement), isUpdate: true)
        }

        func restart() {
            guard let rows else { return }
            database?.abandon(rows)
            self.rows = nil
            clearRow()
        }
    }

    extension FMClusterDatabase {
        /// Prepares a statement without values. It stays open at the end of its rows, and may be bound and run again.
        ///
        /// - Returns: the prepared statement, or a closed result set if the SQL is not a statement.
        public func prepare(_ sql: String) -> FMClusterResultSet {
            do throws(FMError) {
                return try noting { () throws(FMError) in
                    try validate(sql)
                    let prepared = FMClusterResultSet(nil, try ClusterStatement.one(in: sql), self)
                    prepared.bound = FMArguments()
                    keep(prepared)
                    return prepared
                }
            } catch {
                let dead = FMClusterResultSet(nil, ClusterStatement(unread: sql), self)
                dead.close()
                return dead
            }
        }

        /// Starts the query of a prepared statement.
        func begin(_ prepared: FMClusterResultSet) throws(FMError) -> RowStream {
            try noting { () throws(FMError) in
                let statement = prepared.statement
                let arguments = filled(prepared.bound ?? FMArguments(), for: statement)
                return try query(
                    statement,
                    try statement.parameters.values(of: arguments, in: statement.text, isSurplusIgnored: true))
            }
        }

        /// Returns the arguments, or NULL for each parameter if none was bound.
        func filled(_ arguments: FMArguments, for statement: ClusterStatement) -> FMArguments {
            guard arguments.positional.isEmpty, arguments.namedValues.isEmpty else { return arguments }
            return FMArguments(Array(repeating: FMValue.null, count: statement.parameters.count))
        }
    }
#endif
