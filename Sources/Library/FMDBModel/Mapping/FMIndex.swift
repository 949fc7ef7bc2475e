import FMDB

/// An index of a model's table, on columns or expressions. With a condition it is a partial index.
///
///     FMTableOptions(
///         unique: [["street", "number"], FMIndex("mail", where: "left_on IS NULL")],
///         indexes: ["name", FMIndex(expressions: "lower(town)", "born DESC")])
///
/// SQLite uses an index on an expression if a statement contains the same expression. It uses a partial index if the statement's
/// condition implies the condition of the index. See [Indexes On Expressions](https://sqlite.org/expridx.html) and [Partial
/// Indexes](https://sqlite.org/partialindex.html).
public struct FMIndex: Sendable, Hashable {
    /// The columns; empty for an index on expressions.
    public let columns: [String]
    /// The expressions, in order; empty for an index on columns.
    public let expressions: [FMSchemaSQL]
    /// The condition of a partial index; nil for an index of all rows.
    public let condition: FMSchemaSQL?

    /// Creates an index on columns.
    ///
    /// - Parameters:
    ///   - columns: at least one column, in the order of the index.
    ///   - condition: the condition on the rows in the index. A unique index then allows duplicates among the other rows.
    public init(_ columns: String..., where condition: FMSchemaSQL? = nil) {
        self.init(columns, condition)
    }

    /// Creates an index on expressions of the columns.
    ///
    /// - Parameters:
    ///   - expressions: at least one; each may be followed by `COLLATE` and a collation, and by `DESC`.
    ///   - condition: the condition on the rows in the index. A unique index then allows duplicates among the other rows.
    public init(expressions: FMSchemaSQL..., where condition: FMSchemaSQL? = nil) {
        self.init([], terms: expressions, condition)
    }

    init(_ columns: [String], terms: [FMSchemaSQL] = [], _ condition: FMSchemaSQL? = nil) {
        self.columns = columns
        expressions = terms
        self.condition = condition
    }

    /// Returns a copy whose SQL contains dates in a format.
    func with(dates: FMDateStorage) -> FMIndex {
        FMIndex(columns, terms: expressions.map { $0.with(dates: dates) }, condition?.with(dates: dates))
    }

    /// Whether this is an index on columns, of all rows.
    var isPlain: Bool { expressions.isEmpty && condition == nil }

    /// The list in the parentheses of `CREATE INDEX`.
    var list: String {
        expressions.isEmpty ? FMSQL.list(columns) : expressions.map(\.text).joined(separator: ", ")
    }

    /// The problem of the index itself, independent of the table; nil if there is none.
    var problem: String? {
        if columns.isEmpty && expressions.isEmpty { return "has an index without columns" }
        return (expressions + [condition].compactMap { $0 }).compactMap(\.problem).first.map {
            "has an index whose SQL \($0)"
        }
    }
}

extension FMIndex: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    /// Creates an index on one column.
    public init(stringLiteral column: String) { self.init([column]) }
    /// Creates an index on columns.
    public init(arrayLiteral columns: String...) { self.init(columns) }
}
