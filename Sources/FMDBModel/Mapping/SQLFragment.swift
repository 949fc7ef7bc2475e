import FMDB

/// Text that is put between parentheses: it must not get out of them.
struct SQLFragment {
    private enum Place { case code, quote(UInt8), line, block }

    private var place = Place.code
    private var depth = 0
    /// What is wrong with it; nil if nothing is.
    private(set) var problem: String?

    init(_ text: String) {
        var previous: UInt8 = 0
        for byte in text.utf8 {
            previous = read(byte, after: previous)
            if problem != nil { return }
        }
        switch place {
        case .quote: problem = "has a quote that is not closed"
        case .block: problem = "has a comment that is not closed"
        case .code, .line: if depth > 0 { problem = "has a parenthesis that is not closed" }
        }
    }

    /// What is wrong with it.
    var error: FMError? { problem.map { FMError(.misuse, "the text of a condition \($0)") } }

    /// Whether what follows on the same line would be a part of a comment.
    var endsInComment: Bool {
        if case .line = place { true } else { false }
    }

    /// - Returns: the byte with which the next one may make up a sign, 0 if there is none.
    private mutating func read(_ byte: UInt8, after previous: UInt8) -> UInt8 {
        // SQLite reads no further, whatever follows.
        if byte == 0 { problem = "has a character without a code" }
        switch place {
        case .code: return readCode(byte, after: previous)
        // A doubled quote closes it and opens it anew.
        case .quote(let end): if byte == end { place = .code }
        case .line: if byte == UInt8(ascii: "\n") { place = .code }
        case .block:
            guard byte == UInt8(ascii: "/"), previous == UInt8(ascii: "*") else { return byte }
            place = .code
        }
        return 0
    }

    private mutating func readCode(_ byte: UInt8, after previous: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): place = .quote(byte)
        case UInt8(ascii: "["): place = .quote(UInt8(ascii: "]"))
        case UInt8(ascii: "-") where previous == byte: place = .line
        case UInt8(ascii: "*") where previous == UInt8(ascii: "/"):
            place = .block
            // The slash of `/*/` does not close it.
            return 0
        case UInt8(ascii: "("): depth += 1
        case UInt8(ascii: ")"):
            depth -= 1
            if depth < 0 { problem = "closes a parenthesis that is not its own" }
        case UInt8(ascii: ";"): problem = "ends the statement"
        default: return byte
        }
        return 0
    }
}
