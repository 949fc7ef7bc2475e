#if Checked
    import FMDB

    /// The work of a plan that grows with a table.
    struct PlanReview {
        private(set) var problems: [FMQueryAdvice.Problem] = []

        /// The cost of the problems. A sort counts less than a scan, because it sorts only the rows found.
        var cost: (problems: Int, rows: Int) {
            (problems.reduce(0) { $0 + ($1.kind == .sort ? 1 : 2) }, problems.reduce(0) { $0 + $1.rows })
        }

        /// Whether the plan has fewer problems than the other one, or the same number of problems with at most half as many rows. The
        /// latter happens, for example, if a join scans a smaller table.
        func isBetter(than other: PlanReview) -> Bool {
            let (own, former) = (cost, other.cost)
            return own.problems < former.problems
                || own.problems == former.problems && own.rows <= former.rows / 2 && own.problems > 0
        }

        private let names: StatementNames
        private let copy: SchemaCopy
        private let limit: Int

        /// - Parameter limit: a table with more rows than this counts as large.
        init(_ plan: FMQueryPlan, _ names: StatementNames, _ copy: SchemaCopy, above limit: Int) {
            (self.names, self.copy, self.limit) = (names, copy, limit)
            visit(plan.steps, isSorted: plan.allSteps.contains { $0.sort != nil })
        }

        private mutating func visit(_ steps: [FMQueryPlan.Step], isSorted: Bool) {
            for step in steps {
                for problem in [reading(step, isSorted: isSorted), step.sort.flatMap { sorting($0, steps) }] {
                    if let problem, !problems.contains(problem) { problems.append(problem) }
                }
                visit(step.steps, isSorted: isSorted)
            }
        }

        private func reading(_ step: FMQueryPlan.Step, isSorted: Bool) -> FMQueryAdvice.Problem? {
            guard let (name, index, isScan) = step.reading, let table = names.table(name) else { return nil }
            let isAutomatic = index?.form == .automatic
            guard isAutomatic || isScan && !table.isVirtual && !table.isInternal else { return nil }
            let rows = copy.rowCount(of: table)
            guard rows > limit else { return nil }
            let terms = StatementTerms(names, of: table)
            let isAsked = terms.equal.isEmpty && terms.ranges.isEmpty
            // SQLite stops at the LIMIT. It reads few rows until then if it reads them in index order, or if there is no condition to
            // satisfy.
            if !isAutomatic, terms.hasLimit, !isSorted, isAsked || index != nil { return nil }
            let kind: FMQueryAdvice.Problem.Kind = isAutomatic ? .automaticIndex : isAsked ? .reading : .scan
            return FMQueryAdvice.Problem(kind: kind, table: table.name, rows: rows, purpose: "")
        }

        /// - Parameter steps: the steps of the query that is sorted.
        private func sorting(_ purpose: String, _ steps: [FMQueryPlan.Step]) -> FMQueryAdvice.Problem? {
            for step in steps {
                guard let (name, index, isScan) = step.reading, let table = names.table(name), !table.isVirtual
                else { continue }
                let rows = isScan ? copy.rowCount(of: table) : copy.mostRows(of: table, found: index)
                if let rows, rows > limit {
                    return FMQueryAdvice.Problem(kind: .sort, table: table.name, rows: rows, purpose: purpose)
                }
            }
            return nil
        }
    }

    extension FMQueryPlan.Step {
        fileprivate var reading: (table: String, index: FMQueryPlan.Index?, isScan: Bool)? {
            switch kind {
            case .scan(let table, let index): (table, index, true)
            case .search(let table, let index): (table, index, false)
            default: nil
            }
        }

        /// The purpose of the step's sort if an index could avoid it, else nil.
        fileprivate var sort: String? {
            guard case .temporaryTree(let purpose) = kind,
                ["ORDER BY", "GROUP BY", "DISTINCT"].contains(where: purpose.contains)
            else { return nil }
            return purpose
        }
    }

    extension SchemaCopy {
        /// Returns the most rows that a search can find: the largest group of rows with equal values, counted in the database.
        ///
        /// - Returns: nil if the number is not known, for example for a range.
        fileprivate func mostRows(of table: FMSchema.Table, found index: FMQueryPlan.Index?) -> Int? {
            guard let index, index.form != .rowNumber, !index.terms.isEmpty else { return nil }
            let columns = index.terms.compactMap { term in
                term.hasSuffix("=?") ? table.column(String(term.dropLast(2))) : nil
            }
            guard columns.count == index.terms.count else { return nil }
            return groups(of: table, by: columns.map { FMSQL.quoted(identifier: $0.name) })?.largest
        }
    }
#endif
