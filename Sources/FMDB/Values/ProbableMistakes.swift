/// Interpolated values that cannot be what was meant where they stand. They are suspected by the text before them, and told when the whole
/// statement runs.
struct ProbableMistakes: OptionSet {
    let rawValue: UInt8

    /// `WHERE a = \(nil)`
    static let nilBehindEquals = ProbableMistakes(rawValue: 1)
    /// `WHERE a <> \(nil)`
    static let nilBehindUnequal = ProbableMistakes(rawValue: 2)
    /// `ORDER BY \(name)`
    static let valueBehindBy = ProbableMistakes(rawValue: 4)

    private typealias Token = (kind: StatementScanner.Kind, text: Substring)

    /// What to write instead.
    ///
    /// - Parameter text: the whole statement.
    func warnings(in text: String) -> [String] {
        var tokens: [Token] = []
        var scanner = StatementScanner(text)
        while let token = scanner.next() { if token.kind != .blank { tokens.append(token) } }
        var warnings: [String] = []
        // Who asks whether a value is NULL may well mean a condition that is not true.
        let asksForNull = zip(tokens, tokens.dropFirst()).contains { token, next in
            token.kind == .parameter && Self.isWord(next, in: ["IS", "ISNULL", "NOTNULL"])
        }
        for (mistake, sign, word) in [(Self.nilBehindEquals, "=", "IS"), (.nilBehindUnequal, "<>", "IS NOT")]
        where contains(mistake) && !asksForNull {
            warnings.append("a nil behind \(sign) makes a condition that is never true: write \(word)")
        }
        if contains(.valueBehindBy), tokens.indices.contains(where: { Self.isTerm($0, of: tokens) }) {
            warnings.append(
                "a value behind BY is the same for each row: \\(identifier: column) writes the name of a column")
        }
        return warnings
    }

    /// Whether a parameter is all of a term of ORDER BY or GROUP BY.
    private static func isTerm(_ index: Int, of tokens: [Token]) -> Bool {
        guard tokens[index].kind == .parameter, index > 0, isWord(tokens[index - 1], in: ["BY"]) else {
            return false
        }
        guard index + 1 < tokens.count else { return true }
        return [",", ")", ";"].contains(tokens[index + 1].text)
            || isWord(
                tokens[index + 1],
                in: ["ASC", "COLLATE", "DESC", "HAVING", "LIMIT", "NULLS", "ORDER", "UNION"])
    }

    private static func isWord(_ token: Token, in words: Set<String>) -> Bool {
        token.kind == .word && words.contains(String(token.text).asKeyword)
    }
}

extension [UInt8] {
    /// Whether the word BY and a space stand at the end.
    var endsWithBy: Bool {
        guard last == 0x20, count > 3 else { return false }
        return self[count - 2] | 0x20 == UInt8(ascii: "y")
            && self[count - 3] | 0x20 == UInt8(ascii: "b")
            && !self[count - 4].isSQLWord
    }

    /// What a nil at the end is: a mistake behind `WHERE a =`, none behind `SET a =`.
    var mistakesOfNil: ProbableMistakes {
        var end = endIndex
        /// Passes over such bytes before the end.
        func pass(_ isPassed: (UInt8) -> Bool) -> ArraySlice<UInt8> {
            let start = self[..<end].lastIndex { !isPassed($0) }.map { $0 + 1 } ?? 0
            defer { end = start }
            return self[start..<end]
        }
        _ = pass(\.isSQLSpace)
        let sign = String(decoding: pass { "=<>!".utf8.contains($0) }, as: UTF8.self)
        guard ["=", "==", "<>", "!="].contains(sign) else { return [] }
        _ = pass(\.isSQLSpace)
        guard !pass({ $0.isSQLWord || "\"`[].".utf8.contains($0) }).isEmpty else { return [] }
        _ = pass { $0.isSQLSpace || $0 == .openParenthesis }
        let word = String(decoding: pass(\.isSQLWord), as: UTF8.self).asKeyword
        guard ["WHERE", "AND", "OR", "ON", "HAVING"].contains(word) else { return [] }
        return sign.hasPrefix("=") ? .nilBehindEquals : .nilBehindUnequal
    }
}
