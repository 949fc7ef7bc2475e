import Foundation

/// The table that records the steps of a database.
struct MigrationRecord {
    private let table: String
    private let db: FMDatabase
    private let name: FMSQL

    init(_ table: String, in db: FMDatabase) {
        self.table = table
        self.db = db
        name = "main.\(identifier: table)"
    }

    func exists() throws(FMError) -> Bool {
        try db.value(
            """
            SELECT count(*) FROM main.sqlite_master WHERE type = 'table' AND name = \(table) COLLATE NOCASE
            """, as: Int.self) > 0
    }

    /// The names of the steps in their order; nil if there is no record.
    func names() throws(FMError) -> [String]? {
        guard try exists() else { return nil }
        return try db.rows("SELECT name FROM \(name) ORDER BY position", as: String.self)
    }

    func create() throws(FMError) {
        try db.execute(
            "CREATE TABLE \(name) (position INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, time REAL NOT NULL)")
    }

    /// Adds steps, the first of which has a position, counted from 1.
    func add(_ steps: [String], at position: Int) throws(FMError) {
        let time = Date().timeIntervalSince1970
        for (offset, step) in steps.enumerated() {
            try db.execute("INSERT INTO \(name) VALUES (\(position + offset), \(step), \(time))")
        }
    }
}
