import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// A type of the program's own in queries.
enum Shelf: String, FMValueConvertible, Codable {
    case new, old
}

/// The generated functions of `LibraryQueries`, on a database, a queue and a pool.
///
/// RETURNING, and more than one ON CONFLICT, came with SQLite 3.35.
@Suite(.enabled(if: FMSQLiteFeature.returning.isAvailable)) struct LibraryQueriesTests {
    private let db: FMDatabase
    private let code = UUID()

    init() throws {
        db = FMDatabase.memory()
        try #require(db.executeStatements(LibraryQueries.schema))
        try LibraryQueriesTests.fill(db, code)
    }

    private static func fill(_ db: some FMDatabaseAccess, _ code: UUID) throws {
        let ann = try db.addAuthor(name: "Ann", born: Date(timeIntervalSince1970: 0))
        try db.addAuthor(name: "Bea", born: nil)
        let added = try db.addBooks([
            (ann, "One", code, 7.5, 100, Data([1]), "new"), (ann, "Two", nil, nil, 200, nil, "old"),
            (ann, "Three", nil, 2, 300, nil, "new"),
        ])
        #expect(added == 3)
    }

    @Test func rowsOfATable() throws {
        let authors = try db.authors()
        #expect(authors.map(\.name) == ["Ann", "Bea"])
        #expect(try db.author(id: 1) == AuthorRow(id: 1, name: "Ann", born: Date(timeIntervalSince1970: 0)))
        #expect(try db.authorNamed(name: "Bea")?.born == nil)
        #expect(try db.authorNamed(name: "Cid") == nil)
        #expect(try db.authorNames() == ["Ann", "Bea"])
    }

    @Test func oneRowHasToBeThere() {
        #expect(throws: FMError.self) { try db.author(id: 7) }
    }

    @Test func valuesOfOneColumn() throws {
        #expect(try db.countOfBooks(author: 1, inPrint: true) == 3)
        #expect(try db.price(id: 1) == 7.5)
        #expect(try db.price(id: 2) == nil)
        #expect(try db.price(id: 9) == nil)
        #expect(try db.lowestPrice() == 2)
    }

    @Test func listsAndTypesOfTheProgram() throws {
        let books = try db.books(ids: [1, 2], shelves: [.new, .old], pattern: "%")
        #expect(
            books == [
                BooksRow(id: 1, title: "One", authorName: "Ann", code: code, shelf: .new, inPrint: true),
                BooksRow(id: 2, title: "Two", authorName: "Ann", code: nil, shelf: .old, inPrint: true),
            ])
        #expect(try db.books(ids: [], shelves: [.new], pattern: "%").isEmpty)
        #expect(try db.books(ids: [1, 2, 3], shelves: [.new], pattern: #"\%%"#).isEmpty)
    }

    @Test func outerJoinsHaveNil() throws {
        #expect(throws: FMError.self) { try db.authorsAndBooks() }
        try db.execute("DELETE FROM author WHERE name = 'Bea'")
        #expect(try db.authorsAndBooks().map(\.title) == ["One", "Three", "Two"])
    }

    @Test func pagesFollowEachOther() throws {
        var all: [String] = []
        var page = try db.booksByTitle(least: 0, most: 300, limit: 2)
        while let last = page.last {
            all += page.map(\.title)
            page = try db.booksByTitle(least: 0, most: 300, after: last, limit: 2)
        }
        #expect(all == ["One", "Three", "Two"])
    }

    @Test func pagesGoInBothDirections() throws {
        for book in [1, 2, 3] as [Int64] {
            for (reader, day) in [("x", 1.0), ("y", 2), ("z", 2)] {
                try db.lend(book: book, reader: reader, due: Date(timeIntervalSince1970: day))
            }
        }
        var all: [LoanOnPage] = []
        while true {
            let page = try db.loansByDate(after: all.last, limit: 2)
            if page.isEmpty { break }
            all += page
        }
        #expect(all == (try db.loansByDate(limit: 100)))
        #expect(
            all.map { $0.reader + $0.book } == [
                "yOne", "yThree", "yTwo", "zOne", "zThree", "zTwo", "xOne", "xThree", "xTwo",
            ])
    }

    @Test func eachRowIsGivenToAClosure() throws {
        var titles: [String] = []
        try db.eachTitle { titles.append($0) }
        try db.eachBook(price: 3, limit: 10, offset: 0) { titles.append($0.title) }
        try db.eachBook(price: nil, limit: 1, offset: 2) { titles.append($0.title) }
        #expect(titles == ["One", "Two", "Three", "One", "Three"])
    }

    @Test func expressions() throws {
        let figures = try db.statistics()
        #expect(
            figures
                == StatisticsRow(
                    count: 2, sum: 9.5, mean: 4.75, longest: 300, firstAuthor: "Ann", dearest: 7.5, currency: "EUR",
                    isLent: false))
    }

    @Test func writing() throws {
        #expect(try db.addAuthorOnce(name: "Ann") == nil)
        #expect(try db.addAuthorOnce(name: "Cid") == 3)
        #expect(try db.changeBook(title: nil, price: 1, inPrint: false, id: 1) == 1)
        #expect(try db.moveBooks(shelf: .old, ids: [1, 3]).map(\.title).sorted() == ["One", "Three"])
        #expect(try db.takeBook(id: 1) == TakeBookRow(title: "One", price: 1))
        #expect(try db.takeBook(id: 1) == nil)
        #expect(try db.removeBooks([2, 3, 4]) == 2)
        try db.shrink()
        try db.lend(book: 1, reader: "x", due: Date())
        #expect(try db.default() == 1)
    }

    // The lines of the article "Typed queries".
    @Test func booksOfAnAuthor() async throws {
        let folder = TemporaryFolder()
        let pool = FMDatabasePool(path: folder.file())
        defer { pool.close() }
        try await pool.write { db in
            guard db.executeStatements(LibraryQueries.schema) else { throw db.lastError() }
            try db.execute("INSERT INTO book (author, title) VALUES (1, 'One')")
        }
        var printed: [String] = []
        func print(_ title: String, _ price: Double) { printed.append("\(title) \(price)") }
        let ann = try await pool.addAuthor(name: "Ann", born: nil)
        for book in try await pool.booksOf(authors: [ann], pattern: "%") {
            print(book.title, book.price ?? 0)
        }
        #expect(printed == ["One 0.0"])
    }

    @Test func pagesOfAQueue() throws {
        let queue = try FMDatabaseQueue(path: nil, configuration: .init())
        defer { queue.close() }
        try queue.withDatabase { db in
            guard db.executeStatements(LibraryQueries.schema) else { throw db.lastError() }
            try LibraryQueriesTests.fill(db, code)
        }
        var shown: [String] = []
        func show(_ page: [TitlesRow]) { shown += page.map(\.title) }
        var page = try queue.titles(limit: 50)
        while let last = page.last {
            show(page)
            page = try queue.titles(after: last, limit: 50)
        }
        #expect(shown == ["One", "Three", "Two"])
    }

    @Test func queuesAndPools() async throws {
        let folder = TemporaryFolder()
        let pool = FMDatabasePool(path: folder.file())
        try await pool.write { db in
            try #require(db.executeStatements(LibraryQueries.schema))
            try LibraryQueriesTests.fill(db, UUID())
        }
        #expect(try await pool.authors().count == 2)
        #expect(try await pool.author(id: 2).name == "Bea")
        #expect(try await pool.addBooks([(2, "Four", nil, nil, nil, nil, "new")]) == 1)
        #expect(try await pool.moveBooks(shelf: .old, ids: [4]).map(\.title) == ["Four"])
        #expect(try await pool.booksByTitle(least: 0, most: 300, limit: 1).map(\.title) == ["One"])
        let titles = Titles()
        try await pool.eachTitle { titles.all.append($0) }
        #expect(titles.all.count == 4)
        try await pool.shrink()
        pool.close()
    }
}

// SAFETY: the closure runs on one thread at a time, and is awaited.
private final class Titles: @unchecked Sendable {
    var all: [String] = []
}
