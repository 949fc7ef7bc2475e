#if Checked
    import FMDB
    import SwiftSyntax

    /// Assembles SQL, and records the source offset of each part.
    struct TextBuilder {
        private(set) var bytes: [UInt8] = []
        private var runs: [Run] = []
        private(set) var interpolatedValues = 0

        /// Bytes that are contiguous in the source, or that are the value of a constant named there.
        private struct Run {
            let offset: Int
            let source: Int
            /// Whether the bytes are the value of a constant from another file. The source has only the constant's name.
            let isNamed: Bool
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

        /// Appends bytes.
        ///
        /// - Parameters:
        ///   - source: the offset in the source at which the bytes begin.
        ///   - isReplacement: whether the source has other bytes in their place.
        ///   - isNamed: whether the source has only the name of a constant in their place.
        mutating func append(
            _ added: some Collection<UInt8>, at source: Int, isReplacement: Bool = false, isNamed: Bool = false
        ) {
            let isBehind = runs.last.map { !$0.isNamed && $0.source(of: bytes.count) == source } ?? false
            // A place is a line and a column, so a line feed ends a run.
            if !isBehind || isReplacement || isNamed || bytes.last == UInt8(ascii: "\n") {
                if runs.last?.offset == bytes.count { runs.removeLast() }
                runs.append(Run(offset: bytes.count, source: source, isNamed: isNamed))
            }
            bytes += added
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
                append(part, at: run.source(of: start), isReplacement: true, isNamed: run.isNamed)
                start = max(start, end)
            } while start < range.upperBound
        }

        /// Returns the source offset of a byte of the SQL.
        func source(of offset: Int) -> Int? {
            let number = run(at: offset)
            return number < runs.count ? runs[number].source(of: offset) : nil
        }

        private func run(at offset: Int) -> Int { max(0, runs.partitionIndex { $0.offset > offset } - 1) }

        /// Returns the SQL as a name in double quotes, with quotes inside it doubled.
        func quoted(at source: Int) -> TextBuilder {
            let quote = "\"".utf8
            var result = TextBuilder()
            result.append(quote, at: source)
            for offset in bytes.indices {
                result.append(self, offset..<offset + 1)
                if bytes[offset] == UInt8(ascii: "\"") { result.append(quote, at: self.source(of: offset) ?? source) }
            }
            result.append(quote, at: source)
            return result
        }

        /// Appends a parameter for an interpolated value.
        mutating func appendValue(at source: Int) {
            append("?".utf8, at: source, isReplacement: true)
            interpolatedValues += 1
        }

        /// Appends a segment of a literal, with its escape sequences resolved.
        ///
        /// - Parameter segment: the segment. In a multi-line literal, a segment is a line.
        mutating func append(_ segment: StringSegmentSyntax, pounds: Int) {
            let token = segment.content
            guard token.presence == .present else { return }
            append(EmptyCollection(), at: token.start)
            let mark = [UInt8(ascii: "\\")] + Array(repeating: UInt8(ascii: "#"), count: pounds)
            let lineEnd = "\r\n".utf8
            var rest = Array(token.text.utf8)[...]
            while let byte = rest.first {
                let source = token.start + rest.startIndex
                if byte == lineEnd.first {
                    // Swift reads each line end of a literal as one line feed.
                    rest = rest.dropFirst(rest.starts(with: lineEnd) ? 2 : 1)
                    append(CollectionOfOne(UInt8(ascii: "\n")), at: source, isReplacement: true)
                } else if rest.count > mark.count, rest.starts(with: mark) {
                    rest = rest.dropFirst(mark.count)
                    append(TextBuilder.escaped(&rest), at: source, isReplacement: true)
                } else {
                    append(CollectionOfOne(byte), at: source)
                    rest = rest.dropFirst()
                }
            }
        }

        /// Returns the bytes of an escape sequence whose backslash has been read.
        private static func escaped(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
            guard let letter = rest.popFirst() else { return [] }
            switch letter {
            case UInt8(ascii: "n"): return [UInt8(ascii: "\n")]
            case UInt8(ascii: "t"): return [UInt8(ascii: "\t")]
            case UInt8(ascii: "r"): return [UInt8(ascii: "\r")]
            case UInt8(ascii: "0"): return [0]
            case UInt8(ascii: "u"):
                guard rest.first == UInt8(ascii: "{"), let end = rest.prefix(10).firstIndex(of: UInt8(ascii: "}"))
                else {
                    return []
                }
                let digits = String(decoding: rest[..<end].dropFirst(), as: UTF8.self)
                rest = rest[(end + 1)...]
                return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init).map { Array(String($0).utf8) } ?? []
            // Quotes and backslashes stand for themselves. Other letters are invalid, which the parser reports.
            default: return [letter]
            }
        }
    }

    extension TextBuilder {
        /// The SQL that SQLite receives for an FMDB format string: each conversion outside quotes and comments becomes `?`.
        var ofFormat: TextBuilder {
            var (text, position) = (TextBuilder(), 0)
            bytes.withUnsafeBufferPointer { format in
                var scanner = SQLScanner(format)
                while let place = scanner.nextPercentSign() {
                    text.append(self, position..<place)
                    position = place + 1
                    if let conversion = FormatString.conversion(startOf: bytes[position...]) {
                        position += conversion.utf8.count
                        text.append("?".utf8, at: source(of: place) ?? 0, isReplacement: true)
                    } else if bytes[position...].first == UInt8(ascii: "%") {
                        // `%%` is a percent sign. FMDB drops the percent sign of an unknown conversion.
                        text.append(self, position..<position + 1)
                        position += 1
                    }
                    scanner.position = position
                }
            }
            text.append(self, position..<bytes.count)
            return text
        }
    }
#endif
