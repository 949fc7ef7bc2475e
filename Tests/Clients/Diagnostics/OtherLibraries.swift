import FMDB

// Calls that other libraries have.

func statements(_ db: FMDatabase, _ queue: FMDatabaseQueue, _ values: [Any]) throws {
    // error: pass the values one by one: execute(sql, a, b)
    try db.execute("INSERT INTO city VALUES (?, ?)", ["Porto", 230_000])
    // error: pass the values one by one: execute(sql, a, b)
    try db.execute("INSERT INTO city VALUES (?, ?)", values)
    // error: pass the values one by one: execute(sql, a, b)
    try queue.execute("INSERT INTO city VALUES (?)", ["Porto"])
    // error: or `execute("… VALUES (?, ?)", a, b)`
    try db.execute(sql: "INSERT INTO city VALUES (?)", arguments: ["Porto"])
    try queue.withTransaction { db in
        try db.execute("CREATE TABLE city (name TEXT)")
        // error: or `execute("… VALUES (?, ?)", a, b)`
        try db.execute(sql: "INSERT INTO city VALUES (?)", arguments: ["Porto"])
    }
    // error: or `execute("… VALUES (?, ?)", a, b)`
    try db.run("INSERT INTO city VALUES (?, ?)", "Porto", 230_000)
    // error: value("SELECT …", as: Int.self)
    print(try db.scalar("SELECT count(*) FROM city") as Any)
    try db.execute("INSERT INTO city VALUES (?, ?)", "Porto", 230_000)
    try db.execute("INSERT INTO city VALUES (?)", [1, 2] as [UInt8])
}

func statements(_ queue: FMDatabaseQueue) async throws {
    // error: pass the values one by one: execute(sql, a, b)
    try await queue.execute("INSERT INTO city VALUES (?)", ["Porto"])
    // error: or `execute("… VALUES (?, ?)", a, b)`
    try await queue.execute(sql: "INSERT INTO city VALUES (?)", arguments: ["Porto"])
}

func rows(_ db: FMDatabase, _ queue: FMDatabaseQueue, _ text: String) throws {
    // error: write `forEachRow` and call `row.dictionary()` in its block
    print(try db.rows("SELECT * FROM city", as: [String: Any].self))
    // error: write `forEachRow` and call `row.dictionary()` in its block
    print(try queue.rows("SELECT * FROM city", as: [String: Any].self))
    // error: a String is not SQL: write `FMSQL(raw: text, arguments: [a, b])`
    print(try db.rows(FMSQL(text), as: String.self))
    print(try db.rows(FMSQL("SELECT \(text)"), as: String.self))
}

func rows(_ queue: FMDatabaseQueue) async throws {
    // error: write `forEachRow` and call `row.dictionary()` in its block
    print(try await queue.rows("SELECT * FROM city", as: [String: Any].self))
}

func blocks(_ queue: FMDatabaseQueue, _ pool: FMDatabasePool) throws {
    // error: a queue has withTransaction, a pool has write
    try queue.write { db in
        try db.execute("CREATE TABLE city (name TEXT)")
    }
    // error: a queue has withDatabase, a pool has read
    print(try queue.read { db in try db.value("SELECT 1", as: Int.self) })
    try pool.write { db in
        try db.execute("CREATE TABLE city (name TEXT)")
        // error: has no member 'exceute'
        try db.exceute("INSERT INTO city VALUES ('Porto')")
    }
}

func throwing(_ queue: FMDatabaseQueue, _ pool: FMDatabasePool) {
    // error: this block cannot throw: write `withDatabase`
    queue.inDatabase { db in
        try db.execute("DELETE FROM city")
    }
    // error: this block cannot throw: write `withTransaction { db in … }`
    pool.inTransaction { db, _ in
        try db.execute("DELETE FROM city")
    }
    // error: this block cannot throw: write `withTransaction(.deferred) { db in … }`
    queue.inDeferredTransaction { db, _ in try db.execute("DELETE FROM city") }
    // error: this block cannot throw: write `withTransaction(.exclusive) { db in … }`
    queue.inExclusiveTransaction { db, _ in try db.execute("DELETE FROM city") }
    // error: this block cannot throw: write `withTransaction { db in … }`
    queue.inImmediateTransaction { db, _ in try db.execute("DELETE FROM city") }
    // error: this block cannot throw: write `withSavePoint { db in … }`
    queue.inSavePoint { db, _ in try db.execute("DELETE FROM city") }
    queue.inDatabase { db in
        // error: this block cannot throw: write `withSavePoint { … }`
        db.inSavePoint { _ in try db.execute("DELETE FROM city") }
    }
    queue.inTransaction { db, rollback in
        // error: has no member 'exceute'
        db.exceute("DELETE FROM city")
        rollback.pointee = true
    }
    queue.inTransaction { db, rollback in
        if !db.executeUpdate("DELETE FROM city", withArgumentsIn: []) { rollback.pointee = true }
    }
}

/// A client's own verbs of the same names are called.
extension FMDatabaseQueue {
    func read(_ name: String) -> String { name }
}

final class OwnQueue: FMDatabaseQueue, @unchecked Sendable {
    func write<Value>(_ body: (FMDatabase) throws -> Value) throws -> Value {
        try withDatabase { db in _ = try body(db) }
        fatalError("not called")
    }
}

func own(_ queue: OwnQueue) throws -> Int {
    _ = queue.read("a")
    return try queue.write { db in try db.value("SELECT 1") }
}
