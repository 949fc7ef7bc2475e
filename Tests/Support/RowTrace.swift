import FMDB
import FMDBSQLiteC

/// Calls a body for each row, or each beginning, of every statement of a connection, also of those that nobody else hears of. It must
/// outlive the connection.
///
/// See [`sqlite3_trace_v2`](https://sqlite.org/c3ref/trace_v2.html).
public final class RowTrace: Sendable {
    private let body: @Sendable (String) -> Void

    /// Starts to listen.
    ///
    /// - Parameters:
    ///   - beginnings: whether to hear of the beginnings of statements, also of one that is refused at once.
    ///   - body: gets the SQL text.
    public init(of database: FMDatabase, beginnings: Bool = false, _ body: @escaping @Sendable (String) -> Void) {
        self.body = body
        sqlite3_trace_v2(
            database.sqliteHandle.map { OpaquePointer($0) }, UInt32(beginnings ? SQLITE_TRACE_STMT : SQLITE_TRACE_ROW),
            { _, context, statement, _ in
                guard let context, let statement else { return 0 }
                let trace = Unmanaged<RowTrace>.fromOpaque(context).takeUnretainedValue()
                trace.body(sqlite3_sql(OpaquePointer(statement)).map { String(cString: $0) } ?? "")
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}
