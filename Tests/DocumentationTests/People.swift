import FMDB
import FMDBTestHelpers

/// The table of the recipes, with two rows.
enum People {
    /// An open database in memory.
    static func database() throws -> FMDatabase {
        let db = FMDatabase.memory()
        try fill(db)
        return db
    }

    static func queue() throws -> FMDatabaseQueue {
        let queue = FMDatabaseQueue()
        try queue.withDatabase { db in
            db.logsErrors = false
            try fill(db)
        }
        return queue
    }

    static func names(in queue: FMDatabaseQueue) throws -> [String] {
        try queue.withDatabase { try names(in: $0) }
    }

    static func names(in db: FMDatabase) throws -> [String] {
        try db.rows("SELECT name FROM person ORDER BY name", as: String.self)
    }

    private static func fill(_ db: FMDatabase) throws {
        try db.execute("CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, age INTEGER)")
        try db.execute("INSERT INTO person VALUES (1, 'ann', 17), (2, 'bob', 18)")
    }
}

/// The rows of the table as a drawn table.
func drawnPeople(_ db: FMDatabase) -> String {
    drawn(db.executeQuery("SELECT id, name, age FROM person ORDER BY id", withArgumentsIn: []))
}
