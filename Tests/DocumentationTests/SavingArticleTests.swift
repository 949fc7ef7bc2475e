import FMDBModel
import Support
import Testing

/// The examples of the article about saving over rows that are there.
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
}
