/// A part of an SQL text that SQLite has accepted before.
package struct SQLToken: Sendable {
    package enum Kind: Sendable {
        /// A keyword, a name or a number.
        case word
        /// A name in quotes.
        case quoted
        /// A text in single quotes, which SQLite takes as a name, too, in some places.
        case string
        /// All between two parentheses, and these.
        case group
        /// A single sign.
        case sign
    }

    package let kind: Kind
    /// As it stands in the text.
    package let text: Substring.UTF8View

    /// The text.
    package var string: String { String(Substring(text)) }

    /// The name that it is, without its quotes.
    package var name: String {
        guard kind == .quoted || kind == .string, let quote = text.first else { return string }
        let inner = String(Substring(text.dropFirst().dropLast()))
        let mark = String(UnicodeScalar(quote))
        return quote == UInt8(ascii: "[")
            ? inner
            : inner.split(separator: mark + mark, omittingEmptySubsequences: false)
                .joined(separator: mark)
    }

    /// The keyword that it may be, in capital letters; empty for all but words.
    package var keyword: String { kind == .word ? string.asKeyword : "" }

    package func isSign(_ text: String) -> Bool { kind == .sign && string == text }

    /// Whether it is what the name of a parameter begins with, beside `$`, which is a letter of names, too. SQLite takes `#` for one, although
    /// it tells of it nowhere.
    package var beginsName: Bool { isSign(":") || isSign("@") || isSign("#") }

    /// What stands between the parentheses.
    package var inner: [SQLToken] { kind == .group ? SQLToken.split(text.dropFirst().dropLast()) : [] }

    /// Whether a name occurs in it, in any case of letters.
    package func mentions(_ name: String, _ kinds: Set<Kind> = [.word, .quoted, .string]) -> Bool {
        if kind == .group { return [self].opened.contains { $0.mentions(name, kinds) } }
        return kinds.contains(kind) && self.name.foldedAsName == name.foldedAsName
    }

    /// The tokens of a text, without blanks and comments.
    package static func split(_ sql: String) -> [SQLToken] { split(sql[...].utf8) }

    /// - Parameter isOpened: whether parentheses are signs.
    fileprivate static func split(_ text: Substring.UTF8View, isOpened: Bool = false) -> [SQLToken] {
        var rest = text
        var tokens: [SQLToken] = []
        while let token = next(in: &rest, isOpened, after: tokens.last) { tokens.append(token) }
        return tokens
    }

    private static func next(
        in rest: inout Substring.UTF8View, _ isOpened: Bool = false, after previous: SQLToken? = nil
    ) -> SQLToken? {
        // Within the name of a parameter a byte order mark is a letter.
        let isName = previous?.beginsName == true && previous?.text.endIndex == rest.startIndex
        if !isName || rest.first.map(isInWord) != true { skipBlanks(in: &rest) }
        guard let first = rest.first else { return nil }
        switch first {
        case UInt8(ascii: "'"): return take(.string, length(ofQuoted: rest, until: first), of: &rest)
        case UInt8(ascii: "\""), UInt8(ascii: "`"):
            return take(.quoted, length(ofQuoted: rest, until: first), of: &rest)
        case UInt8(ascii: "["):
            let inside = rest.dropFirst().prefix { $0 != UInt8(ascii: "]") }.count
            return take(.quoted, inside + 2, of: &rest)
        case UInt8(ascii: "(") where !isOpened: return take(.group, length(ofGroup: rest), of: &rest)
        default:
            let word = rest.prefix(while: isInWord).count
            return take(word > 0 ? .word : .sign, max(word, 1), of: &rest)
        }
    }

    private static func take(_ kind: Kind, _ length: Int, of rest: inout Substring.UTF8View) -> SQLToken {
        let token = SQLToken(kind: kind, text: rest.prefix(length))
        rest = rest.dropFirst(length)
        return token
    }

    private static func skipBlanks(in rest: inout Substring.UTF8View) {
        while let first = rest.first {
            if first <= UInt8(ascii: " ") {
                rest = rest.dropFirst()
            } else if rest.starts(with: [0xEF, 0xBB, 0xBF]) {
                // A byte order mark is a blank to SQLite.
                rest = rest.dropFirst(3)
            } else if rest.starts(with: "--".utf8) {
                rest = rest.drop { $0 != UInt8(ascii: "\n") }
            } else if rest.starts(with: "/*".utf8) {
                rest = rest.dropFirst(2)
                while !rest.isEmpty, !rest.starts(with: "*/".utf8) { rest = rest.dropFirst() }
                rest = rest.dropFirst(2)
            } else {
                return
            }
        }
    }

    /// A quote within is doubled.
    private static func length(ofQuoted text: Substring.UTF8View, until quote: UInt8) -> Int {
        var length = 1
        var rest = text.dropFirst()
        while let byte = rest.popFirst() {
            length += 1
            guard byte == quote else { continue }
            guard rest.first == quote else { break }
            rest = rest.dropFirst()
            length += 1
        }
        return length
    }

    private static func length(ofGroup text: Substring.UTF8View) -> Int {
        var rest = text
        var depth = 0
        repeat {
            skipBlanks(in: &rest)
            switch rest.first {
            case nil: return text.count
            case UInt8(ascii: "("):
                depth += 1
                rest = rest.dropFirst()
            case UInt8(ascii: ")"):
                depth -= 1
                rest = rest.dropFirst()
            default: _ = next(in: &rest)
            }
        } while depth > 0
        return text.count - rest.count
    }

    private static func isInWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...: true
        default: false
        }
    }
}

extension [SQLToken] {
    /// The tokens with all that stands between parentheses, which are signs then: in one pass, however deep they are nested.
    package var opened: [SQLToken] {
        flatMap { $0.kind == .group ? SQLToken.split($0.text, isOpened: true) : [$0] }
    }

    /// How deep parentheses are nested.
    package var depth: Int {
        var (depth, deepest) = (0, 0)
        for token in opened where token.kind == .sign {
            if token.string == "(" { depth += 1 } else if token.string == ")" { depth -= 1 }
            deepest = Swift.max(deepest, depth)
        }
        return deepest
    }

    /// The text from the first to the last of them.
    package var source: String {
        guard let first, let last else { return "" }
        let whole = Substring(first.text).base
        return String(whole[first.text.startIndex..<last.text.endIndex])
    }

    /// The tokens between the commas.
    package var betweenCommas: [[SQLToken]] {
        split(omittingEmptySubsequences: false) { $0.kind == .sign && $0.string == "," }.map { [SQLToken]($0) }
    }
}

extension Collection<SQLToken> {
    /// Whether it is a query.
    package var isQuery: Bool { first.map { ["SELECT", "WITH", "VALUES"].contains($0.keyword) } ?? false }
}
