import FMDB
import FMDBTestHelpers
import Testing

/// Rows and statements that a client keeps beyond what they belong to.
@Suite struct MisuseOfKeptObjectsTests {
    private let database = MisuseScene.stage()

    // MARK: Rows

    /// What makes a row a thing of the past.
    enum Past: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case nextRow, end, close, databaseClose, cacheShrunk, allSetsClosed, reset, statementClose, usedAgain, bound

        var testDescription: String { rawValue }

        func happens(to rows: FMResultSet, of database: FMDatabase) throws {
            switch self {
            case .nextRow: _ = try #require(try rows.nextRow())
            case .end: while try rows.nextRow() != nil {}
            case .close: rows.close()
            case .databaseClose: database.close()
            case .cacheShrunk:
                rows.close()
                database.statementCacheCapacity = 0
            case .allSetsClosed: database.closeOpenResultSets()
            case .reset: rows.statement?.reset()
            case .statementClose: rows.statement?.close()
            case .usedAgain:
                rows.close()
                #expect(try database.query("SELECT x, 'y' AS y FROM t").nextRow() != nil)
            case .bound: #expect(rows.bind(with: []))
            }
        }
    }

    @Test(arguments: Past.allCases) func aRowOfThePastRefuses(_ past: Past) throws {
        let rows = try database.query("SELECT x, 'y' AS y FROM t")
        let row = try #require(try rows.nextRow())
        #expect(try row.value(at: 0, as: Int.self) == 1)
        try past.happens(to: rows, of: database)
        expectRefusal(row)
    }

    @Test func aRowBehindANewRowOfTheSamePositionRefuses() throws {
        let rows = try database.query("SELECT x, 'y' AS y FROM t")
        let row = try #require(try rows.nextRow())
        rows.statement?.reset()
        let again = try #require(try rows.nextRow())
        expectRefusal(row)
        #expect(try again.value(at: 0, as: Int.self) == 1)
    }

    @Test func aRowOfALoopRefusesAfterTheLoop() throws {
        var kept: [FMRow] = []
        try database.forEachRow("SELECT x, 'y' AS y FROM t") { row in
            kept.forEach(expectRefusal)
            kept.append(row)
        }
        #expect(kept.count == 3)
        kept.forEach(expectRefusal)
    }

    @Test func aRowRefusesWhileItsCursorSteps() throws {
        var refusals = 0
        var row: FMRow?
        try database.addFunction("seen", argumentCount: 1) { arguments in
            if let row {
                do {
                    _ = try row.value(at: 0, as: Int?.self)
                } catch let error as FMError where error.resultCode == .misuse {
                    refusals += 1
                }
            }
            return arguments[0]
        }
        let rows = try database.query("SELECT seen(x), 'y' AS y FROM t")
        while let next = try rows.nextRow() { row = next }
        #expect(refusals == 2)
    }

    @Test func aRowMayOutliveEverything() throws {
        let row = try {
            let database = MisuseScene.stage()
            return try #require(try database.query("SELECT x, 'y' AS y FROM t").nextRow())
        }()
        expectRefusal(row)
    }

    private func expectRefusal(_ row: FMRow) {
        struct Pair: Decodable { var x: Int }
        func isRefused<Value>(_ body: () throws -> Value) {
            let error = #expect(throws: FMError.self) { _ = try body() }
            #expect(error?.resultCode == .misuse)
        }
        isRefused { try row.value(at: 0, as: Int.self) }
        isRefused { try row.value(at: 9, as: Int.self) }
        isRefused { try row.value("x", as: Int?.self) }
        isRefused { try row.value("nothing", as: Int?.self) }
        isRefused { try row.decode(Pair.self) }
        isRefused { try row.dictionary() }
        isRefused { try row.values() }
        #expect(row.columnNames.count == row.columnCount || row.columnCount == 0)
    }

    // MARK: Statements

    /// What takes a statement away from its set.
    enum Loss: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case setClosed, databaseClosed, cacheCleared, databaseReleased, statementClosed

        var testDescription: String { rawValue }
    }

    /// A statement that its owner has given up, and the database unless that is gone too.
    private func lost(_ loss: Loss, _ isCached: Bool) throws -> (FMStatement, FMDatabase?) {
        let database = MisuseScene.stage()
        database.shouldCacheStatements = isCached
        let rows = try database.executeQuery("SELECT x FROM t WHERE x > ?", values: [0])
        #expect(rows.next())
        let statement = try #require(rows.statement)
        switch loss {
        case .setClosed: rows.close()
        case .databaseClosed: database.close()
        case .cacheCleared:
            database.clearCachedStatements()
            rows.close()
        case .databaseReleased:
            rows.close()
            return (statement, nil)
        case .statementClosed: statement.close()
        }
        return (statement, database)
    }

    @Test(arguments: Loss.allCases, [false, true])
    func aStatementThatIsKeptIsHarmless(_ loss: Loss, _ isCached: Bool) throws {
        let (statement, database) = try lost(loss, isCached)
        for _ in 1...2 {
            #expect(statement.query == "SELECT x FROM t WHERE x > ?")
            #expect(statement.useCount == 1)
            #expect(!statement.inUse)
            statement.reset()
            statement.close()
        }
        #expect(statement.statement == nil)
        guard let database else { return }
        if !database.isOpen { #expect(database.open()) }
        #expect(database.executeStatements("CREATE TABLE IF NOT EXISTS t (x); INSERT INTO t VALUES (9)"))
        #expect(try database.executeQuery("SELECT x FROM t WHERE x > ?", values: [8]).next())
        #expect(database.close())
    }

    @Test func aStatementThatIsKeptDoesNotKeepTheFileOpen() throws {
        let folder = TemporaryFolder()
        let database = FMDatabase.file(folder.file())
        _ = try database.value("PRAGMA journal_mode = WAL", as: String.self)
        try database.execute("CREATE TABLE t (x)")
        let statement = try #require(try database.executeQuery("SELECT x FROM t", values: nil).statement)
        #expect(FileManager.default.fileExists(atPath: folder.file("test.db-wal")))
        #expect(database.close())
        // SQLite removes the file when the last connection is truly closed.
        #expect(!FileManager.default.fileExists(atPath: folder.file("test.db-wal")))
        #expect(statement.statement == nil)
    }

    @Test func aStatementThatIsResetUnderItsSetStartsAgain() throws {
        let rows = try database.executeQuery("SELECT x FROM t ORDER BY x", values: nil)
        #expect(rows.next())
        #expect(rows.next())
        rows.statement?.reset()
        #expect(!rows.hasAnotherRow())
        #expect(drawn(rows) == "x\n1\n2\n3")
    }

    @Test func twoStatementsOfOneTextDoNotMeet() throws {
        database.shouldCacheStatements = true
        let first = try database.executeQuery("SELECT x FROM t ORDER BY x", values: nil)
        let second = try database.executeQuery("SELECT x FROM t ORDER BY x", values: nil)
        #expect(first.next())
        second.statement?.close()
        #expect(!second.next())
        #expect(first.next())
        #expect(first.int(forColumnIndex: 0) == 2)
        first.close()
        #expect(drawn(database.executeQuery("SELECT x FROM t ORDER BY x", withArgumentsIn: [])) == "x\n1\n2\n3")
    }
}
