#if Tool
    import FMDB
    import Foundation

    /// Writes an array of objects, or one object per line. Bytes, infinity, and text that is not UTF-8 are written as ``Notation``
    /// describes.
    struct JSONWriter: RowWriter {
        let sink: ByteSink
        let isArray: Bool
        var names: [[UInt8]] = []
        var isFirst = true

        mutating func begin(_ columns: [String]) throws {
            names = distinct(columns).map { name in
                var bytes: [UInt8] = []
                bytes.append(jsonText: name.utf8)
                bytes.append(UInt8(ascii: ":"))
                return bytes
            }
            if isArray { try sink.write("[") }
        }

        mutating func add(_ row: FMRow) throws {
            if isArray { try sink.write(isFirst ? "\n" : ",\n") }
            isFirst = false
            for index in 0..<row.columnCount {
                let value = try row.borrowed(at: index)
                try sink.append { line in
                    line.append(UInt8(ascii: index == 0 ? "{" : ","))
                    line += names[index]
                    line.append(json: value)
                }
            }
            try sink.write(isArray ? "}" : "}\n")
        }

        func end() throws {
            if isArray { try sink.write(isFirst ? "]\n" : "\n]\n") }
        }
    }

    extension [UInt8] {
        mutating func append(json value: BorrowedValue) {
            switch value {
            case .null: append(text: "null")
            case .integer(let integer): append(text: String(integer))
            case .real(let real): append(jsonNumber: real)
            case .text(let bytes) where isUTF8(bytes): append(jsonText: bytes)
            case .text(let bytes): append(Notation.jsonText, base64: bytes)
            case .blob(let bytes): append(Notation.jsonBytes, base64: bytes)
            }
        }

        private mutating func append(_ start: String, base64 bytes: UnsafeRawBufferPointer) {
            append(text: start)
            append(contentsOf: Data(bytes).base64EncodedData())
            append(text: "\"}")
        }
    }
#endif
