#if Cluster
    /// Refuses what would end a node, or lose data without an error.
    struct StatementGuard {
        /// Types for whose columns a node sends dates and booleans in another form. It ends when it reads a real number of one.
        static let dateTypes: Set<String> = ["DATE", "DATETIME", "TIMESTAMP", "BOOLEAN"]

        /// The columns of those types.
        static let lint = """
            SELECT m.name || '.' || p.name FROM sqlite_master m, pragma_table_info(m.name) p WHERE m.type IN ('table', 'view') \
            AND upper(p.type) IN ('DATE', 'DATETIME', 'TIMESTAMP', 'BOOLEAN') ORDER BY 1 LIMIT 5
            """

        let allowsReturning: Bool
        let allowsDateTypes: Bool

        func check(_ statement: ClusterStatement, asQuery: Bool) throws(FMError) {
            let tokens = statement.tokens
            switch ClusterStatement.verb(of: tokens) {
            case "VACUUM": throw refusal("VACUUM ends the nodes before dqlite 1.18.2", statement)
            case "ATTACH", "DETACH": throw refusal("an attached database would not be replicated", statement)
            case "CREATE", "ALTER": if !allowsDateTypes { try checkTypes(statement) }
            case "PRAGMA": try checkPragma(statement)
            default: break
            }
            guard asQuery, statement.kind != .query else { return }
            let returns = tokens.contains { $0.keyword == "RETURNING" }
            if returns, allowsReturning { return }
            throw refusal(
                returns
                    ? "a node before dqlite 1.18.3 discards what a query with RETURNING writes"
                    : "a query must not write; use execute or executeUpdate", statement)
        }

        private func checkPragma(_ statement: ClusterStatement) throws(FMError) {
            let names: Set<String> = [
                "WAL_CHECKPOINT", "JOURNAL_MODE", "KEY", "REKEY", "LOCKING_MODE", "WRITABLE_SCHEMA",
            ]
            guard let name = statement.tokens.first(where: { names.contains($0.keyword) }) else { return }
            throw FMError(
                .notOnCluster, "not on a cluster: PRAGMA \(name.string), which is the nodes' own", sql: statement.text)
        }

        /// The types of the columns that a statement makes.
        private func checkTypes(_ statement: ClusterStatement) throws(FMError) {
            let tokens = statement.tokens
            guard tokens.prefix(4).contains(where: { $0.keyword == "TABLE" }) else { return }
            let group = tokens.first { $0.kind == .group }
            let columns = tokens[0].keyword == "CREATE" ? group?.inner.betweenCommas ?? [] : [addedColumn(tokens)]
            for column in columns where column.count > 1 && column[0].keyword != "CONSTRAINT" {
                let type = column[1].name.foldedAsName.uppercased()
                guard StatementGuard.dateTypes.contains(type) else { continue }
                throw refusal(
                    """
                    the column \(column[0].name) is declared \(type): a node ends when it reads a real number of such a \
                    column, and gives out NULL as an empty text; declare it INTEGER or TEXT
                    """, statement)
            }
        }

        /// What stands behind `ADD COLUMN`.
        private func addedColumn(_ tokens: [SQLToken]) -> [SQLToken] {
            guard let place = tokens.firstIndex(where: { $0.keyword == "ADD" }) else { return [] }
            let column = tokens[(place + 1)...]
            return Array(column.first?.keyword == "COLUMN" && column.count > 1 ? column.dropFirst() : column)
        }

        private func refusal(_ reason: String, _ statement: ClusterStatement) -> FMError {
            FMError(.refusedOnCluster, "refused on a cluster: \(reason)", sql: statement.text)
        }
    }
#endif
