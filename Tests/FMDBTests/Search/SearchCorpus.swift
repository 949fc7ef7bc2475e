import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// A text of one language from the folder `Texts`, whose README says where each is from, or from the one that `FMDB_TEXTS` names.
struct SearchCorpus: Sendable, CustomTestStringConvertible {
    let name: String
    let lines: [String]

    var testDescription: String { name }

    static let all =
        shipped + corpora(ProcessInfo.processInfo.environment["FMDB_TEXTS"].map(URL.init(fileURLWithPath:)))

    /// What is not copied to a device cannot be read there.
    static let shipped = corpora(
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Texts"))

    /// `make test-texts` looks for parts of every line, and for more of them.
    static let takesAll = ProcessInfo.processInfo.environment["FMDB_WHOLE_TEXTS"] != nil
    static let queryCount = takesAll ? 500 : 220
    private static let sampleCount = 600

    private static func corpora(_ folder: URL?) -> [SearchCorpus] {
        guard let folder else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".txt") }.sorted().map { name in
            let text = (try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)) ?? ""
            let lines = text.utf8.split(separator: UInt8(ascii: "\n")).map { String(Substring($0)) }
            return SearchCorpus(name: String(name.dropLast(4)), lines: lines)
        }
    }

    /// The numbers of some lines, counted from 1, the given ones among them.
    func sample(with numbers: [Int], _ random: inout SeededNumbers) -> [Int] {
        if SearchCorpus.takesAll || lines.count <= SearchCorpus.sampleCount { return Array(1...lines.count) }
        let some = (0..<SearchCorpus.sampleCount).map { _ in Int.random(in: 1...lines.count, using: &random) }
        return Set(numbers + some).sorted()
    }

    /// A database with these lines in the table `line`, and the full-text table `line_search`.
    func table(_ numbers: [Int]) throws -> FMDatabase {
        FMDatabase.registerTokenizer(FMUnicodeTokenizer())
        let db = FMDatabase.memory()
        try db.execute("CREATE TABLE line (id INTEGER PRIMARY KEY, body TEXT)")
        try db.executeMany("INSERT INTO line VALUES (?, ?)", numbers.map { ($0, lines[$0 - 1]) })
        try db.createSearchTable(FMSearchTable("line_search", of: "line", columns: "body"))
        return db
    }
}

/// What is looked for, and what a row must have.
struct CorpusQuery: CustomStringConvertible {
    var pattern: FMSearchPattern
    /// Each is parts that follow each other.
    var runs: [[String]]
    /// Whether one of the runs is enough.
    var isAny = false
    var unwanted: [String]?
    /// Whether the last part of the last run is the beginning of one.
    var isPrefix = false
    /// What LIKE finds in just the same rows.
    var substring: String?

    var description: String { pattern.text }
}

/// The lines as numbers, one for each part, of which all are looked at for each query.
struct CorpusScan {
    private let rows: [(number: Int, parts: [Int])]
    private var codes: [String: Int] = ["|": 0]

    init(_ corpus: SearchCorpus, _ numbers: [Int]) {
        var codes = codes
        rows = numbers.map { number in
            let parts = TextParts.parts(corpus.lines[number - 1]).map { part in
                if let code = codes[part] { return code }
                codes[part] = codes.count
                return codes.count - 1
            }
            return (number, parts)
        }
        self.codes = codes
    }

    func rows(_ query: CorpusQuery) -> [Int] {
        let runs = query.runs.enumerated().map { index, run in
            Run(run, codes, isPrefix: query.isPrefix && index == query.runs.count - 1)
        }
        let unwanted = query.unwanted.map { Run($0, codes, isPrefix: false) }
        return rows.filter { row in
            let isFound =
                query.isAny ? runs.contains { $0.isIn(row.parts) } : runs.allSatisfy { $0.isIn(row.parts) }
            return isFound && unwanted?.isIn(row.parts) != true
        }.map(\.number)
    }

    private struct Run {
        /// nil for a part that no line has.
        private let parts: [Int?]
        /// Those that the last part may be.
        private let ends: Set<Int>

        init(_ run: [String], _ codes: [String: Int], isPrefix: Bool) {
            parts = run.map { codes[$0] }
            let last = run.last ?? ""
            let begun = isPrefix ? codes.filter { $0.key.begins(with: last) }.map(\.value) : []
            ends = Set(isPrefix ? begun : [codes[last]].compactMap { $0 })
        }

        func isIn(_ line: [Int]) -> Bool { line.indices.contains { begins(line, $0) } }

        private func begins(_ line: [Int], _ start: Int) -> Bool {
            var place = start
            for (index, part) in parts.enumerated() {
                // What stands between two characters that are looked for may be missing in the text.
                if part == 0 {
                    if place < line.count, line[place] == 0 { place += 1 }
                    continue
                }
                guard place < line.count else { return false }
                let isLast = index == parts.count - 1
                guard isLast ? ends.contains(line[place]) : line[place] == part else { return false }
                place += 1
            }
            return true
        }
    }
}
