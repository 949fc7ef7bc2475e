import Foundation

/// Draws the results of `benchmarks --json`, or prints them as Markdown tables.
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
        var results = try Results(contentsOf: path)
        while let option = rest.popFirst() {
            switch option {
            case "--only":
                guard let names = rest.popFirst() else { throw Mistake(usage) }
                results = results.only(names.components(separatedBy: ","))
            case "--svg":
                guard let file = rest.popFirst() else { throw Mistake(usage) }
                try BarChart(results).svg.write(toFile: file, atomically: true, encoding: .utf8)
            case "--table": print(MarkdownTable(results: results).text)
            default: throw Mistake(usage)
            }
        }
    }

    private static let usage = """
        usage: chart RESULTS.json [--only NAME,NAME…] [--svg FILE.svg] [--table]
          --only NAMES     the workloads that the options after it show, in this order; no trials
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
