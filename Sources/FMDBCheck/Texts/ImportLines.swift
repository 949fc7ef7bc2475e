#if Checked
    /// The imports of a source, one a line or between semicolons.
    struct ImportLines {
        private let bytes: [UInt8]
        private var imports: [(module: String, range: Range<Int>)] = []

        init(_ source: String) {
            bytes = Array(source.utf8)
            var start = 0
            while start < bytes.count {
                let end =
                    bytes[start...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: ";") } ?? bytes.count
                read(start..<end)
                start = end + 1
            }
        }

        private mutating func read(_ range: Range<Int>) {
            guard let first = bytes[range].first(where: { $0 > UInt8(ascii: " ") }), "@iapf".utf8.contains(first) else {
                return
            }
            let words = bytes[range].split(whereSeparator: { $0 <= UInt8(ascii: " ") }).map {
                String(decoding: $0, as: UTF8.self)
            }
            guard let index = words.firstIndex(of: "import"), words[..<index].allSatisfy(Self.isBefore) else { return }
            let kinds: Set<String> = ["class", "struct", "enum", "protocol", "func", "var", "let", "typealias"]
            guard let path = words[(index + 1)...].first(where: { !kinds.contains($0) }) else { return }
            imports.append((String(path.prefix { $0.isLetter || $0.isNumber || $0 == "_" }), range))
        }

        private static func isBefore(_ word: String) -> Bool {
            word.hasPrefix("@") || ["public", "internal", "package", "private", "fileprivate"].contains(word)
        }

        var modules: Set<String> { Set(imports.map(\.module)).subtracting([""]) }

        /// Where the imports of modules are that are not among the given ones.
        func ranges(without present: Set<String>) -> [Range<Int>] {
            imports.filter { !present.contains($0.module) && $0.module != "FMDB" }.map(\.range)
        }

        /// The source with spaces in place of those imports.
        func text(without present: Set<String>) -> [UInt8] {
            var text = bytes
            for range in ranges(without: present) {
                for index in range where text[index] != UInt8(ascii: "\r") { text[index] = UInt8(ascii: " ") }
            }
            return text
        }
    }
#endif
