import FMDBModel

struct Book: Codable, FMModel {
    static let tableName = "book"

    var id: Int64?
    var title: String
    var author: String
    var year: Int
    var reader: String?

    struct Columns: FMColumns {
        let title = FMField<Book, String>("title")
        let reader = FMField<Book, String?>("reader")
    }
}

extension Library {
    /// - Returns: the book as it is now, nil if there is none of that title.
    func lend(_ title: String, to reader: String?) throws -> Book? {
        try queue.withTransaction { db in
            guard var book = try db.first(Book.all.where { $0.title == title }) else { return nil }
            book.reader = reader
            try db.save(book)
            return book
        }
    }
}
