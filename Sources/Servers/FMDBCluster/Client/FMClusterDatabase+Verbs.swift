#if Cluster
    /// The modern API. Interpolated values are bound as parameters.
    extension FMClusterDatabase {
        /// Runs one statement, and ignores any rows that it returns.
        ///
        ///     try db.execute("UPDATE person SET age = \(age) WHERE name = \(name)")
        ///
        /// - Parameter sql: one statement with its values, at most 255.
        /// - Returns: the number of rows that it inserted, updated or deleted.
        /// - Throws: `FMError`: SQLite's code if the statement fails; `.busy` after ``FMClusterConfiguration/busyTimeout``;
        ///   `.noLeader`. `.outcomeUnknown` if it is unknown whether it was committed. `.abortRollback` if the transaction was rolled
        ///   back. `.refusedOnCluster` for a statement that would do damage, with the reason. `.range` for a wrong number of values.
        ///   `.misuse` for several statements, and if the database is not open.
        @discardableResult
        public func execute(_ sql: FMSQL) throws(FMError) -> Int {
            try run(sql.text, sql.arguments)
            return Int(changes)
        }

        /// Returns a cursor over the rows of a query, which are received while they are read.
        ///
        /// - Throws: `FMError`, as ``execute(_:)`` does; `.refusedOnCluster` for a statement that writes; `.connectionLost` if the
        ///   connection ends before all rows have arrived. A query whose connection has ended is not repeated, because it might crash the
        ///   next node too.
        public func query(_ sql: FMSQL) throws(FMError) -> FMClusterResultSet { try cursor(sql.text, sql.arguments) }

        /// Calls a body for each row, without storing rows.
        ///
        /// - Throws: what the body throws, or `FMError`, as ``query(_:)`` does.
        public func forEachRow(_ sql: FMSQL, _ body: (FMClusterRow) throws -> Void) throws {
            let cursor = try query(sql)
            defer { cursor.close() }
            while let row = try cursor.nextRow() { try body(row) }
        }

        /// Returns the first column of the first row.
        ///
        /// - Parameters:
        ///   - sql: one query with its values.
        ///   - type: the type of the value. If it is optional, the result is nil for NULL and if there is no row.
        /// - Throws: `FMError`, as ``query(_:)`` does; `.mismatch` for a value of the wrong type; `.done` if there is no row and the
        ///   type is not optional.
        public func value<Value: FMValueConvertible>(_ sql: FMSQL, as type: Value.Type = Value.self) throws(FMError)
            -> Value
        {
            let cursor = try query(sql)
            defer { cursor.close() }
            if let row = try cursor.nextRow() { return try row.value(at: 0) }
            if let none = Value.fromFMValue(.null) { return none }
            throw FMError(.done, "the query returned no row", sql: sql.text)
        }

        /// Returns the first column of all rows.
        ///
        /// - Throws: `FMError`, as ``query(_:)`` does; `.mismatch` for a value that cannot be converted.
        public func rows<Value: FMValueConvertible>(_ sql: FMSQL, as type: Value.Type = Value.self) throws(FMError)
            -> [Value]
        {
            try collect(sql) { row throws(FMError) in try row.value(at: 0) }
        }

        /// Returns all rows as values of a `Decodable` type. See ``FMClusterRow/decode(_:dates:)``.
        ///
        /// - Throws: `FMError`, as ``query(_:)`` and ``FMClusterRow/decode(_:dates:)`` do.
        @_disfavoredOverload
        public func rows<Value: Decodable>(_ sql: FMSQL, as type: Value.Type = Value.self) throws(FMError) -> [Value] {
            let dates = configuration.dates
            return try collect(sql) { row throws(FMError) in try row.decode(dates: dates) }
        }

        /// Returns all rows as tuples, with one element for each column.
        ///
        /// - Parameters:
        ///   - sql: one query with its values.
        ///   - type: a type for each column, two or more.
        /// - Throws: `FMError`, as ``query(_:)`` does; `.mismatch` if the number of columns differs, or a value has the wrong type.
        public func rows<First: FMValueConvertible, Second: FMValueConvertible, each Rest: FMValueConvertible>(
            _ sql: FMSQL, as type: (First, Second, repeat each Rest).Type
        ) throws(FMError) -> [(First, Second, repeat each Rest)] {
            var width = 2
            for _ in repeat (each Rest).self { width += 1 }
            return try collect(sql) { row throws(FMError) in
                guard row.columnCount == width else {
                    throw FMError(
                        .mismatch, "expected \(width) columns, but the query returns \(row.columnCount)", sql: sql.text)
                }
                var column = -1
                func next<Value: FMValueConvertible>(_: Value.Type) throws(FMError) -> Value {
                    column += 1
                    return try row.value(at: column)
                }
                return (try next(First.self), try next(Second.self), repeat try next((each Rest).self))
            }
        }

        private func collect<Value>(
            _ sql: FMSQL, _ body: (FMClusterRow) throws(FMError) -> Value
        ) throws(FMError) -> [Value] {
            let cursor = try query(sql)
            defer { cursor.close() }
            var all: [Value] = []
            while let row = try cursor.nextRow() { all.append(try body(row)) }
            return all
        }
    }

    extension FMClusterDatabase {
        /// Runs a body in a transaction.
        ///
        /// - Parameters:
        ///   - kind: when locks are acquired.
        ///   - body: the body. Its changes are committed when it returns and rolled back when it throws.
        /// - Returns: what the body returns.
        /// - Throws: what the body throws, or `FMError`: `.outcomeUnknown` if it is unknown whether the commit has succeeded.
        ///   `.abortRollback` if the transaction was rolled back because the leader has changed. In that case all of it may be repeated.
        @discardableResult
        public func withTransaction<Value>(
            _ kind: FMDatabase.TransactionKind = .immediate, _ body: () throws -> Value
        ) throws -> Value {
            try run("BEGIN \(kind.rawValue)", [])
            return try scope(body, end: "COMMIT", undo: ["ROLLBACK"])
        }

        /// Runs a body in a savepoint, within a transaction or outside of one.
        ///
        /// - Parameter body: the body. Its changes are kept when it returns and rolled back when it throws.
        /// - Returns: what the body returns.
        /// - Throws: the errors of ``withTransaction(_:_:)``.
        @discardableResult
        public func withSavePoint<Value>(_ body: () throws -> Value) throws -> Value {
            let name = newSavePoint()
            let isOutermost = !isInTransaction
            try run("SAVEPOINT \(name)", [])
            return try scope(
                body, end: "RELEASE \(name)",
                undo: isOutermost ? ["ROLLBACK"] : ["ROLLBACK TO \(name)", "RELEASE \(name)"])
        }

        private func scope<Value>(_ body: () throws -> Value, end: String, undo: [String]) throws -> Value {
            let transaction = openTransaction
            do {
                let value = try body()
                if let now = openTransaction, now != transaction {
                    throw FMError(.misuse, "the block has replaced its transaction by another one", sql: nil)
                }
                try run(end, [])
                return value
            } catch {
                self.undo(undo)
                throw error
            }
        }
    }
#endif
