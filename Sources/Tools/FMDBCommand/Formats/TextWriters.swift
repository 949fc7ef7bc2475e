#if Tool
    import FMDB

    /// Writes a Markdown table. Its columns need not be aligned.
    struct MarkdownWriter: RowWriter {
        let sink: ByteSink
        let null: String

        func begin(_ columns: [String]) throws {
            try sink.write("| \(columns.map(escaped).joined(separator: " | ")) |\n")
            try sink.write("|\(columns.map { _ in "---" }.joined(separator: "|"))|\n")
        }

        func add(_ row: FMRow) throws {
            for index in 0..<row.columnCount {
                try sink.write("| \(escaped(try row.shown(at: index, null: null).text)) ")
            }
            try sink.write("|\n")
        }

        private func escaped(_ text: String) -> String {
            text.replacingASCII("|", with: "\\|")
        }
    }

    /// Writes a line for each column, for wide rows and narrow terminals.
    final class LineWriter: RowWriter {
        private let sink: ByteSink
        private let null: String
        private var names: [String] = []
        private var isFirst = true

        init(_ sink: ByteSink, null: String) { (self.sink, self.null) = (sink, null) }

        func begin(_ columns: [String]) throws {
            let width = columns.map(DisplayWidth.of).max() ?? 0
            names = columns.map { DisplayWidth.padded(DisplayWidth.printable($0), to: width) }
        }

        func add(_ row: FMRow) throws {
            if !isFirst { try sink.write("\n") }
            isFirst = false
            for index in 0..<row.columnCount {
                try sink.write("\(names[index])  \(try row.shown(at: index, null: null).text)\n")
            }
        }
    }

    struct InsertWriter: RowWriter {
        let sink: ByteSink
        let table: String
        /// The connection that reads each REAL literal back to verify it, or nil to skip this check.
        var db: FMDatabase?
        var head = ""

        mutating func begin(_ columns: [String]) throws {
            head = "INSERT INTO \(FMSQL.quoted(identifier: table)) (\(FMSQL.list(columns))) VALUES ("
        }

        func add(_ row: FMRow) throws {
            try sink.write(head)
            for index in 0..<row.columnCount {
                let value = try row.borrowed(at: index)
                let number: String? = if case .real(let real) = value { try literal(of: real) } else { nil }
                try sink.append { line in
                    if index > 0 { line.append(text: ", ") }
                    if let number { line.append(text: number) } else { append(value, to: &line) }
                }
            }
            try sink.write(");\n")
        }

        /// Returns a literal that SQLite reads back exactly. Some SQLite versions misread some decimals, but they read integers and their
        /// products with powers of two exactly.
        private func literal(of real: Double) throws -> String {
            guard real.isFinite, let db else { return FMValue.real(real).description }
            let text = String(real)
            let back = try db.value("SELECT CAST(\(text) AS REAL)", as: Double.self)
            guard back.bitPattern != real.bitPattern else { return text }
            var (digits, exponent) = (real.significandBitPattern | 1 << 52, Int(real.exponent) - 52)
            if real.isSubnormal { (digits, exponent) = (real.significandBitPattern, -1074) }
            let zeros = digits.trailingZeroBitCount
            (digits, exponent) = (digits >> zeros, exponent + zeros)
            var result = "\(real.sign == .minus ? "-" : "")\(digits)*1.0"
            while exponent != 0 {
                let shift = min(62, abs(exponent))
                result += "\(exponent < 0 ? "/" : "*")(1<<\(shift))"
                exponent -= exponent.signum() * shift
            }
            return result
        }

        private func append(_ value: BorrowedValue, to line: inout [UInt8]) {
            switch value {
            case .integer(let integer): line.append(text: String(integer))
            // These values cannot be in a string literal: SQLite's parser stops at a NUL, and a script is UTF-8.
            case .text(let bytes) where bytes.contains(0) || !isUTF8(bytes): line.append(castText: bytes)
            case .text(let bytes): line.append(bytes, between: UInt8(ascii: "'"))
            case .blob(let bytes): line.append(blob: bytes)
            case .null, .real: line.append(text: value.fmValue.description)
            }
        }
    }
#endif
