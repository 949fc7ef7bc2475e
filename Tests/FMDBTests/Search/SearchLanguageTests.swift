import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// Texts of many languages are found by their parts: compared with a look at each text.
@Suite(.enabled(if: SQLiteVersion.hasFTS5)) struct SearchLanguageTests {
    @Test(arguments: SearchTexts.all) func partsOfTheTextsAreFound(texts: SearchTexts) throws {
        FMDatabase.registerTokenizer(FMUnicodeTokenizer())
        let db = FMDatabase.memory()
        try db.execute("CREATE TABLE line (id INTEGER PRIMARY KEY, body TEXT)")
        try db.withTransaction {
            for line in texts.lines { try db.execute("INSERT INTO line (body) VALUES (\(line))") }
        }
        try db.createSearchTable(FMSearchTable("line_search", of: "line", columns: "body", prefixes: [2]))
        let reader = LineReader(texts.lines)
        var random = SeededNumbers(7)
        for _ in 0..<150 {
            let query = reader.query(&random)
            let found = try db.rows(
                "SELECT rowid FROM line_search WHERE line_search MATCH \(query.pattern) ORDER BY rowid", as: Int.self)
            #expect(found == reader.rows(query), "\(query.description)")
            guard let text = query.substring else { continue }
            let scanned = try db.rows(
                "SELECT id FROM line WHERE body LIKE '%' || \(text) || '%' ORDER BY id", as: Int.self)
            #expect(found == scanned, "\(text)")
        }
    }
}

/// What is looked for: parts that follow each other, the last one perhaps only as a beginning, and another part anywhere.
private struct Query {
    var parts: [String]
    var isPrefix = false
    var another: String?
    var pattern: FMSearchPattern
    /// What it finds is found by LIKE too.
    var substring: String?
    var description: String { pattern.text }
}

/// The lines as parts: words, and the single characters of scripts without spaces.
private struct LineReader {
    private let lines: [String]
    private let parts: [[String]]
    /// The numbers of the lines by each part.
    private let places: [String: Set<Int>]

    init(_ lines: [String]) {
        self.lines = lines
        parts = lines.map(TextParts.parts)
        var places: [String: Set<Int>] = [:]
        for (number, parts) in parts.enumerated() { for part in parts { places[part, default: []].insert(number) } }
        self.places = places
    }

    /// The numbers of the rows that a query is to find.
    func rows(_ query: Query) -> [Int] {
        guard let last = query.parts.last else { return [] }
        let candidates: Set<Int>
        if query.isPrefix, query.parts.count == 1 {
            candidates = places.filter { $0.key.begins(with: last) }.reduce(into: []) { $0.formUnion($1.value) }
        } else {
            candidates = places[query.parts[0]] ?? []
        }
        return candidates.filter { number in
            if let another = query.another, places[another]?.contains(number) != true { return false }
            return has(query, parts[number])
        }.map { $0 + 1 }.sorted()
    }

    private func has(_ query: Query, _ parts: [String]) -> Bool {
        let count = query.parts.count
        guard parts.count >= count else { return false }
        return (0...parts.count - count).contains { start in
            for offset in 0..<count - 1 where parts[start + offset] != query.parts[offset] { return false }
            let (last, sought) = (parts[start + count - 1], query.parts[count - 1])
            return query.isPrefix ? last.begins(with: sought) : last == sought
        }
    }
}

// MARK: - Queries

extension LineReader {
    /// A part of one of the texts.
    func query(_ random: inout SeededNumbers) -> Query {
        while true {
            let line = random.pick(lines)
            if let query = random.chance(50) ? run(line, &random) ?? words(line, &random) : words(line, &random) {
                return query
            }
        }
    }

    /// Some characters of a script without spaces, in half of the cases with a word of the same text.
    private func run(_ line: String, _ random: inout SeededNumbers) -> Query? {
        let runs = line.split { !$0.isUnspaced }
        guard !runs.isEmpty else { return nil }
        let run = TextParts.clusters(random.pick(runs))
        let start = Int.random(in: run.indices, using: &random)
        let chosen = run[start...].prefix(Int.random(in: 1...5, using: &random))
        let text = chosen.joined()
        // In a single width: found by LIKE in just the same texts.
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            (0x3041...0x309E).contains(scalar.value) || (0x3400...0xD7A3).contains(scalar.value)
                || scalar.value >= 0x20000
        }
        var query = Query(parts: chosen.map(TextParts.folded), pattern: .phrase(text), substring: isPlain ? text : nil)
        let words = TextParts.parts(line).filter { !($0.first?.isUnspaced ?? true) && $0 != "|" }
        if random.chance(50), !words.isEmpty {
            let word = random.pick(words)
            (query.another, query.substring) = (word, nil)
            query.pattern = (try? FMSearchPattern(typed: "\(text) \(word)")) ?? .phrase("")
        } else if random.chance(30) {
            (query.isPrefix, query.pattern) = (true, .prefix(text))
        }
        return query
    }

    /// Words that follow each other, written in one of several ways.
    private func words(_ line: String, _ random: inout SeededNumbers) -> Query? {
        let words = line.split { $0.isWhitespace || $0.isPunctuation || $0.isSymbol || $0.isUnspaced }
        guard !words.isEmpty else { return nil }
        let start = Int.random(in: words.indices, using: &random)
        let chosen = words[start...].prefix(Int.random(in: 1...3, using: &random))
        var text = chosen.joined(separator: " ")
        var parts = TextParts.parts(text)
        guard let last = parts.last, !(parts.contains { $0.first?.isUnspaced ?? true }) else { return nil }
        let isPrefix = random.chance(30)
        if isPrefix {
            // At the border of a character, lest a mark were cut off.
            parts[parts.count - 1] = String(last.prefix(Int.random(in: 1...3, using: &random)))
            text = parts.joined(separator: " ")
        }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: text = text.uppercased()
        case 1: text = text.decomposedStringWithCanonicalMapping
        case 2: text = parts.joined(separator: " ")
        default: break
        }
        return Query(parts: parts, isPrefix: isPrefix, pattern: isPrefix ? .prefix(text) : .phrase(text))
    }
}
