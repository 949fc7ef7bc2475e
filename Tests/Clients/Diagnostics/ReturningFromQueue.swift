import FMDB

// A database and a result set are valid within their block only; they cannot be its value.

func database(_ queue: FMDatabaseQueue) throws {
    // warning 5, error 6: 'FMDatabase' does not conform to the 'Sendable'
    let kept = try queue.withDatabase { db in db }
    print(kept)
}

func databaseOfATransaction(_ queue: FMDatabaseQueue) throws {
    // warning 5, error 6: 'FMDatabase' does not conform to the 'Sendable'
    let kept = try queue.withTransaction { db in db }
    print(kept)
}

func databaseOfASavePoint(_ queue: FMDatabaseQueue) throws {
    // warning 5, error 6: 'FMDatabase' does not conform to the 'Sendable'
    let kept = try queue.withSavePoint { db in db }
    print(kept)
}

func rows(_ queue: FMDatabaseQueue) throws {
    // warning 5, error 6: 'FMResultSet' does not conform to the 'Sendable'
    let kept = try queue.withDatabase { db in try db.query("SELECT 1") }
    print(kept)
}

func rowsOfATransaction(_ queue: FMDatabaseQueue) throws {
    // warning 5, error 6: 'FMResultSet' does not conform to the 'Sendable'
    let kept = try queue.withTransaction(.deferred) { db in try db.query("SELECT 1") }
    print(kept)
}

func rowsOfASavePoint(_ queue: FMDatabaseQueue) throws {
    // warning 5, error 6: 'FMResultSet' does not conform to the 'Sendable'
    let kept = try queue.withSavePoint { db in db.executeQuery("SELECT 1", withArgumentsIn: []) }
    print(kept as Any)
}

func severalRows(_ queue: FMDatabaseQueue) throws {
    // warning 5, error 6: 'FMResultSet' does not conform to the 'Sendable'
    let kept = try queue.withDatabase { db in [try db.query("SELECT 1")] }
    print(kept)
}
