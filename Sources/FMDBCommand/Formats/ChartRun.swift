#if Tool
    import FMDB

    /// The kinds of charts.
    enum ChartKind: String, CaseIterable {
        case bar, line
    }

    /// Draws the rows of a query.
    struct ChartRun {
        let kind: ChartKind
        let db: FMDatabase
        let null: String

        /// More rows than these no terminal can show.
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
                    "no row has a number to draw: a chart takes those of the second column, or of a column that is alone"
                )
            }
            let width = Terminal.output.width ?? 80
            let hasColours = Terminal.output.hasColours
            switch kind {
            case .bar:
                try printLines(
                    BarChart(rows: rows.map { ($0.label, $0.y) }, width: width).lines(hasColours: hasColours))
            case .line:
                // Labels that are no numbers stand at equal distances.
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
#endif
