import FMDBModel

struct Author: Codable, FMModel {
    static let tableOptions = FMTableOptions(unique: ["name"])
    static let books = hasMany(Book.self, by: \.author)
    static let newestBook = hasOne(Book.self, by: \.author).order(by: .desc("year"), .asc("title"))

    var id: Int64?
    var name: String
    var country: String

    struct Columns: FMColumns {
        let name = FMField<Author, String>("name")
        let country = FMField<Author, String>("country")
    }
}

/// A book as the first version of the program knew it.
struct FirstBook: Codable, FMModel {
    static let tableName = Book.tableName

    var id: Int64?
    var title: String
    var author: Int64
}

struct Book: Codable, FMModel {
    static let tableOptions = FMTableOptions(
        references: [FMReference("author", to: Author.self, onDelete: .cascade)], defaults: ["year": 2000])
    static let writer = belongsTo(Author.self, by: \.author)
    static let tags = hasMany(Tag.self, through: BookTag.self, from: \.book, to: \.tag)

    var id: Int64?
    var title: String
    var author: Int64
    var year: Int

    struct Columns: FMColumns {
        let id = FMField<Book, Int64?>("id")
        let title = FMField<Book, String>("title")
        let author = FMField<Book, Int64>("author")
        let year = FMField<Book, Int>("year")
    }
}

struct Tag: Codable, FMModel {
    static let books = hasMany(Book.self, through: BookTag.self, from: \.tag, to: \.book)

    var id: Int64?
    var text: String

    struct Columns: FMColumns {
        let text = FMField<Tag, String>("text")
    }
}

/// Which tags a book has.
struct BookTag: Codable, FMModel {
    static let tableOptions = FMTableOptions(
        key: ["book", "tag"],
        references: [
            FMReference("book", to: Book.self, onDelete: .cascade),
            FMReference("tag", to: Tag.self, onDelete: .cascade),
        ])

    var book: Int64
    var tag: Int64

    struct Columns: FMColumns {
        let book = FMField<BookTag, Int64>("book")
        let tag = FMField<BookTag, Int64>("tag")
    }
}

/// A line of a list.
struct Entry: Decodable {
    var title: String
    var year: Int
    var writer: String
}
