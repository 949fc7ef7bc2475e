import FMDBModel
import FMDBTestHelpers
import Testing

/// The examples of the article about full-text search.
@Suite(.enabled(if: SQLiteVersion.hasFTS5)) struct SearchArticleTests {
    private let folder = TemporaryFolder()

    private struct Hit: Decodable, Equatable {
        var id: Int
        var title: String
        var text: String
    }

    @Test func booksAreFound() throws {
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: .init())
        try queue.withTransaction { db in
            try db.execute("CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT, body TEXT)")
            try db.execute(
                "INSERT INTO book VALUES (1, 'Wine', 'red and white'), (2, 'Cheese', 'with wine'), (3, 'Tea', '绿茶')")
        }
        let text = "win"
        FMDatabase.registerTokenizer(FMUnicodeTokenizer())

        let search = FMSearchTable("book_search", of: "book", columns: "title", "body")
        try queue.createSearchTable(search)

        let pattern = try FMSearchPattern(typed: text, isLive: true)
        let hits = try queue.withDatabase { db in
            try db.rows(
                """
                SELECT book.id, \(search.highlight("title")) AS title, \(search.snippet("body")) AS text
                FROM book_search JOIN book ON book.id = book_search.rowid
                WHERE book_search MATCH \(pattern) ORDER BY \(search.rank(["title": 10])) LIMIT 20
                """, as: Hit.self)
        }
        #expect(
            hits == [
                Hit(id: 1, title: "<b>Wine</b>", text: "red and white"),
                Hit(id: 2, title: "Cheese", text: "with <b>wine</b>"),
            ])
    }

    @Test func patternsAreMadeOfOthers() {
        let wine: FMSearchPattern = .phrase("red wine") || .prefix("champ")
        let some = wine.excluding(.all("sweet")).in("title")
        let near: FMSearchPattern = .near(["wine", "cheese"], within: 5)
        #expect(some.text == #"{"title"} : (("red wine" OR "champ" *) NOT "sweet")"#)
        #expect(near.text == #"NEAR("wine" "cheese", 5)"#)
    }

    @Test func theNextPageFollowsTheLastRow() throws {
        struct Found: Decodable {
            var id: Int
            var title: String
            var rank: Double
        }
        let db = FMDatabase.memory()
        FMDatabase.registerTokenizer(FMUnicodeTokenizer())
        try db.execute("CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT)")
        for number in 1...50 {
            let title = number % 3 == 0 ? "wine, wine and more wine" : "white wine"
            try db.execute("INSERT INTO book VALUES (\(number), \(title))")
        }
        let search = FMSearchTable("book_search", of: "book", columns: "title")
        try db.createSearchTable(search)
        let pattern = FMSearchPattern.all("wine")
        let all = try db.rows(
            "SELECT rowid FROM book_search WHERE book_search MATCH \(pattern) ORDER BY rank, rowid", as: Int.self)
        var (last, ids) = (Found(id: 0, title: "", rank: -.greatestFiniteMagnitude), [Int]())
        repeat {
            let rank = try search.rank()
            let next = try db.rows(
                """
                SELECT rowid AS id, title, \(rank) AS rank FROM book_search
                WHERE book_search MATCH \(pattern) AND (\(rank), rowid) > (\(last.rank), \(last.id))
                ORDER BY \(rank), rowid LIMIT 20
                """, as: Found.self)
            ids += next.map(\.id)
            guard let end = next.last else { break }
            last = end
        } while ids.count <= all.count
        #expect(ids == all && ids.count == 50)
    }

    @Test func wordsAreLeftOutAndAdded() throws {
        let words = FMStopWordTokenizer(words: ["the", "of", "and"], baseTokenizer: FMUnicodeTokenizer())
        let tokenizer = try FMSynonymTokenizer([["car", "automobile"], ["USA", "America"]], baseTokenizer: words)
        FMDatabase.registerTokenizer(tokenizer, withKey: "english")

        let search = FMSearchTable(
            "story_search", of: "story", columns: "body", tokenizer: .porter(.registered("english")))
        let db = FMDatabase.memory()
        try db.execute("CREATE TABLE story (id INTEGER PRIMARY KEY, body TEXT)")
        try db.createSearchTable(search)
        try db.execute("INSERT INTO story VALUES (1, 'The Automobiles of America')")
        let pattern = try FMSearchPattern(typed: "the USA automobile")
        #expect(
            try db.value("SELECT count(*) FROM story_search WHERE story_search MATCH \(pattern)", as: Int.self) == 1)
    }

    @Test func partsAreFound() throws {
        let db = FMDatabase.memory()
        struct PartNumbers: FMTokenizer {
            func tokenize(_ text: String, for purpose: FMTokenPurpose, _ add: (FMToken) throws -> Void) throws {
                var start = 0
                for part in text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false) {
                    try add(FMToken(String(decoding: part, as: UTF8.self).lowercased(), at: start..<start + part.count))
                    start += part.count + 1
                }
            }
        }

        FMDatabase.registerTokenizer(PartNumbers(), withKey: "parts")
        try db.execute("CREATE VIRTUAL TABLE part USING fts5(number, tokenize = 'fmdb parts')")
        try db.execute("INSERT INTO part VALUES ('AB-12-c'), ('AB-13')")
        #expect(try db.rows("SELECT number FROM part WHERE part MATCH '\"ab-12\"'", as: String.self) == ["AB-12-c"])
    }

    @Test func notesAreFound() throws {
        let queue = try FMDatabaseQueue(path: folder.file("notes.db"), configuration: .init())
        let typed = "buy mi"
        FMDatabase.registerTokenizer(FMUnicodeTokenizer())
        try queue.withDatabase { db in
            try db.execute("CREATE TABLE Note (id INTEGER PRIMARY KEY, text TEXT NOT NULL)")
            try db.execute("INSERT INTO Note (text) VALUES ('Buy milk'), ('Sell milk')")
        }
        struct Note: Codable, FMModel {
            static let tableOptions = FMTableOptions(search: ["text"])
            var id: Int64?
            var text: String
        }

        FMDatabase.registerTokenizer(FMUnicodeTokenizer())
        try queue.createTable(Note.self)

        let pattern = try FMSearchPattern(typed: typed, isLive: true)
        let notes = try queue.find(Note.all.matching(pattern).limit(20))
        #expect(notes.map(\.text) == ["Buy milk"])
    }
}
