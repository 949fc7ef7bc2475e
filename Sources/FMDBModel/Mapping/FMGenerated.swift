import FMDB

/// A generated column: SQLite computes it from others of its row. It belongs to no property: models are read and written without it,
/// and conditions, orders and indexes can name it.
///
///     FMTableOptions(
///         indexes: ["town"], generated: [FMGenerated("town", .text, as: "json_extract(address, '$.town')")])
///
/// SQLite knows them since 3.31. See [Generated Columns](https://sqlite.org/gencol.html).
public struct FMGenerated: Sendable, Hashable {
    /// The name of the column.
    public let name: String
    /// What the column makes of its value.
    public let kind: FMColumnKind
    /// Its value in each row.
    public let expression: FMSchemaSQL
    /// Whether the value is written with its row, not computed when it is read.
    public let isStored: Bool

    /// A generated column.
    ///
    /// - Parameters:
    ///   - name: a name that no property has.
    ///   - kind: what the column makes of its value.
    ///   - expression: an expression of the other columns, whose value is the same each time.
    ///   - isStored: whether the value is written with its row, not computed when it is read. Where a table has rows, such a column
    ///     needs a rebuild.
    public init(_ name: String, _ kind: FMColumnKind, as expression: FMSchemaSQL, isStored: Bool = false) {
        self.name = name
        self.kind = kind
        self.expression = expression
        self.isStored = isStored
    }

    /// The same with its dates in a form.
    func with(dates: FMDateStorage) -> FMGenerated {
        FMGenerated(name, kind, as: expression.with(dates: dates), isStored: isStored)
    }

    /// By it an upgrade tells the generated columns of models from others.
    static let mark = "model"

    /// How the column is declared.
    func definition(isStrict: Bool) -> String {
        "\(FMSQL.quoted(identifier: name)) \(kind.typeName(isStrict: isStrict)) \(clause)"
    }

    /// What stands behind the type.
    var clause: String {
        let mark = FMSQL.quoted(identifier: FMGenerated.mark)
        return "CONSTRAINT \(mark) GENERATED ALWAYS AS (\(expression.text)) \(isStored ? "STORED" : "VIRTUAL")"
    }
}
