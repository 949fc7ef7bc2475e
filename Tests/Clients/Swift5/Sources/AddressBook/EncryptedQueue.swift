import FMDB

/// The pattern of apps that use SQLCipher: the key is set where the queue opens its database. Without the codec the key
/// is refused and the file stays plain.
final class EncryptedDatabase: FMDatabase {
    private let key = "correct horse battery staple"

    override func open() -> Bool {
        if super.open() {
            setKey(key)
            return true
        }
        return false
    }

    override func open(withFlags flags: Int32, vfs vfsName: String?) -> Bool {
        if super.open(withFlags: flags, vfs: vfsName) {
            if setKey(key) == false {
                hasKey = false
            }
            return true
        }
        return false
    }

    private(set) var hasKey = true
}

final class EncryptedDatabaseQueue: FMDatabaseQueue, @unchecked Sendable {
    override class func databaseClass() -> AnyClass {
        return EncryptedDatabase.self
    }
}

/// Refuses to open, as with a wrong key, until it is told the right one.
final class GuardedDatabase: FMDatabase {
    static var isUnlocked = false

    override func open(withFlags flags: Int32, vfs vfsName: String?) -> Bool {
        guard GuardedDatabase.isUnlocked else { return false }
        return super.open(withFlags: flags, vfs: vfsName)
    }
}

final class GuardedDatabaseQueue: FMDatabaseQueue, @unchecked Sendable {
    override class func databaseClass() -> AnyClass { GuardedDatabase.self }
}

final class GuardedDatabasePool: FMDatabasePool, @unchecked Sendable {
    override class func databaseClass() -> AnyClass { GuardedDatabase.self }
}

func checkGuardedDatabases() {
    let path = documentPath("guarded.db")
    expect(GuardedDatabaseQueue(path: path) == nil, "a locked database gives no queue")
    let pool = GuardedDatabasePool(path: path)
    pool.inDatabase { db in
        db.logsErrors = false
        expect(!db.isOpen, "a pool lends a closed database")
        expect(!db.executeUpdate("CREATE TABLE t (a)", withArgumentsIn: []), "on which everything fails")
    }
    expectEqual(pool.countOfOpenDatabases, 0)

    GuardedDatabase.isUnlocked = true
    let queue = GuardedDatabaseQueue(path: path)
    queue?.inDatabase { db in
        expect(db.executeUpdate("CREATE TABLE t (a)", withArgumentsIn: []), "unlocked")
    }
    queue?.close()
    GuardedDatabase.isUnlocked = false
    queue?.inTransaction { db, rollback in
        db.logsErrors = false
        expect(!db.executeUpdate("INSERT INTO t VALUES (1)", withArgumentsIn: []), "locked again")
        rollback.pointee = true
    }
    GuardedDatabase.isUnlocked = true
    queue?.inDatabase { db in
        let rs = db.executeQuery("SELECT count(*) FROM t", withArgumentsIn: [])
        expect(rs?.next() ?? false, "unlocked again")
        expectEqual(rs?.int(forColumnIndex: 0), 0)
        rs?.close()
    }
    queue?.close()
}

func checkEncryptedQueue() {
    guard let queue = EncryptedDatabaseQueue(path: documentPath("secret.db")) else { return fail("no queue") }
    queue.inDatabase { db in
        db.executeUpdate("CREATE TABLE secret (word TEXT)", withArgumentsIn: [])
        expect(db.executeUpdate("INSERT INTO secret VALUES ('open')", withArgumentsIn: []), db.lastErrorMessage())
        let hasCodec = db.cipherVersion != nil
        expectEqual((db as? EncryptedDatabase)?.hasKey, hasCodec)
        expectEqual(db.rekey("tr0ub4dor"), hasCodec)
        expectEqual(db.enableCipherLogging(CipherLogLevelNone), hasCodec)
    }
    queue.close()
}
