/// The keyword that a text probably means by a word that SQLite takes for a name, and other reasons for a word that it does not expect.
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
        var isApart = true
        while let token = scanner.next() {
            guard token.kind != .blank else {
                isApart = true
                continue
            }
            if token.text == place, let advice = Self.advice(on: token, behind: before, isApart: isApart, scanner) {
                self.advice = advice
                return
            }
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
            (second, before, isApart) = (before, token, false)
        }
        advice = nil
    }

    private typealias Token = (kind: StatementScanner.Kind, text: Substring)

    /// Keywords that people give to tables and columns.
    private static let wanted: Set<String> = [
        "CHECK", "DEFAULT", "GROUP", "INDEX", "LIMIT", "ORDER", "REFERENCES", "TABLE", "TO", "TRANSACTION",
    ]
    /// What has a name behind it.
    private static let naming: Set<String> = ["TABLE", "EXISTS", "INTO", "UPDATE", "FROM", "JOIN", "(", ","]

    private static func advice(
        on token: Token, behind before: Token?, isApart: Bool, _ rest: StatementScanner
    ) -> String? {
        guard token.kind == .word, let before else { return nil }
        if before.kind == .literal, before.text.last == "'", !isApart {
            return "an apostrophe ends the text before it: bind the value"
        }
        let keyword = String(token.text).asKeyword
        guard wanted.contains(keyword), naming.contains(String(before.text).asKeyword) else { return nil }
        var rest = rest
        var behind: [Token] = []
        while behind.count < 2, let next = rest.next() { if next.kind != .blank { behind.append(next) } }
        // A comma too many, a value that is to be the default, and an index as in MySQL.
        if behind.first.map({ String($0.text).asKeyword }) == "BY" { return nil }
        let isColumn = behind.first?.kind == .word && behind.last?.text != "("
        if ["DEFAULT", "INDEX", "LIMIT"].contains(keyword), !isColumn { return nil }
        return "\(keyword) is a keyword: as a name it is written in double quotes"
    }

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
