import FMDBModel
import FMDBTestHelpers

/// A page of a site, with its own number and a unique address.
struct SitePage: Codable, FMModel, Sendable, Equatable {
    static let tableOptions = FMTableOptions(
        unique: [["address"], ["site", "place"]], created: "made", updated: "seen")

    var id: Int64?
    var address: String?
    var title = "untitled"
    var visits = 1
    var site = "a"
    var place: Int?
    var made: Date?
    var seen: Date?

    struct Columns: FMColumns {
        let id = FMField<SitePage, Int64?>("id")
        let address = FMField<SitePage, String?>("address")
        let title = FMField<SitePage, String>("title")
        let visits = FMField<SitePage, Int>("visits")
        let place = FMField<SitePage, Int?>("place")
        let seen = FMField<SitePage, Date?>("seen")
    }
}

/// A database with two pages: `/a` and `/b`.
struct UpsertScene {
    let db = FMDatabase.memory()

    init() throws {
        try db.createTable(SitePage.self)
        try db.insert([
            SitePage(address: "/a", title: "A", visits: 5, place: 1), SitePage(address: "/b", title: "B", place: 2),
        ])
        try db.execute("UPDATE SitePage SET made = 1, seen = 1")
    }

    /// Without the times.
    var table: String {
        drawn(
            db.executeQuery(
                "SELECT id, address, title, visits, place FROM SitePage ORDER BY id", withArgumentsIn: []))
    }
}
