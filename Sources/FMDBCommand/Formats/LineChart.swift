#if Tool
    /// Numbers as a line, of Braille dots: two in a column and four in a row of the terminal.
    struct LineChart {
        let points: [(x: Double, y: Double)]
        let width: Int
        let height: Int
        /// What is written below the first and the last point.
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

        /// The bits of the dots of a Braille character, by row and column.
        private static let bits: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]
    }
#endif
