/// What a statement was made from.
struct StatementSource {
    /// The SQL text.
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

extension FMStatement {
    /// The SQL text it was made from.
    @inline(__always)
    var sql: String { source.sql }
}
