import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// Full-text tables whose tokenizers are written in Swift.
@Suite struct TokenizerTableTests {
    private let db = FMDatabase.memory()

    init() { FMDatabase.registerTokenizer(FMUnicodeTokenizer()) }

    /// What a test makes of a text.
    private struct Splitting: FMTokenizer {
        let split: @Sendable (String, FMTokenPurpose) throws -> [FMToken]

        func tokenize(_ text: String, for purpose: FMTokenPurpose, _ add: (FMToken) throws -> Void) throws {
            for token in try split(text, purpose) { try add(token) }
        }
    }

    private struct Failure: Error, Equatable {}

    /// Registers what splits texts, and makes a table with it.
    private func make(_ key: String, _ split: @escaping @Sendable (String, FMTokenPurpose) throws -> [FMToken]) throws {
        FMDatabase.registerTokenizer(Splitting(split: split), withKey: key)
        try db.execute("CREATE VIRTUAL TABLE t USING fts5(body, tokenize = 'fmdb \(raw: key)')")
    }

    private func find(_ query: String, in table: String = "t") throws -> [Int] {
        try db.rows("SELECT rowid FROM \(raw: table) WHERE \(raw: table) MATCH \(query) ORDER BY rowid", as: Int.self)
    }

    @Test(.enabled(if: SQLiteVersion.hasFTS5)) func everyConnectionHasTheModule() throws {
        try db.execute("CREATE VIRTUAL TABLE t USING fts5(body, tokenize = fmdb)")
        let texts = [
            "我的iPhone手机坏了", "東京タワーに行きます", "한국어를 공부합니다", "Die Straße nach Süden", "ภาษาไทย", "a café in Paris",
        ]
        for text in texts { try db.execute("INSERT INTO t VALUES (\(text))") }

        for (query, row) in [
            ("手机", 1), ("iphone手机", 1), ("手机坏", 1), ("坏", 1), ("的IPHONE", 1), ("タワー", 2), ("京タ", 2), ("ﾀﾜｰ", 2),
            ("국어", 3), ("공부", 3), ("합", 3), ("strasse", 4), ("suden", 4), ("ไทย", 5), ("CAFE", 6),
            ("caf\u{65}\u{301}", 6),
        ] {
            #expect(try find("\"\(query)\"") == [row], "\(query)")
        }
        for query in ["机手", "东京", "어국", "phone", "タ京"] { #expect(try find("\"\(query)\"") == [], "\(query)") }
    }

    @Test(.enabled(if: SQLiteVersion.hasFTS5)) func matchesAreHighlighted() throws {
        try db.execute("CREATE VIRTUAL TABLE t USING fts5(body, tokenize = fmdb)")
        try db.execute("INSERT INTO t VALUES ('我的iPhone手机, Café')")
        func highlighted(_ query: String) throws -> String {
            try db.value("SELECT highlight(t, 0, '[', ']') FROM t WHERE t MATCH \(query)", as: String.self)
        }

        #expect(try highlighted("\"手机\"") == "我的iPhone[手机], Café")
        #expect(try highlighted("\"手\"") == "我的iPhone[手]机, Café")
        #expect(try highlighted("\"iphone手\"") == "我的[iPhone手]机, Café")
        #expect(try highlighted("cafe") == "我的iPhone手机, [Café]")
    }

    @Test(.enabled(if: SQLiteVersion.hasFTS5)) func porterStemsTheirTokens() throws {
        try db.execute("CREATE VIRTUAL TABLE t USING fts5(body, tokenize = 'porter fmdb')")
        try db.execute("INSERT INTO t VALUES ('Running Dogs')")
        #expect(try find("runs AND dog") == [1])
    }

    @Test(.enabled(if: SQLiteVersion.hasFTS4)) func olderTablesHaveThemToo() throws {
        for module in ["fts3", "fts4"] {
            try db.execute("CREATE VIRTUAL TABLE \(raw: module)_t USING \(raw: module)(body, tokenize=fmdb)")
            try db.execute("INSERT INTO \(raw: module)_t VALUES ('我的iPhone手机 Café'), ('手 的 机')")
            #expect(try find("\"手机\"", in: "\(module)_t") == [1])
            #expect(try find("\"iphone手\"", in: "\(module)_t") == [1])
            #expect(try find("cafe", in: "\(module)_t") == [1])
        }
        let offsets = try db.value("SELECT offsets(fts3_t) FROM fts3_t WHERE fts3_t MATCH 'cafe'", as: String.self)
        #expect(offsets == "0 0 19 5")
    }

    @Test(.enabled(if: SQLiteVersion.hasFTS4)) func anotherNameOfTheModule() throws {
        for _ in 1...2 {
            #expect(db.installTokenizerModule())
            #expect(db.installTokenizerModule(withName: "mine"))
        }
        try db.execute("CREATE VIRTUAL TABLE t USING fts4(body, tokenize=mine)")
        try db.execute("INSERT INTO t VALUES ('Ärger')")
        #expect(try find("arger") == [1])
        #expect(db.installTokenizerModule(withName: "a\0b") == false)
    }

    @Test func aKeyThatNothingIsRegisteredForIsRefused() throws {
        for module in (SQLiteVersion.hasFTS4 ? ["fts4(body, tokenize=fmdb none)"] : [])
            + (SQLiteVersion.hasFTS5
                ? ["fts5(body, tokenize = 'fmdb none')", "fts5(body, tokenize = 'fmdb a b')"] : [])
        {
            try db.execute("CREATE VIRTUAL TABLE t USING \(raw: module)")
            let error = thrown { try db.execute("INSERT INTO t VALUES ('text')") }
            #expect(error?.resultCode == .misuse, "\(module): \(error?.message ?? "")")
            #expect(try db.rows("SELECT body FROM t", as: String.self) == [])
            try db.execute("DROP TABLE t")
        }
    }

    @Test func anUnknownModuleIsRefused() throws {
        let error = thrown { try db.execute("CREATE VIRTUAL TABLE t USING fts4(body, tokenize=nobody)") }
        #expect(error?.resultCode == .error && error?.localizedFailureReason == nil)
    }

    @Test(.enabled(if: SQLiteVersion.hasFTS5)) func whatATokenizerThrowsFailsTheStatement() throws {
        try make("failing") { text, _ in
            if text == "bad" { throw Failure() }
            if text == "worse" { throw FMError(.tooBig, "the text is too long") }
            return [FMToken(text, at: 0..<text.utf8.count)]
        }

        try db.execute("INSERT INTO t VALUES ('good')")
        let error = thrown { try db.execute("INSERT INTO t VALUES ('bad')") }
        #expect(error?.resultCode == .error && error?.message == "Failure()")
        #expect(error?.userInfo[NSUnderlyingErrorKey] as? Failure == Failure())
        #expect(thrown { try db.execute("INSERT INTO t VALUES ('worse')") }?.resultCode == .tooBig)
        #expect(thrown { try find("bad") }?.resultCode == .error)
        #expect(thrown { try db.execute("SELECT nothing") }?.userInfo[NSUnderlyingErrorKey] == nil)
        // What another interface has run leaves its failure behind.
        _ = RawObjects.run(db, "INSERT INTO t VALUES ('bad')")
        let other = thrown { try db.execute("SELEKT") }
        #expect(other?.message == "near \"SELEKT\": syntax error" && other?.userInfo[NSUnderlyingErrorKey] == nil)
        #expect(try find("good") == [1])
    }

    @Test(.enabled(if: SQLiteVersion.hasFTS5), arguments: [0..<9, 0..<1, -1..<2])
    func tokensOutsideOfTheTextAreRefused(range: Range<Int>) throws {
        let key = "outside\(range.count)"
        try make(key) { _, _ in [FMToken("a", at: 1..<2), FMToken("b", at: range), FMToken("c", at: 1..<2)] }
        let error = thrown { try db.execute("INSERT INTO t VALUES ('text')") }
        #expect(error?.resultCode == .range, "\(error?.message ?? "")")
    }

    @Test(.enabled(if: SQLiteVersion.hasFTS5)) func oddTokensDoNoHarm() throws {
        try make("odd") { text, _ in
            let all = 0..<text.utf8.count
            if text == "q" { return [FMToken("last", at: all)] }
            return [
                FMToken("first", at: all, isSynonym: true), FMToken("", at: all), FMToken("a\0b", at: all),
                FMToken(String(repeating: "x", count: 100_000), at: all), FMToken("last", at: all),
            ]
        }
        try db.execute("INSERT INTO t VALUES ('text')")
        #expect(try db.value("SELECT highlight(t, 0, '[', ']') FROM t WHERE t MATCH 'q'", as: String.self) == "[text]")
        #expect(try find("first") == [1])
        try db.execute("INSERT INTO t(t) VALUES ('integrity-check')")
    }

    @Test(.enabled(if: SQLiteVersion.hasFTS5)) func bytesThatAreNotUTF8AreSpaces() throws {
        try db.execute("CREATE VIRTUAL TABLE t USING fts5(body, tokenize = fmdb)")
        try db.execute(
            "INSERT INTO t VALUES (CAST(\(Data([0x61, 0xFF, 0x62, 0xE6, 0x89, 0x63, 0, 0x64, 0xF0])) AS TEXT))")
        for word in ["a", "b", "c"] { #expect(try find(word) == [1]) }
        #expect(try find("ab") == [])
    }

    @Test(.enabled(if: SQLiteVersion.hasFTS5)) func thePurposeIsTold() throws {
        let seen = Locked<[FMTokenPurpose]>([])
        try make("purposes") { text, purpose in
            seen.withLock { $0.append(purpose) }
            return [FMToken(text, at: 0..<text.utf8.count)]
        }
        try db.execute("INSERT INTO t VALUES ('word')")
        _ = try find("word")
        _ = try find("wo*")
        _ = try db.rows("SELECT highlight(t, 0, '[', ']') FROM t WHERE t MATCH 'word'", as: String.self)
        #expect(Set(seen.withLock { $0 }) == [.document, .query, .prefix, .auxiliary])
    }

    @Test(.enabled(if: SQLiteVersion.hasFTS5)) func readersOfAPoolHaveThem() throws {
        let folder = TemporaryFolder()
        let pool = FMDatabasePool(path: folder.file(), configuration: .init())
        try pool.write { db in
            try db.execute("CREATE VIRTUAL TABLE t USING fts5(body, tokenize = fmdb)")
            try db.execute("INSERT INTO t VALUES ('手机')")
        }
        #expect(try pool.read { try $0.value("SELECT count(*) FROM t WHERE t MATCH '\"手机\"'", as: Int.self) } == 1)
    }
}
