import FMDB
import FMDBTestHelpers
import Testing

private let notADatabase: Int32 = 26  // SQLITE_NOTADB

/// Encryption with SQLCipher.
@Suite(.enabled(if: SQLiteVersion.hasCodec))
struct CipherTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file() }
    private let binaryKey = Data((0..<32).map { UInt8($0) } + [0, 255, 39])

    // MARK: Keys

    @Test func testB463_theTextKeyIsItsUTF8Bytes() throws {
        try CipherFixture.create(path) { $0.setKey("schlüssel 🔑") }
        let content = try CipherFixture.read(path) { $0.setKeyWith(Data("schlüssel 🔑".utf8)) }
        #expect(content == CipherFixture.content)
    }

    @Test func testB463_aDataKeyOfTheSameBytesOpensByText() throws {
        try CipherFixture.create(path) { $0.setKeyWith(Data("secret".utf8)) }
        let content = try CipherFixture.read(path) { $0.setKey("secret") }
        #expect(content == CipherFixture.content)
    }

    @Test func testB463_goodConnectionAsksForTheCipherVersion() throws {
        try CipherFixture.create(path) { $0.setKey("secret") }
        let database = FMDatabase.file(path)
        #expect(database.setKey("wrong"))
        #expect(database.stringForQuery("SELECT a FROM secrets") == nil)
        #expect(database.goodConnection)
    }

    @Test func testB463_goodConnectionIsFalseWhenClosed() {
        let database = FMDatabase.memory()
        #expect(database.goodConnection)
        database.close()
        #expect(!database.goodConnection)
    }

    @Test func theFileShowsNothing() throws {
        try CipherFixture.create(path) { $0.setKey("secret") }
        let bytes = try CipherFixture.bytes(path)
        #expect(!bytes.isEmpty)
        #expect(!bytes.starts(with: Data("SQLite format 3".utf8)))
        #expect(bytes.range(of: Data(CipherFixture.content.utf8)) == nil)
        #expect(bytes.range(of: Data("CREATE TABLE".utf8)) == nil)
    }

    @Test func theSameKeyReadsTheFileAgain() throws {
        try CipherFixture.create(path) { $0.setKey("secret") }
        let content = try CipherFixture.read(path) { $0.setKey("secret") }
        #expect(content == CipherFixture.content)
    }

    @Test func aBinaryKeyReadsTheFileAgain() throws {
        try CipherFixture.create(path) { $0.setKeyWith(binaryKey) }
        let content = try CipherFixture.read(path) { $0.setKeyWith(binaryKey) }
        #expect(content == CipherFixture.content)
    }

    @Test func aBinaryKeyIsNotCutAtAZeroByte() throws {
        try CipherFixture.create(path) { $0.setKeyWith(Data([1, 0, 2])) }
        let content = try CipherFixture.read(path) { $0.setKeyWith(Data([1, 0, 3])) }
        #expect(content == nil)
    }

    @Test func aWrongKeyIsNoticedAtTheFirstRead() throws {
        try CipherFixture.create(path) { $0.setKey("secret") }
        let database = FMDatabase.file(path)
        #expect(database.setKey("wrong"))
        #expect(database.executeQuery("SELECT a FROM secrets", withArgumentsIn: []) == nil)
        #expect(database.lastErrorCode() == notADatabase)
    }

    @Test func withoutAKeyTheFileCannotBeRead() throws {
        try CipherFixture.create(path) { $0.setKey("secret") }
        let database = FMDatabase.file(path)
        #expect(database.executeQuery("SELECT a FROM secrets", withArgumentsIn: []) == nil)
        #expect(database.lastErrorCode() == notADatabase)
    }

    @Test func aClosedDatabaseTakesNoKey() {
        let database = FMDatabase(path: path)
        #expect(!database.setKey("secret"))
        #expect(!database.setKeyWith(binaryKey))
        #expect(!database.rekey("secret"))
        #expect(!database.rekey(with: binaryKey))
    }

    @Test func withoutAnyKeyTheFileIsPlain() throws {
        try CipherFixture.create(path) { _ in true }
        let bytes = try CipherFixture.bytes(path)
        #expect(bytes.starts(with: Data("SQLite format 3".utf8)))
    }

    // MARK: New keys

    /// Changes the key of the fixture's file, and answers what the change returned.
    private func changeKey(_ change: (FMDatabase) -> Bool) throws -> Bool {
        try CipherFixture.create(path) { $0.setKey("old") }
        let database = FMDatabase.file(path)
        defer { database.close() }
        #expect(database.setKey("old"))
        #expect(database.stringForQuery("SELECT a FROM secrets") == CipherFixture.content)
        return change(database)
    }

    @Test func rekeyChangesTheKey() throws {
        #expect(try changeKey { $0.rekey("new") })
        #expect(try CipherFixture.read(path) { $0.setKey("new") } == CipherFixture.content)
        #expect(try CipherFixture.read(path) { $0.setKey("old") } == nil)
    }

    @Test func rekeyWithDataChangesTheKey() throws {
        #expect(try changeKey { $0.rekey(with: binaryKey) })
        #expect(try CipherFixture.read(path) { $0.setKeyWith(binaryKey) } == CipherFixture.content)
        #expect(try CipherFixture.read(path) { $0.setKey("old") } == nil)
    }

    @Test func theConnectionGoesOnAfterRekey() throws {
        let usable = try changeKey { database in
            database.rekey("new")
                && database.executeUpdate("INSERT INTO secrets VALUES ('more')", withArgumentsIn: [])
                && database.longForQuery("SELECT count(*) FROM secrets") == 2
        }
        #expect(usable)
    }

    @Test func anEmptyNewKeyIsRefusedAndTheFileStaysEncrypted() throws {
        #expect(
            try !changeKey {
                $0.logsErrors = false; return $0.rekey("")
            })
        #expect(try CipherFixture.read(path) { $0.setKey("old") } == CipherFixture.content)
    }

    @Test func rekeyOfAPlainDatabaseIsRefused() throws {
        try CipherFixture.create(path) { _ in true }
        let database = FMDatabase.file(path)
        #expect(!database.rekey("secret"))
        #expect(database.stringForQuery("SELECT a FROM secrets") == CipherFixture.content)
    }

    // MARK: Adding and removing encryption

    @Test func anExportRemovesTheEncryption() throws {
        let target = folder.file("plain.db")
        let isExported = try changeKey { database in
            database.userVersion = 7
            try? database.exportDecrypted(toFile: target)
            return database.stringForQuery("SELECT a FROM secrets") == CipherFixture.content
        }
        #expect(isExported)
        #expect(try CipherFixture.bytes(target).starts(with: Data("SQLite format 3".utf8)))
        #expect(try CipherFixture.read(target) { $0.userVersion == 7 } == CipherFixture.content)
    }

    @Test func anExportAddsEncryption() throws {
        try CipherFixture.create(path) { _ in true }
        let target = folder.file("secret.db")
        let database = FMDatabase.file(path)
        try database.exportEncrypted(toFile: target, key: binaryKey)
        database.close()
        #expect(try CipherFixture.read(target) { $0.setKeyWith(binaryKey) } == CipherFixture.content)
        #expect(try CipherFixture.read(target) { $0.setKey("wrong") } == nil)
    }

    @Test(arguments: [0o600, 0o640, 0o664]) func aDecryptedCopyHasTheModeOfItsSource(mode: Int) throws {
        try CipherFixture.create(path) { $0.setKey("secret") }
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        let database = FMDatabase.file(path)
        #expect(database.setKey("secret"))
        let target = folder.file("plain.db")
        try database.exportDecrypted(toFile: target)
        let attributes = try FileManager.default.attributesOfItem(atPath: target)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == mode)
    }

    @Test func anExportFollowsNoDanglingLink() throws {
        try CipherFixture.create(path) { $0.setKey("secret") }
        let (link, target) = (folder.file("link.db"), folder.file("elsewhere.db"))
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        let database = FMDatabase.file(path)
        #expect(database.setKey("secret"))
        #expect(throws: FMError.self) { try database.exportDecrypted(toFile: link) }
        #expect(!FileManager.default.fileExists(atPath: target))
    }

    @Test func anExportTouchesNoExistingFile() throws {
        try CipherFixture.create(path) { $0.setKey("secret") }
        let before = try CipherFixture.bytes(path)
        let database = FMDatabase.memory()
        #expect(throws: FMError.self) { try database.exportDecrypted(toFile: path) }
        #expect(try CipherFixture.bytes(path) == before)
    }

    // MARK: The codec, which names its provider only once a key is set

    @Test func theCipherVersionIsThePragmas() throws {
        let database = FMDatabase.memory()
        let version = try #require(database.cipherVersion)
        #expect(version == database.stringForQuery("PRAGMA cipher_version"))
        #expect(version.first?.isNumber == true)
    }

    @Test func theCipherNamesItsProvider() throws {
        let database = FMDatabase.memory()
        #expect(database.setKey("secret"))
        let provider = try #require(database.cipherProvider)
        #expect(provider == database.stringForQuery("PRAGMA cipher_provider"))
        let version = try #require(database.cipherProviderVersion)
        #expect(version == database.stringForQuery("PRAGMA cipher_provider_version"))
    }

    @Test func theFipsStatusIsThePragmas() throws {
        let database = FMDatabase.memory()
        #expect(database.setKey("secret"))
        let status = try #require(database.cipherFipsStatus)
        #expect(status == database.stringForQuery("PRAGMA cipher_fips_status"))
    }

    @Test func thePropertiesAreNilWhenClosed() {
        let database = FMDatabase.memory()
        database.close()
        #expect(database.cipherVersion == nil)
        #expect(database.cipherProvider == nil)
    }
}
