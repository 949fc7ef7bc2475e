import FMDB
import Foundation

/// What the tokenizers of full-text tables cost, and what they find, in the texts of `Tests/FMDBTests/Search/Texts`.
@main struct SearchBenchmark {
    static func main() throws {
        FMDatabase.registerTokenizer(FMUnicodeTokenizer())
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Tests/FMDBTests/Search/Texts").standardized
        print("SQLite \(FMDatabase.sqliteLibVersion())")
        print("language      lines  tokenizer   index ms  index kB  query µs  expected  found  too many")
        for language in try Language.all(in: folder) {
            let queries = language.queries(500)
            for tokenizer in ["fmdb", "unicode61", "trigram"] {
                print(try Trial(language, tokenizer, queries).run())
            }
        }
    }
}

/// A text to be looked for, and the rows that have it.
struct Query {
    let text: String
    let rows: Set<Int>
}

struct Language {
    let name: String
    let lines: [String]
    private let words: [[String]]

    private init(_ name: String, _ lines: [String]) {
        (self.name, self.lines) = (name, lines)
        words = lines.map(Language.words)
    }

    static func all(in folder: URL) throws -> [Language] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".txt") }
        return try names.sorted().map { name in
            let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            return Language(
                String(name.dropLast(4)), text.utf8.split(separator: UInt8(ascii: "\n")).map { String(Substring($0)) })
        }
    }

    private var isUnspaced: Bool { ["Chinese", "Japanese", "Korean"].contains(name) }

    /// Parts of the lines, drawn evenly: one to four characters of scripts without spaces, else one to three words.
    func queries(_ count: Int) -> [Query] {
        var random = Numbers()
        var queries: [Query] = []
        while queries.count < count {
            let line = lines[Int.random(in: lines.indices, using: &random)]
            let length = queries.count % (isUnspaced ? 4 : 3) + 1
            guard let text = isUnspaced ? characters(line, length, &random) : phrase(line, length, &random) else {
                continue
            }
            queries.append(Query(text: text, rows: rows(text)))
        }
        return queries
    }

    private func characters(_ line: String, _ length: Int, _ random: inout Numbers) -> String? {
        let runs = line.split { !$0.isLetter || $0.isASCII }.filter { $0.count >= length }
        guard let run = runs.randomElement(using: &random) else { return nil }
        let start = Int.random(in: 0...run.count - length, using: &random)
        return String(run.dropFirst(start).prefix(length))
    }

    private func phrase(_ line: String, _ length: Int, _ random: inout Numbers) -> String? {
        let words = line.split { !($0.isLetter || $0.isNumber) }
        guard words.count >= length else { return nil }
        let start = Int.random(in: 0...words.count - length, using: &random)
        return String(line[words[start].startIndex..<words[start + length - 1].endIndex])
    }

    private func rows(_ text: String) -> Set<Int> {
        if isUnspaced { return Set(lines.indices.filter { lines[$0].contains(text) }.map { $0 + 1 }) }
        let sought = Language.words(text)
        return Set(
            words.indices.filter { index in
                let line = words[index]
                guard line.count >= sought.count else { return false }
                return (0...line.count - sought.count).contains { line[$0..<$0 + sought.count].elementsEqual(sought) }
            }.map { $0 + 1 })
    }

    /// The words in small letters without accents, and without the stroke that lengthens Arabic words.
    private static func words(_ text: String) -> [String] {
        let scalars = text.decomposedStringWithCanonicalMapping.unicodeScalars.filter {
            $0.properties.generalCategory != .nonspacingMark && $0 != "\u{640}"
        }
        let bare = String(String.UnicodeScalarView(scalars)).lowercased().replacingOccurrences(of: "ß", with: "ss")
        return bare.split { !($0.isLetter || $0.isNumber) }.map(String.init)
    }
}

struct Trial {
    private let language: Language
    private let tokenizer: String
    private let queries: [Query]

    init(_ language: Language, _ tokenizer: String, _ queries: [Query]) {
        (self.language, self.tokenizer, self.queries) = (language, tokenizer, queries)
    }

    func run() throws -> String {
        // The best of three, so that another process counts little.
        var indexing = Double.infinity
        var db = FMDatabase()
        for _ in 0..<3 {
            let start = Trial.now
            db = try filled()
            indexing = min(indexing, Trial.now - start)
        }
        let size = try db.value("SELECT sum(length(block)) FROM text_data", as: Int.self)
        var times: [Double] = []
        var (expected, found, tooMany) = (0, 0, 0)
        for query in queries {
            let pattern = FMSearchPattern.phrase(query.text)
            let start = Trial.now
            _ = try db.rows("SELECT rowid FROM text WHERE text MATCH \(pattern) ORDER BY rank LIMIT 20", as: Int.self)
            times.append(Trial.now - start)
            let rows = try Set(db.rows("SELECT rowid FROM text WHERE text MATCH \(pattern)", as: Int.self))
            expected += query.rows.count
            found += rows.intersection(query.rows).count
            tooMany += rows.subtracting(query.rows).count
        }
        let median = times.sorted()[times.count / 2]
        let texts = language.name.padding(toLength: 12, withPad: " ", startingAt: 0)
        let name = tokenizer.padding(toLength: 10, withPad: " ", startingAt: 0)
        return texts + String(format: "%7d  ", language.lines.count) + name
            + String(
                format: "%10.0f%10d%10.0f%10d%7d%10d", indexing * 1000, size / 1000, median * 1e6, expected, found,
                tooMany)
    }

    private func filled() throws -> FMDatabase {
        let db = FMDatabase()
        guard db.open() else { throw db.lastError() }
        try db.execute("CREATE VIRTUAL TABLE text USING fts5(body, tokenize = '\(raw: tokenizer)')" as FMSQL)
        try db.executeMany(
            "INSERT INTO text(rowid, body) VALUES (?, ?)", language.lines.enumerated().map { ($0 + 1, $1) })
        try db.execute("INSERT INTO text(text) VALUES ('optimize')")
        return db
    }

    /// Processor time, in seconds.
    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// The same numbers each time.
private struct Numbers: RandomNumberGenerator {
    private var state: UInt64 = 7

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 33)
    }
}
