import FMDB

// A record is a model, so the verbs for models accept it. But a dictionary literal that is passed to these becomes a `Dictionary`. In the
// overloads below it becomes a record.

extension FMDatabaseAccess {
    /// Inserts a record as a new row.
    ///
    ///     try db.insert(["name": name, "age": 7], into: "users")
    ///
    /// See `insert(_:excluding:into:)`. Columns that the record lacks get their default values.
    @discardableResult
    public func insert(
        _ record: FMRecord, into table: String, file: StaticString = #fileID, line: UInt = #line
    ) throws -> Int64 {
        try writing(file, line) { try $0.insertRow(record, [], table) }
    }

    /// Updates the row that has a record's key with the record's values. Other columns stay unchanged.
    ///
    ///     try db.update(["id": 7, "age": nil], in: "users")
    ///
    /// See `update(_:only:in:key:)`.
    public func update(
        _ record: FMRecord, in table: String, key: FMKey? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws {
        try writing(file, line) { try $0.updateRow(record, nil, table, key) }
    }

    /// Updates the row that has a record's key, or inserts the record if there is none.
    ///
    ///     try db.save(["name": name, "age": 8], in: "users", key: "name")
    ///
    /// See `save(_:in:key:)`.
    public func save(
        _ record: FMRecord, in table: String, key: FMKey? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws {
        try writing(file, line) { try $0.saveRow(record, table, key) }
    }

    /// Sets columns of all rows that match a condition.
    ///
    ///     try db.update(FMRecord.self, set: ["age": nil], in: "users", where: "name = \(name)")
    ///
    /// - Returns: the number of rows changed.
    /// - Throws: `FMError`: `.misuse` if `values` has no column; otherwise the errors of `insert(_:into:)`.
    @discardableResult
    public func update(
        _ type: FMRecord.Type, set values: FMRecord, in table: String, where condition: FMWhere<FMRecord>,
        file: StaticString = #fileID, line: UInt = #line
    ) throws -> Int {
        try writing(file, line) { database in
            try values.expectWritable()
            guard !values.isEmpty else {
                throw FMError(.misuse, "an update of the table \(table) must set at least one column")
            }
            let changes = values.map { "\(FMSQL.column($0.column)) = \(FMSQL.bound($0.value, FMRecord.self))" as FMSQL }
                .joined(", ")
            return try database.execute("UPDATE \(identifier: table) SET \(changes) WHERE \(condition.sql)")
        }
    }
}
