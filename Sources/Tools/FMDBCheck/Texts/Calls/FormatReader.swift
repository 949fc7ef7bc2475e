#if Checked
    import FMDB

    /// Turns a format of FMDB's into the text that SQLite gets: each conversion outside of quotes and comments becomes `?`.
    struct FormatReader {
        private let format: TextBuilder
        private var text = TextBuilder()
        private var position = 0

        private init(_ format: TextBuilder) { self.format = format }

        static func text(of format: TextBuilder) -> TextBuilder {
            var reader = FormatReader(format)
            format.bytes.withUnsafeBufferPointer { bytes in
                var scanner = SQLScanner(bytes)
                while let place = scanner.nextPercentSign() {
                    reader.copy(to: place)
                    reader.convert()
                    scanner.position = reader.position
                }
            }
            reader.copy(to: format.bytes.count)
            return reader.text
        }

        private mutating func copy(to end: Int) {
            text.append(format, position..<end)
            position = end
        }

        private func isNext(_ sign: String) -> Bool { format.bytes[position...].starts(with: sign.utf8) }

        private mutating func convert() {
            let start = position
            let source = format.source(of: start) ?? 0
            position += 1
            if let conversion = FormatString.conversion(startOf: format.bytes[position...]) {
                position += conversion.utf8.count
                return text.append(CollectionOfOne(UInt8(ascii: "?")), at: source, isReplacement: true)
            }
            // `%%` is a percent sign. An unknown conversion loses its percent sign.
            if isNext("%") { copy(to: position + 1) }
        }
    }
#endif
