import FMDB

/// A condition that selects the rows of a call.
///
/// A condition is written in SQL, with the fields of the model, or with both. An interpolated value is bound, and never becomes a part
/// of the SQL:
///
///     try db.find(Person.self, where: "age > \(age) and name = \(name)")
///     try db.find(Person.self) { $0.age > age && $0.name == name }
///     try db.find(Person.self) { "\($0.name) = \(name) or \($0.age) in \([1, 2])" && $0.born != nil }
///
/// A `String` does not convert to a condition by itself, so SQL that is composed at run time has to be marked:
/// `FMWhere(raw: text, arguments: [1, "ann"])`.
///
/// See [SQL Language Expressions](https://sqlite.org/lang_expr.html).
public struct FMWhere<Model>: Sendable {
    /// The SQL of the condition with its values, as it follows `WHERE`. To combine conditions use the operators, which add parentheses.
    public var sql: FMSQL { written ?? (form == .none ? "0" : "1") }
    /// The SQL; nil for the conditions `all` and `none`.
    @usableFromInline let written: FMSQL?
    @usableFromInline let form: Form
    /// Whether the condition is true or false in each row, never NULL.
    @usableFromInline let isCertain: Bool

    /// The operator that combines the parts, which determines where parentheses are needed.
    @usableFromInline
    enum Form: Sendable { case all, none, single, conjunction, disjunction, text }

    /// Without the label `sql`, Swift would read `FMWhere("…")` as a literal of this type and not call this initializer.
    init(sql: FMSQL, _ form: Form = .single, isCertain: Bool = false) {
        (written, self.form, self.isCertain) = (sql, form, isCertain)
    }

    @inlinable
    init(_ form: Form) { (written, self.form, isCertain) = (nil, form, true) }

    /// Creates a condition from SQL that is composed at run time. The caller is responsible for the SQL.
    ///
    /// The statement throws `.misuse` if the SQL has unbalanced parentheses, an unclosed quote or comment, or a semicolon.
    ///
    /// - Parameters:
    ///   - raw: an SQL expression; it is not checked for anything else.
    ///   - arguments: the values of its parameters.
    public init(raw: String, arguments: FMArguments = FMArguments()) {
        self.init(sql: FMSQL(raw: raw, arguments: arguments).enclosable(in: .condition), .text)
    }

    /// The condition that all rows match.
    @inlinable public static var all: FMWhere { FMWhere(.all) }

    /// The condition that no row matches.
    @inlinable public static var none: FMWhere { FMWhere(.none) }
}

// MARK: - Combining

extension FMWhere {
    /// Returns the condition that both conditions hold.
    public static func && (left: FMWhere, right: FMWhere) -> FMWhere {
        if left.form == .all || right.form == .none { return right }
        if right.form == .all || left.form == .none { return left }
        return FMWhere(
            sql: "\(left.part(of: .conjunction)) AND \(right.part(of: .conjunction))", .conjunction,
            isCertain: left.isCertain && right.isCertain)
    }

    /// Returns the condition that at least one of the conditions holds.
    public static func || (left: FMWhere, right: FMWhere) -> FMWhere {
        if left.form == .none || right.form == .all { return right }
        if right.form == .none || left.form == .all { return left }
        return FMWhere(
            sql: "\(left.part(of: .disjunction)) OR \(right.part(of: .disjunction))", .disjunction,
            isCertain: left.isCertain && right.isCertain)
    }

    /// Returns the negation, which also matches rows where the condition is NULL.
    ///
    /// `!($0.age > 3)` matches all rows that `$0.age > 3` does not match, including rows without an age.
    public static prefix func ! (condition: FMWhere) -> FMWhere {
        switch condition.form {
        case .all: .none
        case .none: .all
        default:
            FMWhere(
                sql: condition.isCertain ? "NOT (\(condition.sql))" : "NOT coalesce(\(condition.sql), 0)",
                isCertain: true)
        }
    }

    /// Returns the conjunction with a condition on the fields of the model. If the closure returns `.all`, as the default closure does,
    /// returns this condition.
    @inlinable
    func and(_ filter: (Model.Columns) -> FMWhere) -> FMWhere where Model: FMModel {
        let other = filter(Model.Columns())
        return other.form == .all ? self : self && other
    }

    private func part(of whole: Form) -> FMSQL {
        form == .single || form == whole ? sql : "(\(sql))"
    }
}

// MARK: - Literals

extension FMWhere: ExpressibleByStringInterpolation {
    /// Creates a condition without values.
    public init(stringLiteral value: String) {
        self.init(raw: value)
    }

    /// Creates a condition with values.
    public init(stringInterpolation: StringInterpolation) {
        self.init(sql: FMSQL(stringInterpolation: stringInterpolation.sql).enclosable(in: .condition), .text)
    }

    /// Collects the SQL and the values of a literal, as `FMSQL.StringInterpolation` does. It also accepts fields, dates in the format
    /// of the model's table, and raw values of enumerations.
    public struct StringInterpolation: StringInterpolationProtocol {
        var sql: FMSQL.StringInterpolation

        /// Reserves space for the SQL and the values.
        public init(literalCapacity: Int, interpolationCount: Int) {
            sql = FMSQL.StringInterpolation(
                literalCapacity: literalCapacity, interpolationCount: interpolationCount)
        }

        /// Adds SQL of the literal itself.
        public mutating func appendLiteral(_ literal: String) {
            sql.appendLiteral(literal)
        }

        /// Adds the quoted column of a field, or `json_extract` of its path if it is within JSON text. After a `SELECT` the column is
        /// qualified with the model's table, because a table of the subquery may have a column of the same name.
        public mutating func appendInterpolation<Value>(_ field: FMField<Model, Value>) {
            append(field.fmSQL)
        }

        /// Adds a term computed from fields, in parentheses.
        @_disfavoredOverload
        public mutating func appendInterpolation<Value>(_ term: some FMTerm<Model, Value>) {
            append("(\(term.fmSQL))")
        }

        /// Adds the quoted, unqualified column name of a field of another model.
        public mutating func appendInterpolation<Other, Value>(_ field: FMField<Other, Value>) {
            sql.appendInterpolation(field.fmSQL)
        }

        /// Adds SQL about the row. After a `SELECT` its columns are qualified with the model's table.
        private mutating func append(_ part: FMSQL) {
            let hasQuery = FMSQL(stringInterpolation: sql).text.range(of: "select", options: .caseInsensitive) != nil
            let table = hasQuery ? (Model.self as? any FMModel.Type)?.quotedTable : nil
            sql.appendInterpolation(table.map { part.qualified(by: $0) } ?? part)
        }

        /// Binds a value. A date gets the format of the model's table.
        public mutating func appendInterpolation<Value: FMValueConvertible>(_ value: Value) {
            if Value.self == Date.self, let date = value as? Date {
                sql.appendInterpolation(StoredDate<Model>(date: date))
            } else {
                sql.appendInterpolation(value)
            }
        }

        /// Binds an optional value; nil is NULL, to which nothing is equal. This overload is slower than the one for values that are not
        /// optional, so it is separate.
        public mutating func appendInterpolation<Value: FMValueConvertible>(_ value: Value?) {
            if let value { appendInterpolation(value) } else { sql.appendNilOfCondition() }
        }

        /// Binds bytes as one BLOB.
        public mutating func appendInterpolation(_ bytes: [UInt8]) {
            sql.appendInterpolation(bytes)
        }

        /// Binds the raw value of an enumeration.
        @_disfavoredOverload
        public mutating func appendInterpolation<Value: RawRepresentable>(_ value: Value)
        where Value.RawValue: FMValueConvertible {
            sql.appendInterpolation(value.rawValue)
        }

        /// Binds the optional raw value of an enumeration; nil is NULL, to which nothing is equal.
        @_disfavoredOverload
        public mutating func appendInterpolation<Value: RawRepresentable>(_ value: Value?)
        where Value.RawValue: FMValueConvertible {
            if let value { appendInterpolation(value) } else { sql.appendNilOfCondition() }
        }

        /// Binds values as a list for `IN`, with or without parentheses in the SQL. An empty list matches nothing.
        public mutating func appendInterpolation<Element: FMValueConvertible>(_ values: [Element]) {
            if Element.self == Date.self {
                sql.appendInterpolation(values.map { StoredValue<Model, Element>(value: $0) })
            } else {
                sql.appendInterpolation(values)
            }
        }

        /// Binds values as a list for `IN`, in no particular order.
        public mutating func appendInterpolation<Element: FMValueConvertible>(_ values: Set<Element>) {
            appendInterpolation(Array(values))
        }

        /// Binds the values of a slice, a range, the keys of a dictionary and so on, as a list for `IN`.
        @_disfavoredOverload
        public mutating func appendInterpolation<Values: Collection>(_ values: Values)
        where Values.Element: FMValueConvertible {
            appendInterpolation(Array(values))
        }

        /// Binds an array or a set of raw values of an enumeration as a list for `IN`.
        @_disfavoredOverload
        public mutating func appendInterpolation<Values: Collection>(_ values: Values)
        where Values.Element: RawRepresentable, Values.Element.RawValue: FMValueConvertible {
            sql.appendInterpolation(values.map(\.rawValue))
        }

        /// Adds other SQL with its arguments.
        public mutating func appendInterpolation(_ other: FMSQL) {
            sql.appendInterpolation(other)
        }

        /// Adds another condition on the row, in parentheses. After a `SELECT` its fields are qualified with the model's table.
        public mutating func appendInterpolation(_ condition: FMWhere) {
            append("(\(condition.sql))")
        }

        /// Adds the quoted name of a column. If the table does not have the column, the statement throws an error.
        public mutating func appendInterpolation(identifier: String) {
            sql.appendInterpolation(FMSQL.column(identifier))
        }

        /// Adds SQL unchanged. The caller is responsible for it.
        public mutating func appendInterpolation(raw: String) {
            sql.appendInterpolation(raw: raw)
        }
    }
}
