#if Checked
    import FMDB

    /// Foreign keys that SQLite takes with the table, and refuses at each change of a row. See
    /// [Required and Suggested Database Indexes](https://sqlite.org/foreignkeys.html#fk_indexes).
    extension CheckedSchema {
        /// A clause REFERENCES of a statement that was run.
        struct Reference {
            let child: String
            /// The folded names of the other table and of its columns.
            let names: [String]
            let place: FMSourcePlace
        }

        /// Remembers where a statement has its foreign keys.
        func recordReferences(of statement: SQLStatement, _ place: (Int) -> FMSourcePlace) {
            let altered = statement.verb == "ALTER" ? statement.tokens.dropFirst(2).first : nil
            guard let child = statement.made?.name ?? altered else { return }
            for (index, token) in statement.tokens.enumerated() where token.isWord("REFERENCES") {
                let rest = statement.tokens[(index + 1)...]
                let hasColumns = rest.dropFirst().first?.isSign("(") == true
                let names = hasColumns ? rest.prefix { !$0.isSign(")") }.filter(\.mayBeName) : Array(rest.prefix(1))
                let start = statement.offset + token.range.lowerBound
                references.append(Reference(child: child.folded, names: names.map(\.folded), place: place(start)))
            }
        }

        /// The foreign keys that name no table, no column, or a column that is neither the primary key nor UNIQUE.
        var foreignKeyFindings: [FMFinding] {
            guard !references.isEmpty, let schema = try? mainSchema() else { return [] }
            return schema.tables.flatMap { table in table.foreignKeys.compactMap { finding(of: $0, table.name) } }
        }

        private func finding(of key: FMSchema.ForeignKey, _ child: String) -> FMFinding? {
            let names = ([key.table] + (key.targets ?? [])).map(\.foldedAsName)
            let reference = references.last { $0.child == child.foldedAsName && $0.names == names }
            guard let reference, let (rule, what) = mistake(of: key, child) else { return nil }
            let effect = "with PRAGMA foreign_keys = ON SQLite refuses each change of \(child)"
            return FMFinding(.warning, rule, at: reference.place, "\(what); \(effect)")
        }

        private func mistake(of key: FMSchema.ForeignKey, _ child: String) -> (FMFinding.Rule, String)? {
            let isUnknown = unknownTables.contains(key.table.foldedAsName) || isUncertain(key.table)
            guard !isUnknown, refused.reason(key.table, isNowhere: true) == nil else { return nil }
            guard let parent = shape.table(key.table) else {
                let near = NearestName(to: key.table, in: shape.tables.map(\.name)).name
                guard near != nil || !isIncomplete else { return nil }
                return (.unknownTable, "no table \"\(key.table)\"" + (near.map { "; did you mean \"\($0)\"?" } ?? ""))
            }
            if let missing = key.targets?.first(where: { parent.column($0) == nil }) {
                return (.unknownColumn, describe(missing: missing, in: [parent]))
            }
            guard refusesKeys(of: child, to: key.table) else { return nil }
            let columns = key.targets.map { "\(parent.name).\($0.joined(separator: ", "))" } ?? parent.name
            return (.refused, "\(columns) is neither the primary key nor UNIQUE, so no foreign key can refer to it")
        }

        /// Asks SQLite. There are no rows to look at.
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
#endif
