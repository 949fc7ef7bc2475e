#if Checked
    import FMDB

    package struct SQLStatement: Sendable {
        /// The statement, from its first token to its semicolon.
        package let sql: String
        /// The statement's offset in the SQL, in bytes of UTF-8.
        package let offset: Int
        /// The tokens, with their offsets in the statement.
        package let tokens: [SQLToken]

        /// Splits SQL into statements, without empty ones.
        ///
        /// A semicolon ends a statement, and `; END;` ends a trigger, as for [`sqlite3_complete`](https://sqlite.org/c3ref/complete.html).
        package static func split(_ sql: String) -> [SQLStatement] {
            let (bytes, tokens) = (Array(sql.utf8), SQLToken.flat(sql))
            var (statements, start): ([SQLStatement], Int) = ([], 0)
            func close(at end: Int) {
                guard start < tokens.count, !tokens[start].isSign(";") else { return }
                let offset = tokens[start].range.lowerBound
                let text = String(decoding: bytes[offset..<end], as: UTF8.self)
                statements.append(SQLStatement(sql: text, offset: offset, tokens: SQLToken.flat(text)))
            }
            for (index, token) in tokens.enumerated() where token.isSign(";") && !tokens[start...index].isOpenTrigger {
                close(at: token.range.upperBound)
                start = index + 1
            }
            close(at: bytes.count)
            return statements
        }

        /// The statement's verb: its first keyword, in upper case. For WITH, the verb of the main statement; for EXPLAIN, EXPLAIN.
        package var verb: String {
            guard let first = tokens.first else { return "" }
            guard first.keyword == "WITH" else { return first.keyword }
            let verb = SQLToken.split(sql).prefix { !$0.isSign(")") }.first {
                $0.isWord("SELECT", "VALUES", "INSERT", "REPLACE", "UPDATE", "DELETE")
            }
            return verb?.keyword ?? "WITH"
        }

        /// Whether the SQL begins with a keyword of a statement. SQL passed to a function of the program may be a fragment.
        package var beginsAsOne: Bool {
            tokens.first?.isWord(
                "SELECT", "VALUES", "WITH", "INSERT", "REPLACE", "UPDATE", "DELETE", "CREATE", "ALTER", "DROP",
                "PRAGMA", "EXPLAIN", "BEGIN",
                "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE", "ATTACH", "DETACH", "VACUUM", "ANALYZE", "REINDEX")
                == true
        }

        package var changesSchema: Bool { ["CREATE", "ALTER", "DROP"].contains(verb) }

        /// Returns the index of the first token that is the keyword.
        package func firstIndex(ofWord word: String, from start: Int = 0) -> Int? {
            tokens.indices.dropFirst(start).first { tokens[$0].isWord(word) }
        }

        /// The name after PRAGMA, without the schema name.
        var pragmaName: SQLToken? { tokens.dropFirst().firstName }

        /// Whether it turns foreign keys on.
        var enforcesKeys: Bool {
            guard verb == "PRAGMA", pragmaName?.folded == "foreign_keys" else { return false }
            return tokens.dropFirst(3).contains { ["ON", "1", "TRUE", "YES"].contains($0.name.asKeyword) }
        }

        package struct Made: Sendable {
            /// The kind of object: "TABLE", "INDEX", "VIEW" or "TRIGGER".
            package let kind: String
            package let schema: String
            package let name: SQLToken
            package let isVirtual: Bool

            package var isRelation: Bool { kind == "TABLE" || kind == "VIEW" }
        }

        /// The object that the statement creates, or nil for all statements but `CREATE`.
        package var made: Made? {
            guard tokens.first?.isWord("CREATE") == true else { return nil }
            var words = tokens.dropFirst()
            let isTemporary = words.first?.isWord("TEMP", "TEMPORARY") == true
            if isTemporary || words.first?.isWord("UNIQUE", "VIRTUAL") == true { words.removeFirst() }
            guard let kind = words.popFirst(), kind.isWord("TABLE", "INDEX", "VIEW", "TRIGGER") else { return nil }
            if words.first?.isWord("IF") == true { words = words.dropFirst(3) }
            guard let first = words.popFirst(), first.mayBeName else { return nil }
            var name = first
            let hasSchema = words.first?.isSign(".") == true
            if hasSchema, let second = words.dropFirst().first { name = second }
            return Made(
                kind: kind.keyword, schema: isTemporary ? "temp" : hasSchema ? first.name : "main", name: name,
                isVirtual: tokens[1].isWord("VIRTUAL"))
        }
    }

    extension SQLToken {
        /// The name with ASCII letters in lower case, which is how SQLite compares names.
        package var folded: String { name.foldedAsName }

        package func isWord(_ keywords: String...) -> Bool {
            kind == .word && keywords.contains { $0.utf8.count == range.count && $0 == keyword }
        }

        package func isSign(_ signs: String...) -> Bool { signs.contains { isSign($0) } }
    }

    extension ArraySlice<SQLToken> {
        /// The first name, without the schema name before it.
        var firstName: SQLToken? { dropFirst().first?.isSign(".") == true ? dropFirst(2).first : first }

        /// Whether the tokens are a trigger without its end.
        fileprivate var isOpenTrigger: Bool {
            var start = prefix(8)
            if start.first?.isWord("EXPLAIN") == true {
                start = start.dropFirst()
                if start.first?.isWord("QUERY") == true { start = start.dropFirst(2) }
            }
            guard start.popFirst()?.isWord("CREATE") == true else { return false }
            if start.first?.isWord("TEMP", "TEMPORARY") == true { start = start.dropFirst() }
            guard start.first?.isWord("TRIGGER") == true else { return false }
            let end = suffix(3)
            return count < 4 || end.first?.isSign(";") != true || end.dropFirst().first?.isWord("END") != true
        }
    }
#endif
