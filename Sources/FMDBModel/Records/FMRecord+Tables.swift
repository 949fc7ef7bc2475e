import FMDB

extension RecordTables<FMRecord> {
    static let all = RecordTables(
        ofValues: { database, name, use throws(FMError) in try database.recordTables(name, use) },
        ofColumns: { database, name, key, columns throws(FMError) in
            try database.recordTable(name, key: key, columns)
        })
}

extension FMDatabase {
    fileprivate func recordTables(
        _ name: String, _ use: KeyUse
    ) throws(FMError) -> (FMRecord) throws(FMError) -> FMTable<FMRecord> {
        switch use {
        case .none: return { record in .of(record, name, .rowID) }
        case .ifThere:
            let key = try schema(of: name).primaryKey
            return { record in
                let isComplete = !key.columns.isEmpty && key.columns.allSatisfy { record[$0] != nil }
                return .of(record, name, isComplete ? key : .rowID)
            }
        case .needed(let key):
            let key = try recordKey(key, of: name)
            return { record throws(FMError) in try self.recordTable(of: record, name, key: key) }
        }
    }

    /// The key of records that was named, or else the table's primary key.
    private func recordKey(_ key: FMKey?, of table: String) throws(FMError) -> FMKey {
        if let key { return try key.named() }
        let primary = try schema(of: table).primaryKey
        guard !primary.columns.isEmpty else {
            throw FMError(.misuse, "the table \(table) has no primary key, and no other key was named")
        }
        return primary
    }

    /// The table of a record's own columns, with its key.
    ///
    /// - Throws: `FMError`: `.misuse` if the record lacks a column of the key, `.mismatch` for a value that SQLite cannot
    ///   hold.
    private func recordTable(of record: FMRecord, _ name: String, key: FMKey) throws(FMError) -> FMTable<FMRecord> {
        try record.expectWritable()
        if let column = key.columns.first(where: { record[$0] == nil }) {
            throw FMError(.misuse, "the record for the table \(name) lacks the column \(column) of the key")
        }
        guard !key.isAutomatic, key.columns.allSatisfy({ record[$0] == .null }) else { return .of(record, name, key) }
        // Whether SQLite gives it.
        let primary = try schema(of: name).primaryKey
        return .of(record, name, primary.isAutomatic && primary.names == key.names ? primary : key)
    }

    fileprivate func recordTable(
        _ name: String, key: FMKey?, _ columns: [String]
    ) throws(FMError) -> FMTable<FMRecord> {
        let schema = try schema(of: name)
        let key = try key?.named() ?? schema.primaryKey
        // Without a key the number of the row counts, whose name a column may have.
        let others = key.columns.isEmpty ? schema.map(\.name) : key.columns
        return .of(RecordColumns(columns + others), name, key)
    }
}
