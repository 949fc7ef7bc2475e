// Written by `fmdb-check generate` from reading.sql, writing.sql. Changes belong there.
// swift-format-ignore-file
// swiftlint:disable all

import FMDB

/// A row of the table `author`.
struct AuthorRow: Sendable, Hashable, Codable {
    /// The column `id`.
    var id: Int64
    /// The column `name`.
    var name: String
    /// The column `born`.
    var born: Date?

    /// Creates a row from the values of its columns.
    init(id: Int64, name: String, born: Date?) {
        self.id = id
        self.name = name
        self.born = born
    }

    fileprivate init(_ row: FMRow) throws(FMError) {
        id = try row.value(at: 0)
        name = try row.value(at: 1)
        born = try row.value(at: 2)
    }
}

/// A row of `books`.
struct BooksRow: Sendable, Hashable, Codable {
    /// The column `id`.
    var id: Int64
    /// The column `title`.
    var title: String
    /// The column `authorName`.
    var authorName: String
    /// The column `code`.
    var code: UUID?
    /// The column `shelf`.
    var shelf: Shelf
    /// The column `inPrint`.
    var inPrint: Bool

    /// Creates a row from the values of its columns.
    init(id: Int64, title: String, authorName: String, code: UUID?, shelf: Shelf, inPrint: Bool) {
        self.id = id
        self.title = title
        self.authorName = authorName
        self.code = code
        self.shelf = shelf
        self.inPrint = inPrint
    }

    fileprivate init(_ row: FMRow) throws(FMError) {
        id = try row.value(at: 0)
        title = try row.value(at: 1)
        authorName = try row.value(at: 2)
        code = try row.value(at: 3)
        shelf = try row.value(at: 4)
        inPrint = try row.value(at: 5)
    }
}

/// A row of `authorsAndBooks`.
struct AuthorsAndBooksRow: Sendable, Hashable, Codable {
    /// The column `author`.
    var author: String
    /// The column `title`.
    var title: String?
    /// The column `pages`.
    var pages: Int

    /// Creates a row from the values of its columns.
    init(author: String, title: String?, pages: Int) {
        self.author = author
        self.title = title
        self.pages = pages
    }

    fileprivate init(_ row: FMRow) throws(FMError) {
        author = try row.value(at: 0)
        title = try row.value(at: 1)
        pages = try row.value(at: 2)
    }
}

/// A row of `booksOf`.
struct BooksOfRow: Sendable, Hashable, Codable {
    /// The column `id`.
    var id: Int64
    /// The column `title`.
    var title: String
    /// The column `price`.
    var price: Double?
    /// The column `code`.
    var code: UUID?

    /// Creates a row from the values of its columns.
    init(id: Int64, title: String, price: Double?, code: UUID?) {
        self.id = id
        self.title = title
        self.price = price
        self.code = code
    }

    fileprivate init(_ row: FMRow) throws(FMError) {
        id = try row.value(at: 0)
        title = try row.value(at: 1)
        price = try row.value(at: 2)
        code = try row.value(at: 3)
    }
}

/// A row of `titles`, `booksByTitle`, `eachBook`, `moveBooks`.
struct TitlesRow: Sendable, Hashable, Codable {
    /// The column `id`.
    var id: Int64
    /// The column `title`.
    var title: String

    /// Creates a row from the values of its columns.
    init(id: Int64, title: String) {
        self.id = id
        self.title = title
    }

    fileprivate init(_ row: FMRow) throws(FMError) {
        id = try row.value(at: 0)
        title = try row.value(at: 1)
    }
}

/// A row of `loansByDate`.
struct LoanOnPage: Sendable, Hashable, Codable {
    /// The column `due`.
    var due: Date
    /// The column `reader`.
    var reader: String
    /// The column `book`.
    var book: String

    /// Creates a row from the values of its columns.
    init(due: Date, reader: String, book: String) {
        self.due = due
        self.reader = reader
        self.book = book
    }

    fileprivate init(_ row: FMRow) throws(FMError) {
        due = try row.value(at: 0)
        reader = try row.value(at: 1)
        book = try row.value(at: 2)
    }
}

/// A row of `statistics`.
struct StatisticsRow: Sendable, Hashable, Codable {
    /// The column `count`.
    var count: Int
    /// The column `sum`.
    var sum: Double
    /// The column `mean`.
    var mean: Double?
    /// The column `longest`.
    var longest: Int?
    /// The column `firstAuthor`.
    var firstAuthor: String?
    /// The column `dearest`.
    var dearest: Double
    /// The column `currency`.
    var currency: String
    /// The column `isLent`.
    var isLent: Bool

    /// Creates a row from the values of its columns.
    init(
        count: Int, sum: Double, mean: Double?, longest: Int?, firstAuthor: String?, dearest: Double, currency: String,
        isLent: Bool
    ) {
        self.count = count
        self.sum = sum
        self.mean = mean
        self.longest = longest
        self.firstAuthor = firstAuthor
        self.dearest = dearest
        self.currency = currency
        self.isLent = isLent
    }

    fileprivate init(_ row: FMRow) throws(FMError) {
        count = try row.value(at: 0)
        sum = try row.value(at: 1)
        mean = try row.value(at: 2)
        longest = try row.value(at: 3)
        firstAuthor = try row.value(at: 4)
        dearest = try row.value(at: 5)
        currency = try row.value(at: 6)
        isLent = try row.value(at: 7)
    }
}

/// A row of `takeBook`.
struct TakeBookRow: Sendable, Hashable, Codable {
    /// The column `title`.
    var title: String
    /// The column `price`.
    var price: Double?

    /// Creates a row from the values of its columns.
    init(title: String, price: Double?) {
        self.title = title
        self.price = price
    }

    fileprivate init(_ row: FMRow) throws(FMError) {
        title = try row.value(at: 0)
        price = try row.value(at: 1)
    }
}

/// The values of `addBooks` for each run.
typealias AddBooksValues = (
    author: Int64, title: String, code: UUID?, price: Double?, pageCount: Int?, cover: Data?, shelf: String
)

// MARK: - reading.sql

extension FMDatabaseAccess {
    /// All authors by name.
    ///
    /// The query `authors` of `reading.sql`.
    func authors(file: StaticString = #fileID, line: UInt = #line) throws(AccessError) -> [AuthorRow] {
        try access(.read, at: FMCallSite(file: file, line: line), throwing: FMError.self) { db throws(FMError) in
            let sql: FMSQL = "SELECT id, name, born FROM author ORDER BY name"
            let cursor = try db.query(sql)
            defer { cursor.close() }
            var rows: [AuthorRow] = []
            while let row = try cursor.nextRow() { rows.append(try AuthorRow(row)) }
            return rows
        }
    }

    /// The author of an id.
    ///
    /// There is one, or the call throws.
    ///
    /// The query `author` of `reading.sql`.
    func author(id: Int64, file: StaticString = #fileID, line: UInt = #line) throws(AccessError) -> AuthorRow {
        try access(.read, at: FMCallSite(file: file, line: line), throwing: FMError.self) { db throws(FMError) in
            let sql: FMSQL = "SELECT id, name, born FROM author WHERE id = :id"
            let cursor = try db.query(sql, id)
            defer { cursor.close() }
            guard let row = try cursor.nextRow() else {
                throw FMError(.done, "the query author returned no row", sql: sql.text)
            }
            return try AuthorRow(row)
        }
    }

    /// Runs the query `authorNamed` of `reading.sql`.
    func authorNamed(name: String, file: StaticString = #fileID, line: UInt = #line) throws(AccessError) -> AuthorRow? {
        try access(.read, at: FMCallSite(file: file, line: line), throwing: FMError.self) { db throws(FMError) in
            let sql: FMSQL = "SELECT id, name, born FROM author WHERE name = :name"
            let cursor = try db.query(sql, name)
            defer { cursor.close() }
            guard let row = try cursor.nextRow() else { return nil }
            return try AuthorRow(row)
        }
    }

    /// Runs the query `authorNames` of `reading.sql`.
    func authorNames(file: StaticString = #fileID, line: UInt = #line) throws(AccessError) -> [String] {
        try access(.read, at: FMCallSite(file: file, line: line), throwing: FMError.self) { db throws(FMError) in
            let sql: FMSQL = "SELECT name FROM author ORDER BY name"
            let cursor = try db.query(sql)
            defer { cursor.close() }
            var rows: [String] = []
            while let row = try cursor.nextRow() { rows.append(try row.value(at: 0, as: String.self)) }
            return rows
        }
    }

    /// Runs the query `countOfBooks` of `reading.sql`.
    func countOfBooks(
        author: Int64, inPrint: Bool, file: StaticString = #fileID, line: UInt = #line
    ) throws(AccessError) -> Int {
        try access(.read, at: FMCallSite(file: file, line: line), throwing: FMError.self) { db throws(FMError) in
            let sql: FMSQL = "SELECT count(*) FROM book WHERE author = :author AND in_print = :in_print"
            return try db.value(sql, author, inPrint, as: Int.self)
        }
    }

    /// The price of a book, nil if it has none or is not there.
    ///
    /// The query `price` of `reading.sql`.
    func price(id: Int64, file: StaticString = #fileID, line: UInt = #line) throws(AccessError) -> Double? {
        try access(.read, at: FMCallSite(file: file, line: line), throwing: FMError.self) { db throws(FMError) in
            let sql: FMSQL = "SELECT price FROM book WHERE id = :id"
            return try db.value(sql, id, as: Double?.self)
        }
    }

    /// Runs the query `lowestPrice` of `reading.sql`.
    func lowestPrice(file: StaticString = #fileID, line: UInt = #line) throws(AccessError) -> Double? {
        try access(.read, at: FMCallSite(file: file, line: line), throwing: FMError.self) { db throws(FMError) in
            let sql: FMSQL = "SELECT min(price) AS lowest FROM book"
            let cursor = try db.query(sql)
            defer { cursor.close() }
            guard let row = try cursor.nextRow() else {
                throw FMError(.done, "the query lowestPrice returned no row", sql: sql.text)
            }
            return try row.value(at: 0, as: Double?.self)
        }
    }

    /// Runs the query `books` of `reading.sql`.
    func books(
        ids: [Int64], shelves: [Shelf], pattern: String, file: StaticString = #fileID, line: UInt = #line
    ) throws(AccessError) -> [BooksRow] {
        try access(.read, at: FMCallSite(file: file, line: line), throwing: FMError.self) { db throws(FMError) in
            let sql: FMSQL = """
                SELECT
                    book.id, book.title, author.name AS author_name,
                    book.code AS code, book.shelf AS shelf, book.in_print
                FROM book JOIN author ON author.id = book.author
                WHERE book.id IN \(ids) AND book.shelf IN \(shelves)
                    AND book.title LIKE \(pattern) ESCAPE '\\'
                ORDER BY book.title
                """
            let cursor = try db.query(sql)
            defer { cursor.close() }
            var rows: [BooksRow] = []
            while let row = try cursor.nextRow() { rows.append(try BooksRow(row)) }
            return rows
        }
    }

    /// Authors and their books; authors without any, too.
    ///
    /// The query `authorsAndBooks` of `reading.sql`.
    func authorsAndBooks(file: StaticString = #fileID, line: UInt = #line) throws(AccessError) -> [AuthorsAndBooksRow] {
        try access(.read, at: FMCallSite(file: file, line: line), throwing: FMError.self) { db throws(FMError) in
            let sql: FMSQL = """
                SELECT author.name AS author, book.title, book.page_count AS pages
                FROM author LEFT JOIN book ON book.author = author.id
                ORDER BY author.name, book.title
                """
            let cursor = try db.query(sql)
            defer { cursor.close() }
            var rows: [AuthorsAndBooksRow] = []
            while let row = try cursor.nextRow() { rows.append(try AuthorsAndBooksRow(row)) }
            return rows
        }
    }

    /// The books of some authors, by title.
    ///
    /// The query `booksOf` of `reading.sql`.
    func booksOf(
        authors: [Int64], pattern: String, file: StaticString = #fileID, line: UInt = #line
    ) throws(AccessError) -> [BooksOfRow] {
        try access(.read, at: FMCallSite(file: file, line: line), throwing: FMError.self) { db throws(FMError) in
            let sql: FMSQL = """
                SELECT id, title, price, code
                FROM book WHERE author IN \(authors) AND title LIKE \(pattern)
                ORDER BY title
                """
            let cursor = try db.query(sql)
            defer { cursor.close() }
            var rows: [BooksOfRow] = []
            while let row = try cursor.nextRow() { rows.append(try BooksOfRow(row)) }
            return rows
        }
    }

    /// Runs the query `titles` of `reading.sql`.
    func titles(
        after last: TitlesRow? = nil, limit: Int, file: StaticString = #fileID, line: UInt = #line
    ) throws(AccessError) -> [TitlesRow] {
        try access(.read, at: FMCallSite(file: file, line: line), throwing: FMError.self) { db throws(FMError) in
            let cursor: FMResultSet
            if let last {
                let sql: FMSQL = """
                    SELECT id, title FROM (
                        SELECT id, title FROM book
                    )
                    WHERE (title, id) > (:last_title, :last_id)
                    ORDER BY title, id
                    LIMIT :limit
                    """
                cursor = try db.query(sql, last.title, last.id, limit)
            } else {
                let sql: FMSQL = """
                    SELECT id, title FROM book ORDER BY title, id
                    LIMIT :limit
                    """
                cursor = try db.query(sql, limit)
            }
            defer { cursor.close() }
            var rows: [TitlesRow] = []
            while let row = try cursor.nextRow() { rows.append(try TitlesRow(row)) }
            return rows
        }
    }

    /// Runs the query `booksByTitle` of `reading.sql`.
    func booksByTitle(
        least: Int, most: Int, after last: TitlesRow? = nil, limit: Int, file: StaticString = #fileID,
        line: UInt = #line
    ) throws(AccessError) -> [TitlesRow] {
        try access(.read, at: FMCallSite(file: file, line: line), throwing: FMError.self) { db throws(FMError) in
            let cursor: FMResultSet
            if let last {
                let sql: FMSQL = """
                    SELECT id, title FROM (
                        SELECT id, title FROM book WHERE page_count BETWEEN :least AND :most
                    )
                    WHERE (title, id) > (:last_title, :last_id)
                    ORDER BY title, id
                    LIMIT :limit
                    """
                cursor = try db.query(sql, least, most, last.title, last.id, limit)
            } else {
                let sql: FMSQL = """
                    SELECT id, title FROM book WHERE page_count BETWEEN :least AND :most ORDER BY title, id
                    LIMIT :limit
                    """
                cursor = try db.query(sql, least, most, limit)
            }
            defer { cursor.close() }
            var rows: [TitlesRow] = []
            while let row = try cursor.nextRow() { rows.append(try TitlesRow(row)) }
            return rows
        }
    }

    /// Runs the query `loansByDate` of `reading.sql`.
    func loansByDate(
        after last: LoanOnPage? = nil, limit: Int, file: StaticString = #fileID, line: UInt = #line
    ) throws(AccessError) -> [LoanOnPage] {
        try access(.read, at: FMCallSite(file: file, line: line), throwing: FMError.self) { db throws(FMError) in
            let cursor: FMResultSet
            if let last {
                let sql: FMSQL = """
                    SELECT due, reader, book FROM (
                        SELECT due, reader, title AS book
                        FROM loan JOIN book ON book.id = loan.book
                    )
                    WHERE due <= :last_due AND (due < :last_due OR reader >= :last_reader AND (reader > :last_reader OR book > :last_book))
                    ORDER BY due DESC, reader, book
                    LIMIT :limit
                    """
                cursor = try db.query(sql, last.due, last.reader, last.book, limit)
            } else {
                let sql: FMSQL = """
                    SELECT due, reader, title AS book
                    FROM loan JOIN book ON book.id = loan.book
                    ORDER BY due DESC, reader, book
                    LIMIT :limit
                    """
                cursor = try db.query(sql, limit)
            }
            defer { cursor.close() }
            var rows: [LoanOnPage] = []
            while let row = try cursor.nextRow() { rows.append(try LoanOnPage(row)) }
            return rows
        }
    }

    /// Every title, one after the other.
    ///
    /// The query `eachTitle` of `reading.sql`.
    func eachTitle(file: StaticString = #fileID, line: UInt = #line, _ body: (String) throws -> Void) throws {
        try access(.read, at: FMCallSite(file: file, line: line)) { db in
            let sql: FMSQL = "SELECT title FROM book ORDER BY id"
            let cursor = try db.query(sql)
            defer { cursor.close() }
            while let row = try cursor.nextRow() { try body(row.value(at: 0, as: String.self)) }
        }
    }

    /// Runs the query `eachBook` of `reading.sql`.
    func eachBook(
        price: Double?, limit: Int, offset: Int, file: StaticString = #fileID, line: UInt = #line,
        _ body: (TitlesRow) throws -> Void
    ) throws {
        try access(.read, at: FMCallSite(file: file, line: line)) { db in
            let sql: FMSQL = """
                SELECT id, title FROM book WHERE price > :price OR :price IS NULL ORDER BY id LIMIT :limit OFFSET :offset
                """
            let cursor = try db.query(sql, price, limit, offset)
            defer { cursor.close() }
            while let row = try cursor.nextRow() { try body(TitlesRow(row)) }
        }
    }

    /// Runs the query `statistics` of `reading.sql`.
    func statistics(file: StaticString = #fileID, line: UInt = #line) throws(AccessError) -> StatisticsRow {
        try access(.read, at: FMCallSite(file: file, line: line), throwing: FMError.self) { db throws(FMError) in
            let sql: FMSQL = """
                WITH priced AS (SELECT price, page_count FROM book WHERE price IS NOT NULL)
                SELECT count(*) AS count, total(price) AS sum, avg(price) AS mean, max(page_count) AS "longest",
                    (SELECT name FROM author ORDER BY id LIMIT 1) AS first_author,
                    coalesce(max(price), 0.0) AS dearest, 'EUR' AS currency, EXISTS (SELECT 1 FROM loan) AS "is_lent"
                FROM priced
                """
            let cursor = try db.query(sql)
            defer { cursor.close() }
            guard let row = try cursor.nextRow() else {
                throw FMError(.done, "the query statistics returned no row", sql: sql.text)
            }
            return try StatisticsRow(row)
        }
    }
}

extension FMDatabaseAsyncAccess {
    /// All authors by name.
    ///
    /// The query `authors` of `reading.sql`.
    func authors(file: StaticString = #fileID, line: UInt = #line) async throws -> [AuthorRow] {
        try await access(.read, at: FMCallSite(file: file, line: line)) { db in
            try db.authors()
        }
    }

    /// The author of an id.
    ///
    /// There is one, or the call throws.
    ///
    /// The query `author` of `reading.sql`.
    func author(id: Int64, file: StaticString = #fileID, line: UInt = #line) async throws -> AuthorRow {
        try await access(.read, at: FMCallSite(file: file, line: line)) { db in
            try db.author(id: id)
        }
    }

    /// Runs the query `authorNamed` of `reading.sql`.
    func authorNamed(name: String, file: StaticString = #fileID, line: UInt = #line) async throws -> AuthorRow? {
        try await access(.read, at: FMCallSite(file: file, line: line)) { db in
            try db.authorNamed(name: name)
        }
    }

    /// Runs the query `authorNames` of `reading.sql`.
    func authorNames(file: StaticString = #fileID, line: UInt = #line) async throws -> [String] {
        try await access(.read, at: FMCallSite(file: file, line: line)) { db in
            try db.authorNames()
        }
    }

    /// Runs the query `countOfBooks` of `reading.sql`.
    func countOfBooks(
        author: Int64, inPrint: Bool, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Int {
        try await access(.read, at: FMCallSite(file: file, line: line)) { db in
            try db.countOfBooks(author: author, inPrint: inPrint)
        }
    }

    /// The price of a book, nil if it has none or is not there.
    ///
    /// The query `price` of `reading.sql`.
    func price(id: Int64, file: StaticString = #fileID, line: UInt = #line) async throws -> Double? {
        try await access(.read, at: FMCallSite(file: file, line: line)) { db in
            try db.price(id: id)
        }
    }

    /// Runs the query `lowestPrice` of `reading.sql`.
    func lowestPrice(file: StaticString = #fileID, line: UInt = #line) async throws -> Double? {
        try await access(.read, at: FMCallSite(file: file, line: line)) { db in
            try db.lowestPrice()
        }
    }

    /// Runs the query `books` of `reading.sql`.
    func books(
        ids: [Int64], shelves: [Shelf], pattern: String, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> [BooksRow] {
        try await access(.read, at: FMCallSite(file: file, line: line)) { db in
            try db.books(ids: ids, shelves: shelves, pattern: pattern)
        }
    }

    /// Authors and their books; authors without any, too.
    ///
    /// The query `authorsAndBooks` of `reading.sql`.
    func authorsAndBooks(file: StaticString = #fileID, line: UInt = #line) async throws -> [AuthorsAndBooksRow] {
        try await access(.read, at: FMCallSite(file: file, line: line)) { db in
            try db.authorsAndBooks()
        }
    }

    /// The books of some authors, by title.
    ///
    /// The query `booksOf` of `reading.sql`.
    func booksOf(
        authors: [Int64], pattern: String, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> [BooksOfRow] {
        try await access(.read, at: FMCallSite(file: file, line: line)) { db in
            try db.booksOf(authors: authors, pattern: pattern)
        }
    }

    /// Runs the query `titles` of `reading.sql`.
    func titles(
        after last: TitlesRow? = nil, limit: Int, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> [TitlesRow] {
        try await access(.read, at: FMCallSite(file: file, line: line)) { db in
            try db.titles(after: last, limit: limit)
        }
    }

    /// Runs the query `booksByTitle` of `reading.sql`.
    func booksByTitle(
        least: Int, most: Int, after last: TitlesRow? = nil, limit: Int, file: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> [TitlesRow] {
        try await access(.read, at: FMCallSite(file: file, line: line)) { db in
            try db.booksByTitle(least: least, most: most, after: last, limit: limit)
        }
    }

    /// Runs the query `loansByDate` of `reading.sql`.
    func loansByDate(
        after last: LoanOnPage? = nil, limit: Int, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> [LoanOnPage] {
        try await access(.read, at: FMCallSite(file: file, line: line)) { db in
            try db.loansByDate(after: last, limit: limit)
        }
    }

    /// Every title, one after the other.
    ///
    /// The query `eachTitle` of `reading.sql`.
    func eachTitle(
        file: StaticString = #fileID, line: UInt = #line, _ body: @escaping @Sendable (String) throws -> Void
    ) async throws {
        try await access(.read, at: FMCallSite(file: file, line: line)) { db in
            try db.eachTitle(body)
        }
    }

    /// Runs the query `eachBook` of `reading.sql`.
    func eachBook(
        price: Double?, limit: Int, offset: Int, file: StaticString = #fileID, line: UInt = #line,
        _ body: @escaping @Sendable (TitlesRow) throws -> Void
    ) async throws {
        try await access(.read, at: FMCallSite(file: file, line: line)) { db in
            try db.eachBook(price: price, limit: limit, offset: offset, body)
        }
    }

    /// Runs the query `statistics` of `reading.sql`.
    func statistics(file: StaticString = #fileID, line: UInt = #line) async throws -> StatisticsRow {
        try await access(.read, at: FMCallSite(file: file, line: line)) { db in
            try db.statistics()
        }
    }
}

// MARK: - writing.sql

extension FMDatabaseAccess {
    /// Adds an author.
    ///
    /// The query `addAuthor` of `writing.sql`.
    @discardableResult
    func addAuthor(
        name: String, born: Date?, file: StaticString = #fileID, line: UInt = #line
    ) throws(AccessError) -> Int64 {
        try access(.write, at: FMCallSite(file: file, line: line), throwing: FMError.self) { db throws(FMError) in
            let sql: FMSQL = "INSERT INTO author (name, born) VALUES (:name, :born)"
            try db.execute(sql, name, born)
            return db.lastInsertRowId
        }
    }

    /// Runs the query `addAuthorOnce` of `writing.sql`.
    @discardableResult
    func addAuthorOnce(name: String, file: StaticString = #fileID, line: UInt = #line) throws(AccessError) -> Int64? {
        try access(.write, at: FMCallSite(file: file, line: line), throwing: FMError.self) { db throws(FMError) in
            let sql: FMSQL = "INSERT OR IGNORE INTO author (name) VALUES (:name)"
            let count = try db.execute(sql, name)
            return count > 0 ? db.lastInsertRowId : nil
        }
    }

    /// Runs the query `addBooks` of `writing.sql`.
    @discardableResult
    func addBooks(_ rows: [AddBooksValues], file: StaticString = #fileID, line: UInt = #line) throws -> Int {
        try access(.write, at: FMCallSite(file: file, line: line)) { db in
            let sql: FMSQL = """
                INSERT INTO book (author, title, code, price, page_count, cover, shelf)
                VALUES (:author, :title, :code, :price, :page_count, :cover, :shelf)
                """
            return try db.executeMany(
                sql, rows.lazy.map { ($0.author, $0.title, $0.code, $0.price, $0.pageCount, $0.cover, $0.shelf) }
            )
        }
    }

    /// Runs the query `removeBooks` of `writing.sql`.
    @discardableResult
    func removeBooks(_ rows: [Int64], file: StaticString = #fileID, line: UInt = #line) throws -> Int {
        try access(.write, at: FMCallSite(file: file, line: line)) { db in
            let sql: FMSQL = "DELETE FROM book WHERE id = :id"
            return try db.executeMany(sql, rows)
        }
    }

    /// Runs the query `lend` of `writing.sql`.
    @discardableResult
    func lend(
        book: Int64, reader: String, due: Date, file: StaticString = #fileID, line: UInt = #line
    ) throws(AccessError) -> Int {
        try access(.write, at: FMCallSite(file: file, line: line), throwing: FMError.self) { db throws(FMError) in
            let sql: FMSQL = """
                INSERT INTO loan VALUES (:book, :reader, :due)
                ON CONFLICT (book, reader) DO UPDATE SET due = :due
                """
            return try db.execute(sql, book, reader, due)
        }
    }

    /// Runs the query `changeBook` of `writing.sql`.
    @discardableResult
    func changeBook(
        title: String?, price: Double?, inPrint: Bool, id: Int64, file: StaticString = #fileID, line: UInt = #line
    ) throws(AccessError) -> Int {
        try access(.write, at: FMCallSite(file: file, line: line), throwing: FMError.self) { db throws(FMError) in
            let sql: FMSQL = """
                UPDATE book SET title = coalesce(:title, title), price = :price, in_print = :in_print WHERE id = :id
                """
            return try db.execute(sql, title, price, inPrint, id)
        }
    }

    /// Runs the query `moveBooks` of `writing.sql`.
    func moveBooks(
        shelf: Shelf, ids: [Int64], file: StaticString = #fileID, line: UInt = #line
    ) throws(AccessError) -> [TitlesRow] {
        try access(.write, at: FMCallSite(file: file, line: line), throwing: FMError.self) { db throws(FMError) in
            let sql: FMSQL = "UPDATE book SET shelf = \(shelf) WHERE id IN \(ids) RETURNING id, title"
            let cursor = try db.query(sql)
            defer { cursor.close() }
            var rows: [TitlesRow] = []
            while let row = try cursor.nextRow() { rows.append(try TitlesRow(row)) }
            return rows
        }
    }

    /// Runs the query `takeBook` of `writing.sql`.
    func takeBook(id: Int64, file: StaticString = #fileID, line: UInt = #line) throws(AccessError) -> TakeBookRow? {
        try access(.write, at: FMCallSite(file: file, line: line), throwing: FMError.self) { db throws(FMError) in
            let sql: FMSQL = "DELETE FROM book WHERE id = :id RETURNING title, price"
            let cursor = try db.query(sql, id)
            defer { cursor.close() }
            guard let row = try cursor.nextRow() else { return nil }
            let value = try TakeBookRow(row)
            while try cursor.nextRow() != nil {}
            return value
        }
    }

    /// Runs the query `shrink` of `writing.sql`.
    @discardableResult
    func shrink(file: StaticString = #fileID, line: UInt = #line) throws(AccessError) -> Int {
        let site = FMCallSite(file: file, line: line)
        return try access(.outsideTransaction, at: site, throwing: FMError.self) { db throws(FMError) in
            let sql: FMSQL = "VACUUM"
            return try db.execute(sql)
        }
    }

    /// Runs the query `default` of `writing.sql`.
    @discardableResult
    func `default`(file: StaticString = #fileID, line: UInt = #line) throws(AccessError) -> Int {
        try access(.write, at: FMCallSite(file: file, line: line), throwing: FMError.self) { db throws(FMError) in
            let sql: FMSQL = "DELETE FROM loan"
            return try db.execute(sql)
        }
    }
}

extension FMDatabaseAsyncAccess {
    /// Adds an author.
    ///
    /// The query `addAuthor` of `writing.sql`.
    @discardableResult
    func addAuthor(name: String, born: Date?, file: StaticString = #fileID, line: UInt = #line) async throws -> Int64 {
        try await access(.write, at: FMCallSite(file: file, line: line)) { db in
            try db.addAuthor(name: name, born: born)
        }
    }

    /// Runs the query `addAuthorOnce` of `writing.sql`.
    @discardableResult
    func addAuthorOnce(name: String, file: StaticString = #fileID, line: UInt = #line) async throws -> Int64? {
        try await access(.write, at: FMCallSite(file: file, line: line)) { db in
            try db.addAuthorOnce(name: name)
        }
    }

    /// Runs the query `addBooks` of `writing.sql`.
    @discardableResult
    func addBooks(_ rows: [AddBooksValues], file: StaticString = #fileID, line: UInt = #line) async throws -> Int {
        try await access(.write, at: FMCallSite(file: file, line: line)) { db in
            try db.addBooks(rows)
        }
    }

    /// Runs the query `removeBooks` of `writing.sql`.
    @discardableResult
    func removeBooks(_ rows: [Int64], file: StaticString = #fileID, line: UInt = #line) async throws -> Int {
        try await access(.write, at: FMCallSite(file: file, line: line)) { db in
            try db.removeBooks(rows)
        }
    }

    /// Runs the query `lend` of `writing.sql`.
    @discardableResult
    func lend(
        book: Int64, reader: String, due: Date, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Int {
        try await access(.write, at: FMCallSite(file: file, line: line)) { db in
            try db.lend(book: book, reader: reader, due: due)
        }
    }

    /// Runs the query `changeBook` of `writing.sql`.
    @discardableResult
    func changeBook(
        title: String?, price: Double?, inPrint: Bool, id: Int64, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> Int {
        try await access(.write, at: FMCallSite(file: file, line: line)) { db in
            try db.changeBook(title: title, price: price, inPrint: inPrint, id: id)
        }
    }

    /// Runs the query `moveBooks` of `writing.sql`.
    func moveBooks(
        shelf: Shelf, ids: [Int64], file: StaticString = #fileID, line: UInt = #line
    ) async throws -> [TitlesRow] {
        try await access(.write, at: FMCallSite(file: file, line: line)) { db in
            try db.moveBooks(shelf: shelf, ids: ids)
        }
    }

    /// Runs the query `takeBook` of `writing.sql`.
    func takeBook(id: Int64, file: StaticString = #fileID, line: UInt = #line) async throws -> TakeBookRow? {
        try await access(.write, at: FMCallSite(file: file, line: line)) { db in
            try db.takeBook(id: id)
        }
    }

    /// Runs the query `shrink` of `writing.sql`.
    @discardableResult
    func shrink(file: StaticString = #fileID, line: UInt = #line) async throws -> Int {
        try await access(.outsideTransaction, at: FMCallSite(file: file, line: line)) { db in
            try db.shrink()
        }
    }

    /// Runs the query `default` of `writing.sql`.
    @discardableResult
    func `default`(file: StaticString = #fileID, line: UInt = #line) async throws -> Int {
        try await access(.write, at: FMCallSite(file: file, line: line)) { db in
            try db.`default`()
        }
    }
}
