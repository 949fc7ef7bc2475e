#if Checked
    import FMDB

    /// A word or sign of an SQL text, and where it stands in it.
    struct QueryToken {
        enum Kind {
            /// A keyword or a name.
            case word
            /// A name in quotes.
            case quoted
            /// A text in single quotes, or a blob.
            case string
            case number
            /// `:name`, `@name`, `$name`, `?` and `?1`.
            case parameter
            case sign
        }

        private let token: SQLToken
        let kind: Kind
        /// How many parentheses are open around it. Those of a pair have the same depth.
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

        /// In bytes of UTF-8.
        var range: Range<Int> { token.range }

        /// As it stands in the text.
        var text: String { token.text }

        /// The keyword that it may be, in capitals; empty for all but words.
        var keyword: String { token.keyword }

        /// Whether it may be the name of a table or column.
        var isName: Bool { kind == .quoted || kind == .word }

        /// The name that it is, without its quotes.
        var name: String { kind == .quoted ? token.name : text }

        func isSign(_ sign: String) -> Bool { token.isSign(sign) }

        var isEqualSign: Bool { token.isEqualSign }

        func isKeyword(_ words: Set<String>) -> Bool { kind == .word && words.contains(keyword) }

        /// The tokens of a text, without blanks and comments.
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
