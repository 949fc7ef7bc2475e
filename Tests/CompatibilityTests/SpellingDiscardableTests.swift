import FMDB
import FMDBTestHelpers
import Testing

/// Calls whose results client code leaves unused. A warning in this file means that one lost its
/// `@discardableResult`.
@Suite struct SpellingDiscardableTests {
    private let folder = TemporaryFolder()

    @Test func openingAndClosing() {
        let database = FMDatabase(path: folder.file())
        database.open()
        database.close()
        database.open(withFlags: 6)
        database.close()
        database.open(withFlags: 6, vfs: nil)
        database.interrupt()
        database.limit(for: 0, value: 1000)
        #expect(database.limit(for: 0, value: -1) == 1000)
        database.close()
        #expect(FileManager.default.fileExists(atPath: folder.file()))
    }

    @Test func executing() throws {
        let database = FMDatabase.memory()
        database.executeUpdate("CREATE TABLE t (a)", withArgumentsIn: [])
        database.executeUpdate("INSERT INTO t VALUES (:a)", withParameterDictionary: ["a": 1])
        database.executeStatements("INSERT INTO t VALUES (2)")
        database.executeStatements("SELECT a FROM t") { _ in 0 }
        database.executeQuery("SELECT a FROM t", withArgumentsIn: [])
        database.executeQuery("SELECT :a", withParameterDictionary: ["a": 1])
        try database.executeQuery("SELECT a FROM t", values: nil)
        database.prepare("SELECT a FROM t")
        #expect(database.longForQuery("SELECT count(*) FROM t") == 2)
    }

    @Test func transactions() {
        let database = FMDatabase.memory()
        database.beginTransaction()
        database.executeUpdate("CREATE TABLE t (a)", withArgumentsIn: [])
        database.commit()
        database.beginDeferredTransaction()
        database.rollback()
        database.beginImmediateTransaction()
        database.rollback()
        database.beginExclusiveTransaction()
        database.rollback()
        database.inSavePoint { _ in }
        #expect(database.tableExists("t"))
    }

    @Test func stepping() throws {
        let database = FMDatabase.memory()
        let rows = try database.executeQuery("SELECT 1 UNION ALL SELECT 2", values: nil)
        rows.next()
        #expect(rows.int(forColumnIndex: 0) == 1)
        rows.close()

        let insert = database.prepare("CREATE TABLE t (a)")
        insert.step()
        insert.close()
        let query = database.prepare("SELECT :a")
        query.bind(with: [1])
        query.bind(with: ["a": 2])
        query.next()
        #expect(query.int(forColumnIndex: 0) == 2)
        query.close()
    }

    @Test func encrypting() {
        let closed = FMDatabase(path: nil)
        closed.setKey("key")
        closed.setKeyWith(Data([1]))
        closed.rekey("key")
        closed.rekey(with: Data([1]))
        closed.applyLicense("license")
        closed.enableCipherLogging(CipherLogLevelError)
        closed.disableCipherLogging()
        #expect(!closed.goodConnection)
    }

    @Test func extras() throws {
        let database = FMDatabase.memory()
        try database.executeUpdate("CREATE VIRTUAL TABLE t USING fts4(a)", values: nil)
        database.issueCommand(kFTSCommandOptimize, forTable: "t")
        database.write(toFile: folder.file())
        let copy = FMDatabase.memory()
        copy.read(fromFile: folder.file())
        #expect(copy.tableExists("t"))
    }

    @Test func lending() {
        let queue = FMDatabaseQueue()
        queue.inSavePoint { database, _ in
            database.executeUpdate("CREATE TABLE t (a)", withArgumentsIn: [])
        }
        queue.inDatabase { #expect($0.tableExists("t")) }
        let pool = FMDatabasePool(path: folder.file())
        pool.inSavePoint { database, _ in
            database.executeUpdate("CREATE TABLE t (a)", withArgumentsIn: [])
        }
        pool.inDatabase { #expect($0.tableExists("t")) }
    }
}
