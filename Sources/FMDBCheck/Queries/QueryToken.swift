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

        let kind: Kind
        /// In bytes of UTF-8.
        let range: Range<Int>
        /// As it stands in the text.
        let text: String
        /// How many parentheses are open around it. Those of a pair have the same depth.
        let depth: Int

        /// The keyword that it may be, in capitals; empty for all but words.
        var keyword: String { kind == .word ? text.asKeyword : "" }

        /// Whether it may be the name of a table or column.
        var isName: Bool { kind == .quoted || kind == .word }

        /// The name that it is, without its quotes.
        var name: String {
            guard kind == .quoted, let mark = text.first else { return text }
            let inner = String(text.dropFirst().dropLast())
            guard mark != "[" else { return inner }
            return inner.split(separator: "\(mark)\(mark)", omittingEmptySubsequences: false)
                .joined(separator: String(mark))
        }

        func isSign(_ sign: String) -> Bool { kind == .sign && text == sign }

        func isKeyword(_ words: Set<String>) -> Bool { kind == .word && words.contains(keyword) }
    }

    extension QueryToken {
        /// The tokens of a text, without blanks and comments.
        static func split(_ text: String) -> [QueryToken] {
            var depth = 0
            return SQLScanner.pieces(of: text).map { piece in
                if piece.isSign(")") { depth = max(0, depth - 1) }
                defer { if piece.isSign("(") { depth += 1 } }
                return QueryToken(kind: Kind(piece.kind), range: piece.range, text: piece.text, depth: depth)
            }
        }
    }

    extension QueryToken.Kind {
        fileprivate init(_ kind: SQLPiece.Kind) {
            self =
                switch kind {
                case .word: .word
                case .quoted: .quoted
                case .string, .blob: .string
                case .number: .number
                case .parameter: .parameter
                case .sign: .sign
                }
        }
    }
#endif
