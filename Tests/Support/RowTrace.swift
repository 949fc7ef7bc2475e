import FMDB
import SQLiteC

/// Calls a body for each row of every statement of a connection, also of those that nobody else hears of. It must outlive the
/// connection.
///
/// See [`sqlite3_trace_v2`](https://sqlite.org/c3ref/trace_v2.html).
public final class RowTrace: Sendable {
    private let body: @Sendable (String) -> Void

    /// Starts to listen.
    ///
    /// - Parameter body: gets the SQL text.
    public init(of database: FMDatabase, _ body: @escaping @Sendable (String) -> Void) {
        self.body = body
        sqlite3_trace_v2(
            database.sqliteHandle.map { OpaquePointer($0) }, UInt32(SQLITE_TRACE_ROW),
            { _, context, statement, _ in
                guard let context, let statement else { return 0 }
                let trace = Unmanaged<RowTrace>.fromOpaque(context).takeUnretainedValue()
                trace.body(sqlite3_sql(OpaquePointer(statement)).map { String(cString: $0) } ?? "")
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}
