import Foundation

// SAFETY: the variables are read and written only under `lock`.
/// Executor for a task that waits at a semaphore. As soon as the wait is over, it runs the task on one of the library's threads.
///
/// One executor serves one access. The task itself moves to the thread, so no other thread has to be woken in between.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
final class TurnExecutor: TaskExecutor, @unchecked Sendable {
    private let urgency = Urgency.current
    private let lock = SystemLock()
    private var job: UnownedJob?
    private var isOver = false
    /// Whether the thread that enqueues the task's first job here has nothing else to do after that.
    private var endsThread: Bool
    /// The thread that runs only this task. If Swift enqueues the task a second time before the access, the same thread can run it.
    private var runner: ThreadIdentity?
    /// Whether the task had to wait. If so, other tasks probably also wait and need this thread, so the task returns to a Swift thread
    /// after its access.
    private var hasWaited = false
    private var result: (passage: FairSemaphore.Passage, waiter: FairSemaphore.Waiter)?

    /// - Parameter endsThread: the result of ``WorkerThreads/keeps(_:)`` for the task.
    init(endsThread: Bool) { self.endsThread = endsThread }

    func begin(_ passage: FairSemaphore.Passage, _ waiter: FairSemaphore.Waiter) {
        let job = lock.withLock {
            (isOver, result, hasWaited) = (true, (passage, waiter), waiter.hasWaited)
            return self.job.take()
        }
        if let job { run(job) }
    }

    /// Returns and clears the result of the wait. It is cleared because the waiter retains this executor.
    func takeResult() -> (passage: FairSemaphore.Passage, waiter: FairSemaphore.Waiter)? {
        lock.withLock { result.take() }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let (isReady, endsThread) = lock.withLock {
            defer { self.endsThread = false }
            if !isOver { self.job = job }
            return (isOver, self.endsThread || runner == .current)
        }
        if isReady { run(job, endsThread: endsThread) }
    }

    private func run(_ job: UnownedJob, endsThread: Bool = false) {
        WorkerThreads.shared.run(urgency, endsThread: endsThread) { [self] in
            guard let place = TurnExecutor.place, !lock.withLock({ hasWaited }) else {
                return job.runSynchronously(on: asUnownedTaskExecutor())
            }
            lock.withLock { runner = .current }
            job.runSynchronously(on: place)
            lock.withLock { if runner == .current { runner = nil } }
        }
    }

    // On Apple platforms the kernel manages Swift's threads by priority, so the task must return to them.
    #if canImport(Darwin)
        private static let place: UnownedTaskExecutor? = nil
    #else
        /// The executor that the task sees: Swift's global one. So the task can stay on the library's thread after the access, instead of
        /// returning to one of Swift's threads at once; see ``WorkerThreads/keep(_:)``.
        #if DEBUG
            // A simulation replaces it.
            private static var place: UnownedTaskExecutor? { globalConcurrentExecutor.asUnownedTaskExecutor() }
        #else
            private static let place: UnownedTaskExecutor? = globalConcurrentExecutor.asUnownedTaskExecutor()
        #endif
    #endif
}
