/// Builds a tree from the rows of EXPLAIN QUERY PLAN.
package struct PlanReader {
    /// The first, second and fourth columns of a row.
    package struct Row: Sendable {
        package let number: Int
        package let parent: Int
        package let detail: String

        package init(_ number: Int, _ parent: Int, _ detail: String) {
            (self.number, self.parent, self.detail) = (number, parent, detail)
        }
    }

    private let rows: [Row]
    private let kinds: [FMQueryPlan.Kind]
    /// For each row, the index of its parent row or nil, and the numbers of the row and its parent.
    private var parents: [Int?] = []
    private var numbers: [(id: Int, parent: Int)] = []

    /// - Parameter isTree: whether the first two columns are the numbers of a row and of its parent, as in SQLite 3.24
    ///   and later. In older versions, the first column is the number of the SELECT.
    package static func plan(_ rows: [Row], isTree: Bool) -> FMQueryPlan {
        var reader = PlanReader(rows)
        if isTree { reader.followParents() } else { reader.followSubqueries() }
        return FMQueryPlan(steps: reader.steps())
    }

    private init(_ rows: [Row]) {
        self.rows = rows
        let kinds = rows.map { PlanDetail($0.detail).kind }
        let subqueries = Set(kinds.compactMap(\.subqueryName))
        // From 3.36 on, the scan of a subquery looks like that of a table.
        self.kinds = kinds.map { kind in
            if case .scan(let name, index: nil) = kind, subqueries.contains(name) { .scanSubquery(name) } else { kind }
        }
    }

    private mutating func followParents() {
        var places: [Int: Int] = [:]
        for (index, row) in rows.enumerated() {
            parents.append(places[row.parent])
            places[row.number] = index
        }
        numbers = rows.map { ($0.number, $0.parent) }
    }

    /// Makes the row that names a subquery the parent of the subquery's rows.
    private mutating func followSubqueries() {
        var owners: [Int: Int] = [:]
        for (index, row) in rows.enumerated() {
            for subquery in PlanDetail(row.detail).subqueries where subquery > 0 && subquery != row.number {
                if owners[subquery] == nil { owners[subquery] = index }
            }
        }
        parents = rows.map { owners[$0.number] }
        for index in rows.indices where isInCycle(index) { parents[index] = nil }
        numbers = parents.enumerated().map { ($0 + 1, $1.map { $0 + 1 } ?? 0) }
    }

    private func isInCycle(_ index: Int) -> Bool {
        var (next, count) = (parents[index], 0)
        while let parent = next, count <= rows.count {
            if parent == index { return true }
            next = parents[parent]
            count += 1
        }
        return false
    }

    private func steps() -> [FMQueryPlan.Step] {
        var children: [[Int]] = rows.map { _ in [] }
        var outermost: [Int] = []
        for (index, parent) in parents.enumerated() {
            if let parent { children[parent].append(index) } else { outermost.append(index) }
        }
        func step(_ index: Int) -> FMQueryPlan.Step {
            FMQueryPlan.Step(
                id: numbers[index].id, parent: numbers[index].parent, detail: rows[index].detail, kind: kinds[index],
                steps: children[index].map(step))
        }
        return outermost.map(step)
    }
}
