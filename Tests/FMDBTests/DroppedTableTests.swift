import FMDB
import FMDBTestHelpers
import Testing

/// Queries whose table another connection has dropped meanwhile.
@Suite struct DroppedTableTests {
    private let folder = TemporaryFolder()
    private let sql = "SELECT x FROM t ORDER BY x"

    /// A database that has read a table, which another connection has dropped then.
    private func database(caching: Bool) throws -> FMDatabase {
        let db = FMDatabase.file(folder.file())
        db.logsErrors = false
        db.shouldCacheStatements = caching
        #expect(db.executeStatements("CREATE TABLE t (x); INSERT INTO t VALUES (1), (2)"))
        for _ in 0..<3 {
            let rows = try #require(db.executeQuery(sql, withArgumentsIn: []))
            while rows.next() {}
        }
        let other = FMDatabase.file(folder.file())
        #expect(other.executeStatements("DROP TABLE t"))
        #expect(other.close())
        return db
    }

    /// SQLite compiles by what it knows of the tables, and looks at the file with the first step.
    @Test(arguments: [true, false]) func theFirstStepReportsThatTheTableIsGone(caching: Bool) throws {
        let db = try database(caching: caching)
        let rows = try #require(db.executeQuery(sql, withArgumentsIn: []))

        #expect(!rows.next())
        #expect(db.lastErrorMessage() == "no such table: t")
    }

    @Test func aQueryBehindTheErrorIsNil() throws {
        let db = try database(caching: false)
        #expect(try #require(db.executeQuery(sql, withArgumentsIn: [])).next() == false)

        #expect(db.executeQuery(sql, withArgumentsIn: []) == nil)
        #expect(db.lastErrorMessage() == "no such table: t")
        #expect(thrown { try db.executeQuery(sql, values: nil) }?.message == "no such table: t")
    }

    @Test func aTableThatIsBackIsReadAgain() throws {
        let db = try database(caching: false)
        let other = FMDatabase.file(folder.file())
        #expect(try #require(db.executeQuery(sql, withArgumentsIn: [])).next() == false)
        #expect(other.executeStatements("CREATE TABLE t (y, x); INSERT INTO t VALUES (5, 6)"))
        #expect(db.intForQuery("SELECT count(*) FROM sqlite_master") == 1)

        let rows = try #require(db.executeQuery(sql, withArgumentsIn: []))
        #expect(rows.next())
        #expect(rows.int(forColumnIndex: 0) == 6)
        rows.close()
    }
}
