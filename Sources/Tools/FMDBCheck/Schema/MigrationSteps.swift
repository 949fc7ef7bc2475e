#if Checked
    import FMDB

    /// Asks about the statements of migrations that SQLite does not check when it makes something, while the schema is as they find it.
    struct MigrationSteps {
        private let all: [SQLStatement]
        /// Whether all statements are looked at for the first time, in their order.
        var isFirst = true
        private var refusals: [(index: Int, refusal: SQLRefusal)] = []
        /// The folded words of statements that found another schema than they expect: the program runs them in another order.
        private var disturbed: Set<String> = []

        init(_ all: [SQLStatement]) { self.all = all }

        /// Whether a statement that leaves the schema as it is needs no further question.
        mutating func isDone(_ index: Int, _ schema: CheckedSchema) -> Bool {
            let verbs = ["SELECT", "INSERT", "REPLACE", "UPDATE", "DELETE"]
            return !verbs.contains(all[index].verb) || accepts(schema.compile(all[index]), index, schema)
        }

        /// Looks at a statement that was run, or refused.
        ///
        /// - Parameter hasRun: whether it was run, and has made what was not there before.
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

        /// Keeps what SQLite certainly refuses: no later statement makes what is missing, and the tables are those of the earlier ones.
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
