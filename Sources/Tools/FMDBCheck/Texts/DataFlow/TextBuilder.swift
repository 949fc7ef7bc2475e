#if Checked
    import SwiftSyntax

    /// Puts an SQL text together, and remembers at which byte of the source each part stands.
    struct TextBuilder {
        private(set) var bytes: [UInt8] = []
        private var runs: [Run] = []
        private(set) var interpolatedValues = 0

        /// Bytes that stand one behind the other in the source, too, or that a name stands for.
        private struct Run {
            let offset: Int
            let source: Int
            /// Whether the bytes stand in another file, and only the name of their constant here.
            var isNamed = false

            /// Where a byte of the text stands in the source.
            func source(of byte: Int) -> Int { isNamed ? source : source + byte - offset }
        }

        var string: String { String(decoding: bytes, as: UTF8.self) }

        func text(_ places: Places) -> SQLText {
            SQLText(
                sql: string,
                runs: runs.map {
                    SQLText.Run(offset: $0.offset, place: places.place(at: $0.source), isNamed: $0.isNamed)
                },
                interpolatedValues: interpolatedValues)
        }

        /// Adds bytes.
        ///
        /// - Parameters:
        ///   - source: where they begin in the source.
        ///   - isReplacement: whether other bytes stand there.
        mutating func append(_ added: some Collection<UInt8>, at source: Int, isReplacement: Bool = false) {
            let isBehind = runs.last.map { !$0.isNamed && $0.source(of: bytes.count) == source } ?? false
            // A place is a line and a column, so a line feed ends a run.
            if isBehind, !isReplacement, bytes.last != UInt8(ascii: "\n") {
                bytes += added
                return
            }
            begin(Run(offset: bytes.count, source: source))
            bytes += added
        }

        /// Adds the text of a constant of another file, whose name stands in this one.
        mutating func append(_ added: some Collection<UInt8>, namedAt source: Int) {
            begin(Run(offset: bytes.count, source: source, isNamed: true))
            bytes += added
        }

        private mutating func begin(_ run: Run) {
            if runs.last?.offset == run.offset { runs.removeLast() }
            runs.append(run)
        }

        mutating func append(_ other: TextBuilder) {
            append(other, 0..<other.bytes.count)
            interpolatedValues += other.interpolatedValues
        }

        mutating func append(_ other: TextBuilder, _ range: Range<Int>) {
            var start = range.lowerBound
            var number = other.run(at: start)
            repeat {
                guard number < other.runs.count else { return }
                let run = other.runs[number]
                number += 1
                let end =
                    number < other.runs.count ? min(other.runs[number].offset, range.upperBound) : range.upperBound
                let part = other.bytes[start..<max(start, end)]
                if run.isNamed {
                    append(part, namedAt: run.source)
                } else {
                    append(part, at: run.source(of: start), isReplacement: true)
                }
                start = max(start, end)
            } while start < range.upperBound
        }

        /// The byte of the source at which a byte of the text stands.
        func source(of offset: Int) -> Int? {
            let number = run(at: offset)
            return number < runs.count ? runs[number].source(of: offset) : nil
        }

        private func run(at offset: Int) -> Int { max(0, runs.partitionIndex { $0.offset > offset } - 1) }

        /// The text as a name in double quotes, with quotes inside doubled.
        func quoted(at source: Int) -> TextBuilder {
            let quote = CollectionOfOne(UInt8(ascii: "\""))
            var result = TextBuilder()
            result.append(quote, at: source)
            for offset in bytes.indices {
                result.append(self, offset..<offset + 1)
                if bytes[offset] == UInt8(ascii: "\"") { result.append(quote, at: self.source(of: offset) ?? source) }
            }
            result.append(quote, at: source)
            return result
        }

        /// Adds the parameter of an interpolated value.
        mutating func appendValue(at source: Int) {
            append(CollectionOfOne(UInt8(ascii: "?")), at: source, isReplacement: true)
            interpolatedValues += 1
        }

        /// Adds a segment of a literal.
        ///
        /// - Parameter segment: the segment; one of a literal over several lines is a line of it.
        mutating func append(_ segment: StringSegmentSyntax, pounds: Int) {
            let token = segment.content
            guard token.presence == .present else { return }
            let start = token.positionAfterSkippingLeadingTrivia.utf8Offset
            var escapes = EscapeReader(Array(token.text.utf8), pounds: pounds)
            append(EmptyCollection(), at: start)
            while let part = escapes.next() {
                append(part.bytes, at: start + part.offset, isReplacement: part.isReplacement)
            }
        }
    }

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
