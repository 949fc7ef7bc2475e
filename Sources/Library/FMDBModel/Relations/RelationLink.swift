import FMDB

/// The columns that relate the rows of two tables.
struct RelationLink<Origin: FMModel, Target: FMModel> {
    /// The columns of the origin, or nil for its key.
    var origin: [String]?
    /// The columns of the target, or nil for its key.
    var target: [String]?
    /// The pivot table, or nil if the tables are related directly.
    var pivot: RelationPivot?

    /// The columns of both tables, quoted for SQL.
    typealias Columns = (origin: RelationSide, target: RelationSide)

    func columns() throws(FMError) -> Columns {
        let origin = try side(of: Origin.table(named: nil), origin)
        let target = try side(of: Target.table(named: nil), target)
        guard let pivot else {
            try expectLikeness(origin, target)
            return (origin, target)
        }
        let sides = try pivot.sides()
        try expectLikeness(origin, sides.from)
        try expectLikeness(sides.to, target)
        return (origin, target)
    }

    private func side<Model>(of table: FMTable<Model>, _ names: [String]?) throws(FMError) -> RelationSide {
        do throws(FMError) {
            return try RelationSide(table, names)
        } catch {
            throw FMError(error.extendedCode, "the relation of \(Origin.self) to \(Target.self): \(error.message)")
        }
    }

    private func expectLikeness(_ left: RelationSide, _ right: RelationSide) throws(FMError) {
        if let reason = left.reasonNotToEqual(right) {
            throw FMError(.misuse, "the relation of \(Origin.self) to \(Target.self): \(reason)")
        }
    }
}

extension RelationLink: Sendable where Origin: Sendable, Target: Sendable {}

/// The pivot table of a many-to-many relation.
struct RelationPivot: Sendable {
    let sides: @Sendable () throws(FMError) -> (table: String, from: RelationSide, to: RelationSide)

    init<Pivot: FMModel & Sendable>(_ type: Pivot.Type, from: [String], to: [String]) {
        sides = { () throws(FMError) in
            let table = try Pivot.table(named: nil)
            return (table.sql.table, try RelationSide(table, from), try RelationSide(table, to))
        }
    }
}

/// The columns of a relation in one table.
struct RelationSide: Sendable {
    let table: String
    /// The column names, quoted for SQL.
    let columns: [String]
    private let shapes: [ColumnShape]

    /// - Parameter names: the column names, or nil for the key.
    init<Model>(_ table: FMTable<Model>, _ names: [String]?) throws(FMError) {
        self.table = table.name
        if table.isOfRecords {
            throw FMError(.misuse, "a relation is not available for records, because they declare no columns")
        }
        let indexes =
            try names.map { names throws(FMError) in try RelationSide.indexes(of: names, in: table) } ?? table.sql.key
        if indexes.isEmpty { throw FMError(.misuse, "the table \(table.name) has no key") }
        columns = indexes.map { table.sql.columns[$0] }
        shapes = indexes.map { table.columns[$0].shape }
    }

    private static func indexes<Model>(of names: [String], in table: FMTable<Model>) throws(FMError) -> [Int] {
        try names.map { name throws(FMError) in
            if let index = table.index(of: name) { return index }
            throw FMError(.misuse, "the table \(table.name) has no column \(name)")
        }
    }

    /// The columns as an SQL term: `a` or `(a, b)`.
    var term: FMSQL { .tuple(columns) }

    /// Returns the columns as an SQL term, qualified with a table name.
    func term(in name: String) -> FMSQL { .tuple(columns.map { "\(name).\($0)" }) }

    /// Returns the reason why values of these columns can never equal values of the other columns, or nil.
    func reasonNotToEqual(_ other: RelationSide) -> String? {
        guard shapes.count == other.shapes.count else {
            return "it uses \(shapes.count.of("column")) of \(table), but \(other.shapes.count) of \(other.table)"
        }
        for (own, its) in zip(shapes, other.shapes) where !own.kind.canEqual(its.kind) {
            return
                "\(own.name) of \(table) is \(own.kind.rawValue), \(its.name) of \(other.table) is \(its.kind.rawValue)"
        }
        return nil
    }
}

extension FMColumnKind {
    fileprivate func canEqual(_ other: FMColumnKind) -> Bool {
        self == other || self == .blob || other == .blob || (self != .text && other != .text)
    }
}

// MARK: - Conditions

extension RelationLink {
    /// Returns the condition that a row of the target belongs to a model.
    func condition(of model: Origin) -> FMWhere<Target> {
        do {
            let columns = try columns()
            let table = try Origin.table(named: nil)
            let values = try FMModelValues.collect(model, table)
            let key = columns.origin.columns.compactMap { column in table.sql.columns.firstIndex(of: column) }.map {
                values[$0]
            }
            guard !key.contains(.null) else { return .none }
            return FMWhere(sql: "\(columns.target.term) IN (\(try keys(FMSQL.row(key))))")
        } catch {
            return FMWhere(sql: "\(Refused(error: error as? FMError ?? FMError(.error, "\(error)")))")
        }
    }

    /// Returns the target keys that belong to origin keys. Both are lists without parentheses, or subqueries.
    func keys(_ origin: FMSQL) throws(FMError) -> FMSQL {
        guard let sides = try pivot?.sides() else { return origin }
        return "SELECT \(sides.to.listed) FROM \(raw: sides.table) WHERE \(sides.from.term) IN (\(origin))"
    }

    /// Returns a subquery of the origin keys that belong to rows of the target.
    func origins(_ columns: Columns, of condition: FMWhere<Target>) throws(FMError) -> FMSQL {
        let table = try Target.table(named: nil)
        let rows: FMSQL = condition.form == .all ? "" : " WHERE \(condition.sql)"
        let keys: FMSQL = "SELECT \(columns.target.listed) FROM \(raw: table.sql.table)\(rows)"
        guard let sides = try pivot?.sides() else { return keys }
        return "SELECT \(sides.from.listed) FROM \(raw: sides.table) WHERE \(sides.to.term) IN (\(keys))"
    }
}

extension RelationSide {
    /// The columns as a list for `SELECT`: `a, b`.
    var listed: FMSQL { FMSQL(raw: columns.joined(separator: ", ")) }
}

extension FMSQL {
    /// Returns the columns as an SQL term: `a` or `(a, b)`.
    static func tuple(_ columns: [String]) -> FMSQL {
        let list = columns.joined(separator: ", ")
        return FMSQL(raw: columns.count == 1 ? list : "(\(list))")
    }

    /// Returns values as one row of an `IN` list.
    fileprivate static func row(_ values: [FMValue]) -> FMSQL {
        let list = values.map { "\($0)" as FMSQL }.joined(", ")
        return values.count == 1 ? list : "VALUES (\(list))"
    }
}
