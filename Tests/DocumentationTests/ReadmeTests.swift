import Dispatch
import FMDBModel
import FMDBTestHelpers
import Testing

/// The examples of the README, and that of the documentation's first page.
@Suite struct ReadmeTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file() }
    private let printed = Printed()

    private func print(_ items: Any...) { printed.add(items) }

    @Test func theProgram() throws {
        struct Note: Codable, FMModel {
            var id: Int64?
            var title: String
            var stars = 0
        }

        let queue = try FMDatabaseQueue(path: path, configuration: .init())
        try queue.createTable(Note.self)

        var tea = Note(title: "Tea")
        try queue.insert(&tea)
        tea.stars = 5
        try queue.save(tea)
        for note in try queue.find(Note.self, where: "stars > \(3)", orderBy: [.asc("title")]) {
            print(note.title, note.stars)
        }

        let (title, stars) = ("Coffee", 4)
        try queue.execute("INSERT INTO Note (title, stars) VALUES (\(title), \(stars))")
        let total = try queue.value("SELECT sum(stars) FROM Note", as: Int.self)
        print(total, "stars")
        #expect(
            printed.text == """
                Tea 5
                9 stars
                """)
    }

    private func queue(_ label: String? = nil) throws -> FMDatabaseQueue {
        var configuration = FMDatabaseQueue.Configuration()
        configuration.label = label
        let queue = try FMDatabaseQueue(path: folder.file("notes.db"), configuration: configuration)
        try queue.execute("CREATE TABLE IF NOT EXISTS Note (id INTEGER PRIMARY KEY, title TEXT)")
        return queue
    }

    /// What was printed, and what the README shows, without what differs from run to run.
    private func expectPrinted(_ shown: String) {
        let text = printed.text.replacingOccurrences(of: folder.file("notes.db"), with: "notes.db")
        #expect(Printed.withoutAccidents(text) == Printed.withoutAccidents(shown))
    }

    @Test func whoHoldsTheLock() throws {
        let queue = try queue("import")
        let (isWriting, isTested) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let importer = BackgroundThreads.start {
            try? queue.withTransaction { db in
                try db.execute("INSERT INTO Note (title) VALUES (\("Tea"))")
                isWriting.signal()
                isTested.arrives()
            }
        }
        #expect(isWriting.arrives())
        let db = FMDatabase.file(folder.file("notes.db"))
        db.maxBusyRetryTimeInterval = 0
        do {
            try db.execute("DELETE FROM Note")
        } catch {
            print(error)
        }
        isTested.signal()
        #expect(importer.arrives())
        expectPrinted(
            #"""
            SQLite error 5: database is locked - in: DELETE FROM Note - the queue "import" holds the write lock, begun 2.1 s ago at App/Import.swift:12: BEGIN IMMEDIATE TRANSACTION; 2 connections of this process are open on this file
            """#)
    }

    @Test func aDeadlockIsRefused() throws {
        let queue = try queue()
        do {
            try queue.withTransaction { db in
                try queue.execute("DELETE FROM Note")  // on the queue that the block has
            }
        } catch {
            print(error)
        }
        expectPrinted(
            #"""
            FMDB error 21 (wouldDeadlock): the call would deadlock: this thread 0x7f3a waits for the queue on notes.db (App/main.swift:31), held by this thread (App/main.swift:30) - inside a block, use the db that it receives
            """#)
    }

    @Test func theFirstPage() throws {
        let (name, age) = ("ann", 18)
        struct Person: Decodable {
            var name: String
            var age: Int?
        }

        let queue = FMDatabaseQueue(path: path)
        let adults = try queue?.withDatabase { db in
            try db.execute("CREATE TABLE IF NOT EXISTS person (name TEXT, age INTEGER)")
            try db.execute("INSERT INTO person VALUES (\(name), \(age))")
            return try db.rows("SELECT * FROM person WHERE age >= \(18)", as: Person.self)
        }
        #expect(adults?.map(\.name) == ["ann"])
        #expect(adults?.map(\.age) == [18])
    }

    // MARK: Figures

    private static func document(_ path: String) throws -> String {
        let package = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: package.appendingPathComponent(path), encoding: .utf8)
    }

    /// The rows of tables, as cells; of "1.40 ✗ 1.35", a figure and its goal, the figure.
    private static func rows(_ document: String) -> [[String]] {
        document.components(separatedBy: "\n").filter { $0.hasPrefix("|") }.map { row in
            row.split(separator: "|").map { cell in
                cell.trimmingCharacters(in: .whitespaces).components(separatedBy: " ✗")[0].components(
                    separatedBy: " ✓")[0]
            }
        }
    }

    /// The figures of the README are those of the benchmarks, without which a copy of the package may be.
    @Test func theFiguresAreMeasured() throws {
        let readme = try Self.document("README.md")
        let benchmarks = (try? Self.document("Benchmarks/README.md")) ?? readme
        let (rows, measured) = (
            Self.rows(readme).filter { $0.count == 6 && $0[1].hasSuffix("s") }, Self.rows(benchmarks)
        )
        #expect(rows.count == 8)
        for row in rows { #expect(measured.contains(row), "\(row) is not in Benchmarks/README.md") }

        // 3,640 is 3 640 there.
        let digits = benchmarks.replacingOccurrences(of: "[  ,](?=[0-9]{3})", with: "", options: .regularExpression)
        let figures = readme.components(separatedBy: .whitespacesAndNewlines)
            .map { $0.trimmingCharacters(in: .decimalDigits.inverted) }
            .filter { $0.contains(",") && $0.allSatisfy { $0.isNumber || $0 == "," } }
        #expect(figures.count == 7)
        for figure in figures {
            #expect(digits.contains(figure.filter(\.isNumber)), "\(figure) is not in Benchmarks/README.md")
        }
    }
}
