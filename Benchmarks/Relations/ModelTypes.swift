import FMDBModel

extension ModelTasks {
    struct Author: Codable, FMModel {
        var id: Int64?
        var name: String
        var born: Int

        static let books = hasMany(Book.self, by: \.authorId)
        static let newestBook = hasOne(Book.self, by: \.authorId).order(by: .desc("year"), .desc("id"))
        static let portrait = hasOne(Portrait.self, by: \.authorId)

        struct Columns: FMColumns {
            let name = FMField<Author, String>("name")
        }
    }

    struct Portrait: Codable, FMModel {
        var id: Int64?
        var file: String
        var authorId: Int64

        struct Columns: FMColumns {
            let authorId = FMField<Portrait, Int64>("authorId")
        }
    }

    struct Book: Codable, FMModel {
        var id: Int64?
        var title: String
        var year: Int
        var authorId: Int64?

        static let author = belongsTo(Author.self, by: \.authorId)
        static let tags = hasMany(Tag.self, through: BookTag.self, from: \.bookId, to: \.tagId)

        struct Columns: FMColumns {
            let title = FMField<Book, String>("title")
            let year = FMField<Book, Int>("year")
            let authorId = FMField<Book, Int64?>("authorId")
        }
    }

    struct Tag: Codable, FMModel {
        var id: Int64?
        var text: String
    }

    struct BookTag: Codable, FMModel {
        var bookId: Int64
        var tagId: Int64

        struct Columns: FMColumns {
            let bookId = FMField<BookTag, Int64>("bookId")
            let tagId = FMField<BookTag, Int64>("tagId")
        }
    }

    struct Employee: Codable, FMModel {
        var id: Int64?
        var name: String
        var bossId: Int64?

        static let boss = belongsTo(Employee.self, by: \.bossId)
        static let staff = hasMany(Employee.self, by: \.bossId)

        struct Columns: FMColumns {
            let bossId = FMField<Employee, Int64?>("bossId")
        }
    }

    struct Line: Decodable {
        var title: String
        var writer: String
    }
}
