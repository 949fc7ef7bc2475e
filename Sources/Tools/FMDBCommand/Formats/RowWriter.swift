#if Tool
    import FMDB
    import Foundation

    /// Writes the rows of a query one by one.
    protocol RowWriter {
        mutating func begin(_ columns: [String]) throws
        mutating func add(_ row: FMRow) throws
        mutating func end() throws
    }

    extension RowWriter {
        func end() throws {}
    }

    enum OutputFormat: String, CaseIterable {
        case table, line, csv, tsv, json, ndjson, markdown, sql

        /// - Parameter width: the number of columns of the terminal, or nil if lines may have any length.
        func writer(
            to sink: ByteSink, hasHeader: Bool = true, null: String? = nil, width: Int? = nil, hasColours: Bool = false
        ) -> any RowWriter {
            switch self {
            case .table:
                TableWriter(
                    sink: sink, null: null ?? "NULL", width: width, hasColours: hasColours, hasHeader: hasHeader)
            case .line: LineWriter(sink, null: null ?? "NULL")
            case .csv, .tsv:
                DelimitedWriter(
                    sink: sink, delimiter: UInt8(ascii: self == .csv ? "," : "\t"), hasHeader: hasHeader,
                    null: Array((null ?? "").utf8))
            case .json: JSONWriter(sink: sink, isArray: true)
            case .ndjson: JSONWriter(sink: sink, isArray: false)
            case .markdown: MarkdownWriter(sink: sink, null: null ?? "")
            case .sql: InsertWriter(sink: sink, table: "result")
            }
        }
    }

    /// A value formatted as one line of text for display.
    struct ShownValue {
        let text: String
        var isNumber = false
        var isNull = false
    }

    extension FMRow {
        func shown(at index: Int, null: String) throws -> ShownValue {
            switch try borrowed(at: index) {
            case .null: return ShownValue(text: null, isNull: true)
            case .integer(let integer): return ShownValue(text: String(integer), isNumber: true)
            case .real(let real): return ShownValue(text: String(real), isNumber: true)
            case .text(let bytes):
                // No terminal shows more of a line, so the rest is not decoded.
                let start = bytes.prefix(20_000)
                let text = DisplayWidth.printable(String(decoding: start, as: UTF8.self))
                return ShownValue(text: start.count < bytes.count ? text + "…" : text)
            case .blob(let bytes):
                let digits = bytes.prefix(8).hexadecimal()
                return ShownValue(
                    text: bytes.count <= 8 ? "x'\(digits)'" : "x'\(digits)…' (\(grouped(bytes.count)) bytes)")
            }
        }
    }
#endif
