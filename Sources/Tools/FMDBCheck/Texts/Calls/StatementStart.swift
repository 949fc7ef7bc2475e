#if Checked
    import FMDB

    /// How a text begins: tells SQL from other texts.
    enum StatementStart {
        /// With a keyword of a statement, and what belongs to it.
        case statement
        /// With the keyword of a statement of few words: COMMIT.
        case command
        /// With a word of SQL, or with one of its words behind another: a misspelt statement, or another text.
        case doubtful
        case other

        init(_ text: [UInt8]) {
            let start = StatementStart.start(of: text)
            let words = text[start...].split(maxSplits: 400) { !StatementStart.isLetter($0) }.map { word in
                String(decoding: word, as: UTF8.self).uppercased()
            }
            guard start < text.count, StatementStart.isLetter(text[start]), let first = words.first else {
                self = .other
                return
            }
            guard let needed = StatementStart.keywords[first] else {
                self = words.dropFirst().contains { StatementStart.clauses.contains($0) } ? .doubtful : .other
                return
            }
            let rest = text[(start + first.utf8.count)...].drop { $0 <= 0x20 }
            if first == "PRAGMA" {
                self = words.count > 1 ? .statement : .doubtful
            } else if first == "VALUES" {
                self = rest.first == UInt8(ascii: "(") ? .statement : .doubtful
            } else if needed.isEmpty {
                self = words.count <= 3 ? .command : .doubtful
            } else if first == "SELECT", let next = rest.first, !StatementStart.isLetter(next) {
                self = .statement
            } else {
                self = words.dropFirst().contains { needed.contains($0) } ? .statement : .doubtful
            }
        }

        /// Behind white space, comments and semicolons.
        private static func start(of text: [UInt8]) -> Int {
            text.withUnsafeBufferPointer { bytes in
                var scanner = SQLScanner(bytes)
                return scanner.nextStatement()?.range.lowerBound ?? scanner.position
            }
        }

        private static func isLetter(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
        }

        /// The keywords that begin a statement, and the words of which one belongs to it; none for those of few words.
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
