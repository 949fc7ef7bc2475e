import Dispatch
import FMDB

/// Threads of a test's own. The pools of Dispatch and of Swift's concurrency may be full of other tests that wait.
public enum BackgroundThreads {
    /// Starts a thread and returns at once.
    ///
    /// - Returns: a semaphore that is signalled when the body has returned.
    public static func start(_ body: @escaping @Sendable () -> Void) -> DispatchSemaphore {
        let done = DispatchSemaphore(value: 0)
        Thread {
            body()
            done.signal()
        }.start()
        return done
    }

    /// Runs the body on as many threads at once, each with its own number from 0. None starts before all are there.
    ///
    /// - Returns: whether all of them came back.
    public static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) -> Bool {
        let startingLine = DispatchGroup()
        (0..<count).forEach { _ in startingLine.enter() }
        return (0..<count)
            .map { number in
                start {
                    startingLine.leave()
                    startingLine.wait()
                    body(number)
                }
            }
            .allSatisfy { $0.arrives() }
    }
}

/// Runs a body on a thread of its own and waits for it. A body that waits for ever is a failed test then, not a test run
/// without an end.
@discardableResult
public func onBackgroundThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value {
    let outcome = Locked<Result<Value, any Error>?>(nil)
    let done = BackgroundThreads.start {
        let result = Result { try body() }
        outcome.withLock { $0 = result }
    }
    guard done.arrives(), let result = outcome.value else { throw Hanging() }
    return try result.get()
}

/// Runs a body on a thread of its own, while other tests use the thread of the caller: for what takes long, or waits for
/// another process.
public func inBackground<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread { continuation.resume(with: Result { try onBackgroundThread(body) }) }.start()
    }
}

/// Looks again and again whether something has happened that no event tells.
public func poll(until isDone: () throws -> Bool) throws {
    let end = ContinuousClock.now + .seconds(patience)
    while try !isDone() {
        guard .now < end else { throw Hanging() }
        Thread.sleep(forTimeInterval: 0.002)
    }
}

/// As `poll`, while other tests use the thread.
public func pollInTurn(until isDone: () throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(patience)
    while try !isDone() {
        guard .now < end else { throw Hanging() }
        await Task.yield()
    }
}

/// How long a test waits, in seconds, before what it waits for counts as hanging. On a busy machine an event that is certain
/// may take minutes: half of what all tests may take, see Scripts/test.
public let patience = (ProcessInfo.processInfo.environment["FMDB_TEST_MINUTES"].flatMap { Double($0) } ?? 20) * 30

/// A thread of a test has not come back.
public struct Hanging: Error {
    /// One that was given up.
    public init() {}
}

extension DispatchSemaphore {
    /// Waits for an event that is certain unless the code under test hangs; only then does it give up, so that a
    /// deadlock is a failed test and not a test run without an end.
    @discardableResult
    public func arrives() -> Bool {
        wait(timeout: .now() + patience) == .success
    }
}
