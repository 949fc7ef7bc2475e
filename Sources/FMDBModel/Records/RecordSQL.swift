import FMDB

/// The statements that write records.
enum RecordSQL {
    static func insertion(_ record: FMRecord, into table: String) throws(FMError) -> FMSQL {
        try record.expectWritable()
        guard !record.isEmpty else { return "INSERT INTO \(identifier: table) DEFAULT VALUES" }
        let names = record.columns.map { FMSQL.column($0).text }.joined(separator: ", ")
        let values = record.values.map { "\($0)" as FMSQL }.joined(", ")
        return "INSERT INTO \(identifier: table) (\(raw: names)) VALUES (\(values))"
    }

    /// - Returns: nil if the record has nothing besides the key.
    static func update(_ record: FMRecord, in table: String, _ key: [String]) throws(FMError) -> FMSQL? {
        let condition = try condition(record, key, table)
        guard let changes = changes(record, without: key) else { return nil }
        return "UPDATE \(identifier: table) SET \(changes) WHERE \(condition)"
    }

    /// One statement, where SQLite has it. See [UPSERT](https://sqlite.org/lang_upsert.html).
    static func upsert(_ record: FMRecord, into table: String, _ key: [String]) throws(FMError) -> FMSQL {
        let insertion = try insertion(record, into: table)
        _ = try condition(record, key, table)
        let target = key.map { FMSQL.column($0).text }.joined(separator: ", ")
        let changes = others(of: record, without: key).map { name in
            "\(FMSQL.column(name).text) = excluded.\(FMSQL.column(name).text)"
        }
        let action = changes.isEmpty ? "DO NOTHING" : "DO UPDATE SET \(changes.joined(separator: ", "))"
        return "\(insertion) ON CONFLICT (\(raw: target)) \(raw: action)"
    }

    /// The condition that a row has the key of a record.
    static func condition(_ record: FMRecord, _ key: [String], _ table: String) throws(FMError) -> FMSQL {
        try record.expectWritable()
        var parts: [FMSQL] = []
        for name in key {
            guard let value = record[name] else {
                throw FMError(.misuse, "the record for the table \(table) lacks the column \(name) of the key")
            }
            parts.append("\(FMSQL.column(name)) IS \(value)")
        }
        return parts.joined(" AND ")
    }

    /// The assignments; nil if there are none.
    static func changes(_ record: FMRecord, without key: [String] = []) -> FMSQL? {
        let key = Set(key.map(ColumnName.init))
        let changes = record.filter { !key.contains(ColumnName($0.column)) }
            .map { "\(FMSQL.column($0.column)) = \($0.value)" as FMSQL }
        return changes.isEmpty ? nil : changes.joined(", ")
    }

    private static func others(of record: FMRecord, without key: [String]) -> [String] {
        let key = Set(key.map(ColumnName.init))
        return record.columns.filter { !key.contains(ColumnName($0)) }
    }
}

extension FMDatabase {
    /// The columns of the key that was named, or else of the table's primary key.
    func keyColumns(_ key: FMKey?, of table: String) throws(FMError) -> [String] {
        if let key {
            guard !key.columns.isEmpty else { throw FMError(.misuse, "a record's key is named by its columns") }
            return key.columns
        }
        let primary = try schema(of: table).filter { $0.key > 0 }.sorted { $0.key < $1.key }.map(\.name)
        guard !primary.isEmpty else {
            throw FMError(.misuse, "the table \(table) has no primary key, and no other key was named")
        }
        return primary
    }

    /// What SQLite says of a table's columns.
    ///
    /// See [PRAGMA table_info](https://sqlite.org/pragma.html#pragma_table_info).
    ///
    /// - Parameter place: "main", "temp" or the name of an attached database; nil for the first that has the table.
    /// - Throws: `FMError` with the code `.notFound` if there is no such table.
    func schema(of table: String, in place: String? = nil) throws(FMError) -> [SchemaColumn] {
        let prefix = place.map { FMSQL.quoted(identifier: $0) + "." } ?? ""
        let cursor = try query("PRAGMA \(raw: prefix)table_info(\(identifier: table))")
        defer { cursor.close() }
        var columns: [SchemaColumn] = []
        while let row = try cursor.nextRow() {
            columns.append(
                SchemaColumn(name: try row.value("name"), type: try row.value("type"), key: try row.value("pk")))
        }
        guard !columns.isEmpty else { throw FMError(.notFound, "there is no table \(table)") }
        return columns
    }
}

/// A column of a table that is there.
struct SchemaColumn {
    let name: String
    /// As it was declared.
    let type: String
    /// The position in the primary key, counted from 1; 0 for the others.
    let key: Int
}
