import FMDB
import FMDBTestHelpers
import Testing

/// The examples of the article about observing changes.
@Suite struct ObservingChangesTests {
    private let folder = TemporaryFolder()

    private func people() throws -> FMDatabaseQueue {
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: .init())
        try queue.withDatabase { db in
            try db.execute("CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT)")
            try db.execute("INSERT INTO person (name) VALUES ('ann'), ('bob')")
        }
        return queue
    }

    /// Adds a name when it is first shown, and ends the observation after the next time.
    private actor View {
        private let queue: FMDatabaseQueue
        private(set) var shown: [[String]] = []

        init(_ queue: FMDatabaseQueue) { self.queue = queue }

        func show(_ names: [String]) async {
            shown.append(names)
            guard shown.count == 1 else { return queue.close() }
            do {
                try await queue.withDatabase { try $0.execute("INSERT INTO person (name) VALUES ('cid')") }
            } catch {
                Issue.record(error)
            }
        }
    }

    @Test func aQueryIsRunAgain() async throws {
        let queue = try people()
        let view = View(queue)
        let names = queue.values { db in
            try db.rows("SELECT name FROM person ORDER BY name", as: String.self)
        }
        for try await names in names.removingDuplicates() {
            await view.show(names)
        }
        #expect(await view.shown == [["ann", "bob"], ["ann", "bob", "cid"]])
    }

    @Test func aCacheIsEmptiedOfWhatHasChanged() async throws {
        let queue = try people()
        var cache: Set<Int64> = [1, 2, 3]
        let changes = queue.changes(in: "person")
        try await queue.withDatabase { try $0.execute("DELETE FROM person WHERE id = 2") }
        queue.close()
        for await change in changes {
            if change.isUnknown || change.schemaChanged {
                cache.removeAll()
            } else if let person = change["person"] {
                cache = cache.filter { !(person.updated.contains($0) || person.deleted.contains($0)) }
            }
        }
        #expect(cache == [1, 3])
    }

    @Test func aBlockIsCalled() async throws {
        let queue = try people()
        let (calls, continuation) = AsyncStream<String>.makeStream()
        let observation = queue.observe("person", "address", on: .global()) { change in
            continuation.yield("\(change)")
        }
        try await queue.withDatabase { try $0.execute("UPDATE person SET name = 'eve' WHERE id = 1") }
        #expect(await calls.first { _ in true } == "person: 1 updated")
        observation.cancel()
    }

    @Test func whatOthersWriteIsLookedFor() async throws {
        let queue = try people()
        let changes = queue.changes(externalChanges: .poll(every: .seconds(1)))
        let outsider = FMDatabase.file(folder.file())
        try outsider.execute("DELETE FROM person")
        let iterator = changes.makeAsyncIterator()
        #expect(await iterator.next()?.isUnknown == true)
    }
}
