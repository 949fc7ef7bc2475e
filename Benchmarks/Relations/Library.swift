import FMDB
import GRDB

/// The database that the tasks read, and the connections to it.
struct Library {
    let db: FMDatabase
    let queue: DatabaseQueue
    private let path = FileManager.default.temporaryDirectory.appendingPathComponent("relations-\(UUID()).sqlite").path

    /// - Parameter authors: how many there are; three times as many books, and as many employees.
    init(authors: Int) throws {
        let db = FMDatabase(path: path)
        guard db.open() else { throw db.lastError() }
        guard db.executeStatements(Library.schema) else { throw db.lastError() }
        try db.withTransaction { try Library.fill(db, authors) }
        guard db.executeStatements("ANALYZE") else { throw db.lastError() }
        (self.db, queue) = (db, try DatabaseQueue(path: path))
    }

    func remove() {
        db.close()
        try? queue.close()
        try? FileManager.default.removeItem(atPath: path)
    }

    private static let schema = """
        CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT NOT NULL, born INTEGER NOT NULL);
        CREATE TABLE portrait (
            id INTEGER PRIMARY KEY, file TEXT NOT NULL, authorId INTEGER NOT NULL UNIQUE REFERENCES author (id));
        CREATE TABLE book (
            id INTEGER PRIMARY KEY, title TEXT NOT NULL, year INTEGER NOT NULL, authorId INTEGER REFERENCES author (id));
        CREATE INDEX bookByAuthor ON book (authorId);
        CREATE TABLE tag (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
        CREATE TABLE bookTag (
            bookId INTEGER NOT NULL REFERENCES book (id), tagId INTEGER NOT NULL REFERENCES tag (id),
            PRIMARY KEY (bookId, tagId)) WITHOUT ROWID;
        CREATE INDEX bookTagByTag ON bookTag (tagId);
        CREATE TABLE employee (
            id INTEGER PRIMARY KEY, name TEXT NOT NULL, bossId INTEGER REFERENCES employee (id));
        CREATE INDEX employeeByBoss ON employee (bossId);
        """

    /// One author in ten has no book, and one book in twenty no author.
    private static func fill(_ db: FMDatabase, _ authors: Int) throws {
        for id in 1...authors {
            try db.execute("INSERT INTO author VALUES (\(id), \("author \(id * 7919 % authors)"), \(1900 + id % 100))")
            if id % 2 == 0 { try db.execute("INSERT INTO portrait VALUES (\(id), \("\(id).png"), \(id))") }
            let boss = id > 1 ? id / 8 + (id < 8 ? 1 : 0) : nil
            try db.execute("INSERT INTO employee VALUES (\(id), \("employee \(id)"), \(boss))")
        }
        for id in 1...50 { try db.execute("INSERT INTO tag VALUES (\(id), \("tag \(id)"))") }
        for id in 1...3 * authors {
            let author = id * 7919 % authors + 1
            let writer = id % 20 == 0 || author % 10 == 0 ? nil : author
            try db.execute(
                "INSERT INTO book VALUES (\(id), \("the title of book \(id)"), \(1950 + id % 70), \(writer))")
            for tag in [id % 50 + 1, id / 50 % 49 + 1] {
                try db.execute("INSERT OR IGNORE INTO bookTag VALUES (\(id), \(tag))")
            }
        }
    }
}
