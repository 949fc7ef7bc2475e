import FMDB

/// A part of a statement about the rows of a model's table, written as a literal. It takes what a literal of ``FMWhere`` takes:
/// values become values, a date in the form of the model's table.
///
///     $0.id.in(sql: "SELECT owner FROM car WHERE car.year > \($0.born)")
///
/// Behind a `SELECT` a field has the name of the model's table. So it is that of the row, unless the query within is itself
/// about a table of this name: give that an alias then.
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
    /// What a statement is about. Where the statement names another table as the model's own, as fields and relations do in
    /// texts, it gets that name.
    ///
    /// - Parameter parts: what else the statement has.
    func source(_ parts: @autoclosure () -> [FMSQL]) -> FMSQL {
        let table = FMSQL(raw: sql.table)
        guard let ownName else { return table }
        let own = FMSQL.quoted(identifier: ownName)
        return parts().contains { $0.text.contains("\(own).`") } ? "\(table) AS \(raw: own)" : table
    }
}
