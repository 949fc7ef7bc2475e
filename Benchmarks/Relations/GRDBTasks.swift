import GRDB

/// The tasks by GRDB's associations.
enum GRDBTasks {
    static func booksWithAuthors(_ db: Database) throws -> [BookWithAuthor] {
        try Book.including(optional: Book.author).asRequest(of: BookWithAuthor.self).fetchAll(db)
    }

    static func authorsWithBooks(_ db: Database) throws -> [AuthorWithBooks] {
        try Author.including(all: Author.books).asRequest(of: AuthorWithBooks.self).fetchAll(db)
    }

    static func booksWithTags(_ db: Database) throws -> [BookWithTags] {
        try Book.including(all: Book.tags).asRequest(of: BookWithTags.self).fetchAll(db)
    }

    static func authorsWithPortraits(_ db: Database) throws -> [AuthorWithPortrait] {
        try Author.including(optional: Author.portrait).asRequest(of: AuthorWithPortrait.self).fetchAll(db)
    }

    static func booksOfAuthors(_ db: Database) throws -> [BookOfAuthor] {
        try Book.including(required: Book.author).asRequest(of: BookOfAuthor.self).fetchAll(db)
    }

    static func authorsOfNewBooks(_ db: Database) throws -> [Author] {
        try Author.having(Author.books.filter { $0.year > 2000 }.isEmpty == false).fetchAll(db)
    }

    static func authorsWithFigures(_ db: Database) throws -> [AuthorWithFigures] {
        try Author.annotated(with: Author.books.count, Author.books.max(\.year))
            .asRequest(of: AuthorWithFigures.self).fetchAll(db)
    }

    static func booksByAuthor(_ db: Database) throws -> [Book] {
        let author = TableAlias<Author>()
        return try Book.joining(optional: Book.author.aliased(author)).order { [author.name, $0.title] }.fetchAll(db)
    }

    static func lines(_ db: Database) throws -> [Line] {
        try Book.select(\.title).annotated(withRequired: Book.author.select { $0.name.forKey("writer") })
            .asRequest(of: Line.self).fetchAll(db)
    }

    static func authorsWithNewestBook(_ db: Database) throws -> [AuthorWithNewestBook] {
        let newest = CommonTableExpression(
            named: "newestBook",
            sql: """
                SELECT *, row_number() OVER (PARTITION BY authorId ORDER BY year DESC, id DESC) AS place FROM book
                """)
        let association = Author.association(to: newest) { author, book in
            author[Column("id")] == book[Column("authorId")] && book[Column("place")] == 1
        }
        return try Author.with(newest).including(optional: association)
            .asRequest(of: AuthorWithNewestBook.self).fetchAll(db)
    }

    static func employeesWithBossAndStaff(_ db: Database) throws -> [EmployeeWithBossAndStaff] {
        try Employee.including(optional: Employee.boss).including(all: Employee.staff)
            .asRequest(of: EmployeeWithBossAndStaff.self).fetchAll(db)
    }
}
