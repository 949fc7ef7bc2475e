import FMDBModel
import Foundation

struct Note: Codable, FMModel, Sendable {
    var id: Int64?
    var title: String
    var email: String?
    var price: Decimal
    var pages: Int

    struct Columns: FMColumns {
        let id = FMField<Note, Int64?>("id")
        let title = FMField<Note, String>("title")
        let email = FMField<Note, String?>("email")
        let price = FMField<Note, Decimal>("price")
        let pages = FMField<Note, Int>("pages")
    }
}

func texts(_ db: FMDatabase, _ queue: FMDatabaseQueue, _ text: String) throws {
    // error: whose values are bound
    _ = try queue.first(Note.self, where: text)
    // error: whose values are bound
    _ = try db.count(Note.self, where: text)
    // error: whose values are bound
    _ = try db.exists(Note.self, where: text)
    // error: whose values are bound
    try db.delete(Note.self, where: text)
    // error: whose values are bound
    try db.update(Note.self, set: [\.pages <- 3], where: text)
    // error: whose values are bound
    _ = Note.all.where(text)
    // error: write `isEqual(to: text, ignoringCase: true)`
    _ = try db.find(Note.self) { $0.title.lowercased() == text }
    // error: write `isEqual(to: text, ignoringCase: true)`
    _ = try db.find(Note.self) { $0.email.uppercased() == text }
    // error: write `hasPrefix(text)`
    _ = try db.find(Note.self) { $0.title.starts(with: text) }
    // error: which counts Unicode scalars
    _ = try db.find(Note.self) { $0.title.count > 3 }
}

func numbers(_ db: FMDatabase) throws {
    // error: SQLite has no decimal arithmetic
    _ = try db.find(Note.self) { $0.price * 2 > 10 }
    // error: SQLite has no decimal arithmetic
    _ = try db.find(Note.all.select { $0.price + 1 })
    // error: write the field first: `$0.field.in(values)`
    _ = try db.find(Note.self) { [1, 2].contains($0.pages) }
    // error: write the field first: `$0.field.in(range)`
    _ = try db.find(Note.self) { (1...2).contains($0.pages) }
    // error: write `sum(Note.self, "pages", as: Int.self)`, or `sum(\Note.pages)`
    _ = try db.sum(Note.self, \.pages)
    // error: write `max(Note.self, "pages", as: Int.self)`, or `max(\Note.pages)`
    _ = try db.max(Note.self, \.pages)
    // error: write `set: [FMAssignment("title", "x")]`
    try db.update(Note.self, set: ["title": "x"], where: .all)
}

func requests(_ db: FMDatabase, _ pattern: FMSearchPattern) throws {
    // error: has no member 'titel'
    _ = try db.find(Note.all.order(\.titel.descending).limit(3))
    // error: has no member 'titel'
    _ = try db.find(Note.all.order(\.titel))
    // error: write `order(\.field)`
    _ = try db.find(Note.all.order(by: \.title))
    // error: write `order(\.field)`
    _ = try db.find(Note.all.sorted(by: \.title))
    // error: 'filter' has been renamed to 'where'
    _ = try db.find(Note.all.filter { $0.pages > 3 })
    // error: write `matching(pattern).including { $0.snippet(\.field) }`
    _ = try db.find(Note.all.matching(pattern).select { $0.snippet(\.title) })
}

func otherValues(_ db: FMDatabase, _ flag: Bool) throws {
    // error: a Bool is not a condition: write `flag ? condition : .all`, or `.none`
    _ = try db.find(Note.all.where { !flag || $0.pages > 50 })
    // error: a Bool is not a condition: write `flag ? condition : .all`, or `.none`
    _ = try db.find(Note.self) { !flag && $0.pages > 50 }
    // error: cannot convert value of type 'Bool' to expected argument type 'FMWhere<Note>'
    _ = try db.find(Note.self) { flag || $0.pages > 50 }
    // error: cannot convert value of type 'String' to expected argument type 'Int'
    _ = try db.find(Note.self) { $0.pages == "x" || $0.pages > 3 }
    // error: write `{ [$0.field <- value] }`, or `set: [FMAssignment("field", value)]`
    try db.update(Note.all.where { $0.title == "x" }) { $0.pages = 3 }
    // error: write `{ [$0.field <- value] }`, or `set: [FMAssignment("field", value)]`
    try db.update(Note.all) { $0.pages += 3 }
    _ = try db.find(Note.self) { flag ? $0.pages > 50 : .all }
    if !flag { try db.update(Note.all) { [$0.pages <- $0.pages + 3] } }
    try db.update(Note.all) { note in [note.pages <- 3, note.title <- "x"] }
}

func legal(_ db: FMDatabase, _ pattern: FMSearchPattern, _ pool: FMDatabasePool, _ title: String) async throws {
    _ = try db.find(Note.all.order(\.title))
    _ = try db.find(Note.all.order(\.title.desc, \.pages))
    _ = try db.find(Note.all.order { $0.title }.order(\.pages.asc).order { $0.price.descending.nulls(.first) })
    _ = try db.find(Note.all.order(\.title, \.pages.desc, \.price.asc, \.id.ascending, \.email.descending))
    _ = try db.find(Note.all.order(by: .asc("title"), .desc("pages")))
    _ = try db.find(Note.self, orderBy: .asc("title"))
    _ = try db.find(Note.self, orderBy: .desc(\.title), limit: 5) { $0.pages > 3 }
    _ = try db.find(Note.self, orderBy: [.desc(\.title), .asc("pages")])
    _ = try db.find(Note.self, where: "title = \(title)")
    _ = try db.find(Note.all.where("title = \(title)").where { $0.email.isEmpty || $0.title.isEmpty })
    for (title, pages) in try db.find(Note.all.select(\.title, \.pages)) { print(title.count, pages + 1) }
    _ = try db.find(Note.all.select(\.title, \.pages, \.price, \.email)).map { $0.2 + 1 }
    for (pages, count) in try db.find(Note.all.group(\.pages).order(\.count.desc, \.pages).select(\.pages, \.count)) {
        print(pages + count)
    }
    _ = try db.find(Note.self, ids: [1, 2])
    _ = try await pool.find(Note.self, ids: [Int64(1), 2])
    for (note, title, email) in try db.find(
        Note.all.matching(pattern).including { ($0.snippet(\.title), $0.highlight(\.email)) })
    {
        print(note.title, title.count, email ?? "")
    }
    _ = [1, 2].contains(3) && (1...3).contains(2) && "ab".contains("a")
}
