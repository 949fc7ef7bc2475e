import FMDB

// Old code and new, of which the compiler has nothing to say.

func titles(_ queue: FMDatabaseQueue) -> [String] {
    var titles: [String] = []
    queue.inDatabase { db in
        let rows = db.executeQuery("SELECT title FROM note", withArgumentsIn: [])
        while rows?.next() == true { titles.append(rows?.string(forColumn: "title") ?? "") }
    }
    return titles
}

func titlesInAnAsynchronousFunction(_ queue: FMDatabaseQueue) async -> [String] {
    var titles: [String] = []
    queue.inDatabase { db in
        let rows = db.executeQuery("SELECT title FROM note", withArgumentsIn: [])
        while rows?.next() == true { titles.append(rows?.string(forColumn: "title") ?? "") }
    }
    queue.inTransaction { db, rollback in
        if !db.executeUpdate("DELETE FROM note", withArgumentsIn: []) { rollback.pointee = true }
    }
    return titles
}

func count(_ queue: FMDatabaseQueue, of title: String) async -> Int {
    let task = Task {
        var count = 0
        queue.inDatabase { db in
            let rows = db.executeQuery("SELECT count(*) FROM note WHERE title = ?", withArgumentsIn: [title])
            if rows?.next() == true { count = rows?.long(forColumnIndex: 0) ?? 0 }
            rows?.close()
        }
        queue.inDeferredTransaction { db, _ in db.executeUpdate("DELETE FROM note", withArgumentsIn: []) }
        queue.inExclusiveTransaction { db, _ in db.executeUpdate("DELETE FROM note", withArgumentsIn: []) }
        queue.inImmediateTransaction { db, _ in db.executeUpdate("DELETE FROM note", withArgumentsIn: []) }
        if let error = queue.inSavePoint({ db, _ in count += Int(db.changes) }) { print(error) }
        return count
    }
    return await task.value
}

func pooled(_ pool: FMDatabasePool) async -> Int {
    await withTaskGroup(of: Int.self) { group in
        for number in 0..<4 {
            group.addTask {
                var value = number
                pool.inDatabase { db in value += Int(db.lastInsertRowId) }
                pool.inTransaction { db, rollback in rollback.pointee = ObjCBool(db.hadError()) }
                return value
            }
        }
        return await group.reduce(0, +)
    }
}

/// The database may be kept on purpose: FMDB's spellings have no word for it that a compiler could see.
func kept(_ queue: FMDatabaseQueue) -> FMResultSet? {
    var kept: FMResultSet?
    queue.inDatabase { db in kept = db.executeQuery("SELECT 1", withArgumentsIn: []) }
    return kept
}

func old(_ queue: FMDatabaseQueue) async throws -> Int {
    let sum = try await queue.withTransaction(.immediate, timeout: .seconds(5)) { db in
        try db.execute("DELETE FROM note")
        return try db.value("SELECT count(*) FROM note", as: Int.self)
    }
    try await queue.withDatabase { db in _ = try db.execute("DELETE FROM note") }
    try await queue.withSavePoint { db in _ = try db.execute("DELETE FROM note") }
    return sum
}

func new(_ pool: FMDatabasePool, _ title: String) async throws -> [String] {
    try await pool.write { db in try db.execute("INSERT INTO note VALUES (\(title))") }
    return try await pool.read { db in try db.rows("SELECT title FROM note", as: String.self) }
}

func synchronous(_ pool: FMDatabasePool, _ queue: FMDatabaseQueue) throws -> Int {
    var changes = 0
    try queue.withTransaction { db in changes += try db.execute("DELETE FROM note") }
    try pool.write { db in changes += try db.execute("DELETE FROM note") }
    return try changes + pool.read { db in try db.value("SELECT count(*) FROM note") }
}

/// A block may be generic, rethrow by hand, and hand on a value that leaves through a variable.
func first<Value>(_ queue: FMDatabaseQueue, _ read: (FMDatabase) throws -> Value) throws -> Value? {
    var outcome: Result<Value, any Error>?
    queue.inDatabase { db in
        outcome = Result { try read(db) }
    }
    return try outcome?.get()
}

/// A synchronous block may do the same with what it was lent. That is found at run time.
func keptFromASynchronousBlock(_ queue: FMDatabaseQueue) throws -> FMDatabase? {
    var kept: FMDatabase?
    try queue.withDatabase { db in kept = db }
    return kept
}
