#if Checked
    import FMDB

    /// The statements `DROP TABLE` of a program that makes the table again: in a function that empties the database, or takes a migration back.
    struct TableWipes {
        struct Step {
            let statement: SQLStatement
            let file: String
            /// The function around the call; nil at the top of the file.
            let part: MigratingPart?
        }

        private let steps: [Step]
        /// The numbers of the statements that make a table, by its folded name.
        private let makers: [String: [Int]]

        /// - Parameter steps: the statements of all migrations in their order.
        init(_ steps: [Step]) {
            self.steps = steps
            makers = Dictionary(
                grouping: steps.indices.filter { steps[$0].statement.makesRelation != nil },
                by: { steps[$0].statement.makesRelation ?? "" })
        }

        var numbers: Set<Int> { Set(steps.indices.filter(isWipe)) }

        /// Whether another function makes the table before, and none later. Migrations run in their order and once, so what they drop is gone,
        /// unless they call what makes it.
        private func isWipe(_ number: Int) -> Bool {
            let step = steps[number]
            guard let all = step.statement.dropsRelation.flatMap({ makers[$0] }), let last = all.last, last < number
            else { return false }
            let others = all.filter { steps[$0].file != step.file || steps[$0].part != step.part }
            guard let part = step.part, part.isStep else { return !others.isEmpty }
            return others.contains { other in
                guard let maker = steps[other].part, maker.isStep else { return true }
                return part.names.contains(maker.name)
            }
        }
    }

    extension SQLStatement {
        /// The folded name of the table or view that is there afterwards.
        fileprivate var makesRelation: String? {
            if let made { return made.isRelation ? made.name.folded : nil }
            return Reshaping(self)?.newTable
        }

        /// The folded name of the table or view that is gone afterwards.
        fileprivate var dropsRelation: String? {
            guard verb == "DROP", tokens.count > 2, tokens[1].isWord("TABLE", "VIEW") else { return nil }
            return tokens.dropFirst(2).drop { $0.isWord("IF", "EXISTS") }.firstName?.folded
        }
    }
#endif
