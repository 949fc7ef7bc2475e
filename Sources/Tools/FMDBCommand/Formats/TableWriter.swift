#if Tool
    import FMDB

    /// Writes a table with aligned columns. The first rows determine the column widths. A later value that is wider is cut on a terminal,
    /// and written in full to other output.
    struct TableWriter: RowWriter {
        let sink: ByteSink
        let null: String
        let width: Int?
        let hasColours: Bool
        let hasHeader: Bool
        var columns: [String] = []
        var waiting: [[ShownValue]] = []
        /// The width of each column in terminal columns, or empty until the first rows have been read.
        var widths: [Int] = []
        var lines: LineWriter?

        /// The number of rows that determine the widths.
        private static let sample = 500
        private static let narrowest = 4
        private static let gap = 2

        mutating func begin(_ columns: [String]) throws {
            self.columns = columns.map(DisplayWidth.printable)
            // If even the narrowest columns do not fit, each value gets a line of its own.
            guard let width, columns.count * (TableWriter.narrowest + TableWriter.gap) > width + TableWriter.gap else {
                return
            }
            lines = LineWriter(sink, null: null)
            try lines?.begin(columns)
        }

        mutating func add(_ row: FMRow) throws {
            if let lines { return try lines.add(row) }
            let cells = try (0..<row.columnCount).map { try row.shown(at: $0, null: null) }
            guard widths.isEmpty else { return try write(cells) }
            waiting.append(cells)
            if waiting.count >= TableWriter.sample { try settle() }
        }

        mutating func end() throws {
            if let lines { return try lines.end() }
            if widths.isEmpty { try settle() }
        }

        private mutating func settle() throws {
            widths = columns.map { hasHeader ? DisplayWidth.of($0) : 1 }
            for cells in waiting {
                for (index, cell) in cells.enumerated() where index < widths.count {
                    widths[index] = max(widths[index], DisplayWidth.of(cell.text))
                }
            }
            if let width { shrink(to: width) }
            if hasHeader { try writeHeader() }
            let first = waiting
            waiting = []
            for cells in first { try write(cells) }
        }

        /// Makes the widest columns narrower, until the table fits.
        private mutating func shrink(to width: Int) {
            var excess = widths.reduce(0, +) + TableWriter.gap * (widths.count - 1) - width
            while excess > 0, let widest = widths.max(), widest > TableWriter.narrowest {
                let next = widths.filter { $0 < widest }.max() ?? TableWriter.narrowest
                let places = widths.indices.filter { widths[$0] == widest }
                let step = min(widest - max(next, TableWriter.narrowest), max(1, excess / places.count))
                for place in places where excess > 0 {
                    widths[place] -= max(1, step)
                    excess -= max(1, step)
                }
            }
        }

        private func writeHeader() throws {
            let names = zip(columns, widths).map { DisplayWidth.padded(DisplayWidth.cut($0, to: $1), to: $1) }
            try writeLine(hasColours ? names.map(Terminal.Style.bold.applied) : names)
            try writeLine(widths.map { String(repeating: "─", count: $0) })
        }

        private func write(_ cells: [ShownValue]) throws {
            try writeLine(
                zip(cells, widths).map { cell, columns in
                    let text = width == nil ? cell.text : DisplayWidth.cut(cell.text, to: columns)
                    let padded = DisplayWidth.padded(text, to: columns, isNumber: cell.isNumber)
                    return hasColours && cell.isNull ? Terminal.Style.faint.applied(to: padded) : padded
                })
        }

        private func writeLine(_ parts: [String]) throws {
            var line = parts.joined(separator: String(repeating: " ", count: TableWriter.gap))
            while line.last == " " { line.removeLast() }
            try sink.write(line + "\n")
        }
    }
#endif
