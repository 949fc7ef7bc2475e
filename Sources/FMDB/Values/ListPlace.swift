/// Where in an SQL text a list of values is about to stand, as far as parentheses matter.
///
/// SQLite takes `(?,?)` within `IN ((?,?))` for one row value, which has two columns, and refuses to compare it with
/// one. See [Row Values](https://sqlite.org/rowvalue.html).
enum ListPlace {
    /// The list brings its own parentheses.
    case elsewhere
    /// Directly behind `(`: if `)` follows, these are the list's parentheses.
    case alone
    /// Among the elements of `IN (…)`: if `,` or `)` follows, its values are elements, too.
    case element(isFirst: Bool)

    /// The place at the end of a text.
    init(behind utf8: [UInt8]) {
        // Most lists stand behind the word IN.
        guard let last = utf8.last(where: { !$0.isSQLSpace }), last == .openParenthesis || last == .comma else {
            self = .elsewhere
            return
        }
        var scan = ParenthesisScan()
        scan.read(utf8)
        guard let parenthesis = scan.open.last, !parenthesis.holdsRows else {
            self = .elsewhere
            return
        }
        switch scan.last {
        case .open: self = parenthesis.isIn ? .element(isFirst: true) : .alone
        case .comma: self = parenthesis.isIn ? .element(isFirst: false) : .elsewhere
        default: self = .elsewhere
        }
    }
}

/// Finds the parentheses that are open at the end of a text, outside of strings, quoted names and comments.
private struct ParenthesisScan {
    struct Parenthesis {
        /// Whether the word IN stands before it.
        let isIn: Bool
        /// Whether the left side of that IN has several columns, so that each element of the list is a row value.
        let holdsRows: Bool
        /// Whether a name stands before it, so that it is a call.
        let isCall: Bool
        var hasComma = false
    }

    enum Token {
        case open, comma, row, name, keyword, not(rowBefore: Bool), isIn(rowBefore: Bool), other

        var isRow: Bool {
            switch self {
            case .row, .not(rowBefore: true): true
            default: false
            }
        }
    }

    private(set) var open: [Parenthesis] = []
    private(set) var last = Token.other

    /// The words behind which a parenthesis is no call.
    private static let keywords: Set<String> = [
        "and", "as", "between", "by", "case", "else", "exists", "from", "having", "is", "join", "like", "limit", "on",
        "or", "returning", "select", "set", "then", "using", "values", "when", "where",
    ]

    mutating func read(_ utf8: [UInt8]) {
        var index = 0
        while index < utf8.count {
            let (byte, start) = (utf8[index], index)
            index += 1
            switch byte {
            case .openParenthesis: enter()
            case .closeParenthesis: leave()
            case .comma:
                if let top = open.indices.last { open[top].hasComma = true }
                last = .comma
            case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "["):
                let end = byte == UInt8(ascii: "[") ? UInt8(ascii: "]") : byte
                index = utf8[index...].firstIndex(of: end).map { $0 + 1 } ?? utf8.count
                last = byte == UInt8(ascii: "'") ? .other : .name
            case UInt8(ascii: "-") where utf8[index...].first == UInt8(ascii: "-"):
                index = utf8[index...].firstIndex(of: UInt8(ascii: "\n")) ?? utf8.count
            case UInt8(ascii: "/") where utf8[index...].first == UInt8(ascii: "*"):
                index = ParenthesisScan.endOfComment(utf8, index + 1)
            case _ where byte.isSQLSpace: break
            // A parameter or a qualified name; the word belongs to it.
            case UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "$"), UInt8(ascii: "."):
                index = ParenthesisScan.endOfWord(utf8, index)
                last = .name
            case _ where byte.isSQLWord:
                index = ParenthesisScan.endOfWord(utf8, index)
                take(word: String(decoding: utf8[start..<index], as: UTF8.self).lowercased())
            default: last = .other
            }
        }
    }

    private mutating func enter() {
        switch last {
        case .isIn(let isRow): open.append(Parenthesis(isIn: true, holdsRows: isRow, isCall: false))
        case .name: open.append(Parenthesis(isIn: false, holdsRows: false, isCall: true))
        default: open.append(Parenthesis(isIn: false, holdsRows: false, isCall: false))
        }
        last = .open
    }

    private mutating func leave() {
        let isWithinRow = last.isRow
        guard let closed = open.popLast() else { return last = .other }
        last = !closed.isCall && !closed.isIn && (closed.hasComma || isWithinRow) ? .row : .other
    }

    private mutating func take(word: String) {
        switch word {
        case "not": last = .not(rowBefore: last.isRow)
        case "in": last = .isIn(rowBefore: last.isRow)
        default: last = ParenthesisScan.keywords.contains(word) ? .keyword : .name
        }
    }

    private static func endOfWord(_ utf8: [UInt8], _ start: Int) -> Int {
        utf8[start...].firstIndex { !$0.isSQLWord } ?? utf8.count
    }

    private static func endOfComment(_ utf8: [UInt8], _ start: Int) -> Int {
        var index = start
        while index + 1 < utf8.count {
            if utf8[index] == UInt8(ascii: "*"), utf8[index + 1] == UInt8(ascii: "/") { return index + 2 }
            index += 1
        }
        return utf8.count
    }
}

extension UInt8 {
    static let openParenthesis = UInt8(ascii: "(")
    static let closeParenthesis = UInt8(ascii: ")")
    static let comma = UInt8(ascii: ",")

    /// What SQLite takes for white space.
    var isSQLSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) && self != 0x0B }

    /// Whether SQLite takes it for a part of a name or a number.
    var isSQLWord: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }
}
