import FMDB
import FMDBTestHelpers
import Testing

/// Texts of scripts without spaces are found wherever they stand: compared with a look at each text.
@Suite(.enabled(if: SQLiteVersion.hasFTS5)) struct SearchRandomTests {
    private static let characters = Array("手机电脑中文字東京のカタナあいう한국어로공กรุงเทพ甲乙丙")
    private static let others = [" iphone ", "x1", ", ", "。", "\n", "Grün"]

    /// A text of runs of these characters, with words and signs between them.
    private func runs(_ random: inout SeededNumbers) -> [String] {
        (0..<Int.random(in: 1..<8, using: &random)).map { _ in
            if Int.random(in: 0..<2, using: &random) == 0 { return Self.others.randomElement(using: &random) ?? "" }
            let length = Int.random(in: 1..<7, using: &random)
            return String((0..<length).compactMap { _ in Self.characters.randomElement(using: &random) })
        }
    }

    @Test(arguments: 0..<8) func everySubstringIsFound(seed: Int) throws {
        var random = SeededNumbers(seed)
        FMDatabase.registerTokenizer(FMUnicodeTokenizer())
        let db = FMDatabase.memory()
        try db.execute("CREATE VIRTUAL TABLE t USING fts5(body, tokenize = fmdb)")
        var texts: [String] = []
        for _ in 0..<200 {
            texts.append(runs(&random).joined())
            try db.execute("INSERT INTO t VALUES (\(texts[texts.count - 1]))")
        }
        let sought = texts.flatMap { $0.split { !Self.characters.contains($0) } }
        for _ in 0..<200 {
            let run = sought.randomElement(using: &random) ?? ""
            let start = Int.random(in: 0..<run.count, using: &random)
            let query = String(run.dropFirst(start).prefix(Int.random(in: 1..<4, using: &random)))

            let pattern = FMSearchPattern.phrase(query)
            let rows = try db.rows("SELECT body FROM t WHERE t MATCH \(pattern) ORDER BY rowid", as: String.self)
            #expect(rows == texts.filter { $0.contains(query) }, "\(query)")
            let shown = try db.rows(
                "SELECT highlight(t, 0, '<', '>') FROM t WHERE t MATCH \(pattern)", as: String.self)
            #expect(shown.allSatisfy { $0.contains("<" + query) }, "\(query)")
        }
    }
}
