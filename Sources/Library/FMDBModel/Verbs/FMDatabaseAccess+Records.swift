import FMDB

// A record is a model, and the verbs of models serve it. Of a dictionary literal Swift would make a `Dictionary` there; these
// take it for a record.

extension FMDatabaseAccess {
    /// Adds a record as a new row, as other models are.
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

    /// Writes the values of a record over those of the row that has its key. Other columns stay as they are.
    ///
    ///     try db.update(["id": 7, "age": nil], in: "users")
    ///
    /// See `update(_:only:in:key:)`.
    public func update(
        _ record: FMRecord, in table: String, key: FMKey? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws {
        try writing(file, line) { try $0.updateRow(record, nil, table, key) }
    }

    /// Writes a record over the row that has its key, or adds it if there is none, as other models are.
    ///
    ///     try db.save(["name": name, "age": 8], in: "users", key: "name")
    ///
    /// See `save(_:in:key:)`.
    public func save(
        _ record: FMRecord, in table: String, key: FMKey? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws {
        try writing(file, line) { try $0.saveRow(record, table, key) }
    }

    /// Sets columns of all rows that fulfil a condition.
    ///
    ///     try db.update(FMRecord.self, set: ["age": nil], in: "users", where: "name = \(name)")
    ///
    /// - Returns: how many rows were changed.
    /// - Throws: `FMError`: `.misuse` without columns, otherwise as `insert(_:into:)`.
    @discardableResult
    public func update(
        _ type: FMRecord.Type, set values: FMRecord, in table: String, where condition: FMWhere<FMRecord>,
        file: StaticString = #fileID, line: UInt = #line
    ) throws -> Int {
        try writing(file, line) { database in
            try values.expectWritable()
            guard !values.isEmpty else {
                throw FMError(.misuse, "an update of the table \(table) sets at least one column")
            }
            let changes = values.map { "\(FMSQL.column($0.column)) = \(FMSQL.bound($0.value, FMRecord.self))" as FMSQL }
                .joined(", ")
            return try database.execute("UPDATE \(identifier: table) SET \(changes) WHERE \(condition.sql)")
        }
    }
}
