import FMDBModel

/// The books of a library, in a file.
struct Library {
    let queue: FMDatabaseQueue

    init(path: String) throws {
        FMDatabase.registerTokenizer(FMUnicodeTokenizer())
        queue = try FMDatabaseQueue(path: path, configuration: .init())
        try Library.migrator.migrate(queue)
        try queue.createSearchTable(Library.search)
    }

    private static var migrator: FMMigrator {
        FMMigrator([
            .step("create book") { db in
                try db.execute(
                    """
                    CREATE TABLE book (
                        id INTEGER PRIMARY KEY,
                        title TEXT NOT NULL UNIQUE,
                        author TEXT NOT NULL,
                        year INTEGER NOT NULL,
                        reader TEXT
                    )
                    """)
            }
        ])
    }

    func add(title: String, author: String, year: Int) throws {
        try queue.execute("INSERT INTO book (title, author, year) VALUES (\(title), \(author), \(year))")
    }
}
