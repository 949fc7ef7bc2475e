import FMDB

/// Reads the related rows for the rows of one statement. First it collects the keys of these rows, then it loads the related
/// rows.
final class RelatedRows<Origin: FMModel, Target: FMModel, Related: FMRelated> {
    private let relation: FMRelation<Origin, Target, Related>
    private let columns: RelationLink<Origin, Target>.Columns
    /// The indexes of the origin's key columns in the statement, counted from the first extra column.
    private var places: Range<Int> = 0..<0
    /// The index of each distinct key.
    private var numbers: [RelationKey: Int] = [:]
    /// The key index of each row, or nil if the key is NULL.
    private var rows: [Int?] = []
    /// Whether the statement reads all rows of the origin. If so, a scan of the target is faster than an index search for each key.
    private var isOfAll = false
    /// The related rows of each key, by key index.
    private var found: [[Related.FMElement]] = []

    init(_ relation: FMRelation<Origin, Target, Related>) throws(FMError) {
        self.relation = relation
        columns = try relation.link.columns()
    }

    /// Adds the origin's key columns to the statement.
    func add(to run: inout RequestRun<Origin>) {
        places = run.add(columns.origin.columns.map { FMSQL(raw: $0) })
        isOfAll = run.selection.isOfRows && run.selection.condition.form == .all && relation.link.origin == nil
    }

    func note(_ row: FMRow, _ start: Int) throws(FMError) {
        rows.append(try row.key(places, start).map { numbers.number(of: $0) })
    }

    func related(_ row: Int) -> Related { Related(fmElements: rows[row].map { found[$0] } ?? []) }

    /// Loads the related rows of all collected keys.
    func load(_ database: FMDatabase) throws {
        found = Array(repeating: [], count: numbers.count)
        guard let sides = try relation.link.pivot?.sides() else {
            return try forEach(database, numbers, isOfAll) { number, element in add(element, to: number) }
        }
        let pairs = try pairs(database, sides.table, sides.from, sides.to)
        try forEach(database, pairs.numbers, false) { number, element in
            for origin in pairs.origins[number] { add(element, to: origin) }
        }
    }

    private func add(_ element: Related.FMElement, to number: Int) {
        if found[number].count < limit ?? .max { found[number].append(element) }
    }

    /// The maximum number of related rows for each row, or nil.
    private var limit: Int? {
        let isFirst = Related.self is any OneOrNone.Type && relation.link.target != nil
        return relation.selection.limit ?? (isFirst && !relation.selection.order.isEmpty ? 1 : nil)
    }

    /// Returns the selection of the related rows. SQLite applies the limit if there is no pivot table.
    private func selection(_ condition: FMSQL) -> Selection<Target> {
        var selection = relation.selection
        selection.condition = FMWhere(sql: condition) && selection.condition
        if let limit, limit >= 0 {
            selection.limit = nil
            if relation.link.pivot == nil, FMSQLiteFeature.windowFunctions.isAvailable {
                selection.limitPerValue = (columns.target.listed, limit)
            }
        }
        return selection
    }

    /// Calls a body for each target row that has one of the keys, with the index of the key.
    private func forEach(
        _ database: FMDatabase, _ numbers: [RelationKey: Int], _ areAll: Bool,
        _ body: (Int, Related.FMElement) -> Void
    ) throws {
        let table = try Target.table(named: nil)
        let conditions = RelationKeys.conditions(columns.target, numbers.keys, areAll)
        // With a pivot table, several statements may read the related rows of one row, and each statement sorts only its own rows. The
        // relation's order would be lost.
        guard conditions.count < 2 || relation.link.pivot == nil || relation.selection.order.isEmpty else {
            throw FMError(
                .misuse,
                """
                the rows of \(table.name) have too many keys that JSON cannot hold, such as BLOB values, to be sorted: sort them \
                in Swift, or request fewer rows at once
                """)
        }
        for condition in conditions {
            var run = RequestRun(selection: selection(condition), table: table)
            let places = run.add(columns.target.columns.map { FMSQL(raw: $0) })
            var (rows, elements): ([Int?], [Related.FMElement]) = ([], [])
            try relation.output.forEach(
                database, run, { row, start in rows.append(try row.key(places, start).flatMap { numbers[$0] }) },
                { elements.append($0) })
            for (row, element) in zip(rows, elements) { if let row { body(row, element) } }
        }
    }

    /// Returns the keys of the target, and for each the indexes of the origin keys that the pivot table links to it.
    private func pairs(
        _ database: FMDatabase, _ table: String, _ from: RelationSide, _ to: RelationSide
    ) throws -> (numbers: [RelationKey: Int], origins: [Set<Int>]) {
        var (targets, origins): ([RelationKey: Int], [Set<Int>]) = ([:], [])
        let (left, right) = (0..<from.columns.count, from.columns.count..<from.columns.count + to.columns.count)
        for condition in RelationKeys.conditions(from, numbers.keys, isOfAll) {
            let cursor = try database.query(
                "SELECT \(from.listed), \(to.listed) FROM \(raw: table) WHERE \(condition)")
            defer { cursor.close() }
            while let row = try cursor.nextRow() {
                guard let origin = try row.key(left, 0).flatMap({ numbers[$0] }), let target = try row.key(right, 0)
                else {
                    continue
                }
                let number = targets.number(of: target)
                if number == origins.count { origins.append([]) }
                origins[number].insert(origin)
            }
        }
        return (targets, origins)
    }
}

extension [RelationKey: Int] {
    /// Returns the index of a key, and adds the key if it is new.
    fileprivate mutating func number(of key: RelationKey) -> Int {
        let next = count
        return { (number: inout Int?) in
            if let number { return number }
            number = next
            return next
        }(&self[key])
    }
}
