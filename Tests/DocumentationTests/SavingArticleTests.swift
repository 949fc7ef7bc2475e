import FMDBModel
import FMDBTestHelpers
import Testing

/// The examples of the article about saving models.
@Suite struct SavingArticleTests {
    struct Page: Codable, FMModel {
        static let tableOptions = FMTableOptions(unique: [["address"]])

        var id: Int64?
        var address: String
        var title = ""
        var visits = 1

        struct Columns: FMColumns {
            let address = FMField<Page, String>("address")
            let title = FMField<Page, String>("title")
            let visits = FMField<Page, Int>("visits")
        }
    }

    enum ArticleError: Error { case noTitle }

    struct Article: Codable, FMModelCallbacks {
        var id: Int64?
        var title: String
        var text: String
        var words = 0

        mutating func willSave(in database: FMDatabase) throws {
            guard !title.isEmpty else { throw ArticleError.noTitle }
            words = text.split(separator: " ").count
        }

        func didSave(in database: FMDatabase) throws {
            try database.execute("INSERT INTO history (article, words) VALUES (\(id), \(words))")
        }
    }

    private let db = FMDatabase.memory()

    init() throws { try db.createTable(Page.self) }

    @Test func aModelIsSavedByAUniqueColumn() throws {
        try db.insert(Page(address: "/news"))
        var page = Page(address: "/news", title: "News")
        try db.save(&page, by: \.address)
        #expect(page.id == 1)
        let isNew = try db.save(page, by: \.address, onConflict: .ignore)
        #expect(!isNew)
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 24))) func someColumnsAreSet() throws {
        try db.insert(Page(address: "/news", title: "News", visits: 4))
        let visited = try db.upsert(Page(address: "/news"), by: \.address) { row, new in
            [row.visits <- row.visits + new.visits]
        }
        #expect(visited.visits == 5)
        #expect(visited.title == "News")
        let pages = try db.upsert([Page(address: "/news"), Page(address: "/about")], by: \.address)
        #expect(pages.map(\.id) == [1, 2])
    }

    @Test func aModelIsCalled() throws {
        try db.createTable(Article.self)
        try db.execute("CREATE TABLE history (article INTEGER, words INTEGER)")
        var article = Article(title: "News", text: "three short words")
        try db.save(&article)
        #expect(article.words == 3)
        #expect(try db.value("SELECT article || ' ' || words FROM history") == "1 3")
        article.title = ""
        #expect(throws: ArticleError.self) { try db.save(article) }
    }
}
