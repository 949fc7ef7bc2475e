import FMDB
import FMDBTestHelpers
import Testing

/// A folder with a database to copy. The tests whose names begin with Backup share it.
struct BackupScene {
    let folder = TemporaryFolder()
    var copy: String { folder.file("copy.db") }

    /// A database with people.
    func people(
        _ count: Int = 1000, in name: String = "source.db", journal: String = "WAL", pageSize: Int = 4096,
        vfs: String? = nil
    ) throws -> FMDatabase {
        let database = FMDatabase(path: folder.file(name))
        database.logsErrors = false
        try #require(database.open(withFlags: 6, vfs: vfs))
        try database.execute("PRAGMA page_size = \(raw: "\(pageSize)")")
        _ = try database.value("PRAGMA journal_mode = \(raw: journal)", as: String.self)
        try database.execute("CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT)")
        try add(count, to: database)
        return database
    }

    func add(_ count: Int, to database: FMDatabase) throws {
        let name = String(repeating: "a", count: 200)
        try database.withTransaction {
            for _ in 0..<count { try database.execute("INSERT INTO person (name) VALUES (\(name))") }
        }
    }

    /// How many people a file has, which is checked.
    func count(_ path: String) throws -> Int {
        let database = FMDatabase.file(path)
        defer { database.close() }
        #expect(try database.value("PRAGMA integrity_check", as: String.self) == "ok")
        return try database.value("SELECT count(*) FROM person", as: Int.self)
    }

    /// The names of the files in the folder that belong to a copy.
    func leftovers() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
            $0.contains("partial") || $0.hasPrefix("copy")
        }.sorted()
    }

    /// Options with few pages to a step.
    static var smallSteps: FMDatabase.BackupOptions {
        var options = FMDatabase.BackupOptions()
        options.pagesPerStep = 5
        return options
    }

    static var overwriting: FMDatabase.BackupOptions {
        var options = FMDatabase.BackupOptions()
        options.overwrites = true
        options.busyTimeout = .zero
        return options
    }
}
