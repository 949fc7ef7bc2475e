import FMDBModel
import FMDBTestHelpers
import Testing

/// Asynchronous calls whose task is cancelled while they wait for a connection, and while they run.
@Suite struct CancelledVerbTests {
    private typealias Signal = (stream: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation)

    private let folder = TemporaryFolder()

    /// What a cancelled call does. It must leave its model, and the tables, as they are.
    enum Verb: CaseIterable, Sendable {
        case insertion, insertionOfMany, save, update, deletion, replacement, record, list, dictionary, tableOfModel

        func run(_ db: FMDatabaseCoordinator, _ person: inout HandPerson) async throws {
            switch self {
            case .insertion: try await db.insert(&person)
            case .insertionOfMany:
                var people = [person]
                defer { person = people[0] }
                try await db.insert(&people)
            case .save: try await db.save(&person)
            case .update: try await db.update(HandPerson.self, set: [FMAssignment("age", 1)], where: .all)
            case .deletion: try await db.delete(HandPerson.self, where: .all)
            case .replacement: try await db.replaceAll(HandPerson.self, with: [person])
            case .record:
                var record: FMRecord = ["name": "record", "score": 1]
                defer { if record.count != 2 { person.name = "the record was changed" } }
                try await db.insert(&record, into: "person")
            case .list: try await FMStoredArray("names", of: String.self, in: db).append("new")
            case .dictionary:
                try await FMStoredDictionary("ages", keys: String.self, values: Int.self, in: db).set(2, for: "new")
            case .tableOfModel: try await db.dropTable(HandPerson.self)
            }
        }
    }

    /// - Parameter running: receives a value at each call of the SQL function `running`.
    private func filled(
        _ lending: Lending, running: AsyncStream<Void>.Continuation? = nil
    ) throws -> FMDatabaseCoordinator {
        let db = try lending.coordinator(in: folder) { db in
            try db.addFunction("running", argumentCount: 0) { _ in
                running?.yield()
                return 1
            }
        }
        try db.createTable(HandPerson.self)
        try db.insert(HandPerson("ann", age: 7))
        try FMStoredArray("names", of: String.self, in: db).append("old")
        try FMStoredDictionary("ages", keys: String.self, values: Int.self, in: db).set(1, for: "old")
        try db.withDatabase { db in
            _ = try db.execute(
                """
                CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n
                """)
        }
        return db
    }

    private func expectUnchanged(_ db: FMDatabaseCoordinator) throws {
        #expect(try db.find(HandPerson.self) == [HandPerson("ann", age: 7, id: 1)])
        #expect(try FMStoredArray("names", of: String.self, in: db).elements() == ["old"])
        let ages = try FMStoredDictionary("ages", keys: String.self, values: Int.self, in: db).contents()
        #expect(ages == ["old": 1])
    }

    /// Cancels a verb, and expects that nothing was done.
    ///
    /// - Parameter running: tells when it runs; nil if the verb is to be cancelled before.
    private func cancel(_ verb: Verb, on db: FMDatabaseCoordinator, when running: Signal? = nil) async throws {
        let task = Task {
            var person = HandPerson("bob", age: 8)
            let error = await #expect(throws: (any Error).self) { try await verb.run(db, &person) }
            running?.continuation.finish()
            return (error, person)
        }
        if let running { for await _ in running.stream { break } }
        task.cancel()
        let (error, person) = await task.value
        #expect(error is CancellationError, "\(error as Any)")
        #expect(person == HandPerson("bob", age: 8))
    }

    @Test(arguments: [Lending.queue, .groupedQueue], Verb.allCases)
    func aCallThatWaitsIsCancelled(_ lending: Lending, _ verb: Verb) async throws {
        let db = try filled(lending)
        let held = await HeldConnection(of: db)

        try await cancel(verb, on: db)

        try await held.release()
        try expectUnchanged(db)
    }

    /// Makes triggers that report a write, and do not end by themselves.
    private func holdWrites(_ db: FMDatabaseCoordinator) throws {
        let tables = [
            "person", FMStoredArray("names", of: String.self, in: db).tableName,
            FMStoredDictionary("ages", keys: String.self, values: Int.self, in: db).tableName,
        ]
        for (event, table) in ["INSERT", "UPDATE", "DELETE"].flatMap({ event in tables.map { (event, $0) } }) {
            try db.withDatabase { db in
                _ = try db.execute(
                    """
                    CREATE TRIGGER \(identifier: event + table) AFTER \(raw: event) ON \(identifier: table)
                    BEGIN SELECT running(); SELECT max(i) FROM endless; END
                    """)
            }
        }
    }

    @Test(
        arguments: [Lending.queue, .groupedQueue, .pool, .poolInMemory],
        Verb.allCases.filter { $0 != .tableOfModel })
    func aWriteThatRunsIsCancelled(_ lending: Lending, _ verb: Verb) async throws {
        let running = AsyncStream<Void>.makeStream()
        let db = try filled(lending, running: running.continuation)
        try holdWrites(db)

        try await cancel(verb, on: db, when: running)

        try expectUnchanged(db)
    }

    /// Reads whose condition does not end by itself.
    enum Reading: CaseIterable, Sendable {
        case find, page, first, count, exists, sum, forEach, each, records

        func run(_ db: FMDatabaseCoordinator) async throws {
            let type = HandPerson.self
            let endless: FMWhere<HandPerson> = "running() AND (SELECT max(i) FROM endless)"
            switch self {
            case .find: _ = try await db.find(type, where: endless)
            case .page: _ = try await db.find(type, where: endless, after: nil, limit: 1)
            case .first: _ = try await db.first(type, where: endless)
            case .count: _ = try await db.count(type, where: endless)
            case .exists: _ = try await db.exists(type, where: endless)
            case .sum: _ = try await db.sum(\HandPerson.score, where: endless)
            case .forEach: try await db.forEach(type, where: endless) { _ in }
            case .each: for try await _ in db.each(type, where: endless) {}
            case .records:
                _ = try await db.find(
                    FMRecord.self, sql: "SELECT * FROM person WHERE running() AND (SELECT max(i) FROM endless)")
            }
        }
    }

    @Test(arguments: [Lending.queue, .pool, .poolInMemory], Reading.allCases)
    func aReadThatRunsIsCancelled(_ lending: Lending, _ reading: Reading) async throws {
        let running = AsyncStream<Void>.makeStream()
        let db = try filled(lending, running: running.continuation)
        let task = Task {
            defer { running.continuation.finish() }
            try await reading.run(db)
        }
        for await _ in running.stream { break }
        task.cancel()

        await #expect(throws: CancellationError.self) { try await task.value }
        try expectUnchanged(db)
    }

    @Test(arguments: Reading.allCases)
    func aReadThatWaitsIsCancelled(_ reading: Reading) async throws {
        let running = AsyncStream<Void>.makeStream()
        let db = try filled(.queue, running: running.continuation)
        let held = await HeldConnection(of: db)
        let task = Task { try await reading.run(db) }
        task.cancel()

        await #expect(throws: CancellationError.self) { try await task.value }
        try await held.release()
    }
}

/// The only connection, which another task has until it is released.
private struct HeldConnection {
    private let gate = DispatchSemaphore(value: 0)
    private let holder: Task<Void, any Error>

    init(of database: FMDatabaseCoordinator) async {
        let inside = AsyncStream<Void>.makeStream()
        holder = Task { [gate] in
            try await database.withDatabase { _ in
                inside.continuation.yield()
                gate.wait()
            }
        }
        for await _ in inside.stream { break }
    }

    func release() async throws {
        gate.signal()
        try await holder.value
    }
}
