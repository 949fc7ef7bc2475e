import FMDB

/// The tasks by SQL, with rows that are decoded by hand.
enum SQLTasks {
    static func booksWithAuthors(_ db: FMDatabase) throws -> [(Book, Author?)] {
        var books: [(Book, Author?)] = []
        try db.forEachRow(
            """
            SELECT book.id, title, year, authorId, author.id, name, born
            FROM book LEFT JOIN author ON author.id = authorId
            """
        ) { row in
            let hasAuthor = try row.value(at: 4, as: Int64?.self) != nil
            books.append((try Book(row), hasAuthor ? try Author(row, at: 4) : nil))
        }
        return books
    }

    static func authorsWithBooks(_ db: FMDatabase) throws -> [(Author, [Book])] {
        var (authors, books): ([Author], [Int64: [Book]]) = ([], [:])
        try db.withTransaction(.deferred) {
            try db.forEachRow("SELECT id, name, born FROM author") { authors.append(try Author($0)) }
            try db.forEachRow("SELECT id, title, year, authorId FROM book WHERE authorId IS NOT NULL") { row in
                let book = try Book(row)
                books[book.authorId ?? 0, default: []].append(book)
            }
        }
        return authors.map { ($0, books[$0.id ?? 0] ?? []) }
    }

    static func booksWithTags(_ db: FMDatabase) throws -> [(Book, [Tag])] {
        var (books, tags): ([Book], [Int64: [Tag]]) = ([], [:])
        try db.withTransaction(.deferred) {
            try db.forEachRow("SELECT id, title, year, authorId FROM book") { books.append(try Book($0)) }
            try db.forEachRow("SELECT bookId, tag.id, text FROM bookTag JOIN tag ON tag.id = tagId") { row in
                tags[try row.value(at: 0), default: []].append(try Tag(row, at: 1))
            }
        }
        return books.map { ($0, tags[$0.id ?? 0] ?? []) }
    }

    static func authorsWithPortraits(_ db: FMDatabase) throws -> [(Author, Portrait?)] {
        var authors: [(Author, Portrait?)] = []
        try db.forEachRow(
            """
            SELECT author.id, name, born, portrait.id, file, authorId
            FROM author LEFT JOIN portrait ON authorId = author.id
            """
        ) { row in
            let hasPortrait = try row.value(at: 3, as: Int64?.self) != nil
            authors.append((try Author(row), hasPortrait ? try Portrait(row, at: 3) : nil))
        }
        return authors
    }

    static func booksOfAuthors(_ db: FMDatabase) throws -> [(Book, Author)] {
        var books: [(Book, Author)] = []
        try db.forEachRow(
            """
            SELECT book.id, title, year, authorId, author.id, name, born
            FROM book JOIN author ON author.id = authorId
            """
        ) { row in
            books.append((try Book(row), try Author(row, at: 4)))
        }
        return books
    }

    static func authorsOfNewBooks(_ db: FMDatabase) throws -> [Author] {
        var authors: [Author] = []
        try db.forEachRow(
            "SELECT id, name, born FROM author WHERE id IN (SELECT authorId FROM book WHERE year > \(2000))"
        ) { row in
            authors.append(try Author(row))
        }
        return authors
    }

    static func authorsWithFigures(_ db: FMDatabase) throws -> [(Author, Int, Int?)] {
        var authors: [(Author, Int, Int?)] = []
        try db.forEachRow(
            """
            SELECT author.id, name, born, count(book.id), max(year)
            FROM author LEFT JOIN book ON authorId = author.id GROUP BY author.id
            """
        ) { row in
            authors.append((try Author(row), try row.value(at: 3), try row.value(at: 4)))
        }
        return authors
    }

    static func booksByAuthor(_ db: FMDatabase) throws -> [Book] {
        var books: [Book] = []
        try db.forEachRow(
            """
            SELECT book.id, title, year, authorId
            FROM book LEFT JOIN author ON author.id = authorId ORDER BY name, title
            """
        ) { row in
            books.append(try Book(row))
        }
        return books
    }

    static func lines(_ db: FMDatabase) throws -> [Line] {
        var lines: [Line] = []
        try db.forEachRow("SELECT title, name FROM book JOIN author ON author.id = authorId") { row in
            lines.append(Line(title: try row.value(at: 0), writer: try row.value(at: 1)))
        }
        return lines
    }

    static func authorsWithNewestBook(_ db: FMDatabase) throws -> [(Author, Book?)] {
        var authors: [(Author, Book?)] = []
        try db.forEachRow(
            """
            SELECT author.id, name, born, newest.id, title, year, authorId FROM author LEFT JOIN (
                SELECT *, row_number() OVER (PARTITION BY authorId ORDER BY year DESC, id DESC) AS place FROM book
            ) AS newest ON authorId = author.id AND place = 1
            """
        ) { row in
            let hasBook = try row.value(at: 3, as: Int64?.self) != nil
            authors.append((try Author(row), hasBook ? try Book(row, at: 3) : nil))
        }
        return authors
    }

    static func employeesWithBossAndStaff(_ db: FMDatabase) throws -> [(Employee, Employee?, [Employee])] {
        var (employees, staff): ([Employee], [Int64: [Employee]]) = ([], [:])
        try db.forEachRow("SELECT id, name, bossId FROM employee") { employees.append(try Employee($0)) }
        for employee in employees { staff[employee.bossId ?? 0, default: []].append(employee) }
        let byId = Dictionary(uniqueKeysWithValues: employees.map { ($0.id ?? 0, $0) })
        return employees.map { ($0, $0.bossId.flatMap { byId[$0] }, staff[$0.id ?? 0] ?? []) }
    }
}
