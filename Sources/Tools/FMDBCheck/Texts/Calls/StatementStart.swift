#if Checked
    import FMDB

    /// The beginning of a string, which distinguishes SQL from other text.
    enum StatementStart {
        /// The string begins with a statement's keyword, and contains another keyword of the same statement, such as FROM for SELECT.
        case statement
        /// The string is a short statement, such as COMMIT.
        case command
        /// The string has a statement's keyword without another keyword of the same statement, or begins with another word and contains a
        /// keyword such as FROM. It may be a misspelt statement, or not SQL.
        case doubtful
        case other

        init(_ text: [UInt8]) {
            let tokens = SQLToken.flat(String(decoding: text, as: UTF8.self), first: 400).drop { $0.kind == .semicolon }
            guard let first = tokens.first?.keyword, !first.isEmpty else {
                self = .other
                return
            }
            let rest = tokens.dropFirst()
            let words = rest.map(\.keyword).filter { !$0.isEmpty }
            guard let needed = StatementStart.keywords[first] else {
                self = words.contains(where: StatementStart.clauses.contains) ? .doubtful : .other
                return
            }
            if first == "PRAGMA" {
                self = words.isEmpty ? .doubtful : .statement
            } else if first == "VALUES" {
                self = rest.first?.isSign("(") == true ? .statement : .doubtful
            } else if needed.isEmpty {
                self = words.count < 3 ? .command : .doubtful
            } else if first == "SELECT", let next = rest.first, next.kind != .word {
                self = .statement
            } else {
                self = words.contains(where: needed.contains) ? .statement : .doubtful
            }
        }

        /// The keywords that begin a statement. The statement contains at least one of the listed words; short statements need none.
        private static let keywords: [String: Set<String>] = [
            "ALTER": ["TABLE"], "ANALYZE": [], "ATTACH": ["AS"], "BEGIN": [], "COMMIT": [],
            "CREATE": ["INDEX", "TABLE", "TRIGGER", "VIEW"], "DELETE": ["FROM"], "DETACH": [],
            "DROP": ["INDEX", "TABLE", "TRIGGER", "VIEW"], "END": [],
            "EXPLAIN": ["DELETE", "INSERT", "SELECT", "UPDATE", "WITH"],
            "INSERT": ["INTO"], "PRAGMA": [], "REINDEX": [], "RELEASE": [], "REPLACE": ["INTO"], "ROLLBACK": [],
            "SAVEPOINT": [],
            "SELECT": ["CASE", "CAST", "COUNT", "EXISTS", "FROM", "NULL"], "UPDATE": ["SET"], "VACUUM": [],
            "VALUES": [],
            "WITH": ["SELECT", "INSERT", "UPDATE", "DELETE"],
        ]
        private static let clauses: Set<String> = ["FROM", "INTO", "SET", "TABLE", "VALUES", "WHERE"]
    }
#endif
