import FMDB
import FMDBTestHelpers
import Testing

/// FMDB's spellings without `shouldCacheStatements`: statements are kept for their next use, and a client sees nothing of it
/// but the speed.
@Suite struct StatementReuseTests {
    private let db = FMDatabase.memory()

    init() throws {
        try db.executeUpdate("CREATE TABLE t (x INTEGER)", values: nil)
        try db.executeUpdate("INSERT INTO t VALUES (1), (2)", values: nil)
    }

    /// How often statements were found during a body.
    private func hits(_ body: () throws -> Void) rethrows -> Int {
        let before = db.statementCacheStatistics.hits
        try body()
        return db.statementCacheStatistics.hits - before
    }

    // MARK: Kept

    @Test func aTextIsCompiledTwiceAtMost() throws {
        let found = try hits {
            for number in 1...100 {
                try db.executeUpdate("INSERT INTO t VALUES (?)", values: [number])
                try db.executeQuery("SELECT x FROM t WHERE x = ?", values: [number]).close()
            }
        }

        #expect(found == 196)
        #expect(db.cachedStatements == nil)
    }

    @Test func otherSpellingsFindTheSameStatements() throws {
        let sql = "SELECT x FROM t WHERE x = ?"
        for _ in 1...2 { try db.executeQuery(sql, values: [1]).close() }

        #expect(hits { db.executeQuery(sql, withArgumentsIn: [1])?.close() } == 1)
        #expect(hits { _ = db.intForQuery(sql, 2) } == 1)
        #expect(try hits { _ = try db.value(FMSQL(raw: sql), 1, as: Int.self) } == 1)
    }

    @Test func aTextThatComesOnceIsNotKept() throws {
        for number in 1...50 { try db.executeQuery("SELECT \(number)", values: nil).close() }

        #expect(db.statementCacheStatistics.count == 0)
    }

    @Test func nothingOfTheExecutionBeforeStaysBound() throws {
        let sql = "SELECT ? AS a, ? AS b"
        #expect(drawn(db.executeQuery(sql, withArgumentsIn: ["old", 1])) == "a     | b\n'old' | 1")
        #expect(drawn(db.executeQuery(sql, withArgumentsIn: [NSNull(), "new"])) == "a    | b\nNULL | 'new'")

        #expect(drawn(db.prepare(sql)) == "a    | b\nNULL | NULL")
    }

    @Test func aCapacityWithoutBoundsKeepsManyTexts() throws {
        db.statementCacheCapacity = .max
        let texts = (1...200).map { "SELECT x FROM t WHERE x = \($0) \(String(repeating: " ", count: 200))" }
        func run() throws { for text in texts { try db.executeQuery(text, values: nil).close() } }
        for _ in 1...2 { try run() }

        #expect(try hits(run) == 200)
    }

    @Test func withoutCapacityNothingIsKept() throws {
        db.statementCacheCapacity = 0

        let found = try hits { for _ in 1...3 { try db.executeQuery("SELECT x FROM t", values: nil).close() } }
        #expect(found == 0)
        #expect(db.statementCacheStatistics.count == 0)
    }

    // MARK: Not kept

    @Test func aStatementThatWasShownIsFinalizedWithItsResultSet() throws {
        for _ in 1...3 {
            let rows = try db.executeQuery("SELECT x FROM t", values: nil)
            let statement = try #require(rows.statement)
            #expect(statement.useCount == 1)
            rows.close()

            try db.executeQuery("SELECT x FROM t", values: nil).close()

            #expect(statement.statement == nil)
            #expect(statement.useCount == 1)
            #expect(!statement.inUse)
        }
    }

    @Test func aLongTextIsNotKept() throws {
        let sql = "SELECT x FROM t WHERE x IN (\(Array(repeating: "1", count: 20_000).joined(separator: ", ")))"
        let before = db.statementCacheStatistics.count

        let found = try hits {
            for _ in 1...3 { try db.executeQuery(sql, values: nil).close() }
            for _ in 1...3 { _ = try db.rows(FMSQL(raw: sql), as: Int.self) }
        }

        #expect(found == 0)
        #expect(db.statementCacheStatistics.count == before)
    }

    @Test func manyLongTextsAreNotAllKept() throws {
        let padding = String(repeating: " ", count: 15_000)
        for _ in 1...2 {
            for number in 1...200 { try db.executeQuery("SELECT \(number)\(padding)", values: nil).close() }
        }

        #expect(db.statementCacheStatistics.count < 100)
    }

    /// SQLite carries out some pragmas while it compiles them.
    @Test func aPragmaTakesEffectEachTime() throws {
        let sqls = ["PRAGMA cache_size = 100", "PRAGMA cache_size = 200"]
        for _ in 1...2 {
            for (sql, expected) in zip(sqls, [Int32(100), 200]) {
                #expect(db.executeUpdate(sql, withArgumentsIn: []))
                #expect(db.intForQuery("PRAGMA cache_size") == expected)
            }
            for (sql, expected) in zip(sqls, [Int32(100), 200]) {
                try db.execute(FMSQL(raw: sql))
                #expect(db.intForQuery("PRAGMA cache_size") == expected)
            }
        }
    }

    @Test func whatFollowsTheStatementIsRefusedAsBefore() throws {
        let sql = "SELECT 1; SELECT 2"
        for _ in 1...2 { try db.executeQuery(sql, values: nil).close() }

        #expect(thrown { try db.rows(FMSQL(raw: sql), as: Int.self) }?.resultCode == .misuse)
    }

    // MARK: Tables that change

    @Test(arguments: [
        "by FMDB's update", "by a script", "by a throwing call", "by rolling back", "by rolling back to a save point",
        "in a transaction",
    ])
    func aQueryOfATableThatIsGoneFailsAtOnce(how: String) throws {
        let sql = "SELECT y FROM u"
        func make() -> Bool { db.executeUpdate("CREATE TABLE u (y)", withArgumentsIn: []) }
        if how == "by rolling back" { #expect(db.beginTransaction()) }
        if how == "by rolling back to a save point" { try db.startSavePoint(withName: "s") }
        #expect(make())
        for _ in 1...2 { #expect(db.executeQuery(sql, withArgumentsIn: [])?.next() == false) }

        switch how {
        case "by FMDB's update": #expect(db.executeUpdate("DROP TABLE u", withArgumentsIn: []))
        case "by a script": #expect(db.executeStatements("DROP TABLE u"))
        case "by a throwing call": try db.execute("DROP TABLE u")
        case "by rolling back": #expect(db.rollback())
        case "by rolling back to a save point": try db.rollbackToSavePoint(withName: "s")
        default:
            try db.withTransaction { try db.execute("/* as migrations do */ DROP TABLE u") }
        }

        #expect(db.executeQuery(sql, withArgumentsIn: []) == nil)
        #expect(db.lastErrorMessage() == "no such table: u")
    }

    @Test func aQueryOfADetachedDatabaseFailsAtOnce() throws {
        #expect(db.executeStatements("ATTACH ':memory:' AS other; CREATE TABLE other.u (y)"))
        for _ in 1...2 { #expect(db.executeQuery("SELECT y FROM u", withArgumentsIn: [])?.next() == false) }

        #expect(db.executeUpdate("DETACH other", withArgumentsIn: []))

        #expect(db.executeQuery("SELECT y FROM u", withArgumentsIn: []) == nil)
    }

    @Test func aNewColumnIsKnownBeforeTheFirstRow() throws {
        for _ in 1...2 { try db.executeQuery("SELECT * FROM t", values: nil).close() }
        #expect(db.executeUpdate("ALTER TABLE t ADD COLUMN y DEFAULT 7", withArgumentsIn: []))

        let rows = try db.executeQuery("SELECT * FROM t", values: nil)

        #expect(rows.columnCount == 2)
        #expect(rows.columnName(for: 1) == "y")
        #expect(rows.columnIndex(forName: "Y") == 1)
        #expect(rows.columnNameToIndexMap.count == 2)
        #expect(rows.next())
        #expect(rows.int(forColumn: "y") == 7)
    }

    @Test func aColumnOfAnotherConnectionIsKnownBeforeTheFirstRowOnceTheSchemaIs() throws {
        let folder = TemporaryFolder()
        let (db, other) = (FMDatabase.file(folder.file()), FMDatabase.file(folder.file()))
        try db.executeUpdate("CREATE TABLE t (x)", values: nil)
        for _ in 1...2 { try db.executeQuery("SELECT * FROM t", values: nil).close() }
        #expect(other.executeUpdate("ALTER TABLE t ADD COLUMN y", withArgumentsIn: []))
        // The connection learns of it with this one.
        #expect(db.intForQuery("SELECT count(*) FROM t") == 0)

        let rows = try db.executeQuery("SELECT * FROM t", values: nil)

        #expect(rows.columnCount == 2)
        #expect(rows.columnIndex(forName: "y") == 1)
        #expect(!rows.next())
    }

    @Test func aSettingThatNamesColumnsCountsBeforeTheFirstRow() throws {
        let sql = "SELECT x FROM t"
        for _ in 1...2 { #expect(try db.executeQuery(sql, values: nil).columnName(for: 0) == "x") }
        #expect(db.executeStatements("PRAGMA short_column_names = 0; PRAGMA full_column_names = 1"))

        #expect(try db.executeQuery(sql, values: nil).columnName(for: 0) == "t.x")
    }

    // MARK: State

    @Test func aQueryForgetsTheErrorBeforeIt() throws {
        let sql = "SELECT x FROM t"
        for _ in 1...2 { try db.executeQuery(sql, values: nil).close() }
        #expect(!db.executeUpdate("nonsense", withArgumentsIn: []))
        #expect(db.hadError())

        let rows = try db.executeQuery(sql, values: nil)

        #expect(!db.hadError())
        #expect(db.lastErrorMessage() == "not an error")
        rows.close()
    }

    @Test func aTableCanBeDroppedWhileItsStatementsAreKept() throws {
        for _ in 1...2 {
            #expect(db.executeQuery("SELECT x FROM t", withArgumentsIn: [])?.next() == true)
            try db.executeUpdate("DELETE FROM t WHERE x = ?", values: [0])
        }

        #expect(db.executeUpdate("DROP TABLE t", withArgumentsIn: []))
        #expect(db.executeUpdate("VACUUM", withArgumentsIn: []))
        #expect(!db.hasOpenResultSets)
    }

    // MARK: Many texts

    @Test(arguments: [257, 300, 400])
    func moreTextsThanTheCacheHoldsAreMostlyFoundInALoop(count: Int) throws {
        let texts = (1...count).map { "SELECT x FROM t WHERE x = \($0)" }
        func run() throws { for text in texts { try db.executeQuery(text, values: nil).close() } }
        for _ in 1...2 { try run() }

        #expect(try hits(run) > 200)
    }

    @Test func otherTextsTakeThePlaceOfThoseThatNoLongerCome() throws {
        func run(_ numbers: ClosedRange<Int>) throws {
            for number in numbers { try db.executeQuery("SELECT \(number)", values: nil).close() }
        }
        for _ in 1...3 { try run(1...256) }
        for _ in 1...10 { try run(1001...1200) }

        #expect(try hits { try run(1001...1200) } == 200)
    }
}
