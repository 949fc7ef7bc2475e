import FMDB
import FMDBTestHelpers
import Testing

private let lengthLimit: Int32 = 0  // SQLITE_LIMIT_LENGTH
private let tooBig: Int32 = 18  // SQLITE_TOOBIG

/// What happens when SQLite refuses a value, and that nothing stays behind.
@Suite struct BindFailureTests {
    private let long = String(repeating: "a", count: 2000)

    /// A database that takes no value of more than 1000 bytes.
    private func narrowDatabase() throws -> FMDatabase {
        let db = FMDatabase.memory()
        try db.executeUpdate("CREATE TABLE t (v)", values: nil)
        _ = db.limit(for: lengthLimit, value: 1000)
        return db
    }

    private func rows(_ db: FMDatabase) throws -> String {
        drawn(try db.executeQuery("SELECT v FROM t", values: nil))
    }

    @Test func testB097_anUpdateWithTooLongAValueFails() throws {
        let db = try narrowDatabase()
        #expect(!db.executeUpdate("INSERT INTO t VALUES (?)", withArgumentsIn: [long]))
        #expect(db.lastErrorCode() == tooBig)
        #expect(try rows(db) == "v")
    }

    @Test func testB097_anUpdateWithTooLongABlobFails() throws {
        let db = try narrowDatabase()
        #expect(!db.executeUpdate("INSERT INTO t VALUES (?)", withArgumentsIn: [Data(long.utf8)]))
        #expect(db.lastErrorCode() == tooBig)
    }

    @Test func testB097_aNamedValueThatIsTooLongFails() throws {
        let db = try narrowDatabase()
        #expect(!db.executeUpdate("INSERT INTO t VALUES (:v)", withParameterDictionary: ["v": long]))
        #expect(db.lastErrorCode() == tooBig)
        #expect(try rows(db) == "v")
    }

    @Test func testB097_aQueryWithTooLongAValueIsNil() throws {
        let db = try narrowDatabase()
        #expect(db.executeQuery("SELECT ?", withArgumentsIn: [long]) == nil)
        #expect(db.lastErrorCode() == tooBig)
        #expect(db.executeQuery("SELECT :v", withParameterDictionary: ["v": long]) == nil)
        #expect(db.lastErrorCode() == tooBig)
        #expect(!db.hasOpenResultSets)
    }

    @Test func testB097_theThrowingFormsThrowTheCode() throws {
        let db = try narrowDatabase()
        let update = try #require(throws: (any Error).self) {
            try db.executeUpdate("INSERT INTO t VALUES (?)", values: [long])
        }
        let query = try #require(throws: (any Error).self) { _ = try db.executeQuery("SELECT ?", values: [long]) }
        for error in [update as NSError, query as NSError] {
            #expect(error.domain == "FMDatabase")
            #expect(error.code == Int(tooBig))
        }
    }

    @Test(arguments: [false, true])
    func testD02_afterAWrongCountTheSameTextWorks(caching: Bool) throws {
        let db = try narrowDatabase()
        db.shouldCacheStatements = caching
        let sql = "INSERT INTO t VALUES (?)"
        for value in 1...3 {
            #expect(!db.executeUpdate(sql, withArgumentsIn: []))
            #expect(db.executeUpdate(sql, withArgumentsIn: [value]))
            #expect(!db.executeUpdate(sql, withParameterDictionary: ["v": 0]))
        }
        #expect(
            try rows(db) == """
                v
                1
                2
                3
                """)
    }

    @Test(arguments: [false, true])
    func testD02_afterARefusedValueTheSameTextWorks(caching: Bool) throws {
        let db = try narrowDatabase()
        db.shouldCacheStatements = caching
        let sql = "INSERT INTO t VALUES (?)"
        for value in 1...2 {
            #expect(!db.executeUpdate(sql, withArgumentsIn: [long]))
            #expect(db.executeUpdate(sql, withArgumentsIn: [value]))
        }
        #expect(
            try rows(db) == """
                v
                1
                2
                """)
    }

    @Test(arguments: [false, true])
    func testD02_aQueryWorksAfterItsBindFailed(caching: Bool) throws {
        let db = try narrowDatabase()
        db.shouldCacheStatements = caching
        let sql = "SELECT ? AS a, ? AS b"
        for _ in 1...2 {
            #expect(db.executeQuery(sql, withArgumentsIn: [1]) == nil)
            #expect(db.executeQuery(sql, withArgumentsIn: [1, long]) == nil)
            #expect(
                drawn(db.executeQuery(sql, withArgumentsIn: [1, 2])) == """
                    a | b
                    1 | 2
                    """)
        }
    }

    @Test(arguments: [false, true])
    func testD02_aPreparedSetStaysUsableAfterItsBindFailed(caching: Bool) throws {
        let db = try narrowDatabase()
        db.shouldCacheStatements = caching
        let rows = db.prepare("SELECT :v AS v")
        #expect(!rows.bind(with: [] as [Any]))
        #expect(!rows.bind(with: [long]))
        #expect(!rows.bind(with: ["w": 1]))
        #expect(rows.bind(with: [1]))
        #expect(drawn(rows) == "v\n1")
        #expect(rows.bind(with: ["v": 2]))
        #expect(drawn(rows) == "v\n2")
    }

    @Test(arguments: [false, true])
    func testD02_theDatabaseClosesAfterABindFailed(caching: Bool) throws {
        let db = try narrowDatabase()
        db.shouldCacheStatements = caching
        #expect(db.executeQuery("SELECT ?", withArgumentsIn: []) == nil)
        #expect(db.executeQuery("SELECT ?", withArgumentsIn: [long]) == nil)
        #expect(db.close())
        #expect(!db.isOpen)
    }
}
