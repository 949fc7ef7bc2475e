import FMDB

// The block of an asynchronous call runs on another thread; it cannot store what it was lent.

func database(_ queue: FMDatabaseQueue) async throws {
    var kept: FMDatabase?
    try await queue.withDatabase { db in
        // warning 5, error 6: mutation of captured var 'kept'
        kept = db
    }
    print(kept as Any)
}

func rows(_ queue: FMDatabaseQueue) async throws {
    var kept: FMResultSet?
    try await queue.withTransaction { db in
        // warning 5, error 6: mutation of captured var 'kept'
        kept = try db.query("SELECT 1")
    }
    print(kept as Any)
}

func rowsOfARead(_ pool: FMDatabasePool) async throws {
    var kept: FMResultSet?
    try await pool.read { db in
        // warning 5, error 6: mutation of captured var 'kept'
        kept = try db.query("SELECT 1")
    }
    print(kept as Any)
}

func rowsOfAWrite(_ pool: FMDatabasePool) async throws {
    var kept: FMResultSet?
    try await pool.write { db in
        // warning 5, error 6: mutation of captured var 'kept'
        kept = try db.query("SELECT 1")
    }
    print(kept as Any)
}
