import FMDBModel

/// The catalogue of a library in a file, by models alone.
struct Catalogue {
    let queue: FMDatabaseQueue

    init(path: String, statements: StatementCount) throws {
        var configuration = FMDatabaseQueue.Configuration()
        configuration.foreignKeys = true
        configuration.eventHandler = { event in
            if case .statementBegan = event { statements.add() }
        }
        queue = try FMDatabaseQueue(path: path, configuration: configuration)
    }

    /// Makes the tables of the first version of the program, with a book in it.
    func begin() throws {
        try queue.createTable(Author.self)
        try queue.createTable(FirstBook.self)
        let author = try queue.insert(Author(name: "Zoe Zander", country: "DE"))
        try queue.insert(FirstBook(title: "The first book", author: author))
    }

    /// Brings the tables into the shape of this version.
    ///
    /// - Returns: what has been added to the table of books.
    func upgrade() throws -> [String] {
        try queue.createTable(Tag.self)
        let report = try queue.createTable(Book.self)
        try queue.createTable(BookTag.self)
        return report.added
    }

    /// Imports the collection.
    func fill() throws {
        try queue.insert(Collection.authors)
        try queue.insert(Collection.tags)
        let authors = try queue.find(Author.all.order(\.name.ascending).select("id", as: Int64.self))
        try queue.insert(Collection.books(by: authors))
        let books = try queue.find(Book.all.order(\.title.ascending).select("id", as: Int64.self))
        let tags = try queue.find(Tag.all.order(\.text.ascending).select("id", as: Int64.self))
        try queue.insert(Collection.tags(of: books, tags))
    }
}

// MARK: - Questions

extension Catalogue {
    /// The authors of most books.
    func busiest() throws -> [(Author, Int)] {
        let count = Author.books.count
        return try queue.find(
            Author.all.order(by: count.descending).order(\.name.ascending).limit(5).including(count))
    }

    func authorsWithoutBooks() throws -> Int { try queue.count(Author.all.where(!Author.books.exists)) }

    /// Some authors, each with the newest book.
    func newest() throws -> [(Author, Book?)] {
        try queue.find(
            Author.all.where { $0.country == "PT" }.order(\.name.ascending).limit(6).including(Author.newestBook))
    }

    /// Countries with their number of authors, where there are many.
    func countries() throws -> [(String, Int)] {
        let many = Author.all.group(\.country).having { $0.count > 20 }.order(\.count.descending).order(
            \.country.ascending)
        return try queue.find(many.select { ($0.country, $0.count) })
    }

    /// Tags with the number of their books, and with the year of the oldest one.
    func tags() throws -> [(String, Int, Int?)] {
        let oldest = Tag.books.value { $0.min($0.year) }
        return try queue.find(Tag.all.order(\.text.ascending).select { ($0.text, Tag.books.count, oldest) })
    }

    /// Old books about something, beside their authors.
    func old(about tag: String) throws -> [Entry] {
        let books = Book.all.where(Book.tags.where { $0.text == tag }.exists).where { $0.year < 1945 }
        let lines = books.order(\.year.ascending, \.title.ascending).joining(Book.writer).limit(6)
        return try queue.find(lines.select(Entry.self) { [$1.name.as("writer")] })
    }

    /// The books of an author, each with its tags.
    func books(of name: String) throws -> [(Book, [Tag])] {
        guard let author = try queue.first(Author.all.where { $0.name == name }) else { return [] }
        return try queue.find(
            Author.books.including(Book.tags.order(\.text.ascending)).order(\.year.ascending).of(author))
    }
}

// MARK: - Changes

extension Catalogue {
    /// Follows the number of an author's books while one is added, and while the author is deleted with all of them.
    func follow(_ name: String) async throws -> [Int] {
        guard let author = try await queue.first(Author.all.where { $0.name == name }), let id = author.id else {
            return []
        }
        let task = Task {
            var counts: [Int] = []
            for try await books in queue.values(of: Author.books.of(author)) {
                counts.append(books.count)
                switch counts.count {
                case 1: try await queue.insert(Book(title: "The last book", author: id, year: 2026))
                case 2: try await queue.delete(author)
                default: return counts
                }
            }
            return counts
        }
        return try await task.value
    }
}
