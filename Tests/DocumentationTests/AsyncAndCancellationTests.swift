import FMDB
import FMDBTestHelpers
import Testing

/// The examples of the article about asynchronous calls, limits and deadlocks.
@Suite struct AsyncAndCancellationTests {
    private let pattern = "a%"

    func adults(in queue: FMDatabaseQueue) async throws -> Int {
        try await queue.withDatabase { db in
            try db.value("SELECT count(*) FROM person WHERE age >= \(18)", as: Int.self)
        }
    }

    @Test func anAsynchronousCall() async throws {
        #expect(try await adults(in: People.queue()) == 1)
    }

    @Test func tasksShareAQueue() async throws {
        let queue = try People.queue()
        let names = ["cid", "dan", "eve"]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for name in names {
                group.addTask {
                    try await queue.withTransaction { db in
                        try db.execute("INSERT INTO person (name) VALUES (\(name))")
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await queue.withDatabase { try People.names(in: $0) } == ["ann", "bob", "cid", "dan", "eve"])
    }

    // MARK: Ends

    /// Runs a body while another task has the queue.
    private func whileTaken(_ queue: FMDatabaseQueue, _ body: () async throws -> Void) async throws {
        let inside = AsyncStream<Void>.makeStream()
        let release = DispatchSemaphore(value: 0)
        let holder = Task {
            try await queue.withDatabase { _ in
                inside.continuation.yield()
                release.wait()
            }
        }
        for await _ in inside.stream { break }
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
        release.signal()
        try await holder.value
        try outcome.get()
    }

    @Test func cancelling() async throws {
        let queue = try People.queue()
        let pattern = pattern
        try await whileTaken(queue) {
            let search = Task {
                try await queue.withDatabase { db in
                    try db.rows("SELECT name FROM person WHERE name LIKE \(pattern)", as: String.self)
                }
            }
            search.cancel()
            await #expect(throws: CancellationError.self) { try await search.value }
        }
        #expect(try await queue.withDatabase { try People.names(in: $0) } == ["ann", "bob"])
    }

    private func firstName(in queue: FMDatabaseQueue, _ limit: Duration) async throws -> String? {
        let pattern = pattern
        var answer: String?
        do {
            answer = try await queue.withDatabase(timeout: limit) { db in
                try db.value("SELECT name FROM person WHERE name LIKE \(pattern)", as: String.self)
            }
        } catch let error as FMError where error.extendedCode == .deadlineExceeded {
            answer = "too many callers; try again later"
        }
        return answer
    }

    @Test func aLimit() async throws {
        let queue = try People.queue()
        #expect(try await firstName(in: queue, .seconds(600)) == "ann")
        try await whileTaken(queue) {
            let answer = try await firstName(in: queue, .milliseconds(10))
            #expect(answer == "too many callers; try again later")
        }
    }

    @Test func aDeadlineOfSeveralCalls() async throws {
        let queue = try People.queue()
        try await queue.withDatabase { db in
            try db.execute("CREATE TABLE statistics (people INTEGER)")
            try db.execute("INSERT INTO statistics VALUES (0)")
        }
        let deadline = ContinuousClock.now + .seconds(300)
        let count = try await queue.withDatabase(deadline: deadline) { db in
            try db.value("SELECT count(*) FROM person", as: Int.self)
        }
        try await queue.withTransaction(deadline: deadline) { db in
            try db.execute("UPDATE statistics SET people = \(count)")
        }
        #expect(try await queue.withDatabase { try $0.value("SELECT people FROM statistics", as: Int.self) } == 2)
    }

    // MARK: Deadlocks

    @Test func aBlockThatCallsItsOwnQueue() throws {
        let folder = TemporaryFolder()
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: .init())
        var report = ""
        let line = #line + 2
        do {
            try queue.withDatabase { _ in
                try queue.withDatabase { _ in }
            }
        } catch let error as FMError where error.extendedCode == .wouldDeadlock {
            report = error.message
        }
        let file = "(DocumentationTests/AsyncAndCancellationTests.swift:"
        let shown = """
            the call would deadlock: this thread 0x7f3a waits for the queue on people.db (App/Report.swift:3), held by this thread (App/Report.swift:2)
            """
        let path = folder.file()
        #expect(
            Printed.withoutAccidents(report.replacingOccurrences(of: path, with: "people.db"))
                == Printed.withoutAccidents(shown))
        #expect(report.contains(" waits for the queue on \(folder.file()) \(file)\(line + 1))"))
        #expect(report.hasSuffix(", held by this thread \(file)\(line))"))
    }
}
