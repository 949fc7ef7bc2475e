import FMDB
import Foundation

/// What an app keeps its notes in.
final class NoteStore {
    private let queue: FMDatabaseQueue
    private let pool: FMDatabasePool
    private var cache: [String] = []

    init(path: String) throws {
        queue = try FMDatabaseQueue(path: path, configuration: .init())
        pool = FMDatabasePool(path: path, configuration: .init())
    }

    func add(_ title: String) async throws {
        try await queue.execute("INSERT INTO note (title) VALUES (\(title))")
        try await queue.withTransaction { db in
            try db.execute("INSERT INTO log (text) VALUES (\(title))")
        }
        try await pool.write { db in try db.execute("UPDATE note SET seen = 1") }
    }

    func titles() async throws -> [String] {
        let read = try await pool.read { db in try db.rows("SELECT title FROM note", as: String.self) }
        let count = try await queue.value("SELECT count(*) FROM note", as: Int.self)
        cache = read
        return count == 0 ? [] : try await queue.rows("SELECT title FROM note", as: String.self)
    }

    /// Without waiting elsewhere, as short calls may.
    func titlesAtOnce() throws -> [String] {
        try queue.withDatabase { db in
            cache = try db.rows("SELECT title FROM note", as: String.self)
        }
        let count = try pool.read { db in try db.value("SELECT count(*) FROM note", as: Int.self) }
        try pool.write { db in try db.execute("UPDATE note SET seen = \(count)") }
        return cache
    }

    /// As FMDB's users write it.
    func titlesAsEver() -> [String] {
        var titles: [String] = []
        queue.inDatabase { db in
            guard let rows = db.executeQuery("SELECT title FROM note", withArgumentsIn: []) else { return }
            while rows.next() { titles.append(rows.string(forColumn: "title") ?? "") }
        }
        queue.inTransaction { db, rollback in
            if !db.executeUpdate("DELETE FROM note WHERE title = ?", withArgumentsIn: [""]) { rollback.pointee = true }
        }
        cache = titles
        return titles
    }

    func importAll(_ titles: [String]) async throws {
        try await withThrowingTaskGroup(of: Void.self) { [queue] group in
            for title in titles {
                group.addTask {
                    try await queue.withTransaction { db in
                        try db.execute("INSERT INTO note (title) VALUES (\(title))")
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    func search(_ text: String) -> Task<[String], any Error> {
        Task { [pool] in
            try await pool.read { db in
                try db.rows("SELECT title FROM note WHERE title LIKE \(text)", as: String.self)
            }
        }
    }
}

/// One connection, without a queue, as a script uses it.
func script(path: String) throws -> [(String, Int)] {
    let db = FMDatabase(path: path)
    db.open()
    try db.execute("CREATE TABLE IF NOT EXISTS note (title TEXT, seen INTEGER)")
    try db.withSavePoint { try db.execute("DELETE FROM note") }
    return try db.rows("SELECT title, seen FROM note", as: (String, Int).self)
}
