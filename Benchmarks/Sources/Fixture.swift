import Foundation

/// What the workloads read and write: a folder that is gone at the end, with one database that is filled beforehand.
final class Fixture {
    /// How many rows each workload has.
    struct Scale {
        let name: String
        var inserts = 100_000
        var reads = 200_000
        /// Where each row is an access to the file, or compiles a statement.
        var trips = 20_000
        /// How often a connection is opened.
        var opens = 1_000
        /// How many full-text queries.
        var searches = 500
        /// How many rows are read while memory is watched.
        var streamed = 1_000_000
        /// The sizes of the tables that show what size costs.
        var sizes = [1_000, 10_000, 100_000, 1_000_000]
        /// How long a round lasts in which several threads meet.
        var round = Duration.seconds(2)

        static let full = Scale(name: "full")
        static let millions = Scale(name: "millions", sizes: full.sizes + [10_000_000])
        static let quick = Scale(
            name: "quick", inserts: 5_000, reads: 10_000, trips: 2_000, opens: 100, searches: 50, streamed: 50_000,
            sizes: [1_000, 10_000], round: .milliseconds(200))
        /// For the names of the contenders.
        static let least = Scale(
            name: "least", inserts: 1, reads: 10, trips: 1, opens: 1, searches: 1, streamed: 1, sizes: full.sizes,
            round: .zero)
    }

    let scale: Scale
    private let folder: URL
    /// Databases that only some workloads want, by name.
    private var made: Set<String> = []

    /// The rows of `Event` that are inserted, over and over.
    let events: [Event]
    /// The keys that the point selects ask for, in an order that jumps.
    let keys: [Int64]
    /// The largest key.
    let keyRange: Int

    init(_ scale: Scale) throws {
        self.scale = scale
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("benchmarks-" + UUID().uuidString)
        events = (0..<997).map(Event.init(number:))
        // Few enough rows to stay in the processor's caches: otherwise memory, which is the same for all, drowns what differs.
        keyRange = min(scale.reads, 10_000)
        let range = keyRange
        // A prime that does not divide the range, so that every key comes up.
        keys = (0..<scale.reads).map { Int64(($0 * 7919) % range + 1) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try fill()
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// The database that is read.
    var path: String { folder.appendingPathComponent("read.sqlite").path }

    /// A path for a database that is written.
    func freshPath() -> String { folder.appendingPathComponent(UUID().uuidString + ".sqlite").path }

    /// The path of a database that is filled when it is first asked for.
    func path(_ name: String, fill: (RawDatabase) throws -> Void) throws -> String {
        let path = folder.appendingPathComponent(name + ".sqlite").path
        guard made.insert(name).inserted else { return path }
        let database = try RawDatabase(path)
        try database.run("BEGIN")
        try fill(database)
        try database.run("COMMIT")
        return path
    }

    /// Settings that every contender has alike: the pages stay in memory and nobody waits for the disk, so that the libraries
    /// are compared and not the machine.
    static let settings = "PRAGMA cache_size = -131072; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY;"

    private func fill() throws {
        let database = try RawDatabase(path)
        try database.run(Article.schema + Counter.schema + "BEGIN;")
        let article = try database.prepare(Article.insertion)
        for number in 0..<scale.reads { try article.insert(Article(number: number)) }
        let counter = try database.prepare(Counter.insertion)
        for number in 0..<scale.reads { try counter.insert(Counter.values(number: number)) }
        try database.run("COMMIT;")
    }
}

// MARK: - Rows

/// A row that is inserted: ten columns of all kinds.
struct Event: Codable {
    let owner: Int64
    let createdAt: Int64
    let updatedAt: Int64
    let flags: Int64
    let latitude: Double
    let longitude: Double
    let name: String
    let note: String
    let digest: Data
    let parent: Int64?

    init(number: Int) {
        owner = Int64(number % 100)
        createdAt = 1_700_000_000 + Int64(number) * 61
        updatedAt = createdAt + Int64(number % 86_400)
        flags = Int64(number & 0xFF)
        latitude = Double(number % 180) - 90.25
        longitude = Double(number % 360) - 180.125
        name = "event \(number)"
        note = "What happened at number \(number), in one line of text."
        digest = Data((0..<32).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ number) })
        parent = nil
    }

    /// The same as a tuple, in the order of the columns.
    typealias Columns = (Int64, Int64, Int64, Int64, Double, Double, String, String, Data, Int64?)

    /// A row that was read back.
    init(_ columns: Columns) {
        (owner, createdAt, updatedAt, flags, latitude, longitude, name, note, digest, parent) = columns
    }

    var columns: Columns {
        (owner, createdAt, updatedAt, flags, latitude, longitude, name, note, digest, parent)
    }

    static let schema = """
        CREATE TABLE event (owner INTEGER, createdAt INTEGER, updatedAt INTEGER, flags INTEGER, latitude REAL, \
        longitude REAL, name TEXT, note TEXT, digest BLOB, parent INTEGER);
        """
    static let insertion = "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    static let selection = "SELECT * FROM event ORDER BY rowid"
}

/// A row that is read: six columns of all kinds.
struct Article: Codable {
    let id: Int64
    let title: String
    let summary: String
    let score: Double
    let cover: Data
    let parentId: Int64?

    /// The same as a tuple.
    typealias Columns = (Int64, String, String, Double, Data, Int64?)
    /// A row of `selectionByKey`.
    typealias Summary = (Int64, String, Double, Int64?)

    init(number: Int) {
        id = Int64(number + 1)
        title = "Title \(number)"
        summary = "\(number % 4 == 0 ? "Résumé" : "Summary") of article \(number): some sixty bytes of plain text."
        score = Double(number % 1000) / 8
        cover = Data((0..<32).map { UInt8(truncatingIfNeeded: $0 &* 5 &+ number) })
        parentId = number % 2 == 0 ? nil : Int64(number / 2)
    }

    init(_ columns: Columns) {
        (id, title, summary, score, cover, parentId) = columns
    }

    static let schema = """
        CREATE TABLE article (id INTEGER PRIMARY KEY, title TEXT, summary TEXT, score REAL, cover BLOB, parentId INTEGER);
        """
    static let insertion = "INSERT INTO article VALUES (?, ?, ?, ?, ?, ?)"
    static let selection = "SELECT id, title, summary, score, cover, parentId FROM article"
    static let columnNames = ["id", "title", "summary", "score", "cover", "parentId"]
    static let selectionByKey = "SELECT id, title, score, parentId FROM article WHERE id = ?"
    static let scoreByKey = "SELECT score FROM article WHERE id = ?"
    static let update = "UPDATE article SET title = :title, score = :score WHERE id = :id"
}

/// A row of ten integers. The names are such as programs have: short and long, most of them in camel case.
enum Counter {
    static func values(number: Int) -> [Int64] {
        (0..<10).map { column in Int64(number + 1) &* Int64(column &* column &* 1_000_003 &+ 1) }
    }

    static let schema = """
        CREATE TABLE counter (id INTEGER PRIMARY KEY, ownerId INTEGER, createdAt INTEGER, updatedAt INTEGER, \
        viewCount INTEGER, likeCount INTEGER, replyCount INTEGER, numberOfAttachments INTEGER, \
        lastModifiedTimestamp INTEGER, flags INTEGER);
        """
    static let insertion = "INSERT INTO counter VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    static let selection = "SELECT * FROM counter"
    static let flags = "SELECT flags FROM counter"
}

extension Checksum {
    mutating func add(_ event: Event) {
        for integer in [event.owner, event.createdAt, event.updatedAt, event.flags] { add(integer) }
        for real in [event.latitude, event.longitude] { add(real) }
        for text in [event.name, event.note] { add(text) }
        add(event.digest)
        add(event.parent)
    }

    @inline(__always)
    mutating func add(_ article: Article) {
        add(article.id)
        add(article.title)
        add(article.summary)
        add(article.score)
        add(article.cover)
        add(article.parentId)
    }

    @inline(__always)
    mutating func add(_ row: Article.Columns) {
        add(row.0)
        add(row.1)
        add(row.2)
        add(row.3)
        add(row.4)
        add(row.5)
    }

    @inline(__always)
    mutating func add(_ row: Article.Summary?) {
        guard let row else { return add(Int64(-1)) }
        add(row.0)
        add(row.1)
        add(row.2)
        add(row.3)
    }

    /// An article as a dictionary. Its values are looked at only where every byte counts: taking them out of their boxes would
    /// weigh more than what is measured.
    @inline(__always)
    mutating func add<Key: Hashable>(_ row: [Key: Any]) {
        add(Int64(row.count))
        if depth == .everyByte { add(Article(boxed: row)) }
    }
}

extension Article {
    /// An article out of a dictionary whose numbers may be of any type; what is missing or of another kind reads as nothing.
    init<Key: Hashable>(boxed row: [Key: Any]) {
        func value<Value>(_ index: Int, _ type: Value.Type) -> Value? {
            (Article.columnNames[index] as? Key).flatMap { row[$0] as? Value }
        }
        func integer(_ index: Int) -> Int64? {
            value(index, Int64.self) ?? value(index, NSNumber.self)?.int64Value
        }
        self.init(
            (
                integer(0) ?? -1, value(1, String.self) ?? "", value(2, String.self) ?? "",
                value(3, Double.self) ?? value(3, NSNumber.self)?.doubleValue ?? -1, value(4, Data.self) ?? Data(),
                value(5, NSNull.self) == nil ? integer(5) ?? -1 : nil
            ))
    }
}
