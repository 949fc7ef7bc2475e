/// The position in SQL at which a list of values is inserted, classified by the parentheses around it.
///
/// Within `IN ((?,?))` SQLite takes `(?,?)` for one row value with two columns, and refuses to compare it with a scalar. See
/// [Row Values](https://sqlite.org/rowvalue.html).
enum ListPlace {
    /// The list needs its own parentheses.
    case elsewhere
    /// Directly after `(`. If `)` follows the list, the literal's parentheses enclose just the list.
    case alone
    /// Between the elements of `IN (…)`. If `,` or `)` follows, the values of the list become elements, too. `comma` is the position of the
    /// comma before the list, or nil before the first element.
    case element(comma: Int?)

    /// Finds the kind of position at the end of the given SQL.
    init(behind utf8: [UInt8]) {
        // Most lists follow the keyword IN, and need no scan.
        guard ListPlace.isPossible(behind: utf8) else {
            self = .elsewhere
            return
        }
        var scan = ParenthesisScan()
        utf8.withUnsafeBufferPointer {
            var scanner = SQLScanner($0)
            scan.read(&scanner)
        }
        guard let parenthesis = scan.open.last, !parenthesis.holdsRows else {
            self = .elsewhere
            return
        }
        switch scan.last {
        case .open: self = parenthesis.isIn ? .element(comma: nil) : .alone
        case .comma(let place): self = parenthesis.isIn ? .element(comma: place) : .elsewhere
        default: self = .elsewhere
        }
    }

    /// Returns whether the text ends with `(` or a comma, or with what may be a comment after one of these.
    private static func isPossible(behind utf8: [UInt8]) -> Bool {
        switch utf8.last(where: { !$0.isSQLSpace }) {
        // `/` may end a comment. 0xBF is the last byte of a byte order mark.
        case .openParenthesis, .comma, UInt8(ascii: "/"), 0xBF: return true
        case nil: return false
        default: return zip(utf8, utf8.dropFirst()).contains { $0 == UInt8(ascii: "-") && $1 == $0 }
        }
    }
}

/// A scan for the parentheses that are open at the end of the given SQL. It skips strings, quoted names and comments.
private struct ParenthesisScan {
    struct Parenthesis {
        /// Whether the keyword IN precedes the parenthesis.
        var isIn = false
        /// Whether the left side of that IN has several columns, so that each element of the list is a row value.
        var holdsRows = false
        /// Whether a name precedes the parenthesis, which makes this a function call.
        var isCall = false
        /// Whether the parenthesis is the first token within the surrounding parentheses.
        var isFirst = false
        /// Whether a comma at this point separates the columns of a row value or query.
        var hasColumns = true
        var columns = 1
    }

    enum Token {
        case open, row(isFirst: Bool), name, keyword, values, other
        case comma(Int)
        case not(rowBefore: Bool), isIn(rowBefore: Bool)

        var isRow: Bool {
            switch self {
            case .row, .not(rowBefore: true): true
            default: false
            }
        }
    }

    private(set) var open: [Parenthesis] = []
    private(set) var last = Token.other

    /// The keywords after which a parenthesis is not a function call.
    private static let keywords: Set<String> = [
        "and", "as", "between", "by", "case", "else", "is", "join", "on", "or", "returning", "set", "then", "using",
        "when",
    ]
    /// The keywords that follow the columns of a query.
    private static let clauses: Set<String> = ["from", "group", "having", "limit", "order", "where", "window"]

    mutating func read(_ scanner: inout SQLScanner) {
        var isQualified = false
        while let token = scanner.nextSignificant() {
            defer { isQualified = scanner.isSign(token, ".") }
            switch token.kind {
            case .word where !isQualified: read(word: scanner.text(of: token).foldedAsName)
            case .word, .quoted, .variable: last = .name
            case .sign where scanner.isSign(token, "("): enter()
            case .sign where scanner.isSign(token, ")"): leave()
            case .sign where scanner.isSign(token, ","): separate(at: token.range.lowerBound)
            default: last = .other
            }
        }
    }

    private mutating func enter() {
        var parenthesis = Parenthesis()
        switch last {
        case .isIn(let isRow): (parenthesis.isIn, parenthesis.holdsRows) = (true, isRow)
        case .name: parenthesis.isCall = true
        case .open, .values: parenthesis.isFirst = true
        default: break
        }
        open.append(parenthesis)
        last = .open
    }

    private mutating func leave() {
        guard let closed = open.popLast() else { return last = .other }
        // A row value in extra parentheses is still a row value.
        let isWithin = if case .row(isFirst: true) = last { true } else { false }
        let isRow = !closed.isCall && !closed.isIn && (closed.columns > 1 || isWithin)
        last = isRow ? .row(isFirst: closed.isFirst) : .other
    }

    private mutating func separate(at place: Int) {
        if let top = open.indices.last, open[top].hasColumns { open[top].columns += 1 }
        last = .comma(place)
    }

    private mutating func read(word: String) {
        switch word {
        case "not": last = .not(rowBefore: last.isRow)
        case "in": last = .isIn(rowBefore: last.isRow)
        case "select":
            if let top = open.indices.last { (open[top].hasColumns, open[top].columns) = (true, 1) }
            last = .keyword
        case "values":
            if let top = open.indices.last { open[top].hasColumns = false }
            last = .values
        case _ where ParenthesisScan.clauses.contains(word):
            if let top = open.indices.last { open[top].hasColumns = false }
            last = .keyword
        default: last = ParenthesisScan.keywords.contains(word) ? .keyword : .name
        }
    }
}

extension UInt8 {
    static let openParenthesis = UInt8(ascii: "(")
    static let closeParenthesis = UInt8(ascii: ")")
    static let comma = UInt8(ascii: ",")
}
