import FMDBSQLiteC

/// Parses a pragma with SQLite, by the authorizer of a separate connection that has no file.
///
/// See [`sqlite3_set_authorizer`](https://sqlite.org/c3ref/set_authorizer.html).
final class PragmaReader {
    /// The result of the last step.
    private(set) var code: Int32
    private var handle: OpaquePointer?
    private var argument: String?

    /// - Parameter schema: the schema name of an attached database that the pragma may use; nil for none.
    init(attached schema: String?) {
        code = sqlite3_open_v2(":memory:", &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
        if code == SQLITE_OK, let schema { code = attach(schema) }
    }

    deinit { sqlite3_close(handle) }

    private func attach(_ schema: String) -> Int32 {
        var raw: OpaquePointer?
        let code = sqlite3_prepare_v2(handle, "ATTACH ':memory:' AS ?", -1, &raw, nil)
        guard code == SQLITE_OK else { return code }
        sqlite3_bind_text(raw, 1, schema, -1, Constants.transient)
        sqlite3_step(raw)
        return sqlite3_finalize(raw)
    }

    /// Compiles the first statement of an SQL string, which must be a pragma.
    ///
    /// - Returns: the argument, and the length in bytes with the semicolon; nil if SQLite refuses the statement.
    func read(_ text: UnsafeBufferPointer<UInt8>) -> (argument: String?, length: Int)? {
        argument = nil
        sqlite3_set_authorizer(
            handle,
            { context, action, _, argument, _, _ in
                guard let context, action == SQLITE_PRAGMA else { return SQLITE_OK }
                Unmanaged<PragmaReader>.fromOpaque(context).takeUnretainedValue().argument =
                    argument.map { String(cString: $0) }
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
        defer { sqlite3_set_authorizer(handle, nil, nil) }
        var raw: OpaquePointer?
        var rest = 0
        code = StatementSource.compile(text, on: handle, &raw, &rest)
        sqlite3_finalize(raw)
        return code == SQLITE_OK ? (argument, text.count - rest) : nil
    }

    /// The limit for automatic checkpoints, in pages, 0 for none; nil if it is unknown. See
    /// [PRAGMA wal_autocheckpoint](https://sqlite.org/pragma.html#pragma_wal_autocheckpoint).
    var checkpointLimit: Int32? {
        var raw: OpaquePointer?
        defer { sqlite3_finalize(raw) }
        code = sqlite3_prepare_v2(handle, "PRAGMA wal_autocheckpoint", -1, &raw, nil)
        guard code == SQLITE_OK else { return nil }
        code = sqlite3_step(raw)
        guard code == SQLITE_ROW else { return nil }
        return sqlite3_column_int(raw, 0)
    }
}
