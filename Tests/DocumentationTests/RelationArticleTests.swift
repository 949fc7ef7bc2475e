import FMDBModel
import FMDBTestHelpers
import Testing

struct Author: Codable, FMModel {
    var id: Int64?
    var name: String
    var born = 1970

    static let books = hasMany(Book.self, by: \.author)
    static let portrait = hasOne(Portrait.self, by: \.author)
}

struct Book: Codable, FMModel {
    var id: Int64?
    var title: String
    var year: Int
    var author: Int64?

    static let writer = belongsTo(Author.self, by: \.author)
    static let tags = hasMany(Tag.self, through: BookTag.self, from: \.book, to: \.tag)
}

extension Author {
    struct Columns: FMColumns {
        let id = FMField<Author, Int64?>("id")
        let name = FMField<Author, String>("name")
        let born = FMField<Author, Int>("born")
    }
}

extension Book {
    struct Columns: FMColumns {
        let id = FMField<Book, Int64?>("id")
        let title = FMField<Book, String>("title")
        let year = FMField<Book, Int>("year")
        let author = FMField<Book, Int64?>("author")
    }
}

struct Portrait: Codable, FMModel {
    var author: Int64
    var file: String

    struct Columns: FMColumns { let author = FMField<Portrait, Int64>("author") }
}

struct Tag: Codable, FMModel {
    var id: Int64?
    var text: String

    struct Columns: FMColumns { let text = FMField<Tag, String>("text") }
}

struct BookTag: Codable, FMModel {
    var book: Int64
    var tag: Int64

    struct Columns: FMColumns {
        let book = FMField<BookTag, Int64>("book")
        let tag = FMField<BookTag, Int64>("tag")
    }
}

extension Author {
    static let latestBook = hasOne(Book.self, by: \.author).order(\.year.descending)
}

struct Line: Decodable {
    var title: String
    var writer: String?
}

struct Chapter: Codable, FMModel {
    var id: Int64?
    var title: String
    var book: Int64
}

extension Chapter {
    static let tableOptions = FMTableOptions(references: [FMReference("book", to: Book.self, onDelete: .cascade)])
}

private struct Page {
    let line: String

    init(_ author: Author, _ books: [Book], _ portrait: Portrait?) {
        line = "\(author.name) \(books.count) \(portrait?.file ?? "-")"
    }
}

/// The examples of the article about relations.
@Suite struct RelationArticleTests {
    private let db = FMDatabase.memory()

    init() throws {
        try db.createTable(Author.self)
        try db.createTable(Book.self)
        try db.createTable(Portrait.self)
        try db.createTable(Tag.self)
        try db.createTable(BookTag.self)
        try db.insert([Author(name: "ann"), Author(name: "bob"), Author(name: "cem")])
        try db.insert([
            Book(title: "b", year: 2010, author: 1), Book(title: "a", year: 1990, author: 1),
            Book(title: "c", year: 1995, author: 2), Book(title: "d", year: 2020),
        ])
        try db.insert(Portrait(author: 1, file: "ann.png"))
        try db.insert([Tag(text: "cats"), Tag(text: "dogs")])
        try db.insert([BookTag(book: 1, tag: 1), BookTag(book: 3, tag: 2)])
    }

    @Test func resultsComeWithWhatBelongsToThem() throws {
        var lines: [String] = []
        func print(_ name: String, _ count: Int) { lines.append("\(name) \(count)") }
        for (author, books) in try db.find(Author.all.including(Author.books.order(\.year.ascending))) {
            print(author.name, books.count)
        }
        let pages = try db.find(Author.all.including(Author.books, Author.portrait).map { Page($0, $1, $2) })
        let shelf = try db.find(Book.all.including(required: Book.writer))
        #expect(lines == ["ann 2", "bob 1", "cem 0"])
        #expect(pages.map(\.line) == ["ann 2 ann.png", "bob 1 -", "cem 0 -"])
        #expect(shelf.map { "\($0.title) \($1.name)" } == ["b ann", "a ann", "c bob"])
    }

    @Test func relatedRowsAreNarrowedDown() throws {
        let titles = try db.find(Author.all.including(Author.books.where { $0.year > 2000 }.select(\.title)))
        let tagged = try db.find(Author.all.including(Author.books.including(Book.tags)))
        #expect(titles.map(\.1) == [["b"], [], []])
        #expect(tagged.map { $0.1.map(\.1.count) } == [[1, 0], [1], []])
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 25))) func relatedRowsAreLimited() throws {
        let newest = try db.find(Author.all.including(Author.books.order(\.year.descending).limit(2)))
        let latest = try db.find(Author.all.including(Author.latestBook))
        #expect(newest.map { $0.1.map(\.title) } == [["b", "a"], ["c"], []])
        #expect(latest.map(\.1?.title) == ["b", "c", nil])
    }

    @Test func rowsComeWithTheNumberOfThoseThatBelongToThem() throws {
        var lines: [String] = []
        func print(_ name: String, _ count: Int) { lines.append("\(name) \(count)") }
        for (author, count) in try db.find(Author.all.including(Author.books.count)) {
            print(author.name, count)
        }
        #expect(lines == ["ann 2", "bob 1", "cem 0"])
    }

    @Test func rowsOfTwoTablesAreJoined() throws {
        var pairs: [String] = []
        func print(_ title: String, _ name: String) { pairs.append("\(title) \(name)") }
        let early = Book.all.joining(Book.writer).where { book, writer in book.year < writer.born + 30 }
        for (title, name) in try db.find(early.select { ($0.title, $1.name) }) {
            print(title, name)
        }

        let lines = Book.all.joining(optional: Book.writer).order { book, _ in book.title.ascending }
        let list = try db.find(lines.select(Line.self) { [$1.name.as("writer")] })
        #expect(pairs.sorted() == ["a ann", "c bob"])
        #expect(list.map(\.writer) == ["ann", "ann", "bob", nil])
    }

    @Test func whatBelongsToOneModel() throws {
        let author = try #require(try db.find(Author.self, id: 1))
        let books = try db.find(Author.books.of(author).order(\.title.ascending))
        #expect(books.map(\.title) == ["a", "b"])
    }

    @Test func conditionsAndOrder() throws {
        let published = try db.find(Author.all.where(Author.books.where { $0.year > 2000 }.exists))
        let waiting = try db.find(Author.all.where(!Author.books.exists))
        let busy = try db.find(Author.all.where(Author.books.count > 1).order(by: Author.books.count.descending))
        let byAuthor = try db.find(Book.all.order(by: Book.writer.value(\.name).ascending, .asc("title")))
        let latest = Author.books.value { $0.max($0.year) }
        let years = try db.find(Author.all.select { ($0.name, Author.books.count, latest) })
        #expect(published.map(\.name) == ["ann"])
        #expect(waiting.map(\.name) == ["cem"])
        #expect(busy.map(\.name) == ["ann"])
        #expect(byAuthor.map(\.title) == ["d", "a", "b", "c"])
        #expect(years.map(\.2) == [2010, 1995, nil])
    }

    @Test func conditionsAcrossSeveralRelations() throws {
        let fans = Author.books.where(Book.tags.where { $0.text == "cats" }.exists).exists
        let found = try db.find(Author.all.where { $0.name.hasPrefix("a") && fans })
        #expect(found.map(\.name) == ["ann"])
    }

    @Test func chaptersGoWithTheirBook() throws {
        let book: Int64 = 3
        try db.createTable(Chapter.self)
        try db.execute("PRAGMA foreign_keys = ON")
        try db.insert(Chapter(title: "one", book: book))
        try db.delete(Book.self, id: book)
        #expect(try db.count(Chapter.self) == 0)
    }

    @Test func theStatementIsPrinted() {
        var printed = ""
        func print(_ request: Author.Request) { printed = "\(request)" }
        print(Author.all.where(Author.books.count > 1))
        // SELECT `id`, `name`, `born` FROM "Author" WHERE (SELECT count(*) FROM "Book" WHERE "Book".`author` = "Author".`id`) > ?
        #expect(
            printed.hasSuffix("WHERE (SELECT count(*) FROM \"Book\" WHERE \"Book\".`author` = \"Author\".`id`) > ?"))
    }
}
