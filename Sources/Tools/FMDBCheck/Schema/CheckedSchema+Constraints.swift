#if Checked
    import FMDB

    /// Finds out which values and columns SQLite refuses because of constraints.
    extension CheckedSchema {
        /// Returns the condition of a single-column CHECK that is false for the literal, or nil if there is none.
        func check(
            of table: FMSchema.Table, thatRefuses literal: String, in column: FMSchema.Column
        ) -> String? {
            let checks = table.checks.map(\.condition).filter { isKnown($0, of: column, table) }
            guard !checks.isEmpty else { return nil }
            let collation = column.collation.map { " COLLATE \($0)" } ?? ""
            let definition = FMSQL.quoted(identifier: column.name) + " " + column.type + collation
            return withoutTrace {
                guard makeProbe(definition, table.isStrict ? "STRICT" : ""),
                    (try? db.execute(FMSQL(raw: "INSERT INTO temp.fmdb_check VALUES (\(literal))"))) != nil
                else { return nil }
                return checks.first { check in
                    let question = FMSQL(raw: "SELECT (\(check)\n) IS FALSE FROM temp.fmdb_check")
                    return (try? db.value(question, as: Int.self)) == 1
                }
            }
        }

        /// Whether a condition depends on one column only, and not on the program's functions or collations.
        private func isKnown(_ condition: String, of column: FMSchema.Column, _ table: FMSchema.Table) -> Bool {
            let tokens = SQLToken.flat(condition)
            let names = tokens.filter { $0.kind == .word || $0.kind == .quoted }.map(\.folded)
            let others = table.columns.map(\.name.foldedAsName).filter { $0 != column.name.foldedAsName }
            let collations = zip(tokens, tokens.dropFirst()).filter { $0.0.isWord("COLLATE") }.map(\.1.name)
            return names.contains(column.name.foldedAsName)
                && Set(names).isDisjoint(with: others + RowIDName.all)
                && !names.contains(where: isAddedFunction)
                && (collations + [column.collation].compactMap { $0 }).allSatisfy {
                    ["BINARY", "NOCASE", "RTRIM"].contains($0.asKeyword)
                }
        }

        /// Returns the message with which `ALTER TABLE … ADD` fails if the table has rows, or nil if it does not fail. The message is found
        /// in the statement's bytecode.
        ///
        /// - Parameter addition: the SQL after the table's name.
        func refusalOfRows(_ addition: String) -> String? {
            withoutTrace {
                let question = FMSQL(raw: "EXPLAIN ALTER TABLE temp.fmdb_check \(addition)")
                guard makeProbe("fmdb_check"), let rows = try? db.rows(question, as: Bytecode.Row.self) else {
                    return nil
                }
                // The message about REFERENCES applies only if foreign keys are enforced.
                return rows.compactMap(\.5).first { message in
                    message.foldedAsName.hasPrefix("cannot add a ") && !message.contains("REFERENCES")
                }
            }
        }

        private func makeProbe(_ definition: String, _ options: String = "") -> Bool {
            (try? db.execute(FMSQL(raw: "CREATE TEMP TABLE fmdb_check (\(definition)) \(options)"))) != nil
        }
    }
#endif
