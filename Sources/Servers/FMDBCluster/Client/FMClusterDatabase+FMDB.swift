#if Cluster
    /// FMDB's methods. Methods that return Bool store their error in ``FMClusterDatabase/lastError()``.
    extension FMClusterDatabase {
        /// Runs one statement, with a value for each `?`.
        @discardableResult
        public func executeUpdate(_ sql: String, withArgumentsIn arguments: [Any]) -> Bool {
            succeeds { () throws(FMError) in try run(sql, try self.arguments(arguments), isUpdate: true) }
        }

        /// Runs one statement, with a value for each `?`.
        ///
        /// - Throws: `FMError`, as ``execute(_:)`` does.
        public func executeUpdate(_ sql: String, values: [Any]?) throws {
            try run(sql, try arguments(values ?? []), isUpdate: true)
        }

        /// Runs one statement with a dictionary of values. Its keys are the parameter names without prefix.
        @discardableResult
        public func executeUpdate(_ sql: String, withParameterDictionary arguments: [AnyHashable: Any]) -> Bool {
            succeeds { () throws(FMError) in try run(sql, try self.arguments(arguments), isUpdate: true) }
        }

        /// Runs one or more statements in sequence until one fails, and calls a block for each row.
        ///
        /// - Parameters:
        ///   - sql: one statement or several.
        ///   - block: receives a dictionary from column names to values, each as text or `NSNull`. A result other than 0 ends the
        ///     statements with the code `.abort`.
        @discardableResult
        public func executeStatements(
            _ sql: String, withResultBlock block: FMDBExecuteStatementsCallbackBlock? = nil
        ) -> Bool {
            succeeds { () throws(FMError) in
                guard let block else { return try run(script: sql) }
                try run(script: sql) { row in
                    let values = zip(row.columnNames, row.values()).map {
                        (AnyHashable($0), $1.asText as Any? ?? NSNull())
                    }
                    return block(Dictionary(values, uniquingKeysWith: { $1 }))
                }
            }
        }

        /// Returns a cursor over the rows of a query, with a value for each `?`.
        public func executeQuery(_ sql: String, withArgumentsIn arguments: [Any]) -> FMClusterResultSet? {
            try? executeQuery(sql, values: arguments)
        }

        /// Returns a cursor over the rows of a query, with a value for each `?`.
        ///
        /// - Throws: `FMError`, as ``query(_:)`` does.
        public func executeQuery(_ sql: String, values: [Any]?) throws -> FMClusterResultSet {
            try cursor(sql, try arguments(values ?? []), isSurplusIgnored: true)
        }

        /// Returns a cursor over the rows of a query with a dictionary of values. Its keys are the parameter names without prefix.
        public func executeQuery(
            _ sql: String, withParameterDictionary arguments: [AnyHashable: Any]?
        ) -> FMClusterResultSet? {
            try? cursor(sql, try self.arguments(arguments ?? [:]), isSurplusIgnored: true)
        }

        func arguments(_ values: [Any]) throws(FMError) -> FMArguments {
            var arguments = FMArguments()
            try noting { () throws(FMError) in
                for value in values { arguments.append(try self.value(value)) }
            }
            return arguments
        }

        func arguments(_ values: [AnyHashable: Any]) throws(FMError) -> FMArguments {
            var arguments = FMArguments()
            try noting { () throws(FMError) in
                for (name, value) in values { arguments.set(try self.value(value), for: "\(name)") }
            }
            return arguments
        }

        private func value(_ value: Any) throws(FMError) -> FMValue {
            if let date = value as? Date, dateFormatter == nil { return try configuration.dates.value(of: date) }
            return try FMValue(any: value, dates: dateFormatter)
        }
    }

    extension FMClusterDatabase {
        /// Does the same as ``beginExclusiveTransaction()``.
        @discardableResult
        public func beginTransaction() -> Bool { beginExclusiveTransaction() }

        /// Begins a transaction that acquires locks when it needs them.
        @discardableResult
        public func beginDeferredTransaction() -> Bool { does("BEGIN DEFERRED") }

        /// Begins a transaction that may write.
        @discardableResult
        public func beginImmediateTransaction() -> Bool { does("BEGIN IMMEDIATE") }

        /// Begins a transaction that may write. In the nodes' journal mode, exclusive and immediate transactions are the same.
        @discardableResult
        public func beginExclusiveTransaction() -> Bool { does("BEGIN EXCLUSIVE") }

        /// Commits. After `.outcomeUnknown` the transaction has ended, and may have been committed.
        @discardableResult
        public func commit() -> Bool { does("COMMIT") }

        /// Rolls back. Also succeeds if a change of the leader has rolled the transaction back.
        @discardableResult
        public func rollback() -> Bool { does("ROLLBACK") }

        /// Begins a savepoint, within a transaction or outside of one.
        public func startSavePoint(withName name: String) throws {
            try run("SAVEPOINT \(FMSQL.quoted(identifier: name))", [])
        }

        /// Releases a savepoint and keeps its changes.
        public func releaseSavePoint(withName name: String) throws {
            try run("RELEASE \(FMSQL.quoted(identifier: name))", [])
        }

        /// Rolls back the changes since a savepoint, which stays open.
        public func rollbackToSavePoint(withName name: String) throws {
            try run("ROLLBACK TO \(FMSQL.quoted(identifier: name))", [])
        }

        /// Runs a block in a savepoint, and rolls its changes back if the block sets the flag.
        ///
        /// - Returns: nil, or the error from beginning or ending the savepoint. If the savepoint cannot begin, the block does not run.
        @discardableResult
        public func inSavePoint(_ block: (UnsafeMutablePointer<ObjCBool>) -> Void) -> (any Error)? {
            struct RolledBack: Error {}
            do {
                try withSavePoint {
                    var rollback = ObjCBool(false)
                    block(&rollback)
                    if rollback.boolValue { throw RolledBack() }
                }
                return nil
            } catch {
                return error is RolledBack ? nil : error
            }
        }

        private func does(_ sql: String) -> Bool {
            succeeds { () throws(FMError) in try run(sql, []) }
        }
    }
#endif
