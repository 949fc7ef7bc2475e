import FMDB

/// SQL that is written between parentheses and must not close them.
struct SQLFragment {
    /// The problem of the SQL, or nil if there is none.
    private(set) var problem: String?
    /// Whether the SQL ends in a line comment, which would make the rest of the line a part of the comment.
    private(set) var endsInComment = false
    /// Whether the SQL is empty except for white space.
    let isEmpty: Bool

    init(_ text: String) {
        isEmpty = text.utf8.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
        // SQLite stops reading at a NUL.
        guard !text.utf8.contains(0) else {
            problem = "has a NUL character"
            return
        }
        (problem, endsInComment) = text.withSQLScanner { scanner in
            var (depth, problem, last): (Int, String?, SQLScanner.Kind?) = (0, nil, nil)
            while problem == nil, let token = scanner.next() {
                if scanner.isSign(token, "(") { depth += 1 }
                if scanner.isSign(token, ")") { depth -= 1 }
                problem = SQLFragment.problem(of: token, depth)
                // At the end of its input SQLite reads `/*` as operators, but before more SQL as the start of a comment.
                if scanner.isSign(token, "/"), scanner.byte(at: scanner.position) == UInt8(ascii: "*") {
                    problem = SQLFragment.openComment
                }
                last = token.kind
            }
            if problem == nil, depth > 0 { problem = SQLFragment.openParenthesis }
            return (problem, last == .lineComment)
        }
    }

    /// The part of a statement that the SQL forms.
    enum Place: String {
        case condition = "a condition"
        case expression = "an expression"
        case assignment = "an assignment"
        case list = "a list"
    }

    /// Returns the error of the SQL, or nil if there is none.
    func error(in place: Place) -> FMError? {
        if isEmpty {
            let advice = place == .condition ? "; pass .all for all rows" : ""
            return FMError(.error, "the SQL of \(place.rawValue) is empty\(advice)")
        }
        return problem.map { FMError(.misuse, "the SQL of \(place.rawValue) \($0)") }
    }

    private static let openComment = "has a comment that is not closed"
    private static let openParenthesis = "has a parenthesis that is not closed"

    private static func problem(of token: SQLScanner.Token, _ depth: Int) -> String? {
        switch (token.kind, token.form) {
        case (.semicolon, _): "has a semicolon, which would end the statement"
        case (.blockComment, .unclosed): openComment
        // The closing parenthesis would become a part of the variable's name.
        case (.variable, .unclosed): openParenthesis
        case (_, .unclosed): "has a quote that is not closed"
        default: depth < 0 ? "closes a parenthesis that it has not opened" : nil
        }
    }
}
