/// What a statement does beside reading and changing rows, by its first word.
enum StatementKind {
    /// SELECT, INSERT and the like, BEGIN, COMMIT: no table changes its shape.
    case ordinary
    /// ROLLBACK, which also undoes what changed the shape of tables.
    case rollback
    /// Anything else: it may change the shape of tables, settings or what is attached, and thus what other texts mean.
    case other
    /// VACUUM: it rewrites the whole database, outside of any transaction.
    case vacuum

    init(_ sql: String) {
        switch SQLWords.first(of: sql) {
        case "SELECT", "INSERT", "UPDATE", "DELETE", "REPLACE", "WITH", "VALUES", "BEGIN", "COMMIT", "END", "SAVEPOINT",
            "RELEASE":
            self = .ordinary
        case "ROLLBACK": self = .rollback
        case "VACUUM": self = .vacuum
        default: self = .other
        }
    }
}
