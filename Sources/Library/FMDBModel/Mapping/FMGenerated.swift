import FMDB

/// A generated column: SQLite computes it from others of its row. It belongs to no property: models are read and written without it,
/// and conditions, orders and indexes can name it.
///
///     FMTableOptions(
///         indexes: ["town"], generated: [FMGenerated("town", .text, as: "json_extract(address, '$.town')")])
///
/// SQLite knows them since 3.31. See [Generated Columns](https://sqlite.org/gencol.html).
public struct FMGenerated: Sendable, Hashable {
    /// The name of the column, which no property has.
    public let name: String
    /// The column's type.
    public let kind: FMColumnKind
    /// Its value in each row: an expression of the other columns, with the same result each time.
    public let expression: FMSchemaSQL
    /// Whether the value is written with its row, not computed when it is read. A table with rows is rebuilt for such a column.
    public let isStored: Bool

    /// A generated column.
    public init(_ name: String, _ kind: FMColumnKind, as expression: FMSchemaSQL, isStored: Bool = false) {
        self.name = name
        self.kind = kind
        self.expression = expression
        self.isStored = isStored
    }

    /// A copy with the dates of its texts in a form.
    func with(dates: FMDateStorage) -> FMGenerated {
        FMGenerated(name, kind, as: expression.with(dates: dates), isStored: isStored)
    }

    /// The name of a constraint by which an upgrade recognises the generated columns of models.
    static let mark = "model"

    /// The column's declaration.
    func definition(isStrict: Bool) -> String {
        "\(FMSQL.quoted(identifier: name)) \(kind.typeName(isStrict: isStrict)) \(clause)"
    }

    /// The declaration behind the type.
    var clause: String {
        let mark = FMSQL.quoted(identifier: FMGenerated.mark)
        return "CONSTRAINT \(mark) GENERATED ALWAYS AS (\(expression.text)) \(isStored ? "STORED" : "VIRTUAL")"
    }
}
