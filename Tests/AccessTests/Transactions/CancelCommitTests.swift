import FMDB
import FMDBTestHelpers
import Testing

/// A task is cancelled at a certain statement of its transaction: it gets its value and the row is there, or it gets
/// `CancellationError` and the row is not.
@Suite struct CancelCommitTests {
    private let folder = TemporaryFolder()

    enum Moment: String, CaseIterable, Sendable {
        case beginBegins, beginEnds, insertBegins, insertEnds, commitBegins, commitEnds

        func isNow(_ event: FMEvent) -> Bool {
            let words = ["begin": "BEGIN", "insert": "INSERT", "commit": "COMMIT"]
            let word = words.first { rawValue.hasPrefix($0.key) }?.value ?? ""
            switch event {
            case .statementBegan(let statement): return rawValue.hasSuffix("Begins") && statement.sql.hasPrefix(word)
            case .statementEnded(let run): return rawValue.hasSuffix("Ends") && run.sql.hasPrefix(word)
            default: return false
            }
        }
    }

    @Test(arguments: TransactionVerb.asynchronous, Moment.allCases)
    func theAnswerAndTheRowAgree(_ verb: TransactionVerb, _ moment: Moment) async throws {
        let action = Locked<(@Sendable () -> Void)?>(nil)
        let scene = try FailureScene(verb, folder.file()) { db in
            db.eventHandler = { event in
                guard moment.isNow(event) else { return }
                action.taken?()
            }
        }
        let gate = AsyncStream<Void>.makeStream()
        let task = Task {
            for await _ in gate.stream {}
            try await scene.run { db in try db.insert(1) }
        }
        action.withLock { $0 = { task.cancel() } }
        gate.continuation.finish()
        let isWritten: Bool
        do {
            try await task.value
            isWritten = true
        } catch {
            #expect(error is CancellationError)
            isWritten = false
        }
        // The moment has come.
        #expect(action.value == nil)
        #expect(try scene.content() == (isWritten ? [1] : []))
        if moment == .commitEnds { #expect(isWritten) }
        if moment == .beginBegins || moment == .beginEnds { #expect(!isWritten) }
        try await scene.expectClean(isWritten ? [1] : [])
    }

    /// Where changes are observed, the library reads the schema before the first statement that writes. In the middle of that
    /// the task is cancelled.
    @Test(arguments: [false, true])
    func aStatementThatIsCommittedIsNotToldAsCancelled(hasOpenResultSet: Bool) async throws {
        let action = Locked<(@Sendable () -> Void)?>(nil)
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.openResultSets = .report
        let trace = Locked<RowTrace?>(nil)
        configuration.configure = { db in
            // The question reads rows of the schema; the statement to be run has none.
            let rows = RowTrace(of: db) { sql in
                guard sql.contains("sqlite_master"), sql.contains("trigger") else { return }
                action.taken?()
            }
            trace.withLock { $0 = rows }
        }
        let queue = try SilentQueue(path: folder.file(), configuration: configuration)
        try queue.here { db in
            try db.withTransaction {
                for number in 0..<300 { try db.execute(FMSQL(raw: "CREATE TABLE t\(number) (a)")) }
            }
        }
        let observation = queue.observe { _ in }
        // SAFETY: it is used within blocks of the queue alone.
        nonisolated(unsafe) var kept: FMResultSet?
        if hasOpenResultSet {
            queue.inDatabase { db in
                kept = db.executeQuery("SELECT name FROM sqlite_master", withArgumentsIn: [])
                #expect(kept?.next() == true)
            }
        }
        let gate = AsyncStream<Void>.makeStream()
        let task = Task {
            for await _ in gate.stream {}
            try await queue.withDatabase { db in try db.execute("INSERT INTO t7 VALUES (1)") }
        }
        action.withLock { $0 = { task.cancel() } }
        gate.continuation.finish()
        let isWritten: Bool
        if case .success = await task.result { isWritten = true } else { isWritten = false }
        // The question was asked.
        #expect(action.value == nil)
        #expect(try queue.here { try $0.value("SELECT count(*) FROM t7", as: Int.self) } == (isWritten ? 1 : 0))
        observation.cancel()
        queue.inDatabase { _ in kept?.close() }
        queue.close()
        trace.withLock { $0 = nil }
    }
}

/// A task whose time is up at the very moment at which it is cancelled.
@Suite struct CancelAndDeadlineTests {
    #if os(Linux) || os(macOS)
        @Test(arguments: [Door.queue, .queueSharedCommit, .poolRead, .poolWrite, .poolSharedCommit])
        func neitherWaitsForTheOther(_ door: Door) async {
            // A process of its own: deadlines are watched by one thread for all.
            await #expect(processExitsWith: .success) { [door] in
                alarm(UInt32(patience))
                let folder = TemporaryFolder()
                let house = try House(door, path: folder.file())
                let (inside, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
                let holder = BackgroundThreads.start {
                    try? house.enter(1) {
                        inside.signal()
                        release.arrives()
                    }
                }
                inside.hasCome()
                for _ in 0..<40 {
                    let end = ContinuousClock.now.advanced(by: .milliseconds(10))
                    let tasks = (0..<50).map { _ in Task { try await house.wait(until: end) } }
                    try await Task.sleep(until: end, clock: .continuous)
                    for task in tasks { task.cancel() }
                    for task in tasks { _ = await task.result }
                }
                release.signal()
                _ = holder
            }
        }
    #endif
}

extension DispatchSemaphore {
    /// For asynchronous code, where it is certain to take no time.
    fileprivate func hasCome() { arrives() }
}

extension House {
    /// Wants in until a moment.
    fileprivate func wait(until end: ContinuousClock.Instant) async throws {
        switch door {
        case .poolRead: try await pool?.read(deadline: end) { _ in }
        case .poolWrite, .poolSharedCommit: try await pool?.write(deadline: end) { _ in }
        default: try await queue?.withTransaction(deadline: end) { _ in }
        }
    }
}

extension Locked where Value == (@Sendable () -> Void)? {
    /// What is to be done, once.
    fileprivate var taken: Value {
        withLock { action in
            defer { action = nil }
            return action
        }
    }
}
