import FMDB

/// The delegate of a pool that many tasks use.
final class PoolDelegate: NSObject, FMDatabasePoolDelegate, @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    var added: Int { lock.withLock { count } }

    func databasePool(_ pool: FMDatabasePool, didAdd database: FMDatabase) {
        lock.withLock { count += 1 }
        database.executeStatements("PRAGMA query_only = 1")
    }
}

func checkPool(_ documents: Documents) async {
    let path = documents.path("pool.db")
    FMDatabaseQueue(path: path)?.inDatabase { db in
        db.executeStatements("PRAGMA journal_mode=WAL; CREATE TABLE t (a); INSERT INTO t VALUES (1), (2), (3);")
    }
    let delegate = PoolDelegate()
    let pool = FMDatabasePool(path: path)
    pool.delegate = delegate
    let sum = await withTaskGroup(of: Int.self) { group in
        for _ in 0..<16 {
            group.addTask {
                var value = 0
                pool.inDatabase { db in
                    let rs = db.executeQuery("SELECT sum(a) FROM t", withArgumentsIn: [])
                    if rs?.next() == true { value = rs?.long(forColumnIndex: 0) ?? 0 }
                    rs?.close()
                }
                return value
            }
        }
        return await group.reduce(0, +)
    }
    expectEqual(sum, 96)
    expect((1...16).contains(delegate.added), "databases were added: \(delegate.added)")
    expect(pool.countOfOpenDatabases == UInt(delegate.added), "and are open")
    expect(pool.countOfCheckedOutDatabases == 0, "all came back")
    pool.inDatabase { db in
        db.logsErrors = false
        expect(!db.executeUpdate("DELETE FROM t", withArgumentsIn: []), "the delegate's pragma holds")
    }
    pool.releaseAllDatabases()
}
