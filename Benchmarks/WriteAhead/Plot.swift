import Drawing
import FMDB

/// Two panels over the same time: how long the log is, and the slowest commit of each quarter of a second.
struct Plot {
    private let outcomes: [Outcome]
    private let seconds: Double

    init(_ outcomes: [Outcome], seconds: Int) {
        self.outcomes = outcomes
        self.seconds = Double(seconds)
    }

    private static let colours = ["#c4572e", "#2a6fb0", "#7a9a3a"]
    private static let width = 720.0
    private static let height = 170.0
    private static let left = 64.0
    private static let ink = "#333333"

    /// Samples over the time, one line for each outcome.
    private struct Panel {
        let title: String
        let lines: [[(time: Double, value: Double)]]
        let top: Double
        /// The value at the upper edge.
        let limit: Double

        func y(_ value: Double) -> Double { top + Plot.height * (1 - value / limit) }
    }

    var svg: String {
        var drawing = Drawing(width: 820, height: 480, title: "The write-ahead log under load")
        drawing.rectangle(x: 0, y: 0, width: drawing.width, height: drawing.height, ["fill": "#ffffff"])
        for (index, (outcome, colour)) in zip(outcomes, Plot.colours).enumerated() {
            let x = Plot.left + Double(index) * 160
            drawing.rectangle(x: x, y: 12, width: 22, height: 4, ["fill": colour])
            drawing.text(outcome.name, x: x + 30, y: 19, ["fill": Plot.ink])
        }
        draw(panel("log file, MiB", outcomes.map(\.sizes), scale: 1 / 1_048_576, top: 56), in: &drawing)
        draw(panel("slowest commit, ms", outcomes.map(\.commits), scale: 1000, top: 276), in: &drawing)
        drawing.text(
            "seconds", x: Plot.left + Plot.width / 2, y: 474, ["text-anchor": "middle", "fill": Plot.ink])
        return drawing.svg
    }

    private func panel(
        _ title: String, _ samples: [[(time: Double, value: Double)]], scale: Double, top: Double
    ) -> Panel {
        let lines = samples.map { thinned($0.map { ($0.time, $0.value * scale) }) }
        let most = lines.joined().map(\.value).max() ?? 1
        return Panel(title: title, lines: lines, top: top, limit: Plot.roundNumber(above: most))
    }

    /// The worst of each quarter of a second, so that the picture stays small.
    private func thinned(_ samples: [(time: Double, value: Double)]) -> [(time: Double, value: Double)] {
        Dictionary(grouping: samples) { Int($0.time * 4) }.sorted { $0.key < $1.key }
            .compactMap { quarter, samples in samples.map(\.value).max().map { (Double(quarter) / 4, $0) } }
    }

    private func draw(_ panel: Panel, in drawing: inout Drawing) {
        drawing.text(panel.title, x: Plot.left, y: panel.top - 8, ["fill": Plot.ink])
        for value in [0, 0.25, 0.5, 0.75, 1].map({ $0 * panel.limit }) {
            let y = panel.y(value)
            drawing.line(from: (Plot.left, y), to: (Plot.left + Plot.width, y), ["stroke": "#dddddd"])
            label(String(format: "%g", value), x: Plot.left - 8, y: y + 4, anchor: "end", in: &drawing)
        }
        for second in stride(from: 0, through: seconds, by: 5) {
            label(
                String(Int(second)), x: x(second), y: panel.top + Plot.height + 16, anchor: "middle", in: &drawing)
        }
        for (line, colour) in zip(panel.lines, Plot.colours) {
            drawing.polyline(
                line.map { (x($0.time), panel.y($0.value)) }, ["stroke": colour, "stroke-width": "1.6"])
        }
    }

    /// A number whose quarters are easily read.
    private static func roundNumber(above number: Double) -> Double {
        let magnitude = pow(10, (log10(max(number, 1e-6))).rounded(.down))
        return [1, 2, 4, 6, 8, 10].map { $0 * magnitude }.first { $0 >= number } ?? 10 * magnitude
    }

    private func x(_ second: Double) -> Double { Plot.left + Plot.width * second / seconds }

    private func label(_ text: String, x: Double, y: Double, anchor: String, in drawing: inout Drawing) {
        drawing.text(text, x: x, y: y, ["text-anchor": anchor, "fill": "#666666", "font-size": "11"])
    }
}
