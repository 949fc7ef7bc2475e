import FMDBSQLiteC

/// All statements of a connection, newest first, including those that clients prepare in C.
///
/// See [`sqlite3_next_stmt`](https://sqlite.org/c3ref/next_stmt.html) and
/// [`sqlite3_stmt_busy`](https://sqlite.org/c3ref/stmt_busy.html).
enum RawStatements {
    static func all(of connection: OpaquePointer?) -> some Sequence<OpaquePointer> {
        sequence(state: OpaquePointer?.none) { last in
            last = sqlite3_next_stmt(connection, last)
            return last
        }
    }

    /// Returns the statements that are being executed.
    static func active(of connection: OpaquePointer?) -> some Sequence<OpaquePointer> {
        all(of: connection).lazy.filter { sqlite3_stmt_busy($0) != 0 }
    }

    static func areWriting(on connection: OpaquePointer?) -> Bool {
        active(of: connection).contains { sqlite3_stmt_readonly($0) == 0 }
    }
}
