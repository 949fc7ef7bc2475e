import FMDB

/// Rows written without a model. See ``FMRecord``.
extension FMDatabase {
    /// Adds a record as a new row.
    ///
    ///     try db.insert(["name": name, "age": 7], into: "users")
    ///
    /// The corresponding SQL is [INSERT](https://sqlite.org/lang_insert.html).
    ///
    /// - Parameters:
    ///   - record: columns that it lacks get their default values.
    ///   - table: any name.
    /// - Returns: the `rowid` of the new row.
    /// - Throws: `FMError`: `.constraint` if a rule of the table is broken, or the table has ignored the row, by
    ///   `ON CONFLICT IGNORE` or by a trigger; `.error` for a column that the table does not have; `.mismatch` for a value
    ///   that SQLite cannot hold.
    @discardableResult
    public func insert(_ record: FMRecord, into table: String) throws(FMError) -> Int64 {
        _ = try isRow(execute(RecordSQL.insertion(record, into: table)), in: table)
        return lastInsertRowId
    }

    /// Adds records as new rows, all of them or none.
    ///
    /// - Parameters:
    ///   - records: they need not have the same columns.
    ///   - table: any name.
    /// - Returns: the `rowid`s of the new rows.
    /// - Throws: `FMError`, as the form for one record does, with the number of the record, counted from 0, in the
    ///   message. Nothing is changed then.
    @discardableResult
    public func insert(_ records: [FMRecord], into table: String) throws -> [Int64] {
        try forAll(records) { try insert($0, into: table) }
    }

    /// Adds records as new rows, as many as can be.
    ///
    /// - Parameters:
    ///   - records: they need not have the same columns.
    ///   - table: any name.
    /// - Returns: why records are not in the table, by their number, counted from 0: rules of the table, and values that
    ///   SQLite cannot hold.
    /// - Throws: `FMError` for what would concern all of them. Nothing is changed then.
    public func insertPossible(_ records: [FMRecord], into table: String) throws -> [Int: FMError] {
        try allOrNothing {
            var failures: [Int: FMError] = [:]
            for (index, record) in records.enumerated() {
                do {
                    try insert(record, into: table)
                } catch let error as FMError where error.concernsOneModel && isTransactionOpen {
                    failures[index] = error
                }
            }
            return failures
        }
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
    /// - Throws: `FMError`: `.notFound` if no row has the key; `.misuse` if the record lacks the key, has nil in all of
    ///   its columns or has nothing besides; otherwise as `insert(_:into:)`.
    public func update(_ record: FMRecord, in table: String, key: FMKey? = nil) throws(FMError) {
        try update(record, in: table, keyColumns(key, of: table))
    }

    /// Writes records over the rows that have their keys, all of them or none.
    ///
    /// - Parameters:
    ///   - records: they need not have the same columns.
    ///   - table: any name.
    ///   - key: the columns that tell the rows from each other; nil for the table's primary key.
    /// - Throws: `FMError`, as the form for one record does, with the number of the record, counted from 0, in the
    ///   message. Nothing is changed then.
    public func update(_ records: [FMRecord], in table: String, key: FMKey? = nil) throws {
        let key = try keyColumns(key, of: table)
        try forAll(records) { try update($0, in: table, key) }
    }

    /// Sets columns of all rows that a condition holds for.
    ///
    ///     try db.update("users", set: ["age": nil], where: "name = \(name)")
    ///
    /// - Parameters:
    ///   - table: any name.
    ///   - values: at least one column.
    ///   - condition: which rows. `"1"` is all of them.
    /// - Returns: how many rows were changed.
    /// - Throws: `FMError`: `.misuse` without columns, otherwise as `insert(_:into:)`.
    @discardableResult
    public func update(_ table: String, set values: FMRecord, where condition: FMSQL) throws(FMError) -> Int {
        try values.expectWritable()
        guard let changes = RecordSQL.changes(values) else {
            throw FMError(.misuse, "an update of the table \(table) sets at least one column")
        }
        return try execute("UPDATE \(identifier: table) SET \(changes) WHERE \(condition)")
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
    /// - Throws: `FMError`: `.misuse` if the record lacks the key, or has nil in all of its columns though SQLite does not
    ///   give it; otherwise as `insert(_:into:)`.
    public func save(_ record: FMRecord, in table: String, key: FMKey? = nil) throws {
        try save(record, in: table, keyColumns(key, of: table))
    }

    /// Writes records over the rows that have their keys, or adds them where there are none. All of them or none.
    ///
    /// - Parameters:
    ///   - records: they need not have the same columns.
    ///   - table: any name.
    ///   - key: the columns that tell the rows from each other; nil for the table's primary key.
    /// - Throws: `FMError`, as the form for one record does, with the number of the record, counted from 0, in the
    ///   message. Nothing is changed then.
    public func save(_ records: [FMRecord], in table: String, key: FMKey? = nil) throws {
        let key = try keyColumns(key, of: table)
        try forAll(records) { try save($0, in: table, key) }
    }

    /// Removes all rows of a table, and adds records. All of it or nothing.
    ///
    /// - Parameters:
    ///   - table: any name.
    ///   - records: the new content.
    /// - Throws: `FMError`, as `insert(_:into:)` does. Nothing is changed then.
    public func replaceAll(in table: String, with records: [FMRecord]) throws {
        try allOrNothing {
            try deleteAll(in: table)
            try insert(records, into: table)
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
    /// - Returns: whether there was such a row.
    /// - Throws: `FMError`: `.misuse` if the record lacks the key, or has nil in all of its columns though SQLite does not
    ///   give it; SQLite's code if it refuses.
    @discardableResult
    public func delete(_ record: FMRecord, from table: String, key: FMKey? = nil) throws(FMError) -> Bool {
        try delete(record, from: table, keyColumns(key, of: table)) > 0
    }

    /// Removes the rows that have the keys of records, all of them or none.
    ///
    /// - Parameters:
    ///   - records: columns besides the key do not count.
    ///   - table: any name.
    ///   - key: the columns that tell the rows from each other; nil for the table's primary key.
    /// - Returns: how many rows there were.
    /// - Throws: `FMError`, as the form for one record does. Nothing is changed then.
    @discardableResult
    public func delete(_ records: [FMRecord], from table: String, key: FMKey? = nil) throws -> Int {
        let key = try keyColumns(key, of: table)
        return try forAll(records) { try delete($0, from: table, key) }.reduce(0, +)
    }

    /// Removes all rows of a table that a condition holds for.
    ///
    ///     try db.delete(from: "users", where: "age > \(age)")
    ///
    /// - Returns: how many rows there were.
    /// - Throws: `FMError`: SQLite's code if it refuses.
    @discardableResult
    public func delete(from table: String, where condition: FMSQL) throws(FMError) -> Int {
        try execute("DELETE FROM \(identifier: table) WHERE \(condition)")
    }

    /// Removes all rows of a table.
    ///
    /// - Returns: how many rows there were.
    /// - Throws: `FMError`: SQLite's code if it refuses.
    @discardableResult
    public func deleteAll(in table: String) throws(FMError) -> Int {
        try execute("DELETE FROM \(identifier: table)")
    }
}

extension FMDatabase {
    private func update(_ record: FMRecord, in table: String, _ key: [String]) throws(FMError) {
        try expectKey(record, table, key)
        guard let update = try RecordSQL.update(record, in: table, key) else {
            throw FMError(.misuse, "the record for the table \(table) has nothing besides its key")
        }
        guard try execute(update) > 0 else {
            throw FMError(.notFound, "the table \(table) has no row with the key of the record")
        }
    }

    private func save(_ record: FMRecord, in table: String, _ key: [String]) throws {
        try expectKey(record, table, key)
        if LinkedSQLite.hasUpsert {
            try execute(RecordSQL.upsert(record, into: table, key))
        } else {
            try allOrNothing { try saveInTwoSteps(record, in: table, key) }
        }
    }

    private func saveInTwoSteps(_ record: FMRecord, in table: String, _ key: [String]) throws(FMError) {
        let condition = try RecordSQL.condition(record, key, table)
        let isThere: Bool
        // NULL is no key: no row is found by it, and SQLite gives the new one its number.
        if key.contains(where: { record[$0] == .null }) {
            isThere = false
        } else if let update = try RecordSQL.update(record, in: table, key) {
            isThere = try execute(update) > 0
        } else {
            isThere = try value("SELECT EXISTS (SELECT 1 FROM \(identifier: table) WHERE \(condition))")
        }
        if !isThere { try insert(record, into: table) }
    }

    private func delete(_ record: FMRecord, from table: String, _ key: [String]) throws(FMError) -> Int {
        try expectKey(record, table, key)
        return try execute("DELETE FROM \(identifier: table) WHERE \(RecordSQL.condition(record, key, table))")
    }

    /// A key that is NULL in every column names no row, unless SQLite gives it: then the record is a new row.
    private func expectKey(_ record: FMRecord, _ table: String, _ key: [String]) throws(FMError) {
        guard key.allSatisfy({ record[$0] == .null }) else { return }
        try record.expectWritable()
        let columns = try schema(of: table)
        let primary = columns.filter { $0.key > 0 }
        if key.count == 1, primary.count == 1, ColumnName(primary[0].name) == ColumnName(key[0]),
            primary[0].type.foldedAsName == "integer"
        {
            return
        }
        throw .keyIsNil(key, of: "the record", table: table)
    }

    @discardableResult
    private func forAll<Value>(_ records: [FMRecord], _ body: (FMRecord) throws -> Value) throws -> [Value] {
        try allOrNothing {
            var values: [Value] = []
            values.reserveCapacity(records.count)
            for (index, record) in records.enumerated() {
                do {
                    values.append(try body(record))
                } catch let error as FMError {
                    throw FMError(error.extendedCode, "\(error.message) (record \(index))", sql: error.sql)
                }
            }
            return values
        }
    }
}
