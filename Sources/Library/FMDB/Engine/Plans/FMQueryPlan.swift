/// How SQLite runs a statement: which tables it reads, by which indexes, and what it sorts.
///
///     let plan = try db.queryPlan(of: "SELECT title FROM book WHERE author = \(author) ORDER BY title")
///     print(plan)
///     // QUERY PLAN
///     // |--SEARCH book USING INDEX book_author (author=?)
///     // `--USE TEMP B-TREE FOR ORDER BY
///
/// SQLite's output is meant for people and differs between versions. The library can parse the output of SQLite 3.15 and later. An unknown
/// line is a step of the kind ``Kind/other``. See [EXPLAIN QUERY PLAN](https://sqlite.org/eqp.html) and <doc:QueryPlans>.
public struct FMQueryPlan: Hashable, Sendable {
    /// The top-level steps, in SQLite's order. In a join, the outer loop comes first.
    public let steps: [Step]

    /// One line of a plan, with its child steps.
    public struct Step: Hashable, Sendable, Identifiable {
        /// The number that SQLite gives to the step. SQLite before 3.24 gives none, so this is then the step's position in the plan, from
        /// 1.
        public let id: Int
        /// The number of the parent step; 0 for a top-level step.
        public let parent: Int
        /// The line as SQLite has written it. Names in it are not quoted.
        public let detail: String
        /// The operation that the line describes.
        public let kind: Kind
        /// The child steps.
        public let steps: [Step]
    }

    /// All steps, each before its child steps.
    public var allSteps: [Step] {
        var all: [Step] = []
        forEach { step, _ in all.append(step) }
        return all
    }

    /// The tables that are scanned: all rows, or all entries of an index, are read. They have the order of the plan. A table that is
    /// scanned twice is listed twice.
    ///
    /// A table with an alias is listed by its alias. Virtual tables and subqueries are not listed. A view or a common
    /// table expression that has an alias and is evaluated separately is listed, because it looks like a table.
    public var scannedTables: [String] {
        allSteps.compactMap { if case .scan(let table, _) = $0.kind { table } else { nil } }
    }

    /// The tables for which SQLite creates a temporary index during the statement. The schema may lack an index for
    /// such a table. See [Automatic Query-Time Indexes](https://sqlite.org/optoverview.html#autoindex).
    public var automaticIndexes: [String] {
        allSteps.compactMap { step in
            switch step.kind {
            case .scan(let table, let index?), .search(let table, let index?): index.form == .automatic ? table : nil
            default: nil
            }
        }
    }

    /// The names of the indexes that are used, in the order of the plan, each once.
    public var usedIndexes: [String] {
        var names: [String] = []
        for step in allSteps {
            guard let name = step.kind.indexName, !names.contains(name) else { continue }
            names.append(name)
        }
        return names
    }

    /// The purposes of temporary B-trees, which sort or compare: "ORDER BY", "LAST TERM OF ORDER BY", "GROUP BY",
    /// "DISTINCT", "count(DISTINCT)", "UNION" and the like.
    public var sorts: [String] {
        allSteps.compactMap { step in
            switch step.kind {
            case .temporaryTree(let purpose): purpose
            case .setOperation(let operation, usesTemporaryTree: true): operation.rawValue
            default: nil
            }
        }
    }
}

extension FMQueryPlan: CustomStringConvertible {
    /// The plan as a drawn tree, as in SQLite's shell.
    public var description: String {
        var lines = ["QUERY PLAN"]
        var stems: [String] = []
        forEach { step, place in
            stems.removeLast(stems.count - place.depth)
            lines.append(stems.joined() + (place.isLast ? "`--" : "|--") + step.detail)
            stems.append(place.isLast ? "   " : "|  ")
        }
        return lines.joined(separator: "\n")
    }

    /// The lines, each indented by two spaces below its parent.
    var lines: [String] {
        var lines: [String] = []
        forEach { step, place in lines.append(String(repeating: "  ", count: place.depth) + step.detail) }
        return lines
    }

    private func forEach(_ body: (Step, (depth: Int, isLast: Bool)) -> Void) {
        func visit(_ steps: [Step], _ depth: Int) {
            for (index, step) in steps.enumerated() {
                body(step, (depth, index == steps.count - 1))
                visit(step.steps, depth + 1)
            }
        }
        visit(steps, 0)
    }
}
