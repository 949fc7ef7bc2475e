#if Cluster
    /// FMDB's additions. Methods that do not throw store their error in ``FMClusterDatabase/lastError()``.
    extension FMClusterDatabase {
        /// Whether the database is open and answers queries.
        public var goodConnection: Bool { isOpen && tableCount != nil }

        private var tableCount: Int? { try? value("SELECT count(*) FROM sqlite_master", as: Int.self) }

        /// The `PRAGMA user_version`, or 0 if it cannot be read.
        public var userVersion: UInt32 {
            get { number("PRAGMA user_version") }
            set { set("user_version", newValue) }
        }

        /// The `PRAGMA application_id`, or 0 if it cannot be read.
        public var applicationID: UInt32 {
            get { number("PRAGMA application_id") }
            set { set("application_id", newValue) }
        }

        private func number(_ sql: FMSQL) -> UInt32 {
            (try? value(sql, as: Int32.self)).map { UInt32(bitPattern: $0) } ?? 0
        }

        private func set(_ name: String, _ value: UInt32) {
            try? run("PRAGMA \(name) = \(Int32(bitPattern: value))", FMArguments())
        }

        /// Returns whether a table of that name exists, ignoring case.
        @discardableResult
        public func tableExists(_ tableName: String) -> Bool {
            (try? value(FMDatabase.countOfTables(named: tableName), as: Int.self)) ?? 0 > 0
        }

        /// Returns all tables, views, indexes and triggers: rows of type, name, tbl_name, rootpage and sql.
        public func getSchema() -> FMClusterResultSet? {
            executeQuery(FMDatabase.schemaQuery, withArgumentsIn: [])
        }

        /// Returns the columns of a table or view: rows of cid, name, type, notnull, dflt_value and pk.
        public func getTableSchema(_ tableName: String) -> FMClusterResultSet? {
            executeQuery("PRAGMA table_info(\(FMSQL.quoted(identifier: tableName)))", withArgumentsIn: [])
        }

        /// Returns whether a table or view has a column, ignoring case.
        @discardableResult
        public func columnExists(_ columnName: String, inTableWithName tableName: String) -> Bool {
            guard let columns = getTableSchema(tableName) else { return false }
            defer { columns.close() }
            while columns.next() {
                if columns.string(forColumn: "name")?.nameKey == columnName.nameKey { return true }
            }
            return false
        }

        /// Asks the leader to compile a statement without running it.
        ///
        /// - Throws: `FMError`, as ``execute(_:)`` does.
        public func validateSQL(_ sql: String) throws {
            try noting { () throws(FMError) in try validate(sql) }
        }
    }

    /// Date formatters of FMDB's methods. Without a formatter, dates are stored as ``FMClusterConfiguration/dates`` specifies.
    extension FMClusterDatabase {
        /// Returns a formatter for ``setDateFormat(_:)``. See `FMDatabase.storeableDateFormat(_:)`.
        public class func storeableDateFormat(_ format: String) -> DateFormatter {
            FMDatabase.storeableDateFormat(format)
        }

        /// Returns whether a formatter was set.
        @discardableResult
        public func hasDateFormatter() -> Bool { dateFormatter != nil }

        /// Sets the formatter with which FMDB's methods store and read dates as text, or removes it if nil.
        public func setDateFormat(_ format: DateFormatter?) { dateFormatter = format }

        /// Parses a date with the formatter. Returns nil without a formatter.
        @discardableResult
        public func date(from s: String) -> Date? { dateFormatter?.date(from: s) }

        /// Formats a date with the formatter. Returns nil without a formatter.
        @discardableResult
        public func string(from date: Date) -> String? { dateFormatter?.text(of: date) }
    }

    /// FMDB's functions with a variable number of arguments.
    extension FMClusterDatabase {
        private func first<Value>(_ sql: String, _ values: [Any], _ body: (FMClusterResultSet) -> Value?) -> Value? {
            guard let rows = executeQuery(sql, withArgumentsIn: values) else { return nil }
            defer { rows.close() }
            return rows.next() && !rows.columnIndexIsNull(0) ? body(rows) : nil
        }

        /// Returns the first column of the first row, or nil if there is no row, for NULL, and after a failure.
        @_disfavoredOverload
        public func intForQuery(_ sql: String, _ values: Any...) -> Int32? {
            first(sql, values) { $0.int(forColumnIndex: 0) }
        }
        /// See ``intForQuery(_:_:)``.
        @_disfavoredOverload
        public func longForQuery(_ sql: String, _ values: Any...) -> Int? {
            first(sql, values) { $0.long(forColumnIndex: 0) }
        }
        /// See ``intForQuery(_:_:)``.
        @_disfavoredOverload
        public func boolForQuery(_ sql: String, _ values: Any...) -> Bool? {
            first(sql, values) { $0.bool(forColumnIndex: 0) }
        }
        /// See ``intForQuery(_:_:)``.
        @_disfavoredOverload
        public func doubleForQuery(_ sql: String, _ values: Any...) -> Double? {
            first(sql, values) { $0.double(forColumnIndex: 0) }
        }
        /// See ``intForQuery(_:_:)``.
        @_disfavoredOverload
        public func stringForQuery(_ sql: String, _ values: Any...) -> String? {
            first(sql, values) { $0.string(forColumnIndex: 0) }
        }
        /// See ``intForQuery(_:_:)``.
        @_disfavoredOverload
        public func dataForQuery(_ sql: String, _ values: Any...) -> Data? {
            first(sql, values) { $0.data(forColumnIndex: 0) }
        }
        /// See ``intForQuery(_:_:)``.
        @_disfavoredOverload
        public func dateForQuery(_ sql: String, _ values: Any...) -> Date? {
            first(sql, values) { $0.date(forColumnIndex: 0) }
        }
    }
#endif
