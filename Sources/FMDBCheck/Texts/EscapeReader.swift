#if Checked
    /// Reads the bytes of a literal's segment, and turns escape sequences into what they stand for.
    struct EscapeReader {
        struct Part {
            let bytes: [UInt8]
            /// Where it begins in the segment.
            let offset: Int
            /// Whether the source has other bytes there.
            var isReplacement = true
        }

        private let source: [UInt8]
        private let pounds: Int
        private var position = 0

        init(_ source: [UInt8], pounds: Int) {
            self.source = source
            self.pounds = pounds
        }

        /// The next escape sequence, line end, or run of other bytes.
        mutating func next() -> Part? {
            guard position < source.count else { return nil }
            let start = position
            if source[start] == UInt8(ascii: "\r") { return lineEnd() }
            if isEscape(start) { return escape() }
            while position < source.count, source[position] != UInt8(ascii: "\r"), !isEscape(position) { position += 1 }
            return Part(bytes: Array(source[start..<position]), offset: start, isReplacement: false)
        }

        /// Swift takes each line end of a literal for one line feed.
        private mutating func lineEnd() -> Part {
            let start = position
            position += 1
            if position < source.count, source[position] == UInt8(ascii: "\n") { position += 1 }
            return Part(bytes: [UInt8(ascii: "\n")], offset: start)
        }

        private func isEscape(_ index: Int) -> Bool {
            guard source[index] == UInt8(ascii: "\\"), index + pounds + 1 < source.count else { return false }
            return source[(index + 1)...].prefix(pounds).allSatisfy { $0 == UInt8(ascii: "#") }
        }

        private mutating func escape() -> Part {
            let start = position
            let letter = source[start + pounds + 1]
            position = start + pounds + 2
            switch letter {
            case UInt8(ascii: "n"): return Part(bytes: [UInt8(ascii: "\n")], offset: start)
            case UInt8(ascii: "t"): return Part(bytes: [UInt8(ascii: "\t")], offset: start)
            case UInt8(ascii: "r"): return Part(bytes: [UInt8(ascii: "\r")], offset: start)
            case UInt8(ascii: "0"): return Part(bytes: [0], offset: start)
            case UInt8(ascii: "u"): return Part(bytes: scalar(), offset: start)
            // Quotes and backslashes stand for themselves. Others are no Swift; the parser says so.
            default: return Part(bytes: [letter], offset: start)
            }
        }

        /// The rest of `\u{…}`.
        private mutating func scalar() -> [UInt8] {
            guard position < source.count, source[position] == UInt8(ascii: "{"),
                let end = source[position...].prefix(10).firstIndex(of: UInt8(ascii: "}"))
            else { return [] }
            let digits = String(decoding: source[position + 1..<end], as: UTF8.self)
            position = end + 1
            return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init).map { Array(String($0).utf8) } ?? []
        }
    }
#endif
