import FMDBModel

/// The tasks by relations of FMDBModel.
enum ModelTasks {
    static func booksWithAuthors(_ db: FMDatabase) throws -> [(Book, Author?)] {
        try db.find(Book.all.including(Book.author))
    }

    static func authorsWithBooks(_ db: FMDatabase) throws -> [(Author, [Book])] {
        try db.find(Author.all.including(Author.books))
    }

    static func booksWithTags(_ db: FMDatabase) throws -> [(Book, [Tag])] {
        try db.find(Book.all.including(Book.tags))
    }

    static func authorsWithPortraits(_ db: FMDatabase) throws -> [(Author, Portrait?)] {
        try db.find(Author.all.including(Author.portrait))
    }

    static func booksOfAuthors(_ db: FMDatabase) throws -> [(Book, Author)] {
        try db.find(Book.all.including(required: Book.author))
    }

    static func authorsOfNewBooks(_ db: FMDatabase) throws -> [Author] {
        try db.find(Author.all.where(Author.books.where { $0.year > 2000 }.exists))
    }

    static func authorsWithFigures(_ db: FMDatabase) throws -> [((Author, Int), Int?)] {
        let latest = Author.books.value { $0.max($0.year) }
        return try db.find(Author.all.including(Author.books.count).including(latest))
    }

    static func booksByAuthor(_ db: FMDatabase) throws -> [Book] {
        try db.find(Book.all.order(by: Book.author.value(\.name).ascending, .asc("title")))
    }

    static func lines(_ db: FMDatabase) throws -> [Line] {
        try db.find(Book.all.joining(Book.author).select(Line.self) { [$1.name.as("writer")] })
    }

    static func authorsWithNewestBook(_ db: FMDatabase) throws -> [(Author, Book?)] {
        try db.find(Author.all.including(Author.newestBook))
    }

    static func employeesWithBossAndStaff(_ db: FMDatabase) throws -> [(Employee, Employee?, [Employee])] {
        try db.find(Employee.all.including(Employee.boss, Employee.staff))
    }
}
