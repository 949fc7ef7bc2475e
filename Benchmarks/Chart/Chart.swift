import Foundation

/// Draws what `benchmarks --json` has measured, or writes it down as a table for a README.
///
///     swift run --package-path Benchmarks chart results.json --svg results.svg --table
@main
struct Chart {
    static func main() {
        do {
            try run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            FileHandle.standardError.write(Data("chart: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ arguments: [String]) throws {
        var rest = arguments[...]
        guard let path = rest.popFirst(), !path.hasPrefix("-"), !rest.isEmpty else { throw Mistake(usage) }
        let results = try Results(contentsOf: path)
        while let option = rest.popFirst() {
            switch option {
            case "--svg":
                guard let file = rest.popFirst() else { throw Mistake(usage) }
                try BarChart(results).svg.write(toFile: file, atomically: true, encoding: .utf8)
            case "--table": print(MarkdownTable(results: results).text)
            default: throw Mistake(usage)
            }
        }
    }

    private static let usage = """
        usage: chart RESULTS.json [--svg FILE.svg] [--table]
          --svg FILE.svg   draws the workloads as bars, raw C being 1
          --table          prints workloads and trials in Markdown, with goals met and missed
        """

    /// A command line that makes no sense.
    private struct Mistake: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) {
            self.description = description
        }
    }
}
