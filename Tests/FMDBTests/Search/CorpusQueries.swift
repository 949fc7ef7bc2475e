import FMDB
import Foundation
import FMDBTestHelpers

/// Makes queries of parts of the lines.
struct CorpusQueries {
    private let lines: [String]
    private var random: SeededNumbers

    init(_ corpus: SearchCorpus, _ numbers: [Int], _ random: SeededNumbers) {
        lines = numbers.map { corpus.lines[$0 - 1] }
        self.random = random
    }

    mutating func next() throws -> CorpusQuery {
        while true {
            let line = random.pick(lines)
            if random.chance(70), let query = try unspaced(line) ?? words(line) { return query }
            if let query = try words(line) ?? unspaced(line) { return query }
        }
    }
}

// MARK: - Scripts without spaces

extension CorpusQueries {
    private mutating func unspaced(_ line: String) throws -> CorpusQuery? {
        guard let text = run(line) else { return nil }
        let parts = TextParts.parts(text)
        switch Int.random(in: 0..<10, using: &random) {
        case 0: return CorpusQuery(pattern: .prefix(text), runs: [parts], isPrefix: true, substring: text)
        case 1:
            return CorpusQuery(pattern: try FMSearchPattern(typed: text, isLive: true), runs: [parts], isPrefix: true)
        case 2:
            guard let other = run(line) else { return nil }
            let pattern = try FMSearchPattern(typed: "\(text) \(other)")
            return CorpusQuery(pattern: pattern, runs: [parts, TextParts.parts(other)])
        case 3:
            guard let other = run(random.pick(lines)) else { return nil }
            let pattern = try FMSearchPattern(typed: "\(text) OR \(other)")
            return CorpusQuery(pattern: pattern, runs: [parts, TextParts.parts(other)], isAny: true)
        case 4:
            guard let other = run(random.pick(lines)) else { return nil }
            let pattern = try FMSearchPattern(typed: "\(text) -\(other)")
            return CorpusQuery(pattern: pattern, runs: [parts], unwanted: TextParts.parts(other))
        case 5:
            guard let text = passage(line) else { return nil }
            return CorpusQuery(pattern: .phrase(text), runs: [TextParts.parts(text)])
        default: return CorpusQuery(pattern: .phrase(text), runs: [parts], substring: text)
        }
    }

    /// One to four characters that follow each other, or more.
    private mutating func run(_ line: String) -> String? {
        let runs = line.split { !$0.isUnspaced }
        guard !runs.isEmpty else { return nil }
        let run = Array(random.pick(runs))
        let start = Int.random(in: run.indices, using: &random)
        let length = random.chance(80) ? Int.random(in: 1...4, using: &random) : Int.random(in: 5...10, using: &random)
        return String(run[start...].prefix(length))
    }

    /// Some characters with the signs between them, as a user copies them.
    private mutating func passage(_ line: String) -> String? {
        let characters = Array(line)
        let start = Int.random(in: characters.indices, using: &random)
        let some = characters[start...].prefix(Int.random(in: 4...16, using: &random))
        guard let first = some.firstIndex(where: \.isUnspaced), let last = some.lastIndex(where: \.isUnspaced) else {
            return nil
        }
        return String(some[first...last])
    }
}

// MARK: - Words

extension CorpusQueries {
    private mutating func words(_ line: String) throws -> CorpusQuery? {
        let ends = line.indices.filter { isWord(line[$0]) }
        guard !ends.isEmpty else { return nil }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return try prefix(line)
        case 1: return try several(line)
        case 2: return try alternatives(line)
        case 3: return try without(line)
        case 4: return passage(line) { $0.uppercased() }
        case 5: return passage(line) { $0.decomposedStringWithCanonicalMapping }
        case 6: return passage(line) { TextParts.parts($0).filter { $0 != "|" }.joined(separator: " ") }
        default: return passage(line) { $0 }
        }
    }

    private func isWord(_ character: Character) -> Bool {
        (character.isLetter || character.isNumber) && !character.isUnspaced
    }

    /// The words of a line, folded.
    private func folded(_ line: String) -> [String] {
        TextParts.parts(line).filter { !($0.first?.isUnspaced ?? true) && $0 != "|" }
    }

    /// One to five words with the signs between them.
    private mutating func passage(_ line: String, _ written: (String) -> String) -> CorpusQuery? {
        let words = line.split { !isWord($0) }
        guard !words.isEmpty else { return nil }
        let start = Int.random(in: words.indices, using: &random)
        let end = min(words.count - 1, start + Int.random(in: 0...4, using: &random))
        let text = String(line[words[start].startIndex..<words[end].endIndex])
        let parts = TextParts.parts(text)
        guard !(parts.contains { $0 == "|" || $0.first?.isUnspaced == true }) else { return nil }
        return CorpusQuery(pattern: .phrase(written(text)), runs: [parts])
    }

    private mutating func prefix(_ line: String) throws -> CorpusQuery? {
        let words = folded(line)
        guard !words.isEmpty else { return nil }
        let beginning = String(random.pick(words).prefix(Int.random(in: 1...5, using: &random)))
        let pattern: FMSearchPattern =
            random.chance(50) ? .prefix(beginning) : try FMSearchPattern(typed: beginning, isLive: true)
        return CorpusQuery(pattern: pattern, runs: [[beginning]], isPrefix: true)
    }

    private mutating func several(_ line: String) throws -> CorpusQuery? {
        let words = folded(line)
        guard !words.isEmpty else { return nil }
        let some = (0..<Int.random(in: 1...4, using: &random)).map { _ in random.pick(words) }
        return CorpusQuery(
            pattern: try FMSearchPattern(typed: some.joined(separator: " ")), runs: some.map { [$0] })
    }

    private mutating func alternatives(_ line: String) throws -> CorpusQuery? {
        let (some, others) = (folded(line), folded(random.pick(lines)))
        guard !some.isEmpty, !others.isEmpty else { return nil }
        let (word, other) = (random.pick(some), random.pick(others))
        return CorpusQuery(
            pattern: try FMSearchPattern(typed: "\(word) OR \(other)"), runs: [[word], [other]], isAny: true)
    }

    private mutating func without(_ line: String) throws -> CorpusQuery? {
        let (some, others) = (folded(line), folded(random.pick(lines)))
        guard !some.isEmpty, !others.isEmpty else { return nil }
        let (word, other) = (random.pick(some), random.pick(others))
        let typed = random.chance(50) ? "\(word) -\(other)" : "\(word) NOT \(other)"
        return CorpusQuery(pattern: try FMSearchPattern(typed: typed), runs: [[word]], unwanted: [other])
    }
}
