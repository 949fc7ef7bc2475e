/// How SQLite runs a statement: which tables it reads, by which indexes, and what it sorts.
///
///     let plan = try db.queryPlan(of: "SELECT title FROM book WHERE author = \(author) ORDER BY title")
///     print(plan)
///     // QUERY PLAN
///     // |--SEARCH book USING INDEX book_author (author=?)
///     // `--USE TEMP B-TREE FOR ORDER BY
///
/// SQLite's texts differ between its versions, and are meant for people. The library reads those of SQLite 3.15 and later;
/// what it does not know is a step of the kind ``Kind/other``. See
/// [EXPLAIN QUERY PLAN](https://sqlite.org/eqp.html) and <doc:QueryPlans>.
public struct FMQueryPlan: Hashable, Sendable {
    /// The outermost steps, in SQLite's order: of a join, the outer loop first.
    public let steps: [Step]

    /// One line of a plan, and what belongs to it.
    public struct Step: Hashable, Sendable, Identifiable {
        /// SQLite's number of the step. Before SQLite 3.24, which has none, its place in the plan, from 1.
        public let id: Int
        /// The number of the step that this one belongs to; 0 for the outermost ones.
        public let parent: Int
        /// The line as SQLite has written it. Names stand in it without quotation marks.
        public let detail: String
        /// What the line says.
        public let kind: Kind
        /// The steps that belong to this one.
        public let steps: [Step]
    }

    /// All steps, each before those that belong to it.
    public var allSteps: [Step] {
        var all: [Step] = []
        forEach { step, _ in all.append(step) }
        return all
    }

    /// The tables of which all rows, or all entries of an index, are read, in the order of the plan. A table of which that happens
    /// twice is named twice.
    ///
    /// A table with an alias has that name. Virtual tables and subqueries are not among them. A view or a common table expression
    /// with an alias that SQLite evaluates by itself looks like a table, and is among them.
    public var scannedTables: [String] {
        allSteps.compactMap { if case .scan(let table, _) = $0.kind { table } else { nil } }
    }

    /// The tables for which SQLite makes an index that lasts only as long as the statement runs: one for which an index of the
    /// schema may be missing. See [Automatic Query-Time Indexes](https://sqlite.org/optoverview.html#autoindex).
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

    /// What is sorted, or compared, by means of a temporary B-tree: "ORDER BY", "LAST TERM OF ORDER BY", "GROUP BY", "DISTINCT",
    /// "count(DISTINCT)", "UNION" and the like.
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
    /// The plan as a drawn tree, like that of SQLite's shell.
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

    /// The lines, each indented by two spaces below the one it belongs to.
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
