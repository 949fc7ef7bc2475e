#if Checked
    import FMDB

    package enum Nullability: Sendable, Hashable {
        /// It is not, whatever rows there are.
        case never
        /// Some rows that the schema allows make it NULL, for the reason that is given.
        case possible(String)
        case unknown
    }

    extension CheckedSchema {
        /// For each column of the result of a statement, whether it may be NULL.
        ///
        /// That it is never NULL is read from SQLite's own program of the statement, and from the constraints of the tables that it reads. That
        /// it may be is said only where the text shows a reason, and no condition speaks of the column. All else is unknown.
        package func nullability(of statement: SQLStatement, _ description: FMStatementDescription) -> [Nullability] {
            if let known = lastNullability, known.sql == statement.sql { return known.columns }
            let sure = sureColumns(of: statement, description)
            let reasons = NullReasons(statement, description, self).reasons
            let columns = description.columns.indices.map { index -> Nullability in
                if let sure, sure[index] { return .never }
                return reasons[index].map { .possible($0) } ?? .unknown
            }
            lastNullability = (statement.sql, columns)
            return columns
        }

        private func sureColumns(of statement: SQLStatement, _ description: FMStatementDescription) -> [Bool]? {
            let verbs: Set<String> = ["SELECT", "VALUES", "INSERT", "REPLACE", "UPDATE", "DELETE"]
            guard verbs.contains(statement.verb), !description.columns.isEmpty,
                let program = Bytecode(of: statement.sql, parameters: description.parameters.count, in: db)
            else { return nil }
            let pages = pages
            var flow = NullFlow(of: program, addedFunctions: addedFunctions) { pages.source($0, $1) }
            return flow.sureColumns(description.columns.count)
        }

        package var hasUncertainTables: Bool { !uncertainTables.isEmpty }

        package func isUncertain(_ name: String) -> Bool { uncertainTables.contains(name.foldedAsName) }

        package func isAddedFunction(_ name: String) -> Bool { addedFunctions.contains(name.foldedAsName) }
    }
#endif
