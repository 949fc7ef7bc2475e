import Foundation

/// A table of the new database, which inserts the records of the old one as rows.
final class RescuedTable {
    /// The column to which one value of a record belongs.
    private struct Field {
        let name: String
        let isNullable: Bool
        /// Whether the column has TEXT affinity, so that it contains no numbers.
        let isText: Bool
        /// Whether SQLite computes the value.
        let isGenerated: Bool
        /// Whether the column is a rowid alias, for which the record has NULL.
        let isRowID: Bool
    }

    let name: String
    let root: UInt32
    let isWithoutRowID: Bool
    /// The fields, in the order of the record.
    private let fields: [Field]
    /// A name for the rowid that is not also the name of a column. nil for a WITHOUT ROWID table, and for a table with a rowid alias.
    private let rowIDName: String?
    private var statements: [Int: FMSQL] = [:]
    var counts: FMRepair.Report.Table
    /// The rowid ranges whose pages are lost, or belong to another tree.
    var holes: [RowIDRange] = []

    /// Reads the columns of a table that was just created.
    init(_ name: String, root: UInt32, in database: FMDatabase) throws {
        (self.name, self.root) = (name, root)
        counts = FMRepair.Report.Table(name: name)
        let key = try RescuedTable.keyIndex(of: name, in: database)
        var columns = try database.dictionaries("PRAGMA table_xinfo(\(FMSQL.quoted(identifier: name)))")
        // SQLite before 3.26 has neither `table_xinfo` nor generated columns.
        if columns.isEmpty {
            columns = try database.dictionaries("PRAGMA table_info(\(FMSQL.quoted(identifier: name)))")
        }
        let isKeyed = columns.contains { $0["pk"]?.number ?? 0 > 0 }
        isWithoutRowID = key.map { !$0.isStored } ?? false
        let hasRowIDColumn = isKeyed && key == nil
        // A generated column that is not `STORED` has no value in the record.
        var fields = columns.filter { $0["hidden"]?.number != 2 }.map { column in
            Field(
                name: column["name"]?.string ?? "", isNullable: column["notnull"]?.number == 0,
                isText: DeclaredType(column["type"]?.string ?? "").affinity == .text,
                isGenerated: column["hidden"]?.number == 3,
                isRowID: hasRowIDColumn && column["pk"]?.number ?? 0 > 0)
        }
        if let key, isWithoutRowID {
            let order = try database.dictionaries("PRAGMA index_xinfo(\(FMSQL.quoted(identifier: key.name)))")
            let places = Dictionary(fields.map { ($0.name, $0) }) { first, _ in first }
            fields = order.compactMap { $0["name"].flatMap { places[$0.string] } }
        }
        self.fields = fields
        let names = columns.map { $0["name"]?.string ?? "" }
        rowIDName = isWithoutRowID || hasRowIDColumn ? nil : RowIDName.free(of: names)
    }

    /// Returns the index of the primary key. For a WITHOUT ROWID table it is the table itself.
    private static func keyIndex(of table: String, in database: FMDatabase) throws -> (name: String, isStored: Bool)? {
        let indexes = try database.dictionaries("PRAGMA index_list(\(FMSQL.quoted(identifier: table)))")
        guard let name = indexes.first(where: { $0["origin"]?.string == "pk" })?["name"]?.string else { return nil }
        let count: Int = try database.value("SELECT count(*) FROM sqlite_master WHERE name = \(name)")
        return (name, count > 0)
    }
}

// MARK: - Rows

extension RescuedTable {
    /// Whether the new database has the table.
    var isKnown: Bool { !fields.isEmpty }

    /// Returns whether a record of an unknown table can be a row of this table.
    func fits(_ record: StoredRecord) -> Bool {
        guard record.isWhole, !record.values.isEmpty, record.values.count <= fields.count else { return false }
        return zip(record.values, fields).allSatisfy { value, field in
            switch value {
            case .null: field.isRowID || field.isNullable
            case .integer, .real: !field.isText && !field.isRowID
            case .text, .blob: !field.isRowID
            }
        }
    }

    /// Inserts a row. Returns false if the table refuses it, for example because it already has such a row. Throws `FMError` if the new
    /// file cannot be written.
    func insert(_ record: StoredRecord, rowID: Int64, into database: FMDatabase, _ encoding: DatabaseHeader.Encoding)
        throws -> Bool
    {
        guard record.values.count <= fields.count else { return false }
        do {
            try database.execute(statement(record.values.count)) { values in
                if rowIDName != nil { try values.add(rowID) }
                for (value, field) in zip(record.values, fields) where !field.isGenerated {
                    try values.add(
                        field.isRowID ? BoundRecordValue(.integer(rowID)) : BoundRecordValue(value, encoding))
                }
            }
            return true
        } catch let error as FMError {
            switch error.resultCode {
            case .constraint, .mismatch, .range, .tooBig, .error: return false
            default: throw error
            }
        }
    }

    /// Returns the INSERT for a number of values. Rows that are older than a column have no value for it, and get its default.
    private func statement(_ count: Int) -> FMSQL {
        if let known = statements[count] { return known }
        let names = (rowIDName.map { [$0] } ?? []) + fields.prefix(count).filter { !$0.isGenerated }.map(\.name)
        let table = FMSQL.quoted(identifier: name)
        let columns = FMSQL.list(names)
        let marks = names.map { _ in "?" }.joined(separator: ", ")
        let statement = FMSQL(
            raw: names.isEmpty
                ? "INSERT INTO \(table) DEFAULT VALUES" : "INSERT INTO \(table) (\(columns)) VALUES (\(marks))")
        statements[count] = statement
        return statement
    }
}

/// A value of a record, which is bound as it was stored: even invalid Unicode text is not changed.
struct BoundRecordValue: FMValueConvertible {
    private let value: StoredValue
    private let encoding: DatabaseHeader.Encoding

    init(_ value: StoredValue, _ encoding: DatabaseHeader.Encoding = .utf8) {
        (self.value, self.encoding) = (value, encoding)
    }

    var fmValue: FMValue {
        switch value {
        case .null: .null
        case .integer(let integer): .integer(integer)
        case .real(let real): .real(real)
        case .text: value.text(encoding).map { .text($0) } ?? .null
        case .blob(let bytes): .blob(Data(bytes))
        }
    }

    static func fromFMValue(_ value: FMValue) -> BoundRecordValue? { nil }

    func bindFMParameter(_ parameter: borrowing FMParameter) throws(FMError) {
        guard case .text(let bytes) = value else { return try parameter.bind(fmValue) }
        try parameter.bind(text: bytes, encoding)
    }
}

extension FMDatabase {
    /// Returns the rows of a query as dictionaries by column name.
    final func dictionaries(_ sql: String) throws -> [[String: FMValue]] {
        var rows: [[String: FMValue]] = []
        try forEachRow(FMSQL(raw: sql)) { rows.append(try $0.dictionary()) }
        return rows
    }
}

extension FMValue {
    fileprivate var number: Int64? { if case .integer(let number) = self { number } else { nil } }

    fileprivate var string: String { if case .text(let text) = self { text } else { "" } }
}
