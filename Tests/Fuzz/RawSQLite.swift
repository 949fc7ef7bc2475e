import Foundation
import SQLite3

@testable import FMDB

/// A connection in memory by C alone, which the library is compared with.
final class RawSQLite {
    /// What SQLite has asked permission for.
    struct Permission {
        let action: Int32
        let first, second, schema: String?
    }

    let handle: OpaquePointer
    var permissions: [Permission] = []
    /// Which pragmas are allowed; those of the log change nothing outside of the connection.
    private static let pragmas: Set<String> = [
        "wal_checkpoint", "wal_autocheckpoint", "table_xinfo", "table_list", "foreign_key_list", "index_list",
        "index_xinfo",
    ]
    var isAsked = false

    init(_ setUp: String = "", asks: Bool = false) {
        var handle: OpaquePointer?
        guard sqlite3_open_v2(":memory:", &handle, 6, nil) == SQLITE_OK, let handle else { fatalError("no connection") }
        self.handle = handle
        sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, 1_000_000)
        sqlite3_limit(handle, SQLITE_LIMIT_COLUMN, 200)
        expect(sqlite3_exec(handle, setUp, nil, nil, nil) == SQLITE_OK, "set-up: \(setUp)")
        if asks { ask() }
    }

    deinit { sqlite3_close(handle) }

    private func ask() {
        sqlite3_set_authorizer(
            handle,
            { context, action, first, second, schema, _ in
                guard let context else { return SQLITE_DENY }
                let text = { (text: UnsafePointer<CChar>?) in text.map { String(cString: $0) } }
                let permission = Permission(
                    action: action, first: text(first), second: text(second), schema: text(schema))
                Unmanaged<RawSQLite>.fromOpaque(context).takeUnretainedValue().permissions.append(permission)
                let isForeign =
                    action == SQLITE_PRAGMA && !RawSQLite.pragmas.contains(permission.first?.lowercased() ?? "")
                return isForeign ? SQLITE_DENY : SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Compiles the first statement.
    ///
    /// - Returns: where the rest of the text begins, in bytes.
    func prepare(_ sql: String) -> (code: Int32, statement: RawStatement, tail: Int) {
        permissions = []
        var raw: OpaquePointer?
        var length = 0
        let code = sql.withCString { text in
            var tail: UnsafePointer<CChar>?
            let code = sqlite3_prepare_v2(handle, text, -1, &raw, &tail)
            length = tail.map { $0 - text } ?? 0
            return code
        }
        return (code, RawStatement(raw), length)
    }

    func accepts(_ sql: String) -> Bool { prepare(sql).code == SQLITE_OK }

    func execute(_ sql: String) -> Int32 { sqlite3_exec(handle, sql, nil, nil, nil) }

    /// The rows of a query as texts.
    func rows(_ sql: String, _ values: [String] = []) -> [[String?]]? {
        rows(sql, values.map { Array($0.utf8) })
    }

    private func rows(_ sql: String, _ values: [[UInt8]]) -> [[String?]]? {
        let (code, statement, _) = prepare(sql)
        guard code == SQLITE_OK, let raw = statement.raw else { return nil }
        for (index, value) in values.enumerated() {
            // Without an address it would be NULL.
            (value + [0]).withUnsafeBufferPointer { bytes in
                bytes.withMemoryRebound(to: CChar.self) { text in
                    _ = sqlite3_bind_text(raw, Int32(index + 1), text.baseAddress, Int32(value.count), transient)
                }
            }
        }
        var rows: [[String?]] = []
        while sqlite3_step(raw) == SQLITE_ROW {
            rows.append(
                (0..<sqlite3_column_count(raw)).map { column in
                    guard let text = sqlite3_column_text(raw, column) else { return nil }
                    let bytes = UnsafeBufferPointer(start: text, count: Int(sqlite3_column_bytes(raw, column)))
                    return String(decoding: bytes, as: UTF8.self)
                })
        }
        return rows
    }

    func value(_ sql: String, _ values: [String] = []) -> String? { rows(sql, values)?.first?.first ?? nil }

    /// With one text of bytes that need not be UTF-8.
    func rows(_ sql: String, _ text: [UInt8]) -> [[String?]]? { rows(sql, [text]) }
    func value(_ sql: String, _ text: [UInt8]) -> String? { rows(sql, text)?.first?.first ?? nil }
}

/// Finalizes what it holds.
final class RawStatement {
    let raw: OpaquePointer?

    init(_ raw: OpaquePointer?) { self.raw = raw }

    deinit { sqlite3_finalize(raw) }
}

let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

extension FMDatabase {
    var handle: OpaquePointer? { connection?.handle }
}
