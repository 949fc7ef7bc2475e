#if Cluster
    /// FMDB's spellings. Those that return Bool leave their error in ``FMClusterDatabase/lastError()``.
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

        /// Runs one statement, with values by the names of parameters, without their prefix.
        @discardableResult
        public func executeUpdate(_ sql: String, withParameterDictionary arguments: [AnyHashable: Any]) -> Bool {
            succeeds { () throws(FMError) in try run(sql, try self.arguments(arguments), isUpdate: true) }
        }

        /// Runs the statements of a text one after the other, up to one that fails, and calls a block for each row.
        ///
        /// - Parameters:
        ///   - sql: one statement or several.
        ///   - block: gets the row by the names of the columns, with each value as text, or `NSNull`; another number than 0 ends the
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

        /// A cursor over the rows of a query, with a value for each `?`.
        public func executeQuery(_ sql: String, withArgumentsIn arguments: [Any]) -> FMClusterResultSet? {
            try? executeQuery(sql, values: arguments)
        }

        /// A cursor over the rows of a query, with a value for each `?`.
        ///
        /// - Throws: `FMError`, as ``query(_:)`` does.
        public func executeQuery(_ sql: String, values: [Any]?) throws -> FMClusterResultSet {
            try cursor(sql, try arguments(values ?? []), isSurplusIgnored: true)
        }

        /// A cursor over the rows of a query, with values by the names of parameters, without their prefix.
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
        /// As ``beginExclusiveTransaction()``.
        @discardableResult
        public func beginTransaction() -> Bool { beginExclusiveTransaction() }

        /// Begins a transaction that takes its locks when it needs them.
        @discardableResult
        public func beginDeferredTransaction() -> Bool { does("BEGIN DEFERRED") }

        /// Begins a transaction that may write.
        @discardableResult
        public func beginImmediateTransaction() -> Bool { does("BEGIN IMMEDIATE") }

        /// Begins a transaction that may write. In the nodes' journal mode it is the same as an immediate one.
        @discardableResult
        public func beginExclusiveTransaction() -> Bool { does("BEGIN EXCLUSIVE") }

        /// Commits. After `.outcomeUnknown` the transaction is over, and may have been committed.
        @discardableResult
        public func commit() -> Bool { does("COMMIT") }

        /// Rolls back. It succeeds, too, for a transaction that a change of the leader has rolled back.
        @discardableResult
        public func rollback() -> Bool { does("ROLLBACK") }

        /// Begins a save point, within a transaction or outside of one.
        public func startSavePoint(withName name: String) throws {
            try run("SAVEPOINT \(FMSQL.quoted(identifier: name))", [])
        }

        /// Ends a save point, and keeps its changes.
        public func releaseSavePoint(withName name: String) throws {
            try run("RELEASE \(FMSQL.quoted(identifier: name))", [])
        }

        /// Takes back the changes since a save point, which goes on.
        public func rollbackToSavePoint(withName name: String) throws {
            try run("ROLLBACK TO \(FMSQL.quoted(identifier: name))", [])
        }

        /// Runs a block in a save point, and rolls its changes back if the block sets the flag.
        ///
        /// - Returns: the error of the save point's beginning, without the block having run, or of its end.
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
