import Drawing
import Foundation

/// A group of bars for each workload: how long each contender takes, as a multiple of raw C.
struct BarChart {
    private let results: Results
    private let groups: [Group]

    private struct Group {
        let workload: Results.Workload
        let reference: Results.Contender
        let bars: [(series: Series, contender: Results.Contender)]

        /// Two lines of text want as much room as two bars.
        var height: Double { Double(max(bars.count, 2)) * BarChart.pitch }
    }

    init(_ results: Results) {
        self.results = results
        groups = results.workloads.compactMap { workload in
            // The same work on tables of several sizes ("point-10^4") would fill the picture with equal groups.
            guard let reference = workload.reference, !workload.shown.isEmpty, !workload.name.contains("10^")
            else { return nil }
            return Group(workload: workload, reference: reference, bars: workload.shown)
        }
    }

    // MARK: - Measures

    private static let width = 860.0
    private static let margin = 24.0
    private static let left = 332.0
    private static let right = 790.0
    private static let top = 132.0
    private static let bar = 13.0
    private static let pitch = 15.0
    private static let gap = 14.0
    /// The ratio at which bars are cut.
    private static let limit = 4.0

    private func x(_ ratio: Double) -> Double {
        BarChart.left + (BarChart.right - BarChart.left) * min(ratio, BarChart.limit) / BarChart.limit
    }

    // MARK: - Drawing

    var svg: String {
        let bottom = groups.reduce(BarChart.top) { $0 + $1.height + BarChart.gap }
        var drawing = Drawing(
            width: BarChart.width, height: bottom + 84,
            title: "Times of FMDB for Swift and of GRDB, as multiples of raw C", style: BarChart.style)
        drawing.rectangle(
            x: 0.5, y: 0.5, width: drawing.width - 1, height: drawing.height - 1, ["class": "card", "rx": "10"])
        heading(in: &drawing)
        axis(to: bottom, in: &drawing)
        var y = BarChart.top + BarChart.gap / 2
        for group in groups {
            draw(group, at: y, in: &drawing)
            y += group.height + BarChart.gap
        }
        // Above the bars, so that it is seen which of them pass it.
        drawing.line(from: (x(1), BarChart.top - 6), to: (x(1), bottom), ["class": "one"])
        footing(below: bottom, in: &drawing)
        return drawing.svg
    }

    private func heading(in drawing: inout Drawing) {
        drawing.text("Time relative to raw C", x: BarChart.margin, y: 38, ["class": "ink title"])
        drawing.text(
            "Each bar is a multiple of the time that Swift takes when it calls SQLite's C functions directly."
                + " Shorter is better.",
            x: BarChart.margin, y: 60, ["class": "muted"])
        var x = BarChart.margin
        for series in Series.allCases {
            drawing.rectangle(x: x, y: 76, width: 12, height: 12, ["class": "series\(series.rawValue)", "rx": "2"])
            drawing.text(series.explanation, x: x + 18, y: 86.5, ["class": "ink"])
            // The reader's font is not known; this is roughly what a letter takes.
            x += 18 + Double(series.explanation.count) * 6.6 + 22
        }
    }

    private func axis(to bottom: Double, in drawing: inout Drawing) {
        for ratio in stride(from: 0, through: BarChart.limit, by: 1) {
            let x = x(ratio)
            drawing.line(from: (x, BarChart.top), to: (x, bottom), ["class": "grid"])
            drawing.text(
                ratio == 1 ? "raw C = 1" : String(format: "%g", ratio), x: x, y: BarChart.top - 12,
                ["class": ratio == 1 ? "ink small strong" : "muted small", "text-anchor": "middle"])
        }
    }

    private func draw(_ group: Group, at y: Double, in drawing: inout Drawing) {
        let (what, how) = group.workload.titleParts
        let middle = y + group.height / 2
        drawing.text(what, x: BarChart.margin, y: middle - 3, ["class": "ink strong"])
        drawing.text(
            (how.isEmpty ? "" : how + " · ") + "raw C: " + group.reference.nanosecondsPerRow.asTime,
            x: BarChart.margin, y: middle + 12, ["class": "muted small"])
        var y = y + (group.height - Double(group.bars.count) * BarChart.pitch) / 2
        for (series, contender) in group.bars {
            draw(contender.ratio, of: series, at: y, in: &drawing)
            y += BarChart.pitch
        }
    }

    private func draw(_ ratio: Double, of series: Series, at y: Double, in drawing: inout Drawing) {
        let end = x(ratio)
        drawing.rectangle(
            x: BarChart.left, y: y + 1, width: end - BarChart.left, height: BarChart.bar,
            ["class": "series\(series.rawValue)"])
        if ratio > BarChart.limit {
            for offset in [18.0, 12] {
                drawing.line(
                    from: (end - offset - 3, y + BarChart.bar + 2.5), to: (end - offset + 3, y - 0.5), ["class": "cut"])
            }
        }
        // A number does not stand on the line, but beyond it.
        let isOnLine = ratio < 1 && end + 34 > x(1)
        drawing.text(ratio.asRatio, x: (isOnLine ? x(1) : end) + 5, y: y + 11.5, ["class": "ink small"])
    }

    private func footing(below bottom: Double, in drawing: inout Drawing) {
        let notes = [
            "A bar with two strokes is cut at \(String(format: "%g", BarChart.limit)); the number beside it is exact."
                + " Times are for one row, call or transaction.",
            results.circumstances, results.invocation,
        ]
        for (index, note) in notes.enumerated() {
            drawing.text(note, x: BarChart.margin, y: bottom + 28 + Double(index) * 18, ["class": "muted small"])
        }
    }

    // MARK: - Colours

    /// GitHub shows the picture with the colours that the reader's system prefers, which need not be those of the page:
    /// the card has a ground of its own, so that it is readable either way.
    private static var style: String {
        """
        .title { font-size: 20px; font-weight: 600 } .strong { font-weight: 600 } .small { font-size: 11.5px }
        .one { stroke-width: 1.5 } .grid { stroke-width: 1 } .cut { stroke-width: 2.5 }
        \(theme(light))
        @media (prefers-color-scheme: dark) {
        \(theme(dark))
        }
        """
    }

    private struct Colours {
        let card: String
        let edge: String
        let ink: String
        let muted: String
        let series: [String]
    }

    private static let light = Colours(
        card: "#ffffff", edge: "#d1d9e0", ink: "#1f2328", muted: "#59636e",
        series: ["#0b5cad", "#5aa9ee", "#b8500f", "#eda45c"])
    private static let dark = Colours(
        card: "#0d1117", edge: "#3d444d", ink: "#f0f6fc", muted: "#9198a1",
        series: ["#3d8bfd", "#8cc5ff", "#c2611f", "#f0b27a"])

    private static func theme(_ colours: Colours) -> String {
        let series = colours.series.enumerated().map { ".series\($0) { fill: \($1) }" }.joined(separator: " ")
        return """
            .card { fill: \(colours.card); stroke: \(colours.edge) } .cut { stroke: \(colours.card) }
            .ink { fill: \(colours.ink) } .muted { fill: \(colours.muted) }
            .grid { stroke: \(colours.edge) } .one { stroke: \(colours.ink) }
            \(series)
            """
    }
}
