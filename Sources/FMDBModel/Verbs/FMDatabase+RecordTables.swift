import FMDB

extension FMDatabase {
    /// The table of a record's own columns, with the primary key if the record has it.
    func table(of record: FMRecord, _ name: String) throws(FMError) -> FMTable<FMRecord> {
        let key = try schema(of: name).primaryKey
        let isComplete = !key.columns.isEmpty && key.columns.allSatisfy { record[$0] != nil }
        return .of(record, name, isComplete ? key : .rowID)
    }

    /// The table of a record's own columns, with its key.
    ///
    /// - Throws: `FMError`: `.misuse` if the record lacks a column of the key, `.mismatch` for a value that SQLite cannot
    ///   hold.
    func table(of record: FMRecord, _ name: String, key: FMKey) throws(FMError) -> FMTable<FMRecord> {
        try record.expectWritable()
        if let column = key.columns.first(where: { record[$0] == nil }) {
            throw FMError(.misuse, "the record for the table \(name) lacks the column \(column) of the key")
        }
        guard !key.isAutomatic, key.columns.allSatisfy({ record[$0] == .null }) else { return .of(record, name, key) }
        // Whether SQLite gives it.
        let primary = try schema(of: name).primaryKey
        return .of(record, name, primary.isAutomatic && primary.names == key.names ? primary : key)
    }

    /// The table of a call that needs the key, for records one with the key that was named or else with the primary key.
    ///
    /// - Parameter columns: other columns that the call is about.
    func tableWithKey<Model: FMModel>(
        of type: Model.Type, _ name: String?, key: FMKey? = nil, _ columns: [String] = []
    ) throws(FMError) -> FMTable<Model> {
        guard type == FMRecord.self, let name, !name.isEmpty else { return try table(of: type, name) }
        let schema = try schema(of: name)
        let key = try key?.named() ?? schema.primaryKey
        // Without a key the number of the row counts, whose name a column may have.
        let others = key.columns.isEmpty ? schema.map(\.name) : key.columns
        let own = FMTable<FMRecord>.of(RecordColumns(columns + others), name, key)
        if let own = own as? FMTable<Model> { return own }
        return try table(of: type, name)
    }

    /// The key of records that was named, or else the table's primary key.
    func recordKey(_ key: FMKey?, of table: String) throws(FMError) -> FMKey {
        if let key { return try key.named() }
        let primary = try schema(of: table).primaryKey
        guard !primary.columns.isEmpty else {
            throw FMError(.misuse, "the table \(table) has no primary key, and no other key was named")
        }
        return primary
    }
}
