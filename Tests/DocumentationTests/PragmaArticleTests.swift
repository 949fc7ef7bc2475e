import FMDB
import Foundation
import FMDBTestHelpers
import Testing

@Suite("The article “Pragmas”")
struct PragmaArticleTests {
    private let folder = TemporaryFolder()
    private let db: FMDatabase

    init() throws {
        db = FMDatabase(path: folder.file())
        try #require(db.open())
    }

    @Test("pragmas are set and read")
    func setting() throws {
        try db.setPragma(.journalMode, to: .wal)
        try db.setPragma(.synchronous, to: .full)
        let isEnforced = try db.pragma(.foreignKeys)
        let size = try db.pragma(.pageCount) * db.pragma(.pageSize)
        #expect(!isEnforced && size >= 0)
        try db.execute("ATTACH ':memory:' AS archive")
        try db.setPragma(.cacheSize, to: -16_000, schema: "archive")
        #expect(try db.pragma(.cacheSize, schema: "archive") == -16_000)
    }

    @Test("what cannot be set is an error")
    func refusal() throws {
        let printed = Printed()
        func print(_ items: Any...) { printed.add(items) }
        do {
            try db.withTransaction { try db.setPragma(.foreignKeys, to: true) }
        } catch {
            print(error)  // FMDB error 21: foreign_keys of main stays false; … while a transaction is open
        }
        #expect(printed.text.hasPrefix("FMDB error 21: foreign_keys of main stays false; "))
        #expect(printed.text.contains("it cannot be changed while a transaction is open"))
        #expect(try !db.pragma(.foreignKeys))
    }

    @Test("a pool sets pragmas of all of its connections")
    func pool() throws {
        let path = folder.file()
        var configuration = FMDatabasePool.Configuration()
        configuration.configure = { db in
            try db.setPragma(.recursiveTriggers, to: true)
            try db.setPragma(.temporaryStorage, to: .memory)
        }
        let pool = FMDatabasePool(path: path, configuration: configuration)
        let isSet = try pool.read { db in try db.pragma(.recursiveTriggers) }
        #expect(isSet)
    }
}
