#if Tool
    import FMDB

    /// CSV as of RFC 4180, with line feeds, and the like with other delimiters.
    ///
    /// NULL is written as a text of the user's, an empty one by default, and an empty text then as two quotation marks.
    final class DelimitedWriter: RowWriter {
        private let sink: ByteSink
        private let delimiter: UInt8
        private let hasHeader: Bool
        private let null: String

        init(_ sink: ByteSink, delimiter: Unicode.Scalar, hasHeader: Bool, null: String) {
            self.sink = sink
            self.delimiter = UInt8(ascii: delimiter)
            self.hasHeader = hasHeader
            self.null = null
        }

        func begin(_ columns: [String]) throws {
            guard hasHeader else { return }
            try sink.append { line in
                for (index, name) in columns.enumerated() {
                    if index > 0 { line.append(delimiter) }
                    var name = name
                    name.withUTF8 { append(UnsafeRawBufferPointer($0), to: &line) }
                }
                line.append(UInt8(ascii: "\n"))
            }
        }

        func add(_ row: FMRow) throws {
            for index in 0..<row.columnCount {
                let value = try row.borrowed(at: index)
                try sink.append { line in
                    if index > 0 { line.append(delimiter) }
                    switch value {
                    case .null: line.append(text: null)
                    case .integer(let integer): line.append(decimal: integer)
                    case .real(let real): line.append(text: String(real))
                    case .text(let bytes): append(bytes, to: &line)
                    case .blob(let bytes):
                        line.append(text: "x'")
                        line.appendHex(bytes)
                        line.append(UInt8(ascii: "'"))
                    }
                }
            }
            try sink.write(byte: UInt8(ascii: "\n"))
        }

        func end() throws {}

        private func append(_ bytes: UnsafeRawBufferPointer, to line: inout [UInt8]) {
            let mark = UInt8(ascii: "\"")
            guard
                bytes.isEmpty && null.isEmpty
                    || bytes.contains(where: { $0 == delimiter || $0 == mark || $0 == 10 || $0 == 13 })
            else { return line.append(contentsOf: bytes) }
            line.append(mark)
            for byte in bytes {
                if byte == mark { line.append(mark) }
                line.append(byte)
            }
            line.append(mark)
        }
    }
#endif
