/// The keyword that a text probably means by a word that SQLite takes for a name.
package struct MisspeltKeyword {
    package static let keywords = [
        "SELECT", "INSERT", "UPDATE", "DELETE", "FROM", "WHERE", "ORDER", "GROUP", "VALUES", "INTO", "CREATE", "TABLE",
        "HAVING", "LIMIT", "OFFSET", "JOIN", "WITH", "PRAGMA", "REPLACE", "RETURNING", "CONFLICT", "INDEX", "ALTER",
    ]

    /// What to ask the writer of the text; nil if no word is nearly a keyword.
    let advice: String?

    /// - Parameter place: the word at which SQLite gives up: the wrong one, or the one behind it.
    init(near place: Substring, in sql: String) {
        var scanner = StatementScanner(sql)
        var (before, second): (Token?, Token?)
        while let token = scanner.next() {
            guard token.kind != .blank else { continue }
            // Where a name may have another name behind it, a keyword has been taken for the second.
            if token.text == place, let before, let meant = Self.keyword(meantBy: before),
                second.map(Self.isName) == true
            {
                advice = "is \(before.text) before it a misspelt \(meant)?"
                return
            }
            if token.text == place, let meant = Self.keyword(meantBy: token) {
                advice = "is \(token.text) a misspelt \(meant)?"
                return
            }
            (second, before) = (before, token)
        }
        advice = nil
    }

    private typealias Token = (kind: StatementScanner.Kind, text: Substring)

    private static func isName(_ token: Token) -> Bool {
        switch token.kind {
        case .word: !keywords.contains(String(token.text).asKeyword)
        case .sign: token.text == ")" || token.text == "*"
        default: true
        }
    }

    private static func keyword(meantBy token: Token) -> String? {
        token.kind == .word ? NearestName(misspelling: String(token.text), of: keywords).name : nil
    }
}
