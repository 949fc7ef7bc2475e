import FMDBModel
import FMDBTestHelpers
import Testing

/// Models that are found by their words.
@Suite(.enabled(if: SQLiteVersion.hasFTS5)) struct SearchRequestTests {
    private struct Book: Codable, FMModel, Sendable, Equatable {
        static let tableOptions = FMTableOptions(search: ["title", "body"])
        static let remarks = hasMany(Remark.self, by: \.book)
        var id: Int64?
        var title: String
        var body: String?

        struct Columns: FMColumns {
            let id = FMField<Book, Int64?>("id")
            let title = FMField<Book, String>("title")
            let body = FMField<Book, String?>("body")
        }
    }

    private struct Remark: Codable, FMModel, Sendable {
        var id: Int64?
        var book: Int64

        struct Columns: FMColumns {
            let book = FMField<Remark, Int64>("book")
        }
    }

    private let db = FMDatabase.memory()

    init() throws {
        FMDatabase.registerTokenizer(FMUnicodeTokenizer())
        #expect(try db.createTable(Book.self).isSearchMade)
        try db.createTable(Remark.self)
        try db.insert([
            Book(title: "Wine", body: "red and white"), Book(title: "Cheese", body: "goes with red wine"),
            Book(title: "Tea", body: "绿茶和红茶"), Book(title: "Beer", body: nil),
        ])
        try db.insert([Remark(book: 1), Remark(book: 1), Remark(book: 2)])
    }

    private func titles(_ request: Book.Request) throws -> [String] { try db.find(request).map(\.title) }

    @Test func theBestComeFirst() throws {
        #expect(try titles(Book.all.matching(.all("wine"))) == ["Wine", "Cheese"])
        #expect(try titles(Book.all.matching(.all("wine"), weights: ["title": 0.01])) == ["Cheese", "Wine"])
        #expect(try titles(Book.all.matching(.phrase("红茶"))) == ["Tea"])
        #expect(try titles(Book.all.matching(FMSearchPattern(typed: "che", isLive: true))) == ["Cheese"])
        #expect(try titles(Book.all.matching(FMSearchPattern(typed: ""))) == [])
        #expect(try db.first(Book.all.matching(.all("wine")))?.title == "Wine")
    }

    @Test func requestsGoOn() throws {
        let red = Book.all.matching(.all("red"))
        #expect(try titles(red.where { $0.title != "Wine" }) == ["Cheese"])
        #expect(try titles(Book.all.where { $0.id == 1 }.matching(.all("red"))) == ["Wine"])
        #expect(try titles(Book.all.order(\.title.ascending).matching(.all("red"))) == ["Cheese", "Wine"])
        #expect(try titles(red.unordered().order(\.title.descending)) == ["Wine", "Cheese"])
        #expect(try titles(red.limit(1)).count == 1)
        #expect(try titles(red.limit(1).offset(1)).count == 1)
        #expect(try db.count(red) == 2)
        #expect(try db.exists(red))
        #expect(try db.find(red.select(\.title)).sorted() == ["Cheese", "Wine"])
        #expect(try db.find(red.including(Book.remarks.count)).map(\.1).sorted() == [1, 2])
        #expect(try db.find(red.including(Book.remarks)).map(\.1.count).sorted() == [1, 2])
        #expect(try db.find(Remark.all.where { $0.book.in(red.select(\.id)) }).count == 3)
    }

    @Test func whatWasFoundIsShown() throws {
        let red = Book.all.order(\.id.ascending).matching(.all("red"))
        let shown = try db.find(red.including { $0.snippet(\.body, before: "[", after: "]", tokens: 2) })
        #expect(shown.map(\.1) == ["[red] and…", "…[red] wine"])
        let marked = try db.find(red.including { $0.highlight(\.body, before: "[", after: "]") })
        #expect(marked.map(\.1) == ["[red] and white", "goes with [red] wine"])
        let two = red.including { ($0.highlight(\.body, before: "[", after: "]"), $0.snippet("body", tokens: 2)) }
        #expect(try db.find(two).map(\.1) == marked.map(\.1))
        let three = try db.find(red.including { ($0.rank, $0.highlight("body"), $0.snippet(\.body)) })
        #expect(three.map(\.0.title) == marked.map(\.0.title))
        #expect(three.allSatisfy { $0.1 < 0 && $0.2 != nil && $0.3 != nil })
        #expect(try db.find(red.including { $0.rank }).allSatisfy { $0.1 < 0 })
        let named = try db.find(red.including { $0.snippet("body", before: "[", after: "]", tokens: 2) })
        #expect(named.map(\.1) == ["[red] and…", "…[red] wine"])
        #expect(try db.find(red.including { $0.snippet() }).compactMap(\.1).allSatisfy { $0.contains("<b>red</b>") })
        #expect(try db.find(red.including { $0.highlight("body") }).first?.1 == "<b>red</b> and white")
        #expect(throws: FMError.self) { try db.find(red.including { $0.snippet("isbn") }) }

        struct Line: Decodable, Equatable {
            var title: String
            var text: String
        }
        let hit = FMSearchHit<Book>()
        let lines = red.select(Line.self) { _ in [hit.highlight(\.body, before: "", after: "").as("text")] }
        #expect(try db.find(lines).first == Line(title: "Wine", text: "red and white"))
    }

    @Test func rowsThatAreFoundAreChanged() throws {
        #expect(try db.update(Book.all.matching(.all("red"))) { [$0.title <- "x"] } == 2)
        #expect(try titles(Book.all.matching(.all("x"))).count == 2)
        #expect(try db.delete(Book.all.matching(.all("茶"))) == 1)
        #expect(try titles(Book.all.matching(.all("茶"))) == [])
        try db.checkSearchTable(Book.searchTable)
    }

    @Test func savingKeepsTheIndex() throws {
        try db.save(Book(id: 1, title: "Port", body: nil))
        try db.execute("INSERT OR REPLACE INTO Book VALUES (2, 'Sherry', '')")
        #expect(try titles(Book.all.matching(.any("wine red"))) == [])
        #expect(try titles(Book.all.matching(.any("port sherry"))).sorted() == ["Port", "Sherry"])
        try db.checkSearchTable(Book.searchTable)
    }

    @Test func anUpgradeMakesItAnew() throws {
        #expect(try db.upgradeTable(Book.self).isEmpty)
        try db.execute("DROP TRIGGER Book_search_update")
        let plan = try db.upgradePlan(for: Book.self)
        #expect(plan.isSearchMade && plan.description == "Book: created the full-text table")
        #expect(try db.upgradeTable(Book.self) == plan)
        #expect(try db.upgradePlan(for: Book.self).isEmpty)

        try db.execute("ALTER TABLE Book RENAME COLUMN body TO text")
        try db.upgradeTable(Book.self, renamed: ["body": "text"])
        #expect(try titles(Book.all.matching(.all("goes"))) == ["Cheese"])
        try db.checkSearchTable(Book.searchTable)
    }

    /// The table that `Book` was, with other columns.
    private struct Shorter: Codable, FMModel, Sendable {
        static let tableOptions = FMTableOptions(search: ["title"])
        static let tableName = "Book"
        var id: Int64?
        var title: String
    }

    private struct Longer: Codable, FMModel, Sendable {
        static let tableOptions = FMTableOptions(search: ["title", "remark"])
        static let tableName = "Book"
        var id: Int64?
        var title: String
        var body: String?
        var remark: String?
    }

    private struct Unsearched: Codable, FMModel, Sendable {
        static let tableName = "Book"
        var id: Int64?
        var title: String
    }

    @Test func anUpgradeDropsAColumnThatWasSearched() throws {
        let plan = try db.upgradePlan(for: Shorter.self, policy: .dropRemoved)
        #expect(plan.dropped == ["body"] && plan.isSearchMade)
        let report = try db.upgradeTable(Shorter.self, policy: .dropRemoved)
        #expect(report.dropped == ["body"] && report.isSearchMade)
        #expect(try db.rows("SELECT title FROM Book_search('wine')", as: String.self) == ["Wine"])
        try db.insert(Shorter(title: "Port wine"))
        try db.checkSearchTable(Shorter.searchTable)
        #expect(try db.upgradeTable(Shorter.self, policy: .dropRemoved).isEmpty)
    }

    @Test func anUpgradeAddsAColumnThatIsSearched() throws {
        #expect(try db.upgradePlan(for: Longer.self).isSearchMade)
        #expect(try db.upgradeTable(Longer.self).isSearchMade)
        try db.insert(Longer(title: "Port", remark: "sweet"))
        #expect(try db.rows("SELECT title FROM Book_search('sweet')", as: String.self) == ["Port"])
    }

    /// Both for the model's own full-text table, which its options do not name any more, and for another one.
    @Test func anUpgradeDoesNotDropWhatIsSearched() throws {
        try db.createSearchTable(FMSearchTable("texts", of: "book", columns: "BODY"))
        let rows = try db.rows("SELECT name, sql FROM sqlite_master ORDER BY name", as: (String, String?).self)
        func expectRefusal(_ table: String, _ upgrade: () throws -> FMUpgradeReport) throws {
            let error = thrown { try upgrade() }
            #expect(error?.resultCode == .misuse)
            #expect(error?.message.contains("the full-text table \(table) indexes the column body") == true)
            let left = try db.rows("SELECT name, sql FROM sqlite_master ORDER BY name", as: (String, String?).self)
            #expect(left.map(\.0) == rows.map(\.0) && left.map(\.1) == rows.map(\.1))
        }
        try expectRefusal("Book_search") { try db.upgradePlan(for: Unsearched.self, policy: .dropRemoved) }
        try expectRefusal("Book_search") { try db.upgradeTable(Unsearched.self, policy: .dropRemoved) }
        try expectRefusal("texts") { try db.upgradeTable(Shorter.self, policy: .dropRemoved) }
        try db.dropSearchTable(FMSearchTable("texts", of: "Book", columns: "body"))
        #expect(try db.upgradeTable(Shorter.self, policy: .dropRemoved).isSearchMade)
    }

    private struct Foreign: Codable, FMModel, Sendable {
        static let tableOptions = FMTableOptions(
            search: FMModelSearch(["title"], tokenizer: .registered("nobody's tokenizer")))
        var id: Int64?
        var title: String
    }

    @Test func withoutItsTokenizerNoTableIsMade() throws {
        #expect(thrown { try db.createTable(Foreign.self) }?.resultCode == .misuse)
        #expect(try db.value("SELECT count(*) FROM sqlite_master WHERE name LIKE 'Foreign%'", as: Int.self) == 0)
        // Nor is one that is there changed.
        try db.execute("CREATE TABLE \"Foreign\" (id INTEGER PRIMARY KEY)")
        #expect(thrown { try db.createTable(Foreign.self) }?.resultCode == .misuse)
        #expect(try db.rows("SELECT name FROM pragma_table_info('Foreign')", as: String.self) == ["id"])
    }

    @Test func whatCannotBeSearchedIsRefused() throws {
        let wine = Book.all.matching(.all("wine"))
        let requests: [Book.Request] = [
            Book.all.from("other").matching(.all("x")), wine.from("other"), wine.matching(.all("x")),
            Book.all.map { $0 }.matching(.all("x")), Book.all.matching(.all("x"), weights: ["id": 1]),
        ]
        for request in requests { #expect(thrown { try db.find(request) }?.resultCode == .misuse) }
        #expect(thrown { try db.find(Remark.all.matching(.all("x"))) }?.resultCode == .misuse)
        #expect(thrown { try Remark.searchTable }?.resultCode == .misuse)
        #expect(thrown { try db.find(wine.including { $0.highlight(\.id) }) }?.resultCode == .misuse)
        #expect(thrown { try db.find(Book.all.including(FMSearchHit<Book>().rank)) }?.resultCode == .error)
        let lost = wine.joining(Book.remarks).select { $1.book }
        #expect(thrown { try db.find(lost) }?.resultCode == .misuse)
    }

    @Test func itsTextIsShown() throws {
        #expect(
            try Book.all.where { $0.title == "a" }.matching(.all("x")).limit(2).sql.text == """
                SELECT "Book".`id`, "Book".`title`, "Book".`body` FROM "Book" JOIN main."Book_search" ON \
                "Book_search".rowid = "Book".`id` AND "Book_search" MATCH ? WHERE "Book".`title` = ? \
                ORDER BY "Book_search".rank ASC LIMIT ?
                """)
    }
}
