import FMDB

/// A part of a statement about the rows of a model's table, written as a literal. It takes what a literal of ``FMWhere`` takes:
/// interpolated values are bound, a date in the form of the model's table.
///
///     $0.id.in(sql: "SELECT owner FROM car WHERE car.year > \($0.born)")
///
/// Behind a `SELECT` a field is written with the model's table, so it means the row. If the inner query reads the same table, give
/// that an alias.
public struct FMModelSQL<Model>: Sendable, ExpressibleByStringInterpolation {
    let sql: FMSQL

    /// SQL without values.
    public init(stringLiteral value: String) { sql = FMSQL(raw: value) }

    /// SQL with values.
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
    /// The table of a statement. If it is not the model's own, and parts of the statement name the model's own table, it gets that
    /// name as an alias.
    ///
    /// - Parameter parts: the other parts of the statement.
    func source(_ parts: @autoclosure () -> [FMSQL]) -> FMSQL {
        let table = FMSQL(raw: sql.table)
        guard let ownName else { return table }
        let own = FMSQL.quoted(identifier: ownName)
        return parts().contains { $0.text.contains("\(own).`") } ? "\(table) AS \(raw: own)" : table
    }
}
