#if Checked
    import FMDB

    /// Finds invalid foreign keys. SQLite accepts them in CREATE TABLE, but refuses each change of a row. See [Required and Suggested
    /// Database Indexes](https://sqlite.org/foreignkeys.html#fk_indexes).
    extension CheckedSchema {
        /// A REFERENCES clause of a statement that ran.
        struct Reference {
            let child: String
            /// The names of the parent table and its columns.
            let names: [String]
            let place: FMSourcePlace
        }

        /// Returns the foreign keys of a statement that creates or alters a table.
        func references(of statement: SQLStatement, _ place: (Int) -> FMSourcePlace) -> [Reference] {
            let altered = statement.verb == "ALTER" ? statement.tokens.dropFirst(2).first : nil
            guard let child = statement.made?.name ?? altered else { return [] }
            return statement.tokens.enumerated().filter { $1.isWord("REFERENCES") }.map { index, token in
                let rest = statement.tokens[(index + 1)...]
                let hasColumns = rest.dropFirst().first?.isSign("(") == true
                let names = hasColumns ? rest.prefix { !$0.isSign(")") }.filter(\.mayBeName) : Array(rest.prefix(1))
                let start = statement.offset + token.range.lowerBound
                return Reference(child: child.name, names: names.map(\.name), place: place(start))
            }
        }

        /// Returns the mistake of a foreign key in the program's SQL whose parent table or column is missing. Returns nil if other SQL
        /// creates, renames or drops the parent table or column, because it may exist when the statement runs.
        func mistake(of reference: Reference) -> (FMFinding.Rule, String)? {
            guard let table = reference.names.first, table.foldedAsName != reference.child.foldedAsName,
                !references.contains(where: { $0.place == reference.place })
            else { return nil }
            let columns = Array(reference.names.dropFirst())
            guard let (rule, what) = missing(table, columns) else { return nil }
            let texts = learned.union(ran).lazy.flatMap { SQLStatement.split($0) }
            let isPast = texts.contains { $0.changes(table.foldedAsName, rule == .unknownTable ? [] : columns) }
            return isPast ? nil : (rule, effect(what, reference.child))
        }

        /// The foreign keys whose parent table or column is missing, or whose parent column is neither the primary key nor UNIQUE.
        var foreignKeyFindings: [FMFinding] {
            guard !references.isEmpty, let schema = try? mainSchema() else { return [] }
            return schema.tables.flatMap { table in table.foreignKeys.compactMap { finding(of: $0, table.name) } }
        }

        private func finding(of key: FMSchema.ForeignKey, _ child: String) -> FMFinding? {
            let names = ([key.table] + (key.targets ?? [])).map(\.foldedAsName)
            let reference = references.last {
                $0.child.foldedAsName == child.foldedAsName && $0.names.map(\.foldedAsName) == names
            }
            guard let reference, let (rule, what) = mistake(of: key, child) else { return nil }
            return FMFinding(.warning, rule, at: reference.place, effect(what, child))
        }

        private func effect(_ mistake: String, _ child: String) -> String {
            "\(mistake); with PRAGMA foreign_keys = ON SQLite refuses each change of \(child)"
        }

        private func mistake(of key: FMSchema.ForeignKey, _ child: String) -> (FMFinding.Rule, String)? {
            if let missing = missing(key.table, key.targets ?? []) { return missing }
            guard let parent = shape.table(key.table), refusesKeys(of: child, to: key.table) else { return nil }
            let columns = key.targets.map { "\(parent.name).\($0.joined(separator: ", "))" } ?? parent.name
            return (.refused, "\(columns) is neither the primary key nor UNIQUE, so no foreign key can refer to it")
        }

        /// Returns the rule and the message if the table or one of the columns does not exist, else nil.
        private func missing(_ table: String, _ columns: [String]) -> (FMFinding.Rule, String)? {
            let isUnknown = unknownTables.contains(table.foldedAsName) || isUncertain(table)
            guard !isUnknown, refused.reason(table, isNowhere: true) == nil else { return nil }
            guard let parent = shape.table(table) else {
                let near = NearestName(to: table, in: shape.tables.map(\.name)).name
                guard near != nil || !isIncomplete else { return nil }
                return (.unknownTable, "no table \"\(table)\"" + (near.map { "; did you mean \"\($0)\"?" } ?? ""))
            }
            let missing = columns.first { parent.column($0) == nil }
            return missing.map { (.unknownColumn, describe(missing: $0, in: [parent])) }
        }

        /// Whether `PRAGMA foreign_key_check` reports a foreign key mismatch. The table needs no rows for that.
        private func refusesKeys(of child: String, to parent: String) -> Bool {
            do throws(FMError) {
                _ = try describe("PRAGMA foreign_key_check(\(FMSQL.quoted(identifier: child)))")
                return false
            } catch {
                return error.message.hasPrefix("foreign key mismatch")
                    && error.message.foldedAsName.hasSuffix("referencing \"\(parent.foldedAsName)\"")
            }
        }
    }

    extension SQLStatement {
        /// Whether the statement creates, alters or drops the given table. If columns are given, the statement must also name one of them,
        /// unless it is a DROP.
        fileprivate func changes(_ table: String, _ columns: [String]) -> Bool {
            guard changesSchema else { return false }
            let isNamed = zip(tokens, tokens.dropFirst()).contains { before, token in
                token.mayBeName && token.folded == table
                    && (before.isWord("TABLE", "EXISTS", "TO") || before.isSign("."))
            }
            return isNamed && (columns.isEmpty || verb == "DROP" || columns.contains { names($0) })
        }
    }
#endif
