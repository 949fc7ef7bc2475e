import Foundation

/// Contenders that write. What they wrote is read back in C.
extension Contender {
    /// A contender that fills the table `event` of a new database in each round.
    static func inserting<Database>(
        _ name: String, _ fixture: Fixture, open: @escaping (String) throws -> Database,
        run: @escaping (Database) throws -> Void
    ) -> Contender {
        inserting(name, fixture, settings: Fixture.settings, open: { path, _ in try open(path) }, run: run)
    }

    /// The same with settings of its own.
    static func inserting<Database>(
        _ name: String, _ fixture: Fixture, settings: String, open: @escaping (String, String) throws -> Database,
        run: @escaping (Database) throws -> Void
    ) -> Contender {
        var path = ""
        var database: Database?
        return Contender(
            name: name,
            before: {
                path = fixture.freshPath()
                try RawDatabase(path, settings: settings).run(Event.schema)
                database = try open(path, settings)
            },
            run: { _ in
                if let database { try run(database) }
            },
            after: { sum in
                database = nil
                do {
                    let statement = try RawDatabase(path).prepare(Event.selection)
                    while try statement.next() { sum.add(statement.event) }
                }
                try FileManager.default.removeItem(atPath: path)
            })
    }

    /// A contender that changes articles of a database of its own, to the same values in each round.
    static func updating<Database>(
        _ name: String, _ fixture: Fixture, open: (String) throws -> Database,
        run: @escaping (Database) throws -> Void
    ) throws -> Contender {
        let path = fixture.freshPath()
        let raw = try RawDatabase(path)
        try raw.run(Article.schema + "BEGIN")
        let insertion = try raw.prepare(Article.insertion)
        for number in 0..<fixture.keyRange { try insertion.insert(Article(number: number)) }
        try raw.run("COMMIT")
        let selection = try raw.prepare(Article.selection)
        let database = try open(path)
        return Contender(
            name: name, run: { _ in try run(database) },
            after: { sum in while try selection.next() { sum.add(selection.article) } })
    }

    /// A contender that adds entries to a table of some size. They are taken away again.
    static func appending<Database>(
        _ name: String, _ path: String, size: Int, open: (String) throws -> Database,
        run: @escaping (Database) throws -> Void
    ) throws -> Contender {
        let database = try open(path)
        let raw = try RawDatabase(path)
        let selection = try raw.prepare("SELECT id, name, amount FROM entry WHERE id > \(size)")
        return Contender(
            name: name, run: { _ in try run(database) },
            after: { sum in
                while try selection.next() {
                    sum.add(selection.integer(0))
                    sum.add(selection.text(1))
                    sum.add(selection.real(2))
                }
                try raw.run("DELETE FROM entry WHERE id > \(size)")
            })
    }
}

extension Event {
    /// Settings under which a commit does not wait for the disk, and survives the process.
    static let smallSettings = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY;"
}

extension Article {
    /// What an update makes of an article.
    struct Change {
        let title: String
        let score: Double

        @inline(__always)
        init(_ key: Int64) {
            title = key % 2 == 0 ? "another title" : "a title that is somewhat longer than the one before"
            score = Double(key) / 4
        }
    }
}

/// A row of a table whose size varies.
enum Entry {
    static let schema = "CREATE TABLE entry (id INTEGER PRIMARY KEY, name TEXT, amount REAL);"
    static let insertion = "INSERT INTO entry VALUES (?, ?, ?)"
    static let selectionByKey = "SELECT id, name, amount, NULL FROM entry WHERE id = ?"

    @inline(__always)
    static func name(_ id: Int64) -> String { id % 2 == 0 ? "even" : "an odd entry of the table" }
    @inline(__always)
    static func amount(_ id: Int64) -> Double { Double(id) / 8 }

    /// A database with so many entries.
    static func path(_ fixture: Fixture, size: Int) throws -> String {
        try fixture.path("entries-\(size)") { database in
            try database.run(schema)
            let statement = try database.prepare(insertion)
            for id in 1...Int64(size) { try statement.insertEntry(id) }
        }
    }

    /// Keys all over the table.
    static func keys(_ fixture: Fixture, size: Int) -> [Int64] {
        (0..<fixture.scale.trips).map { Int64(($0 &* 1_299_709) % size + 1) }
    }

    /// The keys of the entries that are added.
    static func added(to size: Int, _ fixture: Fixture) -> ClosedRange<Int64> {
        Int64(size + 1)...Int64(size + fixture.scale.trips)
    }
}

/// A document of a full-text index.
enum Page {
    static let search = "SELECT rowid, title, rank FROM page WHERE page MATCH ? ORDER BY rank LIMIT 20"

    private static func word(_ seed: Int) -> String {
        let syllables = ["ka", "lo", "mi", "ne", "ru", "sa", "te", "vo"]
        // Small numbers are common, as a few words are in any language.
        let number = (seed &* seed) / 977 % 400
        return syllables[number % 8] + syllables[number / 8 % 8] + syllables[number / 64 % 8]
    }

    static func path(_ fixture: Fixture) throws -> String {
        try fixture.path("pages") { database in
            try database.run("CREATE VIRTUAL TABLE page USING fts5 (title, body)")
            let statement = try database.prepare("INSERT INTO page VALUES (?, ?)")
            for number in 0..<5_000 {
                let words = (0..<40).map { word((number &* 31 &+ $0 &* 97) % 977) }
                try statement.insert("Page \(number)", words.joined(separator: " "))
            }
        }
    }

    /// The words that are looked for.
    static func words(_ fixture: Fixture) -> [String] {
        (0..<fixture.scale.searches).map { word($0 * 13 % 977) }
    }
}
