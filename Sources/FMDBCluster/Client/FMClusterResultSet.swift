#if Cluster
    import Foundation

    /// The rows of a query on a cluster, one after the other, with FMDB's names.
    ///
    ///     let people = try db.query("SELECT name, age FROM person")
    ///     while let person = try people.nextRow() { print(try person.value("name", as: String.self)) }
    ///
    /// Rows are received while they are read. Another statement on the same database first receives the rest, and keeps it for later.
    /// Close a result set of which not all rows were read. Use it on the thread of its database.
    public final class FMClusterResultSet {
        private let rows: RowStream
        /// nil once it is closed.
        private var database: FMClusterDatabase?
        private var current: [FMValue]?

        init(_ rows: RowStream, _ database: FMClusterDatabase) {
            self.rows = rows
            self.database = database
        }

        deinit { close() }

        /// The SQL text.
        public var query: String? { rows.sql }

        /// The next row; nil behind the last one.
        ///
        /// - Throws: `FMError`: `.connectionLost` if the connection has ended before; `.misuse` if the result set is closed.
        public func nextRow() throws(FMError) -> FMClusterRow? {
            guard let database else {
                if current == nil, rows.isComplete, !rows.isAbandoned { return nil }
                throw FMError(.misuse, "the result set is closed", sql: rows.sql)
            }
            current = nil
            current = try database.next(of: rows)
            guard let current else {
                self.database = nil
                return nil
            }
            return FMClusterRow(columns: rows.columns, row: current, sql: rows.sql)
        }

        /// Goes to the next row.
        ///
        /// - Returns: false behind the last one, and after a failure, which the database's ``FMClusterDatabase/lastError()`` has.
        @discardableResult
        public func next() -> Bool { (try? nextRow()) != nil }

        /// Ends the query.
        public func close() {
            guard let database else { return }
            self.database = nil
            current = nil
            database.abandon(rows)
        }

        // MARK: Columns

        /// The number of columns.
        public var columnCount: Int32 { Int32(clamping: rows.columns.names.count) }

        /// The index of a column, from 0; -1 if there is none of that name, in any case of letters.
        public func columnIndex(forName columnName: String) -> Int32 { Int32(clamping: rows.columns[columnName] ?? -1) }

        /// The name of a column; nil for an index out of range.
        public func columnName(for columnIdx: Int32) -> String? {
            rows.columns.names.indices.contains(Int(columnIdx)) ? rows.columns.names[Int(columnIdx)] : nil
        }

        /// The current row by the names of the columns, with `NSNull` for NULL; nil if no row is current.
        public var resultDictionary: [AnyHashable: Any]? {
            guard let current else { return nil }
            return Dictionary(
                zip(rows.columns.names, current.map(\.object)).map { (AnyHashable($0), $1) }, uniquingKeysWith: { $1 })
        }

        /// NULL also for an index out of range, and if no row is current.
        private func value(_ index: Int32) -> FMValue {
            guard let current, current.indices.contains(Int(index)) else { return .null }
            return current[Int(index)]
        }

        /// Whether the value is NULL; true also for an index out of range, and if no row is current.
        public func columnIndexIsNull(_ columnIdx: Int32) -> Bool { value(columnIdx).isNull }
        /// An integer, cut to 32 bits as by SQLite; 0 for NULL.
        public func int(forColumnIndex columnIdx: Int32) -> Int32 {
            Int32(truncatingIfNeeded: value(columnIdx).asInteger)
        }
        /// An integer; 0 for NULL.
        public func long(forColumnIndex columnIdx: Int32) -> Int { Int(truncatingIfNeeded: value(columnIdx).asInteger) }
        /// An integer; 0 for NULL.
        public func longLongInt(forColumnIndex columnIdx: Int32) -> Int64 { value(columnIdx).asInteger }
        /// Whether the integer is not 0.
        public func bool(forColumnIndex columnIdx: Int32) -> Bool { int(forColumnIndex: columnIdx) != 0 }
        /// A number; 0 for NULL.
        public func double(forColumnIndex columnIdx: Int32) -> Double { value(columnIdx).asReal }
        /// Text, also of a number; nil for NULL.
        public func string(forColumnIndex columnIdx: Int32) -> String? { value(columnIdx).asText }
        /// A date in any of the forms of `FMDateStorage`; nil for NULL.
        public func date(forColumnIndex columnIdx: Int32) -> Date? {
            database?.configuration.dates.date(of: value(columnIdx)) ?? FMDateStorage.iso8601.date(of: value(columnIdx))
        }
        /// Bytes of a blob or a text; nil for NULL, and for an empty blob.
        public func data(forColumnIndex columnIdx: Int32) -> Data? {
            value(columnIdx).asData.flatMap { $0.isEmpty ? nil : $0 }
        }
        /// The value as `NSNumber`, `String`, `Data` or `NSNull`; nil for an index out of range, and if no row is current.
        public func object(forColumnIndex columnIdx: Int32) -> Any? {
            current.flatMap { $0.indices.contains(Int(columnIdx)) ? $0[Int(columnIdx)].object : nil }
        }
    }

    /// By the names of the columns, in any case of letters.
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
    }

    /// Conversions as `sqlite3_column_*` makes them.
    extension FMValue {
        fileprivate var asInteger: Int64 {
            switch self {
            case .integer(let integer): integer
            case .real(let real): Int64(exactly: real.rounded(.towardZero)) ?? (real < 0 ? .min : real > 0 ? .max : 0)
            case .text(let text): Int64(text) ?? FMValue.real(FMValue.number(text)).asInteger
            case .blob, .null: 0
            }
        }

        fileprivate var asReal: Double {
            switch self {
            case .integer(let integer): Double(integer)
            case .real(let real): real
            case .text(let text): FMValue.number(text)
            case .blob, .null: 0
            }
        }

        /// The number with which a text begins.
        private static func number(_ text: String) -> Double {
            let start = text.drop { $0.isWhitespace }.prefix { $0.isNumber || "+-.eE".contains($0) }
            var part = start
            while !part.isEmpty {
                if let number = Double(part) { return number }
                part.removeLast()
            }
            return 0
        }

        fileprivate var asText: String? {
            switch self {
            case .null: nil
            case .integer(let integer): String(integer)
            case .real(let real): String(real)
            case .text(let text): text
            case .blob(let data): String(data: data, encoding: .utf8)
            }
        }

        fileprivate var asData: Data? {
            if case .blob(let data) = self { return data }
            return asText.map { Data($0.utf8) }
        }

        fileprivate var object: Any {
            switch self {
            case .null: NSNull()
            case .integer(let integer): NSNumber(value: integer)
            case .real(let real): NSNumber(value: real)
            case .text(let text): text
            case .blob(let data): data
            }
        }
    }
#endif
