import FMDB

/// Which rows a call is about.
///
/// There are two ways to write it, and they mix. An interpolated value is bound, and never becomes a part of the SQL:
///
///     try db.find(Person.self, where: "age > \(age) and name = \(name)")
///     try db.find(Person.self) { $0.age > age && $0.name == name }
///     try db.find(Person.self) { "\($0.name) = \(name) or \($0.age) in \([1, 2])" && $0.born != nil }
///
/// A `String` does not convert by itself, so text that was composed elsewhere cannot slip in unnoticed. Mark text that is made at
/// run time: `FMWhere(raw: text, arguments: [1, "ann"])`.
///
/// See [SQL Language Expressions](https://sqlite.org/lang_expr.html).
public struct FMWhere<Model>: Sendable {
    /// The condition with its values, as it may stand after `WHERE`. To combine it with others use the operators, which put
    /// it into parentheses.
    public var sql: FMSQL { written ?? (form == .none ? "0" : "1") }
    /// nil for every row and for no row.
    @usableFromInline let written: FMSQL?
    @usableFromInline let form: Form
    /// Whether it is true or false in each row, never NULL.
    @usableFromInline let isCertain: Bool

    /// How the parts are combined, which decides where parentheses are needed.
    @usableFromInline
    enum Form: Sendable { case all, none, single, conjunction, disjunction, text }

    /// Without a label a literal would be taken for a condition written by hand.
    init(sql: FMSQL, _ form: Form = .single, isCertain: Bool = false) {
        (written, self.form, self.isCertain) = (sql, form, isCertain)
    }

    @inlinable
    init(_ form: Form) { (written, self.form, isCertain) = (nil, form, true) }

    /// A condition made at run time. The caller answers for the text.
    ///
    /// The text cannot leave its place: the statement throws `.misuse` for a parenthesis too many, for an open parenthesis, quote
    /// or comment, and for a semicolon.
    ///
    /// - Parameters:
    ///   - raw: an SQL expression; it is not checked for anything else.
    ///   - arguments: the values of its parameters.
    public init(raw: String, arguments: FMArguments = FMArguments()) {
        self.init(sql: FMSQL(raw: raw, arguments: arguments).enclosable(in: .condition), .text)
    }

    /// Every row.
    @inlinable public static var all: FMWhere { FMWhere(.all) }

    /// No row.
    @inlinable public static var none: FMWhere { FMWhere(.none) }
}

// MARK: - Combining

extension FMWhere {
    /// The rows that fulfil both conditions.
    public static func && (left: FMWhere, right: FMWhere) -> FMWhere {
        if left.form == .all || right.form == .none { return right }
        if right.form == .all || left.form == .none { return left }
        return FMWhere(
            sql: "\(left.part(of: .conjunction)) AND \(right.part(of: .conjunction))", .conjunction,
            isCertain: left.isCertain && right.isCertain)
    }

    /// The rows that fulfil at least one of the conditions.
    public static func || (left: FMWhere, right: FMWhere) -> FMWhere {
        if left.form == .none || right.form == .all { return right }
        if right.form == .none || left.form == .all { return left }
        return FMWhere(
            sql: "\(left.part(of: .disjunction)) OR \(right.part(of: .disjunction))", .disjunction,
            isCertain: left.isCertain && right.isCertain)
    }

    /// All other rows, also those where the condition is NULL.
    ///
    /// What `age > 3` leaves out, rows without an age included, is what `!($0.age > 3)` finds.
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

    /// The rows that fulfil a condition on the fields of the model, too. Without one it costs nothing.
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
    /// A condition without values.
    public init(stringLiteral value: String) {
        self.init(raw: value)
    }

    /// A condition with values.
    public init(stringInterpolation: StringInterpolation) {
        self.init(sql: FMSQL(stringInterpolation: stringInterpolation.sql).enclosable(in: .condition), .text)
    }

    /// Collects the text and the values of a literal, as `FMSQL.StringInterpolation` does; besides, it knows fields, dates in
    /// the form of the model's table, and raw values of enumerations.
    public struct StringInterpolation: StringInterpolationProtocol {
        var sql: FMSQL.StringInterpolation

        /// Makes room for the text and the values.
        public init(literalCapacity: Int, interpolationCount: Int) {
            sql = FMSQL.StringInterpolation(
                literalCapacity: literalCapacity, interpolationCount: interpolationCount)
        }

        /// Text of the literal itself.
        public mutating func appendLiteral(_ literal: String) {
            sql.appendLiteral(literal)
        }

        /// The column of a field, quoted; the place in it, if the field is within one. Behind a `SELECT` it has the name of the
        /// model's table, because a table of the text may have a column of the same name.
        public mutating func appendInterpolation<Value>(_ field: FMField<Model, Value>) {
            append(field.fmSQL)
        }

        /// A term computed from fields, in parentheses.
        @_disfavoredOverload
        public mutating func appendInterpolation<Value>(_ term: some FMTerm<Model, Value>) {
            append("(\(term.fmSQL))")
        }

        /// The column of a field of another model, quoted, without a table.
        public mutating func appendInterpolation<Other, Value>(_ field: FMField<Other, Value>) {
            sql.appendInterpolation(field.fmSQL)
        }

        /// Adds SQL about the row. Behind a `SELECT` its columns are written with the model's table.
        private mutating func append(_ part: FMSQL) {
            let hasQuery = FMSQL(stringInterpolation: sql).text.range(of: "select", options: .caseInsensitive) != nil
            let table = hasQuery ? (Model.self as? any FMModel.Type)?.quotedTable : nil
            sql.appendInterpolation(table.map { part.qualified(by: $0) } ?? part)
        }

        /// A value to bind; a date in the form that the options of the model's table name.
        public mutating func appendInterpolation<Value: FMValueConvertible>(_ value: Value) {
            if Value.self == Date.self, let date = value as? Date {
                sql.appendInterpolation(StoredDate<Model>(date: date))
            } else {
                sql.appendInterpolation(value)
            }
        }

        /// A value to bind; nil is NULL, to which nothing is equal. The form for optionals alone would be slower for others.
        public mutating func appendInterpolation<Value: FMValueConvertible>(_ value: Value?) {
            if let value { appendInterpolation(value) } else { sql.appendNilOfCondition() }
        }

        /// Bytes to bind as one blob.
        public mutating func appendInterpolation(_ bytes: [UInt8]) {
            sql.appendInterpolation(bytes)
        }

        /// The raw value of an enumeration.
        @_disfavoredOverload
        public mutating func appendInterpolation<Value: RawRepresentable>(_ value: Value)
        where Value.RawValue: FMValueConvertible {
            sql.appendInterpolation(value.rawValue)
        }

        /// The raw value of an enumeration; nil is NULL, to which nothing is equal.
        @_disfavoredOverload
        public mutating func appendInterpolation<Value: RawRepresentable>(_ value: Value?)
        where Value.RawValue: FMValueConvertible {
            if let value { appendInterpolation(value) } else { sql.appendNilOfCondition() }
        }

        /// Values to bind as a list, for `IN`, with or without parentheses in the text. An empty list matches nothing.
        public mutating func appendInterpolation<Element: FMValueConvertible>(_ values: [Element]) {
            if Element.self == Date.self {
                sql.appendInterpolation(values.map { StoredValue<Model, Element>(value: $0) })
            } else {
                sql.appendInterpolation(values)
            }
        }

        /// Values to bind as a list, for `IN`, in no particular order.
        public mutating func appendInterpolation<Element: FMValueConvertible>(_ values: Set<Element>) {
            appendInterpolation(Array(values))
        }

        /// Values of a slice, a range, the keys of a dictionary …, to bind as a list, for `IN`.
        @_disfavoredOverload
        public mutating func appendInterpolation<Values: Collection>(_ values: Values)
        where Values.Element: FMValueConvertible {
            appendInterpolation(Array(values))
        }

        /// Raw values of an enumeration, an array or a set of them, as a list, for `IN`.
        @_disfavoredOverload
        public mutating func appendInterpolation<Values: Collection>(_ values: Values)
        where Values.Element: RawRepresentable, Values.Element.RawValue: FMValueConvertible {
            sql.appendInterpolation(values.map(\.rawValue))
        }

        /// Other SQL, with its arguments.
        public mutating func appendInterpolation(_ other: FMSQL) {
            sql.appendInterpolation(other)
        }

        /// Another condition on the row, in parentheses. Behind a `SELECT` its fields have the name of the model's table.
        public mutating func appendInterpolation(_ condition: FMWhere) {
            append("(\(condition.sql))")
        }

        /// The name of a column, quoted; one that the table does not have is an error.
        public mutating func appendInterpolation(identifier: String) {
            sql.appendInterpolation(FMSQL.column(identifier))
        }

        /// Text that goes into the SQL as it is. The caller answers for it.
        public mutating func appendInterpolation(raw: String) {
            sql.appendInterpolation(raw: raw)
        }
    }
}
