import FMDB
import FMDBTestHelpers
import Testing

/// Blocks of a transaction that close the database, or end the transaction by C functions, of which the library hears nothing.
@Suite struct ReopenedTransactionTests {
    private let folder = TemporaryFolder()

    private func scene(_ verb: TransactionVerb) throws -> FailureScene { try FailureScene(verb, folder.file()) }

    // MARK: Closing

    @Test(arguments: TransactionVerb.allCases, [true, false]) func aBlockThatClosesTheDatabaseLosesItsTransaction(
        _ verb: TransactionVerb, reopens: Bool
    ) async throws {
        let scene = try scene(verb)
        let error = await scene.failure { db in
            try db.insert(1)
            #expect(db.close())
            if reopens {
                #expect(db.open())
                db.logsErrors = false
            }
            // The block goes on as if nothing had happened.
            #expect(isClosed(thrown { try db.insert(2) }))
            #expect(!db.executeUpdate("INSERT INTO t VALUES (3)", withArgumentsIn: []))
            #expect(isClosed(db.lastError() as? FMError))
            #expect(!db.executeStatements("INSERT INTO t VALUES (4)"))
            #expect(isClosed(thrown { try db.withTransaction { try db.insert(5) } }))
            #expect(isClosed(thrown { try db.withSavePoint { try db.insert(6) } }))
            #expect(!db.beginTransaction())
            #expect(db.inSavePoint { _ in _ = try? db.insert(7) } != nil)
            #expect(!db.commit())
            #expect(isClosed(thrown { try db.insert(8) }))
        }

        #expect(isClosed(error), "\(error?.message ?? "no error")")
        try await scene.expectClean()
    }

    @Test(arguments: TransactionVerb.throwing) func anErrorOfTheBlocksOwnIsThrown(_ verb: TransactionVerb) async throws
    {
        let scene = try scene(verb)
        await #expect(throws: Regret.self) {
            try await scene.run { db in
                try db.insert(1)
                #expect(db.close())
                #expect(db.open())
                _ = try? db.insert(2)
                throw Regret()
            }
        }
        try await scene.expectClean()
    }

    @Test(arguments: [true, false]) func nestedBlocksAreRefusedUntilTheOutermostOneEnds(inner: Bool) throws {
        let db = FMDatabase.file(folder.file())
        db.logsErrors = false
        try db.script("CREATE TABLE t (x)")
        let error = thrown {
            try db.withTransaction {
                try db.insert(1)
                _ = try? db.withSavePoint {
                    try db.insert(2)
                    #expect(db.close())
                    #expect(db.open())
                    if !inner { throw Regret() }
                }
                #expect(isClosed(thrown { try db.insert(3) }))
                #expect(db.close())
                #expect(db.open())
                #expect(isClosed(thrown { try db.insert(4) }))
            }
        }

        #expect(isClosed(error))
        #expect(try db.count() == 0)
        try db.withTransaction { try db.insert(5) }
        #expect(try db.count() == 1)
    }

    @Test func aSavePointOfFMDBsReportsThatTheDatabaseWasClosed() throws {
        let db = FMDatabase.file(folder.file())
        db.logsErrors = false
        try db.script("CREATE TABLE t (x)")
        let error = db.inSavePoint { _ in
            _ = try? db.insert(1)
            #expect(db.close())
            #expect(db.open())
            #expect(!db.executeUpdate("INSERT INTO t VALUES (2)", withArgumentsIn: []))
        }

        #expect(isClosed(error as? FMError))
        #expect(try db.count() == 0)
        #expect(db.executeUpdate("INSERT INTO t VALUES (3)", withArgumentsIn: []))
    }

    @Test func aDatabaseThatIsClosedBehindTheTransactionIsOpenedAsUsual() throws {
        let db = FMDatabase.file(folder.file())
        try db.script("CREATE TABLE t (x)")
        try db.withTransaction { try db.insert(1) }
        #expect(db.close())
        #expect(db.open())
        try db.insert(2)

        #expect(try db.count() == 2)
    }

    @Test func aReaderOfAPoolThatClosesIsReopened() throws {
        let pool = FMDatabasePool(path: folder.file())
        try pool.write { db in try db.script("CREATE TABLE t (x); INSERT INTO t VALUES (1)") }
        let error = thrown { try pool.read { db in #expect(db.close()) } }

        #expect(isClosed(error))
        #expect(try pool.read { db in try db.count() } == 1)
    }

    // MARK: C functions

    @Test(arguments: TransactionVerb.throwing, ["COMMIT", "ROLLBACK", "COMMIT; BEGIN", "ROLLBACK; BEGIN"])
    func nothingIsWrittenBehindTheEndThatACFunctionMakes(_ verb: TransactionVerb, _ text: String) async throws {
        let scene = try scene(verb)
        let error = await scene.failure { db in
            try db.insert(1)
            #expect(RawObjects.run(db, text) == 0)
            #expect(thrown { try db.insert(2) }?.resultCode == .misuse)
            #expect(!db.executeUpdate("INSERT INTO t VALUES (3)", withArgumentsIn: []))
            try db.insert(4)
        }

        #expect(error?.resultCode == .misuse)
        #expect(error?.message.contains("the block ended its own transaction") == true)
        #expect(error?.message.contains(text.hasPrefix("COMMIT") ? "committed" : "rolled back") == true)
        try await scene.expectClean(text.hasPrefix("COMMIT") ? [1] : [])
    }

    @Test(arguments: FMDBForm.allCases) func withFMDBsCallsACFunctionMayCommitAndBeginAnew(_ form: FMDBForm) throws {
        let queue = try #require(SilentQueue(path: folder.file()))
        queue.inDatabase { db in #expect(db.executeStatements("CREATE TABLE t (x UNIQUE)")) }
        form.run(on: queue) { db, _ in
            #expect(db.executeUpdate("INSERT INTO t VALUES (1)", withArgumentsIn: []))
            #expect(RawObjects.run(db, "COMMIT; BEGIN") == 0)
            #expect(db.executeUpdate("INSERT INTO t VALUES (2)", withArgumentsIn: []))
        }

        #expect(queue.lastTransactionError?.message.contains("the block ended its own transaction") == true)
        #expect(try queue.withDatabase { db in try db.count() } == 2)
    }

    @Test func aMigratorStepThatCommitsByACFunctionFails() throws {
        let db = FMDatabase.file(folder.file())
        db.logsErrors = false
        var migrator = FMMigrator()
        migrator.add("one") { db in
            try db.script("CREATE TABLE t (x)")
            RawObjects.run(db, "COMMIT; BEGIN")
            try db.insert(1)
        }
        let error = thrown { try migrator.migrate(db) }

        #expect(error?.resultCode == .misuse)
        #expect(try db.count() == 0)
        #expect(!db.isTransactionOpen)
    }

    @Test func aTransactionThatHasOnlyReadIsMissedAfterTheNextStatement() throws {
        let db = FMDatabase.file(folder.file())
        db.logsErrors = false
        try db.script("CREATE TABLE t (x)")
        let error = thrown {
            try db.withTransaction(.deferred) {
                _ = try db.count()
                RawObjects.run(db, "COMMIT")
                try? db.insert(1)
                try db.insert(2)
            }
        }

        #expect(error?.resultCode == .misuse)
        #expect(try db.count() == 1)
    }

    @Test func aCFunctionMayUseItsOwnSavePoints() throws {
        let db = FMDatabase.file(folder.file())
        try db.script("CREATE TABLE t (x)")
        try db.withTransaction {
            try db.insert(1)
            RawObjects.run(db, "SAVEPOINT a; INSERT INTO t VALUES (2); ROLLBACK TO a; RELEASE a")
            try db.insert(3)
        }

        #expect(try db.count() == 2)
    }
}

private func isClosed(_ error: FMError?) -> Bool {
    error?.resultCode == .misuse && error?.message.contains("closed within the transaction") == true
}

extension FMDatabase {
    fileprivate func count() throws -> Int { try value("SELECT count(*) FROM t", as: Int.self) }
}
