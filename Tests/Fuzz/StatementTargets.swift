import SQLite3

@testable import FMDB

private nonisolated(unsafe) let raw = RawSQLite(
    """
    CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT UNIQUE); CREATE VIEW v AS SELECT * FROM t; CREATE INDEX i ON t (b);
    ATTACH ':memory:' AS aux;
    """, asks: true)

/// The scanners of the first words of a text: SQLite says to its authorizer what a statement does.
@Sendable func fuzzStatements(_ bytes: [UInt8]) {
    let sql = String(decoding: bytes, as: UTF8.self).withoutNUL
    raw.permissions = []
    let (code, statement, tail) = raw.prepare(sql)
    let asked = raw.permissions
    var pragma: CheckpointPragma?
    let answer = Array(sql.utf8).withUnsafeBufferPointer {
        CheckpointPragma.read($0, schemas: ["main", "temp", "aux"], &pragma)
    }
    expect(answer == SQLITE_OK, "the pragma is not read: \(answer)")
    compareKeys(sql, asked)
    compare(pragma, sql, asked, code, statement, tail)
    guard code == SQLITE_OK, statement.raw != nil else { return }
    let isExplained = sqlite3_stmt_isexplain(statement.raw) != 0
    compareControl(sql, asked, isExplained)
    compareKind(sql, asked, isExplained)
}

private func compareKeys(_ sql: String, _ asked: [RawSQLite.Permission]) {
    let keys: Set = ["key", "rekey", "hexkey", "hexrekey", "textkey", "textrekey", "cipher_license"]
    let namesKey = asked.contains { $0.action == SQLITE_PRAGMA && keys.contains(($0.first ?? "").foldedAsName) }
    expect(!namesKey || sql.namesKey, "a key is not noticed")
}

private func compareControl(_ sql: String, _ asked: [RawSQLite.Permission], _ isExplained: Bool) {
    let first = asked.first { $0.action == SQLITE_TRANSACTION || $0.action == SQLITE_SAVEPOINT }
    let (step, name) = (first?.first ?? "", first?.second ?? "")
    var expected: ControlStatement?
    if let first, !isExplained {
        switch (first.action, step) {
        case (SQLITE_TRANSACTION, "BEGIN"): expected = .begin
        case (SQLITE_TRANSACTION, "COMMIT"): expected = .commit
        case (SQLITE_TRANSACTION, _): expected = .rollback
        case (_, "BEGIN"): expected = .savePoint(name)
        case (_, "RELEASE"): expected = .release(name)
        default: expected = .rollbackTo(name)
        }
    }
    let found = ControlStatement(sql)
    expect(found == expected, "control: \(String(describing: found)), SQLite: \(String(describing: expected))")
    expect(expected == nil || ControlStatement.mayOccur(in: sql), "a script with it is not noticed")
}

private func compareKind(_ sql: String, _ asked: [RawSQLite.Permission], _ isExplained: Bool) {
    let kind = StatementKind(sql)
    if !kind.mayChangeSchema {
        let harmless = [
            SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE, SQLITE_RECURSIVE,
            SQLITE_TRANSACTION, SQLITE_SAVEPOINT,
        ]
        let other = asked.first { !harmless.contains($0.action) }
        expect(other == nil, "\(kind) does \(other?.action ?? 0) \(other?.first ?? "")")
    }
    guard !isExplained, sql.foldedAsName.contains("vacuum"), let plan = raw.rows("EXPLAIN " + sql) else { return }
    guard plan.contains(where: { $0[1] == "Vacuum" }) else { return }
    expect(kind == .vacuum && Connection.mayVacuum(sql), "VACUUM is taken for \(kind)")
}

private func compare(
    _ pragma: CheckpointPragma?, _ sql: String, _ asked: [RawSQLite.Permission], _ code: Int32,
    _ statement: RawStatement, _ tail: Int
) {
    let names = ["wal_checkpoint", "wal_autocheckpoint"]
    let isExplained = sqlite3_stmt_isexplain(statement.raw) != 0
    let real = asked.first {
        $0.action == SQLITE_PRAGMA && names.contains(($0.first ?? "").foldedAsName)
            && !(isExplained && $0.first?.foldedAsName == "wal_checkpoint")
    }
    if code != SQLITE_OK {
        // SQLite is left to say that there is no such database.
        let isUnknown =
            pragma?.schema.map { $0.foldedAsName != "temp" && sqlite3_db_readonly(raw.handle, $0) < 0 } ?? false
        return expect(pragma == nil || isUnknown, "a pragma that SQLite refuses is carried out")
    }
    guard let real, let pragma else {
        return expect(real == nil && pragma == nil, "pragma: \(pragma != nil), SQLite: \(real != nil)")
    }
    expect(CheckpointPragma.isMentioned(in: sql) || isEscaped(sql), "a script with the pragma is not noticed")
    expect(pragma.schema?.foldedAsName == real.schema?.foldedAsName, "the schema of the pragma")
    expect(pragma.length == tail, "length of the pragma: \(pragma.length), SQLite: \(tail)")
    switch pragma.action {
    case .checkpoint(let mode): expect(mode == reference(mode: real.second), "mode \(mode)")
    case .limit(nil): expect(real.second == nil, "a limit is not seen")
    case .limit(let limit?):
        let set = raw.value("PRAGMA wal_autocheckpoint")
        expect(set == String(max(0, limit)), "limit \(limit), SQLite: \(set ?? "")")
    }
}

/// Quotes are doubled within quotes; then the name is not to be found in the text.
private func isEscaped(_ sql: String) -> Bool { sql.contains("\"\"") || sql.contains("''") || sql.contains("``") }

private func reference(mode: String?) -> Int32 {
    let modes = [
        "full": SQLITE_CHECKPOINT_FULL, "restart": SQLITE_CHECKPOINT_RESTART, "truncate": SQLITE_CHECKPOINT_TRUNCATE,
    ]
    return modes[mode?.foldedAsName ?? ""] ?? SQLITE_CHECKPOINT_PASSIVE
}
