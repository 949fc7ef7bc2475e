#if Checked
    import FMDB

    /// Statements with rows in calls without, and the other way round.
    extension UseCheck {
        mutating func checkVerb(_ statement: SQLStatement, _ description: FMStatementDescription) {
            let hasRows = !description.columns.isEmpty
            if isOther { return }
            switch use.verb {
            case .query where !hasRows: reportMissingRows(statement)
            case .run where hasRows: reportUnreadRows(statement, description)
            default: break
            }
        }

        private mutating func reportMissingRows(_ statement: SQLStatement) {
            let verb = statement.verb
            guard isFMDBs else {
                if case .value(let type) = use.result, !type.isOptional, use.function == "value" {
                    return add(.error, .verb, at: 0, "\(verb) returns no row, so \(use.function) throws; use execute")
                }
                return add(.warning, .verb, at: 0, "\(verb) returns no rows; use execute")
            }
            let when = use.function == "executeQuery" ? ", and executeQuery runs it only when next() is called" : ""
            add(.warning, .verb, at: 0, "\(verb) returns no rows\(when); use executeUpdate")
        }

        private mutating func reportUnreadRows(_ statement: SQLStatement, _ description: FMStatementDescription) {
            let verb = statement.verb
            if isFMDBs {
                // FMDB's call is false where a row comes.
                return add(
                    verb == "PRAGMA" ? .warning : .error, .verb, at: 0,
                    "\(use.function) fails for a statement that returns a row, as this \(verb) does; use executeQuery")
            }
            // A query without a table is run for what its function does.
            guard ["SELECT", "INSERT", "UPDATE", "DELETE", "REPLACE"].contains(verb), !callsAddedFunction(statement)
            else { return }
            let isQuery = verb == "SELECT"
            guard !isQuery || description.isReadOnly && statement.firstIndex(ofWord: "FROM") != nil else { return }
            add(
                .warning, .verb, at: 0,
                "\(use.function) ignores the rows that this \(verb) returns; use query, rows or value")
        }

        private func callsAddedFunction(_ statement: SQLStatement) -> Bool {
            statement.pieces.contains { $0.mayBeName && schema.isAddedFunction($0.name) }
        }
    }
#endif
