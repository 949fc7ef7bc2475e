/// Splits an SQL text into tokens, byte for byte as SQLite's own tokenizer does. The whole library reads SQL by it, so that names and the
/// ends of statements are those that SQLite sees.
///
/// It reads bytes that must stay where they are, and allocates nothing. A byte 0 ends the text, as it does to SQLite. See
/// [SQL Comment Syntax](https://sqlite.org/lang_comment.html),
/// [Literal Values](https://sqlite.org/lang_expr.html#literal_values_constants_) and
/// [SQL Parameters](https://sqlite.org/lang_expr.html#varparam).
package struct SQLScanner {
    package enum Kind: Sendable {
        /// White space, or a byte order mark where a token may begin.
        case blank
        /// Up to the end of the line, without that.
        case lineComment
        case blockComment
        /// A keyword or a name.
        case word
        /// A name in double quotes, grave accents or brackets. SQLite takes the first kind for a text where no such name exists.
        case quoted
        /// A text in single quotes, which SQLite takes for a name, too, in some places.
        case string
        /// `x'0F'`
        case blob
        /// Also `0x1F`, `1_000` and `1e-5`.
        case number
        /// `?`, `?1`, `:name`, `@name`, `$name`, `#name`, and Tcl's `$a::b(c)`.
        case variable
        /// An operator, a parenthesis, a comma or a point.
        case sign
        case semicolon
        /// A byte with which nothing begins.
        case illegal
        /// All between two parentheses, and these: what ``SQLToken/split(_:)`` makes of signs.
        case group

        /// Whether the parser never sees it.
        @inline(__always)
        var isBlank: Bool { self == .blank || self == .lineComment || self == .blockComment }
    }

    package enum Form: Sendable {
        case whole
        /// The text ends before it does. SQLite accepts only a comment so.
        case unclosed
        /// SQLite refuses it: `1a`, `x'0'`, `$`.
        case malformed
    }

    package struct Token: Sendable, Equatable {
        package let kind: Kind
        package let range: Range<Int>
        package let form: Form

        package func moved(by distance: Int) -> Token {
            Token(kind: kind, range: range.lowerBound + distance..<range.upperBound + distance, form: form)
        }
    }

    private let start: UnsafePointer<UInt8>?
    private let end: Int
    /// Where the next token begins.
    package var position: Int

    /// - Parameters:
    ///   - bytes: a text, which is not copied.
    ///   - position: where a token begins.
    @inline(__always)
    package init(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int = 0) {
        (start, end, self.position) = (bytes.baseAddress, bytes.count, position)
    }

    /// - Parameter text: ends with a byte 0, which is looked for no sooner than it is met.
    @inline(__always)
    init(cString text: UnsafePointer<UInt8>) { (start, end, position) = (text, .max, 0) }

    // MARK: Tokens

    /// The next token, white space and comments among them; nil at the end.
    package mutating func next() -> Token? {
        let (first, begin) = (byte(), position)
        guard first != 0 else { return nil }
        var form = Form.whole
        let kind = advance(first, &form)
        return Token(kind: kind, range: begin..<position, form: form)
    }

    /// The next token that is neither white space nor a comment; nil at the end.
    package mutating func nextSignificant() -> Token? {
        while let token = next() { if !token.kind.isBlank { return token } }
        return nil
    }

    /// The first token of the next statement. SQLite passes over semicolons before it.
    package mutating func nextStatement() -> Token? {
        while let token = nextSignificant() { if token.kind != .semicolon { return token } }
        return nil
    }

    /// The next token of the statement; nil at its end, behind which it does not go.
    mutating func nextInStatement() -> Token? {
        guard let token = nextSignificant() else { return nil }
        guard token.kind == .semicolon else { return token }
        position = token.range.lowerBound
        return nil
    }

    /// Goes on with a token that was unclosed at the end of a line, now that there are more lines.
    package mutating func resume(_ token: Token) -> Token {
        position = token.range.upperBound
        let mark = byte(at: token.range.lowerBound)
        var form = Form.whole
        switch token.kind {
        case .blockComment: endComment(from: position, &form)
        case .blob: close(UInt8(ascii: "'"), isDoubled: false, &form)
        case .quoted where mark == UInt8(ascii: "["): close(UInt8(ascii: "]"), isDoubled: false, &form)
        default: close(mark, isDoubled: true, &form)
        }
        return Token(kind: token.kind, range: token.range.lowerBound..<position, form: form)
    }

    // MARK: Bytes

    /// The byte at a place before the position or in a token; 0 behind the end.
    @inline(__always)
    package func byte(at index: Int) -> UInt8 {
        guard index < end, let start else { return 0 }
        return start[index]
    }

    package func bytes(in range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: start.map { $0 + range.lowerBound }, count: range.count)
    }

    /// 0 at the end, and nothing is looked at behind a 0.
    @inline(__always)
    private func byte(_ offset: Int = 0) -> UInt8 { byte(at: position + offset) }

    @inline(__always)
    private mutating func step(while isPassed: (UInt8) -> Bool) { while isPassed(byte()) { position += 1 } }
}

// MARK: - One token

extension SQLScanner {
    @inline(__always)
    private mutating func advance(_ first: UInt8, _ form: inout Form) -> Kind {
        switch first {
        case UInt8(ascii: "x") where byte(1) == UInt8(ascii: "'"), UInt8(ascii: "X") where byte(1) == UInt8(ascii: "'"):
            return blob(&form)
        case 0xEF where byte(1) == 0xBB && byte(2) == 0xBF: return skip(3, .blank)
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), 0x80...:
            step(while: \.isInSQLName)
            return .word
        case 0x20, 0x09, 0x0A, 0x0C, 0x0D:
            step(while: \.isSQLSpace)
            return .blank
        case UInt8(ascii: "'"): return quoted(first, .string, &form)
        case UInt8(ascii: "\""), UInt8(ascii: "`"): return quoted(first, .quoted, &form)
        case UInt8(ascii: "["): return quoted(UInt8(ascii: "]"), .quoted, &form)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return number(&form)
        case UInt8(ascii: ".") where byte(1).isDigit: return number(&form)
        case UInt8(ascii: "?"):
            position += 1
            step(while: \.isDigit)
            return .variable
        case UInt8(ascii: "$"), UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "#"): return variable(&form)
        case UInt8(ascii: ";"): return skip(1, .semicolon)
        default: return sign(first, &form)
        }
    }

    @inline(__always)
    private mutating func skip(_ count: Int, _ kind: Kind) -> Kind {
        position += count
        return kind
    }

    private mutating func sign(_ first: UInt8, _ form: inout Form) -> Kind {
        let second = byte(1)
        switch (first, second) {
        case (UInt8(ascii: "-"), UInt8(ascii: "-")):
            step { $0 != 0 && $0 != UInt8(ascii: "\n") }
            return .lineComment
        // With nothing behind it, it is no comment to SQLite.
        case (UInt8(ascii: "/"), UInt8(ascii: "*")) where byte(2) != 0:
            endComment(from: position + 3, &form)
            return .blockComment
        case (UInt8(ascii: "-"), UInt8(ascii: ">")): return skip(byte(2) == UInt8(ascii: ">") ? 3 : 2, .sign)
        case (UInt8(ascii: "<"), UInt8(ascii: "=")), (UInt8(ascii: "<"), UInt8(ascii: ">")),
            (UInt8(ascii: "<"), UInt8(ascii: "<")), (UInt8(ascii: ">"), UInt8(ascii: "=")),
            (UInt8(ascii: ">"), UInt8(ascii: ">")), (UInt8(ascii: "="), UInt8(ascii: "=")),
            (UInt8(ascii: "!"), UInt8(ascii: "=")), (UInt8(ascii: "|"), UInt8(ascii: "|")):
            return skip(2, .sign)
        default: break
        }
        switch first {
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ","),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "%"), UInt8(ascii: "&"),
            UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "="), UInt8(ascii: "|"), UInt8(ascii: "~"):
            return skip(1, .sign)
        default:
            form = .malformed
            return skip(1, .illegal)
        }
    }

    /// - Parameter from: where its last slash may stand.
    private mutating func endComment(from first: Int, _ form: inout Form) {
        position = first
        while true {
            let byte = byte()
            if byte == UInt8(ascii: "/"), self.byte(-1) == UInt8(ascii: "*") {
                position += 1
                return
            }
            if byte == 0 {
                form = .unclosed
                return
            }
            position += 1
        }
    }

    private mutating func quoted(_ end: UInt8, _ kind: Kind, _ form: inout Form) -> Kind {
        position += 1
        close(end, isDoubled: end != UInt8(ascii: "]"), &form)
        return kind
    }

    /// - Parameter isDoubled: whether two of the mark are one within the quotes.
    private mutating func close(_ mark: UInt8, isDoubled: Bool, _ form: inout Form) {
        while true {
            let byte = byte()
            if byte == 0 {
                form = .unclosed
                return
            }
            position += 1
            guard byte == mark else { continue }
            guard isDoubled, self.byte() == mark else { return }
            position += 1
        }
    }

    private mutating func blob(_ form: inout Form) -> Kind {
        position += 2
        let digits = position
        step(while: \.isHexadecimal)
        let isLegal = byte() == UInt8(ascii: "'") && (position - digits) % 2 == 0
        close(UInt8(ascii: "'"), isDoubled: false, &form)
        if !isLegal, form == .whole { form = .malformed }
        return .blob
    }

    private mutating func number(_ form: inout Form) -> Kind {
        let isSeparated = { (byte: UInt8) in byte.isDigit || byte == UInt8(ascii: "_") }
        if byte() == UInt8(ascii: "0"), byte(1) | 0x20 == UInt8(ascii: "x"), byte(2).isHexadecimal {
            position += 3
            step { $0.isHexadecimal || $0 == UInt8(ascii: "_") }
            // SQLite before 3.46 takes a name right behind it for another token; later ones refuse both.
            return .number
        }
        step(while: isSeparated)
        if byte() == UInt8(ascii: ".") {
            position += 1
            step(while: isSeparated)
        }
        if byte() | 0x20 == UInt8(ascii: "e") {
            let isSigned = byte(1) == UInt8(ascii: "+") || byte(1) == UInt8(ascii: "-")
            if byte(1).isDigit || isSigned && byte(2).isDigit {
                position += 2
                step(while: isSeparated)
            }
        }
        guard byte().isInSQLName else { return .number }
        step(while: \.isInSQLName)
        form = .malformed
        return .number
    }

    private mutating func variable(_ form: inout Form) -> Kind {
        position += 1
        var hasName = false
        while true {
            let byte = byte()
            if byte.isInSQLName {
                hasName = true
                position += 1
            } else if byte == UInt8(ascii: ":"), self.byte(1) == byte {
                position += 2
            } else if byte == UInt8(ascii: "("), hasName {
                step { $0 != 0 && $0 != UInt8(ascii: ")") && !$0.isSQLSpace }
                if self.byte() == UInt8(ascii: ")") {
                    position += 1
                } else {
                    form = self.byte() == 0 ? .unclosed : .malformed
                }
                break
            } else {
                break
            }
        }
        if !hasName { form = .malformed }
        return .variable
    }
}

extension UInt8 {
    /// What SQLite takes for a part of a name: letters, digits, `_`, `$` and all beyond ASCII.
    @inline(__always)
    var isInSQLName: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            true
        default: false
        }
    }

    /// What SQLite takes for white space behind white space; elsewhere it refuses the vertical tab.
    @inline(__always)
    var isSQLSpace: Bool { self == 0x20 || self >= 0x09 && self <= 0x0D }

    @inline(__always)
    fileprivate var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

    @inline(__always)
    fileprivate var isHexadecimal: Bool {
        isDigit || self | 0x20 >= UInt8(ascii: "a") && self | 0x20 <= UInt8(ascii: "f")
    }
}
