import FMDB

infix operator <- : AssignmentPrecedence

/// What a column is set to.
///
///     try db.update(Person.self, set: [\.age <- 3, \.name <- "ann"]) { $0.id == 7 }
///     try db.update(Person.self, set: [FMAssignment("age", 3)])
///
/// and with the fields of the model `$0.age <- 3`, `$0.age <- $0.age + 1`.
public struct FMAssignment<Model>: Sendable {
    let target: ColumnTarget<Model>
    let value: FMSQL

    init(_ target: ColumnTarget<Model>, _ value: FMSQL) {
        self.target = target
        self.value = value
    }

    /// Sets a column to a value; a date in the form of the model's table.
    public init(_ column: String, _ value: some FMValueConvertible) {
        self.init(.column(column), .bound(value, Model.self))
    }

    /// Sets a column to a value that goes into it as a raw value or as JSON text.
    @_disfavoredOverload
    public init(_ column: String, _ value: some Encodable) {
        self.init(.column(column), .bound(value, Model.self))
    }

    /// Sets a column to what an SQL expression gives.
    public init(_ column: String, sql: FMSQL) {
        self.init(.column(column), sql)
    }
}

/// Sets a property to a value. The table must know its properties: that of a type that is only `Codable` does not.
public func <- <Model, Value: FMValueConvertible>(
    property: WritableKeyPath<Model, Value> & Sendable, value: Value
) -> FMAssignment<Model> {
    FMAssignment(.property(property), .bound(value, Model.self))
}

/// Sets a property to a value that goes into its column as a raw value or as JSON text.
@_disfavoredOverload
public func <- <Model, Value: Encodable>(
    property: WritableKeyPath<Model, Value> & Sendable, value: Value
) -> FMAssignment<Model> {
    FMAssignment(.property(property), .bound(value, Model.self))
}

/// Sets a field to a value. Within JSON text that place alone is changed.
public func <- <Model, Value>(field: FMField<Model, Value>, value: Value) -> FMAssignment<Model> {
    FMAssignment(.column(field.fmName), field.storing(value))
}

/// Sets a field to what is computed of the row as it has been.
public func <- <Model, Value>(
    field: FMField<Model, Value>, term: some FMTerm<Model, Value>
) -> FMAssignment<Model> {
    FMAssignment(.column(field.fmName), field.storing(term))
}

extension FMAssignment {
    /// The column, as it is named in the table.
    ///
    /// - Throws: `FMError` with the code `.misuse` for a property that the table does not know.
    func columnName(in table: FMTable<Model>) throws(FMError) -> String { try target.columnName(in: table) ?? "" }

    /// `"age" = ?`, for `SET`.
    ///
    /// - Throws: `FMError` with the code `.misuse` for a property that the table does not know.
    func resolved(in table: FMTable<Model>) throws(FMError) -> FMSQL {
        "\(try target.sql(in: table)) = \(value)"
    }
}

extension FMSQL {
    static func bound<Model, Value>(_ value: Value, _ model: Model.Type) -> FMSQL {
        "\(StoredValue<Model, Value>(value: value))"
    }
}

extension FMField {
    fileprivate func storing(_ value: Value) -> FMSQL {
        path.isEmpty ? .bound(value, Model.self) : changed("json(\(JSONValue(value: value, isWrapped: false)))")
    }

    fileprivate func storing(_ term: some FMTerm<Model, Value>) -> FMSQL {
        path.isEmpty ? term.fmSQL : changed(term.fmSQL)
    }

    /// The whole text of the column with another value in the place of the field.
    private func changed(_ value: FMSQL) -> FMSQL {
        "json_set(\(identifier: fmName), \(raw: JSONPath.literal(path)), \(value))"
    }
}
