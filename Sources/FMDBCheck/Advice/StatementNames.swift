#if Checked
    import FMDB

    /// The words of a statement, and what it calls its tables.
    struct StatementNames {
        let tokens: [SQLToken]
        /// Tables and views by the folded names that a plan may have for them.
        private var aliases: [String: Set<String>] = [:]
        private let schema: FMSchema

        /// Words behind a table's name that are no alias.
        private static let others = Set(
            words: """
                WHERE ON USING JOIN LEFT RIGHT FULL INNER OUTER CROSS NATURAL ORDER GROUP HAVING LIMIT SET UNION EXCEPT
                INTERSECT INDEXED NOT VALUES SELECT DEFAULT RETURNING WINDOW WITH FROM AND OR REPLACE
                """)
        /// Words in front of a table's name.
        private static let leading = Set(words: "FROM JOIN UPDATE INTO IGNORE REPLACE ABORT FAIL ROLLBACK")

        init(_ sql: String, in schema: FMSchema) {
            self.schema = schema
            tokens = SQLToken.split(sql).opened
            read(tokens, depth: 0)
        }

        private mutating func read(_ tokens: [SQLToken], depth: Int) {
            for (index, token) in tokens.enumerated() where token.kind == .word || token.kind == .quoted {
                let name = token.name.foldedAsName
                guard schema.table(name) != nil || schema.view(name) != nil, Self.mayBeTable(index, tokens) else {
                    continue
                }
                add(name, as: name)
                let behind = index + 1 < tokens.count && tokens[index + 1].keyword == "AS" ? index + 2 : index + 1
                if behind < tokens.count, [.word, .quoted].contains(tokens[behind].kind),
                    !Self.others.contains(tokens[behind].keyword)
                {
                    add(name, as: tokens[behind].name.foldedAsName)
                }
                // A view's tables stand in the plan by the names that they have in the view.
                if depth < 8, let query = schema.view(name)?.query {
                    read(SQLToken.split(query).opened, depth: depth + 1)
                }
            }
        }

        private static func mayBeTable(_ index: Int, _ tokens: [SQLToken]) -> Bool {
            guard index > 0 else { return false }
            let former = tokens[index - 1]
            return leading.contains(former.keyword) || [",", "(", "."].contains(where: former.isSign)
        }

        private mutating func add(_ name: String, as alias: String) {
            aliases[alias, default: []].insert(name)
        }

        /// The table that a plan calls so.
        ///
        /// - Returns: nil if it is none, or if two tables have the name in this statement.
        func table(_ planName: String) -> FMSchema.Table? {
            let key = planName.foldedAsName
            let tables = (aliases[key] ?? [key]).compactMap { schema.table($0) }
            return tables.count == 1 ? tables[0] : nil
        }

        func names(of table: FMSchema.Table) -> Set<String> {
            let name = table.name.foldedAsName
            return Set(aliases.filter { $0.value.contains(name) }.keys)
        }
    }
#endif
