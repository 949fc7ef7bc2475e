import FMDB

extension FMTable {
    /// Whether the columns are declared by property and not taken from the type's coding keys.
    var namesProperties: Bool { columns.contains { $0.property != nil } }
}

extension FMTable where Model: FMModel {
    /// Creates a model from values, as if they were a row of its table.
    ///
    /// - Parameter values: one value for each column.
    func model(of values: [FMValue], by database: FMDatabase) throws -> Model {
        let cells = zip(columns, values).map { "\($1) AS \(FMSQL.column($0.name))" as FMSQL }
        guard let model = try database.models(Model.self, "SELECT \(cells.joined(", "))").first else {
            throw FMError(.internal, "the query for a model returned no row")
        }
        return model
    }
}
