import FMDB
import FMDBTestHelpers
import Testing

/// FMDB's spellings of a queue that wait for a connection. They cannot throw.
enum WaitingCall: String, CaseIterable, Codable, Sendable {
    case inDatabase, inTransaction, inExclusive, inDeferred, inImmediate, inSavePoint

    func run(_ queue: FMDatabaseCoordinator, _ body: () -> Void) {
        switch self {
        case .inDatabase: queue.inDatabase { _ in body() }
        case .inTransaction: queue.inTransaction { _, _ in body() }
        case .inExclusive: queue.inExclusiveTransaction { _, _ in body() }
        case .inDeferred: queue.inDeferredTransaction { _, _ in body() }
        case .inImmediate: queue.inImmediateTransaction { _, _ in body() }
        case .inSavePoint: queue.inSavePoint { _, _ in body() }
        }
    }
}

/// The hang matrix for FMDB's spellings: where they would wait for ever the process stops and says why; a pool's never
/// wait.
@Suite struct HangSpellingTests {
    static let sizes = [1, 2, 3]

    /// Queues named A, B, C, in memory and free.
    static func queues(_ count: Int, sharesCommits: Bool = false) throws -> [FMDatabaseQueue] {
        try ["A", "B", "C"].prefix(count).map { name in
            var configuration = FMDatabaseQueue.Configuration()
            configuration.label = name
            if sharesCommits { configuration.groupCommit = .init() }
            return try FMDatabaseQueue(path: nil, configuration: configuration)
        }
    }

    /// Goes from each queue into the next, and from the last into the first once more.
    static func descend(_ queues: [FMDatabaseQueue], _ call: WaitingCall, from number: Int = 0) {
        let isLast = number == queues.count
        call.run(queues[isLast ? 0 : number]) {
            if !isLast { descend(queues, call, from: number + 1) }
        }
    }

    #if os(Linux) || os(macOS)
        /// Whether the message names the queue and the thread that has it.
        private func expectMessage(_ result: ExitTest.Result?, _ queue: String) {
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains("FMDB: "), "\(text)")
            #expect(text.contains("would deadlock"), "\(text)")
            #expect(text.contains("the queue \"\(queue)\""), "\(text)")
            #expect(text.contains("thread"), "\(text)")
        }

        // MARK: One thread

        @Test(arguments: WaitingCall.allCases, sizes) func aThreadThatComesBackStops(_ call: WaitingCall, _ size: Int)
            async
        {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                [call, size] in
                alarm(UInt32(patience))
                HangSpellingTests.descend(try HangSpellingTests.queues(size), call)
            }
            expectMessage(result, "A")
        }

        @Test(arguments: WaitingCall.allCases) func aCallFromWithinAThrowingOneStops(_ call: WaitingCall) async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [call] in
                alarm(UInt32(patience))
                let queue = try HangSpellingTests.queues(1)[0]
                try queue.withDatabase { _ in call.run(queue) {} }
            }
            expectMessage(result, "A")
        }

        @Test(arguments: WaitingCall.allCases) func aCallFromWithinAnAsynchronousOneStops(_ call: WaitingCall) async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [call] in
                alarm(UInt32(patience))
                let queue = try HangSpellingTests.queues(1)[0]
                try await queue.withTransaction { _ in call.run(queue) {} }
            }
            expectMessage(result, "A")
        }

        @Test(arguments: WaitingCall.allCases) func aCallFromWithinASharedCommitStops(_ call: WaitingCall) async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [call] in
                alarm(UInt32(patience))
                let queue = try HangSpellingTests.queues(1, sharesCommits: true)[0]
                try queue.withTransaction { _ in call.run(queue) {} }
            }
            expectMessage(result, "A")
        }

        @Test func closingAQueueFromWithinItsBlockStops() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                alarm(UInt32(patience))
                let queue = try HangSpellingTests.queues(1)[0]
                queue.inDatabase { _ in queue.close() }
            }
            expectMessage(result, "A")
        }

        @Test func closingAPoolFromWithinItsBlockStops() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                alarm(UInt32(patience))
                let pool = FMDatabasePool(path: nil)
                pool.inDatabase { _ in pool.close() }
            }
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains("FMDB: ") && text.contains("would deadlock"))
            #expect(text.contains("the pool on a database in memory"))
        }

        @Test func theMessageNamesTheStatementThatRuns() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                alarm(UInt32(patience))
                let queue = try HangSpellingTests.queues(1)[0]
                queue.inDatabase { db in
                    let rows = db.executeQuery("SELECT 'the running statement'", withArgumentsIn: [])
                    while rows?.next() == true { queue.inDatabase { _ in } }
                }
            }
            expectMessage(result, "A")
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains("SELECT 'the running statement'"))
        }

        // MARK: Several threads

        @Test(arguments: WaitingCall.allCases, [2, 3]) func threadsWhoseWaysCrossStop(_ call: WaitingCall, _ size: Int)
            async
        {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                [call, size] in
                alarm(UInt32(patience))
                let queues = try HangSpellingTests.queues(size)
                let meeting = Meeting(size)
                _ = BackgroundThreads.run(size) { number in
                    call.run(queues[number]) {
                        meeting.join()
                        call.run(queues[(number + 1) % size]) {}
                    }
                }
            }
            for name in ["A", "B", "C"].prefix(size) { expectMessage(result, name) }
        }
    #endif

    // MARK: A pool

    @Test(arguments: WaitingCall.allCases) func aPoolAtItsLimitNeverWaits(_ call: WaitingCall) throws {
        let pools = (0..<2).map { _ in
            let pool = FMDatabasePool(path: nil)
            pool.maximumNumberOfDatabasesToCreate = 1
            return pool
        }
        let count = Locked(0)
        try onBackgroundThread {
            call.run(pools[0]) {
                call.run(pools[1]) {
                    pools[0].inDatabase { db in
                        #expect(!db.isOpen)
                        count.withLock { $0 += 1 }
                    }
                }
            }
        }
        let meeting = Meeting(2)
        let allCameBack = BackgroundThreads.run(2) { number in
            call.run(pools[number]) {
                meeting.join()
                pools[1 - number].inDatabase { db in
                    #expect(!db.isOpen)
                    count.withLock { $0 += 1 }
                }
                // Neither leaves before both have tried.
                count.waitFor(3)
            }
        }
        #expect(allCameBack)
        #expect(count.value == 3)
    }

    @Test(arguments: WaitingCall.allCases) func aPoolWithoutALimitLendsAnotherDatabase(_ call: WaitingCall) throws {
        let pool = FMDatabasePool(path: nil)
        let counts = try onBackgroundThread {
            let seen = Locked<[UInt]>([])
            call.run(pool) {
                call.run(pool) { seen.withLock { $0.append(pool.countOfCheckedOutDatabases) } }
            }
            return seen.value
        }
        #expect(counts == [2])
    }

    @Test func twoQueuesNest() throws {
        let queues = try HangSpellingTests.queues(3)
        let count = Locked(0)
        try onBackgroundThread {
            queues[0].inDatabase { _ in
                queues[1].inTransaction { _, _ in
                    queues[2].inDatabase { _ in count.withLock { $0 += 1 } }
                }
            }
        }
        #expect(count.value == 1)
    }
}

extension Locked<Int> {
    fileprivate func waitFor(_ number: Int) {
        let end = ContinuousClock.now.advanced(by: .seconds(patience))
        while value < number, .now < end { sched_yield() }
    }
}
