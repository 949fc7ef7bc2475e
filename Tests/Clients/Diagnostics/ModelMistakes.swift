import FMDBModel

// Calls of models that nearly fit.

struct Plain: Codable, FMModel {
    // error: 'init(primaryKey:)' has been renamed to 'init(key:)'
    static let tableOptions = FMTableOptions(primaryKey: "id")
    var id: Int64?
    var name: String
}

struct Tag: Codable, FMModel {
    // error: write `key: "name"`
    static let tableOptions = FMTableOptions(key: \.name)
    var name: String
}

struct Label: Codable, FMModel {
    // error: write `unique: ["name"]`
    static let tableOptions = FMTableOptions(unique: "name")
    var name: String
}

struct Author: Codable, FMModel {
    // error: name a field of Columns, by: \.author, or the column, by: "author"
    static let books = hasMany(Book.self, by: \Book.author)
    var id: Int64?
}

struct Book: Codable, FMModel {
    // error: name a field of Columns, by: \.author, or the column, by: "author"
    static let writer = belongsTo(Author.self, by: \Book.author)
    var id: Int64?
    var author: Int64?
    var title = ""
    var price: Double?

    struct Columns: FMColumns {
        let author = FMField<Book, Int64?>("author")
        let title = FMField<Book, String>("title")
        let price = FMField<Book, Double?>("price")
    }
}

func conditions(_ db: FMDatabase, _ queue: FMDatabaseQueue, _ text: String, _ number: Int) throws {
    // error: whose values are bound; for trusted SQL, `FMWhere(raw: text)`
    _ = try db.find(Book.self, where: text)
    // error: interpolate the values: where: "a = \(a)"
    _ = try db.find(Book.self, where: "title = ?", text)
    // error: interpolate the values: where: "a = \(a)"
    _ = try queue.find(Book.self, where: "title = ?", arguments: [text])
    // error: the closure follows the call: find(Note.self) { $0.pages > 3 }
    _ = try db.find(Book.self, where: { $0.title == text })
    // error: a condition is a closure: find(Note.self) { $0.title == text }
    _ = try db.find(Book.self, where: \.title == "x")
    // error: a condition is a closure: find(Note.self) { $0.title == text }
    _ = try db.find(Book.all.where(\.title == "x"))
    // error: a condition is a closure: find(Note.self) { $0.pages > 3 }
    _ = try db.find(Book.self, where: \.title > "x")
    // error: compare with a value of the field's type
    _ = try db.find(Book.self) { $0.price > "500" }
    // error: compare with a value of the field's type
    _ = try db.find(Book.self) { $0.price <= number }
    // error: compare with a value of the field's type
    _ = try db.find(Book.self) { $0.price == number }
    // error: write `"ifnull(\($0.field), 0) > 3"`
    _ = try db.find(Book.self) { ($0.price ?? 0) > 3 }
    _ = try db.find(Book.self, where: "title = \(text)") { $0.price > 500 && $0.price == nil || $0.price != 3 }
    _ = try db.find(Book.self) { $0.price == Double(number) && $0.title == text }
}

func orders(_ db: FMDatabase) throws {
    // error: write `orderBy: .asc("title")`, or `.desc("title")`
    _ = try db.find(Book.self, orderBy: ["title"])
    // error: give the model `Columns`, or order by a name
    _ = try db.find(Plain.all.order(\.name))
    // error: has been renamed to 'find(_:id:)'
    _ = try db.find(Book.self, key: 7)
    // error: write `orderBy: .asc("title")`, or `.desc("title")`
    _ = try db.find(Book.self, orderBy: "title")
    // error: write `orderBy: .asc("title")`, or `find(Note.all.order(\.title))`
    _ = try db.find(Book.self, orderBy: \.title)
    // error: 'ascending' has been renamed to 'asc'
    _ = try db.find(Book.self, orderBy: [.ascending("title")])
    // error: write `order(\.field)` or `order(\.field.desc)`
    _ = try db.find(Book.all.order(\.title, ascending: false))
    // error: has no member 'titel'
    _ = try db.find(Book.all.order(\.titel))
    _ = try db.find(Book.self, orderBy: [.asc("title"), .desc("price")])
    _ = try db.find(Book.self, orderBy: [])
}

func verbs(_ db: FMDatabase) throws {
    // error: write `db.find(Note.self)`
    _ = try Book.fetchAll(db)
    // error: or `db.find(Note.self, id: 7)`
    _ = try Book.fetchOne(db, key: 7)
    // error: write `db.find(request)`
    _ = try Book.all.where { $0.title == "x" }.fetchAll(db)
    // error: write `[$0.field <- $0.field + 1]`
    try db.update(Book.all) { $0.price += 1 }
    try db.update(Book.all) { [$0.price <- $0.price + 1] }
}

func members(_ db: FMDatabase) throws {
    // error: no such member: a field has ==, in(…), contains, hasPrefix, like and others
    _ = try db.find(Book.self) { $0.title.hasPrefx("x") }
    // error: no such member: a field has ==, in(…), contains, hasPrefix, like and others
    _ = try db.find(Book.all.where { $0.price.between(1, 3) && $0.title == "x" })
    // error: FMNoSuchMember<Book>
    _ = try db.find(Book.self) { $0.title.isNil }
    // error: FMNoSuchMember<Book>
    _ = try db.find(Book.all.where(\.title.isNil))
    // error: FMNoSuchMember<Book>
    _ = try db.find(Book.all.order(\.title.lower))
}

func verbsOfDatabases(_ db: FMDatabase, _ queue: FMDatabaseQueue, _ book: Book) throws {
    // error: write `db.save(&model)`
    try book.save(queue)
    // error: write `db.delete(model)`
    try book.delete(db)
    // error: write `db.find(Note.self)`, or `db.find(Note.self, id: 7)`
    _ = try Book.find(queue, id: 7)
    // error: write `db.find(Note.self)`
    _ = try Book.fetchAll(queue)
    // error: write `find(Note.self)`
    _ = try queue.fetchAll(Book.self)
    // error: a request starts with all: db.find(Note.all.where { $0.pages > 3 })
    _ = try db.find(Book.where { $0.title == "x" })
    // error: a request starts with all: db.find(Note.all.where { $0.pages > 3 })
    _ = try db.find(Book.filter { $0.title == "x" })
    // error: a request starts with all: db.find(Note.all.where { $0.pages > 3 })
    _ = try db.find(Book.order(\.title))
    // error: write `db.find(request)`
    _ = try Book.all.find(queue)
    // error: write `values(of: Note.all)`
    _ = queue.values(of: Book.self)
    // error: write `find(Author.books.of(author))`, or `Author.all.including(Author.books)`
    _ = try db.find(Book.writer)
    // error: 'include' has been renamed to 'including'
    _ = try db.find(Book.all.include(Book.writer))
    // error: one call for each type: createTable(Note.self)
    try db.createTable([Book.self, Author.self])
    // error: the closure follows the call: delete(Note.self) { $0.pages > 3 }
    try db.delete(Book.self, where: { $0.title == "x" })
    // error: write `set: [FMAssignment("title", "x")]`
    try db.update(Book.self, set: ["title": "x"]) { $0.title == "y" }
    // error: write `model.title = "x"` first, then `update(model)`
    try db.update(book) { $0.title = "x" }
    try db.update(book)
}
