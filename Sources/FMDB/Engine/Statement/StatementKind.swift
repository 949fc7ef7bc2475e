/// What a statement does beside reading and changing rows, by its first word.
enum StatementKind {
    /// Nothing, or it begins a transaction or makes its changes permanent.
    case ordinary
    /// It undoes changes, of tables too.
    case rollback
    /// It may change tables, settings or the databases that are attached: what another text means.
    case other
    /// It writes the whole database anew, outside of any transaction.
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
