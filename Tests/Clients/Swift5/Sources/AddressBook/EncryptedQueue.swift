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
