import Foundation

// SAFETY: the variables are read and written under `lock` alone.
/// Where a task goes on that waits for its turn at a semaphore: on a thread of the library, as soon as the wait is over.
///
/// It serves one access. So the task itself moves there and back, and nothing has to be woken in between.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
final class TurnExecutor: TaskExecutor, @unchecked Sendable {
    private let urgency = Urgency.current
    private let lock = NSLock()
    private var job: UnownedJob?
    private var isOver = false
    private var result: (passage: FairSemaphore.Passage, waiter: FairSemaphore.Waiter)?

    /// The wait is over.
    func begin(_ passage: FairSemaphore.Passage, _ waiter: FairSemaphore.Waiter) {
        let job = lock.withLock {
            (isOver, result) = (true, (passage, waiter))
            return self.job.take()
        }
        if let job { run(job) }
    }

    /// How the wait has ended; for the task, once. The waiter holds this object, so it is not kept.
    func takeResult() -> (passage: FairSemaphore.Passage, waiter: FairSemaphore.Waiter)? {
        lock.withLock { result.take() }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isReady = lock.withLock {
            if !isOver { self.job = job }
            return isOver
        }
        if isReady { run(job) }
    }

    private func run(_ job: UnownedJob) {
        WorkerThreads.shared.run(urgency) { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
