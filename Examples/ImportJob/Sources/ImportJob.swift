import FMDB

/// Imports the same kind of file again and again. Each run is one transaction: readers see the table before it or after it, and a run that
/// is killed leaves nothing.
struct ImportJob {
    private let queue: FMDatabaseQueue

    init(database path: String) throws {
        var configuration = FMDatabaseQueue.Configuration()
        configuration.label = "import"
        configuration.configure = { db in
            _ = try db.value("PRAGMA journal_mode = WAL", as: String.self)
            // How long to wait for another writer.
            db.maxBusyRetryTimeInterval = 10
        }
        queue = try FMDatabaseQueue(path: path, configuration: configuration)
        try ImportJob.migrations.migrate(queue)
    }

    func close() {
        queue.close()
    }

    private static var migrations: FMMigrator {
        var migrator = FMMigrator()
        migrator.add("create zone") { db in
            try db.execute(
                "CREATE TABLE zone (name TEXT PRIMARY KEY, countries TEXT NOT NULL, place TEXT NOT NULL, comment TEXT)")
        }
        migrator.add("create run") { db in
            try db.execute(
                """
                CREATE TABLE run (
                    id INTEGER PRIMARY KEY, file TEXT NOT NULL, at REAL NOT NULL,
                    new INTEGER NOT NULL, changed INTEGER NOT NULL, gone INTEGER NOT NULL
                )
                """)
        }
        return migrator
    }

    /// What a run has done.
    struct Changes: CustomStringConvertible {
        let lines: Int
        let new: Int
        let changed: Int
        let gone: Int
        let firstNew: [String]
        let firstGone: [String]

        var description: String { "\(lines) zones, \(new) new, \(changed) changed, \(gone) gone" }
    }

    /// Brings the table into line with the file.
    ///
    /// The lines go into a temporary table first. What has changed is then a question of SQL, and only that is written.
    func run(_ file: ZoneFile) throws -> Changes {
        try queue.withTransaction(.immediate) { db in
            try stage(file, in: db)
            let new = try db.rows(
                "SELECT name FROM incoming WHERE name NOT IN (SELECT name FROM zone)", as: String.self)
            let gone = try db.rows(
                "DELETE FROM zone WHERE name NOT IN (SELECT name FROM incoming) RETURNING name", as: String.self)
            let written = try db.execute(
                """
                INSERT INTO zone SELECT * FROM incoming WHERE true
                ON CONFLICT (name) DO UPDATE
                    SET (countries, place, comment) = (excluded.countries, excluded.place, excluded.comment)
                    WHERE (countries, place, comment) IS NOT (excluded.countries, excluded.place, excluded.comment)
                """)
            let changes = Changes(
                lines: file.zones.count, new: new.count, changed: written - new.count, gone: gone.count,
                firstNew: Array(new.sorted().prefix(3)), firstGone: Array(gone.sorted().prefix(3)))
            try db.execute(
                """
                INSERT INTO run (file, at, new, changed, gone)
                VALUES (\(file.name), \(Date()), \(changes.new), \(changes.changed), \(changes.gone))
                """)
            try db.execute("DROP TABLE incoming")
            return changes
        }
    }

    private func stage(_ file: ZoneFile, in db: FMDatabase) throws {
        try db.execute(
            """
            CREATE TEMP TABLE incoming (name TEXT PRIMARY KEY, countries TEXT NOT NULL, place TEXT NOT NULL, comment TEXT)
            """)
        try db.executeMany(
            "INSERT INTO incoming VALUES (?, ?, ?, ?)",
            file.zones.lazy.map { ($0.name, $0.countries, $0.place, $0.comment) })
    }
}
