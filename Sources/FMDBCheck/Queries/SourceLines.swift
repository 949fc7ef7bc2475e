#if Checked
    import Foundation

    /// A text as lines, whose places are known.
    struct SourceLines {
        private let file: String
        private let bytes: [UInt8]
        /// Where each line begins, in bytes.
        private let starts: [Int]

        init(_ text: String, file: String) {
            self.file = file
            let bytes = Array(text.utf8)
            self.bytes = bytes
            starts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
        }

        var count: Int { starts.count }
        var indices: Range<Int> { starts.indices }

        /// A line without its end.
        subscript(line: Int) -> String {
            let end = line + 1 < starts.count ? starts[line + 1] - 1 : bytes.count
            let isWindows = end > starts[line] && bytes[end - 1] == UInt8(ascii: "\r")
            return String(decoding: bytes[starts[line]..<(isWindows ? end - 1 : end)], as: UTF8.self)
        }

        /// The text of some lines, with their ends.
        func text(_ lines: Range<Int>) -> String {
            String(decoding: bytes[start(ofLine: lines.lowerBound)..<start(ofLine: lines.upperBound)], as: UTF8.self)
        }

        /// Where a line begins, in bytes; the end of the text for one behind the last.
        func start(ofLine line: Int) -> Int { line < starts.count ? starts[line] : bytes.count }

        func place(ofLine line: Int, byte: Int) -> FMSourcePlace {
            FMSourcePlace(file, line: line + 1, column: byte + 1)
        }

        /// The place of a byte of the text.
        func place(at offset: Int) -> FMSourcePlace {
            // The last line that begins there or before.
            var (low, high) = (0, starts.count)
            while high - low > 1 {
                let middle = (low + high) / 2
                if starts[middle] <= offset { low = middle } else { high = middle }
            }
            return place(ofLine: low, byte: max(0, offset - starts[low]))
        }
    }

    extension String {
        var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
    }
#endif
