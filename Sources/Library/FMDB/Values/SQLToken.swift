/// A token of an SQL text, with that text: what is read of SQL that is not executed at once.
package struct SQLToken: Sendable, Equatable {
    package typealias Kind = SQLScanner.Kind

    private let token: SQLScanner.Token
    /// The whole text.
    private let sql: String

    package var kind: Kind { token.kind }

    /// Where it stands in the text, in bytes of UTF-8.
    package var range: Range<Int> { token.range }

    /// As it stands in the text.
    package var utf8: Substring.UTF8View { sql.bytes(range) }

    package var text: String { String(Substring(utf8)) }

    /// The name that it is, without its quotes.
    package var name: String { sql.withSQLScanner { $0.name(of: token) } }

    /// The keyword that it may be, in capital letters; empty for all but words.
    package var keyword: String { kind == .word ? text.asKeyword : "" }

    /// Whether it may be a name: SQLite takes texts in single quotes for names, too, in some places.
    package var mayBeName: Bool { kind == .word || kind == .quoted || kind == .string }

    /// Whether SQLite knows it, though it may expect another one.
    package var isLegal: Bool { kind != .illegal && token.form == .whole }

    package var isLiteral: Bool { kind == .number || kind == .string || kind == .blob }

    package func isSign(_ text: String) -> Bool {
        (kind == .sign || kind == .semicolon) && utf8.elementsEqual(text.utf8)
    }

    /// Whether it is `=` or `==`, which are one operator to SQLite, in PRAGMA and SET, too.
    package var isEqualSign: Bool { isSign("=") || isSign("==") }

    /// What stands between the parentheses.
    package var inner: [SQLToken] {
        guard kind == .group else { return [] }
        return SQLToken.tokens(of: sql, range.lowerBound + 1..<range.upperBound - (token.form == .whole ? 1 : 0))
    }

    /// Whether a name occurs in it, in any case of letters.
    package func mentions(_ name: String, _ kinds: Set<Kind> = [.word, .quoted, .string]) -> Bool {
        if kind == .group { return [self].opened.contains { $0.mentions(name, kinds) } }
        return kinds.contains(kind) && self.name.foldedAsName == name.foldedAsName
    }
}

// MARK: - The tokens of a text

extension SQLToken {
    /// The tokens of a text, without white space and comments. What stands between parentheses is one of them.
    package static func split(_ sql: String) -> [SQLToken] { tokens(of: sql.contiguous) }

    /// The tokens of a text, without white space and comments. Parentheses are signs.
    ///
    /// - Parameter count: how many are enough.
    package static func flat(_ sql: String, first count: Int = .max) -> [SQLToken] {
        tokens(of: sql.contiguous, hasGroups: false, first: count)
    }

    /// The tokens of the first statement of a text, without its semicolon. Parentheses are signs.
    static func firstStatement(of sql: String) -> ArraySlice<SQLToken> {
        flat(sql).drop { $0.kind == .semicolon }.prefix { $0.kind != .semicolon }
    }

    /// - Parameter range: nil for all of the text.
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
    /// All from an open parenthesis to that which closes it.
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
    /// Those that come from Objective-C may be in UTF-16, where a place in UTF-8 has to be counted out.
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
    /// The tokens with all that stands between parentheses, which are signs then: in one pass, however deep they are nested.
    package var opened: [SQLToken] { flatMap { $0.kind == .group ? SQLToken.opened($0) : [$0] } }

    /// How deep parentheses are nested.
    package var depth: Int {
        var (depth, deepest) = (0, 0)
        for token in opened {
            if token.isSign("(") { depth += 1 } else if token.isSign(")") { depth -= 1 }
            deepest = Swift.max(deepest, depth)
        }
        return deepest
    }

    /// The text from the first to the last of them.
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
