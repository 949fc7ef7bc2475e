/// How the rows of one table are found and written.
struct RowLayout: Sendable {
    enum Key: Sendable {
        /// By a name of the rowid.
        case rowid(String)
        /// By the columns of the primary key, which are given by their places.
        case columns([Int])
    }

    /// What a number with a fraction may have been: SQLite may tell one column by the type of another.
    enum Reals: Sendable {
        case exact
        /// An integer, or what the column makes one again.
        case fromIntegers
        /// An integer or not.
        case unsure
    }

    struct Column: Sendable {
        /// In quotes.
        let name: String
        let isGenerated: Bool
        var reals = Reals.exact
        /// The expression of its default value.
        let standard: String?
    }

    /// With its database, in quotes.
    let table: String
    let key: Key
    /// In the order in which SQLite tells their values.
    let columns: [Column]
}

/// What becomes of the changes of a table.
enum RowRole: Sendable {
    case table(RowLayout)
    /// The text of a full-text table, which keeps its index by itself.
    case text(RowLayout)
    /// What a full-text table makes of the text that is elsewhere.
    case index
    /// Changes that cannot be undone, and why.
    case lost(String)
}

/// The tables of the main database, as they were when the version of its schema was this one.
final class RowLayouts: Sendable {
    let version: Int32
    private let roles: [String: RowRole]

    init(version: Int32, _ roles: [String: RowRole]) {
        self.version = version
        self.roles = roles
    }

    /// - Parameter table: as the schema has it.
    func role(of table: String) -> RowRole? { roles[table] }
}
