import FMDBModel
import Foundation
import FMDBTestHelpers
import Testing

/// What code on the main actor awaits is done elsewhere, and leaves it free meanwhile.
@MainActor @Suite struct MainActorTests {
    private struct Item: Codable, FMModel {
        var id: Int64?
        var name: String

        struct Columns: FMColumns {
            let id = FMField<Item, Int64?>("id")
            let name = FMField<Item, String>("name")
        }
    }

    /// A database with a function, `long_read()`, that waits for what only the main actor can give.
    private struct Scene {
        let folder = TemporaryFolder()
        let coordinator: FMDatabaseCoordinator
        let gate = DispatchSemaphore(value: 0)
        let entered = AsyncStream<Bool>.makeStream()

        init(isPool: Bool) throws {
            let path = folder.file()
            var configuration = FMDatabaseCoordinator.Configuration()
            configuration.configure = { [gate, entered] db in
                try db.addFunction("long_read") { () -> Bool in
                    entered.continuation.yield(Thread.isMainThread)
                    return gate.wait(timeout: .now() + patience) == .success
                }
            }
            let pool = isPool ? FMDatabasePool(path: path, configuration: configuration) : nil
            coordinator = try pool ?? FMDatabaseQueue(path: path, configuration: configuration)
            try coordinator.withDatabase { db in
                try db.createTable(Item.self)
                try db.insert(Item(name: "a"))
            }
        }

        /// Whether the read was off the main thread, and the main actor was free during it.
        @MainActor func leavesTheMainActorFree(_ read: @MainActor (FMDatabaseCoordinator) async throws -> Bool)
            async throws -> Bool
        {
            let worker = Task { @MainActor [gate, entered] in
                for await isOnMainThread in entered.stream {
                    gate.signal()
                    return !isOnMainThread
                }
                return false
            }
            let isRead = try await read(coordinator)
            entered.continuation.finish()
            let isElsewhere = await worker.value
            return isRead && isElsewhere
        }
    }

    nonisolated private static var sql: FMSQL { "SELECT long_read()" }
    nonisolated private static var waiting: FMWhere<Item> { "long_read() AND name = 'a'" }

    typealias Read = @MainActor (FMDatabaseCoordinator) async throws -> Bool

    nonisolated private static let reads: [(name: String, read: Read)] = [
        ("withDatabase", { try await $0.withDatabase { db in try db.value(sql, as: Bool.self) } }),
        ("withTransaction", { try await $0.withTransaction { db in try db.value(sql, as: Bool.self) } }),
        ("withSavePoint", { try await $0.withSavePoint { db in try db.value(sql, as: Bool.self) } }),
        ("value", { try await $0.value(sql, as: Bool.self) }),
        ("rows", { try await $0.rows(sql, as: Bool.self) == [true] }),
        ("execute", { try await $0.execute("UPDATE Item SET name = name WHERE long_read()") == 1 }),
        ("find", { try await $0.find(Item.self, where: waiting).count == 1 }),
        ("first", { try await $0.first(Item.self, where: waiting) != nil }),
        ("count", { try await $0.count(Item.self, where: waiting) == 1 }),
        ("exists", { try await $0.exists(Item.self, where: waiting) }),
        ("delete", { try await $0.delete(Item.self, where: waiting) == 1 }),
        ("a request", { try await $0.find(Item.all.where("long_read()")).count == 1 }),
        (
            "each",
            {
                for try await item in $0.each(Item.self, where: waiting) { return item.name == "a" }
                return false
            }
        ),
        (
            "values",
            {
                for try await isRead in $0.values({ db in try db.value(sql, as: Bool.self) }) { return isRead }
                return false
            }
        ),
        (
            "values of a request",
            {
                for try await items in $0.values(of: Item.all.where("long_read()")) { return items.count == 1 }
                return false
            }
        ),
    ]

    @Test(arguments: reads.map(\.name), [true, false]) func aLongReadLeavesItFree(name: String, isPool: Bool)
        async throws
    {
        let read = try #require(MainActorTests.reads.first { $0.name == name }?.read)
        #expect(try await Scene(isPool: isPool).leavesTheMainActorFree(read))
    }

    @Test func theReadersAndTheWriterOfAPoolDo() async throws {
        for isWriting in [true, false] {
            let isFree = try await Scene(isPool: true).leavesTheMainActorFree { coordinator in
                let pool = try #require(coordinator as? FMDatabasePool)
                if isWriting { return try await pool.write { db in try db.value(MainActorTests.sql, as: Bool.self) } }
                return try await pool.read { db in try db.value(MainActorTests.sql, as: Bool.self) }
            }
            #expect(isFree)
        }
    }

    #if compiler(>=6.2)
        nonisolated(nonsending) private func readHere(_ coordinator: FMDatabaseCoordinator) async throws -> Bool {
            try await coordinator.value(MainActorTests.sql, as: Bool.self)
        }

        @concurrent private func readElsewhere(_ coordinator: FMDatabaseCoordinator) async throws -> Bool {
            try await coordinator.find(Item.self, where: MainActorTests.waiting).count == 1
        }

        @Test func aFunctionThatRunsWhereItsCallerDoes() async throws {
            #expect(try await Scene(isPool: false).leavesTheMainActorFree { try await readHere($0) })
            #expect(try await Scene(isPool: true).leavesTheMainActorFree { try await readHere($0) })
        }

        @Test func aFunctionThatLeavesItsCaller() async throws {
            #expect(try await Scene(isPool: false).leavesTheMainActorFree { try await readElsewhere($0) })
        }
    #endif
}
