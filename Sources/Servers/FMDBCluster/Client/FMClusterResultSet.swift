#if Cluster
    /// A cursor over the rows of a query on a cluster, with FMDB's method names.
    ///
    ///     let people = try db.query("SELECT name, age FROM person")
    ///     while let person = try people.nextRow() { print(try person.value("name", as: String.self)) }
    ///
    /// Rows are received while they are read. Another statement on the same database first receives the remaining rows and keeps them.
    /// Close a result set if you do not read all of its rows. Use it on the thread of its database.
    public final class FMClusterResultSet {
        let statement: ClusterStatement
        /// The rows, or nil for a prepared statement that has not started.
        var rows: RowStream?
        /// The database, or nil once the result set is closed.
        private(set) var database: FMClusterDatabase?
        /// The bound values of a prepared statement, or nil for other statements.
        var bound: FMArguments?
        private var current: [FMValue]?
        private lazy var nameMap = makeNameMap()

        init(_ rows: RowStream?, _ statement: ClusterStatement, _ database: FMClusterDatabase) {
            (self.rows, self.statement, self.database) = (rows, statement, database)
        }

        deinit { close() }

        /// Whether the result set is neither closed nor at its end.
        var isOpen: Bool { database != nil }

        /// The database, or nil once the result set is closed.
        public var parentDB: FMClusterDatabase? { database }

        /// The SQL of the statement.
        public var query: String? { statement.text }

        /// Returns the next row, or nil after the last row.
        ///
        /// - Throws: `FMError`: `.connectionLost` if the connection ends before all rows have arrived; `.misuse` if the result set is
        ///   closed.
        public func nextRow() throws(FMError) -> FMClusterRow? {
            guard let database else { throw closed }
            current = nil
            let rows = if let begun = self.rows { begun } else { try database.begin(self) }
            self.rows = rows
            current = try database.next(of: rows)
            guard let current else {
                // A prepared statement stays open, because it may run again.
                if bound == nil { self.database = nil } else { self.rows = nil }
                return nil
            }
            return FMClusterRow(columns: rows.columns, row: current, sql: rows.sql)
        }

        private var closed: FMError { FMError(.misuse, "the result set is closed", sql: statement.text) }

        /// Moves to the next row.
        ///
        /// - Returns: false after the last row, and after a failure. The database's ``FMClusterDatabase/lastError()`` returns the error.
        @discardableResult
        public func next() -> Bool { database != nil && (try? nextRow()) != nil }

        /// Moves to the next row.
        ///
        /// - Throws: `FMError`, as ``nextRow()`` does; `.done` after the last row.
        public func nextWithError() throws {
            guard try nextRow() == nil else { return }
            throw FMError(.done, "there is no further row", sql: statement.text)
        }

        /// Returns whether there is a current row.
        @discardableResult
        public func hasAnotherRow() -> Bool { current != nil }

        /// Ends the query.
        public func close() {
            guard let database else { return }
            self.database = nil
            current = nil
            if let rows { database.abandon(rows) }
        }

        func clearRow() { current = nil }

        // MARK: Columns

        private var columns: ColumnList? { database == nil ? nil : rows?.columns }

        /// The number of columns, or 0 once the result set is closed.
        public var columnCount: Int32 { Int32(clamping: columns?.names.count ?? 0) }

        /// Returns the index of a column, from 0, or -1 if no column has that name. Names are case-insensitive.
        @discardableResult
        public func columnIndex(forName columnName: String) -> Int32 { Int32(clamping: columns?[columnName] ?? -1) }

        /// Returns the name of a column, or nil for an index out of range.
        @discardableResult
        public func columnName(for columnIdx: Int32) -> String? {
            guard let names = columns?.names, names.indices.contains(Int(columnIdx)) else { return nil }
            return names[Int(columnIdx)]
        }

        /// The column indexes by lowercase name, as `NSNumber`. If names are equal, the last one wins.
        public var columnNameToIndexMap: NSMutableDictionary { nameMap }

        private func makeNameMap() -> NSMutableDictionary {
            let map = NSMutableDictionary()
            for (index, name) in (columns?.names ?? []).enumerated() {
                map[NSString(string: name.lowercased())] = NSNumber(value: index)
            }
            return map
        }

        /// The current row as a dictionary by column name, with `NSNull` for NULL, or nil if there is no current row.
        public var resultDictionary: [AnyHashable: Any]? {
            guard let current, let columns else { return nil }
            return Dictionary(
                zip(columns.names, current.map(\.object)).map { (AnyHashable($0), $1) }, uniquingKeysWith: { $1 })
        }

        /// Returns the value of a column. It is NULL for an index out of range and if there is no current row.
        private func value(_ index: Int32) -> FMValue {
            guard let current, current.indices.contains(Int(index)) else { return .null }
            return current[Int(index)]
        }

        /// Returns the storage class of the value. It is `.null` for an index out of range and if there is no current row.
        public func type(forColumnIndex columnIdx: Int32) -> SqliteValueType { value(columnIdx).storageClass }
        /// Returns whether the value is NULL. It is true for an index out of range and if there is no current row.
        @discardableResult
        public func columnIndexIsNull(_ columnIdx: Int32) -> Bool { value(columnIdx).isNull }
        /// Returns the value as an integer, truncated to 32 bits as in SQLite; 0 for NULL.
        public func int(forColumnIndex columnIdx: Int32) -> Int32 {
            Int32(truncatingIfNeeded: value(columnIdx).asInteger)
        }
        /// Returns the value as an integer; 0 for NULL.
        public func long(forColumnIndex columnIdx: Int32) -> Int { Int(truncatingIfNeeded: value(columnIdx).asInteger) }
        /// Returns the value as an integer; 0 for NULL.
        public func longLongInt(forColumnIndex columnIdx: Int32) -> Int64 { value(columnIdx).asInteger }
        /// Returns the bits of the value as an unsigned integer; 0 for NULL.
        public func unsignedLongLongInt(forColumnIndex columnIdx: Int32) -> UInt64 {
            UInt64(bitPattern: value(columnIdx).asInteger)
        }
        /// Returns whether the value as an integer is not 0.
        public func bool(forColumnIndex columnIdx: Int32) -> Bool { int(forColumnIndex: columnIdx) != 0 }
        /// Returns the value as a real number; 0 for NULL.
        public func double(forColumnIndex columnIdx: Int32) -> Double { value(columnIdx).asReal }
        /// Returns the value as text, even if it is a number; nil for NULL.
        public func string(forColumnIndex columnIdx: Int32) -> String? { value(columnIdx).asText }
        /// Returns the value as a date, with the formatter of ``FMClusterDatabase/setDateFormat(_:)``. Without a formatter, it reads any
        /// of the forms of `FMDateStorage`. Returns nil for NULL.
        public func date(forColumnIndex columnIdx: Int32) -> Date? {
            let value = value(columnIdx)
            if let database, database.hasDateFormatter() { return value.asText.flatMap(database.date(from:)) }
            return (database?.configuration.dates ?? .iso8601).date(of: value)
        }
        /// Returns the bytes of a BLOB or TEXT value; nil for NULL and for an empty blob.
        public func data(forColumnIndex columnIdx: Int32) -> Data? {
            dataNoCopy(forColumnIndex: columnIdx).flatMap { $0.isEmpty ? nil : $0 }
        }
        /// Does the same as ``data(forColumnIndex:)``, but returns empty data for an empty blob. Neither method copies the bytes.
        public func dataNoCopy(forColumnIndex columnIdx: Int32) -> Data? { value(columnIdx).asData }
        /// Returns the value as `NSNumber`, `String`, `Data` or `NSNull`. Returns nil for an index out of range and if there is no
        /// current row.
        public func object(forColumnIndex columnIdx: Int32) -> Any? {
            current.flatMap { $0.indices.contains(Int(columnIdx)) ? $0[Int(columnIdx)].object : nil }
        }
        /// Does the same as ``object(forColumnIndex:)``.
        public subscript(columnIdx: Int32) -> Any? { object(forColumnIndex: columnIdx) }
        /// Does the same as ``object(forColumn:)``.
        public subscript(columnName: String) -> Any? { object(forColumn: columnName) }
    }

    /// Values by column name. Names are case-insensitive.
    extension FMClusterResultSet {
        /// See ``columnIndexIsNull(_:)``.
        public func columnIsNull(_ columnName: String) -> Bool { columnIndexIsNull(columnIndex(forName: columnName)) }
        /// See ``int(forColumnIndex:)``.
        public func int(forColumn columnName: String) -> Int32 { int(forColumnIndex: columnIndex(forName: columnName)) }
        /// See ``long(forColumnIndex:)``.
        public func long(forColumn columnName: String) -> Int { long(forColumnIndex: columnIndex(forName: columnName)) }
        /// See ``longLongInt(forColumnIndex:)``.
        public func longLongInt(forColumn columnName: String) -> Int64 {
            longLongInt(forColumnIndex: columnIndex(forName: columnName))
        }
        /// See ``bool(forColumnIndex:)``.
        public func bool(forColumn columnName: String) -> Bool {
            bool(forColumnIndex: columnIndex(forName: columnName))
        }
        /// See ``double(forColumnIndex:)``.
        public func double(forColumn columnName: String) -> Double {
            double(forColumnIndex: columnIndex(forName: columnName))
        }
        /// See ``string(forColumnIndex:)``.
        public func string(forColumn columnName: String) -> String? {
            string(forColumnIndex: columnIndex(forName: columnName))
        }
        /// See ``date(forColumnIndex:)``.
        public func date(forColumn columnName: String) -> Date? {
            date(forColumnIndex: columnIndex(forName: columnName))
        }
        /// See ``data(forColumnIndex:)``.
        public func data(forColumn columnName: String) -> Data? {
            data(forColumnIndex: columnIndex(forName: columnName))
        }
        /// See ``object(forColumnIndex:)``.
        public func object(forColumn columnName: String) -> Any? {
            object(forColumnIndex: columnIndex(forName: columnName))
        }
        /// See ``type(forColumnIndex:)``.
        public func type(forColumn columnName: String) -> SqliteValueType {
            type(forColumnIndex: columnIndex(forName: columnName))
        }
        /// See ``unsignedLongLongInt(forColumnIndex:)``.
        public func unsignedLongLongInt(forColumn columnName: String) -> UInt64 {
            unsignedLongLongInt(forColumnIndex: columnIndex(forName: columnName))
        }
        /// See ``dataNoCopy(forColumnIndex:)``.
        public func dataNoCopy(forColumn columnName: String) -> Data? {
            dataNoCopy(forColumnIndex: columnIndex(forName: columnName))
        }
    }
#endif
