/// How the rows of one table are found and written.
struct RowLayout: Sendable {
    enum Key: Sendable {
        /// The rowid, by this name.
        case rowid(String)
        /// The columns of the primary key, by their positions.
        case columns([Int])
    }

    /// What a value reported as REAL may have been: SQLite may report a column with the type of another one.
    enum Reals: Sendable {
        case exact
        /// An integer, or a value that the column converts to an integer again.
        case fromIntegers
        /// An integer or another value.
        case unsure
    }

    struct Column: Sendable {
        /// The quoted name.
        let name: String
        let isGenerated: Bool
        var reals = Reals.exact
        /// The expression of the default value.
        let standard: String?
    }

    /// The quoted name, with the schema name.
    let table: String
    let key: Key
    /// The columns, in the order in which SQLite reports their values.
    let columns: [Column]
}

/// How changes of a table are undone.
enum RowRole: Sendable {
    case table(RowLayout)
    /// The text of a full-text table. The full-text table updates its index itself.
    case text(RowLayout)
    /// Data that a full-text table derives from its text.
    case index
    /// Changes cannot be undone, for this reason.
    case lost(String)
}

/// The row layouts of the main database's tables, for one version of its schema.
final class RowLayouts: Sendable {
    let version: Int32
    private let roles: [String: RowRole]

    init(version: Int32, _ roles: [String: RowRole]) {
        self.version = version
        self.roles = roles
    }

    /// - Parameter table: the name of the table, as in the schema.
    func role(of table: String) -> RowRole? { roles[table] }
}
