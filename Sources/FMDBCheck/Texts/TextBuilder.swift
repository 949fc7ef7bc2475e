#if Checked
    import SwiftSyntax

    /// Puts an SQL text together, and remembers at which byte of the source each part stands.
    struct TextBuilder {
        /// The text in UTF-8.
        private(set) var bytes: [UInt8] = []
        private var runs: [(offset: Int, source: Int)] = []
        private(set) var interpolatedValues = 0

        var string: String { String(decoding: bytes, as: UTF8.self) }

        /// The finished text.
        func text(_ places: Places) -> SQLText {
            SQLText(
                sql: string, runs: runs.map { SQLText.Run(offset: $0.offset, place: places.place(at: $0.source)) },
                interpolatedValues: interpolatedValues)
        }

        /// Adds bytes.
        ///
        /// - Parameters:
        ///   - added: the bytes.
        ///   - source: where they begin in the source.
        mutating func append(_ added: some Collection<UInt8>, at source: Int) {
            if let run = runs.last, run.source + bytes.count - run.offset == source, bytes.last != UInt8(ascii: "\n") {
                bytes += added
                return
            }
            if runs.last?.offset == bytes.count { runs.removeLast() }
            runs.append((bytes.count, source))
            bytes += added
        }

        /// Adds the parameter of an interpolated value.
        mutating func appendValue(at source: Int) {
            append(CollectionOfOne(UInt8(ascii: "?")), at: source)
            interpolatedValues += 1
        }

        /// Adds a segment of a literal.
        ///
        /// - Parameters:
        ///   - segment: the segment; one of a literal over several lines is a line of it.
        ///   - pounds: how many `#` the literal begins with.
        mutating func append(_ segment: StringSegmentSyntax, pounds: Int) {
            let token = segment.content
            guard token.presence == .present else { return }
            let start = token.positionAfterSkippingLeadingTrivia.utf8Offset
            var escapes = EscapeReader(Array(token.text.utf8), pounds: pounds)
            append([], at: start)
            while let part = escapes.next() { append(part.bytes, at: start + part.offset) }
        }
    }
#endif
