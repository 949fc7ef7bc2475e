import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// Where tasks go on after an asynchronous access, and whom that holds up.
@Suite(.serialized) struct StayingTaskTests: BothWays {
    let folder = TemporaryFolder()

    /// The thread lets the next call in, so a task that goes on must not keep it.
    @Test(arguments: [true, false]) func aTaskThatGoesOnDoesNotHoldTheNextCallUp(moves: Bool) async throws {
        let queue = try queue(moves)
        let (release, served) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let inside = AsyncStream<Void>.makeStream()
        let first = Task {
            try await queue.withDatabase { _ in
                inside.continuation.yield()
                release.wait()
            }
            block(until: served)
        }
        for await _ in inside.stream { break }
        let next = Task { _ = try await queue.withDatabase { _ in served.signal() } }
        try await waitUntil(queue, hasWaiters: 1)
        release.signal()

        try await first.value
        try await next.value
    }

    #if compiler(>=6.2)
        /// It begins on the thread on which the task goes on, which does not end thereby.
        @Test(arguments: [true, false]) func aTaskThatIsBegunAtOnceIsNotHeldUp(moves: Bool) async throws {
            guard #available(macOS 26.0, iOS 26.0, tvOS 26.0, watchOS 26.0, visionOS 26.0, *) else { return }
            let queue = try queue(moves)
            let served = DispatchSemaphore(value: 0)
            for _ in 0..<20 {
                try await queue.withDatabase { _ in }
                let begun = Task.immediate { _ = try await queue.withDatabase { _ in served.signal() } }
                block(until: served)
                try await begun.value
            }
        }
    #endif

    #if !canImport(Darwin)
        /// If tasks of other tests stay meanwhile, there may be no room for this one.
        @Test func aTaskStaysWhereItsCallHasRun() async throws {
            let (queue, end) = (try queue(true), ContinuousClock.now + .seconds(patience))

            var threads: Set<pthread_t> = []
            repeat {
                threads = [try await queue.withDatabase { _ in pthread_self() }, pthread_self()]
                threads.insert(try await queue.withDatabase { _ in pthread_self() })
            } while threads.count > 1 && .now < end

            #expect(threads.count == 1)
        }
    #endif

    /// More tasks than may stay, each of which would never leave.
    @Test(arguments: [true, false]) func tasksThatGoOnLeaveRoomForOthers(moves: Bool) async throws {
        let pool = try pool(moves)
        let (count, rounds) = (ProcessInfo.processInfo.activeProcessorCount * 4, 50)

        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask {
                    do { while true { try await pool.read { _ in } } } catch is CancellationError {}
                }
            }
            for number in 0..<rounds {
                try await pool.write { db in _ = try db.execute("INSERT INTO t VALUES (\(number))") }
                await Task.yield()
            }
            group.cancelAll()
            try await group.waitForAll()
        }

        let written = try await pool.read { db in try db.value("SELECT count(*) FROM t", as: Int.self) }
        #expect(written == rounds)
    }

    /// Each goes on on the thread that has just let the other one in.
    @Test(arguments: [true, false]) func tasksThatGoOnDoNotWaitForEachOther(moves: Bool) async throws {
        let queues = [try queue(moves, "a.db"), try queue(moves, "b.db")]

        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<6 {
                group.addTask {
                    for number in 0..<60 {
                        try await queues[(task + number) % 2].withDatabase { db in
                            _ = try db.execute("INSERT INTO t VALUES (\(number))")
                        }
                    }
                }
            }
            try await group.waitForAll()
        }

        for queue in queues {
            #expect(try await queue.withDatabase { db in try db.value("SELECT count(*) FROM t", as: Int.self) } == 180)
        }
    }

    @Test(arguments: [true, false]) func aTaskThatGoesOnIsStillCancelled(moves: Bool) async throws {
        let queue = try queue(moves)
        let task = Task {
            try await queue.withDatabase { _ in }
            withUnsafeCurrentTask { $0?.cancel() }
            try await queue.withDatabase { _ in Issue.record("the block must not run") }
        }

        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(queue.statistics.databases.waiting == 0)
    }

    @Test(arguments: [true, false]) func aTaskThatGoesOnMeetsItsDeadline(moves: Bool) async throws {
        let (free, taken) = (try queue(moves, "free.db"), try queue(moves, "taken.db"))
        let release = DispatchSemaphore(value: 0)
        let holder = await hold(taken, until: release)

        try await free.withDatabase { _ in }
        let error = await #expect(throws: FMError.self) {
            try await taken.withDatabase(timeout: .milliseconds(10)) { _ in Issue.record("the block must not run") }
        }
        try await free.withDatabase { _ in }

        #expect(error?.extendedCode == .deadlineExceeded)
        release.signal()
        try await holder.value
    }

    /// It waits on a thread of the library, which nothing else needs.
    @Test(arguments: [true, false]) func aTaskThatGoesOnMayCallTheOtherForm(moves: Bool) async throws {
        let queue = try queue(moves)

        for number in 0..<20 {
            try await queue.withDatabase { db in _ = try db.execute("INSERT INTO t VALUES (\(number))") }
            try insert(number, queue)
        }

        #expect(try await queue.withDatabase { db in try db.value("SELECT count(*) FROM t", as: Int.self) } == 40)
    }

    private func insert(_ number: Int, _ queue: FMDatabaseQueue) throws {
        try queue.withDatabase { db in _ = try db.execute("INSERT INTO t VALUES (\(number))") }
    }

    @Test(arguments: [true, false]) func callsInARowHaveTheirTurns(moves: Bool) async throws {
        let queue = try queue(moves)
        for number in 0..<100 {
            try await queue.withDatabase { db in _ = try db.execute("INSERT INTO t VALUES (\(number))") }
        }

        let rows = try await queue.withDatabase { db in try db.rows("SELECT x FROM t ORDER BY rowid", as: Int.self) }
        #expect(rows == Array(0..<100))
    }

    @Test(arguments: [true, false]) func anActorGoesOnInItsOwnPlace(moves: Bool) async throws {
        actor Counter {
            private(set) var count = 0

            func bump(_ queue: FMDatabaseQueue) async throws {
                try await queue.withDatabase { _ in }
                preconditionIsolated()
                count += 1
                await Task.yield()
                try await queue.withDatabase { _ in }
                count += 1
            }
        }
        let (queue, counter) = (try queue(moves), Counter())

        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<50 { try await counter.bump(queue) } }
            }
            try await group.waitForAll()
        }

        #expect(await counter.count == 800)
    }

    @Test(arguments: [true, false]) @MainActor func theMainActorGoesOnInItsOwnPlace(moves: Bool) async throws {
        let queue = try queue(moves)
        try await queue.withDatabase { _ in }
        MainActor.preconditionIsolated()
        await #expect(throws: Regret.self) { try await queue.withDatabase { _ in throw Regret() } }
        MainActor.preconditionIsolated()
    }

    @Test(arguments: [true, false]) func aTaskReturnsToItsOwnExecutor(moves: Bool) async throws {
        guard #available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *) else { return }
        let (queue, executor) = (try queue(moves), NamedExecutor())

        try await withTaskExecutorPreference(executor) {
            for _ in 0..<10 {
                try await queue.withDatabase { _ in #expect(!executor.isCurrent) }
                #expect(executor.isCurrent)
            }
        }
    }
}

/// Waits on the thread itself, which tasks otherwise must not.
private func block(until semaphore: DispatchSemaphore) { semaphore.wait() }

/// An executor on a queue of Dispatch's that can be told.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
private final class NamedExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "tasks")
    private let key = DispatchSpecificKey<Bool>()

    init() {
        queue.setSpecific(key: key, value: true)
    }

    var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
