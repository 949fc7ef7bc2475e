import FMDB
import FMDBTestHelpers
import Testing

/// What slips through the compiler: a database or a result set that a client keeps beyond its block.
@Suite struct EscapeTests {
    private let folder = TemporaryFolder()

    // MARK: A database, while another thread has the connection

    enum Deed: String, CaseIterable, Sendable {
        case execute, value, rows, query, forEachRow, withTransaction, withSavePoint
        case executeQuery, executeUpdate, checkpoint

        func run(on db: FMDatabase) throws {
            switch self {
            case .execute: try db.execute("INSERT INTO t VALUES (9)")
            case .value: _ = try db.value("SELECT count(*) FROM t", as: Int.self)
            case .rows: _ = try db.rows("SELECT x FROM t", as: Int.self)
            case .query: _ = try db.query("SELECT x FROM t")
            case .forEachRow: try db.forEachRow("SELECT x FROM t") { _ in }
            case .withTransaction: try db.withTransaction { try db.execute("INSERT INTO t VALUES (9)") }
            case .withSavePoint: try db.withSavePoint { try db.execute("INSERT INTO t VALUES (9)") }
            case .executeQuery: _ = try db.executeQuery("SELECT x FROM t", values: nil)
            case .executeUpdate: try db.executeUpdate("INSERT INTO t VALUES (9)", values: nil)
            case .checkpoint: try db.checkpoint(.passive)
            }
        }
    }

    @Test(arguments: Deed.allCases) func aKeptDatabaseIsRefused(_ deed: Deed) throws {
        let scene = try EscapeScene(folder.file())

        let error = try scene.whileHeld { thrown { try deed.run(on: scene.database.value) } }

        #expect(error?.resultCode == .misuse)
        #expect(error?.message == "the connection is used after the end of its block, and another thread has it now")
        #expect(try scene.content() == [1, 2, 3])
    }

    enum Answer: String, CaseIterable, Sendable {
        case executeUpdate, executeStatements, executeQuery, begin, beginImmediate, commit, rollback, close
        case startSavePoint, tableExists, goodConnection, prepare

        func isRefused(by db: FMDatabase) -> Bool {
            switch self {
            case .executeUpdate: !db.executeUpdate("INSERT INTO t VALUES (9)", withArgumentsIn: [])
            case .executeStatements: !db.executeStatements("INSERT INTO t VALUES (9)")
            case .executeQuery: db.executeQuery("SELECT x FROM t", withArgumentsIn: []) == nil
            case .begin: !db.beginTransaction()
            case .beginImmediate: !db.beginImmediateTransaction()
            case .commit: !db.commit()
            case .rollback: !db.rollback()
            case .close: !db.close()
            case .startSavePoint: thrown { try db.startSavePoint(withName: "s") }?.resultCode == .misuse
            case .tableExists: !db.tableExists("t")
            case .goodConnection: !db.goodConnection
            case .prepare: !db.prepare("INSERT INTO t VALUES (9)").step()
            }
        }
    }

    @Test(arguments: Answer.allCases) func aKeptDatabaseAnswersNo(_ answer: Answer) throws {
        let scene = try EscapeScene(folder.file())

        #expect(try scene.whileHeld { answer.isRefused(by: scene.database.value) })
        #expect(try scene.content() == [1, 2, 3])
        #expect(try scene.queue.withDatabase { !$0.isTransactionOpen })
    }

    @Test func aKeptDatabaseThatIsClosedInAnothersTurnStaysOpen() throws {
        let scene = try EscapeScene(folder.file())
        try scene.whileHeld { _ = scene.database.value.close() }
        #expect(scene.database.value.isOpen)
    }

    @Test func settingsOfAKeptDatabaseDoNotDisturbItsHolder() throws {
        let scene = try EscapeScene(folder.file())
        try scene.whileHeld {
            let database = scene.database.value
            database.clearCachedStatements()
            database.closeOpenResultSets()
            _ = (database.changes, database.lastInsertRowId, database.lastErrorCode(), database.hasOpenResultSets)
            _ = (database.isTransactionOpen, database.lastErrorMessage())
        }
        #expect(try scene.content() == [1, 2, 3])
    }

    @Test(arguments: Door.allCases) func aDatabaseKeptFromAnyVerbIsRefused(_ door: Door) throws {
        let house = try House(door, path: folder.file())
        let kept = Locked<Confined<FMDatabase>?>(nil)
        try house.lend { db in kept.withLock { $0 = Confined(db) } }
        let database = try #require(kept.value).value
        let identity = ObjectIdentifier(database)

        let (inside, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let isSame = Locked(false)
        let end = BackgroundThreads.start {
            try? house.lend { db in
                isSame.withLock { $0 = ObjectIdentifier(db) == identity }
                inside.signal()
                release.arrives()
            }
        }
        inside.arrives()
        let error = thrown { try database.value("SELECT 1", as: Int.self) }
        release.signal()
        #expect(end.arrives())
        #expect(isSame.value)
        #expect(error?.resultCode == .misuse)
    }

    @Test func otherThreadsAreRefusedWithinTheBlockToo() throws {
        let scene = try EscapeScene(folder.file())
        let error = try scene.queue.withDatabase { db in
            let lent = Confined(db)
            return try onBackgroundThread { thrown { try lent.value.execute("INSERT INTO t VALUES (9)") } }
        }
        #expect(error?.resultCode == .misuse)
        #expect(try scene.content() == [1, 2, 3])
    }

    // MARK: A result set, while another thread has the connection

    @Test func aKeptResultSetCannotBeStepped() throws {
        let scene = try EscapeScene(folder.file())
        let rows = try scene.keptRows().value
        try scene.whileHeld {
            #expect(thrown { try rows.nextRow() }?.resultCode == .misuse)
        }
    }

    @Test(arguments: [false, true]) func aKeptResultSetSaysThatItHasNoRow(_ steps: Bool) throws {
        let scene = try EscapeScene(folder.file())
        let rows = try scene.keptRows().value
        try scene.whileHeld {
            if steps { #expect(!rows.next()) }
            #expect(!rows.hasAnotherRow())
            #expect(!rows.step())
            #expect(thrown { try rows.nextRow() }?.resultCode == .misuse)
        }
    }

    @Test func theColumnsOfAKeptResultSetAreEmpty() throws {
        let scene = try EscapeScene(folder.file())
        let rows = try scene.keptRows().value
        try scene.whileHeld {
            #expect(rows.string(forColumn: "x") == nil)
            #expect(rows.string(forColumnIndex: 0) == nil)
            #expect(rows.object(forColumn: "x") == nil || rows.object(forColumn: "x") is NSNull)
            #expect(rows.long(forColumn: "x") == 0)
            #expect(rows.data(forColumn: "x") == nil)
            #expect(rows.date(forColumn: "x") == nil)
            #expect(rows["x"] == nil || rows["x"] is NSNull)
        }
    }

    @Test func aKeptResultSetMayBeClosedByAnotherThread() throws {
        let scene = try EscapeScene(folder.file())
        let rows = try scene.keptRows().value
        try scene.whileHeld { rows.close() }
        #expect(try scene.queue.withDatabase { !$0.hasOpenResultSets })
        #expect(!rows.next())
    }

    @Test func aKeptResultSetMayBeReleasedByAnotherThread() throws {
        let scene = try EscapeScene(folder.file())
        var rows: FMResultSet?
        scene.queue.inDatabase { db in
            rows = db.executeQuery("SELECT x FROM t", withArgumentsIn: [])
            #expect(rows?.next() == true)
        }
        try scene.whileHeld { rows = nil }
        #expect(rows == nil)
        #expect(try scene.queue.withDatabase { !$0.hasOpenResultSets })
        #expect(try scene.content() == [1, 2, 3])
    }

    @Test func aResultSetIsReleasedByManyThreadsWhileOthersWork() throws {
        let scene = try EscapeScene(folder.file())
        let allCameBack = BackgroundThreads.run(4) { _ in
            for _ in 0..<50 {
                var rows: FMResultSet?
                scene.queue.inDatabase { db in
                    rows = db.executeQuery("SELECT x FROM t", withArgumentsIn: [])
                    rows?.next()
                }
                rows = nil
            }
        }
        #expect(allCameBack)
        #expect(try scene.queue.withDatabase { !$0.hasOpenResultSets })
        #expect(try scene.content() == [1, 2, 3])
    }

    // MARK: While nobody has the connection

    @Test func aKeptDatabaseWorksWhileNoBlockHasTheConnection() throws {
        let scene = try EscapeScene(folder.file())
        let database = scene.database.value
        try database.execute("INSERT INTO t VALUES (4)")
        #expect(database.executeUpdate("INSERT INTO t VALUES (5)", withArgumentsIn: []))
        #expect(try database.rows("SELECT x FROM t", as: Int.self) == [1, 2, 3, 4, 5])
        #expect(try onBackgroundThread { try scene.content() } == [1, 2, 3, 4, 5])
    }

    @Test func aKeptDatabaseReadsRowsOneByOneWhileNoBlockHasTheConnection() throws {
        let database = try EscapeScene(folder.file()).database.value
        var seen: [Int] = []
        try database.forEachRow("SELECT x FROM t ORDER BY x") { row in seen.append(try row.value(at: 0)) }
        let rows = try database.query("SELECT x FROM t ORDER BY x")
        while let row = try rows.nextRow() { seen.append(try row.value(at: 0)) }
        #expect(seen == [1, 2, 3, 1, 2, 3])
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 35)))
    func aKeptDatabaseCompletesAStatementThatWritesAndReturns() throws {
        let scene = try EscapeScene(folder.file())
        let number = try scene.database.value.value("INSERT INTO t VALUES (4) RETURNING x", as: Int.self)
        #expect(number == 4)
        #expect(try scene.content() == [1, 2, 3, 4])
    }

    #if os(Linux) || os(macOS)
        @Test func aKeptDatabaseIsReportedOnce() async {
            await #expect(processExitsWith: .success) {
                let messages = Locked<[String]>([])
                FMDatabase.logHandler = { message in messages.withLock { $0.append(message.text) } }
                let queue = FMDatabaseQueue()
                var kept: FMDatabase?
                queue.inDatabase { kept = $0 }
                for _ in 0..<3 {
                    #expect(kept?.executeUpdate("CREATE TABLE IF NOT EXISTS t (x)", withArgumentsIn: []) == true)
                }
                queue.inDatabase { _ in }
                #expect(kept?.executeUpdate("INSERT INTO t VALUES (1)", withArgumentsIn: []) == true)
                #expect(messages.value == ["the database is used after the end of its block"])
            }
        }
    #endif

    @Test func aKeptResultSetGoesOnBetweenTheBlocks() throws {
        let scene = try EscapeScene(folder.file())
        let rows = try scene.keptRows().value
        #expect(rows.long(forColumn: "x") == 1)
        #expect(rows.next())
        #expect(rows.string(forColumn: "x") == "2")
        scene.queue.inDatabase { db in #expect(db.executeUpdate("PRAGMA user_version = 1", withArgumentsIn: [])) }
        #expect(rows.string(forColumn: "x") == "2")
        #expect(rows.next())
        #expect(rows.long(forColumnIndex: 0) == 3)
        #expect(!rows.next())
    }

    // MARK: In a later block

    @Test func B315_aResultSetGoesOnInALaterBlock() throws {
        let scene = try EscapeScene(folder.file())
        let rows = try scene.keptRows().value
        var seen: [String?] = []
        scene.queue.inDatabase { _ in
            seen.append(rows.string(forColumn: "x"))
            while rows.next() { seen.append(rows.string(forColumn: "x")) }
        }
        #expect(seen == ["1", "2", "3"])
        #expect(try scene.queue.withDatabase { !$0.hasOpenResultSets })
    }

    @Test func B315_aResultSetGoesOnInALaterBlockOfAnotherThread() throws {
        let scene = try EscapeScene(folder.file())
        let rows = try scene.keptRows()
        let seen = try onBackgroundThread {
            let seen = Locked<[Int]>([])
            scene.queue.inDatabase { _ in
                repeat { seen.withLock { $0.append(rows.value.long(forColumn: "x")) } } while rows.value.next()
            }
            return seen.value
        }
        #expect(seen == [1, 2, 3])
    }

    @Test(arguments: Door.allCases) func aResultSetKeptFromOurVerbsIsClosed(_ door: Door) async throws {
        let house = try House(door, path: folder.file())
        let kept = Locked<[Confined<FMResultSet>]>([])
        let keep = { @Sendable (db: FMDatabase) in
            let rows = try db.query("SELECT 1 AS x UNION SELECT 2")
            #expect(rows.next())
            kept.withLock { $0.append(Confined(rows)) }
        }
        try onBackgroundThread { try house.lend(1, keep) }
        try await withoutHanging { try await house.lend(1, keep) }
        #expect(kept.value.count == 2)
        try expectClosed(kept.value)
        try onBackgroundThread { try house.lend { db in #expect(!db.hasOpenResultSets) } }
    }

    private func expectClosed(_ all: [Confined<FMResultSet>]) throws {
        for kept in all {
            let rows: FMResultSet = kept.value
            #expect(!rows.next())
            #expect(thrown { try rows.nextRow() }?.resultCode == .misuse)
            #expect(rows.string(forColumn: "x") == nil)
        }
    }
}
