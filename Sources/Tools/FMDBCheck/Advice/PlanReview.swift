#if Checked
    import FMDB

    /// What a plan does that grows with a table.
    struct PlanReview {
        let problems: [FMQueryAdvice.Problem]

        /// The smaller the better. A sort is cheaper than a scan: it reads the rows that were found.
        var cost: PlanCost {
            PlanCost(
                problems: problems.reduce(0) { $0 + ($1.kind == .sort ? 1 : 2) },
                rows: problems.reduce(0) { $0 + $1.rows })
        }

        private let names: StatementNames
        private let copy: SchemaCopy
        private let limit: Int

        /// - Parameter limit: a table with more rows is large.
        init(_ plan: FMQueryPlan, _ names: StatementNames, _ copy: SchemaCopy, above limit: Int) {
            (self.names, self.copy, self.limit) = (names, copy, limit)
            var found: [FMQueryAdvice.Problem] = []
            let isSorted = plan.allSteps.contains { PlanReview.sort($0) != nil }
            func visit(_ steps: [FMQueryPlan.Step]) {
                for step in steps {
                    if let problem = PlanReview.reading(step, names, copy, limit, isSorted: isSorted) {
                        found.append(problem)
                    }
                    if let purpose = PlanReview.sort(step),
                        let problem = PlanReview.sorting(purpose, steps, names, copy, limit)
                    {
                        found.append(problem)
                    }
                    visit(step.steps)
                }
            }
            visit(plan.steps)
            var seen: Set<FMQueryAdvice.Problem> = []
            problems = found.filter { seen.insert($0).inserted }
        }

        private static func reading(
            _ step: FMQueryPlan.Step, _ names: StatementNames, _ copy: SchemaCopy, _ limit: Int, isSorted: Bool
        ) -> FMQueryAdvice.Problem? {
            switch step.kind {
            case .scan(let name, let index?) where index.form == .automatic: return automatic(name, names, copy, limit)
            case .search(let name, let index?) where index.form == .automatic:
                return automatic(name, names, copy, limit)
            case .scan(let name, let index):
                guard let table = names.table(name), !table.isVirtual, !table.isInternal else { return nil }
                let rows = copy.rowCount(of: table)
                guard rows > limit else { return nil }
                let terms = StatementTerms(names, of: table, named: names.names(of: table))
                let isAsked = terms.equal.isEmpty && terms.ranges.isEmpty
                // SQLite stops at the limit. In the order of an index, or without a condition, it comes soon.
                if terms.hasLimit, !isSorted, isAsked || index != nil { return nil }
                return FMQueryAdvice.Problem(
                    kind: isAsked ? .reading : .scan, table: table.name, rows: rows, purpose: "")
            default: return nil
            }
        }

        private static func automatic(
            _ name: String, _ names: StatementNames, _ copy: SchemaCopy, _ limit: Int
        ) -> FMQueryAdvice.Problem? {
            guard let table = names.table(name) else { return nil }
            let rows = copy.rowCount(of: table)
            guard rows > limit else { return nil }
            return FMQueryAdvice.Problem(kind: .automaticIndex, table: table.name, rows: rows, purpose: "")
        }

        /// What a step sorts for, if an index could spare that.
        private static func sort(_ step: FMQueryPlan.Step) -> String? {
            guard case .temporaryTree(let purpose) = step.kind,
                ["ORDER BY", "GROUP BY", "DISTINCT"].contains(where: purpose.contains)
            else { return nil }
            return purpose
        }

        /// - Parameter steps: those of the query that is sorted.
        private static func sorting(
            _ purpose: String, _ steps: [FMQueryPlan.Step], _ names: StatementNames, _ copy: SchemaCopy, _ limit: Int
        ) -> FMQueryAdvice.Problem? {
            for step in steps {
                let (name, index): (String, FMQueryPlan.Index?)
                switch step.kind {
                case .scan(let table, let used): (name, index) = (table, used)
                case .search(let table, let used): (name, index) = (table, used)
                default: continue
                }
                guard let table = names.table(name), !table.isVirtual else { continue }
                var rows: Int? = copy.rowCount(of: table)
                if case .search = step.kind { rows = copy.mostRows(of: table, found: index) }
                if let rows, rows > limit {
                    return FMQueryAdvice.Problem(kind: .sort, table: table.name, rows: rows, purpose: purpose)
                }
            }
            return nil
        }
    }

    /// How much of a plan grows with a table.
    struct PlanCost: Equatable {
        let problems: Int
        let rows: Int

        /// Fewer problems, or as many with half of the rows at most: another table of a join is read, for example.
        func isBetter(than other: PlanCost) -> Bool {
            problems < other.problems || problems == other.problems && rows <= other.rows / 2 && problems > 0
        }

        func isWorse(than other: PlanCost) -> Bool { (problems, rows) > (other.problems, other.rows) }
    }

    extension SchemaCopy {
        /// How many rows a search finds at most: the largest group of rows with equal values, counted in the database.
        ///
        /// - Returns: nil if that is not known: behind a range, for example.
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
