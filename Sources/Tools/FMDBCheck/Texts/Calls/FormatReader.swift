#if Checked
    import FMDB

    extension TextBuilder {
        /// The text that SQLite gets for a format of FMDB's: each conversion outside of quotes and comments becomes `?`.
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
                        // `%%` is a percent sign. An unknown conversion loses its percent sign.
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
