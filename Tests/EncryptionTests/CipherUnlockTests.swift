import FMDB
import FMDBTestHelpers
import Testing

private let notADatabase = 26  // SQLITE_NOTADB

/// `unlock`, which gives the key and proves it by reading.
@Suite(.enabled(if: SQLiteVersion.hasCodec))
struct CipherUnlockTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file() }
    private let binaryKey = Data([7, 0, 255, 39])

    private func unlock(
        _ database: FMDatabase, key: String, settings: KeyValuePairs<String, FMValue> = [:]
    ) throws -> Bool {
        try database.unlock(key: key, settings: settings)
        return true
    }

    private func unlock(
        _ database: FMDatabase, key: Data, settings: KeyValuePairs<String, FMValue> = [:]
    ) throws -> Bool {
        try database.unlock(key: key, settings: settings)
        return true
    }

    private func failure(_ body: (FMDatabase) throws -> Void) throws -> NSError {
        let database = FMDatabase.file(path)
        defer { database.close() }
        let error = #expect(throws: (any Error).self) { try body(database) }
        return try #require(error) as NSError
    }

    @Test func theRightTextKeyUnlocks() throws {
        try CipherFixture.create(path) { $0.setKey("secret") }
        let content = try CipherFixture.read(path) { try unlock($0, key: "secret") }
        #expect(content == CipherFixture.content)
    }

    @Test func theRightDataKeyUnlocks() throws {
        try CipherFixture.create(path) { $0.setKeyWith(binaryKey) }
        let content = try CipherFixture.read(path) { try unlock($0, key: binaryKey) }
        #expect(content == CipherFixture.content)
    }

    @Test func aTextKeyIsTheSameAsForSetKey() throws {
        try CipherFixture.create(path) { try unlock($0, key: "schlüssel") }
        let content = try CipherFixture.read(path) { $0.setKey("schlüssel") }
        #expect(content == CipherFixture.content)
    }

    @Test func aNewFileIsEncrypted() throws {
        try CipherFixture.create(path) { try unlock($0, key: "secret") }
        let bytes = try CipherFixture.bytes(path)
        #expect(!bytes.isEmpty)
        #expect(!bytes.starts(with: Data("SQLite format 3".utf8)))
    }

    @Test func aWrongTextKeyThrows() throws {
        try CipherFixture.create(path) { $0.setKey("secret") }
        let error = try failure { try $0.unlock(key: "wrong") }
        #expect(error.domain == "FMDatabase")
        #expect(error.code == notADatabase)
    }

    @Test func aWrongDataKeyThrows() throws {
        try CipherFixture.create(path) { $0.setKeyWith(binaryKey) }
        let error = try failure { try $0.unlock(key: Data([7, 0, 255, 40])) }
        #expect(error.code == notADatabase)
    }

    @Test func theErrorDoesNotShowTheKey() throws {
        try CipherFixture.create(path) { $0.setKey("secret") }
        let error = try failure { try $0.unlock(key: "hunter2") }
        #expect(!error.localizedDescription.contains("hunter2"))
        #expect(!String(describing: error).contains("hunter2"))
    }

    @Test func aPlainFileDoesNotUnlock() throws {
        try CipherFixture.create(path) { _ in true }
        let error = try failure { try $0.unlock(key: "secret") }
        #expect(error.code == notADatabase)
    }

    @Test func aClosedDatabaseThrows() {
        let database = FMDatabase(path: path)
        #expect(throws: (any Error).self) { try database.unlock(key: "secret") }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func unlockingLeavesNoResultSetOpen() throws {
        try CipherFixture.create(path) { $0.setKey("secret") }
        let database = FMDatabase.file(path)
        try database.unlock(key: "secret")
        #expect(!database.hasOpenResultSets)
    }

    // MARK: Settings

    @Test func settingsAreAppliedBeforeTheFirstRead() throws {
        try CipherFixture.create(path) { try unlock($0, key: "secret", settings: ["kdf_iter": 4000]) }
        let content = try CipherFixture.read(path) { try unlock($0, key: "secret", settings: ["kdf_iter": 4000]) }
        #expect(content == CipherFixture.content)
    }

    @Test func withoutTheSettingsOfTheFileItDoesNotUnlock() throws {
        try CipherFixture.create(path) { try unlock($0, key: "secret", settings: ["kdf_iter": 4000]) }
        let error = try failure { try $0.unlock(key: "secret") }
        #expect(error.code == notADatabase)
    }

    @Test func aDataKeyTakesSettingsToo() throws {
        let settings: KeyValuePairs<String, FMValue> = ["cipher_page_size": 2048, "kdf_iter": 4000]
        try CipherFixture.create(path) { try unlock($0, key: binaryKey, settings: settings) }
        let content = try CipherFixture.read(path) { try unlock($0, key: binaryKey, settings: settings) }
        #expect(content == CipherFixture.content)
        let error = try failure { try $0.unlock(key: binaryKey, settings: ["kdf_iter": 4000]) }
        #expect(error.code == notADatabase)
    }

    @Test func aTextSettingIsApplied() throws {
        let settings: KeyValuePairs<String, FMValue> = ["cipher_use_hmac": "OFF"]
        try CipherFixture.create(path) { try unlock($0, key: "secret", settings: settings) }
        let content = try CipherFixture.read(path) { try unlock($0, key: "secret", settings: settings) }
        #expect(content == CipherFixture.content)
        let error = try failure { try $0.unlock(key: "secret") }
        #expect(error.code == notADatabase)
    }
}
