/// A token together with the SQL that contains it. It is for code that analyses SQL and does not run it at once.
package struct SQLToken: Sendable, Equatable {
    package typealias Kind = SQLScanner.Kind

    private let token: SQLScanner.Token
    /// The whole SQL that contains the token.
    private let sql: String

    package var kind: Kind { token.kind }

    /// The position of the token in the SQL, in bytes of UTF-8.
    package var range: Range<Int> { token.range }

    /// The token's bytes, unchanged.
    package var utf8: Substring.UTF8View { sql.bytes(range) }

    package var text: String { String(Substring(utf8)) }

    /// The token as a name, without quotes.
    package var name: String { sql.withSQLScanner { $0.name(of: token) } }

    /// The word in upper case, for comparison with keywords. Empty for all tokens but words.
    package var keyword: String { kind == .word ? text.asKeyword : "" }

    /// Whether the token may be a name. In some places SQLite accepts a string in single quotes as a name.
    package var mayBeName: Bool { kind == .word || kind == .quoted || kind == .string }

    /// Whether the token is well formed, so that SQLite accepts it in at least some position.
    package var isLegal: Bool { kind != .illegal && token.form == .whole }

    package var isLiteral: Bool { kind == .number || kind == .string || kind == .blob }

    package func isSign(_ text: String) -> Bool {
        (kind == .sign || kind == .semicolon) && utf8.elementsEqual(text.utf8)
    }

    /// Whether the token is `=` or `==`, which are the same operator in SQLite, even in PRAGMA and SET.
    package var isEqualSign: Bool { isSign("=") || isSign("==") }

    /// The tokens between the parentheses of a group.
    package var inner: [SQLToken] {
        guard kind == .group else { return [] }
        return SQLToken.tokens(of: sql, range.lowerBound + 1..<range.upperBound - (token.form == .whole ? 1 : 0))
    }

    /// Whether the token is or contains a name, without regard to the case of ASCII letters.
    package func mentions(_ name: String, _ kinds: Set<Kind> = [.word, .quoted, .string]) -> Bool {
        if kind == .group { return [self].opened.contains { $0.mentions(name, kinds) } }
        return kinds.contains(kind) && self.name.foldedAsName == name.foldedAsName
    }
}

// MARK: - The tokens of SQL

extension SQLToken {
    /// Returns the tokens of SQL, without white space and comments. A pair of parentheses with its content is one token, a group.
    package static func split(_ sql: String) -> [SQLToken] { tokens(of: sql.contiguous) }

    /// Returns the tokens of SQL, without white space and comments. Each parenthesis is a token.
    ///
    /// - Parameter count: the maximum number of tokens.
    package static func flat(_ sql: String, first count: Int = .max) -> [SQLToken] {
        tokens(of: sql.contiguous, hasGroups: false, first: count)
    }

    /// Returns the tokens of the first statement, without its semicolon. Each parenthesis is a token.
    static func firstStatement(of sql: String) -> ArraySlice<SQLToken> {
        flat(sql).drop { $0.kind == .semicolon }.prefix { $0.kind != .semicolon }
    }

    /// - Parameter range: the bytes to read, or nil for all.
    fileprivate static func tokens(
        of sql: String, _ range: Range<Int>? = nil, hasGroups: Bool = true, first count: Int = .max
    ) -> [SQLToken] {
        sql.withSQLScanner(in: range) { scanner in
            var tokens: [SQLToken] = []
            while tokens.count < count, let token = scanner.nextSignificant() {
                let isGroup = hasGroups && scanner.isSign(token, "(")
                tokens.append(SQLToken(token: isGroup ? scanner.group(from: token) : token, sql: sql))
            }
            return tokens
        }
    }
}

extension SQLScanner {
    /// Returns a group: everything from an opening parenthesis to its closing parenthesis.
    fileprivate mutating func group(from open: Token) -> Token {
        var depth = 1
        while let token = nextSignificant() {
            if isSign(token, "(") { depth += 1 } else if isSign(token, ")") { depth -= 1 }
            guard depth == 0 else { continue }
            return Token(kind: .group, range: open.range.lowerBound..<position, form: .whole)
        }
        return Token(kind: .group, range: open.range.lowerBound..<position, form: .unclosed)
    }
}

extension String {
    /// The string in contiguous UTF-8. Strings from Objective-C may be UTF-16, in which finding a UTF-8 offset takes linear time.
    fileprivate var contiguous: String {
        var text = self
        text.makeContiguousUTF8()
        return text
    }

    fileprivate func bytes(_ range: Range<Int>) -> Substring.UTF8View {
        utf8[utf8.index(startIndex, offsetBy: range.lowerBound)..<utf8.index(startIndex, offsetBy: range.upperBound)]
    }
}

extension [SQLToken] {
    /// The tokens with groups replaced by their content and parentheses. It takes one pass, however deep the groups are nested.
    package var opened: [SQLToken] { flatMap { $0.kind == .group ? SQLToken.opened($0) : [$0] } }

    /// The nesting depth of parentheses.
    package var depth: Int {
        var (depth, deepest) = (0, 0)
        for token in opened {
            if token.isSign("(") { depth += 1 } else if token.isSign(")") { depth -= 1 }
            deepest = Swift.max(deepest, depth)
        }
        return deepest
    }

    /// The SQL from the first token to the last.
    package var source: String {
        guard let first, let last else { return "" }
        return first.text(to: last)
    }

    package var betweenCommas: [[SQLToken]] {
        split(omittingEmptySubsequences: false) { $0.isSign(",") }.map { [SQLToken]($0) }
    }
}

extension SQLToken {
    fileprivate static func opened(_ group: SQLToken) -> [SQLToken] {
        tokens(of: group.sql, group.range, hasGroups: false)
    }

    fileprivate func text(to last: SQLToken) -> String {
        String(Substring(sql.bytes(range.lowerBound..<last.range.upperBound)))
    }
}

extension Collection<SQLToken> {
    package var isQuery: Bool { first.map { ["SELECT", "WITH", "VALUES"].contains($0.keyword) } ?? false }
}
