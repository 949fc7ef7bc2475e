#if Cluster
    /// Single statements, without a block. Writes go to the write connection, queries to a read connection. Put statements that belong
    /// together into one block of ``write(_:)`` or ``read(_:)``. The asynchronous forms block no thread.
    extension FMClusterQueue {
        /// Runs one statement to its end. See ``FMClusterDatabase/execute(_:)``.
        ///
        /// - Parameter sql: one statement with its values.
        /// - Returns: the number of rows that it inserted, updated or deleted.
        /// - Throws: the errors of ``FMClusterDatabase/execute(_:)`` and `withDatabase(_:)`.
        @discardableResult
        public func execute(_ sql: FMSQL) throws -> Int { try withDatabase { db in try db.execute(sql) } }

        /// Asynchronous form of `execute`.
        @discardableResult
        public func execute(_ sql: FMSQL) async throws -> Int { try await withDatabase { db in try db.execute(sql) } }

        /// Returns the first column of the first row. See ``FMClusterDatabase/value(_:as:)``.
        ///
        /// - Parameters:
        ///   - sql: one query with its values.
        ///   - type: the type of the value. If it is optional, the result is nil for NULL and if there is no row.
        /// - Returns: the value.
        /// - Throws: the errors of ``FMClusterDatabase/value(_:as:)`` and `read(_:)`.
        public func value<Value: FMValueConvertible & Sendable>(
            _ sql: FMSQL, as type: Value.Type = Value.self
        ) throws -> Value {
            try query { db in try db.value(sql) }
        }

        /// Asynchronous form of `value`.
        public func value<Value: FMValueConvertible & Sendable>(
            _ sql: FMSQL, as type: Value.Type = Value.self
        ) async throws -> Value {
            try await query { db in try db.value(sql) }
        }

        /// Returns the first column of all rows.
        ///
        /// - Parameters:
        ///   - sql: one query with its values.
        ///   - type: the type of the values. If it is optional, NULL is nil.
        /// - Returns: a value for each row.
        /// - Throws: the errors of `FMClusterDatabase.rows` and `read(_:)`.
        public func rows<Value: FMValueConvertible & Sendable>(
            _ sql: FMSQL, as type: Value.Type = Value.self
        ) throws -> [Value] {
            try query { db in try db.rows(sql) }
        }

        /// Asynchronous form of `rows` for one column.
        public func rows<Value: FMValueConvertible & Sendable>(
            _ sql: FMSQL, as type: Value.Type = Value.self
        ) async throws -> [Value] {
            try await query { db in try db.rows(sql) }
        }

        /// Returns all rows as values of a `Decodable` type whose properties have the names of the columns.
        ///
        /// - Parameters:
        ///   - sql: one query with its values.
        ///   - type: the type.
        /// - Returns: a value for each row.
        /// - Throws: the errors of `FMClusterDatabase.rows` and `read(_:)`.
        @_disfavoredOverload
        public func rows<Value: Decodable & Sendable>(
            _ sql: FMSQL, as type: Value.Type = Value.self
        ) throws -> [Value] {
            try query { db in try db.rows(sql) }
        }

        /// Asynchronous form of `rows` for `Decodable` types.
        @_disfavoredOverload
        public func rows<Value: Decodable & Sendable>(
            _ sql: FMSQL, as type: Value.Type = Value.self
        ) async throws -> [Value] {
            try await query { db in try db.rows(sql) }
        }

        /// Returns all rows as tuples, with one element for each column, two or more.
        ///
        /// - Parameters:
        ///   - sql: one query with its values.
        ///   - type: a type for each column.
        /// - Returns: a tuple for each row.
        /// - Throws: the errors of `FMClusterDatabase.rows` and `read(_:)`.
        public func rows<
            First: FMValueConvertible & Sendable, Second: FMValueConvertible & Sendable,
            each Rest: FMValueConvertible & Sendable
        >(
            _ sql: FMSQL, as type: (First, Second, repeat each Rest).Type
        ) throws -> [(First, Second, repeat each Rest)] {
            try query { db in try db.rows(sql, as: type) }
        }

        /// Asynchronous form of `rows` for tuples.
        public func rows<
            First: FMValueConvertible & Sendable, Second: FMValueConvertible & Sendable,
            each Rest: FMValueConvertible & Sendable
        >(
            _ sql: FMSQL, as type: (First, Second, repeat each Rest).Type
        ) async throws -> [(First, Second, repeat each Rest)] {
            try await query { db in try db.rows(sql, as: (First, Second, repeat each Rest).self) }
        }

        /// Calls a body for each row on this thread, without storing rows.
        ///
        /// - Parameters:
        ///   - sql: one query with its values.
        ///   - body: receives the row. If it throws, the query ends.
        /// - Throws: what the body throws, and the errors of `rows`.
        public func forEachRow(_ sql: FMSQL, _ body: (FMClusterRow) throws -> Void) throws {
            try query { db in try db.forEachRow(sql, body) }
        }

        /// Asynchronous form of `forEachRow`; the body runs on a thread of the library.
        public func forEachRow(_ sql: FMSQL, _ body: @escaping @Sendable (FMClusterRow) throws -> Void) async throws {
            try await query { db in try db.forEachRow(sql, body) }
        }
    }
#endif
