import FMDBModel
import FMDBTestHelpers
import Testing

/// Live results of requests about several tables, beside the same asked anew after each commit.
@Suite struct LiveRequestTests {
    /// What is watched: each result as a line of text.
    enum Subject: String, CaseIterable {
        case related, counted, joined, filtered, perValue, labelled

        static var possible: [Subject] {
            allCases.filter { $0 != .perValue || SQLiteVersion.linked >= SQLiteVersion(3, 25) }
        }

        var request: FMRequest<Author, String> {
            let authors = Author.all.order(\.id.ascending)
            let books = Author.books.order(\.isbn.ascending)
            switch self {
            case .related: return authors.including(books).map { "\($0.id ?? 0) \($1.map(\.title))" }
            case .counted: return authors.including(Author.books.count).map { "\($0.id ?? 0) \($1)" }
            case .joined:
                let pairs = authors.joining(Author.books).order { $1.isbn.ascending }
                return pairs.select { ($0.name, $1.title) }.map { "\($0) \($1)" }
            case .filtered:
                return authors.where(Author.books.where { $0.year > 2 }.exists).map { "\($0.id ?? 0) \($0.name)" }
            case .perValue:
                return authors.order(\.name.ascending).limit(1, per: \.name).map { "\($0.id ?? 0) \($0.name)" }
            case .labelled:
                let labels = books.including(Volume.labels.order(\.id.ascending))
                return authors.including(labels).map { "\($0.id ?? 0) \($1.map { $0.1.map(\.text) })" }
            }
        }
    }

    private func change(_ random: inout SeededNumbers, _ db: FMDatabase) throws {
        let (id, isbn) = (Int64.random(in: 1...4, using: &random), "\(Int.random(in: 1...5, using: &random))")
        let number = Int.random(in: 0...5, using: &random)
        switch Int.random(in: 0...6, using: &random) {
        case 0: try db.save(Author(id: id, name: "\(number % 2)"))
        case 1: try db.delete(Author.self, id: id)
        case 2, 3: try db.save(Volume(isbn: isbn, title: "\(number)", year: number, author: id))
        case 4: try db.delete(Volume.self, id: isbn)
        case 5: try db.insert(Labelling(volume: isbn, label: Int64(number % 3)))
        default: try db.save(Label(id: Int64(number % 3), text: "\(number)"))
        }
    }

    @Test(arguments: Subject.possible, 1...4)
    func noCommitIsMissed(_ subject: Subject, _ seed: Int) async throws {
        let folder = TemporaryFolder()
        let pool = SilentPool(path: folder.file())
        try await pool.write { db in
            try db.createTable(Author.self)
            try db.createTable(Volume.self)
            try db.createTable(Label.self)
            try db.createTable(Labelling.self)
        }
        var random = SeededNumbers(seed)
        let values = pool.values(of: subject.request).makeAsyncIterator()
        var last = try #require(try await values.next())
        for _ in 0..<40 {
            let seed = Int.random(in: 0...Int.max, using: &random)
            try await pool.write { db in
                var random = SeededNumbers(seed)
                for _ in 0...seed % 3 { try change(&random, db) }
            }
            let expected = try await pool.find(subject.request)
            // A commit that changes a table may leave the results as they are.
            while last != expected { last = try #require(try await values.next()) }
        }
        pool.close()
    }
}
