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
        case .none:
            var keyed: ((FMRecord) throws(FMError) -> FMTable<FMRecord>)?
            return { record throws(FMError) in
                // SQLite may generate a key that is NULL, so the schema is read. If the table is missing, the insertion
                // throws the error.
                if record.values.contains(.null), keyed == nil { keyed = try? self.recordTables(name, .ifThere) }
                return try record.values.contains(.null)
                    ? keyed?(record) ?? .of(record, name, .rowID) : .of(record, name, .rowID)
            }
        case .ifThere:
            let schema = try schemaColumns(of: name)
            let (key, rowID) = (schema.primaryKey, schema.rowID)
            return { record in
                let isComplete = !key.columns.isEmpty && key.columns.allSatisfy { record[$0] != nil }
                return .of(record, name, isComplete ? key : .rowID, rowID: rowID)
            }
        case .needed(let key?):
            let key = try key.named()
            return { record throws(FMError) in try self.recordTable(of: record, name, key: key) }
        case .needed(nil):
            let schema = try schemaColumns(of: name)
            let (key, rowID) = (schema.primaryKey, schema.rowID)
            guard !key.columns.isEmpty else {
                throw FMError(.misuse, "the table \(name) has no primary key, and the call names no other key")
            }
            return { record throws(FMError) in
                try record.expectKey(key, name)
                return .of(record, name, key, rowID: rowID)
            }
        }
    }

    /// Returns a table with the record's own columns and the key that the call names.
    private func recordTable(of record: FMRecord, _ name: String, key: FMKey) throws(FMError) -> FMTable<FMRecord> {
        try record.expectKey(key, name)
        guard key.columns.contains(where: { record[$0] == .null }) else { return .of(record, name, key) }
        // The schema shows whether SQLite generates the key, and which name refers to the rowid.
        let schema = try schemaColumns(of: name)
        let primary = schema.primaryKey
        let isGiven = primary.isAutomatic && primary.names == key.names
        return .of(record, name, isGiven ? primary : key, rowID: schema.rowID)
    }

    fileprivate func recordTable(
        _ name: String, key: FMKey?, _ columns: [String]
    ) throws(FMError) -> FMTable<FMRecord> {
        let schema = try schemaColumns(of: name)
        let key = try key?.named() ?? schema.primaryKey
        return .of(RecordColumns(columns + key.columns), name, key, rowID: schema.rowID)
    }
}

extension FMRecord {
    fileprivate func expectKey(_ key: FMKey, _ table: String) throws(FMError) {
        try expectWritable()
        if let column = key.columns.first(where: { self[$0] == nil }) {
            throw FMError(.misuse, "the record for the table \(table) lacks the column \(column) of the key")
        }
    }
}
