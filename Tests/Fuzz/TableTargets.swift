import SQLite3

@testable import FMDB
@testable import FMDBModel

private nonisolated(unsafe) let raw = RawSQLite(asks: true)
private nonisolated(unsafe) let copy = RawSQLite()

/// The text of `CREATE TABLE` in parts, against what SQLite reports of the table; and the table that is made of the parts.
@Sendable func fuzzTables(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self).withoutNUL
    _ = SQLToken.split(text).map { ($0.name, $0.inner.count) }
    let sql = "CREATE TABLE " + text
    let (code, statement, tail) = raw.prepare(sql)
    guard code == SQLITE_OK, statement.raw != nil, tail == sql.utf8.count,
        sqlite3_exec(raw.handle, "BEGIN", nil, nil, nil) == SQLITE_OK
    else { return }
    defer { sqlite3_exec(raw.handle, "ROLLBACK", nil, nil, nil) }
    guard raw.execute(sql) == SQLITE_OK else { return }
    guard let row = raw.rows("SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY rowid LIMIT 1")?.first,
        let name = row[0], let stored = row[1]
    else { return }
    guard let definition = TableDefinition(stored) else { return expect(false, "not understood: \(stored)") }
    let facts = TableFacts(raw, name)
    expect(definition.columns.map(\.name) == facts.columns.map { $0[1] ?? "" }, "columns of \(stored)")
    expect(definition.isStrict == facts.isStrict, "STRICT: \(stored)")
    expect(definition.isNeverReused == facts.isNeverReused, "AUTOINCREMENT: \(stored)")
    for column in facts.columns { compareAffinity(column[2] ?? "") }
    for column in definition.columns {
        _ = definition.place(of: column.name)
        expect(definition.index(of: column.name) != nil, "the place of \(column.name)")
    }
    compareCopy(definition, name, facts)
}

private struct TableFacts: Equatable {
    var columns: [[String?]] = []
    var keys: [[String?]] = []
    var indexes: [[String?]] = []
    var isStrict = false
    var isWithoutRowID = false
    var isNeverReused = false

    init(_ raw: RawSQLite, _ table: String) {
        let name = FMSQL.quoted(identifier: table)
        columns = raw.rows("PRAGMA table_xinfo(\(name))") ?? []
        keys = raw.rows("PRAGMA foreign_key_list(\(name))") ?? []
        indexes = (raw.rows("PRAGMA index_list(\(name))") ?? []).map { index in
            index + (raw.rows("PRAGMA index_xinfo(\(FMSQL.quoted(identifier: index[1] ?? "")))") ?? []).flatMap { $0 }
        }
        let list = raw.rows("PRAGMA table_list(\(name))")?.first { $0[0] == "main" }
        isStrict = list?[5] == "1"
        isWithoutRowID = list?[4] == "1"
        isNeverReused = raw.value("SELECT count(*) FROM sqlite_master WHERE name = 'sqlite_sequence'") == "1"
    }
}

private func compareCopy(_ definition: TableDefinition, _ name: String, _ facts: TableFacts) {
    let statement = definition.statement(name).text
    expect(copy.execute("BEGIN") == SQLITE_OK, "BEGIN")
    defer { expect(copy.execute("ROLLBACK") == SQLITE_OK, "ROLLBACK") }
    expect(
        copy.execute(statement) == SQLITE_OK, "refused: \(statement) \(String(cString: sqlite3_errmsg(copy.handle)))")
    let made = TableFacts(copy, name)
    // Types are written as they were, but for blanks and comments.
    expect(made == facts, "\(statement) makes \(made) instead of \(facts)")
}

/// A cast converts as a column of the type does.
private func compareAffinity(_ type: String) {
    let query = "SELECT typeof(CAST('1.5' AS \(type))), typeof(CAST(1 AS \(type)))"
    // A quoted type is another text to CAST than to the column.
    let isQuoted = type.contains { "'\"`[".contains($0) }
    guard !type.isEmpty, !isQuoted, let found = raw.rows(query)?.first else { return }
    let affinity = FMSchema.Column(
        name: "", type: type, isNotNull: false, defaultValue: nil, key: 0, isGenerated: false
    ).affinity
    let expected: [String?] =
        switch affinity {
        case .integer: ["integer", "integer"]
        case .text: ["text", "text"]
        case .blob: ["blob", "blob"]
        case .real: ["real", "real"]
        case .numeric: ["real", "integer"]
        }
    expect(found == expected, "\(type) is taken for \(affinity), SQLite: \(found)")
}
