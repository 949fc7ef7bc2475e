import FMDB
import FMDBTestHelpers
import Testing

/// The recipes about functions and encryption.
@Suite struct CookbookFunctionAndKeyTests {
    private let folder = TemporaryFolder()
    private let passphrase = Keychain.passphrase
    private let newPassphrase = "another one"

    @Test func aFunctionWithFMDBsCalls() throws {
        let db = try People.database()
        db.makeFunctionNamed("initial", arguments: 1) { [unowned db] context, _, arguments in
            let name = db.valueString(arguments[0]) ?? ""
            db.resultString(String(name.prefix(1)), context: context)
        }
        let initials = db.stringForQuery("SELECT group_concat(initial(name), '') FROM person")
        #expect(initials == "ab")
    }

    @Test func aFunction() throws {
        let db = try People.database()
        try db.addFunction("initial", argumentCount: 1) { arguments in
            guard case .text(let name) = arguments[0] else { return .null }
            return .text(String(name.prefix(1)))
        }
        let initials = try db.value("SELECT group_concat(initial(name), '') FROM person", as: String.self)
        #expect(initials == "ab")
    }
}

/// Stands for the place where an app keeps its secrets.
private enum Keychain {
    static let passphrase = "a secret"
}

final class EncryptedDatabase: FMDatabase {
    override func open(withFlags flags: Int32, vfs vfsName: String?) -> Bool {
        super.open(withFlags: flags, vfs: vfsName) && setKey(Keychain.passphrase)
    }
}

final class EncryptedQueue: FMDatabaseQueue, @unchecked Sendable {
    override class func databaseClass() -> AnyClass { EncryptedDatabase.self }
}

extension CookbookFunctionAndKeyTests {
    // MARK: Opening encrypted files

    private func makeFile(key: String) throws {
        let db = FMDatabase.file(folder.file())
        try db.unlock(key: key)
        try db.execute("CREATE TABLE t (a)")
        db.close()
    }

    private func openInFMDBsSpelling(_ db: FMDatabase) throws {
        guard db.open(), db.setKey(passphrase) else { throw db.lastError() }
        guard db.longForQuery("SELECT count(*) FROM sqlite_master") != nil else { throw db.lastError() }
    }

    private func open(_ db: FMDatabase) throws {
        guard db.open() else { throw db.lastError() }
        try db.unlock(key: passphrase)
    }

    private func quietDatabase() -> FMDatabase {
        let db = FMDatabase(path: folder.file())
        db.logsErrors = false
        return db
    }

    @Test(.enabled(if: SQLiteVersion.hasCodec), arguments: [false, true])
    func theRightKeyOpensTheFile(isModern: Bool) throws {
        try makeFile(key: passphrase)
        let db = quietDatabase()
        try isModern ? open(db) : openInFMDBsSpelling(db)
        #expect(db.tableExists("t"))
    }

    @Test(.enabled(if: SQLiteVersion.hasCodec), arguments: [false, true])
    func aWrongKeyIsRefused(isModern: Bool) throws {
        try makeFile(key: "not that")
        let db = quietDatabase()
        let error = #expect(throws: FMError.self) { try isModern ? open(db) : openInFMDBsSpelling(db) }
        #expect(error?.resultCode == .notADatabase)
    }

    @Test(.enabled(if: !SQLiteVersion.hasCodec), arguments: [false, true])
    func withoutTheTraitNoKeyIsTaken(isModern: Bool) throws {
        let db = quietDatabase()
        #expect(throws: FMError.self) { try isModern ? open(db) : openInFMDBsSpelling(db) }
        #expect(db.isOpen)
    }

    @Test(.enabled(if: SQLiteVersion.hasCodec)) func aNewKey() throws {
        try makeFile(key: passphrase)
        let db = quietDatabase()
        try open(db)
        guard db.rekey(newPassphrase) else { throw db.lastError() }
        db.close()
        #expect(throws: FMError.self) { try open(quietDatabase()) }
        let reopened = FMDatabase.file(folder.file())
        try reopened.unlock(key: newPassphrase)
        #expect(reopened.tableExists("t"))
    }

    @Test(.enabled(if: SQLiteVersion.hasCodec)) func encryptionIsAddedAndRemoved() throws {
        let encryptedPath = folder.file("encrypted.db")
        let plainPath = folder.file("plain.db")
        let plain = try People.database()
        try plain.exportEncrypted(toFile: encryptedPath, key: Data(passphrase.utf8))
        let encrypted = FMDatabase.file(encryptedPath)
        try encrypted.unlock(key: passphrase)
        try encrypted.exportDecrypted(toFile: plainPath)
        #expect(try People.names(in: encrypted) == ["ann", "bob"])
        #expect(try People.names(in: FMDatabase.file(plainPath)) == ["ann", "bob"])
    }

    @Test(.enabled(if: SQLiteVersion.hasCodec)) func aConfigurationGivesTheKeyAtEachOpening() throws {
        try makeFile(key: passphrase)
        let path = folder.file()
        var configuration = FMDatabaseQueue.Configuration()
        configuration.configure = { db in try db.unlock(key: Keychain.passphrase) }
        let queue = try FMDatabaseQueue(path: path, configuration: configuration)
        #expect(try queue.withDatabase { $0.tableExists("t") })
        queue.close()
        #expect(try queue.withDatabase { $0.tableExists("t") })
    }

    @Test(.enabled(if: SQLiteVersion.hasCodec)) func aQueueGivesTheKeyAtEachOpening() throws {
        try makeFile(key: passphrase)
        let queue = try #require(EncryptedQueue(path: folder.file()))
        #expect(try queue.withDatabase { $0.tableExists("t") })
        queue.close()
        #expect(try queue.withDatabase { $0.tableExists("t") })
    }
}
