import FMDB
import FMDBTestHelpers
import Testing

/// Queries that are run again when their tables have changed.
@Suite struct ObservedValueTests {
    private let folder = TemporaryFolder()

    private func count(_ table: String) -> @Sendable (FMDatabase) throws -> Int {
        { try $0.value(FMSQL(raw: "SELECT count(*) FROM \(table)"), as: Int.self) }
    }

    @Test(arguments: ChangeScene.Kind.allCases) func aValueComesAtOnceAndAfterEachChange(kind: ChangeScene.Kind)
        async throws
    {
        let scene = try ChangeScene(kind)
        let values = scene.coordinator.values(count("person")).makeAsyncIterator()
        #expect(try await values.next() == 2)
        try scene.coordinator.here { try $0.execute("INSERT INTO person (name) VALUES ('cyd')") }
        #expect(try await values.next() == 3)
        try scene.coordinator.here { try $0.execute("DELETE FROM person") }
        #expect(try await values.next() == 0)
    }

    @Test(arguments: ChangeScene.Kind.allCases, [true, false])
    func changesBetweenTwoValuesAreOne(kind: ChangeScene.Kind, isDistinct: Bool) async throws {
        let scene = try ChangeScene(kind)
        let all = scene.coordinator.values(count("log"))
        let values = (isDistinct ? all.removingDuplicates() : all).makeAsyncIterator()
        #expect(try await values.next() == 0)
        for _ in 0..<10 { try scene.coordinator.here { try $0.execute("INSERT INTO log VALUES (1)") } }
        #expect(try await values.next() == 10)
        try scene.coordinator.here { try $0.execute("UPDATE log SET line = 2") }
        if !isDistinct { #expect(try await values.next() == 10) }
        try scene.coordinator.here { try $0.execute("DELETE FROM log") }
        #expect(try await values.next() == 0)
    }

    /// Its query notes the tables that it reads, while nobody observes the connection's changes.
    @Test func aQueryOfAnEndedIterationHidesNoLaterChange() async throws {
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: .init())
        try queue.here { try $0.execute("CREATE TABLE t (a)") }
        let values = queue.values(count("t")).makeAsyncIterator()
        let inside = AsyncStream<Void>.makeStream()
        let release = DispatchSemaphore(value: 0)
        let holder = Task {
            try await queue.withDatabase { _ in
                inside.continuation.yield()
                _ = release.arrives()
            }
        }
        for await _ in inside.stream { break }
        let reading = Task { try await values.next() }
        try await pollInTurn { queue.statistics.databases.waiting == 1 }
        let ending = Task { try await values.next() }
        ending.cancel()
        #expect(try await ending.value == nil)
        release.signal()
        try await holder.value
        _ = try await reading.value

        let changes = queue.changes().makeAsyncIterator()
        try queue.here { try $0.execute("INSERT INTO t VALUES (1)") }
        queue.close()
        #expect(await changes.next()?.tables == ["t"])
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 24)), arguments: ChangeScene.Kind.allCases)
    func onlyTheTablesThatAreReadCount(kind: ChangeScene.Kind) async throws {
        let scene = try ChangeScene(kind)
        try scene.coordinator.here { try $0.execute("CREATE VIEW elder AS SELECT * FROM person WHERE age > 60") }
        let reads = Locked(0)
        let values = scene.coordinator.values { database -> Int in
            reads.withLock { $0 += 1 }
            return try database.value("SELECT (SELECT count(*) FROM elder) + (SELECT count(*) FROM pet)", as: Int.self)
        }
        .makeAsyncIterator()
        #expect(try await values.next() == 3)
        for _ in 0..<5 { try scene.coordinator.here { try $0.execute("INSERT INTO log VALUES (1)") } }
        try scene.coordinator.here { try $0.execute("UPDATE person SET age = 80") }
        #expect(try await values.next() == 5)
        try scene.coordinator.here { try $0.execute("DELETE FROM word") }
        try scene.coordinator.here { try $0.execute("DELETE FROM pet") }
        #expect(try await values.next() == 2)
        #expect(reads.value == 3)
    }

    @Test(arguments: ChangeScene.Kind.allCases)
    func theTablesOfACachedStatementAreKnown(kind: ChangeScene.Kind) async throws {
        let scene = try ChangeScene(kind)
        let read = count("pet")
        if let pool = scene.coordinator as? FMDatabasePool {
            for _ in 0..<10 { _ = try await pool.read(read) }
        } else {
            _ = try scene.coordinator.here(read)
        }
        let values = scene.coordinator.values(read).makeAsyncIterator()
        #expect(try await values.next() == 3)
        try scene.coordinator.here { try $0.execute("DELETE FROM pet WHERE id = 1") }
        #expect(try await values.next() == 2)
    }

    @Test(arguments: ChangeScene.Kind.allCases) func theTablesMayChangeWithTheSchema(kind: ChangeScene.Kind)
        async throws
    {
        let scene = try ChangeScene(kind)
        let coordinator = scene.coordinator
        try coordinator.here { try $0.execute("CREATE VIEW v AS SELECT 1 AS n FROM log") }
        let values = coordinator.values(count("v")).removingDuplicates().makeAsyncIterator()
        #expect(try await values.next() == 0)
        try coordinator.here { database in
            try database.execute("DROP VIEW v")
            try database.execute("CREATE VIEW v AS SELECT 1 AS n FROM pet")
        }
        #expect(try await values.next() == 3)
        try coordinator.here { try $0.execute("DELETE FROM pet WHERE id = 1") }
        #expect(try await values.next() == 2)
    }

    @Test func aReaderSeesTheCommitThatIsReported() async throws {
        let scene = try ChangeScene(.pool)
        let pool = try #require(scene.coordinator as? FMDatabasePool)
        let values = pool.values(count("log"))
        let task = Task { () -> [Int] in
            var all: [Int] = []
            for try await value in values {
                all.append(value)
                if value == 300 { break }
            }
            return all
        }
        for number in 0..<300 { try await pool.write { try $0.execute("INSERT INTO log VALUES (\(number))") } }
        let all = try await task.value
        #expect(all == all.sorted())
        #expect(all.last == 300)
    }

    @Test func anErrorEndsTheSequence() async throws {
        let scene = try ChangeScene()
        let values = scene.coordinator.values(count("person")).makeAsyncIterator()
        #expect(try await values.next() == 2)
        try scene.coordinator.here { _ = $0.executeStatements("PRAGMA foreign_keys = OFF; DROP TABLE person") }
        await #expect(throws: FMError.self) { try await values.next() }
        #expect(try await values.next() == nil)
    }

    @Test func aBlockThatWritesIsRefused() async throws {
        let scene = try ChangeScene()
        let values = scene.coordinator.values { database -> Int in
            try database.execute("INSERT INTO log VALUES (1)")
        }
        await #expect(throws: FMError.self) { try await values.makeAsyncIterator().next() }
    }

    @Test(arguments: ChangeScene.Kind.allCases) func closingEndsTheSequence(kind: ChangeScene.Kind) async throws {
        let scene = try ChangeScene(kind)
        let values = scene.coordinator.values(count("person"))
        let first = values.makeAsyncIterator()
        #expect(try await first.next() == 2)
        let task = Task { try await first.next() }
        (scene.coordinator as? FMDatabaseQueue)?.close()
        (scene.coordinator as? FMDatabasePool)?.close()
        #expect(try await task.value == nil)
    }

    @Test(arguments: ChangeScene.Kind.allCases) func cancellingEndsTheSequence(kind: ChangeScene.Kind) async throws {
        let scene = try ChangeScene(kind)
        let values = scene.coordinator.values(count("person"))
        let task = Task {
            var count = 0
            for try await _ in values {
                count += 1
                withUnsafeCurrentTask { $0?.cancel() }
            }
            return count
        }
        #expect(try await task.value == 1)
    }

    @Test func aDatabaseInMemoryHasValuesOfItsQueue() async throws {
        let queue = FMDatabaseQueue()
        queue.inDatabase { $0.executeStatements("CREATE TABLE t (a)") }
        let values = queue.values(count("t")).makeAsyncIterator()
        #expect(try await values.next() == 0)
        queue.inDatabase { $0.executeStatements("INSERT INTO t VALUES (1)") }
        #expect(try await values.next() == 1)
    }
}
