import FMDB

/// A value of each row: a field, or an expression that SQLite computes from fields.
public protocol FMTerm<Model, Value>: FMOrdering {
    /// The type of the value in Swift.
    associatedtype Value

    /// The SQL expression.
    var fmSQL: FMSQL { get }
}

/// A property of a model, for use in conditions, orders and assignments.
///
///     struct Person: Codable, FMModel {
///         var name: String
///         var age: Int?
///
///         struct Columns: FMColumns {
///             let name = FMField<Person, String>("name")
///             let age = FMField<Person, Int?>("age")
///         }
///     }
///
///     try db.find(Person.self) { $0.age >= 3 && $0.name.hasPrefix("a") }
///
/// Conditions can also name the fields of a structure that is stored as JSON text, if it declares them; see ``FMNested``:
///
///     try db.find(Person.self) { $0.user.student.body == "x" }
///
/// If a property has the same name as a member of the field, for example `in`, write `$0.user[\.in]`.
@dynamicMemberLookup
public struct FMField<Model, Value>: FMTerm {
    /// The name of the column.
    @usableFromInline let fmName: String
    /// The path within the JSON text of the column; empty for the column itself.
    @usableFromInline let path: [String]
    /// The types that declare the properties in the path.
    @usableFromInline let owners: [Any.Type]

    /// Creates the field of a column whose values SQLite can store.
    @inlinable
    public init(_ name: String) where Value: FMValueConvertible {
        self.init(name, path: [], owners: [])
    }

    /// Creates the field of a column that stores raw values or JSON text.
    @inlinable
    @_disfavoredOverload
    public init(_ name: String) where Value: Encodable {
        self.init(name, path: [], owners: [])
    }

    @inlinable
    init(_ name: String, path: [String], owners: [Any.Type]) {
        fmName = name
        self.path = path
        self.owners = owners
    }

    /// The quoted name of the column, or `json_extract` of the path within it. See [JSON Functions](https://sqlite.org/json1.html),
    /// which are built into SQLite since 3.38.
    public var fmSQL: FMSQL {
        let column = FMSQL.column(fmName)
        return path.isEmpty ? column : "json_extract(\(column), \(JSONPath.literal(path)))"
    }

    /// A field of a structure that is stored as JSON text.
    public subscript<Inner>(dynamicMember field: KeyPath<Value.Columns, FMField<Value, Inner>>) -> FMField<Model, Inner>
    where Value: FMNested {
        within(Value.Columns()[keyPath: field])
    }

    /// A field of an optional structure that is stored as JSON text; NULL if there is no structure.
    public subscript<Nested: FMNested, Inner>(
        dynamicMember field: KeyPath<Nested.Columns, FMField<Nested, Inner>>
    ) -> FMField<Model, Inner> where Value == Nested? {
        within(Nested.Columns()[keyPath: field])
    }

    /// A field of a structure that is stored as JSON text.
    public subscript<Inner>(_ field: KeyPath<Value.Columns, FMField<Value, Inner>>) -> FMField<Model, Inner>
    where Value: FMNested {
        within(Value.Columns()[keyPath: field])
    }

    /// A field of an optional structure that is stored as JSON text; NULL if there is no structure.
    public subscript<Nested: FMNested, Inner>(
        _ field: KeyPath<Nested.Columns, FMField<Nested, Inner>>
    ) -> FMField<Model, Inner> where Value == Nested? {
        within(Nested.Columns()[keyPath: field])
    }

    private func within<Nested, Inner>(_ inner: FMField<Nested, Inner>) -> FMField<Model, Inner> {
        FMField<Model, Inner>(
            fmName, path: path + [inner.fmName] + inner.path, owners: owners + [Nested.self] + inner.owners)
    }
}

/// A structure that is stored as JSON text. Conditions can name its fields.
///
///     struct Address: Codable, FMNested {
///         var town: String
///
///         struct Columns: FMColumns { let town = FMField<Address, String>("town") }
///     }
///
/// The names of the fields are those of the coding keys.
public protocol FMNested: Encodable, FMNonisolated {
    /// The fields of the structure.
    associatedtype Columns: FMColumns
}

/// A value computed in SQL.
///
/// After a `SELECT` in the SQL, a field is qualified with the model's table, so that it refers to the outer row:
///
///     let number = FMExpression<Person, Int>(sql: "(SELECT count(*) FROM car WHERE car.owner = \(fields.id))")
///
///     let fields = Person.Columns()
///     try db.update(
///         Person.self, set: [fields.age <- fields.age + 1, fields.name <- FMExpression(sql: "upper(\(fields.name))")])
public struct FMExpression<Model, Value>: FMTerm {
    /// The SQL expression.
    public let fmSQL: FMSQL
    let source: TermSource

    /// Creates an expression that needs no parentheses.
    init(bare sql: FMSQL, _ source: TermSource = .computed) { (fmSQL, self.source) = (sql, source) }

    /// Creates an expression from SQL, whose interpolated values are bound. Invalid SQL throws as it does in ``FMWhere``.
    public init(sql: FMModelSQL<Model>) { self.init(sql: sql.sql) }

    /// Creates an expression from `FMSQL`. Fields in the SQL are not qualified with their table.
    @_disfavoredOverload
    public init(sql: FMSQL) {
        (fmSQL, source) = ("(\(sql.enclosable(in: .expression)))", .computed)
    }
}

extension FMSQL.StringInterpolation {
    /// Adds the quoted column of a field, without a table.
    public mutating func appendInterpolation<Model, Value>(_ field: FMField<Model, Value>) {
        appendInterpolation(field.fmSQL)
    }
}

extension FMSchemaSQL.StringInterpolation {
    /// Adds the quoted column of a field, or `json_extract` of its path if it is within JSON text. Conditions contain the same SQL for the
    /// field, so SQLite can use an index on it. Conditions on Decimals within JSON text contain other SQL, because the index holds only 15
    /// digits of such a value.
    public mutating func appendInterpolation<Model, Value>(_ field: FMField<Model, Value>) {
        append(field: field.fmSQL)
    }
}

/// Paths as SQLite's JSON functions read them.
enum JSONPath {
    /// Returns the path as an SQL literal. If the path were bound, SQLite could not use an index on the expression.
    static func literal(_ path: [String]) -> FMSQL {
        guard path.allSatisfy({ !$0.utf8.contains(UInt8(ascii: "\"")) }) else {
            // SQLite 3.40 reads the quote as the end of the name, and finds nothing.
            let error = FMError(.misuse, "SQLite cannot find a name with a double quote in JSON text")
            return "\(Refused(error: error))"
        }
        return FMSQL(raw: FMValue.text("$" + path.map { ".\"\($0.escapedForJSON)\"" }.joined()).description)
    }
}

extension String {
    /// The string as the encoder writes it within quotes. SQLite before 3.45 compares keys without decoding their escapes.
    var escapedForJSON: String {
        guard utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "\"") }) else {
            return self
        }
        return unicodeScalars.map { scalar in
            switch scalar {
            case "\\", "\"": "\\\(scalar)"
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            case "\u{8}": "\\b"
            case "\u{C}": "\\f"
            default: scalar.value < 0x20 ? String(format: "\\u%04x", scalar.value) : String(scalar)
            }
        }.joined()
    }
}

extension FMNoColumns {
    /// Not available: the model declares no fields for a closure.
    @available(*, unavailable, message: "give the model `Columns` with fields for the closure, or use `where:`")
    public subscript<Model, Value>(dynamicMember name: String) -> FMField<Model, Value> {
        FMField(name, path: [], owners: [])
    }
}
