import FMDBModel

struct Author: Codable, FMModel {
    var id: Int64?
    var name: String

    static let books = hasMany(Book.self, by: \.author)
    static let newest = hasOne(Book.self, by: \.author).order(\.year.descending)

    struct Columns: FMColumns {
        let id = FMField<Author, Int64?>("id")
        let name = FMField<Author, String>("name")
    }
}

struct Book: Codable, FMModel {
    var id: Int64?
    var title: String
    var year: Int
    var author: Int64?

    static let writer = belongsTo(Author.self, by: \.author)

    struct Columns: FMColumns {
        let title = FMField<Book, String>("title")
        let year = FMField<Book, Int>("year")
        let author = FMField<Book, Int64?>("author")
    }
}

struct Shelf {
    var author: Author
    var books: [Book]
}

func shelves(_ queue: FMDatabaseQueue) async throws -> [Shelf] {
    let busy = try await queue.find(Author.all.where(Author.books.count > 3))
    for (author, books) in try await queue.find(Author.all.including(Author.books)) { print(author.name, books.count) }
    for (book, writer) in try await queue.find(Book.all.including(required: Book.writer)) {
        print(book.title, writer.name, busy.count)
    }
    return try await queue.find(Author.all.including(Author.books).map { Shelf(author: $0, books: $1) })
}
