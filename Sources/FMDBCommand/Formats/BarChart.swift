#if Tool
    import Foundation

    /// Labels and numbers as bars.
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

        /// As it is, where that is short.
        private static func number(_ value: Double) -> String {
            let text = value == value.rounded() && abs(value) < 1e8 ? String(format: "%.0f", value) : "\(value)"
            return text.utf8.count <= 9 && value.isFinite && !text.contains("e") ? text : shortNumber(value)
        }

        /// Blocks of eighths; a bar that begins within the room begins with a whole one.
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

    /// A number of at most so many significant digits that a chart can show: "1.23k".
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
#endif
