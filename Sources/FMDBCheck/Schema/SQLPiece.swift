#if Checked
    import FMDB

    /// A part of an SQL text as SQLite's tokenizer sees it, and where it stands. The text need not be one that SQLite accepts.
    package struct SQLPiece: Sendable, Hashable {
        package enum Kind: Sendable {
            /// A keyword or a name.
            case word
            /// A name in double quotes, backticks or brackets.
            case quoted
            /// A text in single quotes.
            case string
            case number
            /// `x'0F'`
            case blob
            case parameter
            /// An operator, a parenthesis, a comma …
            case sign
        }

        package let kind: Kind
        /// In bytes of UTF-8.
        package let range: Range<Int>
        /// As it stands in the text.
        package let text: String

        /// The name that it is, without its quotes.
        package var name: String {
            guard kind == .quoted || kind == .string, let quote = text.unicodeScalars.first else { return text }
            var name = String.UnicodeScalarView()
            var isDoubled = false
            // By scalars: a quote that carries a combining mark is another `Character`.
            for scalar in text.unicodeScalars.dropFirst().dropLast() {
                isDoubled = scalar == quote && !isDoubled
                if !isDoubled { name.append(scalar) }
            }
            return String(name)
        }

        /// The name with capital ASCII letters made small, by which SQLite compares names.
        package var folded: String { name.foldedAsName }

        /// Whether it may be a name: SQLite takes texts in single quotes for names, too, in some places.
        package var mayBeName: Bool { kind == .word || kind == .quoted || kind == .string }

        package func isWord(_ keywords: String...) -> Bool {
            kind == .word
                && keywords.contains { $0.utf8.count == text.utf8.count && $0.foldedAsName == text.foldedAsName }
        }

        package func isSign(_ signs: String...) -> Bool { kind == .sign && signs.contains(text) }
    }

    /// Splits an SQL text.
    package struct SQLScanner {
        private let bytes: [UInt8]
        private var position = 0

        private init(_ sql: String) { bytes = Array(sql.utf8) }

        /// The parts of a text without blanks and comments, in one pass.
        package static func pieces(of sql: String) -> [SQLPiece] {
            var scanner = SQLScanner(sql)
            var pieces: [SQLPiece] = []
            while let piece = scanner.next() { pieces.append(piece) }
            return pieces
        }

        private mutating func next() -> SQLPiece? {
            skipBlanks()
            guard let first = byte() else { return nil }
            let start = position
            let kind = advance(first)
            return SQLPiece(
                kind: kind, range: start..<position, text: String(decoding: bytes[start..<position], as: UTF8.self))
        }

        private func byte(_ offset: Int = 0) -> UInt8? {
            position + offset < bytes.count ? bytes[position + offset] : nil
        }

        private func isNext(_ text: StaticString) -> Bool {
            let sought = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
            return bytes[position...].starts(with: sought)
        }

        private mutating func step(_ count: Int = 1) { position = min(position + count, bytes.count) }

        private mutating func skipBlanks() {
            while let first = byte() {
                if first <= UInt8(ascii: " ") {
                    step()
                } else if isNext("\u{FEFF}") {
                    // A byte order mark is a blank to SQLite.
                    step(3)
                } else if isNext("--") {
                    while let next = byte(), next != UInt8(ascii: "\n") { step() }
                } else if isNext("/*") {
                    step(2)
                    while byte() != nil, !isNext("*/") { step() }
                    step(2)
                } else {
                    return
                }
            }
        }

        private mutating func advance(_ first: UInt8) -> SQLPiece.Kind {
            switch first {
            case UInt8(ascii: "'"): return quoted(until: first, .string)
            case UInt8(ascii: "\""), UInt8(ascii: "`"): return quoted(until: first, .quoted)
            case UInt8(ascii: "["): return quoted(until: UInt8(ascii: "]"), .quoted)
            case UInt8(ascii: "x"), UInt8(ascii: "X"):
                guard byte(1) == UInt8(ascii: "'") else { return word(.word) }
                step()
                return quoted(until: UInt8(ascii: "'"), .blob)
            case UInt8(ascii: "?"):
                step()
                return word(.parameter)
            case UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "#"), UInt8(ascii: "$"): return parameter()
            default:
                if first.isDigit || first == UInt8(ascii: ".") && byte(1)?.isDigit == true { return number() }
                if first.isInWord { return word(.word) }
                return sign()
            }
        }

        private mutating func word(_ kind: SQLPiece.Kind) -> SQLPiece.Kind {
            while byte()?.isInWord == true { step() }
            return kind
        }

        /// Also `$a::b(c)`, which is one name.
        private mutating func parameter() -> SQLPiece.Kind {
            let start = position
            step()
            while let next = byte() {
                if next.isInWord {
                    step()
                } else if next == UInt8(ascii: ":"), byte(1) == next {
                    step(2)
                } else if next == UInt8(ascii: "("), position > start + 1 {
                    while let inner = byte(), inner > UInt8(ascii: " "), inner != UInt8(ascii: ")") { step() }
                    if byte() == UInt8(ascii: ")") { step() }
                    break
                } else {
                    break
                }
            }
            return .parameter
        }

        private mutating func sign() -> SQLPiece.Kind {
            let long: [StaticString] = ["->>", "->", "||", "<=", ">=", "<>", "<<", ">>", "==", "!="]
            step(long.first(where: isNext)?.utf8CodeUnitCount ?? 1)
            return .sign
        }

        /// Also `0x1F`, `1_000` and `1e-5`.
        private mutating func number() -> SQLPiece.Kind {
            let isHexadecimal = byte() == UInt8(ascii: "0") && byte(1).map { $0 | 0x20 } == UInt8(ascii: "x")
            while let next = byte(), next.isInWord || next == UInt8(ascii: ".") {
                step()
                let isExponent = !isHexadecimal && next | 0x20 == UInt8(ascii: "e")
                if isExponent, let sign = byte(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { step() }
            }
            return .number
        }

        /// A quote within is doubled; one that does not end lasts until the end of the text.
        private mutating func quoted(until end: UInt8, _ kind: SQLPiece.Kind) -> SQLPiece.Kind {
            step()
            while let next = byte() {
                step()
                guard next == end else { continue }
                guard byte() == end, end != UInt8(ascii: "]") else { break }
                step()
            }
            return kind
        }
    }

    extension UInt8 {
        fileprivate var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
        fileprivate var isInWord: Bool {
            isDigit || self | 0x20 >= UInt8(ascii: "a") && self | 0x20 <= UInt8(ascii: "z") || self == UInt8(ascii: "_")
                || self == UInt8(ascii: "$") || self >= 0x80
        }
    }
#endif
