#if Checked
    import FMDB

    /// Compiles the queries, triggers and views of migrations when the statements before them have run. SQLite does not check triggers and
    /// views when it creates them.
    struct MigrationSteps {
        private let all: [SQLStatement]
        /// Whether this is the first pass over the statements, in source order.
        var isFirst = true
        private var refusals: [(index: Int, refusal: SQLRefusal)] = []
        /// The folded names in statements that failed or created nothing new in the first pass. The program may run these statements in
        /// another order.
        private var disturbed: Set<String> = []

        init(_ all: [SQLStatement]) { self.all = all }

        /// Compiles a query or a change of rows, and returns whether SQLite accepts it or nothing can be said about it. True for other
        /// statements.
        mutating func isDone(_ index: Int, _ schema: CheckedSchema) -> Bool {
            let verbs = ["SELECT", "INSERT", "REPLACE", "UPDATE", "DELETE"]
            return !verbs.contains(all[index].verb) || accepts(schema.compile(all[index]), index, schema)
        }

        /// Records a statement that ran, or was refused.
        ///
        /// - Parameter hasRun: whether the statement ran and created something new.
        mutating func record(_ index: Int, hasRun: Bool, _ schema: CheckedSchema) {
            let statement = all[index]
            if !hasRun {
                if isFirst { disturbed.formUnion(statement.tokens.filter(\.mayBeName).map(\.folded)) }
            } else if let made = statement.made, ["TRIGGER", "VIEW"].contains(made.kind) {
                _ = accepts(schema.creationAnswer(to: statement), index, schema)
            } else {
                schema.accepted.insert(statement.sql)
            }
        }

        private mutating func accepts(_ answer: SQLAnswer, _ index: Int, _ schema: CheckedSchema) -> Bool {
            if case .refused(let refusal) = answer {
                if isFirst, refusal.rule == .unknownColumn { refusals.append((index, refusal)) }
                return false
            }
            if case .compiled = answer { schema.accepted.insert(all[index].sql) }
            return true
        }

        /// Records in the schema the refusals that are certain: no later statement adds the missing name. The statement also uses no name
        /// whose statements may run in another order.
        func finish(_ schema: CheckedSchema) {
            for (index, refusal) in refusals where !schema.accepted.contains(all[index].sql) {
                let names = Set(all[index].tokens.filter(\.mayBeName).map(\.folded))
                let missing = all[index].tokens.drop { $0.range.lowerBound != refusal.offset }.firstName
                guard let missing, names.isDisjoint(with: disturbed),
                    !all[(index + 1)...].contains(where: { $0.changesSchema && $0.names(missing.name) })
                else { continue }
                schema.refusedSteps[all[index].sql] = refusal
            }
        }
    }
#endif
