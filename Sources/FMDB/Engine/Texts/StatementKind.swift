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
