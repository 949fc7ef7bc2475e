import Dispatch
import FMDBModel
import FMDBTestHelpers
import Testing

/// What is reported for the table of a model.
@Suite struct ModelObservationTests {
    private struct Person: Codable, FMModel, Equatable {
        var id: Int64?
        var name: String
        var age: Int?
    }

    private struct Pet: Codable, FMModel {
        var id: Int64?
        var name: String
    }

    private let folder = TemporaryFolder()
    private let queue: FMDatabaseQueue

    init() throws {
        queue = try FMDatabaseQueue(path: folder.file(), configuration: .init())
        try queue.withDatabase { db in
            try db.createTable(Person.self)
            try db.createTable(Person.self, named: "guest")
            try db.createTable(Pet.self)
        }
    }

    /// An access in asynchronous code, without a task's.
    @discardableResult
    private func here<Value: Sendable>(
        _ coordinator: FMDatabaseCoordinator? = nil, _ body: (FMDatabase) throws -> Value
    ) throws -> Value {
        try (coordinator ?? queue).withDatabase(body)
    }

    // MARK: Changes

    @Test func eachVerbIsTold() async throws {
        let changes = queue.changes(of: Person.self).makeAsyncIterator()
        func told(_ verb: (FMDatabase) throws -> Void) async throws -> FMChange.Table {
            try here(nil, verb)
            return try #require(await changes.next()?["Person"])
        }

        let inserted = try await told {
            try $0.insert([Person(name: "ann"), Person(name: "bob"), Person(name: "cyd")])
        }
        #expect(inserted.inserted == .rows([1, 2, 3]))
        let updated = try await told { try $0.update(Person(id: 2, name: "bo")) }
        #expect(updated.updated == .rows([2]))
        #expect(updated.inserted.isEmpty)
        let several = try await told {
            try $0.update(Person.self, set: [FMAssignment("age", 7)], where: "id < \(3)")
        }
        #expect(several.updated == .rows([1, 2]))
        let saved = try await told { try $0.save([Person(id: 3, name: "c"), Person(id: 9, name: "dan")]) }
        #expect(saved.inserted.contains(9))
        #expect(saved.updated.contains(3))
        let deleted = try await told { try $0.delete(Person.self, id: 1) }
        #expect(deleted.deleted == .rows([1]))
        let all = try await told { try $0.delete(Person.self, where: .all) }
        #expect([2, 3, 9].allSatisfy { all.deleted.contains($0) })
    }

    @Test func onlyTheTableOfTheModelIsTold() async throws {
        let changes = queue.changes(of: Person.self).makeAsyncIterator()
        let guests = queue.changes(of: Person.self, in: "guest").makeAsyncIterator()
        try here { db in try db.insert(Pet(name: "rex")) }
        try here { db in try db.insert(Person(name: "eve"), into: "guest") }
        try here { db in try db.insert(Person(name: "ann")) }
        #expect(await changes.next()?.tables == ["Person"])
        #expect(await guests.next()?.tables == ["guest"])
    }

    @Test func theTableOfATypeThatHasNoneYetIsTold() async throws {
        struct Later: Codable, FMModel {
            var name: String
        }
        let changes = queue.changes(of: Later.self).makeAsyncIterator()
        try here { db in
            try db.createTable(Later.self)
            try db.insert(Later(name: "x"))
        }
        #expect(await changes.next()?.mayConcern("Later") == true)
    }

    @Test func aBlockIsCalledUntilItsTokenIsCancelled() throws {
        let told = DispatchSemaphore(value: 0)
        let count = Locked(0)
        let observation = queue.observe(Person.self) { change in
            if change.mayConcern("Person") { count.withLock { $0 += 1 } }
            told.signal()
        }
        try here { db in try db.insert(Person(name: "ann")) }
        told.arrives()
        observation.cancel()
        // The next change is reported to another block, after the first one would have been called.
        let witness = queue.observe(Person.self) { _ in told.signal() }
        try here { db in try db.insert(Person(name: "bob")) }
        told.arrives()
        witness.cancel()
        #expect(count.value == 1)
    }

    // MARK: Values

    @Test(arguments: [false, true]) func whatIsFoundIsFoundAgainAfterEachChange(isPool: Bool) async throws {
        let coordinator: FMDatabaseCoordinator =
            isPool ? FMDatabasePool(path: folder.file(), configuration: .init()) : queue
        let people = coordinator.values { db in try db.find(Person.self, orderBy: [.asc("name")]).map(\.name) }
            .makeAsyncIterator()
        #expect(try await people.next() == [])
        try await coordinator.insert(Person(name: "bob"))
        #expect(try await people.next() == ["bob"])
        try await coordinator.insert(Pet(name: "rex"))
        try await coordinator.insert([Person(name: "ann"), Person(name: "cyd")])
        #expect(try await people.next() == ["ann", "bob", "cyd"])
    }

    // MARK: BGFMDB's defects

    /// Theirs told before the outer commit, though it may be rolled back.
    @Test func bgfmdb12_nobodyIsToldBeforeTheOuterCommit() async throws {
        let changes = queue.changes(of: Person.self).makeAsyncIterator()
        let isCommitted = Locked(false)
        let early = Locked(false)
        let observation = queue.observe(Person.self) { _ in early.withLock { $0 = $0 || !isCommitted.value } }
        defer { observation.cancel() }

        #expect(throws: Regret.self) {
            try here { db in
                try db.withTransaction {
                    try db.withSavePoint { try db.insert(Person(name: "ann")) }
                    throw Regret()
                }
            }
        }
        try here { db in
            try db.withTransaction {
                try db.insert(Person(id: 7, name: "bob"))
                try? db.withSavePoint {
                    try db.insert(Person(id: 8, name: "cyd"))
                    throw Regret()
                }
                isCommitted.withLock { $0 = true }
            }
        }

        #expect(await changes.next()?["Person"]?.inserted == .rows([7]))
        #expect(!early.value)
    }

    /// Theirs heard of their own calls alone.
    @Test func bgfmdb12_whateverChangesTheTableIsTold() async throws {
        let changes = queue.changes(of: Person.self).makeAsyncIterator()
        let other = try FMDatabaseQueue(path: folder.file(), configuration: .init())
        try here(other) { db in try db.execute("INSERT INTO Person (name) VALUES ('raw')") }
        #expect(await changes.next()?["Person"]?.inserted == .rows([1]))
        try here { db in
            try db.execute("CREATE TRIGGER t AFTER INSERT ON Pet BEGIN DELETE FROM Person; END")
            try db.insert(Pet(name: "rex"))
        }
        var deleted = await changes.next()
        // The trigger's making may be told by itself.
        if deleted?["Person"]?.deleted.contains(1) != true { deleted = await changes.next() }
        #expect(deleted?["Person"]?.deleted.contains(1) == true)
    }

    /// Theirs reported the table that a rebuild copies through.
    @Test func bgfmdb12_aTableThatARebuildUsesIsNotTold() async throws {
        struct Renamed: Codable, FMModel {
            static let tableName = "Person"
            static let tableOptions = FMTableOptions(unique: [["name"]])
            var id: Int64?
            var name: String
            var age: Int
        }
        try here { db in try db.insert(Person(name: "ann", age: 3)) }
        let changes = queue.changes(of: Person.self).makeAsyncIterator()
        let report = try here { db in try db.upgradeTable(Renamed.self) }
        #expect(report.rows == 1)
        let change = try #require(await changes.next())
        #expect(change.tables == ["Person"])
    }

    /// Theirs called on the main thread, and the writer waited for that.
    @Test func bgfmdb12_aBlockHoldsUpNoCommit() throws {
        let (isInside, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let observation = queue.observe(Person.self) { _ in
            isInside.signal()
            goesOn.arrives()
        }
        defer {
            observation.cancel()
            for _ in 0..<2 { goesOn.signal() }
        }
        try here { db in try db.insert(Person(name: "ann")) }
        isInside.arrives()
        try here { db in try db.insert(Person(name: "bob")) }
        #expect(try here { db in try db.count(Person.self) } == 2)
    }

    /// Theirs returned at once from another thread, and ran the last of the blocks first.
    @Test func bgfmdb11_transactionsRunBeforeTheirCallsReturnAndInTheirOrder() throws {
        let newest = try onBackgroundThread { [queue] in
            try (1...20 as ClosedRange<Int64>).map { number in
                queue.inTransaction { db, _ in _ = try? db.insert(Person(id: number, name: "\(number)")) }
                return try queue.withDatabase { db in try db.last(Person.self, orderBy: [.asc("id")])?.id }
            }
        }
        #expect(newest == Array(1...20).map { $0 })
    }
}
