import FMDB

/// A value of each row: a field, or what SQLite computes from fields.
public protocol FMTerm<Model, Value>: FMOrdering {
    /// The type of the value in Swift.
    associatedtype Value

    /// The SQL expression.
    var fmSQL: FMSQL { get }
}

/// A property of a model, for conditions, orders and changes.
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
/// The fields of a structure that is stored as JSON text can be named too, if it declares them; see ``FMNested``:
///
///     try db.find(Person.self) { $0.user.student.body == "x" }
///
/// A property with a name that the field has too, `in` for example, is written `$0.user[\.in]`.
@dynamicMemberLookup
public struct FMField<Model, Value>: FMTerm {
    /// The name of the column.
    @usableFromInline let fmName: String
    /// The names within the JSON text of the column; none for the column itself.
    @usableFromInline let path: [String]
    /// The types whose properties have these names.
    @usableFromInline let owners: [Any.Type]

    /// A column whose values SQLite can store.
    @inlinable
    public init(_ name: String) where Value: FMValueConvertible {
        self.init(name, path: [], owners: [])
    }

    /// A column whose values go into it as raw values or as JSON text.
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

    /// The quoted name of the column, or `json_extract` of the place in it. See
    /// [JSON Functions](https://sqlite.org/json1.html), which SQLite has by itself since 3.38.
    public var fmSQL: FMSQL {
        let column = FMSQL.column(fmName)
        return path.isEmpty ? column : "json_extract(\(column), \(JSONPath.literal(path)))"
    }

    /// A field of a structure that is stored as JSON text.
    public subscript<Inner>(dynamicMember field: KeyPath<Value.Columns, FMField<Value, Inner>>) -> FMField<Model, Inner>
    where Value: FMNested {
        within(Value.Columns()[keyPath: field])
    }

    /// A field of a structure that is stored as JSON text, NULL where there is none.
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

    /// A field of a structure that is stored as JSON text, NULL where there is none.
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

/// A structure that is stored as JSON text, and whose fields conditions can name.
///
///     struct Address: Codable, FMNested {
///         var town: String
///
///         struct Columns: FMColumns { let town = FMField<Address, String>("town") }
///     }
///
/// The names are those of its coding keys.
public protocol FMNested: Encodable, FMNonisolated {
    /// The names of the properties.
    associatedtype Columns: FMColumns
}

/// A value computed in SQL.
///
/// Behind a `SELECT` in the text a field is written with the model's table, so that it means the row:
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

    /// An expression that needs no parentheses.
    init(bare sql: FMSQL, _ source: TermSource = .computed) { (fmSQL, self.source) = (sql, source) }

    /// An expression; what is interpolated becomes a value. The text cannot leave its place, as that of a condition cannot.
    public init(sql: FMModelSQL<Model>) { self.init(sql: sql.sql) }

    /// An expression that was composed before. A field in it is written without its table.
    @_disfavoredOverload
    public init(sql: FMSQL) {
        (fmSQL, source) = ("(\(sql.enclosable(in: .expression)))", .computed)
    }
}

extension FMSQL.StringInterpolation {
    /// The column of a field, quoted, without a table.
    public mutating func appendInterpolation<Model, Value>(_ field: FMField<Model, Value>) {
        appendInterpolation(field.fmSQL)
    }
}

extension FMSchemaSQL.StringInterpolation {
    /// The column of a field, quoted; the place in its JSON text, if the field is within one. Conditions write the same, so that
    /// SQLite uses an index over it. Conditions on Decimals within JSON text do not: here such a value is a number of 15 digits.
    public mutating func appendInterpolation<Model, Value>(_ field: FMField<Model, Value>) {
        append(field: field.fmSQL)
    }
}

/// Paths as SQLite's JSON functions read them.
enum JSONPath {
    /// An SQL literal, not a value: only so an index on the expression is found.
    static func literal(_ path: [String]) -> FMSQL {
        guard path.allSatisfy({ !$0.utf8.contains(UInt8(ascii: "\"")) }) else {
            // SQLite 3.40 takes the quote for the end of the name, and finds nothing.
            let error = FMError(.misuse, "a name with a double quote cannot be looked for in JSON text")
            return "\(Refused(error: error))"
        }
        return FMSQL(raw: FMValue.text("$" + path.map { ".\"\($0.escapedForJSON)\"" }.joined()).description)
    }
}

extension String {
    /// As the encoder writes it within quotes: SQLite before 3.45 compares keys unread.
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
    /// Not available: a closure names the fields of a model, and this one has none.
    @available(*, unavailable, message: "give the model `Columns`, whose fields a closure names, or use `where:`")
    public subscript<Model, Value>(dynamicMember name: String) -> FMField<Model, Value> {
        FMField(name, path: [], owners: [])
    }
}
