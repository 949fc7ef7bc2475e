#if Tool
    import FMDB
    import Foundation

    enum ChartKind: String, CaseIterable {
        case bar, line
    }

    struct ChartRun {
        let kind: ChartKind
        let db: FMDatabase
        let null: String

        /// The maximum number of rows. No terminal can show more.
        private static let limit = 100_000

        func run(_ sql: FMSQL) throws {
            var rows: [(label: String, x: Double?, y: Double)] = []
            try db.forEachRow(sql) { row in
                guard row.columnCount >= 1 else { return }
                guard rows.count < ChartRun.limit else {
                    throw ToolError(
                        .failed, "a chart shows at most \(grouped(ChartRun.limit)) rows; give the query a LIMIT")
                }
                let place = row.columnCount > 1 ? 1 : 0
                guard let number = try Self.number(row, place) else { return }
                let label = place == 1 ? try row.shown(at: 0, null: null).text : String(rows.count + 1)
                rows.append((label, place == 1 ? try Self.number(row, 0) : nil, number))
            }
            guard !rows.isEmpty else {
                throw ToolError(
                    .failed,
                    "no row has a number to draw: a chart draws the numbers of the second column, or of the only column"
                )
            }
            let width = Terminal.output.width ?? 80
            let hasColours = Terminal.output.hasColours
            switch kind {
            case .bar:
                try printLines(
                    BarChart(rows: rows.map { ($0.label, $0.y) }, width: width).lines(hasColours: hasColours))
            case .line:
                // If any label is not a number, the points are spaced evenly.
                let areNumbers = rows.allSatisfy { $0.x != nil }
                let points = rows.enumerated().map { (areNumbers ? $1.x ?? 0 : Double($0), $1.y) }
                try printLines(
                    LineChart(
                        points: points, width: width, height: 12, firstLabel: rows[0].label,
                        lastLabel: rows[rows.count - 1].label
                    ).lines(hasColours: hasColours))
            }
        }

        private static func number(_ row: FMRow, _ index: Int) throws -> Double? {
            switch try row.borrowed(at: index) {
            case .integer(let integer): Double(integer)
            case .real(let real): real
            default: nil
            }
        }
    }

    struct BarChart {
        let rows: [(label: String, value: Double)]
        let width: Int

        func lines(hasColours: Bool = false) -> [String] {
            let numbers = rows.map { BarChart.number($0.value) }
            let numberWidth = numbers.map(DisplayWidth.of).max() ?? 0
            let labelWidth = min(rows.map { DisplayWidth.of($0.label) }.max() ?? 0, max(6, width / 3))
            let room = max(4, width - labelWidth - numberWidth - 3)
            let least = min(0, rows.map(\.value).min() ?? 0)
            let greatest = max(0, rows.map(\.value).max() ?? 0)
            let span = greatest - least
            return zip(rows, numbers).map { row, number in
                let label = DisplayWidth.padded(DisplayWidth.cut(row.label, to: labelWidth), to: labelWidth)
                let zero = span > 0 ? -least / span * Double(room) : 0
                let end = span > 0 ? (row.value - least) / span * Double(room) : 0
                var bar = BarChart.bar(from: min(zero, end), to: max(zero, end), room: room)
                if hasColours { bar = Terminal.Style.cyan.applied(to: bar) }
                return "\(label) \(bar) \(DisplayWidth.padded(number, to: numberWidth, isNumber: true))"
            }
        }

        /// Returns the number with all its digits if it is short, or else abbreviated.
        private static func number(_ value: Double) -> String {
            let text = value == value.rounded() && abs(value) < 1e8 ? String(format: "%.0f", value) : "\(value)"
            return text.utf8.count <= 9 && value.isFinite && !text.contains("e") ? text : shortNumber(value)
        }

        /// Draws a bar in eighths of a character. The bar starts at a whole character.
        private static func bar(from start: Double, to end: Double, room: Int) -> String {
            let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
            let first = Int(start.rounded())
            let length = max(0, end - Double(first))
            let full = min(Int(length), room - first)
            let rest = full < room - first ? eighths[Int((length - Double(full)) * 8)] : ""
            let text = String(repeating: " ", count: first) + String(repeating: "█", count: full) + rest
            return text + String(repeating: " ", count: max(0, room - first - full - (rest.isEmpty ? 0 : 1)))
        }
    }

    /// Returns a number abbreviated for a chart, such as "1.23k".
    func shortNumber(_ value: Double) -> String {
        guard value.isFinite else { return value.isNaN ? "–" : value < 0 ? "-∞" : "∞" }
        let units = ["", "k", "M", "G", "T", "P"]
        var (size, unit) = (abs(value), 0)
        while size >= 10_000 || unit > 0 && size >= 1000, unit < units.count - 1 {
            (size, unit) = (size / 1000, unit + 1)
        }
        let isWhole = unit == 0 && value == value.rounded()
        var text = String(format: isWhole ? "%.0f" : size < 10 ? "%.2f" : size < 100 ? "%.1f" : "%.0f", size)
        if size > 0, size < 0.005 { text = String(format: "%.1e", size) }
        return (value < 0 ? "-" : "") + text + units[unit]
    }

    /// Draws numbers as a line of Braille dots. A character of the terminal has two dots in a row and four in a column.
    struct LineChart {
        let points: [(x: Double, y: Double)]
        let width: Int
        let height: Int
        let firstLabel: String
        let lastLabel: String

        func lines(hasColours: Bool = false) -> [String] {
            let (low, high) = (points.map(\.y).min() ?? 0, points.map(\.y).max() ?? 0)
            let labels = (0..<height).map { row -> String in
                guard row == 0 || row == height - 1 || row == height / 2 else { return "" }
                return shortNumber(high - (high - low) * Double(row) / Double(max(1, height - 1)))
            }
            let labelWidth = labels.map(DisplayWidth.of).max() ?? 0
            let columns = max(8, width - labelWidth - 3)
            let canvas = drawn(columns, low, high)
            var lines = zip(labels, canvas).map { label, line in
                let line = hasColours ? Terminal.Style.cyan.applied(to: line) : line
                return "\(DisplayWidth.padded(label, to: labelWidth, isNumber: true)) ┤\(line)"
            }
            let blanks = String(repeating: " ", count: labelWidth + 2)
            lines.append(String(repeating: " ", count: labelWidth + 1) + "└" + String(repeating: "─", count: columns))
            let half = columns / 2
            let first = DisplayWidth.cut(firstLabel, to: half)
            let last = DisplayWidth.cut(lastLabel, to: half - 1)
            let between = columns - DisplayWidth.of(first) - DisplayWidth.of(last)
            lines.append(blanks + first + String(repeating: " ", count: max(1, between)) + last)
            return lines
        }

        private func drawn(_ columns: Int, _ low: Double, _ high: Double) -> [String] {
            let (left, right) = (points.map(\.x).min() ?? 0, points.map(\.x).max() ?? 0)
            let (wide, tall) = (columns * 2 - 1, height * 4 - 1)
            let places = points.map { point in
                (
                    x: right > left ? Int(((point.x - left) / (right - left) * Double(wide)).rounded()) : 0,
                    y: high > low ? Int(((high - point.y) / (high - low) * Double(tall)).rounded()) : tall
                )
            }
            var dots = [[UInt8]](repeating: [UInt8](repeating: 0, count: columns), count: height)
            for (place, next) in zip(places, places.dropFirst() + places.suffix(1)) {
                let steps = max(1, max(abs(next.x - place.x), abs(next.y - place.y)))
                for step in 0...steps {
                    let x = place.x + (next.x - place.x) * step / steps
                    let y = place.y + (next.y - place.y) * step / steps
                    dots[y / 4][x / 2] |= LineChart.bits[y % 4][x % 2]
                }
            }
            return dots.map { row in
                String(String.UnicodeScalarView(row.map { Unicode.Scalar(0x2800 + UInt32($0)) ?? " " }))
            }
        }

        /// The bit of each dot in a Braille character, by row and column.
        private static let bits: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]
    }
#endif
