import FMDB

/// An order of rows: by a column, a field or an expression.
///
///     try db.find(Person.self, orderBy: [.desc(\.age), .asc("name").collate(.nocase)])
///
/// With the fields of the model, write `Person.Columns().age.descending.nulls(.first)`.
///
/// See [ORDER BY](https://sqlite.org/lang_select.html#orderby).
public struct FMOrder<Model>: Sendable {
    let target: ColumnTarget<Model>
    private(set) var isDescending: Bool
    private let isDecimal: Bool
    private var collation: FMCollation?
    private(set) var nulls: FMNulls?

    /// - Parameter type: the type of the values; nil if it is unknown.
    init(_ target: ColumnTarget<Model>, of type: Any.Type? = nil, isDescending: Bool) {
        self.target = target
        self.isDescending = isDescending
        isDecimal = type.map { ColumnShape.unwrapped($0).0 == Decimal.self } ?? false
    }

    /// Returns the ascending order by a property. The model's table must declare key paths, which the table of a type that is only
    /// `Codable` lacks.
    public static func asc(_ property: PartialKeyPath<Model> & Sendable) -> FMOrder {
        FMOrder(.property(property), of: Swift.type(of: property).valueType, isDescending: false)
    }

    /// Returns the descending order by a property. The model's table must declare key paths, which the table of a type that is only
    /// `Codable` lacks.
    public static func desc(_ property: PartialKeyPath<Model> & Sendable) -> FMOrder {
        FMOrder(.property(property), of: Swift.type(of: property).valueType, isDescending: true)
    }

    /// Returns the ascending order by a column. The name is quoted.
    public static func asc(_ column: String) -> FMOrder { FMOrder(.column(column), isDescending: false) }

    /// Returns the descending order by a column. The name is quoted.
    public static func desc(_ column: String) -> FMOrder { FMOrder(.column(column), isDescending: true) }

    /// Returns the ascending order by an SQL expression.
    public static func asc(sql: FMModelSQL<Model>) -> FMOrder { asc(sql: sql.sql) }

    /// Returns the ascending order by an SQL expression, given as `FMSQL`.
    @_disfavoredOverload
    public static func asc(sql: FMSQL) -> FMOrder { FMOrder(.expression(sql), isDescending: false) }

    /// Returns the descending order by an SQL expression.
    public static func desc(sql: FMModelSQL<Model>) -> FMOrder { desc(sql: sql.sql) }

    /// Returns the descending order by an SQL expression, given as `FMSQL`.
    @_disfavoredOverload
    public static func desc(sql: FMSQL) -> FMOrder { FMOrder(.expression(sql), isDescending: true) }

    /// Returns the order with another collation for strings.
    public func collate(_ collation: FMCollation) -> FMOrder {
        var order = self
        order.collation = collation
        return order
    }

    /// Returns the order with another position for NULL. By default SQLite considers NULL less than all values.
    public func nulls(_ nulls: FMNulls) -> FMOrder {
        var order = self
        order.nulls = nulls
        return order
    }
}

/// The position of rows without a value.
public enum FMNulls: Sendable {
    /// Before all others.
    case first
    /// After all others.
    case last
}

/// A sort criterion: an ``FMOrder``, or a term, which sorts in ascending order.
public protocol FMOrdering<Model>: Sendable {
    /// The model whose table has the columns.
    associatedtype Model

    /// The order.
    var fmOrder: FMOrder<Model> { get }
}

extension FMOrder: FMOrdering {
    /// The order itself.
    public var fmOrder: FMOrder { self }
}

extension FMTerm {
    /// The ascending order.
    public var fmOrder: FMOrder<Model> { ascending }

    /// The ascending order.
    public var ascending: FMOrder<Model> { FMOrder(ColumnTarget(self), of: Value.self, isDescending: false) }

    /// The descending order.
    public var descending: FMOrder<Model> { FMOrder(ColumnTarget(self), of: Value.self, isDescending: true) }

    /// The ascending order; short for ``ascending``.
    public var asc: FMOrder<Model> { ascending }

    /// The descending order; short for ``descending``.
    public var desc: FMOrder<Model> { descending }
}

/// One order without brackets, as in `orderBy: .desc("age")`.
extension Array {
    /// Returns the ascending order by a property.
    public static func asc<Model>(_ property: PartialKeyPath<Model> & Sendable) -> [FMOrder<Model>]
    where Element == FMOrder<Model> { [.asc(property)] }

    /// Returns the descending order by a property.
    public static func desc<Model>(_ property: PartialKeyPath<Model> & Sendable) -> [FMOrder<Model>]
    where Element == FMOrder<Model> { [.desc(property)] }

    /// Returns the ascending order by a column. The name is quoted.
    public static func asc<Model>(_ column: String) -> [FMOrder<Model>] where Element == FMOrder<Model> {
        [.asc(column)]
    }

    /// Returns the descending order by a column. The name is quoted.
    public static func desc<Model>(_ column: String) -> [FMOrder<Model>] where Element == FMOrder<Model> {
        [.desc(column)]
    }
}

extension FMOrder {
    /// The name of the column; nil if the order is by a property or an expression.
    var column: String? {
        if case .column(let name) = target { name } else { nil }
    }

    var reversed: FMOrder {
        var order = self
        order.isDescending.toggle()
        order.nulls = nulls.map { $0 == .first ? .last : .first }
        return order
    }

    /// Returns the collation of the term. Default for a column of Decimals: `.decimal`.
    func collation(in table: FMTable<Model>) throws(FMError) -> FMCollation? {
        guard collation == nil, let name = try target.columnName(in: table), !table.sortsDecimals(in: name) else {
            return collation
        }
        let isDecimal = isDecimal || table.index(of: name).map { table.columns[$0].shape.type == Decimal.self } ?? false
        return isDecimal ? .decimal : nil
    }

    /// Returns one or two terms for `ORDER BY`.
    func resolved(in table: FMTable<Model>) throws(FMError) -> FMSQL {
        let value = try target.sql(in: table)
        let collated: FMSQL =
            if let collation = try collation(in: table) { "\(value) COLLATE \(identifier: collation.name)" } else {
                value
            }
        let sorted: FMSQL = isDescending ? "\(collated) DESC" : "\(collated) ASC"
        // `NULLS FIRST` needs SQLite 3.30. If SQLite's default already has NULL at that end, no term is added, so that SQLite can use
        // an index.
        switch nulls {
        case .last where !isDescending: return "\(value) IS NULL, \(sorted)"
        case .first where isDescending: return "\(value) IS NOT NULL, \(sorted)"
        default: return sorted
        }
    }
}

/// The target of an order or an assignment.
enum ColumnTarget<Model>: Sendable {
    case property(PartialKeyPath<Model> & Sendable)
    case column(String)
    case expression(FMSQL)

    init<Term: FMTerm>(_ term: Term) where Term.Model == Model {
        if let field = term as? FMField<Model, Term.Value>, field.path.isEmpty {
            self = .column(field.fmName)
        } else {
            self = .expression(term.sized)
        }
    }

    func columnName(in table: FMTable<Model>) throws(FMError) -> String? {
        switch self {
        case .column(let name): return name
        case .expression: return nil
        case .property(let property):
            if let name = table.columnName(of: property) { return name }
            let reason =
                table.columns.contains { $0.property != nil }
                ? "has no column for the property of the key path"
                : "is derived from a Codable type, which has no key paths: name the column by a string or by a field, or write "
                    + "fmTable by hand or with the macro"
            throw FMError(.misuse, "the table \(table.name) of \(Model.self) \(reason)")
        }
    }

    func sql(in table: FMTable<Model>) throws(FMError) -> FMSQL {
        if case .expression(let sql) = self { return sql }
        return try columnName(in: table).map { .column($0) } ?? ""
    }
}
