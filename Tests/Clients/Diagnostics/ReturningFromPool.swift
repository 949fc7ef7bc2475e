import FMDB

func database(_ pool: FMDatabasePool) throws {
    // warning 5, error 6: 'FMDatabase' does not conform to the 'Sendable'
    let kept = try pool.read { db in db }
    print(kept)
}

func databaseOfAWrite(_ pool: FMDatabasePool) throws {
    // warning 5, error 6: 'FMDatabase' does not conform to the 'Sendable'
    let kept = try pool.write { db in db }
    print(kept)
}

func databaseOfABlock(_ pool: FMDatabasePool) throws {
    // warning 5, error 6: 'FMDatabase' does not conform to the 'Sendable'
    let kept = try pool.withDatabase { db in db }
    print(kept)
}

func rows(_ pool: FMDatabasePool) throws {
    // warning 5, error 6: 'FMResultSet' does not conform to the 'Sendable'
    let kept = try pool.read { db in try db.query("SELECT 1") }
    print(kept)
}

func rowsOfAWrite(_ pool: FMDatabasePool) throws {
    // warning 5, error 6: 'FMResultSet' does not conform to the 'Sendable'
    let kept = try pool.write { db in try db.query("SELECT 1") }
    print(kept)
}
