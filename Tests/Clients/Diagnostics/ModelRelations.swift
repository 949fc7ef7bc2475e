import FMDBModel

struct Author: Codable, FMModel, Sendable {
    var id: Int64?
    var name: String
    static let books = hasMany(Book.self, by: \.author)

    struct Columns: FMColumns { let name = FMField<Author, String>("name") }
}

struct Book: Codable, FMModel, Sendable {
    var id: Int64?
    var title: String
    var author: Int64

    struct Columns: FMColumns {
        let title = FMField<Book, String>("title")
        let author = FMField<Book, Int64>("author")
    }
}

extension Author {
    // error: Columns of the other model has no such field
    static let works = hasMany(Book.self, by: \.authorId)
    // error: Columns of the other model has no such field
    static let first = hasOne(Book.self, by: \.authorId)
    // error: missing argument for parameter 'by' in call
    static let all = hasMany(Book.self)
    static let named = hasMany(Book.self, by: "author")
}

extension Book {
    // error: Columns has no such field
    static let writer = belongsTo(Author.self, by: \.authorId)
    // error: missing argument for parameter 'by' in call
    static let owner = belongsTo(Author.self)
    static let named = belongsTo(Author.self, by: "author")
}

func relations(_ db: FMDatabase) throws {
    // error: name the relation with its model: including(Author.books)
    for (author, books) in try db.find(Author.all.including(\.books)) { print(author.name, books.count) }
    // error: has no member 'titel'
    _ = Author.books.order(\.titel.descending)
    // error: has no member 'titel'
    _ = Author.books.order(\.titel)
    for (author, books) in try db.find(Author.all.including(Author.books.order(by: .desc("title"), .asc("id")))) {
        print(author.name, books.count)
    }
}
