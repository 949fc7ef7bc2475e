#if Tool
    import FMDB

    /// Writes CSV (RFC 4180, but with line feeds), or the same format with another delimiter.
    ///
    /// NULL is written as the null string that the user chose, by default an empty field. A TEXT value is quoted if it would be read as
    /// another value: if it is equal to the null string, empty, a number, or a notation of ``Notation``. The first line also quotes
    /// whatever ``DelimitedReader`` would take for a delimiter or a byte order mark.
    ///
    /// Readers skip empty lines, so in a table with one column NULL cannot be an empty line. If the null string is empty, such a table has
    /// a quoted empty field for NULL, and CAST(x'' AS TEXT) for an empty TEXT value.
    struct DelimitedWriter: RowWriter {
        let sink: ByteSink
        let delimiter: UInt8
        let hasHeader: Bool
        let null: [UInt8]
        var isSingle = false
        var isFirstLine = true

        /// Returns whether the null string has no delimiter, quotation mark or line break, so that a reader can recognize it.
        static func canWrite(null: String?, _ format: OutputFormat?) -> Bool {
            guard let null, format == .csv || format == .tsv else { return true }
            let marks = "\"\r\n\(format == .csv ? "," : "\t")".unicodeScalars
            return !null.unicodeScalars.contains(where: marks.contains)
        }

        mutating func begin(_ columns: [String]) throws {
            isSingle = columns.count == 1
            guard hasHeader else { return }
            try sink.append { line in
                for (index, name) in columns.enumerated() {
                    if index > 0 { line.append(delimiter) }
                    var name = name
                    name.withUTF8 { append(UnsafeRawBufferPointer($0), isName: true, to: &line) }
                }
                line.append(UInt8(ascii: "\n"))
            }
            isFirstLine = false
        }

        mutating func add(_ row: FMRow) throws {
            for index in 0..<row.columnCount {
                let value = try row.borrowed(at: index)
                try sink.append { line in
                    if index > 0 { line.append(delimiter) }
                    let start = line.count
                    switch value {
                    case .null:
                        return null.isEmpty && isSingle ? line.append(text: "\"\"") : line.append(contentsOf: null)
                    case .text(let bytes): return append(bytes, to: &line)
                    case .integer(let integer): line.append(text: String(integer))
                    case .real(let real): line.append(jsonNumber: real)
                    case .blob(let bytes): line.append(blob: bytes)
                    }
                    guard line[start...].elementsEqual(null) else { return }
                    line.insert(UInt8(ascii: "\""), at: start)
                    line.append(UInt8(ascii: "\""))
                }
            }
            try sink.write("\n")
            isFirstLine = false
        }

        /// Whether the TEXT value equals the null string, and the null string is a number or a notation of ``Notation``. Readers do not
        /// read such a quoted field as text.
        private func isNullThatIsNoText(_ bytes: UnsafeRawBufferPointer) -> Bool {
            !null.isEmpty && bytes.elementsEqual(null) && FieldMarks.mustTell(bytes, null: nil)
        }

        private func append(_ bytes: UnsafeRawBufferPointer, isName: Bool = false, to line: inout [UInt8]) {
            if !isName, bytes.isEmpty && isSingle && null.isEmpty || !isUTF8(bytes) || isNullThatIsNoText(bytes) {
                return line.append(castText: bytes)
            }
            guard
                FieldMarks.mustHold(bytes, delimiter: delimiter, isFirstLine: isFirstLine)
                    || (isName ? bytes.isEmpty && isSingle : FieldMarks.mustTell(bytes, null: null))
            else { return line.append(contentsOf: bytes) }
            line.append(bytes, between: UInt8(ascii: "\""))
        }
    }
#endif
