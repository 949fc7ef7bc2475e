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
            while reader.position < format.bytes.count { reader.step() }
            return reader.text
        }

        private mutating func step() {
            let start = position
            switch format.bytes[start] {
            case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): skip(1, until: [format.bytes[start]])
            case UInt8(ascii: "["): skip(1, until: Array("]".utf8))
            case UInt8(ascii: "-") where isNext("--"): skip(2, until: Array("\n".utf8))
            case UInt8(ascii: "/") where isNext("/*"): skip(2, until: Array("*/".utf8))
            case UInt8(ascii: "%"): return convert()
            default: position += 1
            }
            text.append(format, start..<position)
        }

        private func isNext(_ sign: String) -> Bool { format.bytes[position...].starts(with: sign.utf8) }

        private mutating func skip(_ count: Int, until end: [UInt8]) {
            position = min(position + count, format.bytes.count)
            while position < format.bytes.count, !format.bytes[position...].starts(with: end) { position += 1 }
            position = min(position + end.count, format.bytes.count)
        }

        private mutating func convert() {
            let start = position
            let source = format.source(of: start) ?? 0
            position += 1
            if let conversion = FormatString.conversion(startOf: format.bytes[position...]) {
                position += conversion.utf8.count
                return text.append(CollectionOfOne(UInt8(ascii: "?")), at: source, isReplacement: true)
            }
            // `%%` is a percent sign. An unknown conversion loses its percent sign.
            guard isNext("%") else { return }
            text.append(format, position..<position + 1)
            position += 1
        }
    }
#endif
