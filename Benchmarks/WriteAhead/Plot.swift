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

    var svg: String {
        let longest = outcomes.flatMap(\.sizes).map(\.value).max() ?? 1
        let slowest = outcomes.flatMap(\.commits).map(\.value).max() ?? 1
        let lengths = outcomes.map { thinned($0.sizes) { $0.max() } }
        let times = outcomes.map { thinned($0.commits) { $0.max() } }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 820 480" font-family="sans-serif" font-size="13">
            <rect width="820" height="480" fill="#ffffff"/>
            \(legend())
            \(panel(lengths, top: 56, most: longest / 1_048_576, scale: 1 / 1_048_576, "log file, MiB"))
            \(panel(times, top: 276, most: slowest * 1000, scale: 1000, "slowest commit, ms"))
            <text x="\(Plot.left + Plot.width / 2)" y="474" text-anchor="middle" fill="#333333">seconds</text>
            </svg>

            """
    }

    private func legend() -> String {
        zip(outcomes, Plot.colours).enumerated().map { index, pair in
            let x = Plot.left + Double(index) * 160
            return """
                <rect x="\(x)" y="12" width="22" height="4" fill="\(pair.1)"/>
                <text x="\(x + 30)" y="19" fill="#333333">\(pair.0.name)</text>
                """
        }.joined(separator: "\n")
    }

    /// The worst of each quarter of a second, so that the picture stays small.
    private func thinned(
        _ samples: [(time: Double, value: Double)], _ worst: ([Double]) -> Double?
    ) -> [(time: Double, value: Double)] {
        Dictionary(grouping: samples) { Int($0.time * 4) }.sorted { $0.key < $1.key }
            .compactMap { key, samples in worst(samples.map(\.value)).map { (Double(key) / 4, $0) } }
    }

    private func panel(
        _ lines: [[(time: Double, value: Double)]], top: Double, most: Double, scale: Double, _ title: String
    ) -> String {
        let limit = Plot.roundNumber(above: most)
        var parts = ["<text x=\"\(Plot.left)\" y=\"\(top - 8)\" fill=\"#333333\">\(title)</text>"]
        for share in [0, 0.25, 0.5, 0.75, 1] {
            let y = top + Plot.height * (1 - share)
            parts.append(
                "<line x1=\"\(Plot.left)\" x2=\"\(Plot.left + Plot.width)\" y1=\"\(y)\" y2=\"\(y)\" stroke=\"#dddddd\"/>"
            )
            parts.append(
                label(Plot.left - 8, y + 4, "end", String(format: "%g", limit * share)))
        }
        for second in stride(from: 0, through: seconds, by: 5) {
            parts.append(label(x(second), top + Plot.height + 16, "middle", String(Int(second))))
        }
        for (line, colour) in zip(lines, Plot.colours) {
            let points = line.map { sample in
                String(
                    format: "%.1f,%.1f", x(sample.time), top + Plot.height * (1 - sample.value * scale / limit))
            }
            parts.append(
                "<polyline fill=\"none\" stroke=\"\(colour)\" stroke-width=\"1.6\" points=\"\(points.joined(separator: " "))\"/>"
            )
        }
        return parts.joined(separator: "\n")
    }

    /// A number whose quarters are easily read.
    private static func roundNumber(above number: Double) -> Double {
        let magnitude = pow(10, (log10(max(number, 1e-6))).rounded(.down))
        return [1, 2, 4, 6, 8, 10].map { $0 * magnitude }.first { $0 >= number } ?? 10 * magnitude
    }

    private func x(_ second: Double) -> Double { Plot.left + Plot.width * second / seconds }

    private func label(_ x: Double, _ y: Double, _ anchor: String, _ text: String) -> String {
        "<text x=\"\(x)\" y=\"\(y)\" text-anchor=\"\(anchor)\" fill=\"#666666\" font-size=\"11\">\(text)</text>"
    }
}
