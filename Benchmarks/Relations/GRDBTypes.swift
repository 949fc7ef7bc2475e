import GRDB

extension GRDBTasks {
    struct Author: Codable, FetchableRecord, TableRecord {
        var id: Int64?
        var name: String
        var born: Int

        static let books = hasMany(Book.self)
        static let portrait = hasOne(Portrait.self)

        enum Columns {
            static let name = Column(CodingKeys.name)
        }
    }

    struct Portrait: Codable, FetchableRecord, TableRecord {
        var id: Int64?
        var file: String
        var authorId: Int64
    }

    struct Book: Codable, FetchableRecord, TableRecord {
        var id: Int64?
        var title: String
        var year: Int
        var authorId: Int64?

        static let author = belongsTo(Author.self)
        static let bookTags = hasMany(BookTag.self)
        static let tags = hasMany(Tag.self, through: bookTags, using: BookTag.tag)

        enum Columns {
            static let title = Column(CodingKeys.title)
            static let year = Column(CodingKeys.year)
        }
    }

    struct Tag: Codable, FetchableRecord, TableRecord {
        var id: Int64?
        var text: String
    }

    struct BookTag: Codable, FetchableRecord, TableRecord {
        var bookId: Int64
        var tagId: Int64

        static let tag = belongsTo(Tag.self)
    }

    struct Employee: Codable, FetchableRecord, TableRecord {
        var id: Int64?
        var name: String
        var bossId: Int64?

        static let boss = belongsTo(Employee.self, key: "boss")
        static let staff = hasMany(Employee.self, key: "staff")
    }

    struct BookWithAuthor: Decodable, FetchableRecord {
        var book: Book
        var author: Author?
    }

    struct BookOfAuthor: Decodable, FetchableRecord {
        var book: Book
        var author: Author
    }

    struct AuthorWithBooks: Decodable, FetchableRecord {
        var author: Author
        var books: [Book]
    }

    struct BookWithTags: Decodable, FetchableRecord {
        var book: Book
        var tags: [Tag]
    }

    struct AuthorWithPortrait: Decodable, FetchableRecord {
        var author: Author
        var portrait: Portrait?
    }

    struct AuthorWithFigures: Decodable, FetchableRecord {
        var author: Author
        var bookCount: Int
        var maxBookYear: Int?
    }

    struct AuthorWithNewestBook: Decodable, FetchableRecord {
        var author: Author
        var newestBook: Book?
    }

    struct EmployeeWithBossAndStaff: Decodable, FetchableRecord {
        var employee: Employee
        var boss: Employee?
        var staff: [Employee]
    }

    struct Line: Decodable, FetchableRecord {
        var title: String
        var writer: String
    }
}
