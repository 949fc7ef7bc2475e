import FMDB
import FMDBTestHelpers
import Testing

/// What was rolled back is not told, and nothing before its commit.
@Suite struct ChangeTransactionTests {
    @Test func aTransactionIsReportedAsOneWhenItIsCommitted() async throws {
        let scene = try ChangeScene()
        let early = Locked<[FMChange]>([])
        let observation = scene.coordinator.observe { change in early.withLock { $0.append(change) } }
        try scene.coordinator.here { database in
            try database.execute("BEGIN")
            try database.execute("INSERT INTO log VALUES (1)")
            try database.execute("INSERT INTO marker VALUES (2)")
            #expect(early.value.isEmpty)
            try database.execute("COMMIT")
        }
        let change = try await scene.pending()
        #expect(change.tables == ["log", "marker"])
        observation.cancel()
    }

    @Test(arguments: ChangeScene.Kind.allCases) func whatIsRolledBackIsNotReported(kind: ChangeScene.Kind) async throws
    {
        let scene = try ChangeScene(kind)
        let told = try await scene.told { database in
            try database.execute("BEGIN")
            try database.execute("INSERT INTO log VALUES (1)")
            try database.execute("DELETE FROM word")
            try database.execute("CREATE TABLE t (a)")
            try database.execute("ROLLBACK")
        }
        #expect(told == "")
    }

    @Test func aSavePointTakesWithItWhatIsUndone() async throws {
        let scene = try ChangeScene()
        let told = try await scene.told { database in
            try database.execute("BEGIN")
            try database.execute("INSERT INTO log VALUES (1)")
            try database.execute("SAVEPOINT a")
            try database.execute("DELETE FROM word")
            try database.execute("SAVEPOINT \"b c\"")
            try database.execute("DELETE FROM pet")
            try database.execute("RELEASE \"B C\"")
            try database.execute("ROLLBACK TO A")
            try database.execute("INSERT INTO logged VALUES (1)")
            try database.execute("RELEASE a")
            try database.execute("COMMIT")
        }
        #expect(told == "log: 2 inserted; logged: 1 inserted")
    }

    @Test func aSavePointOutsideOfATransactionIsOne() async throws {
        let scene = try ChangeScene()
        let told = try await scene.told { database in
            try database.withSavePoint { try database.execute("INSERT INTO log VALUES (1)") }
            try? database.withSavePoint {
                try database.execute("DELETE FROM word")
                throw CancellationError()
            }
            _ = database.inSavePoint { flag in
                database.executeUpdate("DELETE FROM pet", withArgumentsIn: [])
                flag.pointee = true
            }
        }
        #expect(told == "log: 1 inserted")
    }

    @Test func aStatementThatFailsIsUndone() async throws {
        let scene = try ChangeScene()
        let told = try await scene.told { database in
            try database.execute("BEGIN")
            // The triggers of the rows before the one that fails have run.
            try database.execute("CREATE TEMP TRIGGER x AFTER INSERT ON person BEGIN INSERT INTO log VALUES (1); END")
            try database.fail("INSERT INTO person (id, name) VALUES (7, 'cyd'), (1, 'again')")
            try database.fail("INSERT INTO pet (owner) VALUES (99)")
            try database.execute("DROP TRIGGER x")
            try database.execute("COMMIT")
        }
        #expect(told == "schema changed")
    }

    @Test func whatAFailingStatementKeepsIsReported() async throws {
        let scene = try ChangeScene()
        let told = try await scene.told {
            try $0.fail("INSERT OR FAIL INTO person (id, name) VALUES (7, 'cyd'), (1, 'again')")
        }
        #expect(told == "person: 1 inserted")
    }

    @Test func aConflictThatRollsBackTakesEverything() async throws {
        let scene = try ChangeScene()
        let told = try await scene.told { database in
            try database.execute("BEGIN")
            try database.execute("DELETE FROM word")
            try database.fail("INSERT OR ROLLBACK INTO person (id) VALUES (1)")
            #expect(!database.isTransactionOpen)
        }
        #expect(told == "")
    }

    @Test func aCommitThatFailsIsReportedWhenItWorks() async throws {
        let scene = try ChangeScene()
        try scene.coordinator.here { database in
            try database.execute("PRAGMA defer_foreign_keys = ON")
            try database.execute("BEGIN")
            try database.execute("PRAGMA defer_foreign_keys = ON")
            try database.execute("INSERT INTO pet VALUES (9, 99)")
            try database.fail("COMMIT")
            try database.execute("INSERT INTO person (id, name) VALUES (99, 'zoe')")
            try database.execute("COMMIT")
        }
        #expect(try await scene.told() == "person: 1 inserted; pet: 1 inserted")
    }

    @Test func aCommitThatIsBusyIsReportedWhenItWorks() async throws {
        let scene = try ChangeScene()
        let reader = FMDatabase.file(scene.folder.file())
        reader.executeStatements("BEGIN; SELECT * FROM person")
        try scene.coordinator.here { database in
            database.maxBusyRetryTimeInterval = 0
            try database.execute("BEGIN")
            try database.execute("DELETE FROM word")
            try database.fail("COMMIT")
            #expect(database.isTransactionOpen)
            try database.execute("ROLLBACK")
            try database.execute("BEGIN")
            try database.execute("INSERT INTO log VALUES (1)")
            try database.fail("COMMIT")
            reader.executeStatements("COMMIT")
            try database.execute("COMMIT")
        }
        #expect(try await scene.told() == "log: 1 inserted")
    }

    @Test func aTransactionMayGoOnFromBlockToBlock() async throws {
        let scene = try ChangeScene()
        scene.coordinator.inDatabase { database in
            database.beginTransaction()
            database.executeUpdate("INSERT INTO log VALUES (1)", withArgumentsIn: [])
        }
        scene.coordinator.inDatabase { $0.commit() }
        #expect(try await scene.told() == "log: 1 inserted")
    }

    @Test func aTransactionThatBeganBeforeTheObservationIsUnknown() async throws {
        let queue = FMDatabaseQueue()
        queue.inDatabase { database in
            database.executeStatements("CREATE TABLE t (a); BEGIN; INSERT INTO t VALUES (1); SAVEPOINT s")
        }
        let changes = queue.changes(in: "x").makeAsyncIterator()
        queue.inDatabase { $0.executeStatements("ROLLBACK TO s; COMMIT") }
        #expect(await changes.next()?.isUnknown == true)
    }

    @Test func aBlockThatIsInProgressWhenTheObservationBeginsIsUnknown() async throws {
        let queue = FMDatabaseQueue()
        let late = Locked<FMChanges.AsyncIterator?>(nil)
        queue.inDatabase { database in
            database.executeStatements("CREATE TABLE t (a); INSERT INTO t VALUES (1)")
            late.withLock { $0 = queue.changes(in: "t").makeAsyncIterator() }
            database.executeStatements("INSERT INTO t VALUES (2)")
        }
        let changes = try #require(late.value)
        #expect(await changes.next()?.isUnknown == true)
        queue.inDatabase { $0.executeStatements("INSERT INTO t VALUES (3)") }
        let change = await changes.next()
        #expect(change?["t"]?.inserted == .rows([3]))
        #expect(change?.isUnknown == false)
    }

    @Test(arguments: ChangeScene.Kind.allCases) func changesByTheCallsOfTheCoordinatorAreReported(
        kind: ChangeScene.Kind
    ) async throws {
        let scene = try ChangeScene(kind)
        try scene.coordinator.transactionHere { try $0.execute("INSERT INTO log VALUES (1)") }
        try await scene.coordinator.withSavePoint { try $0.execute("INSERT INTO log VALUES (2)") }
        scene.coordinator.inTransaction { database, _ in
            database.executeUpdate("INSERT INTO logged VALUES (1)", withArgumentsIn: [])
        }
        scene.coordinator.inDeferredTransaction { database, rollback in
            database.executeUpdate("DELETE FROM word", withArgumentsIn: [])
            rollback.pointee = true
        }
        _ = scene.coordinator.inSavePoint { database, rollback in
            database.executeUpdate("DELETE FROM pet", withArgumentsIn: [])
            rollback.pointee = true
        }
        if let pool = scene.coordinator as? FMDatabasePool {
            try pool.writeHere { try $0.execute("INSERT INTO log VALUES (3)") }
            #expect(throws: CancellationError.self) {
                try pool.writeHere { database in
                    try database.execute("DELETE FROM word")
                    throw CancellationError()
                }
            }
        }
        #expect(try await scene.told() == "log: \(kind == .pool ? 4 : 3) inserted; logged: 1 inserted")
    }

    @Test func aGroupOfTransactionsIsReportedWhenItIsCommitted() async throws {
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.groupCommit = .init()
        configuration.writeAheadLog = .init()
        let scene = try ChangeScene(.pool, configuration: configuration)
        let pool = try #require(scene.coordinator as? FMDatabasePool)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    _ = try? await pool.write { database in
                        try database.execute(
                            "INSERT INTO \(raw: number % 2 == 0 ? "log" : "word") VALUES (\(number), 1)")
                    }
                }
            }
        }
        #expect(try await scene.told() == "word: all inserted")
        #expect((pool.writeAheadStatistics?.commits ?? 0) > 0)
    }

    @Test func theKeeperOfTheLogHearsOfTheSameCommits() async throws {
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.writeAheadLog = .init()
        let scene = try ChangeScene(.queue, configuration: configuration)
        let before = try #require(scene.coordinator.writeAheadStatistics?.commits)
        #expect(try await scene.told { try $0.execute("INSERT INTO log VALUES (1)") } == "log: 1 inserted")
        #expect(scene.coordinator.writeAheadStatistics?.commits == before + 2)
    }
}
