import FMDB

/// A part of a statement on the rows of a model's table, written as a literal. It accepts the same interpolations as a literal of
/// ``FMWhere``: values are bound, and a date gets the format of the model's table.
///
///     $0.id.in(sql: "SELECT owner FROM car WHERE car.year > \($0.born)")
///
/// After a `SELECT`, a field is qualified with the model's table, so that it refers to the outer row. If the subquery reads the same
/// table, use an alias there.
public struct FMModelSQL<Model>: Sendable, ExpressibleByStringInterpolation {
    let sql: FMSQL

    /// Creates SQL without values.
    public init(stringLiteral value: String) { sql = FMSQL(raw: value) }

    /// Creates SQL with values.
    public init(stringInterpolation: FMWhere<Model>.StringInterpolation) {
        sql = FMSQL(stringInterpolation: stringInterpolation.sql)
    }
}

extension FMModel {
    /// The model's own table, quoted; nil for records, which have none.
    static var quotedTable: String? {
        guard let table = try? fmTable, !table.isOfRecords else { return nil }
        return table.sql.table
    }
}

extension FMTable {
    /// Returns the quoted name of the table for a statement. If it is not the model's own table, but parts of the statement qualify columns
    /// with the own table's name, that name is added as an alias.
    ///
    /// - Parameter parts: the other parts of the statement.
    func source(_ parts: @autoclosure () -> [FMSQL]) -> FMSQL {
        let table = FMSQL(raw: sql.table)
        guard let ownName else { return table }
        let own = FMSQL.quoted(identifier: ownName)
        return parts().contains { $0.text.contains("\(own).`") } ? "\(table) AS \(raw: own)" : table
    }
}
