#if Cluster
    /// One SQL statement, parsed as far as the library needs.
    struct ClusterStatement {
        enum Kind: Equatable {
            /// A statement that only reads and is safe to repeat.
            case query
            case write
            case begin, commit, rollback
            case savePoint(String), release(String)
            /// `ROLLBACK TO`. The transaction stays open.
            case rollbackTo(String)
        }

        let text: String
        let tokens: [SQLToken]
        let kind: Kind
        let parameters: ParameterNumbers

        private init(_ tokens: [SQLToken]) throws(FMError) {
            self.tokens = tokens
            text = tokens.source
            kind = ClusterStatement.kind(of: tokens)
            parameters = try ParameterNumbers(of: tokens, in: text)
        }

        /// Creates a placeholder for SQL that is not a statement.
        init(unread sql: String) {
            (text, tokens, kind, parameters) = (sql, [], .query, ParameterNumbers())
        }

        /// Splits SQL into statements, without empty ones.
        static func all(in sql: String) throws(FMError) -> [ClusterStatement] {
            guard !sql.utf8.contains(0) else {
                throw FMError(.misuse, "the SQL text contains a NUL character", sql: sql)
            }
            var statements: [ClusterStatement] = []
            var start = 0
            let tokens = SQLToken.split(sql)
            for index in 0...tokens.count {
                guard index == tokens.count || endsStatement(index, of: tokens[start...]) else { continue }
                if start < index { statements.append(try ClusterStatement(Array(tokens[start..<index]))) }
                start = index + 1
            }
            return statements
        }

        /// Whether the statement writes and has a RETURNING clause.
        var isReturning: Bool { kind == .write && tokens.contains { $0.keyword == "RETURNING" } }

        /// Returns the only statement of the SQL.
        static func one(in sql: String) throws(FMError) -> ClusterStatement {
            let statements = try all(in: sql)
            guard let first = statements.first else { throw FMError(.misuse, "the SQL has no statement", sql: sql) }
            guard statements.count == 1 else {
                throw FMError(
                    .misuse,
                    "the SQL has \(statements.count) statements, and a node would run only the first; use executeStatements",
                    sql: sql)
            }
            return first
        }

        /// Whether a semicolon ends its statement. A trigger contains semicolons, and ends with `; END`.
        private static func endsStatement(_ index: Int, of tokens: ArraySlice<SQLToken>) -> Bool {
            guard tokens[index].isSign(";") else { return false }
            guard tokens.prefix(3).contains(where: { $0.keyword == "TRIGGER" }), tokens.first?.keyword == "CREATE"
            else {
                return true
            }
            return index - 2 > tokens.startIndex && tokens[index - 1].keyword == "END" && tokens[index - 2].isSign(";")
        }

        /// Returns the verb. In a `WITH` statement it follows the common table expressions.
        static func verb(of tokens: [SQLToken]) -> String {
            guard let first = tokens.first?.keyword, first == "WITH" else { return tokens.first?.keyword ?? "" }
            let verbs: Set<String> = ["SELECT", "VALUES", "INSERT", "REPLACE", "UPDATE", "DELETE"]
            return tokens.first { verbs.contains($0.keyword) }?.keyword ?? ""
        }

        private static func kind(of tokens: [SQLToken]) -> Kind {
            switch verb(of: tokens) {
            case "SELECT", "VALUES", "EXPLAIN": .query
            case "PRAGMA": ClusterPragma(tokens).isQuery ? .query : .write
            case "BEGIN": .begin
            case "COMMIT", "END": .commit
            case "ROLLBACK":
                tokens.contains { $0.keyword == "TO" } ? .rollbackTo(tokens.last?.name.foldedAsName ?? "") : .rollback
            case "SAVEPOINT": .savePoint(tokens.last?.name.foldedAsName ?? "")
            case "RELEASE": .release(tokens.last?.name.foldedAsName ?? "")
            default: .write
            }
        }
    }
#endif
