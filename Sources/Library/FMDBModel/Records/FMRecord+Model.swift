import FMDB

/// Records are models without a table of their own: the call names the table, and the key is read from the schema.
///
///     let users = try db.find(FMRecord.self, from: "users", where: "age > \(3)", orderBy: [.asc("name")])
///     let count = try db.count(FMRecord.self, in: "users")
extension FMRecord: FMModel {
    /// An empty name. A call that does not name a table throws an `FMError` with the code `.misuse`.
    public static var tableName: String { "" }

    /// A table without a name and with unknown columns.
    public static var fmTable: FMTable<FMRecord> { unnamedTable }

    private static let unnamedTable = FMTable<FMRecord>("", [], FMTableOptions(key: .rowID), records: .all)

    /// Creates a copy of a row, as ``init(_:)-(FMRow)`` does.
    public init(fmRow row: FMRow) throws { try self.init(row) }

    /// Passes the values to the statement, matched to the table's columns by name.
    ///
    /// - Throws: `FMError`: `.mismatch` for a value that SQLite cannot store, `.misuse` if the table has other columns.
    public func fmBind(to values: inout FMModelValues) throws {
        try expectWritable()
        try values.add(self)
    }
}

// MARK: - Tables of records

extension [SchemaColumn] {
    /// The primary key. It is automatic if it is a rowid alias.
    var primaryKey: FMKey {
        let key = filter { $0.key > 0 }.sorted { $0.key < $1.key }
        if key.isEmpty { return .rowID }
        if key.count == 1, key[0].type.foldedAsName == "integer" { return .automatic(key[0].name) }
        return FMKey(key.map(\.name))
    }

    /// The name that refers to the rowid, or nil if columns have all of its names. All columns of the table are considered, because a
    /// record may lack the column that has the usual name.
    var rowID: String? { RowIDName.free(of: map(\.name)) }
}

extension FMTable<FMRecord> {
    private static let tables = Cache<RecordTable, FMTable>(limit: 256)

    /// Returns the table of a record. Records with the same columns and key share one table.
    ///
    /// - Parameter rowID: the name that refers to the rowid, for a call that finds rows by rowid.
    static func of(_ record: FMRecord, _ name: String, _ key: FMKey, rowID: String? = nil) -> FMTable {
        of(record.head, name, key, Set(key.columns.filter { record[$0] == .null }.map(\.nameKey)), rowID: rowID)
    }

    /// - Parameter nils: the key columns that are NULL.
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

/// The cache key of a record table: everything by which record tables differ.
private struct RecordTable: Hashable {
    let name: ExactText
    let columns: [ExactText]
    let key: FMKey
    let nils: Set<ExactText>
    let rowID: String?
}

// MARK: - Values

extension FMModelValues {
    /// Adds the values of a record, matched to the table's columns by name.
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
        FMError(
            .misuse,
            "all records of one statement must have the same columns; the calls that take FMRecord accept others")
    }
}

extension FMRecord {
    func values(sorting columns: [String]) throws(FMError) -> [FMValue] {
        try expectWritable()
        return try columns.map { column throws(FMError) in
            if let value = self[column] { return value }
            throw FMError(.misuse, "the record lacks the column \(column), which the pages are sorted by")
        }
    }
}
