import FMDB
import FMDBTestHelpers
import Testing

/// When objects end their lives without autorelease pools.
@Suite struct LinuxLifetimeTests {
    private let folder = TemporaryFolder()

    private func filled() throws -> FMDatabase {
        let database = FMDatabase.file(folder.file())
        try database.executeUpdate("CREATE TABLE t (a)", values: nil)
        try database.executeUpdate("INSERT INTO t VALUES (1), (2), (3)", values: nil)
        return database
    }

    /// Whether nobody holds any lock on the file.
    private func isFree() -> Bool {
        let other = FMDatabase.file(folder.file())
        other.maxBusyRetryTimeInterval = 0
        defer { other.close() }
        return other.beginExclusiveTransaction()
    }

    // MARK: Blocks of custom functions

    private final class Witness {}

    /// A database with a function whose block holds the witness.
    private func database(holding witness: Witness) -> FMDatabase {
        let database = FMDatabase.memory()
        database.makeFunctionNamed("held", arguments: 0) { [unowned database] context, _, _ in
            database.resultString(String(describing: type(of: witness)), context: context)
        }
        return database
    }

    @Test func testL16_theBlockLivesWhileItsFunctionCanBeCalled() {
        let database = database(holding: Witness())
        #expect(database.stringForQuery("SELECT held()") == "Witness")
    }

    @Test func testL16_theBlockIsReleasedWithTheDatabase() {
        weak var witness: Witness?
        func use() -> String? {
            let strong = Witness()
            witness = strong
            return database(holding: strong).stringForQuery("SELECT held()")
        }
        #expect(use() == "Witness")
        #expect(witness == nil)
    }

    // MARK: Databases and result sets

    @Test func testL17_theLastResultSetTakesTheConnectionWithIt() throws {
        var rows: FMResultSet? = try filled().executeQuery("SELECT a FROM t", values: nil)
        #expect(rows?.next() == true)
        #expect(!isFree())
        rows = nil
        #expect(isFree())
    }

    @Test func testL17_aDatabaseInUseIsNotReleasedEarly() throws {
        weak var database: FMDatabase?
        var rows: FMResultSet?
        func start() throws {
            let strong = try filled()
            database = strong
            rows = try strong.executeQuery("SELECT a FROM t ORDER BY a", values: nil)
        }
        try start()
        #expect(database != nil)
        #expect(rows?.next() == true)
        #expect(rows?.int(forColumnIndex: 0) == 1)
        rows = nil
        #expect(database == nil)
    }

    @Test func testL17_severalUnfinishedResultSetsMayEndWithTheirDatabase() throws {
        func abandon() throws {
            let database = try filled()
            let first = try database.executeQuery("SELECT a FROM t", values: nil)
            let second = try database.executeQuery("SELECT a FROM t WHERE a > ?", values: [1])
            let prepared = database.prepare("SELECT a FROM t WHERE a = ?")
            #expect(first.next())
            #expect(second.next())
            #expect(prepared.bind(with: [3]))
            #expect(prepared.next())
        }
        try abandon()
        #expect(isFree())
    }

    @Test func testL17_aFinishedResultSetMayOutliveItsDatabase() throws {
        var rows: FMResultSet?
        func finish() throws {
            let database = try filled()
            rows = try database.executeQuery("SELECT a FROM t", values: nil)
            database.close()
        }
        try finish()
        #expect(rows?.next() == false)
        #expect(rows?.query == "SELECT a FROM t")
        rows?.close()
        #expect(isFree())
    }

    @Test func testL17_aReleasedResultSetIsNoLongerCounted() throws {
        let database = try filled()
        var rows: FMResultSet? = try database.executeQuery("SELECT a FROM t", values: nil)
        #expect(rows?.next() == true)
        #expect(database.hasOpenResultSets)
        rows = nil
        #expect(!database.hasOpenResultSets)
    }

    @Test func testL18_aResultSetCanBeMadeByItself() {
        let rows = FMResultSet()
        #expect(!rows.next())
        #expect(rows.columnCount == 0)
        #expect(rows.parentDB == nil)
        #expect(rows.statement == nil)
        rows.close()
    }

    @Test func testL18_aStatementCanBeMadeByItself() {
        let statement = FMStatement()
        #expect(statement.query == "")
        #expect(statement.useCount == 0)
        #expect(!statement.inUse)
        statement.reset()
        statement.close()
    }

    @Test func testL19_aResultSetThatIsNotKeptIsClosedAtOnce() throws {
        let database = try filled()
        #expect(database.executeQuery("SELECT a FROM t", withArgumentsIn: [])?.next() == true)
        #expect(!database.hasOpenResultSets)
        #expect(isFree())
    }
}
