import FMDB
import FMDBTestHelpers
import Testing

/// What full-text queries look for.
@Suite struct SearchPatternTests {
    @Test(
        arguments: [
            ("red wine", #""red" "wine""#), ("  red ", #""red""#), (#""red wine" glass"#, #""red wine" "glass""#),
            (#""red wine"#, #""red wine""#), ("champ*", #""champ" *"#), (#""red wi"* x"#, #""red wi" * "x""#),
            ("red -sweet", #""red" NOT "sweet""#), ("red NOT sweet dry", #""red" "dry" NOT "sweet""#),
            (#"wine -"very sweet" -dry"#, #""wine" NOT ("very sweet" OR "dry")"#),
            ("red OR white wine", #""wine" AND ("red" OR "white")"#), ("“red wine” «x»", #""red wine" "x""#),
            ("a OR b OR c", #""a" OR "b" OR "c""#),
            ("a AND b", #""a" "b""#), ("-sweet", #""""#), ("", #""""#), (" \"\" * - ! AND OR NOT ", #""""#),
            ("it's C++ a:b (c) {d} ^e +f", #""it's" "C++" "a:b" "(c)" "{d}" "^e" "+f""#), ("OR a", #""a""#),
            ("a OR", #""a""#), ("--a", #""--a""#), ("a\0b", "\"a b\""), (#"a"b"c"#, #""a" "b" "c""#),
            ("手机 坏", #""手机" "坏""#),
        ])
    func whatIsTyped(text: String, query: String) throws {
        #expect(try FMSearchPattern(typed: text).text == query)
    }

    @Test func theLastWordMayBeUnfinished() throws {
        #expect(try FMSearchPattern(typed: "red wi", isLive: true).text == #""red" "wi" *"#)
        #expect(try FMSearchPattern(typed: "red wine ", isLive: true).text == #""red" "wine""#)
        #expect(try FMSearchPattern(typed: #"red "wi"#, isLive: true).text == #""red" "wi""#)
    }

    @Test func patternsAreMadeOfOthers() {
        let (a, b, c): (FMSearchPattern, FMSearchPattern, FMSearchPattern) = (.all("a"), .any("b b2"), .phrase("c c2"))

        #expect((a && b && c).text == #""a" AND ("b" OR "b2") AND "c c2""#)
        #expect((a || b || c).text == #""a" OR "b" OR "b2" OR "c c2""#)
        #expect((a && c || b).text == #""a" AND "c c2" OR "b" OR "b2""#)
        #expect(a.excluding(b.excluding(c)).text == #""a" NOT (("b" OR "b2") NOT "c c2")"#)
        #expect((a && b).excluding(c).text == #"("a" AND ("b" OR "b2")) NOT "c c2""#)
        #expect((a && b).in("title", #"od"d"#).text == #"{"title" "od""d"} : ("a" AND ("b" OR "b2"))"#)
        #expect((FMSearchPattern.all("x y").in("title") && a).text == #"{"title"} : ("x" "y") AND "a""#)
        #expect(FMSearchPattern.near(["a", " ", "b c"], within: 5).text == #"NEAR("a" "b c", 5)"#)
        #expect(FMSearchPattern.all("a !").text == #""a" "!""#)
        #expect(FMSearchPattern.near(["a"], within: -1).text == #""a""#)
        #expect(FMSearchPattern.prefix("a\"b").text == #""a""b" *"#)
        #expect("\(a)" == #""a""#)
    }

    @Test func whatLooksForNothingIsLeftOut() {
        let (a, nothing): (FMSearchPattern, FMSearchPattern) = (.all("a"), .all(" "))
        for pattern in [a && nothing, nothing && a, a || nothing, nothing || a, a.excluding(nothing)] {
            #expect(pattern == a)
        }
        #expect(nothing.excluding(a).in("x").text == #""""#)
    }

    @Test func tooManyWordsAreRefused() throws {
        let quotes = String(repeating: "\"", count: 1_000_000)
        #expect(try FMSearchPattern(typed: quotes).text == #""""#)
        let most = String(repeating: "a ", count: 1000)
        #expect(try FMSearchPattern(typed: most).text.hasPrefix(#""a" "a""#))
        #expect(thrown { try FMSearchPattern(typed: most + "a") }?.resultCode == .tooBig)
        let words = String(repeating: "a ", count: 500_000)
        #expect(thrown { try FMSearchPattern(typed: words) }?.resultCode == .tooBig)
    }

    @Test(.enabled(if: SQLiteVersion.hasFTS5)) func noTextIsASyntaxError() throws {
        let db = FMDatabase.memory()
        FMDatabase.registerTokenizer(
            FMStopWordTokenizer(words: ["the"], baseTokenizer: FMUnicodeTokenizer()), withKey: "the")
        try db.execute("CREATE VIRTUAL TABLE t USING fts5(a, b, tokenize = 'fmdb the')")
        try db.execute("INSERT INTO t VALUES ('the lord of rings', 'x')")
        func count(_ pattern: FMSearchPattern) throws -> Int {
            try db.value("SELECT count(*) FROM t WHERE t MATCH \(pattern)", as: Int.self)
        }
        var random = SeededNumbers(1)
        let parts = [
            "\"", "*", "-", " ", "OR", "AND", "NOT", "NEAR", "(", ")", "{", "}", ":", "^", "+", ",", "'", "a", "ring",
            "手", "\0", "the", "\\",
            ";", "%", "\u{301}", "lord", "\n",
        ]
        for _ in 0..<3000 {
            let text = (0..<Int.random(in: 0..<12, using: &random)).map { _ in parts.randomElement(using: &random) ?? ""
            }.joined()
            for isLive in [false, true] {
                let typed = try FMSearchPattern(typed: text, isLive: isLive)
                _ = try count(typed)
                _ = try count((typed && .prefix(text) || .phrase(text)).excluding(.any(text)).in("a", "b"))
                _ = try count(.near([text, text]))
            }
        }

        #expect(try count(FMSearchPattern(typed: "the rings")) == 1)
        #expect(try count(FMSearchPattern(typed: "the LORD -hobbit ri", isLive: true)) == 1)
        #expect(try count(FMSearchPattern(typed: "lord -rings")) == 0)
        #expect(try count(FMSearchPattern(typed: "the lord OR hobbit of")) == 1)
        #expect(try count(FMSearchPattern(typed: "lord the", isLive: true)) == 0)
        let many = (0..<1000).map { FMSearchPattern.phrase("w\($0)") }
        #expect(try count(many.dropFirst().reduce(many[0], ||)) == 0)
        #expect(try count(many.dropFirst().reduce(many[0], &&)) == 0)
        #expect(try count(many.reduce(.all("lord")) { $0.excluding($1) }) == 1)
    }
}
