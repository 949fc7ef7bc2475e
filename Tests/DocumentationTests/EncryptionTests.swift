import FMDB
import FMDBTestHelpers
import Testing

/// The examples of the article about encryption.
@Suite struct EncryptionTests {
    private let folder = TemporaryFolder()
    private let passphrase = "a secret"

    @Test func theVersionsAreKnown() throws {
        let db = FMDatabase.memory()
        var said: [String] = []
        func print(_ sqlite: String, _ cipher: String) { said = [sqlite, cipher] }
        print(FMDatabase.sqliteLibVersion(), db.cipherVersion ?? "no SQLCipher")
        #expect(said.first?.hasPrefix("3.") == true)
        #expect((said.last == "no SQLCipher") != SQLiteVersion.hasCodec)
    }

    @Test(.enabled(if: SQLiteVersion.hasCodec)) func theFormatOfSQLCipher3IsRead() throws {
        let file = FMDatabase.file(folder.file())
        try file.unlock(key: passphrase, settings: ["cipher_compatibility": 3])
        try file.execute("CREATE TABLE t (a)")
        file.close()
        let db = FMDatabase.file(folder.file())
        try db.unlock(key: passphrase, settings: ["cipher_compatibility": 3])
        #expect(db.tableExists("t"))
    }
}
