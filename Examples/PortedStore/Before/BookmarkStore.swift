import FMDB

/// A class as many apps have had one: written for the Objective-C FMDB, and compiled here without a change.
public class BookmarkStore {
    private let queue: FMDatabaseQueue

    /// Opens the file; nil if that fails, without a reason.
    public init?(path: String) {
        guard let queue = FMDatabaseQueue(path: path) else { return nil }
        self.queue = queue
        migrate()
    }

    private func migrate() {
        queue.inTransaction { db, rollback in
            if db.userVersion < 1 {
                if !db.executeStatements("CREATE TABLE bookmark (id INTEGER PRIMARY KEY, url TEXT UNIQUE, title TEXT)")
                {
                    print("migration failed: \(db.lastErrorMessage())")
                    rollback.pointee = true
                    return
                }
                db.userVersion = 1
            }
            if db.userVersion < 2 {
                if !db.executeUpdate("ALTER TABLE bookmark ADD COLUMN added REAL", withArgumentsIn: []) {
                    print("migration failed: \(db.lastErrorMessage())")
                    rollback.pointee = true
                    return
                }
                db.userVersion = 2
            }
        }
    }

    /// Stores a bookmark. False if it could not be stored.
    public func add(url: String, title: String?, at date: Date) -> Bool {
        var done = false
        queue.inDatabase { db in
            do {
                try db.executeUpdate(
                    "INSERT INTO bookmark (url, title, added) VALUES (?, ?, ?)", values: [url, title ?? NSNull(), date])
                done = true
            } catch {
                // Why it failed is lost: the caller sees `false`.
                print("insert failed: \(error.localizedDescription)")
            }
        }
        return done
    }

    /// The bookmarks, by time.
    public func all() -> [[String: Any]] {
        var result: [[String: Any]] = []
        queue.inDatabase { db in
            // Without rows and after an error the list is empty.
            guard let rows = db.executeQuery("SELECT * FROM bookmark ORDER BY added", withArgumentsIn: []) else {
                return
            }
            while rows.next() {
                if let row = rows.resultDictionary as? [String: Any] { result.append(row) }
            }
        }
        return result
    }

    /// How many titles contain the text.
    public func count(titleContains text: String) -> Int {
        var count = 0
        queue.inDatabase { db in
            if let rows = db.executeQuery(
                "SELECT count(*) FROM bookmark WHERE title LIKE ?", withArgumentsIn: ["%" + text + "%"])
            {
                if rows.next() { count = Int(rows.int(forColumnIndex: 0)) }
                rows.close()
            }
        }
        return count
    }

    /// Closes the file.
    public func close() {
        queue.close()
    }
}
