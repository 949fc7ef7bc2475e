#if Checked
    import Foundation

    struct SourceLines {
        private let bytes: [UInt8]
        private let places: Places
        private var starts: [Int] { places.lines }

        init(_ text: String, file: String) { (bytes, places) = (Array(text.utf8), Places(of: text, file: file)) }

        var count: Int { starts.count }
        var indices: Range<Int> { starts.indices }

        /// A line without its end.
        subscript(line: Int) -> String {
            let end = line + 1 < starts.count ? starts[line + 1] - 1 : bytes.count
            let isWindows = end > starts[line] && bytes[end - 1] == UInt8(ascii: "\r")
            return String(decoding: bytes[starts[line]..<(isWindows ? end - 1 : end)], as: UTF8.self)
        }

        func text(_ lines: Range<Int>) -> String {
            String(decoding: bytes[start(ofLine: lines.lowerBound)..<start(ofLine: lines.upperBound)], as: UTF8.self)
        }

        /// Where a line begins, in bytes; the end of the text for one behind the last.
        func start(ofLine line: Int) -> Int { line < starts.count ? starts[line] : bytes.count }

        func place(ofLine line: Int, byte: Int) -> FMSourcePlace {
            FMSourcePlace(places.file, line: line + 1, column: byte + 1)
        }

        func place(at offset: Int) -> FMSourcePlace { places.place(at: offset) }
    }

    extension String {
        var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
    }
#endif
