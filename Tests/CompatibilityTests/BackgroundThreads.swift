import FMDB

/// Threads of a test's own. The pools of Dispatch and of Swift's concurrency may be full of other tests that wait.
enum BackgroundThreads {
    /// Starts a thread and returns at once.
    ///
    /// - Returns: a semaphore that is signalled when the body has returned.
    static func start(_ body: @escaping @Sendable () -> Void) -> DispatchSemaphore {
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
    static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) -> Bool {
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

extension DispatchSemaphore {
    /// Waits for an event that is certain unless the code under test hangs; only then does it give up, so that a
    /// deadlock is a failed test and not a test run without an end.
    @discardableResult
    func arrives() -> Bool {
        wait(timeout: .now() + 60) == .success
    }
}
