import FMDB

// In an asynchronous function a name stands for the asynchronous form.

func count(_ queue: FMDatabaseQueue) async throws -> Int {
    // error: 'async' but is not marked with 'await'
    try queue.withDatabase { db in try db.value("SELECT 1") }
}

func transaction(_ queue: FMDatabaseQueue) async throws {
    // error: 'async' but is not marked with 'await'
    try queue.withTransaction { db in _ = try db.execute("DELETE FROM t") }
}

func savePoint(_ queue: FMDatabaseQueue) async throws {
    // error: 'async' but is not marked with 'await'
    try queue.withSavePoint { db in _ = try db.execute("DELETE FROM t") }
}

func read(_ pool: FMDatabasePool) async throws -> Int {
    // error: 'async' but is not marked with 'await'
    try pool.read { db in try db.value("SELECT 1") }
}

func write(_ pool: FMDatabasePool) async throws {
    // error: 'async' but is not marked with 'await'
    try pool.write { db in _ = try db.execute("DELETE FROM t") }
}
