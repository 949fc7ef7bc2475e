import FMDB

/// Records are models whose table the call names, and whose key is read from the schema.
///
///     let users = try db.find(FMRecord.self, from: "users", where: "age > \(3)", orderBy: [.asc("name")])
///     let count = try db.count(FMRecord.self, in: "users")
extension FMRecord: FMModel {
    /// None. A call that names no table throws an `FMError` with the code `.misuse`.
    public static var tableName: String { "" }

    /// A table without a name, whose columns are not known.
    public static var fmTable: FMTable<FMRecord> { unnamedTable }

    private static let unnamedTable = FMTable<FMRecord>("", [], FMTableOptions(key: .rowID), records: .all)

    /// A copy of a row, as ``init(_:)-(FMRow)``.
    public init(fmRow row: FMRow) throws { try self.init(row) }

    /// Gives the values by the names of the table's columns.
    ///
    /// - Throws: `FMError`: `.mismatch` for a value that SQLite cannot hold, `.misuse` if the table has other columns.
    public func fmBind(to values: inout FMModelValues) throws {
        try expectWritable()
        try values.add(self)
    }
}

// MARK: - Tables of records

extension [SchemaColumn] {
    /// The primary key. It is automatic where it is another name of the number of a row.
    var primaryKey: FMKey {
        let key = filter { $0.key > 0 }.sorted { $0.key < $1.key }
        if key.isEmpty { return .rowID }
        if key.count == 1, key[0].type.foldedAsName == "integer" { return .automatic(key[0].name) }
        return FMKey(key.map(\.name))
    }

    /// The name of the number of a row. A record may lack the column that has taken the usual one.
    var rowID: String? { RowIDName.free(of: map(\.name)) }
}

extension FMTable<FMRecord> {
    private static let tables = Cache<RecordTable, FMTable>(limit: 256)

    /// Records with the same columns and key share one.
    ///
    /// - Parameter rowID: the name of the number of a row, for a call that finds rows by it.
    static func of(_ record: FMRecord, _ name: String, _ key: FMKey, rowID: String? = nil) -> FMTable {
        of(record.head, name, key, Set(key.columns.filter { record[$0] == .null }.map(\.nameKey)), rowID: rowID)
    }

    /// - Parameter nils: the columns of the key that are NULL.
    static func of(
        _ columns: RecordColumns, _ name: String, _ key: FMKey, _ nils: Set<ExactText> = [], rowID: String?
    ) -> FMTable {
        let kind = RecordTable(
            name: name.nameKey, columns: columns.folded, key: key, nils: nils, rowID: rowID)
        return tables.value(kind) {
            let shapes = columns.names.map { ColumnShape($0, .blob, isOptional: nils.contains($0.nameKey)) }
            return FMTable(name, shapes.map { FMColumn($0) }, FMTableOptions(key: key), records: .all, rowID: rowID)
        }
    }
}

/// The differences between tables of records.
private struct RecordTable: Hashable {
    let name: ExactText
    let columns: [ExactText]
    let key: FMKey
    let nils: Set<ExactText>
    let rowID: String?
}

// MARK: - Values

extension FMModelValues {
    /// The values of a record, by the names of the table's columns.
    fileprivate mutating func add(_ record: FMRecord) throws(FMError) {
        guard columnNames != record.columns else {
            for value in record.values { try add(value) }
            return
        }
        guard columnNames.count == record.count else { throw FMModelValues.otherColumns }
        for name in columnNames {
            guard let value = record[name] else { throw FMModelValues.otherColumns }
            try add(value)
        }
    }

    private static var otherColumns: FMError {
        FMError(.misuse, "the records of one statement have the same columns; the calls for FMRecord take others too")
    }
}

extension FMRecord {
    func values(sorting columns: [String]) throws(FMError) -> [FMValue] {
        try expectWritable()
        return try columns.map { column throws(FMError) in
            if let value = self[column] { return value }
            throw FMError(.misuse, "the record lacks the column \(column), by which the pages are sorted")
        }
    }
}
