import FMDB

/// A pool for reading beside a queue for writing. With Objective-C FMDB the delegate's methods are overrides of an
/// informal protocol, called under the pool's lock; here the class conforms to `FMDatabasePoolDelegate`, and several
/// threads may call it at a time.
class PoolReader: NSObject, FMDatabasePoolDelegate {
    var write: FMDatabaseQueue!
    var read: FMDatabasePool!
    private(set) var added = 0
    private(set) var asked = 0
    private let lock = NSLock()

    func setup(path: String) {
        read = FMDatabasePool(path: path)
        read.maximumNumberOfDatabasesToCreate = 20
        read.delegate = self
        write = FMDatabaseQueue(path: path)
        write.inDatabase { db in
            db.executeStatements("PRAGMA journal_mode=WAL")
            if !db.tableExists("songs") {
                db.executeUpdate("CREATE TABLE songs (songId INTEGER PRIMARY KEY, title TEXT)", withArgumentsIn: [])
            }
        }
    }

    func databasePool(_ pool: FMDatabasePool, didAdd database: FMDatabase) {
        lock.lock()
        added += 1
        lock.unlock()
        database.maxBusyRetryTimeInterval = 10
    }

    func databasePool(_ pool: FMDatabasePool, shouldAddDatabaseToPool database: FMDatabase) -> Bool {
        lock.lock()
        asked += 1
        lock.unlock()
        return true
    }

    var songCount: Int {
        var count = 0
        read.inDatabase { db in
            if let rs = db.executeQuery("SELECT count(*) FROM songs", withArgumentsIn: []), rs.next() {
                count = rs.long(forColumnIndex: 0)
                rs.close()
            }
        }
        return count
    }
}

func checkPool() {
    let reader = PoolReader()
    reader.setup(path: documentPath("songs.db"))
    expectEqual(reader.songCount, 0)
    reader.write.inTransaction { db, rollback in
        for title in ["A", "B", "C"] {
            if !db.executeUpdate("INSERT INTO songs (title) VALUES (?)", withArgumentsIn: [title]) {
                rollback.pointee = true
                return
            }
        }
    }
    expectEqual(reader.songCount, 3)
    expectEqual(reader.added, 1)
    expectEqual(reader.asked, 2)
    reader.read.inDatabase { outer in
        reader.read.inDatabase { inner in
            expect(inner !== outer, "nested blocks get different databases")
            expectEqual(reader.read.countOfCheckedOutDatabases, 2)
        }
    }
    expect(reader.read.countOfOpenDatabases == 2 && reader.read.countOfCheckedInDatabases > 1, "counts")
    reader.read.inTransaction { db, rollback in
        db.executeUpdate("DELETE FROM songs", withArgumentsIn: [])
        rollback.pointee = true
    }
    reader.read.inDeferredTransaction { db, _ in expect(db.isInTransaction, "deferred") }
    reader.read.inSavePoint { db, rollback in rollback.pointee = true }
    expectEqual(reader.songCount, 3)
    reader.read.releaseAllDatabases()
    expectEqual(reader.read.countOfOpenDatabases, 0)

    let done = DispatchGroup()
    for _ in 0..<8 {
        DispatchQueue.global().async(group: done) {
            expectEqual(reader.songCount, 3)
        }
    }
    done.wait()
    reader.write.close()
}
