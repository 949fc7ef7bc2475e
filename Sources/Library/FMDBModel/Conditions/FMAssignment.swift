import FMDB

infix operator <- : AssignmentPrecedence

/// What a column is set to.
///
///     try db.update(Person.self, set: [\.age <- 3, \.name <- "ann"]) { $0.id == 7 }
///     try db.update(Person.self, set: [FMAssignment("age", 3)], where: .all)
///
/// and with the fields of the model `$0.age <- 3`, `$0.age <- $0.age + 1`.
public struct FMAssignment<Model>: Sendable {
    let target: ColumnTarget<Model>
    let value: FMSQL
    /// Whether SQLite computes the value.
    var isComputed = false
    /// The place within the JSON text of the column; none for the whole column.
    var path: [String] = []
    /// The types whose properties have the names of the path.
    var owners: [Any.Type] = []
    /// Whether the compiler does not know the type of the property.
    var isUntyped = false
}

extension FMAssignment {
    /// Sets a column to a value; a date in the form of the model's table.
    ///
    /// The update throws an `FMError` with the code `.mismatch`, and changes nothing, for a value that cannot be read as the type
    /// of the property, nor by the model itself.
    public init(_ column: String, _ value: some FMValueConvertible) {
        self.init(target: .column(column), value: .bound(value, Model.self), isUntyped: true)
    }

    /// Sets a column to a value that goes into it as a raw value or as JSON text. It must be one of the property.
    @_disfavoredOverload
    public init(_ column: String, _ value: some Encodable) {
        self.init(target: .column(column), value: .bound(value, Model.self), isUntyped: true)
    }

    /// Sets a column to the value of an SQL expression. The update throws an `FMError` with the code `.error` for a number that a
    /// column of integers cannot hold.
    public init(_ column: String, sql: FMModelSQL<Model>) { self.init(column, sql: sql.sql) }

    /// Sets a column to the value of an SQL expression that was composed before.
    @_disfavoredOverload
    public init(_ column: String, sql: FMSQL) {
        self.init(target: .column(column), value: "(\(sql.enclosable(in: .assignment)))", isComputed: true)
    }
}

/// Sets a property to a value. The table must know its properties, which that of a type that is only `Codable` does not.
public func <- <Model, Value: FMValueConvertible>(
    property: WritableKeyPath<Model, Value> & Sendable, value: Value
) -> FMAssignment<Model> {
    FMAssignment(target: .property(property), value: .bound(value, Model.self))
}

/// Sets a property to a value that goes into its column as a raw value or as JSON text.
@_disfavoredOverload
public func <- <Model, Value: Encodable>(
    property: WritableKeyPath<Model, Value> & Sendable, value: Value
) -> FMAssignment<Model> {
    FMAssignment(target: .property(property), value: .bound(value, Model.self))
}

/// Sets a field to a value. Within JSON text that place alone is changed.
///
/// Where the structure around it is NULL, a new one has only what the update sets. If it lacks a property that cannot be nil, the
/// update throws an `FMError` with the code `.mismatch`, and changes nothing.
public func <- <Model, Value>(field: FMField<Model, Value>, value: Value) -> FMAssignment<Model> {
    FMAssignment(
        target: .column(field.fmName), value: field.storing(value), path: field.path, owners: field.owners)
}

/// Sets a field to a value that SQLite computes from the row as it was. A place within JSON text can be set to a column, and a
/// column to such a place; each keeps its own form.
///
/// The update throws an `FMError` and changes nothing, with the code `.error` for a computed number that the property cannot hold,
/// and with the code `.mismatch` as for a value.
///
/// SQL cannot convert between the forms of bytes, of dates that are not stored in seconds, or of a type with its own conversion.
/// The statement throws an `FMError` with the code `.misuse` then. Decimals within JSON text are copied with all digits, which
/// takes SQLite 3.38.
public func <- <Model, Value>(
    field: FMField<Model, Value>, term: some FMTerm<Model, Value>
) -> FMAssignment<Model> {
    field.computed(term)
}

/// Sets a field that may be nil to a value that SQLite computes from the row as it was.
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
    /// The column, as it is named in the table.
    func columnName(in table: FMTable<Model>) throws(FMError) -> String { try target.columnName(in: table) ?? "" }

    /// `"age" = ?` and so on, for `SET`, one for each column. Several places within one column are set together, because of
    /// several changes of a column SQLite makes the last alone.
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
    /// The JSON text that places are set in. SQLite sets nothing within NULL, nor within a null of the text.
    fileprivate static func base(of column: FMSQL, for paths: [[String]]) -> FMSQL {
        var base: FMSQL = "coalesce(\(column), '{}')"
        var seen: Set<[String]> = []
        for path in paths {
            for length in 1..<max(1, path.count) where seen.insert(Array(path.prefix(length))).inserted {
                let outer = literal(Array(path.prefix(length)))
                // An object has no first element.
                base =
                    "json_remove(\(base), CASE json_type(\(column), \(outer)) WHEN 'null' THEN \(outer) ELSE '$[0]' END)"
            }
        }
        return base
    }
}
