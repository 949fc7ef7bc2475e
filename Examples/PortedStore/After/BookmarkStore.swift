import FMDB

/// The same store after the port. It opens the old file, and goes on where the old class has ended.
public struct BookmarkStore: Sendable {
    /// A row.
    public struct Bookmark: Decodable, Sendable {
        /// Unique.
        public let url: String
        /// nil if it has none.
        public let title: String?
        /// When it was stored.
        public let added: Date
    }

    /// The one failure that callers have an answer to.
    public struct AlreadyThere: Error {}

    private let queue: FMDatabaseQueue

    /// Opens the file, and brings its tables to the newest step.
    public init(path: String) throws {
        queue = try FMDatabaseQueue(path: path, configuration: .init())
        try BookmarkStore.migrations.migrate(queue)
    }

    /// The steps with a number are those of the old class; in its files they count as done.
    private static var migrations: FMMigrator {
        var migrator = FMMigrator()
        migrator.add("create bookmark", userVersion: 1) { db in
            try db.execute("CREATE TABLE bookmark (id INTEGER PRIMARY KEY, url TEXT UNIQUE, title TEXT)")
        }
        migrator.add("add added", userVersion: 2) { db in
            try db.execute("ALTER TABLE bookmark ADD COLUMN added REAL")
        }
        migrator.add("index added") { db in
            try db.execute("CREATE INDEX bookmark_by_time ON bookmark (added)")
        }
        return migrator
    }

    /// Stores a bookmark.
    ///
    /// - Throws: `AlreadyThere`, and `FMError` for everything else.
    public func add(url: String, title: String?, at date: Date) async throws {
        do {
            try await queue.execute("INSERT INTO bookmark (url, title, added) VALUES (\(url), \(title), \(date))")
        } catch let error as FMError where error.extendedCode == .constraintUnique {
            throw AlreadyThere()
        }
    }

    /// The bookmarks, by time.
    public func all() async throws -> [Bookmark] {
        try await queue.rows("SELECT url, title, added FROM bookmark ORDER BY added", as: Bookmark.self)
    }

    /// How many titles contain the text.
    public func count(titleContains text: String) async throws -> Int {
        try await queue.value("SELECT count(*) FROM bookmark WHERE title LIKE \("%" + text + "%")", as: Int.self)
    }

    /// Closes the file.
    public func close() {
        queue.close()
    }
}
