import FMDB

/// An order of rows: by a column, a field or an expression.
///
///     try db.find(Person.self, orderBy: [.desc(\.age), .asc("name").collate(.nocase)])
///
/// and with the fields of the model `Person.Columns().age.descending.nulls(.first)`.
///
/// See [ORDER BY](https://sqlite.org/lang_select.html#orderby).
public struct FMOrder<Model>: Sendable {
    let target: ColumnTarget<Model>
    private(set) var isDescending: Bool
    private let isDecimal: Bool
    private var collation: FMCollation?
    private(set) var nulls: FMNulls?

    /// - Parameter type: that of the values; nil if it is not known.
    init(_ target: ColumnTarget<Model>, of type: Any.Type? = nil, isDescending: Bool) {
        self.target = target
        self.isDescending = isDescending
        isDecimal = type.map { ColumnShape.unwrapped($0).0 == Decimal.self } ?? false
    }

    /// The least first, by a property. The table must know its properties, which that of a type that is only `Codable` does not.
    public static func asc(_ property: PartialKeyPath<Model> & Sendable) -> FMOrder {
        FMOrder(.property(property), of: Swift.type(of: property).valueType, isDescending: false)
    }

    /// The greatest first, by a property. The table must know its properties, which that of a type that is only `Codable` does not.
    public static func desc(_ property: PartialKeyPath<Model> & Sendable) -> FMOrder {
        FMOrder(.property(property), of: Swift.type(of: property).valueType, isDescending: true)
    }

    /// The least first, by a column. The name is quoted.
    public static func asc(_ column: String) -> FMOrder { FMOrder(.column(column), isDescending: false) }

    /// The greatest first, by a column. The name is quoted.
    public static func desc(_ column: String) -> FMOrder { FMOrder(.column(column), isDescending: true) }

    /// The least first, by an SQL expression.
    public static func asc(sql: FMModelSQL<Model>) -> FMOrder { asc(sql: sql.sql) }

    /// The least first, by an SQL expression that was composed before.
    @_disfavoredOverload
    public static func asc(sql: FMSQL) -> FMOrder { FMOrder(.expression(sql), isDescending: false) }

    /// The greatest first, by an SQL expression.
    public static func desc(sql: FMModelSQL<Model>) -> FMOrder { desc(sql: sql.sql) }

    /// The greatest first, by an SQL expression that was composed before.
    @_disfavoredOverload
    public static func desc(sql: FMSQL) -> FMOrder { FMOrder(.expression(sql), isDescending: true) }

    /// The order, with texts compared by another collation.
    public func collate(_ collation: FMCollation) -> FMOrder {
        var order = self
        order.collation = collation
        return order
    }

    /// The order, with NULL in another place. SQLite's default takes it for less than all else.
    public func nulls(_ nulls: FMNulls) -> FMOrder {
        var order = self
        order.nulls = nulls
        return order
    }
}

/// Where rows without a value are.
public enum FMNulls: Sendable {
    /// Before all others.
    case first
    /// After all others.
    case last
}

/// What rows can be sorted by: an ``FMOrder``, or a term, whose least value comes first.
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
    /// The least first.
    public var fmOrder: FMOrder<Model> { ascending }

    /// The least first.
    public var ascending: FMOrder<Model> { FMOrder(ColumnTarget(self), of: Value.self, isDescending: false) }

    /// The greatest first.
    public var descending: FMOrder<Model> { FMOrder(ColumnTarget(self), of: Value.self, isDescending: true) }

    /// The least first; ``ascending`` in short.
    public var asc: FMOrder<Model> { ascending }

    /// The greatest first; ``descending`` in short.
    public var desc: FMOrder<Model> { descending }
}

/// `orderBy: .desc("age")`: one order needs no brackets.
extension Array {
    /// The least first, by a property.
    public static func asc<Model>(_ property: PartialKeyPath<Model> & Sendable) -> [FMOrder<Model>]
    where Element == FMOrder<Model> { [.asc(property)] }

    /// The greatest first, by a property.
    public static func desc<Model>(_ property: PartialKeyPath<Model> & Sendable) -> [FMOrder<Model>]
    where Element == FMOrder<Model> { [.desc(property)] }

    /// The least first, by a column. The name is quoted.
    public static func asc<Model>(_ column: String) -> [FMOrder<Model>] where Element == FMOrder<Model> {
        [.asc(column)]
    }

    /// The greatest first, by a column. The name is quoted.
    public static func desc<Model>(_ column: String) -> [FMOrder<Model>] where Element == FMOrder<Model> {
        [.desc(column)]
    }
}

extension FMOrder {
    /// The column, where it is given by its name.
    var column: String? {
        if case .column(let name) = target { name } else { nil }
    }

    var reversed: FMOrder {
        var order = self
        order.isDescending.toggle()
        order.nulls = nulls.map { $0 == .first ? .last : .first }
        return order
    }

    /// The collation of the term. Default for a column of Decimals: `.decimal`.
    func collation(in table: FMTable<Model>) throws(FMError) -> FMCollation? {
        guard collation == nil, let name = try target.columnName(in: table), !table.sortsDecimals(in: name) else {
            return collation
        }
        let isDecimal = isDecimal || table.index(of: name).map { table.columns[$0].shape.type == Decimal.self } ?? false
        return isDecimal ? .decimal : nil
    }

    /// One or two terms for `ORDER BY`.
    func resolved(in table: FMTable<Model>) throws(FMError) -> FMSQL {
        let value = try target.sql(in: table)
        let collated: FMSQL =
            if let collation = try collation(in: table) { "\(value) COLLATE \(identifier: collation.name)" } else {
                value
            }
        let sorted: FMSQL = isDescending ? "\(collated) DESC" : "\(collated) ASC"
        // NULLS FIRST needs SQLite 3.30. Nothing is added where SQLite's default has NULL at that end, so that an index serves.
        switch nulls {
        case .last where !isDescending: return "\(value) IS NULL, \(sorted)"
        case .first where isDescending: return "\(value) IS NOT NULL, \(sorted)"
        default: return sorted
        }
    }
}

/// The target of an order or a change.
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
                : "is made of a Codable type and knows no key paths: name the column by its text or by a field, or give "
                    + "fmTable by hand or by the macro"
            throw FMError(.misuse, "the table \(table.name) of \(Model.self) \(reason)")
        }
    }

    func sql(in table: FMTable<Model>) throws(FMError) -> FMSQL {
        if case .expression(let sql) = self { return sql }
        return try columnName(in: table).map { .column($0) } ?? ""
    }
}
