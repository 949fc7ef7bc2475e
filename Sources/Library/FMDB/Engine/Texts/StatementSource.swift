import FMDBSQLiteC

struct StatementSource {
    let sql: String
    /// The number of bytes of SQL after the statement.
    let restLength: Int
    /// What the statement does besides reading and changing rows.
    let kind: StatementKind
    /// The connection's schema edition for which the statement was compiled.
    let schemaEdition: Int
    /// The pragma that the library runs in place of SQLite; nil for other statements.
    let pragma: CheckpointPragma?

    init(sql: String, restLength: Int = 0, schemaEdition: Int = 0, pragma: CheckpointPragma? = nil) {
        self.sql = sql
        self.restLength = restLength
        kind = StatementKind(sql)
        self.schemaEdition = schemaEdition
        self.pragma = pragma
    }
}

extension StatementSource {
    /// Compiles the first statement of an SQL string, of any kind.
    ///
    /// See [`sqlite3_prepare_v2`](https://sqlite.org/c3ref/prepare.html).
    static func compile(
        _ text: UnsafeBufferPointer<UInt8>, on handle: OpaquePointer?, _ raw: inout OpaquePointer?, _ rest: inout Int
    ) -> Int32 {
        // SQLite needs a pointer even for empty SQL.
        let begin = (text.baseAddress.map { UnsafeRawPointer($0) } ?? Constants.noBytes)
            .assumingMemoryBound(to: CChar.self)
        var tail: UnsafePointer<CChar>?
        let code = sqlite3_prepare_v2(handle, begin, Int32(clamping: text.count), &raw, &tail)
        rest = tail.map { text.count - ($0 - begin) } ?? 0
        return code
    }
}

/// The immutable facts about a statement. They have separate memory, so that data read by other threads is not adjacent
/// to data that changes.
struct StatementFacts {
    let raw: OpaquePointer
    /// Whether the statement may change the database.
    let writes: Bool
    /// Whether the statement inserts, updates or deletes rows itself.
    let changesRows: Bool
    let sql: String

    init(_ raw: OpaquePointer, _ source: StatementSource) {
        self.raw = raw
        sql = source.sql
        writes = sqlite3_stmt_readonly(raw) == 0
        changesRows = writes && source.kind == .rowChange
    }
}

/// What a statement does besides reading and changing rows, by its first keyword.
enum StatementKind {
    /// SELECT, BEGIN, COMMIT and the like: the schema does not change.
    case ordinary
    /// INSERT, UPDATE, DELETE, and WITH, which may be a SELECT: the schema does not change.
    case rowChange
    /// ROLLBACK, which also undoes schema changes.
    case rollback
    /// Anything else: it may change the schema, settings or attached databases, and so the meaning of other SQL.
    case other
    /// VACUUM: it rewrites the whole database, outside of any transaction.
    case vacuum

    /// Whether the statement may change the meaning of other SQL.
    var mayChangeSchema: Bool { self != .ordinary && self != .rowChange }

    init(_ sql: String) {
        switch sql.firstKeyword {
        case "INSERT", "UPDATE", "DELETE", "REPLACE", "WITH": self = .rowChange
        case "SELECT", "VALUES", "BEGIN", "COMMIT", "END", "SAVEPOINT", "RELEASE": self = .ordinary
        case "ROLLBACK": self = .rollback
        case "VACUUM": self = .vacuum
        default: self = .other
        }
    }
}
