#if Checked
    import FMDB

    /// Asks about the statements of migrations that change rows, or that SQLite does not look at before they are used, while the schema is as
    /// it is when their turn comes.
    struct MigrationSteps {
        private let all: [SQLStatement]
        private var refusals: [(index: Int, refusal: SQLRefusal)] = []
        /// The folded words of statements that found another schema than they expect: the program runs them in another order.
        private var disturbed: Set<String> = []

        init(_ all: [SQLStatement]) { self.all = all }

        private static let verbs: Set<String> = ["SELECT", "INSERT", "REPLACE", "UPDATE", "DELETE"]

        /// Whether nothing more is to be asked about a statement that leaves the schema as it is.
        mutating func isDone(_ index: Int, _ schema: CheckedSchema, isFirst: Bool) -> Bool {
            let statement = all[index]
            guard Self.verbs.contains(statement.verb) else { return true }
            return take(schema.compile(statement), index, schema, isFirst: isFirst)
        }

        /// Looks at a statement that was run, or refused.
        ///
        /// - Parameter hasRun: whether it was run, and has made what was not there before.
        mutating func note(_ index: Int, hasRun: Bool, _ schema: CheckedSchema, isFirst: Bool) {
            let statement = all[index]
            guard hasRun else {
                if isFirst { disturbed.formUnion(statement.pieces.filter(\.mayBeName).map(\.folded)) }
                return
            }
            guard let made = statement.made, ["TRIGGER", "VIEW"].contains(made.kind) else {
                schema.accepted.insert(statement.sql)
                return
            }
            _ = take(schema.creationAnswer(to: statement), index, schema, isFirst: isFirst)
        }

        private mutating func take(
            _ answer: SQLAnswer, _ index: Int, _ schema: CheckedSchema, isFirst: Bool
        ) -> Bool {
            switch answer {
            case .refused(let refusal):
                if isFirst, refusal.rule == .unknownColumn { refusals.append((index, refusal)) }
                return false
            case .compiled:
                schema.accepted.insert(all[index].sql)
                return true
            case .unknown, .notAsked: return true
            }
        }

        /// What SQLite surely refuses: each table was as the statements before have left it, and none behind makes what is missing.
        func finish(_ schema: CheckedSchema) {
            for (index, refusal) in refusals where !schema.accepted.contains(all[index].sql) {
                let names = Set(all[index].pieces.filter(\.mayBeName).map(\.folded))
                guard let missing = all[index].name(at: refusal.offset), names.isDisjoint(with: disturbed),
                    !all[(index + 1)...].contains(where: { $0.changesSchema && $0.names(missing) })
                else { continue }
                schema.refusedSteps[all[index].sql] = refusal
            }
        }
    }

    extension SQLStatement {
        /// The name at a place, without the table's before it.
        fileprivate func name(at offset: Int) -> String? {
            guard let index = pieces.firstIndex(where: { $0.range.lowerBound == offset }) else { return nil }
            let isQualified = index + 2 < pieces.count && pieces[index + 1].isSign(".")
            return pieces[isQualified ? index + 2 : index].name
        }
    }
#endif
