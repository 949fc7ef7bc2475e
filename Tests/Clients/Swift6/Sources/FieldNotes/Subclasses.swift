import FMDB

/// A database that counts its updates. The required initializer is inherited.
final class CountingDatabase: FMDatabase {
    private(set) var updates = 0

    override func executeUpdate(_ sql: String, withArgumentsIn arguments: [Any]) -> Bool {
        updates += 1
        return super.executeUpdate(sql, withArgumentsIn: arguments)
    }

    override func open(withFlags flags: Int32, vfs vfsName: String?) -> Bool {
        guard super.open(withFlags: flags, vfs: vfsName) else { return false }
        shouldCacheStatements = true
        return true
    }
}

/// A subclass says again that it is `Sendable`.
final class CountingQueue: FMDatabaseQueue, @unchecked Sendable {
    override class func databaseClass() -> AnyClass { CountingDatabase.self }

    func insert(_ value: Int) {
        inDatabase { db in
            _ = db.executeUpdate("INSERT INTO t VALUES (?)", withArgumentsIn: [value])
        }
    }

    var updates: Int {
        var updates = -1
        inDatabase { updates = ($0 as? CountingDatabase)?.updates ?? -1 }
        return updates
    }
}

func checkSubclasses(_ documents: Documents) async {
    guard let queue = CountingQueue(path: documents.path("counting.db")) else { return fail("no queue") }
    queue.inDatabase { db in
        expect(db.shouldCacheStatements, "the overridden open(withFlags:vfs:)")
        db.executeUpdate("CREATE TABLE t (a)", withArgumentsIn: [])
    }
    await withTaskGroup(of: Void.self) { group in
        for value in 0..<5 {
            group.addTask { queue.insert(value) }
        }
    }
    expectEqual(queue.updates, 6)
    queue.close()
}
