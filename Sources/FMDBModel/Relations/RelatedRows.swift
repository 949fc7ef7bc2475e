import FMDB

/// What belongs to the rows of one statement, which are noted first.
final class RelatedRows<Origin: FMModel, Target: FMModel, Related: FMRelated> {
    private typealias Key = [ExactValue]

    private let relation: FMRelation<Origin, Target, Related>
    private let columns: RelationLink<Origin, Target>.Columns
    /// The columns of the origin's key in the statement, counted from the first one that is there for relations.
    private var places: Range<Int> = 0..<0
    /// The key of each row, nil where it is NULL.
    private var keys: [Key?] = []
    private var found: [Key: [Related.FMElement]] = [:]

    init(_ relation: FMRelation<Origin, Target, Related>) throws(FMError) {
        self.relation = relation
        columns = try relation.link.columns()
    }

    /// Has the statement read the key.
    func add(to run: inout RequestRun<Origin>) { places = run.add(columns.origin.columns) }

    /// Notes the next row.
    func note(_ row: FMRow, _ start: Int) throws(FMError) { keys.append(try row.key(places, start)) }

    /// What belongs to a row.
    func related(_ number: Int) -> Related {
        Related(fmElements: keys[number].flatMap { found[$0] } ?? [])
    }

    /// Reads what belongs to the rows.
    func load(_ database: FMDatabase) throws {
        let keys = RelationKeys(keys)
        guard let sides = try relation.link.pivot?.sides() else {
            return try forEach(database, keys) { key, element in found[key, default: []].append(element) }
        }
        let origins = try pairs(database, keys, sides.table, sides.from, sides.to)
        try forEach(database, RelationKeys(origins.keys.map { $0 })) { key, element in
            for origin in origins[key] ?? [] { found[origin, default: []].append(element) }
        }
    }

    /// Calls a body for each row of the target that has one of the keys.
    private func forEach(
        _ database: FMDatabase, _ keys: RelationKeys, _ body: (Key, Related.FMElement) -> Void
    ) throws {
        let table = try Target.table(named: nil)
        for list in keys.lists(ofColumns: columns.target.columns.count) {
            var selection = relation.selection
            selection.condition = relation.link.condition(columns.target, among: list) && selection.condition
            var run = RequestRun(selection, table)
            let places = run.add(columns.target.columns)
            var itsKeys: [Key?] = []
            var elements: [Related.FMElement] = []
            try relation.output.forEach(
                database, run, { row, start in itsKeys.append(try row.key(places, start)) }, { elements.append($0) })
            for (key, element) in zip(itsKeys, elements) { if let key { body(key, element) } }
        }
    }

    /// The keys of the origin by those of the target, each pair once.
    private func pairs(
        _ database: FMDatabase, _ keys: RelationKeys, _ table: String, _ from: RelationSide, _ to: RelationSide
    ) throws -> [Key: Set<Key>] {
        var pairs: [Key: Set<Key>] = [:]
        let (left, right) = (0..<from.columns.count, from.columns.count..<from.columns.count + to.columns.count)
        for list in keys.lists(ofColumns: from.columns.count) {
            let cursor = try database.query(
                "SELECT \(from.listed), \(to.listed) FROM \(raw: table) WHERE \(from.term) IN (\(list))")
            defer { cursor.close() }
            while let row = try cursor.nextRow() {
                guard let origin = try row.key(left, 0), let target = try row.key(right, 0) else { continue }
                pairs[target, default: []].insert(origin)
            }
        }
        return pairs
    }
}

extension FMRow {
    fileprivate func key(_ places: Range<Int>, _ start: Int) throws(FMError) -> [ExactValue]? {
        var values: [FMValue] = []
        for place in places { values.append(try value(at: start + place)) }
        return RelationKeys.key(values)
    }
}
