import FMDB
import FMDBTestHelpers
import Testing

/// The cache of the throwing calls. It is always on and not to be seen but in its counts and its effects.
@Suite struct StatementCacheTests {
    private let db = FMDatabase.memory()

    /// How often statements were found, and how often compiled, during a body.
    private func counted(_ body: () throws -> Void) throws -> (hits: Int, misses: Int) {
        let before = db.statementCacheStatistics
        try body()
        let after = db.statementCacheStatistics
        return (after.hits - before.hits, after.misses - before.misses)
    }

    // MARK: Counts

    @Test func aTextIsCompiledOnce() throws {
        let counts = try counted {
            for number in 1...10 { _ = try db.value("SELECT \(number)", as: Int.self) }
        }

        #expect(counts == (hits: 9, misses: 1))
        #expect(db.statementCacheStatistics.count == 1)
    }

    @Test func everyCallUsesTheCache() throws {
        struct Row: Decodable { var a: Int }
        let sql: FMSQL = "SELECT 1 AS a, 2 AS b"

        let counts = try counted {
            try db.execute(sql)
            _ = try db.value(sql, as: Int.self)
            _ = try db.rows(sql, as: Int.self)
            _ = try db.rows(sql, as: (Int, Int).self)
            _ = try db.rows(sql, as: Row.self)
            try db.forEachRow(sql) { _ in }
            try db.query(sql).close()
        }

        #expect(counts == (hits: 6, misses: 1))
    }

    @Test func transactionsUseTheCache() throws {
        try db.withTransaction { try db.withSavePoint {} }

        let counts = try counted { try db.withTransaction { try db.withSavePoint {} } }

        #expect(counts == (hits: 4, misses: 0))
    }

    @Test func aTextIsTheSameOnlyLetterForLetter() throws {
        let counts = try counted {
            for text in ["SELECT 1", "select 1", "SELECT 1 "] { try db.execute(FMSQL(raw: text)) }
        }

        #expect(counts == (hits: 0, misses: 3))
    }

    @Test func aTextThatDoesNotCompileIsNotKept() {
        for _ in 1...2 { #expect(thrown { try db.execute("nonsense") }?.resultCode == .error) }

        #expect(db.statementCacheStatistics.count == 0)
    }

    @Test func fmdbsSwitchDoesNotConcernIt() throws {
        #expect(!db.shouldCacheStatements)
        try db.execute("SELECT 1")

        let counts = try counted {
            db.clearCachedStatements()
            try db.execute("SELECT 1")
        }

        #expect(counts == (hits: 1, misses: 0))
        #expect(db.cachedStatements == nil)
    }

    // MARK: Use

    @Test func aStatementInUseIsNotHandedOutAgain() throws {
        let sql: FMSQL = "SELECT 1 UNION ALL SELECT 2"
        let outer = try db.query(sql)
        #expect(try outer.nextRow() != nil)

        #expect(try db.rows(sql, as: Int.self) == [1, 2])

        #expect(try outer.nextRow()?.value(at: 0, as: Int.self) == 2)
        outer.close()
        #expect(db.statementCacheStatistics.count == 2)
        let counts = try counted {
            let cursors = try [db.query(sql), db.query(sql)]
            cursors.forEach { $0.close() }
        }
        #expect(counts == (hits: 2, misses: 0))
    }

    @Test func nothingOfTheExecutionBeforeStaysBound() throws {
        let sql: FMSQL = "SELECT :a AS a, :b AS b"

        for (first, second) in [(1, 2), (3, 4)] {
            let values: FMArguments = ["b": second, "a": first]
            #expect(drawn(try db.query(FMSQL(raw: sql.text, arguments: values))) == "a | b\n\(first) | \(second)")
        }
        #expect(thrown { try db.query(FMSQL(raw: sql.text, arguments: ["a": 5])) }?.resultCode == .range)
    }

    @Test func aStatementThatFailedIsUsedAgain() throws {
        try db.execute("CREATE TABLE t (x UNIQUE)")
        let sql: FMSQL = "INSERT INTO t VALUES (\(1))"
        try db.execute(sql)

        let counts = try counted {
            #expect(thrown { try db.execute(sql) }?.resultCode == .constraint)
            try db.execute("INSERT INTO t VALUES (\(2))")
        }

        #expect(counts == (hits: 2, misses: 0))
    }

    @Test func closingEmptiesTheCache() throws {
        try db.execute("SELECT 1")
        #expect(db.close())
        #expect(db.statementCacheStatistics.count == 0)
        #expect(db.open())

        let counts = try counted { try db.execute("SELECT 1") }

        #expect(counts == (hits: 0, misses: 1))
    }

    // MARK: Capacity

    /// Runs statements of these numbers, in turn.
    private func run(_ numbers: some Sequence<Int>) throws {
        for number in numbers { try db.execute("SELECT \(raw: "\(number)")") }
    }

    @Test func theCacheHolds256Statements() throws {
        #expect(db.statementCacheCapacity == 256)
        try run(1...256)
        #expect(try counted { try run(1...256) } == (hits: 256, misses: 0))

        try run(257...300)

        #expect(db.statementCacheStatistics.count == 256)
        #expect(try counted { try run([300]) } == (hits: 1, misses: 0))
    }

    @Test(arguments: [257, 300, 400]) func aLoopOfMoreStatementsFindsMostOfThem(count: Int) throws {
        try run(1...count)

        #expect(try counted { try run(1...count) }.hits > 200)
    }

    @Test func statementsThatNoLongerComeMakeRoom() throws {
        for _ in 1...3 { try run(1...256) }
        for _ in 1...10 { try run(1001...1200) }

        #expect(try counted { try run(1001...1200) } == (hits: 200, misses: 0))
    }

    @Test func aStatementThatWasUsedOnceGoesFirst() throws {
        db.statementCacheCapacity = 2
        try run([1, 2, 1, 3])

        #expect(try counted { try run([1, 3]) } == (hits: 2, misses: 0))
        #expect(try counted { try run([2]) } == (hits: 0, misses: 1))
    }

    @Test func aSmallerCapacityDropsTheOldest() throws {
        try run(1...10)

        db.statementCacheCapacity = 3

        #expect(db.statementCacheStatistics.count == 3)
        #expect(try counted { try run(8...10) } == (hits: 3, misses: 0))
    }

    @Test(arguments: [0, -1]) func withoutCapacityNothingIsKept(capacity: Int) throws {
        db.statementCacheCapacity = capacity
        try run([1, 1])

        #expect(db.statementCacheStatistics.count == 0)
        #expect(db.statementCacheStatistics.hits == 0)
        #expect(!db.hasOpenResultSets)
    }

    @Test func aFullCacheDoesNotEndACursor() throws {
        db.statementCacheCapacity = 1
        let cursor = try db.query("SELECT 1 UNION ALL SELECT 2")
        #expect(try cursor.nextRow() != nil)

        try run(1...5)

        #expect(try cursor.nextRow()?.value(at: 0, as: Int.self) == 2)
        #expect(db.statementCacheStatistics.count == 1)
    }
}

/// Cached statements of which SQLite has to make others, because the tables have changed.
@Suite struct SchemaChangeTests {
    private let db = FMDatabase.memory()
    private let all: FMSQL = "SELECT * FROM t"

    /// A table `t (a, b)` whose names a cached statement knows already.
    private func table() throws -> FMDatabase {
        try db.execute("CREATE TABLE t (a, b)")
        try db.execute("INSERT INTO t VALUES (1, 2)")
        try db.forEachRow(all) { row throws in #expect(try row.value("b", as: Int.self) == 2) }
        return db
    }

    @Test func anAddedColumnIsThere() throws {
        let db = try table()
        try db.execute("ALTER TABLE t ADD COLUMN c DEFAULT 3")

        try db.forEachRow(all) { row throws in
            #expect(row.columnNames == ["a", "b", "c"])
            #expect(row.columnCount == 3)
            #expect(try row.dictionary() == ["a": 1, "b": 2, "c": 3])
            #expect(try row.value("c", as: Int.self) == 3)
            #expect(try row.value(at: 2, as: Int.self) == 3)
        }
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 25)))
    func aRenamedColumnIsFoundByItsNewName() throws {
        let db = try table()
        try db.execute("ALTER TABLE t RENAME COLUMN b TO renamed")

        try db.forEachRow(all) { row throws in
            #expect(row.columnNames == ["a", "renamed"])
            #expect(try row.value("renamed", as: Int.self) == 2)
            #expect(thrown { try row.value("b", as: Int.self) }?.resultCode == .range)
        }
    }

    @Test func columnsThatHaveChangedPlacesAreFound() throws {
        let db = try table()
        try db.execute("DROP TABLE t")
        try db.execute("CREATE TABLE t (b, a)")
        try db.execute("INSERT INTO t VALUES (20, 10)")

        try db.forEachRow(all) { row throws in
            #expect(try row.value("a", as: Int.self) == 10)
            #expect(try row.value("b", as: Int.self) == 20)
        }
    }

    @Test func aTableWithFewerColumnsHasNoOther() throws {
        let db = try table()
        try db.execute("DROP TABLE t")
        try db.execute("CREATE TABLE t (a)")
        try db.execute("INSERT INTO t VALUES (10)")

        try db.forEachRow(all) { row throws in
            #expect(try row.values() == [10])
            #expect(thrown { try row.value(at: 1, as: Int?.self) }?.resultCode == .range)
            #expect(thrown { try row.value("b", as: Int?.self) }?.resultCode == .range)
        }
    }

    @Test func decodingFindsTheNewColumns() throws {
        struct Row: Decodable, Equatable { var a: Int, b: Int, c: Int? }
        let db = try table()
        #expect(try db.rows(all, as: Row.self) == [Row(a: 1, b: 2, c: nil)])

        try db.execute("ALTER TABLE t ADD COLUMN c DEFAULT 3")

        #expect(try db.rows(all, as: Row.self) == [Row(a: 1, b: 2, c: 3)])
    }

    @Test func tuplesGetTheNewColumns() throws {
        let db = try table()
        #expect(try db.rows(all, as: (Int, Int).self).count == 1)

        try db.execute("ALTER TABLE t ADD COLUMN c DEFAULT 3")

        #expect(thrown { try db.rows(all, as: (Int, Int).self) }?.resultCode == .mismatch)
        // Each column of a tuple of its own, so that one compilation does not stand in for the other.
        try db.execute("ALTER TABLE t ADD COLUMN d DEFAULT 4")
        let rows = try db.rows(all, as: (Int, Int, Int, Int).self)
        #expect(try #require(rows.first) == (1, 2, 3, 4))
    }

    @Test func tuplesOfFewerColumnsGetNoneOfTheOld() throws {
        let db = try table()
        #expect(try db.rows(all, as: (Int, Int?).self).count == 1)
        try db.execute("DROP TABLE t")
        try db.execute("CREATE TABLE t (a)")
        try db.execute("INSERT INTO t VALUES (10)")

        #expect(thrown { try db.rows(all, as: (Int, Int?).self) }?.resultCode == .mismatch)
    }

    @Test func aChangeByAnotherConnectionIsSeen() throws {
        let folder = TemporaryFolder()
        let (db, other) = (FMDatabase.file(folder.file()), FMDatabase.file(folder.file()))
        try db.execute("CREATE TABLE t (a)")
        try db.execute("INSERT INTO t VALUES (1)")
        try db.forEachRow(all) { row throws in #expect(try row.value("a", as: Int.self) == 1) }

        try other.execute("ALTER TABLE t ADD COLUMN b DEFAULT 2")

        try db.forEachRow(all) { row throws in #expect(try row.dictionary() == ["a": 1, "b": 2]) }
    }

    @Test func fmdbsCallFindsTheNewNames() throws {
        let db = try table()
        try db.execute("ALTER TABLE t ADD COLUMN c DEFAULT 3")
        let rows = try db.query(all)

        #expect(rows.next())
        #expect(rows.int(forColumn: "c") == 3)
        #expect(rows.columnIndex(forName: "c") == 2)
        #expect(rows.columnName(for: 2) == "c")
        #expect(rows.resultDictionary?.count == 3)
    }

    @Test func aTableThatIsGoneIsAnError() throws {
        let db = try table()
        try db.execute("DROP TABLE t")

        #expect(thrown { try db.rows(all, as: Int.self) }?.message == "no such table: t")
    }
}
