#if Checked
    import FMDB

    /// A token of SQL, and its place.
    struct QueryToken {
        enum Kind {
            /// A keyword or a name.
            case word
            /// A name in quotes.
            case quoted
            /// A string literal, or a blob literal.
            case string
            case number
            /// `:name`, `@name`, `$name`, `?` and `?1`.
            case parameter
            case sign
        }

        private let token: SQLToken
        let kind: Kind
        /// The number of open parentheses around the token. The two parentheses of a pair have the same depth.
        let depth: Int

        private init(_ token: SQLToken, depth: Int) {
            (self.token, self.depth) = (token, depth)
            kind =
                switch token.kind {
                case .word: .word
                case .quoted: .quoted
                case .string, .blob: .string
                case .number: .number
                case .variable: .parameter
                default: .sign
                }
        }

        /// The byte range in the UTF-8 of the SQL.
        var range: Range<Int> { token.range }

        /// The token as written.
        var text: String { token.text }

        /// The word in upper case, which may be a keyword. Empty for other kinds of token.
        var keyword: String { token.keyword }

        /// Whether the token may be the name of a table or column.
        var isName: Bool { kind == .quoted || kind == .word }

        /// The name without its quotes.
        var name: String { kind == .quoted ? token.name : text }

        func isSign(_ sign: String) -> Bool { token.isSign(sign) }

        var isEqualSign: Bool { token.isEqualSign }

        func isKeyword(_ words: Set<String>) -> Bool { kind == .word && words.contains(keyword) }

        /// Returns the tokens of SQL, without white space and comments.
        static func split(_ text: String) -> [QueryToken] {
            var depth = 0
            return SQLToken.flat(text).map { token in
                if token.isSign(")") { depth = max(0, depth - 1) }
                defer { if token.isSign("(") { depth += 1 } }
                return QueryToken(token, depth: depth)
            }
        }
    }
#endif
