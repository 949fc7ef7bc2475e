import Foundation
import SQLite3

@testable import FMDB

/// How often SQLite has asked whether to go on, and whether it was refused something.
private final class Bounds {
    var rest = 40
    var isRefused = false
}

/// Scripts: each statement by itself, without and with a handler of events, against `sqlite3_exec`.
@Sendable func fuzzScript(_ bytes: [UInt8]) {
    let sql = String(decoding: bytes, as: UTF8.self).withoutNUL
    // What differs from call to call.
    let moving = ["random", "now", "current_", "date", "time", "julianday", "strftime", "unixepoch", "pragma"]
    let folded = sql.foldedAsName
    guard !moving.contains(where: folded.contains) else { return }
    guard let expected = reference(sql) else { return }
    for isWatched in [false, true] {
        let database = opened()
        defer { database.close() }
        if isWatched { database.eventHandler = { _ in } }
        var result = ScriptResult()
        do {
            try database.connection?.runScript(sql) { row in
                result.rows.append(row.map { [$0.name, $0.text] })
                return 0
            }
        } catch {
            result.code = error.resultCode.rawValue
        }
        result.state = state(of: database)
        expect(result == expected, "watched: \(isWatched): \(result) instead of \(expected)")
    }
    compareSecondStatement(sql)
}

private struct ScriptResult: Equatable {
    var code: Int32 = 0
    var rows: [[[String?]]] = []
    /// The schema and the contents of the table that was there.
    var state = ""
}

private func opened() -> FMDatabase {
    let database = FMDatabase(path: nil)
    database.logsErrors = false
    expect(database.open(), "cannot open")
    sqlite3_limit(database.handle, SQLITE_LIMIT_LENGTH, 100_000)
    sqlite3_exec(database.handle, "CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 'x'), (2, NULL)", nil, nil, nil)
    return database
}

private func state(of database: FMDatabase) -> String {
    let handle = database.handle
    let isOpen = sqlite3_get_autocommit(handle) == 0
    return "\(isOpen) \(sqlite3_total_changes(handle)) \(sqlite3_last_insert_rowid(handle))"
}

/// - Returns: nil for a script that runs too long, or leaves the connection.
private func reference(_ sql: String) -> ScriptResult? {
    let database = opened()
    defer { database.close() }
    let bounds = Bounds()
    let context = Unmanaged.passUnretained(bounds).toOpaque()
    sqlite3_progress_handler(
        database.handle, 1000,
        { context in
            guard let bounds = context.map({ Unmanaged<Bounds>.fromOpaque($0).takeUnretainedValue() }) else { return 1 }
            bounds.rest -= 1
            return bounds.rest < 0 ? 1 : 0
        }, context)
    sqlite3_set_authorizer(
        database.handle,
        { context, action, _, _, _, _ in
            guard [SQLITE_ATTACH, SQLITE_DETACH, SQLITE_PRAGMA, SQLITE_CREATE_VTABLE].contains(action) else {
                return SQLITE_OK
            }
            if let context { Unmanaged<Bounds>.fromOpaque(context).takeUnretainedValue().isRefused = true }
            return SQLITE_DENY
        }, context)
    let collector = RowCollector()
    var result = ScriptResult()
    result.code =
        sqlite3_exec(
            database.handle, sql, { RowCollector.take($0, $1, $2, $3) },
            Unmanaged.passUnretained(collector).toOpaque(), nil) & 0xFF
    result.rows = collector.rows
    sqlite3_progress_handler(database.handle, 0, nil, nil)
    sqlite3_set_authorizer(database.handle, nil, nil)
    result.state = state(of: database)
    return withExtendedLifetime((bounds, collector)) { bounds.rest < 0 || bounds.isRefused ? nil : result }
}

private final class RowCollector {
    typealias Texts = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

    var rows: [[[String?]]] = []

    static func take(_ context: UnsafeMutableRawPointer?, _ count: Int32, _ values: Texts?, _ names: Texts?) -> Int32 {
        guard let context else { return 1 }
        Unmanaged<RowCollector>.fromOpaque(context).takeUnretainedValue().rows.append(
            (0..<Int(count)).map { column in
                let name = names?[column].map { String(cString: $0) } ?? ""
                return [name, values?[column].flatMap { String(validatingCString: $0) }]
            })
        return 0
    }
}

/// A second statement behind the first one is refused, blanks and comments are not.
private func compareSecondStatement(_ sql: String) {
    let database = opened()
    defer { database.close() }
    let texts = statements(of: sql, on: database)
    guard let first = texts.first, first == .statement else { return }
    let isRefused: Bool
    do {
        try database.execute(FMSQL(raw: sql))
        isRefused = false
    } catch {
        isRefused = error.message.contains("more than one statement")
        // Refused for another reason, parameters without values for example.
        if !isRefused { return }
    }
    expect(isRefused == (texts.count > 1), "\(texts) refused: \(isRefused)")
}

private enum StatementText { case statement, failure }

private func statements(of sql: String, on database: FMDatabase) -> [StatementText] {
    sql.withCString { start in
        var rest: UnsafePointer<CChar>? = start
        var found: [StatementText] = []
        while let text = rest, text.pointee != 0 {
            var raw: OpaquePointer?
            guard sqlite3_prepare_v2(database.handle, text, -1, &raw, &rest) == SQLITE_OK else {
                return found + [.failure]
            }
            if raw != nil { found.append(.statement) }
            sqlite3_finalize(raw)
        }
        return found
    }
}
