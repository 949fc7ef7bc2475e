/// A guess about a syntax error: a misspelt keyword, or another reason for a token that SQLite does not expect.
package struct MisspeltKeyword {
    package static let keywords = [
        "SELECT", "INSERT", "UPDATE", "DELETE", "FROM", "WHERE", "ORDER", "GROUP", "VALUES", "INTO", "CREATE", "TABLE",
        "HAVING", "LIMIT", "OFFSET", "JOIN", "WITH", "PRAGMA", "REPLACE", "RETURNING", "CONFLICT", "INDEX", "ALTER",
    ]

    /// The question or advice for the author, or nil if there is no guess.
    let advice: String?

    /// - Parameter place: the token that SQLite reports: the wrong token, or the token after it.
    init(near place: Substring, in sql: String) {
        let tokens = SQLToken.flat(sql)
        advice =
            tokens.indices.lazy.filter { tokens[$0].text == place }
            .compactMap { MisspeltKeyword.advice(at: $0, of: tokens) }.first
    }

    private static func advice(at index: Int, of tokens: [SQLToken]) -> String? {
        if let advice = MisspeltKeyword.advice(onNameAt: index, of: tokens) { return advice }
        // After a name, SQLite takes a misspelt keyword for an alias, and reports the token after it.
        if index > 1, let meant = keyword(meantBy: tokens[index - 1]), isName(tokens[index - 2]) {
            return "is \(tokens[index - 1].text) before it a misspelt \(meant)?"
        }
        return keyword(meantBy: tokens[index]).map { "is \(tokens[index].text) a misspelt \($0)?" }
    }

    /// Keywords that people use as names of tables and columns.
    static let wanted: Set<String> = [
        "CHECK", "DEFAULT", "GROUP", "INDEX", "LIMIT", "ORDER", "REFERENCES", "TABLE", "TO", "TRANSACTION",
    ]
    /// The tokens that a name may follow.
    private static let naming: Set<String> = [
        "TABLE", "EXISTS", "INTO", "UPDATE", "FROM", "JOIN", "(", ",", ".", "SELECT", "DISTINCT", "WHERE", "AND", "OR",
        "ON", "SET", "BY", "HAVING",
    ]
    private static let comparing: Set<String> = ["=", "==", "<>", "!=", "<", ">", "<=", ">=", "IS", "IN", "LIKE"]

    private static func advice(onNameAt index: Int, of tokens: [SQLToken]) -> String? {
        guard index > 0 else { return nil }
        let (token, before) = (tokens[index], tokens[index - 1])
        if token.kind == .variable, before.kind == .variable || before.isLiteral {
            return "a comma or an operator is missing before this \(token.text)"
        }
        guard token.kind == .word else { return nil }
        if before.kind == .string || before.kind == .blob, before.range.upperBound == token.range.lowerBound {
            return "an apostrophe ends the string literal before it: bind the value"
        }
        guard wanted.contains(token.keyword), naming.contains(before.text.asKeyword) else { return nil }
        let behind = tokens[(index + 1)...].prefix(2)
        // In these cases the keyword is not meant as a name: after a superfluous comma, DEFAULT as a value, and an
        // index in MySQL's syntax.
        if behind.first?.text.asKeyword == "BY" { return nil }
        let isCompared = behind.first.map { comparing.contains($0.text.asKeyword) } ?? false
        let isColumn = isCompared || behind.first?.kind == .word && behind.last?.isSign("(") != true
        if ["DEFAULT", "INDEX", "LIMIT"].contains(token.keyword), !isColumn { return nil }
        return "\(token.keyword) is a keyword: write it in double quotes to use it as a name"
    }

    private static func isName(_ token: SQLToken) -> Bool {
        switch token.kind {
        case .word: !keywords.contains(token.keyword)
        case .sign, .semicolon: token.isSign(")") || token.isSign("*")
        default: true
        }
    }

    private static func keyword(meantBy token: SQLToken) -> String? {
        token.kind == .word ? NearestName(misspelling: token.text, of: keywords).name : nil
    }
}
