import FMDB
import FMDBTestHelpers
import Testing

/// Events of connections that are lent.
@Suite struct EventLendingTests {
    private let queue = SilentQueue()
    private let events = EventRecorder()

    init() throws {
        try queue.withDatabase { db in
            db.executeStatements("CREATE TABLE t (x); INSERT INTO t VALUES (1), (2), (3)")
            events.listen(to: db)
        }
    }

    @Test func aHandlerServesLaterBlocksOnOtherThreads() throws {
        let queue = queue
        try onBackgroundThread { try queue.withDatabase { db in try db.execute("DELETE FROM t") } }
        try queue.withTransaction { db in try db.execute("INSERT INTO t VALUES (\(4))") }
        #expect(
            events.ended == [
                "DELETE FROM t", "BEGIN IMMEDIATE TRANSACTION", "INSERT INTO t VALUES (?)", "COMMIT TRANSACTION",
            ])
    }

    @Test func aStatementThatRunsOutOfTimeEndsInterrupted() throws {
        let sql: FMSQL = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
        var timeout = Duration.milliseconds(20)
        // On a busy machine the time may be up before the statement begins.
        repeat {
            let limit = timeout
            #expect(throws: FMError.self) {
                try queue.withDatabase(timeout: limit) { db in try db.value(sql, as: Int.self) }
            }
            timeout *= 2
        } while events.executions.isEmpty
        #expect(events.executions.map(\.resultCode) == [.interrupt])
        try queue.withDatabase { db in try db.execute("DELETE FROM t") }
        #expect(events.executions.last?.resultCode == .done)
    }

    @Test func aHandlerCannotUseTheDatabaseOfItsBlock() throws {
        let codes = Locked<[FMResultCode]>([])
        try queue.withDatabase { db in
            let confined = Confined(db)
            db.eventHandler = { event in
                guard case .statementEnded = event else { return }
                do throws(FMError) {
                    try confined.value.execute("DELETE FROM t")
                } catch {
                    codes.withLock { $0.append(error.resultCode) }
                }
            }
            let numbers = try db.rows("SELECT x FROM t", as: Int.self)
            #expect(numbers == [1, 2, 3])
            db.eventHandler = nil
        }
        #expect(codes.value == [.misuse])
    }

    @Test func aResultSetThatOutlivesItsBlockEndsOnce() throws {
        var kept: FMResultSet?
        queue.inDatabase { db in
            kept = db.executeQuery("SELECT x FROM t", withArgumentsIn: [])
            kept?.next()
        }
        kept?.next()
        kept?.close()
        kept = nil
        #expect(events.executions.map(\.rowCount) == [2])
        #expect(events.executions.map(\.resultCode) == [.row])
    }

    @Test func eachConnectionOfAPoolMayHaveItsHandler() throws {
        let folder = TemporaryFolder()
        let pool = FMDatabasePool(path: folder.file())
        try pool.withDatabase { db in
            events.listen(to: db)
            try db.execute("CREATE TABLE t (x)")
        }
        try pool.withTransaction { db in try db.execute("INSERT INTO t VALUES (1)") }
        #expect(events.ended.contains("CREATE TABLE t (x)"))
        #expect(events.ended.contains("INSERT INTO t VALUES (1)"))
    }

    @Test func manyThreadsAreHeardOneAfterTheOther() throws {
        let queue = queue
        let areBack = BackgroundThreads.run(4) { _ in
            for _ in 0..<50 { _ = try? queue.withDatabase { try $0.rows("SELECT x FROM t", as: Int.self) } }
        }
        #expect(areBack)
        #expect(events.executions.count == 200)
        #expect(events.executions.map(\.id) == Array(1...200))
        #expect(events.executions.allSatisfy { $0.rowCount == 3 })
    }
}
