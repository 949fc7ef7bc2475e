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

        /// Adds bytes of another text, with their places.
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
#endif
