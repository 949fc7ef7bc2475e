import Foundation

/// What a task has come to, an element for each way.
struct Outcome {
    let title: String
    let queries: [Int]
    let seconds: [Double]
    let lines: [Int]

    /// A line of a Markdown table.
    var line: String {
        let milliseconds = zip(Way.allCases, seconds).map { way, seconds in
            let ratio = way == .models ? "" : String(format: " (%.2f)", seconds / self.seconds[0])
            return String(format: "%.2f", seconds * 1000) + ratio
        }
        return row([title] + queries.map { "\($0)" } + milliseconds + lines.map { "\($0)" })
    }

    static func sum(_ outcomes: [Outcome]) -> String {
        let columns = Way.allCases.indices
        return Outcome(
            title: "all", queries: columns.map { index in outcomes.map { $0.queries[index] }.reduce(0, +) },
            seconds: columns.map { index in outcomes.map { $0.seconds[index] }.reduce(0, +) },
            lines: columns.map { index in outcomes.map { $0.lines[index] }.reduce(0, +) }
        ).line
    }

    static func heading(_ authors: Int) -> String {
        let names = Way.allCases.map(\.rawValue)
        let titles = names.map { "queries: \($0)" } + names.map { "ms: \($0)" } + names.map { "lines: \($0)" }
        return row(["\(authors) authors, \(3 * authors) books"] + titles) + "\n"
            + row(["---"] + titles.map { _ in "---:" })
    }

    private static func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

    private func row(_ cells: [String]) -> String { Outcome.row(cells) }
}

/// The lines of code of these files, without empty ones and comments.
enum Lines {
    /// Those of a function.
    static func of(_ function: String, _ way: Way) throws -> Int {
        let lines = try code(way.file + "Tasks.swift")
        let start = lines.firstIndex { $0.hasPrefix("    static func \(function)(") } ?? lines.endIndex
        let end = lines[start...].firstIndex(of: "    }") ?? lines.endIndex
        return lines[start...].distance(from: start, to: end) + 1
    }

    /// Those of all types.
    static func ofTypes(_ way: Way) -> Int { ((try? code(way.file + "Types.swift")) ?? []).count }

    private static func code(_ file: String) throws -> [String] {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(file)
        return try String(contentsOf: path, encoding: .utf8).split(separator: "\n").map(String.init).filter { line in
            let text = line.drop { $0 == " " }
            return !text.isEmpty && !text.hasPrefix("//")
        }
    }
}
