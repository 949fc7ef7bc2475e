#if Checked
    import FMDB

    /// Gets SQLite's plans for statements, and tries indexes for the statements whose cost grows with a table.
    final class Advisor {
        private struct Case {
            let sql: String
            var places: [FMSourcePlace]
            let names: StatementNames
            let plan: FMQueryPlan
            let review: PlanReview
            var indexes: [IndexProposal] = []
        }

        private let copy: SchemaCopy
        private let limit: Int
        private var cases: [Case] = []
        private var caseOfSQL: [String: Int?] = [:]
        private var usedIndexes: Set<String> = []
        private var advice = FMQueryAdvice()

        /// - Parameter limit: a table with more rows than this counts as large.
        init(_ copy: SchemaCopy, above limit: Int) {
            self.copy = copy
            self.limit = limit
        }

        /// - Parameter tables: the models' table names by type name.
        func advice(on facts: [SourceFacts], tables: [String: String]) -> FMQueryAdvice {
            for use in facts.flatMap(\.uses) {
                for statement in statements(of: use, tables) { explain(statement, at: use.place) }
            }
            for index in cases.indices where !cases[index].review.problems.isEmpty { improve(&cases[index]) }
            merge()
            advice.unfollowed = facts.reduce(0) { $0 + $1.unfollowed.count }
            advice.hasStatistics = copy.hasStatistics
            advice.notes += copy.problems
            report()
            return advice
        }

        private func statements(of use: SQLUse, _ tables: [String: String]) -> [String] {
            guard use.verb == .condition else { return SchemaCopy.explainableStatements(of: use.text.sql) }
            guard let model = use.model, let table = copy.schema.table(tables[model] ?? model) else { return [] }
            return ["SELECT * FROM \(FMSQL.quoted(identifier: table.name)) WHERE (\(use.text.sql))"]
        }

        private func explain(_ sql: String, at place: FMSourcePlace) {
            if let known = caseOfSQL[sql] {
                if let known { cases[known].places.append(place) }
                return
            }
            guard let plan = copy.plan(of: sql) else {
                caseOfSQL[sql] = .some(nil)
                advice.refusals.append(FMQueryAdvice.Refusal(sql: sql, place: place, reason: copy.refusal(of: sql)))
                return
            }
            advice.explained += 1
            usedIndexes.formUnion(plan.usedIndexes.map(\.foldedAsName))
            let names = StatementNames(sql, in: copy.schema)
            let review = PlanReview(plan, names, copy, above: limit)
            caseOfSQL[sql] = cases.count
            cases.append(Case(sql: sql, places: [place], names: names, plan: plan, review: review))
        }
    }

    // MARK: - Trying indexes

    extension Advisor {
        /// A set of indexes, and SQLite's plan for the statement with these indexes.
        private struct Trial {
            let indexes: [IndexProposal]
            let plan: FMQueryPlan
            let review: PlanReview
            /// The number of columns that the plan looks up in the indexes.
            let usedTerms: Int

            func isBetter(than other: Trial) -> Bool {
                let (cost, worse) = (review.cost, other.review.cost)
                let (width, wider) = (indexes.flatMap(\.terms).count, other.indexes.flatMap(\.terms).count)
                return (worse.problems, worse.rows, usedTerms, wider)
                    > (cost.problems, cost.rows, other.usedTerms, width)
            }
        }

        private func review(_ plan: FMQueryPlan, _ one: Case) -> PlanReview {
            PlanReview(plan, one.names, copy, above: limit)
        }

        private func plan(of one: Case, with indexes: [IndexProposal]) -> FMQueryPlan? {
            copy.having(indexes) { copy.plan(of: one.sql) }
        }

        /// Adds indexes one at a time, until no index improves the plan or four steps are done.
        private func improve(_ one: inout Case) {
            var review = one.review
            for _ in 0..<4 where !review.problems.isEmpty {
                let tables = Set(review.problems.map(\.table)).compactMap { copy.schema.table($0) }.sorted {
                    $0.name < $1.name
                }
                let tried = tables.flatMap { trials(for: $0, one) }.filter { $0.review.isBetter(than: review) }
                // The sort is stable, so equal trials keep the candidates' order.
                let best = tried.sorted { $0.isBetter(than: $1) }
                guard let found = best.first(where: isSelective) else { return }
                one.indexes += found.indexes
                review = found.review
            }
        }

        private func trials(for table: FMSchema.Table, _ one: Case) -> [Trial] {
            guard !table.isVirtual, !table.isShadow, !table.isInternal else { return [] }
            let terms = StatementTerms(one.names, of: table)
            let candidates = IndexCandidates(table: table, terms: terms, schema: copy.schema).all
            return candidates.compactMap { candidate in
                trial(candidate.map(spelled).filter { !one.indexes.contains($0) }, one)
            }
        }

        /// Returns the index with all names quoted if SQLite refuses it unquoted, because a name is a keyword.
        private func spelled(_ index: IndexProposal) -> IndexProposal {
            guard copy.having([index], { true }) == nil else { return index }
            var quoted = index
            quoted.quotesAll = true
            return quoted
        }

        private func trial(_ indexes: [IndexProposal], _ one: Case) -> Trial? {
            guard !indexes.isEmpty, let plan = plan(of: one, with: one.indexes + indexes) else { return nil }
            let used = Set(plan.usedIndexes)
            guard (one.indexes + indexes).allSatisfy({ used.contains($0.name) }) else { return nil }
            let names = Set(indexes.map(\.name))
            let terms = plan.allSteps.reduce(0) { sum, step in
                guard case .search(_, let index?) = step.kind, let name = index.name, names.contains(name) else {
                    return sum
                }
                return sum + index.terms.count
            }
            return Trial(indexes: indexes, plan: plan, review: review(plan, one), usedTerms: terms)
        }

        /// Whether a search in each index finds at most a fifth of the table's rows. An index search for more rows is no faster than a full
        /// scan.
        private func isSelective(_ trial: Trial) -> Bool {
            trial.indexes.allSatisfy { index in
                guard let table = copy.schema.table(index.table), let average = rowsPerValue(of: index, in: trial.plan)
                else { return true }
                return average <= Double(copy.rowCount(of: table)) / 5
            }
        }

        /// Returns the average number of rows that share the same values in the index columns that the plan compares for equality.
        ///
        /// - Returns: nil unless the search compares all its columns for equality, and there are rows to count.
        private func rowsPerValue(of index: IndexProposal, in plan: FMQueryPlan) -> Double? {
            for step in plan.allSteps {
                guard case .search(_, let used?) = step.kind, used.name == index.name else { continue }
                let count = used.terms.prefix { $0.hasSuffix("=?") }.count
                guard count > 0, count == used.terms.count, let table = copy.schema.table(index.table) else {
                    return nil
                }
                let terms = index.terms.prefix(count).map { $0.ascending.sql { FMSQL.quoted(identifier: $0) } }
                return copy.groups(of: table, by: terms)?.average
            }
            return nil
        }
    }

    // MARK: - One index for several statements

    extension Advisor {
        /// Replaces an index with a longer one that begins with the same columns, or with one that has the same columns in another order.
        /// The replacement must help as much.
        private func merge() {
            var all: [IndexProposal] = []
            for index in cases.flatMap(\.indexes) where !all.contains(index) { all.append(index) }
            for short in all.sorted(by: { $0.terms.count < $1.terms.count }) {
                let users = cases.indices.filter { cases[$0].indexes.contains(short) }
                let longer = all.filter { $0 != short && short.isCovered(by: $0) }
                for long in longer.sorted(by: { $0.terms.count < $1.terms.count }) {
                    let changed = users.map { user in
                        var list = cases[user].indexes.map { $0 == short ? long : $0 }
                        list = list.enumerated().filter { list.firstIndex(of: $0.element) == $0.offset }.map(\.element)
                        return list
                    }
                    guard zip(users, changed).allSatisfy({ helps($1, cases[$0]) }) else { continue }
                    for (user, list) in zip(users, changed) { cases[user].indexes = list }
                    all.removeAll { $0 == short }
                    break
                }
            }
        }

        private func helps(_ indexes: [IndexProposal], _ one: Case) -> Bool {
            guard let former = plan(of: one, with: one.indexes), let plan = plan(of: one, with: indexes),
                indexes.allSatisfy({ plan.usedIndexes.contains($0.name) })
            else { return false }
            return review(plan, one).cost <= review(former, one).cost
        }

        private func report() {
            var proposals: [IndexProposal] = []
            for one in cases where !one.review.problems.isEmpty {
                let after = one.indexes.isEmpty ? nil : plan(of: one, with: one.indexes)
                advice.statements.append(
                    FMQueryAdvice.Statement(
                        sql: one.sql, places: one.places, problems: one.review.problems, plan: "\(one.plan)",
                        planAfter: after.map { "\($0)" }, indexes: one.indexes.map(\.sql)))
                for index in one.indexes {
                    if let known = proposals.firstIndex(of: index) {
                        advice.indexes[known].places += one.places
                    } else if let table = copy.schema.table(index.table) {
                        proposals.append(index)
                        advice.indexes.append(
                            FMQueryAdvice.Index(
                                sql: index.sql, table: table.name, rows: copy.rowCount(of: table),
                                rowsPerValue: after.flatMap { rowsPerValue(of: index, in: $0) }, places: one.places))
                    }
                }
            }
            advice.unusedIndexes = unusedIndexes
        }

        /// The indexes that no plan, constraint or foreign key needs. Plans do not show the indexes in which SQLite looks up a foreign
        /// key's child rows.
        private var unusedIndexes: [FMQueryAdvice.UnusedIndex] {
            copy.schema.tables.filter { !$0.isShadow && !$0.isInternal }.flatMap { table in
                table.indexes.filter { index in
                    guard index.origin == .statement, !index.isUnique, !usedIndexes.contains(index.name.foldedAsName)
                    else { return false }
                    return !table.foreignKeys.contains { index.begins(with: $0.columns) }
                }.map { FMQueryAdvice.UnusedIndex(name: $0.name, table: table.name) }
            }
        }
    }
#endif
