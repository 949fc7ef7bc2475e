import FMDB

/// Text between parentheses, which must not leave them.
struct SQLFragment {
    /// What is wrong with it; nil if nothing is.
    private(set) var problem: String?
    /// Whether it ends in a line comment, which would swallow what follows on the line.
    private(set) var endsInComment = false
    /// Whether nothing but blanks is in it.
    let isEmpty: Bool

    init(_ text: String) {
        isEmpty = text.utf8.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
        // SQLite reads no further, whatever follows.
        guard !text.utf8.contains(0) else {
            problem = "has a character without a code"
            return
        }
        (problem, endsInComment) = text.withSQLScanner { scanner in
            var (depth, problem, last): (Int, String?, SQLScanner.Kind?) = (0, nil, nil)
            while problem == nil, let token = scanner.next() {
                if scanner.isSign(token, "(") { depth += 1 }
                if scanner.isSign(token, ")") { depth -= 1 }
                problem = SQLFragment.problem(of: token, depth)
                // At the end of the fragment it begins no comment, but before more text it does.
                if scanner.isSign(token, "/"), scanner.byte(at: scanner.position) == UInt8(ascii: "*") {
                    problem = SQLFragment.openComment
                }
                last = token.kind
            }
            if problem == nil, depth > 0 { problem = SQLFragment.openParenthesis }
            return (problem, last == .lineComment)
        }
    }

    /// What it is the text of.
    enum Place: String {
        case condition = "a condition"
        case expression = "an expression"
        case assignment = "an assignment"
        case list = "a list"
    }

    /// What is wrong with it.
    func error(in place: Place) -> FMError? {
        if isEmpty {
            let advice = place == .condition ? "; pass .all for all rows" : ""
            return FMError(.error, "the text of \(place.rawValue) is empty\(advice)")
        }
        return problem.map { FMError(.misuse, "the text of \(place.rawValue) \($0)") }
    }

    private static let openComment = "has a comment that is not closed"
    private static let openParenthesis = "has a parenthesis that is not closed"

    private static func problem(of token: SQLScanner.Token, _ depth: Int) -> String? {
        switch (token.kind, token.form) {
        case (.semicolon, _): "ends the statement"
        case (.blockComment, .unclosed): openComment
        // The closing parenthesis would belong to the name.
        case (.variable, .unclosed): openParenthesis
        case (_, .unclosed): "has a quote that is not closed"
        default: depth < 0 ? "closes a parenthesis that is not its own" : nil
        }
    }
}
