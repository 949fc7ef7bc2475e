import FMDB

infix operator <- : AssignmentPrecedence

/// An assignment of a value to a column.
///
///     try db.update(Person.self, set: [\.age <- 3, \.name <- "ann"]) { $0.id == 7 }
///     try db.update(Person.self, set: [FMAssignment("age", 3)], where: .all)
///
/// With the fields of the model, write `$0.age <- 3` or `$0.age <- $0.age + 1`.
public struct FMAssignment<Model>: Sendable {
    let target: ColumnTarget<Model>
    let value: FMSQL
    /// Whether SQLite computes the value.
    var isComputed = false
    /// The path within the JSON text of the column; empty for the whole column.
    var path: [String] = []
    /// The types that declare the properties in the path.
    var owners: [Any.Type] = []
    /// Whether the type of the property is unknown at compile time.
    var isUntyped = false
}

extension FMAssignment {
    /// Sets a column to a value. A date gets the format of the model's table.
    ///
    /// If neither the type of the property nor the model itself can read the value, the update throws an `FMError` with the code
    /// `.mismatch` and changes nothing.
    public init(_ column: String, _ value: some FMValueConvertible) {
        self.init(target: .column(column), value: .bound(value, Model.self), isUntyped: true)
    }

    /// Sets a column to a value that is stored as a raw value or as JSON text. The value must have the type of the property.
    @_disfavoredOverload
    public init(_ column: String, _ value: some Encodable) {
        self.init(target: .column(column), value: .bound(value, Model.self), isUntyped: true)
    }

    /// Sets a column to the value of an SQL expression. If the value is a number that an INTEGER column cannot hold, the update throws
    /// an `FMError` with the code `.error`.
    public init(_ column: String, sql: FMModelSQL<Model>) { self.init(column, sql: sql.sql) }

    /// Sets a column to the value of an SQL expression, given as `FMSQL`.
    @_disfavoredOverload
    public init(_ column: String, sql: FMSQL) {
        self.init(target: .column(column), value: "(\(sql.enclosable(in: .assignment)))", isComputed: true)
    }
}

/// Sets a property to a value. The model's table must declare key paths, which the table of a type that is only `Codable` lacks.
public func <- <Model, Value: FMValueConvertible>(
    property: WritableKeyPath<Model, Value> & Sendable, value: Value
) -> FMAssignment<Model> {
    FMAssignment(target: .property(property), value: .bound(value, Model.self))
}

/// Sets a property to a value that is stored as a raw value or as JSON text.
@_disfavoredOverload
public func <- <Model, Value: Encodable>(
    property: WritableKeyPath<Model, Value> & Sendable, value: Value
) -> FMAssignment<Model> {
    FMAssignment(target: .property(property), value: .bound(value, Model.self))
}

/// Sets a field to a value. If the field is within JSON text, only that part of the text is changed.
///
/// If the structure that contains the field is NULL, the new structure has only the fields that the update sets. If the new structure would
/// lack a property that cannot be nil, the update throws an `FMError` with the code `.mismatch` and changes nothing.
public func <- <Model, Value>(field: FMField<Model, Value>, value: Value) -> FMAssignment<Model> {
    FMAssignment(
        target: .column(field.fmName), value: field.storing(value), path: field.path, owners: field.owners)
}

/// Sets a field to a value that SQLite computes from the row before the update. A field within JSON text can be set to a column, and a
/// column to such a field. The value is converted to the form of its target.
///
/// If the property cannot hold the computed number, the update throws an `FMError` with the code `.error` and changes nothing. The code
/// is `.mismatch` in the same cases as for a value.
///
/// SQL cannot convert bytes, dates that are not stored in seconds, and types with their own conversion between a column and JSON text.
/// The statement then throws an `FMError` with the code `.misuse`. Decimals within JSON text are copied with all digits, which needs
/// SQLite 3.38.
public func <- <Model, Value>(
    field: FMField<Model, Value>, term: some FMTerm<Model, Value>
) -> FMAssignment<Model> {
    field.computed(term)
}

/// Sets an optional field to a value that SQLite computes from the row before the update.
@_disfavoredOverload
public func <- <Model, Value>(
    field: FMField<Model, Value?>, term: some FMTerm<Model, Value>
) -> FMAssignment<Model> {
    field.computed(term)
}

extension FMField {
    fileprivate func computed(_ term: some FMTerm<Model, some Any>) -> FMAssignment<Model> {
        let value = isWithinJSON ? term.sqlWithinJSON : term.sqlInColumn
        return FMAssignment(
            target: .column(fmName), value: value.fitting(Value.self, isWithinJSON: isWithinJSON), isComputed: true,
            path: path, owners: owners)
    }
}

extension FMAssignment {
    /// Returns the name of the column in the table.
    func columnName(in table: FMTable<Model>) throws(FMError) -> String { try target.columnName(in: table) ?? "" }

    /// Returns the terms for `SET`, such as `age = ?`, one for each column. Assignments to several paths within one column become one term,
    /// because SQLite uses only the last of several assignments to a column.
    static func resolved(_ assignments: [FMAssignment], in table: FMTable<Model>) throws(FMError) -> [FMSQL] {
        var names: [String] = []
        var groups: [String: [FMAssignment]] = [:]
        for assignment in assignments {
            let name = try assignment.columnName(in: table)
            let key = name.foldedAsName
            if groups[key] == nil { names.append(name) }
            groups[key, default: []].append(assignment)
        }
        return try names.map { name throws(FMError) in
            try change(of: name, groups[name.foldedAsName] ?? [], in: table)
        }
    }

    private static func change(
        of column: String, _ assignments: [FMAssignment], in table: FMTable<Model>
    ) throws(FMError) -> FMSQL {
        if assignments.count == 1, let whole = assignments.first, whole.path.isEmpty {
            let shape = table.index(of: column).map { table.columns[$0].shape }
            let value =
                whole.isComputed && shape?.kind == .integer
                ? whole.value.fitting(Int64.self, isWithinJSON: false) : whole.value
            return "\(FMSQL.column(column)) = \(value)"
        }
        guard assignments.allSatisfy({ !$0.path.isEmpty }) else {
            throw FMError(.misuse, "the column \(column) is set twice")
        }
        var places: FMSQL = ""
        for assignment in assignments {
            places = "\(places), \(JSONPath.literal(assignment.path)), \(assignment.value)"
        }
        let base = JSONPath.base(of: .column(column), for: assignments.map(\.path))
        let text = NestedRefusal.guarding(base, of: column, assignments)
        return "\(FMSQL.column(column)) = json_set(\(text)\(places))"
    }
}

extension FMSQL {
    static func bound<Model, Value>(_ value: Value, _ model: Model.Type) -> FMSQL {
        "\(StoredValue<Model, Value>(value: value))"
    }
}

extension FMField {
    fileprivate func storing(_ value: Value) -> FMSQL {
        path.isEmpty
            ? .bound(value, Model.self) : "json(\(JSONValue(value: value, isWrapped: false)))"
    }
}

extension JSONPath {
    /// Returns the JSON text to change. SQLite's JSON functions set nothing within NULL or within a JSON null, so both are replaced.
    fileprivate static func base(of column: FMSQL, for paths: [[String]]) -> FMSQL {
        var base: FMSQL = "coalesce(\(column), '{}')"
        var seen: Set<[String]> = []
        for path in paths {
            for length in 1..<max(1, path.count) where seen.insert(Array(path.prefix(length))).inserted {
                let outer = literal(Array(path.prefix(length)))
                // The path `$[0]` removes nothing from an object, because only arrays have indexes.
                base =
                    "json_remove(\(base), CASE json_type(\(column), \(outer)) WHEN 'null' THEN \(outer) ELSE '$[0]' END)"
            }
        }
        return base
    }
}
