import FMDB
import FMDBTestHelpers
import Testing

/// Handlers that do what they must not, at each kind of event.
@Suite struct EventMisuseTests {
    enum Moment: String, CaseIterable, Sendable {
        case miss, hit, began, ended, slow, closed, checkpoint
    }

    private static func isMoment(_ event: FMEvent, _ moment: Moment) -> Bool {
        switch (event, moment) {
        case (.cacheMiss, .miss), (.cacheHit, .hit), (.statementBegan, .began), (.slowStatement, .slow),
            (.checkpoint, .checkpoint):
            true
        case (.statementEnded(let run), .ended): run.resultCode == .done
        case (.statementEnded(let run), .closed): run.resultCode == .row
        default: false
        }
    }

    /// Has the deed done at the first event of a kind, in the midst of all kinds of work.
    ///
    /// - Returns: how often it was done, and whether the database is as it should be afterwards.
    private func play(_ moment: Moment, _ deed: @escaping @Sendable (FMDatabase, FMResultSet?) -> Void) throws -> Int {
        let database = FMDatabase.numbers()
        let kept = try database.executeQuery("SELECT x FROM t ORDER BY x", values: nil)
        let scene = Confined((database: database, rows: kept))
        #expect(kept.next())
        let count = Locked(0)
        database.slowStatementThreshold = .zero
        database.eventHandler = { event in
            guard Self.isMoment(event, moment),
                count.withLock({
                    $0 += 1; return $0
                }) == 1
            else { return }
            deed(scene.value.database, scene.value.rows)
        }
        try work(on: database)
        #expect(database.isOpen)
        database.eventHandler = nil
        kept.close()
        #expect(!database.hasOpenResultSets)
        #expect(try database.value("SELECT count(*) FROM t", as: Int.self) == 4)
        #expect(database.close())
        return count.value
    }

    private func work(on database: FMDatabase) throws {
        _ = try? database.rows("SELECT x FROM t", as: Int.self)
        _ = try? database.rows("SELECT x FROM t", as: Int.self)
        let rows = try? database.executeQuery("SELECT x FROM t", values: nil)
        _ = rows?.next()
        rows?.close()
        try database.execute("INSERT INTO t VALUES (4)")
        try? database.checkpoint(.passive)
    }

    @Test(arguments: Moment.allCases)
    func aHandlerThatRunsAStatementIsRefused(_ moment: Moment) throws {
        let codes = Locked<[FMResultCode?]>([])
        let count = try play(moment) { database, _ in
            let error = Result { try database.execute("DELETE FROM t") }.failure as? FMError
            #expect(error?.message == "a database must not be used by its own event handler")
            codes.withLock { $0.append(error?.resultCode) }
            #expect(!database.executeUpdate("DELETE FROM t", withArgumentsIn: []))
            #expect(!database.executeStatements("DELETE FROM t"))
            #expect(database.executeQuery("SELECT 1", withArgumentsIn: []) == nil)
            #expect(!database.beginTransaction())
            #expect(throws: FMError.self) { try database.checkpoint(.passive) }
        }
        #expect(count > 0)
        #expect(codes.value == [.misuse])
    }

    @Test(arguments: Moment.allCases)
    func aHandlerThatClosesTheDatabaseIsRefused(_ moment: Moment) throws {
        let count = try play(moment) { database, _ in #expect(!database.close()) }
        #expect(count > 0)
    }

    @Test(arguments: Moment.allCases)
    func aHandlerThatStepsAResultSetIsRefused(_ moment: Moment) throws {
        let count = try play(moment) { _, rows in
            let error = Result { try rows?.nextRow() }.failure as? FMError
            #expect(error?.resultCode == .misuse)
        }
        #expect(count > 0)
    }

    @Test(arguments: Moment.allCases)
    func aHandlerMayCloseAResultSet(_ moment: Moment) throws {
        let count = try play(moment) { _, rows in rows?.close() }
        #expect(count > 0)
    }

    @Test(arguments: Moment.allCases)
    func aHandlerMayCloseAllResultSetsAndClearTheCache(_ moment: Moment) throws {
        let count = try play(moment) { database, _ in
            database.closeOpenResultSets()
            database.clearCachedStatements()
            database.statementCacheCapacity = 0
            database.statementCacheCapacity = 64
        }
        #expect(count > 0)
    }

    @Test(arguments: Moment.allCases)
    func aHandlerMayEndItsOwnService(_ moment: Moment) throws {
        let count = try play(moment) { database, _ in database.eventHandler = nil }
        #expect(count == 1)
    }

    @Test(arguments: Moment.allCases)
    func aHandlerMaySetAnother(_ moment: Moment) throws {
        let other = EventRecorder()
        let count = try play(moment) { database, _ in other.listen(to: database) }
        #expect(count == 1)
    }

    @Test(arguments: Moment.allCases)
    func aHandlerThatHasSetAnotherIsRefusedStill(_ moment: Moment) throws {
        let count = try play(moment) { database, _ in
            database.eventHandler = { _ in }
            #expect(throws: FMError.self) { try database.execute("DELETE FROM t") }
            database.eventHandler = nil
            #expect(throws: FMError.self) { try database.execute("DELETE FROM t") }
        }
        #expect(count == 1)
    }

    @Test(arguments: Moment.allCases)
    func aHandlerMayInterruptAndAskForFacts(_ moment: Moment) throws {
        let count = try play(moment) { database, rows in
            rows?.close()
            #expect(database.interrupt())
            #expect(database.isOpen)
            _ = (database.changes, database.lastErrorCode(), database.lastInsertRowId, database.isTransactionOpen)
            database.slowStatementThreshold = nil
        }
        #expect(count > 0)
    }

    @Test func aHandlerThatReleasesTheDatabaseDoesNotFreeItTooEarly() throws {
        final class Owner {
            var database: FMDatabase? = .numbers()
        }
        let owner = Confined(Owner())
        owner.value.database?.eventHandler = { event in
            if case .statementEnded = event { owner.value.database = nil }
        }
        let rows = try owner.value.database?.executeQuery("SELECT x FROM t", values: nil)
        while rows?.next() == true {}
        #expect(owner.value.database == nil)
    }

    @Test func aHandlerThatClosesTheRunningStatementEndsIt() throws {
        let database = FMDatabase.numbers()
        let rows = Confined(database.prepare("SELECT x FROM t"))
        database.eventHandler = { event in
            if case .statementBegan = event { rows.value.close() }
        }
        #expect(!rows.value.next())
        #expect(!database.hasOpenResultSets)
        database.eventHandler = nil
    }
}

extension Result {
    fileprivate var failure: (any Error)? {
        if case .failure(let error) = self { error } else { nil }
    }
}
