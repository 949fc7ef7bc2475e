import FMDB

// The calls of models that write, for records: a record may have any of the table's columns, and its key may be other
// unique columns than the primary key.

extension FMDatabaseAccess {
    /// Adds a record as a new row.
    ///
    ///     try db.insert(["name": name, "age": 7], into: "users")
    ///
    /// The corresponding SQL is [INSERT](https://sqlite.org/lang_insert.html).
    ///
    /// - Parameters:
    ///   - record: columns that it lacks get their default values.
    ///   - table: any name.
    ///   - file: the caller's file, named in errors about waiting and about locks; so it is in all calls.
    ///   - line: the caller's line.
    /// - Returns: the `rowid` of the new row.
    /// - Throws: `FMError`: `.constraint` if a rule of the table is broken, or the table has ignored the row, by
    ///   `ON CONFLICT IGNORE` or by a trigger; `.error` for a column that the table does not have; `.mismatch` for a value
    ///   that SQLite cannot hold.
    @discardableResult
    public func insert(
        _ record: FMRecord, into table: String, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Int64 {
        try writing(file, line) { try $0.insertRecord(record, table) }
    }

    /// Adds records as new rows, all of them or none.
    ///
    /// - Parameters:
    ///   - records: they need not have the same columns.
    ///   - table: any name.
    ///   - file: the caller's file, named in errors about waiting and locks.
    ///   - line: the caller's line.
    /// - Returns: the `rowid`s of the new rows.
    /// - Throws: `FMError`, as the form for one record does, with the number of the record in `batchIndex`. Nothing is
    ///   changed then.
    @discardableResult
    public func insert(
        _ records: [FMRecord], into table: String, file: StaticString = #fileID, line: UInt = #line
    ) throws -> [Int64] {
        try writing(file, line) { database in
            try database.forAll(records) { try database.insertRecord($0, table) }
        }
    }

    /// Adds records as new rows, as many as can be.
    ///
    /// - Parameters:
    ///   - records: they need not have the same columns.
    ///   - table: any name.
    ///   - file: the caller's file, named in errors about waiting and locks.
    ///   - line: the caller's line.
    /// - Returns: why records are not in the table, by their number, counted from 0: rules of the table, and values that
    ///   SQLite cannot hold.
    /// - Throws: `FMError` for what would concern all of them. Nothing is changed then.
    public func insertPossible(
        _ records: [FMRecord], into table: String, file: StaticString = #fileID, line: UInt = #line
    ) throws -> [Int: FMError] {
        try writing(file, line) { try $0.insertPossibleRecords(records, table) }
    }

    /// Writes the values of a record over those of the row that has its key. Other columns stay as they are.
    ///
    ///     try db.update(["id": 7, "age": nil], in: "users")
    ///
    /// The corresponding SQL is [UPDATE](https://sqlite.org/lang_update.html).
    ///
    /// - Parameters:
    ///   - record: the key and at least one column besides.
    ///   - table: any name.
    ///   - key: the columns that tell the rows from each other; nil for the table's primary key.
    ///   - file: the caller's file, named in errors about waiting and locks.
    ///   - line: the caller's line.
    /// - Throws: `FMError`: `.notFound` if no row has the key; `.misuse` if the record lacks the key, has nil in all of
    ///   its columns or has nothing besides; otherwise as `insert(_:into:)`.
    public func update(
        _ record: FMRecord, in table: String, key: FMKey? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws {
        try writing(file, line) {
            try $0.updateRow(record, nil, $0.table(of: record, table, key: $0.recordKey(key, of: table)))
        }
    }

    /// Writes records over the rows that have their keys, all of them or none.
    ///
    /// - Parameters:
    ///   - records: they need not have the same columns.
    ///   - table: any name.
    ///   - key: the columns that tell the rows from each other; nil for the table's primary key.
    ///   - file: the caller's file, named in errors about waiting and locks.
    ///   - line: the caller's line.
    /// - Throws: `FMError`, as the form for one record does, with the number of the record in `batchIndex`. Nothing is
    ///   changed then.
    public func update(
        _ records: [FMRecord], in table: String, key: FMKey? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws {
        try writing(file, line) { database in
            let key = try database.recordKey(key, of: table)
            try database.forAll(records) { try database.updateRow($0, nil, database.table(of: $0, table, key: key)) }
        }
    }

    /// Sets columns of all rows that a condition holds for.
    ///
    ///     try db.update(FMRecord.self, set: ["age": nil], in: "users", where: "name = \(name)")
    ///
    /// - Parameters:
    ///   - type: `FMRecord.self`.
    ///   - values: at least one column.
    ///   - table: any name.
    ///   - condition: which rows.
    ///   - file: the caller's file, named in errors about waiting and locks.
    ///   - line: the caller's line.
    /// - Returns: how many rows were changed.
    /// - Throws: `FMError`: `.misuse` without columns, otherwise as `insert(_:into:)`.
    @discardableResult
    public func update(
        _ type: FMRecord.Type, set values: FMRecord, in table: String, where condition: FMWhere<FMRecord>,
        file: StaticString = #fileID, line: UInt = #line
    ) throws -> Int {
        try writing(file, line) { try $0.update(table, set: values, condition) }
    }

    /// Writes a record over the row that has its key, or adds it if there is none.
    ///
    /// It is one statement, [UPSERT](https://sqlite.org/lang_upsert.html), or two where SQLite is older than 3.24. The
    /// columns of the key must be the table's primary key or unique.
    ///
    /// - Parameters:
    ///   - record: columns that it lacks stay as they are, or get their default values. If its key is nil and SQLite gives
    ///     the table's keys, it is a new row.
    ///   - table: any name.
    ///   - key: the columns that tell the rows from each other; nil for the table's primary key.
    ///   - file: the caller's file, named in errors about waiting and locks.
    ///   - line: the caller's line.
    /// - Throws: `FMError`: `.misuse` if the record lacks the key, or has nil in all of its columns though SQLite does not
    ///   give it; otherwise as `insert(_:into:)`.
    public func save(
        _ record: FMRecord, in table: String, key: FMKey? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws {
        try writing(file, line) { database in
            let key = try database.recordKey(key, of: table)
            _ = try database.save([record], database.table(of: record, table, key: key))
        }
    }

    /// Writes records over the rows that have their keys, or adds them where there are none. All of them or none.
    ///
    /// - Parameters:
    ///   - records: they need not have the same columns.
    ///   - table: any name.
    ///   - key: the columns that tell the rows from each other; nil for the table's primary key.
    ///   - file: the caller's file, named in errors about waiting and locks.
    ///   - line: the caller's line.
    /// - Throws: `FMError`, as the form for one record does, with the number of the record in `batchIndex`. Nothing is
    ///   changed then.
    public func save(
        _ records: [FMRecord], in table: String, key: FMKey? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws {
        try writing(file, line) { database in
            let key = try database.recordKey(key, of: table)
            try database.forAll(records) { try database.save([$0], database.table(of: $0, table, key: key)) }
        }
    }

    /// Removes all rows of a table, and adds records. All of it or nothing.
    ///
    /// - Parameters:
    ///   - type: `FMRecord.self`.
    ///   - records: the new content; they need not have the same columns.
    ///   - table: any name.
    ///   - file: the caller's file, named in errors about waiting and locks.
    ///   - line: the caller's line.
    /// - Throws: `FMError`, as `insert(_:into:)` does. Nothing is changed then.
    public func replaceAll(
        _ type: FMRecord.Type, with records: [FMRecord], in table: String, file: StaticString = #fileID,
        line: UInt = #line
    ) throws {
        try writing(file, line) { database in
            try database.allOrNothing {
                try database.delete(type, from: table, where: .all)
                try database.insert(records, into: table)
            }
        }
    }

    /// Removes the row that has the key of a record.
    ///
    /// The corresponding SQL is [DELETE](https://sqlite.org/lang_delete.html).
    ///
    /// - Parameters:
    ///   - record: columns besides the key do not count.
    ///   - table: any name.
    ///   - key: the columns that tell the rows from each other; nil for the table's primary key.
    ///   - file: the caller's file, named in errors about waiting and locks.
    ///   - line: the caller's line.
    /// - Returns: whether there was such a row.
    /// - Throws: `FMError`: `.misuse` if the record lacks the key, or has nil in all of its columns though SQLite does not
    ///   give it; SQLite's code if it refuses.
    @discardableResult
    public func delete(
        _ record: FMRecord, from table: String, key: FMKey? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Bool {
        try writing(file, line) {
            try $0.deleteRow(record, $0.table(of: record, table, key: $0.recordKey(key, of: table)))
        }
    }

    /// Removes the rows that have the keys of records, all of them or none.
    ///
    /// - Parameters:
    ///   - records: columns besides the key do not count.
    ///   - table: any name.
    ///   - key: the columns that tell the rows from each other; nil for the table's primary key.
    ///   - file: the caller's file, named in errors about waiting and locks.
    ///   - line: the caller's line.
    /// - Returns: how many rows there were.
    /// - Throws: `FMError`, as the form for one record does. Nothing is changed then.
    @discardableResult
    public func delete(
        _ records: [FMRecord], from table: String, key: FMKey? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Int {
        try writing(file, line) { database in
            let key = try database.recordKey(key, of: table)
            return try database.forAll(records) { try database.deleteRow($0, database.table(of: $0, table, key: key)) }
                .filter(\.self).count
        }
    }
}

// MARK: - Pages by another key

extension FMDatabaseAccess {
    /// The rows that come after another one, page by page, where other columns than the primary key tell them from each
    /// other.
    ///
    ///     let page = try db.find(FMRecord.self, from: "seats", after: last, limit: 50, key: ["row", "number"])
    ///
    /// - Parameters:
    ///   - type: `FMRecord.self`.
    ///   - table: any name.
    ///   - condition: which rows.
    ///   - order: columns by their names, in their order; the key decides between equals.
    ///   - last: the last row of the page before; nil for the first page.
    ///   - limit: how many at the most.
    ///   - key: unique columns.
    ///   - file: the caller's file, named in errors about waiting and locks.
    ///   - line: the caller's line.
    /// - Throws: `FMError`: `.misuse` for an order that is no column, for a record that lacks a column of the order or of
    ///   the key, and for a negative limit; otherwise as `find(_:from:where:orderBy:limit:offset:)`.
    public func find(
        _ type: FMRecord.Type, from table: String, where condition: FMWhere<FMRecord> = .all,
        orderBy order: [FMOrder<FMRecord>] = [], after last: FMRecord?, limit: Int, key: FMKey,
        file: StaticString = #fileID, line: UInt = #line
    ) throws -> [FMRecord] {
        let selection = Selection(condition, order, limit: limit, offset: 0)
        return try reading(file, line) { try $0.models(type, selection.page($0, table, after: last, key: key)) }
    }
}

// MARK: - On a connection

extension FMDatabase {
    fileprivate func insertRecord(_ record: FMRecord, _ name: String) throws -> Int64 {
        let table = FMTable<FMRecord>.of(record, name, .rowID)
        return try insertRow(record, with: table.sql.insertion, table)
    }

    fileprivate func insertPossibleRecords(_ records: [FMRecord], _ name: String) throws -> [Int: FMError] {
        try allOrNothing {
            var failures: [Int: FMError] = [:]
            for (index, record) in records.enumerated() {
                do {
                    _ = try insertRecord(record, name)
                } catch let error as FMError where error.concernsOneModel && isTransactionOpen {
                    failures[index] = error
                }
            }
            return failures
        }
    }

    fileprivate func update(_ table: String, set values: FMRecord, _ condition: FMWhere<FMRecord>) throws -> Int {
        try values.expectWritable()
        guard !values.isEmpty else {
            throw FMError(.misuse, "an update of the table \(table) sets at least one column")
        }
        let changes = values.map { "\(FMSQL.column($0.column)) = \($0.value)" as FMSQL }.joined(", ")
        return try execute("UPDATE \(identifier: table) SET \(changes) WHERE \(condition.sql)")
    }

    @discardableResult
    fileprivate func forAll<Value>(_ records: [FMRecord], _ body: (FMRecord) throws -> Value) throws -> [Value] {
        try allOrNothing {
            var values: [Value] = []
            values.reserveCapacity(records.count)
            for (index, record) in records.enumerated() {
                do {
                    values.append(try body(record))
                } catch let error as FMError {
                    throw error.ofElement(index)
                }
            }
            return values
        }
    }

    /// Calls a body for each row. All rows of a query share the names of their columns.
    @usableFromInline
    func forEachRecord(_ sql: FMSQL, _ body: (FMRecord) throws -> Void) throws {
        let cursor = try query(sql)
        defer { cursor.close() }
        var columns: RecordColumns?
        while let row = try cursor.nextRow() {
            let known = try RecordColumns.of(row, sql, known: &columns)
            try body(try FMRecord(row, known))
        }
    }
}
