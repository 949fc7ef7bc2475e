import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// Asynchronous accesses in both ways: the task itself goes to a thread of the library, or it waits for one.
@Suite(.serialized) struct MovedTaskTests: BothWays {
    let folder = TemporaryFolder()
    @TaskLocal private static var request = "none"

    @Test(arguments: [true, false]) func valuesAndErrorsComeOut(moves: Bool) async throws {
        let queue = try queue(moves)

        #expect(try await queue.withDatabase { db in try db.value("SELECT 7", as: Int.self) } == 7)
        await #expect(throws: Regret.self) { try await queue.withDatabase { _ in throw Regret() } }
        #expect(try await queue.withDatabase { db in db.isOpen })
    }

    @Test func theBlockSeesTheValuesOfItsTask() async throws {
        let queue = try queue(true)

        let seen = try await MovedTaskTests.$request.withValue("GET /") {
            try await queue.withDatabase { _ in MovedTaskTests.request }
        }

        #expect(seen == "GET /")
    }

    @Test(arguments: [true, false]) func theOrderIsThatOfTheCalls(moves: Bool) async throws {
        let queue = try queue(moves)
        let release = DispatchSemaphore(value: 0)
        let holder = await hold(queue, until: release)
        var tasks: [Task<Void, any Error>] = []
        for number in 0..<20 {
            let asked = AsyncStream<Void>.makeStream()
            // On one actor: the call is made before the next task begins.
            tasks.append(
                Task { @MainActor in
                    async let written = queue.withDatabase { db in
                        _ = try db.execute("INSERT INTO t VALUES (\(number))")
                    }
                    asked.continuation.yield()
                    try await written
                })
            for await _ in asked.stream { break }
            try await waitUntil(queue, hasWaiters: number + 1)
        }
        release.signal()
        try await holder.value
        for task in tasks { try await task.value }

        let order = try await queue.withDatabase { db in try db.rows("SELECT x FROM t ORDER BY rowid", as: Int.self) }
        #expect(order == Array(0..<20))
    }

    @Test(arguments: [true, false]) func cancellingEndsTheWait(moves: Bool) async throws {
        let queue = try queue(moves)
        let release = DispatchSemaphore(value: 0)
        let holder = await hold(queue, until: release)
        let waiter = Task { try await queue.withDatabase { _ in Issue.record("the block must not run") } }
        try await waitUntil(queue, hasWaiters: 1)
        waiter.cancel()

        await #expect(throws: CancellationError.self) { try await waiter.value }
        release.signal()
        try await holder.value
        #expect(try await queue.withDatabase { db in try db.value("SELECT 1", as: Int.self) } == 1)
    }

    @Test(arguments: [true, false]) func aTaskThatWasCancelledBeforeDoesNotRun(moves: Bool) async throws {
        let queue = try queue(moves)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await queue.withDatabase { _ in Issue.record("the block must not run") }
        }

        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await queue.withDatabase { db in try db.value("SELECT 1", as: Int.self) } == 1)
    }

    @Test(arguments: [true, false]) func theDeadlineEndsTheWait(moves: Bool) async throws {
        let queue = try queue(moves)
        let release = DispatchSemaphore(value: 0)
        let holder = await hold(queue, until: release)

        let error = await #expect(throws: FMError.self) {
            try await queue.withDatabase(timeout: .milliseconds(10)) { _ in Issue.record("the block must not run") }
        }

        #expect(error?.extendedCode == .deadlineExceeded)
        release.signal()
        try await holder.value
    }

    @Test(arguments: [true, false]) func aClosedQueueRefuses(moves: Bool) async throws {
        let pool = try pool(moves)
        pool.close()

        let error = await #expect(throws: FMError.self) {
            try await pool.read { _ in Issue.record("the block must not run") }
        }
        #expect(error?.resultCode == .misuse)
    }

    /// Blocks that wait for each other must each have a thread, though every processor's is taken.
    @Test(arguments: [true, false]) func blocksThatWaitLeaveTheThreadsOfTasksAlone(moves: Bool) async throws {
        let count = ProcessInfo.processInfo.activeProcessorCount * 4
        var queues: [FMDatabaseQueue] = []
        for number in 0..<count { queues.append(try queue(moves, "\(number).db")) }
        let inside = AsyncStream<Void>.makeStream()
        let release = DispatchSemaphore(value: 0)

        try await withThrowingTaskGroup(of: Void.self) { group in
            for queue in queues {
                group.addTask {
                    try await queue.withDatabase { _ in
                        inside.continuation.yield()
                        release.wait()
                    }
                }
            }
            var begun = 0
            for await _ in inside.stream {
                begun += 1
                if begun == count { break }
            }
            for _ in 0..<count { release.signal() }
            try await group.waitForAll()
        }
    }

    /// A thread that lets the next task in goes on with it only when its own block has ended.
    @Test(arguments: [true, false]) func aBlockThatUsesAnotherQueueDoesNotHoldItsTasksUp(moves: Bool) async throws {
        let (outer, inner) = (try queue(moves), try queue(moves, "inner.db"))
        let release = DispatchSemaphore(value: 0)
        let holder = await hold(inner, until: release)
        let done = DispatchSemaphore(value: 0)
        let nested = Task {
            try await outer.withDatabase { _ in
                // Waits for `inner`, and on leaving it lets the task behind in, which this block then waits for.
                try inner.here { db in _ = try db.execute("INSERT INTO t VALUES (1)") }
                done.wait()
            }
        }
        try await waitUntil(inner, hasWaiters: 1)
        let behind = Task { _ = try await inner.withDatabase { _ in done.signal() } }
        try await waitUntil(inner, hasWaiters: 2)
        release.signal()

        try await holder.value
        try await behind.value
        try await nested.value
    }

    @Test(arguments: [true, false]) func waitsThatCouldNeverEndAreRefused(moves: Bool) async throws {
        let queue = try queue(moves)

        let error = try await queue.withDatabase { _ in thrown { try queue.here { _ in } } }

        #expect(error?.extendedCode == .wouldDeadlock || error?.resultCode == .misuse)
    }

    @Test(arguments: [true, false]) func manyTasksAndThreadsLoseNothing(moves: Bool) async throws {
        let pool = try pool(moves)

        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<16 {
                group.addTask {
                    for number in 0..<50 {
                        try await pool.write { db in _ = try db.execute("INSERT INTO t VALUES (\(task * 50 + number))")
                        }
                        _ = try await pool.read { db in try db.value("SELECT count(*) FROM t", as: Int.self) }
                    }
                }
            }
            let isOver = BackgroundThreads.run(2) { _ in
                for _ in 0..<50 { try? pool.write { db in _ = try db.execute("INSERT INTO t VALUES (-1)") } }
            }
            #expect(isOver)
            try await group.waitForAll()
        }

        let counts = try await pool.read { db in
            (
                try db.value("SELECT count(DISTINCT x) FROM t WHERE x >= 0", as: Int.self),
                try db.value("SELECT count(*) FROM t WHERE x < 0", as: Int.self)
            )
        }
        #expect(counts == (800, 100))
    }

    /// What a block holds is let go when its call is over, even if a later call has given up its wait.
    @Test(arguments: [true, false]) func whatACallHeldIsLetGo(moves: Bool) async throws {
        final class Held: Sendable {}
        let queue = try queue(moves)
        weak var held: Held?
        let (first, second) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let holder = await hold(queue, until: first)
        let inside = AsyncStream<Void>.makeStream()
        let served: Task<Void, any Error>
        do {
            let object = Held()
            held = object
            served = Task {
                try await queue.withDatabase { _ in
                    inside.continuation.yield()
                    withExtendedLifetime(object) { _ = second.wait(timeout: .distantFuture) }
                }
            }
        }
        try await waitUntil(queue, hasWaiters: 1)
        let cancelled = Task { try await queue.withDatabase { _ in Issue.record("the block must not run") } }
        try await waitUntil(queue, hasWaiters: 2)
        first.signal()
        for await _ in inside.stream { break }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        second.signal()
        try await holder.value
        try await served.value

        try await pollInTurn { held == nil }
        #expect(queue.statistics.databases.waiting == 0)
    }
}
