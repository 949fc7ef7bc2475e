import FMDB
import Foundation
import Observation
import FMDBTestHelpers
import Testing

/// Results that a view shows.
@MainActor @Suite struct LiveResultTests {
    /// Goes with a query, and tells that nothing can run it any more.
    private final class Mark: Sendable {
        let gone = DispatchSemaphore(value: 0)
        deinit { gone.signal() }
    }

    /// Waits until a condition holds of what is observed.
    @available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, *)
    private func until(_ condition: @escaping @MainActor () -> Bool) async {
        while !condition() {
            await withCheckedContinuation { continuation in
                withObservationTracking {
                    _ = condition()
                } onChange: {
                    continuation.resume()
                }
            }
        }
    }

    /// Waits, off the main actor, for what another thread signals.
    private func arrives(_ semaphore: DispatchSemaphore) async -> Bool {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: semaphore.arrives()) }
        }
    }

    private func names(_ scene: ChangeScene) -> FMValues<[String]> {
        scene.coordinator.values { try $0.rows("SELECT name FROM person ORDER BY name", as: String.self) }
    }

    /// The names, and what is signalled when their query can never run again.
    @available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, *)
    private func marked(
        _ scene: ChangeScene, before: @escaping @Sendable () -> Void = {}
    ) -> (live: FMLiveResult<[String]>, gone: DispatchSemaphore) {
        let mark = Mark()
        let values = scene.coordinator.values { [mark] database in
            defer { withExtendedLifetime(mark) {} }
            before()
            return try database.rows("SELECT name FROM person ORDER BY name", as: String.self)
        }
        return (FMLiveResult(values), mark.gone)
    }

    @available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, *)
    @Test(arguments: ChangeScene.Kind.allCases) func rowsComeAtOnceAndAfterEachChange(kind: ChangeScene.Kind)
        async throws
    {
        let scene = try ChangeScene(kind)
        let live = FMLiveResult(names(scene))
        #expect(live.isLoading && live.rows.isEmpty && live.value == nil)
        await until { live.rows == ["ann", "bob"] }
        #expect(!live.isLoading && live.error == nil)
        try scene.coordinator.here { try $0.execute("DELETE FROM person WHERE name = 'ann'") }
        await until { live.rows == ["bob"] }
        live.end()
    }

    @available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, *)
    @Test func aValueNeedNotBeRows() async throws {
        let scene = try ChangeScene()
        let live = FMLiveResult(
            scene.coordinator.values { try $0.value("SELECT count(*) FROM person", as: Int.self) })
        await until { live.value == 2 }
        try scene.coordinator.here { try $0.execute("DELETE FROM person") }
        await until { live.value == 0 }
    }

    @available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, *)
    @Test func nothingIsQueriedBeforeItIsRead() async throws {
        let scene = try ChangeScene()
        let reads = Locked(0)
        let values = scene.coordinator.values { database in
            reads.withLock { $0 += 1 }
            return try database.rows("SELECT name FROM person", as: String.self)
        }
        _ = FMLiveResult(values)
        let live = FMLiveResult(values)
        live.show(values)
        try await scene.coordinator.withDatabase { _ in }
        #expect(reads.value == 0)
        await until { live.rows.count == 2 }
        #expect(reads.value == 1)
    }

    @available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, *)
    @Test func theLastRowsStayBesideAnErrorWhichTheNextCommitMayEnd() async throws {
        let scene = try ChangeScene()
        let live = FMLiveResult(names(scene).removingDuplicates())
        await until { live.rows == ["ann", "bob"] }
        try scene.coordinator.here { _ = $0.executeStatements("ALTER TABLE person RENAME TO human") }
        await until { live.error != nil }
        #expect((live.error as? FMError)?.message.contains("person") == true)
        #expect(live.rows == ["ann", "bob"] && !live.isLoading)
        try scene.coordinator.here { _ = $0.executeStatements("ALTER TABLE human RENAME TO person") }
        await until { live.error == nil }
        #expect(live.rows == ["ann", "bob"])
    }

    @available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, *)
    @Test func aQueryThatFailsAtFirstIsNotLoading() async throws {
        let scene = try ChangeScene()
        let live = FMLiveResult(scene.coordinator.values { try $0.rows("SELECT a FROM later", as: Int.self) })
        await until { live.error != nil }
        #expect(!live.isLoading && live.value == nil && live.rows.isEmpty)
        try scene.coordinator.here { _ = $0.executeStatements("CREATE TABLE later (a); INSERT INTO later VALUES (7)") }
        await until { live.rows == [7] }
        #expect(live.error == nil)
    }

    @available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, *)
    @Test(arguments: ChangeScene.Kind.allCases) func aQueryThatWritesFailsAndWritesNothing(kind: ChangeScene.Kind)
        async throws
    {
        let scene = try ChangeScene(kind)
        let reads = Locked(0)
        let live = FMLiveResult(
            scene.coordinator.values { database in
                reads.withLock { $0 += 1 }
                return try database.execute("INSERT INTO log VALUES ('read')")
            })
        await until { live.error != nil }
        live.end()
        #expect(try scene.coordinator.here { try $0.value("SELECT count(*) FROM log", as: Int.self) } == 0)
        #expect(reads.value == 1)
    }

    @available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, *)
    @Test(arguments: ChangeScene.Kind.allCases) func anotherQueryTakesItsPlace(kind: ChangeScene.Kind) async throws {
        let scene = try ChangeScene(kind)
        let live = FMLiveResult(names(scene))
        await until { !live.rows.isEmpty }
        live.show(
            scene.coordinator.values { try $0.rows("SELECT name FROM person WHERE name > 'b'", as: String.self) })
        #expect(live.isLoading && live.rows == ["ann", "bob"])
        await until { !live.isLoading }
        #expect(live.rows == ["bob"])
        try scene.coordinator.here { try $0.execute("INSERT INTO person (name) VALUES ('cid')") }
        await until { live.rows == ["bob", "cid"] }
    }

    @available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, *)
    @Test func noResultOfTheFormerQueryArrives() async throws {
        let scene = try ChangeScene()
        let (entered, leave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let (live, gone) = marked(scene) {
            entered.signal()
            leave.arrives()
        }
        #expect(live.isLoading)
        #expect(await arrives(entered))
        live.show(scene.coordinator.values { try $0.rows("SELECT name FROM person WHERE id = 2", as: String.self) })
        leave.signal()
        let shown = Locked<[[String]]>([])
        await until {
            shown.withLock { $0.append(live.rows) }
            return live.rows == ["bob"]
        }
        #expect(await arrives(gone))
        #expect(live.rows == ["bob"] && !shown.value.contains(["ann", "bob"]))
    }

    @available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, *)
    @Test(arguments: ChangeScene.Kind.allCases) func itEndsWithTheObject(kind: ChangeScene.Kind) async throws {
        let scene = try ChangeScene(kind)
        weak var former: FMLiveResult<[String]>?
        let end: DispatchSemaphore
        do {
            let (live, gone) = marked(scene)
            (former, end) = (live, gone)
            await until { live.rows.count == 2 }
        }
        #expect(former == nil)
        #expect(await arrives(end))
    }

    @available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, *)
    @Test(arguments: ChangeScene.Kind.allCases) func nothingArrivesAfterTheEnd(kind: ChangeScene.Kind) async throws {
        let scene = try ChangeScene(kind)
        let (live, gone) = marked(scene)
        await until { live.rows.count == 2 }
        let isTold = Locked(false)
        withObservationTracking {
            _ = (live.rows, live.error, live.isLoading)
        } onChange: {
            isTold.withLock { $0 = true }
        }
        live.end()
        try scene.coordinator.here { try $0.execute("DELETE FROM person") }
        #expect(await arrives(gone))
        #expect(live.rows == ["ann", "bob"] && !live.isLoading && !isTold.value)
        live.show(names(scene))
        await until { live.rows.isEmpty }
    }

    @available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, *)
    @Test(arguments: ChangeScene.Kind.allCases) func closingEndsIt(kind: ChangeScene.Kind) async throws {
        let scene = try ChangeScene(kind)
        let (live, gone) = marked(scene)
        await until { live.rows.count == 2 }
        await scene.coordinator.close(timeout: .seconds(patience))
        #expect(await arrives(gone))
        #expect(live.rows.count == 2 && live.error == nil && !live.isLoading)
    }

    @available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, *)
    @Test func aClosedPoolIsNotWaitedFor() async throws {
        let scene = try ChangeScene(.pool)
        await scene.coordinator.close(timeout: .seconds(patience))
        let live = FMLiveResult(names(scene))
        await until { !live.isLoading }
        #expect(live.value == nil)
    }
}
