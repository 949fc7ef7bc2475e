import Foundation

extension FMResultSet {
    /// The number of columns, known before the first row; 0 after the set is closed. See
    /// [`sqlite3_column_count`](https://sqlite.org/c3ref/column_count.html).
    public var columnCount: Int32 {
        guard isOpen else { return 0 }
        return cursor.namesBeforeStep.map { Int32($0.names.count) } ?? cursor.columnCount
    }

    /// The index of a column, counted from 0. If several columns share a name, the last one is used.
    ///
    /// - Parameter columnName: the name, case-insensitive. If the names of two columns differ only in the case of a letter beyond A to Z,
    ///   such as "Ä" and "ä", each name finds its own column, as in SQLite.
    /// - Returns: -1 for an unknown name, which also logs a warning, and after the result set is closed.
    @discardableResult
    public func columnIndex(forName columnName: String) -> Int32 {
        guard isOpen else { return -1 }
        let names = cursor.namesBeforeStep
        let index = names.map { $0.index(columnName) } ?? cursor.columnIndex(columnName)
        return index < 0 ? foldedIndex(columnName, names ?? cursor.columnNames) : index
    }

    /// Returns the index of a column for an accessor. Unlike ``columnIndex(forName:)`` it makes no check that ``has(_:)`` also makes,
    /// because the accessor calls that next.
    @inline(__always)
    func index(_ columnName: String) -> Int32 { state.expectedColumn(columnName) ?? unexpected(columnName) }

    @inline(never)
    private func unexpected(_ columnName: String) -> Int32 {
        guard state.pointee.use == use else { return -1 }
        let index = cursor.columnIndex(columnName)
        return index < 0 ? foldedIndex(columnName, cursor.columnNames) : index
    }

    /// Ignores the case of all letters, as FMDB does. SQLite ignores only the case of ASCII letters.
    private func foldedIndex(_ columnName: String, _ names: ColumnNames) -> Int32 {
        let index = names.indexInAnyCase(columnName)
        if index < 0 { warnOfMissing(columnName) }
        return index
    }

    /// Warns about a date stored as text. Without a date format, SQLite converts the text to a number: "2026-05-18" to 2026.
    private func warnOfDate(_ columnIdx: Int32) {
        guard let text = cursor.string(columnIdx), Double(text) == nil else { return }
        let name = columnName(for: columnIdx) ?? ""
        warn(
            "the text in the column \(name) is not a number of seconds: call setDateFormat(_:) to read dates from text")
    }

    private func warnOfMissing(_ columnName: String) {
        parentDB?.logWarning("the query has no column named \(columnName)", sql: query)
    }

    /// The name of a column as written in the query, or its alias. See [`sqlite3_column_name`](https://sqlite.org/c3ref/column_name.html).
    ///
    /// - Parameter columnIdx: counted from 0.
    /// - Returns: nil for an index out of range, and after the set is closed.
    @discardableResult
    public func columnName(for columnIdx: Int32) -> String? {
        guard isOpen else { return nil }
        guard let names = cursor.namesBeforeStep?.names else { return cursor.columnName(at: columnIdx) }
        return names.indices.contains(Int(columnIdx)) ? names[Int(columnIdx)] : nil
    }
}

// MARK: - By index

/// The accessors return 0, false or nil for an index out of range, for NULL, and if there is no current row. See
/// [`sqlite3_column_*`](https://sqlite.org/c3ref/column_blob.html).
extension FMResultSet {
    /// The low 32 bits of ``longLongInt(forColumnIndex:)``.
    @discardableResult
    public func int(forColumnIndex columnIdx: Int32) -> Int32 {
        Int32(truncatingIfNeeded: longLongInt(forColumnIndex: columnIdx))
    }

    /// ``longLongInt(forColumnIndex:)``, as wide as the platform's `Int`.
    @discardableResult
    public func long(forColumnIndex columnIdx: Int32) -> Int {
        Int(truncatingIfNeeded: longLongInt(forColumnIndex: columnIdx))
    }

    /// An integer of 64 bits; other values are converted by SQLite's rules. 0 for NULL, for an index (counted from 0) out of range, and if
    /// no row is current. See [`sqlite3_column_int64`](https://sqlite.org/c3ref/column_blob.html).
    @discardableResult
    public func longLongInt(forColumnIndex columnIdx: Int32) -> Int64 {
        hasAtHand(columnIdx) ? state.int64(columnIdx) : parkedInt64(columnIdx)
    }

    /// The 64 bits of ``longLongInt(forColumnIndex:)`` as an unsigned number.
    @discardableResult
    public func unsignedLongLongInt(forColumnIndex columnIdx: Int32) -> UInt64 {
        UInt64(bitPattern: longLongInt(forColumnIndex: columnIdx))
    }

    /// Whether ``int(forColumnIndex:)`` is not 0.
    @discardableResult
    public func bool(forColumnIndex columnIdx: Int32) -> Bool { int(forColumnIndex: columnIdx) != 0 }

    /// A real number; other values are converted by SQLite's rules. 0 for NULL, for an index (counted from 0) out of range, and if no row
    /// is current. See [`sqlite3_column_double`](https://sqlite.org/c3ref/column_blob.html).
    @discardableResult
    public func double(forColumnIndex columnIdx: Int32) -> Double {
        hasAtHand(columnIdx) ? state.double(columnIdx) : parkedDouble(columnIdx)
    }

    /// Text, including NUL characters: numbers as SQLite formats them, a blob decoded as UTF-8. nil for a blob that is not UTF-8, for NULL,
    /// for an index (counted from 0) out of range, and if no row is current. See
    /// [`sqlite3_column_text`](https://sqlite.org/c3ref/column_blob.html).
    @discardableResult
    public func string(forColumnIndex columnIdx: Int32) -> String? { has(columnIdx) ? cursor.string(columnIdx) : nil }

    /// A date, parsed with the format of ``FMDatabase/setDateFormat(_:)`` if it is set; otherwise read as seconds since 1970. nil for text
    /// that does not match, for NULL, for an index (counted from 0) out of range, and if no row is current. See
    /// [`sqlite3_column_double`](https://sqlite.org/c3ref/column_blob.html).
    @discardableResult
    public func date(forColumnIndex columnIdx: Int32) -> Date? {
        let type = type(forColumnIndex: columnIdx)
        guard type != .null else { return nil }
        guard let parent = parentDB, parent.dateFormatter != nil else {
            if type == .text { warnOfDate(columnIdx) }
            return Date(timeIntervalSince1970: cursor.double(columnIdx))
        }
        return cursor.string(columnIdx).flatMap { parent.date(from: $0) }
    }

    /// The bytes of a blob or of text; for a number, the bytes of its text. nil for an empty blob, as in FMDB;
    /// ``dataNoCopy(forColumnIndex:)`` distinguishes it from NULL. Also nil for NULL, for an index (counted from 0) out of range, and if no
    /// row is current. See [`sqlite3_column_blob`](https://sqlite.org/c3ref/column_blob.html).
    @discardableResult
    public func data(forColumnIndex columnIdx: Int32) -> Data? {
        guard let data = dataNoCopy(forColumnIndex: columnIdx), !data.isEmpty else { return nil }
        return data
    }

    /// Like ``data(forColumnIndex:)``, but an empty blob is empty data. Unlike its name says, it is a copy, which remains valid.
    @discardableResult
    public func dataNoCopy(forColumnIndex columnIdx: Int32) -> Data? { has(columnIdx) ? cursor.data(columnIdx) : nil }

    /// The text as a NUL-terminated C string, without a copy. SQLite owns the memory, which is valid until the next step or the next
    /// conversion of the column. nil for NULL, for an index (counted from 0) out of range, and if no row is current. See
    /// [`sqlite3_column_text`](https://sqlite.org/c3ref/column_blob.html).
    @discardableResult
    public func utf8String(forColumnIndex columnIdx: Int32) -> UnsafePointer<UInt8>? {
        has(columnIdx) ? cursor.utf8(columnIdx) : nil
    }

    /// The value as `NSNumber`, `String`, `Data` or `NSNull`. An empty blob and text that is not UTF-8 are also `NSNull`. nil for an index
    /// (counted from 0) out of range, and if no row is current. See [`sqlite3_column_type`](https://sqlite.org/c3ref/column_blob.html).
    @discardableResult
    public func object(forColumnIndex columnIdx: Int32) -> Any? { has(columnIdx) ? object(columnIdx) : nil }

    /// The storage class; also `.null` for an index (counted from 0) out of range, and if no row is current. See
    /// [`sqlite3_column_type`](https://sqlite.org/c3ref/column_blob.html).
    @discardableResult
    public func type(forColumnIndex columnIdx: Int32) -> SqliteValueType {
        guard has(columnIdx) else { return .null }
        return SqliteValueType(rawValue: cursor.columnType(columnIdx)) ?? .null
    }

    /// Whether the value is NULL; also true for an index (counted from 0) out of range, and if no row is current. See
    /// [`sqlite3_column_type`](https://sqlite.org/c3ref/column_blob.html).
    @discardableResult
    public func columnIndexIsNull(_ columnIdx: Int32) -> Bool { type(forColumnIndex: columnIdx) == .null }

    /// The same as ``object(forColumnIndex:)``.
    public subscript(columnIdx: Int32) -> Any? { object(forColumnIndex: columnIdx) }

    // A separate function, so that the fast path only jumps here and saves no registers: 12 instructions instead of 24.
    @inline(never)
    private func parkedInt64(_ index: Int32) -> Int64 { has(index) ? cursor.int64(index) : 0 }

    @inline(never)
    private func parkedDouble(_ index: Int32) -> Double { has(index) ? cursor.double(index) : 0 }

    /// The value of a column that exists.
    func object(_ index: Int32) -> Any {
        switch SqliteValueType(rawValue: cursor.columnType(index)) {
        case .integer: NSNumber(value: cursor.int64(index))
        case .float: NSNumber(value: cursor.double(index))
        case .text: cursor.string(index) ?? NSNull()
        case .blob: data(forColumnIndex: index) ?? NSNull()
        default: NSNull()
        }
    }
}
