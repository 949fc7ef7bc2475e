import FMDB

extension FMTable {
    /// Whether the columns are those of properties, not those of the type's coding keys.
    var namesProperties: Bool { columns.contains { $0.property != nil } }
}

extension FMTable where Model: FMModel {
    /// Makes a model from values, as from a row of its table.
    ///
    /// - Parameter values: one for each column.
    func model(of values: [FMValue], by database: FMDatabase) throws -> Model {
        let cells = zip(columns, values).map { "\($1) AS \(FMSQL.column($0.name))" as FMSQL }
        guard let model = try database.models(Model.self, "SELECT \(cells.joined(", "))").first else {
            throw FMError(.internal, "a row without a table is missing")
        }
        return model
    }
}
