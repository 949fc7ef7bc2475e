import FMDB
import FMDBTestHelpers
import Testing

/// Compiled statements that are used again: nothing of the use before shows, and nothing is missing.
@Suite struct ReuseTests {
    private let database = FMDatabase.memory()

    // MARK: A table that has got another column

    /// Compiles a query of two columns, and adds a third to its table.
    private func widenTable(rows: Int) throws {
        try database.execute("CREATE TABLE t (a, b)")
        for row in 0..<rows { try database.execute("INSERT INTO t VALUES (\(row), \(row + 10))") }
        #expect(try database.rows("SELECT * FROM t", as: (Int, Int).self).count == rows)
        try database.execute("ALTER TABLE t ADD COLUMN c DEFAULT 20")
    }

    @Test(arguments: [0, 1, 2])
    func aTupleOfTheNewWidthTakesAllColumns(rows: Int) throws {
        try widenTable(rows: rows)
        let all = try database.rows("SELECT * FROM t ORDER BY a", as: (Int, Int, Int).self)
        #expect(all.map { [$0.0, $0.1, $0.2] } == (0..<rows).map { [$0, $0 + 10, 20] })
        let again = try database.rows("SELECT * FROM t", as: (Int, Int, Int).self)
        #expect(again.count == rows)
    }

    @Test(arguments: [0, 1, 2])
    func aTupleOfTheOldWidthIsAMismatch(rows: Int) throws {
        try widenTable(rows: rows)
        let error = #expect(throws: FMError.self) { try database.rows("SELECT * FROM t", as: (Int, Int).self) }
        #expect(error?.resultCode == .mismatch)
    }

    // MARK: Values of the use before

    @Test func aPreparedStatementHasNoValuesOfACachedQuery() throws {
        database.shouldCacheStatements = true
        let rows = try database.executeQuery("SELECT ?", values: [42])
        #expect(rows.next())
        rows.close()

        let prepared = database.prepare("SELECT ?")
        #expect(prepared.next())
        #expect(prepared.columnIndexIsNull(0))
        prepared.close()
    }

    // MARK: A query that is ended from within

    /// Makes the function `act` close all result sets at its second call.
    private func closeAllAtSecondCall() throws {
        try database.execute("CREATE TABLE t (x)")
        try database.execute("INSERT INTO t VALUES (1), (2), (3)")
        var calls = 0
        try database.addFunction("act", argumentCount: 1) { [unowned database] arguments in
            calls += 1
            if calls == 2 { database.closeOpenResultSets() }
            return arguments[0]
        }
    }

    @Test func aListWhoseQueryIsEndedFromWithinIsNotCutShort() throws {
        try closeAllAtSecondCall()
        #expect(throws: FMError.self) { try database.rows("SELECT act(x) FROM t", as: Int.self) }
        #expect(try database.rows("SELECT x FROM t ORDER BY x", as: Int.self) == [1, 2, 3])
    }

    @Test func aListOfTuplesWhoseQueryIsEndedFromWithinIsNotCutShort() throws {
        try closeAllAtSecondCall()
        #expect(throws: FMError.self) { try database.rows("SELECT x, act(x) FROM t", as: (Int, Int).self) }
    }

    @Test func aLoopWhoseQueryIsEndedFromWithinIsNotCutShort() throws {
        try closeAllAtSecondCall()
        #expect(throws: FMError.self) { try database.forEachRow("SELECT act(x) FROM t") { _ in } }
    }

    // MARK: Result sets

    @Test func aClosedSetThatIsKeptStaysClosed() throws {
        let db = FMDatabase.memory()
        let kept = try db.query("SELECT 1 UNION ALL SELECT 2")
        kept.close()
        let next = try db.query("SELECT 1 UNION ALL SELECT 2")

        #expect(next !== kept)
        #expect(next.next() && next.next())
        #expect(!kept.next())
        #expect(kept.columnCount == 0)
        #expect(kept.parentDB == nil)
        #expect(next.int(forColumnIndex: 0) == 2)
    }

    @Test func nothingOfAFormerSetComesBack() throws {
        let db = FMDatabase.memory()
        func use() throws {
            let rows = try db.query("SELECT 1 AS x")
            #expect(rows.query == "SELECT 1 AS x")
            #expect(rows.columnNameToIndexMap.count == 1)
            rows.query = "another"
            rows.columnNameToIndexMap.removeAllObjects()
            #expect(rows.next() && !rows.next())
        }
        try use()
        try use()
        try use()
    }

    @Test func aSetThatIsDroppedFreesItsStatementEachTime() throws {
        let db = FMDatabase.memory()
        for _ in 0..<3 {
            _ = try db.query("SELECT 1 UNION ALL SELECT 2").next()
            #expect(!db.hasOpenResultSets)
            let rows = try db.query("SELECT 1 UNION ALL SELECT 2")
            rows.close()
        }
    }

    @Test func setsDoNotKeepTheirDatabaseAlive() throws {
        weak var database: FMDatabase?
        weak var last: FMResultSet?
        do {
            let db = FMDatabase.memory()
            database = db
            let rows = try db.query("SELECT 1")
            last = rows
            #expect(rows.next() && !rows.next())
        }
        #expect(database == nil)
        #expect(last == nil)
    }

    // MARK: Many sets

    private func texts(_ count: Int) -> [String] { (0..<count).map { "SELECT \($0), ?" } }

    private func expectRow(of set: FMResultSet?, _ first: Int, _ second: Int) {
        #expect(set?.next() == true)
        #expect(set?.int(forColumnIndex: 0) == Int32(first))
        #expect(set?.int(forColumnIndex: 1) == Int32(second))
    }

    @Test func setsOfManyTextsThatAreClosedInTurnKeepApart() throws {
        for round in 0..<3 {
            for (number, text) in texts(40).enumerated() {
                let set = database.executeQuery(text, withArgumentsIn: [round])
                expectRow(of: set, number, round)
                set?.close()
            }
        }
        #expect(!database.hasOpenResultSets)
    }

    @Test func setsThatAreClosedInAnotherOrderKeepApart() throws {
        for round in 0..<3 {
            var sets = texts(20).map { database.executeQuery($0, withArgumentsIn: [round]) }
            for (number, set) in sets.enumerated().reversed() { expectRow(of: set, number, round) }
            for number in stride(from: 0, to: 20, by: 3) { sets[number]?.close() }
            for (number, set) in sets.enumerated() { #expect(set?.next() == false, "\(number)") }
            sets = []
            #expect(!database.hasOpenResultSets)
        }
    }

    @Test func aSetOfAStatementThatTheCacheHasDroppedIsNoOtherOnes() throws {
        database.statementCacheCapacity = 2
        var kept: [FMResultSet?] = []
        for round in 0..<4 {
            for (number, text) in texts(10).enumerated() {
                let set = database.executeQuery(text, withArgumentsIn: [round])
                expectRow(of: set, number, round)
                set?.close()
                if number % 3 == 0 { kept.append(set) }
            }
        }
        #expect(kept.allSatisfy { $0?.next() == false })
        #expect(!database.hasOpenResultSets)
    }

    @Test func aSetOfTheFormerOpeningStaysClosed() throws {
        let folder = TemporaryFolder()
        let database = FMDatabase.file(folder.file())
        let sets = texts(10).map { database.executeQuery($0, withArgumentsIn: [1]) }
        sets.prefix(5).forEach { $0?.close() }
        database.close()
        #expect(database.open())
        for (number, text) in texts(10).enumerated() {
            let set = database.executeQuery(text, withArgumentsIn: [2])
            expectRow(of: set, number, 2)
            #expect(sets[number]?.next() == false)
            set?.close()
        }
        #expect(!database.hasOpenResultSets)
    }

    @Test func aSetThatAnotherThreadClosesLaterIsNotUsedTwice() throws {
        let folder = TemporaryFolder()
        let queue = try SilentQueue(path: folder.file(), configuration: .init())
        // SAFETY: each thread is done with it before the next one begins.
        nonisolated(unsafe) var kept: FMResultSet?
        queue.inDatabase { db in
            kept = db.executeQuery("SELECT 1, ?", withArgumentsIn: [2])
            #expect(kept?.next() == true)
        }
        try onBackgroundThread { kept?.close() }
        queue.inDatabase { db in
            let set = db.executeQuery("SELECT 1, ?", withArgumentsIn: [3])
            #expect(set?.next() == true)
            #expect(kept?.next() == false)
            #expect(set?.int(forColumnIndex: 1) == 3)
            set?.close()
            #expect(!db.hasOpenResultSets)
        }
    }
}
