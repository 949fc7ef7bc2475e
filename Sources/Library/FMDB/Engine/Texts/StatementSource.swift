import FMDBSQLiteC

struct StatementSource {
    let sql: String
    /// How many bytes of the SQL text lie behind the statement.
    let restLength: Int
    /// What the text does beside reading and changing rows.
    let kind: StatementKind
    /// The state of the connection's schema that the statement was compiled for.
    let schemaEdition: Int
    /// What the library does in SQLite's place.
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
    /// Compiles the first statement of a text, whatever it is.
    ///
    /// See [`sqlite3_prepare_v2`](https://sqlite.org/c3ref/prepare.html).
    static func compile(
        _ text: UnsafeBufferPointer<UInt8>, on handle: OpaquePointer?, _ raw: inout OpaquePointer?, _ rest: inout Int
    ) -> Int32 {
        // SQLite needs a pointer even to no text at all.
        let begin = (text.baseAddress.map { UnsafeRawPointer($0) } ?? Constants.noBytes)
            .assumingMemoryBound(to: CChar.self)
        var tail: UnsafePointer<CChar>?
        let code = sqlite3_prepare_v2(handle, begin, Int32(clamping: text.count), &raw, &tail)
        rest = tail.map { text.count - ($0 - begin) } ?? 0
        return code
    }
}

/// What never changes of a statement. It lies apart, because what a thread reads must not neighbour what another one writes.
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

/// What a statement does beside reading and changing rows, by its first word.
enum StatementKind {
    /// SELECT, BEGIN, COMMIT and the like: no table changes its shape.
    case ordinary
    /// INSERT, UPDATE, DELETE, and WITH, which may be a SELECT: no table changes its shape.
    case rowChange
    /// ROLLBACK, which also undoes what changed the shape of tables.
    case rollback
    /// Anything else: it may change the shape of tables, settings or what is attached, and thus what other texts mean.
    case other
    /// VACUUM: it rewrites the whole database, outside of any transaction.
    case vacuum

    /// Whether what other texts mean may be something else after it.
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
