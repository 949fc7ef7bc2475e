#if Cluster
    /// Rejects statements that would crash a node, or lose data without an error.
    struct StatementGuard {
        /// Column types for which a node sends dates and booleans in another form. It crashes when it reads a real number from such a
        /// column.
        static let dateTypes: Set<String> = ["DATE", "DATETIME", "TIMESTAMP", "BOOLEAN"]

        /// A query for the columns of the types in `dateTypes`, including generated columns, and for their tables.
        static let lint = """
            SELECT m.name || '.' || p.name, m.name FROM sqlite_master m, pragma_table_xinfo(m.name) p \
            WHERE m.type IN ('table', 'view') AND upper(p.type) IN ('DATE', 'DATETIME', 'TIMESTAMP', 'BOOLEAN') ORDER BY 1
            """

        let allowsReturning: Bool
        let allowsDateTypes: Bool

        /// The tables with columns of the types in `dateTypes`, if the configuration allows these types.
        var dateTables: Set<String> = []

        func check(_ statement: ClusterStatement, asQuery: Bool) throws(FMError) {
            let tokens = statement.tokens
            switch ClusterStatement.verb(of: tokens) {
            case "VACUUM": throw refusal("VACUUM crashes nodes before dqlite 1.18.2", statement)
            case "ATTACH", "DETACH": throw refusal("an attached database would not be replicated", statement)
            case "CREATE", "ALTER": if !allowsDateTypes { try checkTypes(statement) }
            case "PRAGMA": try ClusterPragma(tokens).check(statement)
            default: break
            }
            // The statement is rejected even if its rows are not needed, because the node would leave it unfinished and reject the next
            // write.
            if statement.isReturning, !allowsReturning {
                throw refusal(
                    "a node before dqlite 1.18.3 discards the changes of a statement with RETURNING", statement)
            }
            if asQuery, statement.kind != .query, !statement.isReturning {
                throw refusal("a query must not write; use execute or executeUpdate", statement)
            }
        }

        /// Rejects a number with a fraction in a write to a table that has columns of the types in `dateTypes`, where a node could not read
        /// it. The results of expressions are not checked.
        func check(_ values: [FMValue], of statement: ClusterStatement) throws(FMError) {
            guard statement.kind == .write, !dateTables.isEmpty,
                let table = dateTables.first(where: { name in statement.tokens.contains { $0.mentions(name) } })
            else { return }
            guard statement.tokens.opened.contains(where: isFractional) || values.contains(where: \.isFractional) else {
                return
            }
            throw refusal(
                """
                a number with a fraction for \(table), which has columns declared DATE, DATETIME, TIMESTAMP or BOOLEAN: a node crashes \
                when it reads such a number
                """, statement)
        }

        private func isFractional(_ token: SQLToken) -> Bool {
            switch token.kind {
            case .string: FMValue.text(token.name).isFractional
            case .number:
                !token.text.asKeyword.hasPrefix("0X") && token.text.asKeyword.contains { $0 == "E" || $0 == "." }
                    && !token.text.hasSuffix(".")
            default: token.keyword == "JULIANDAY"
            }
        }

        /// Checks the types of the columns that a statement creates.
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
                    the column \(column[0].name) is declared \(type): a node crashes when it reads a real number from such \
                    a column, and returns NULL as an empty text; declare it INTEGER or TEXT
                    """, statement)
            }
        }

        /// Returns the column definition after `ADD COLUMN`.
        private func addedColumn(_ tokens: [SQLToken]) -> [SQLToken] {
            guard let place = tokens.firstIndex(where: { $0.keyword == "ADD" }) else { return [] }
            let column = tokens[(place + 1)...]
            return Array(column.first?.keyword == "COLUMN" && column.count > 1 ? column.dropFirst() : column)
        }

        private func refusal(_ reason: String, _ statement: ClusterStatement) -> FMError {
            FMError(.refusedOnCluster, "refused on a cluster: \(reason)", sql: statement.text)
        }
    }

    extension FMValue {
        /// Whether a column of numeric affinity stores the value as a real number.
        fileprivate var isFractional: Bool {
            switch self {
            case .real(let real): Int64(exactly: real) == nil
            case .text(let text):
                Double(text.trimmingCharacters(in: .whitespaces)).map { Int64(exactly: $0) == nil } ?? false
            case .null, .integer, .blob: false
            }
        }
    }
#endif
