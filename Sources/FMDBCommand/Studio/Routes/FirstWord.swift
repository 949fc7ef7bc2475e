#if Tool
    /// The first word of a statement, after blanks and comments. See [comments](https://sqlite.org/lang_comment.html).
    enum FirstWord {
        static func of(_ sql: String) -> String {
            var rest = Substring(sql).utf8
            while let byte = rest.first {
                if byte == 0x20 || (0x09...0x0D).contains(byte) {
                    rest = rest.dropFirst()
                } else if rest.starts(with: "--".utf8) {
                    rest = rest.drop { $0 != 0x0A }
                } else if rest.starts(with: "/*".utf8) {
                    rest = afterComment(rest.dropFirst(2))
                } else {
                    break
                }
            }
            let word = rest.prefix { (0x41...0x5A).contains($0 & 0xDF) }
            return String(decoding: word, as: UTF8.self).uppercased()
        }

        private static func afterComment(_ text: Substring.UTF8View) -> Substring.UTF8View {
            var rest = text
            while !rest.isEmpty {
                if rest.starts(with: "*/".utf8) { return rest.dropFirst(2) }
                rest = rest.dropFirst()
            }
            return rest
        }
    }
#endif
