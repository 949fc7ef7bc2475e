import FMDB

/// An index of a model's table: of columns or expressions, of all rows or of some.
///
///     FMTableOptions(
///         unique: [["street", "number"], FMIndex("mail", where: "left_on IS NULL")],
///         indexes: ["name", FMIndex(expressions: "lower(town)", "born DESC")])
///
/// SQLite uses an index over an expression where a statement has the same expression, and one of some rows where its condition
/// follows from that of the statement. See [Indexes On Expressions](https://sqlite.org/expridx.html) and
/// [Partial Indexes](https://sqlite.org/partialindex.html).
public struct FMIndex: Sendable, Hashable {
    /// The columns; none for an index over expressions.
    public let columns: [String]
    /// The expressions in their order; none for an index of columns.
    public let expressions: [FMSchemaSQL]
    /// Which rows it is of; nil for all.
    public let condition: FMSchemaSQL?

    /// An index of columns.
    ///
    /// - Parameters:
    ///   - columns: in the order of the index; at least one.
    ///   - condition: which rows it is of. As a unique one it lets the others be equal.
    public init(_ columns: String..., where condition: FMSchemaSQL? = nil) {
        self.init(columns, condition)
    }

    /// An index over expressions of the columns.
    ///
    /// - Parameters:
    ///   - expressions: at least one; each may be followed by `COLLATE` and a collation, and by `DESC`.
    ///   - condition: which rows it is of. As a unique one it lets the others be equal.
    public init(expressions: FMSchemaSQL..., where condition: FMSchemaSQL? = nil) {
        self.init([], terms: expressions, condition)
    }

    init(_ columns: [String], terms: [FMSchemaSQL] = [], _ condition: FMSchemaSQL? = nil) {
        self.columns = columns
        expressions = terms
        self.condition = condition
    }

    /// A copy with the dates of its texts in a form.
    func with(dates: FMDateStorage) -> FMIndex {
        FMIndex(columns, terms: expressions.map { $0.with(dates: dates) }, condition?.with(dates: dates))
    }

    /// Whether it is of columns and of all rows.
    var isPlain: Bool { expressions.isEmpty && condition == nil }

    /// The list in the parentheses.
    var list: String {
        expressions.isEmpty ? FMSQL.list(columns) : expressions.map(\.text).joined(separator: ", ")
    }

    /// What is wrong with it, whatever the table.
    var problem: String? {
        if columns.isEmpty && expressions.isEmpty { return "has an index of nothing" }
        return (expressions + [condition].compactMap { $0 }).compactMap(\.problem).first.map {
            "has an index whose text \($0)"
        }
    }
}

extension FMIndex: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    /// An index of one column.
    public init(stringLiteral column: String) { self.init([column]) }
    /// An index of columns.
    public init(arrayLiteral columns: String...) { self.init(columns) }
}
