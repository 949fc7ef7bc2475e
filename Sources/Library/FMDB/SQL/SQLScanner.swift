/// Splits SQL into tokens, byte for byte as SQLite's own tokenizer does. The whole library reads SQL with it, so that it finds the same
/// names and ends of statements as SQLite.
///
/// It allocates nothing, and the bytes must stay in place. A zero byte ends the SQL, as in SQLite. See
/// [SQL Comment Syntax](https://sqlite.org/lang_comment.html),
/// [Literal Values](https://sqlite.org/lang_expr.html#literal_values_constants_) and
/// [SQL Parameters](https://sqlite.org/lang_expr.html#varparam).
package struct SQLScanner {
    package enum Kind: Sendable {
        /// White space. Also a byte order mark at a position where a token may begin.
        case blank
        /// A comment to the end of the line, without the line break.
        case lineComment
        case blockComment
        /// A keyword or a name.
        case word
        /// A name in double quotes, backticks or brackets. If there is no such name, SQLite reads a token in double quotes as a string
        /// literal.
        case quoted
        /// A string literal in single quotes. In some places SQLite accepts it as a name, too.
        case string
        /// `x'0F'`
        case blob
        /// Also `0x1F`, `1_000` and `1e-5`.
        case number
        /// `?`, `?1`, `:name`, `@name`, `$name`, `#name`, and Tcl's `$a::b(c)`.
        case variable
        /// An operator, a parenthesis, a comma or a dot.
        case sign
        case semicolon
        /// A byte that cannot begin a token.
        case illegal
        /// Two parentheses and all between them, which ``SQLToken/split(_:)`` combines.
        case group

        /// Whether SQLite's parser ignores the token.
        @inline(__always)
        var isBlank: Bool { self == .blank || self == .lineComment || self == .blockComment }
    }

    package enum Form: Sendable {
        case whole
        /// The SQL ends before the token does. SQLite accepts only an unclosed comment.
        case unclosed
        /// SQLite refuses the token: `1a`, `x'0'`, `$`.
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
    ///   - bytes: the SQL, which is not copied.
    ///   - position: where a token begins.
    @inline(__always)
    package init(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int = 0) {
        (start, end, self.position) = (bytes.baseAddress, bytes.count, position)
    }

    /// - Parameter text: the SQL, which ends with a zero byte. Its length is not determined beforehand.
    @inline(__always)
    init(cString text: UnsafePointer<UInt8>) { (start, end, position) = (text, .max, 0) }

    // MARK: Tokens

    /// Returns the next token, including white space and comments, or nil at the end.
    package mutating func next() -> Token? {
        let (first, begin) = (byte(), position)
        guard first != 0 else { return nil }
        var form = Form.whole
        let kind = advance(first, &form)
        return Token(kind: kind, range: begin..<position, form: form)
    }

    /// Returns the next token that is neither white space nor a comment, or nil at the end.
    package mutating func nextSignificant() -> Token? {
        while let token = next() { if !token.kind.isBlank { return token } }
        return nil
    }

    /// Returns the first token of the next statement, or nil. Skips semicolons before it, as SQLite does.
    package mutating func nextStatement() -> Token? {
        while let token = nextSignificant() { if token.kind != .semicolon { return token } }
        return nil
    }

    /// Returns the next token of the statement. Returns nil at the statement's end, and does not move past it.
    mutating func nextInStatement() -> Token? {
        guard let token = nextSignificant() else { return nil }
        guard token.kind == .semicolon else { return token }
        position = token.range.lowerBound
        return nil
    }

    /// Continues a token that was unclosed at the end of a line, after more lines were added.
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

    /// Returns the byte at an index before the position or in a token, or 0 after the end.
    @inline(__always)
    package func byte(at index: Int) -> UInt8 {
        guard index < end, let start else { return 0 }
        return start[index]
    }

    package func bytes(in range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: start.map { $0 + range.lowerBound }, count: range.count)
    }

    /// Returns the byte at an offset from the position, or 0 at the end. Bytes after a 0 are never read.
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
        // SQLite does not read `/*` at the very end as a comment.
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

    /// - Parameter from: the first position at which the closing slash may be.
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

    /// - Parameter isDoubled: whether two closing marks in a row stand for one mark in the content.
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
            // SQLite before 3.46 reads a name directly after a number as another token; later versions refuse both.
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
    /// Whether the byte can be part of a name in SQLite: letters, digits, `_`, `$` and all bytes beyond ASCII.
    @inline(__always)
    var isInSQLName: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            true
        default: false
        }
    }

    /// Whether SQLite reads the byte as white space after other white space. Elsewhere it refuses the vertical tab.
    @inline(__always)
    var isSQLSpace: Bool { self == 0x20 || self >= 0x09 && self <= 0x0D }

    @inline(__always)
    fileprivate var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

    @inline(__always)
    fileprivate var isHexadecimal: Bool {
        isDigit || self | 0x20 >= UInt8(ascii: "a") && self | 0x20 <= UInt8(ascii: "f")
    }
}
