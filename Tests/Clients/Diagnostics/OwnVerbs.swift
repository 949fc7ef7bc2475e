import FMDB

// An app's own verbs beside the library's, of other names and of the same. The compiler has nothing to say.

extension FMDatabaseQueue {
    func read<Value>(_ body: (FMDatabase) throws -> Value) throws -> Value {
        var outcome: Result<Value, any Error>?
        inDatabase { db in outcome = Result { try body(db) } }
        guard let outcome else { throw CancellationError() }
        return try outcome.get()
    }

    func write(_ body: (FMDatabase) throws -> Void) throws {
        try withTransaction { db in try body(db) }
    }

    func withTransaction(_ body: (FMDatabase) -> Bool) {
        inTransaction { db, rollback in if !body(db) { rollback.pointee = true } }
    }
}

extension FMDatabase {
    func withSavePoint(named name: String, _ body: () throws -> Void) throws {
        try withSavePoint { try body() }
    }
}

final class AppQueue: FMDatabaseQueue, @unchecked Sendable {
    override func inDatabase(_ block: (FMDatabase) -> Void) { super.inDatabase(block) }

    override func inTransaction(_ block: (FMDatabase, UnsafeMutablePointer<ObjCBool>) -> Void) {
        super.inTransaction(block)
    }

    func withDatabase<Value>(_ body: (FMDatabase) -> Value?) -> Value? {
        var value: Value?
        inDatabase { value = body($0) }
        return value
    }
}

func use(_ queue: FMDatabaseQueue, _ own: AppQueue, _ db: FMDatabase) throws -> Int {
    try queue.write { db in try db.execute("DELETE FROM note") }
    try queue.write { db in
        try db.execute("DELETE FROM note")
        try db.execute("DELETE FROM title")
    }
    queue.withTransaction { db in db.executeUpdate("DELETE FROM note", withArgumentsIn: []) }
    try db.withSavePoint(named: "a") { try db.execute("DELETE FROM note") }
    own.inTransaction { db, _ in db.executeUpdate("DELETE FROM note", withArgumentsIn: []) }
    let count = own.withDatabase { db in db.longForQuery("SELECT count(*) FROM note") } ?? 0
    return try queue.read { db in try db.value("SELECT count(*) FROM note") } + count
}
