/// Splits an SQL text as SQLite's tokenizer does, as far as is needed to tell values from names. See
/// [the SQL syntax](https://sqlite.org/lang_expr.html#literal_values_constants_).
struct StatementScanner {
    enum Kind {
        /// White space and comments.
        case blank
        /// A keyword or a name.
        case word
        /// A name in double quotes, backticks or brackets. SQLite takes the first kind as a text where no such name exists.
        case quotedName
        /// A number, a text or a blob.
        case literal
        /// `?`, `?1`, `:name`, `@name` or `$name`.
        case parameter
        /// Any other character.
        case sign
    }

    private let text: Substring.UTF8View
    private var position: String.Index

    init(_ sql: String) {
        text = sql[...].utf8
        position = text.startIndex
    }

    /// The next part of the text; nil at its end.
    mutating func next() -> (kind: Kind, text: Substring)? {
        guard let first = byte() else { return nil }
        let start = position
        let kind = advance(first)
        return (kind, Substring(text[start..<position]))
    }

    private mutating func advance(_ first: UInt8) -> Kind {
        switch first {
        case UInt8(ascii: "'"): return quoted(by: first, .literal)
        case UInt8(ascii: "\""), UInt8(ascii: "`"): return quoted(by: first, .quotedName)
        case UInt8(ascii: "["): return quoted(by: UInt8(ascii: "]"), .quotedName)
        case UInt8(ascii: "x"), UInt8(ascii: "X"):
            guard byte(1) == UInt8(ascii: "'") else { return word() }
            step()
            return quoted(by: UInt8(ascii: "'"), .literal)
        case UInt8(ascii: "?"), UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "#"):
            return parameter()
        case UInt8(ascii: "$"): return parameter()
        case UInt8(ascii: "-") where byte(1) == first: return comment(until: "\n")
        case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"):
            step(2)
            return comment(until: "*/")
        default: return plain(first)
        }
    }

    private mutating func plain(_ first: UInt8) -> Kind {
        if first.isBlank {
            while byte()?.isBlank == true { step() }
            return .blank
        }
        if first.isDigit || first == UInt8(ascii: ".") && byte(1)?.isDigit == true { return number() }
        guard first.isInWord else {
            step()
            return .sign
        }
        return word()
    }

    private mutating func word() -> Kind {
        while byte()?.isInWord == true { step() }
        return .word
    }

    private mutating func parameter() -> Kind {
        step()
        guard byte()?.isInWord == true else { return .parameter }
        _ = word()
        return .parameter
    }

    /// Also `0x1F`, `1_000` and `1e-5`; what follows a number without a blank is no name.
    private mutating func number() -> Kind {
        let isHexadecimal = byte() == UInt8(ascii: "0") && byte(1).map { $0 | 0x20 } == UInt8(ascii: "x")
        while let next = byte(), next.isInWord || next == UInt8(ascii: ".") {
            step()
            let isExponent = !isHexadecimal && next | 0x20 == UInt8(ascii: "e")
            if isExponent, let sign = byte(), [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(sign) { step() }
        }
        return .literal
    }

    /// A quote within is doubled; one that does not end lasts until the end of the text.
    private mutating func quoted(by end: UInt8, _ kind: Kind) -> Kind {
        step()
        while let next = byte() {
            step()
            guard next == end else { continue }
            guard byte() == end, end != UInt8(ascii: "]") else { break }
            step()
        }
        return kind
    }

    private mutating func comment(until end: StaticString) -> Kind {
        let rest = UnsafeBufferPointer(start: end.utf8Start, count: end.utf8CodeUnitCount)
        while position < text.endIndex, !text[position...].starts(with: rest) { step() }
        step(rest.count)
        return .blank
    }

    private func byte(_ offset: Int = 0) -> UInt8? {
        guard let index = text.index(position, offsetBy: offset, limitedBy: text.endIndex), index < text.endIndex
        else { return nil }
        return text[index]
    }

    private mutating func step(_ count: Int = 1) {
        position = text.index(position, offsetBy: count, limitedBy: text.endIndex) ?? text.endIndex
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self <= UInt8(ascii: " ") }
    fileprivate var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
    /// What SQLite takes for a part of a name: letters, digits, `_`, `$` and all beyond ASCII.
    fileprivate var isInWord: Bool {
        isDigit || self | 0x20 >= UInt8(ascii: "a") && self | 0x20 <= UInt8(ascii: "z") || self == UInt8(ascii: "_")
            || self == UInt8(ascii: "$") || self >= 0x80
    }
}
