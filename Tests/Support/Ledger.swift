import FMDB

/// Transactions that can be told from parts of transactions: each has rows in a table and in its index, and a share of a sum.
public enum Ledger {
    /// Creates the tables, if they are missing. They are transaction number 0.
    public static func create(_ db: FMDatabase) throws {
        guard try !isCreated(in: db) else { return }
        try db.execute("CREATE TABLE entry (number INTEGER, part INTEGER, body TEXT)")
        try db.execute("CREATE INDEX entry_by_body ON entry (body)")
        try db.execute("CREATE TABLE total (number INTEGER)")
        try db.execute("INSERT INTO total VALUES (0)")
    }

    /// What is to be done in the transaction of a number, 1 or more.
    public static func add(_ number: Int, _ db: FMDatabase) throws {
        for part in 0..<3 {
            let body = String(repeating: "\(part)", count: 90 * ((number - 1) % 12 + 1))
            try db.execute("INSERT INTO entry VALUES (\(number), \(part), \(body))")
        }
        try db.execute("UPDATE total SET number = number + \(number)")
        if number % 4 == 0 { try db.execute("DELETE FROM entry WHERE number = \(number) AND part = 2") }
    }

    /// Which transactions there are.
    public static func survivors(_ db: FMDatabase) throws -> Survivors {
        // Not `tableExists`, which says of a file that cannot be read that it has no tables.
        guard try isCreated(in: db) else { return Survivors() }
        let parts = try db.rows(
            """
            SELECT number FROM entry GROUP BY number
            HAVING count(*) != CASE number % 4 WHEN 0 THEN 2 ELSE 3 END
                OR sum(part) != CASE number % 4 WHEN 0 THEN 1 ELSE 3 END
                OR min(length(body) = 90 * ((number - 1) % 12 + 1) AND trim(body, part) = '') = 0
            """, as: Int.self)
        guard parts.isEmpty else { return Survivors(fault: "of the transactions \(parts) there are parts") }
        let numbers = try db.rows("SELECT DISTINCT number FROM entry", as: Int.self)
        guard try db.rows("SELECT number FROM total", as: Int.self) == [numbers.reduce(0, +)] else {
            return Survivors(fault: "the sum is not that of the transactions")
        }
        return Survivors(numbers: Set(numbers).union([0]))
    }

    private static func isCreated(in db: FMDatabase) throws -> Bool {
        try db.value("SELECT count(*) FROM sqlite_master WHERE name = 'entry'", as: Int.self) > 0
    }
}

/// What is there after a crash.
public struct Survivors: Sendable {
    /// The transactions that are there, each of them whole.
    public var numbers: Set<Int>
    /// What is wrong.
    public var fault: String?

    /// What has been found.
    public init(numbers: Set<Int> = [], fault: String? = nil) {
        self.numbers = numbers
        self.fault = fault
    }

    /// What a body finds in a file that is whole by SQLite's own check.
    public static func found(in db: FMDatabase, _ body: (FMDatabase) throws -> Survivors) -> Survivors {
        do {
            let integrity = try db.rows("PRAGMA integrity_check(1)", as: String.self)
            guard integrity == ["ok"] else { return Survivors(fault: integrity.first ?? "") }
            return try body(db)
        } catch {
            return Survivors(fault: "\(error)")
        }
    }
}
