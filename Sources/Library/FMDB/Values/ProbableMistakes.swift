/// Interpolated values that are probably mistakes. The text before a value shows a possible mistake. The warning is
/// logged when the whole statement runs, because the rest of the text can disprove it.
struct ProbableMistakes: OptionSet {
    let rawValue: UInt8

    /// `WHERE a = \(nil)`
    static let nilBehindEquals = ProbableMistakes(rawValue: 1)
    /// `WHERE a <> \(nil)`
    static let nilBehindUnequal = ProbableMistakes(rawValue: 2)
    /// `ORDER BY \(name)`
    static let valueBehindBy = ProbableMistakes(rawValue: 4)

    /// Returns the warnings, which say what to write instead.
    ///
    /// - Parameter text: the whole statement.
    func warnings(in text: String) -> [String] {
        let tokens = SQLToken.flat(text)
        var warnings: [String] = []
        // If a statement also tests a parameter with IS NULL, as in `? IS NULL OR a = ?`, the comparison with nil may
        // be intended.
        let asksForNull = zip(tokens, tokens.dropFirst()).contains { token, next in
            token.kind == .variable && ["IS", "ISNULL", "NOTNULL"].contains(next.keyword)
        }
        for (mistake, sign, word) in [(Self.nilBehindEquals, "=", "IS"), (.nilBehindUnequal, "<>", "IS NOT")]
        where contains(mistake) && !asksForNull {
            warnings.append("a nil after \(sign) makes the condition never true: write \(word)")
        }
        if contains(.valueBehindBy), tokens.indices.contains(where: { Self.isTerm($0, of: tokens) }) {
            warnings.append(
                "a value after BY is the same for each row: use \\(identifier: column) for the name of a column")
        }
        return warnings
    }

    /// Returns whether a parameter is a whole term of ORDER BY or GROUP BY.
    private static func isTerm(_ index: Int, of tokens: [SQLToken]) -> Bool {
        guard tokens[index].kind == .variable, index > 0, tokens[index - 1].keyword == "BY" else { return false }
        guard index + 1 < tokens.count else { return true }
        return [",", ")", ";"].contains(where: tokens[index + 1].isSign)
            || ["ASC", "COLLATE", "DESC", "HAVING", "LIMIT", "NULLS", "ORDER", "UNION"].contains(
                tokens[index + 1].keyword)
    }
}

extension [UInt8] {
    /// Whether the bytes end with the keyword BY and a space.
    @inline(__always)
    var endsWithBy: Bool {
        // This runs for each interpolated value, and the first check rejects most strings.
        let count = count
        guard count > 3, self[count - 2] | 0x20 == UInt8(ascii: "y") else { return false }
        return self[count - 1] == 0x20 && self[count - 3] | 0x20 == UInt8(ascii: "b") && !self[count - 4].isInSQLName
    }

    /// Returns the mistake that a nil after these bytes would be. After `WHERE a =` it is a mistake, after `SET a =` it
    /// is not.
    ///
    /// - Parameter inCondition: whether the bytes begin a condition, so that no keyword is needed before `a`.
    func mistakesOfNil(inCondition: Bool) -> ProbableMistakes {
        var end = endIndex
        /// Moves `end` back over matching bytes, and returns them.
        func pass(_ isPassed: (UInt8) -> Bool) -> ArraySlice<UInt8> {
            let start = self[..<end].lastIndex { !isPassed($0) }.map { $0 + 1 } ?? 0
            defer { end = start }
            return self[start..<end]
        }
        _ = pass(\.isSQLSpace)
        guard end > 0, self[end - 1] == UInt8(ascii: "=") || self[end - 1] == UInt8(ascii: ">") else { return [] }
        let sign = String(decoding: pass { "=<>!".utf8.contains($0) }, as: UTF8.self)
        guard ["=", "==", "<>", "!="].contains(sign) else { return [] }
        _ = pass(\.isSQLSpace)
        guard !pass({ $0.isInSQLName || "\"`[].".utf8.contains($0) }).isEmpty else { return [] }
        _ = pass { $0.isSQLSpace || $0 == .openParenthesis }
        let word = String(decoding: pass(\.isInSQLName), as: UTF8.self).asKeyword
        guard ["WHERE", "AND", "OR", "ON", "HAVING"].contains(word) || (inCondition && end == 0) else { return [] }
        return sign.hasPrefix("=") ? .nilBehindEquals : .nilBehindUnequal
    }
}
