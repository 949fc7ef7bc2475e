import FMDB

func database(_ queue: FMDatabaseQueue) async throws {
    // warning 5, error 6: 'FMDatabase' does not conform to the 'Sendable'
    let kept = try await queue.withDatabase { db in db }
    print(kept)
}

func databaseOfATransaction(_ queue: FMDatabaseQueue) async throws {
    // warning 5, error 6: 'FMDatabase' does not conform to the 'Sendable'
    let kept = try await queue.withTransaction { db in db }
    print(kept)
}

func databaseOfASavePoint(_ queue: FMDatabaseQueue) async throws {
    // warning 5, error 6: 'FMDatabase' does not conform to the 'Sendable'
    let kept = try await queue.withSavePoint { db in db }
    print(kept)
}

func rows(_ queue: FMDatabaseQueue) async throws {
    // warning 5, error 6: 'FMResultSet' does not conform to the 'Sendable'
    let kept = try await queue.withDatabase { db in try db.query("SELECT 1") }
    print(kept)
}

func rowsOfARead(_ pool: FMDatabasePool) async throws {
    // warning 5, error 6: 'FMResultSet' does not conform to the 'Sendable'
    let kept = try await pool.read { db in try db.query("SELECT 1") }
    print(kept)
}

func rowsOfAWrite(_ pool: FMDatabasePool) async throws {
    // warning 5, error 6: 'FMResultSet' does not conform to the 'Sendable'
    let kept = try await pool.write { db in try db.query("SELECT 1") }
    print(kept)
}
