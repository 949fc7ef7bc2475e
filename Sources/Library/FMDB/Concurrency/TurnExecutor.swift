import Foundation

// SAFETY: the variables are read and written under `lock` alone.
/// Resumes a task that waits at a semaphore, on a thread of the library, as soon as the wait is over.
///
/// It serves one access. So the task itself moves there, and nothing has to be woken in between.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
final class TurnExecutor: TaskExecutor, @unchecked Sendable {
    private let urgency = Urgency.current
    private let lock = NSLock()
    private var job: UnownedJob?
    private var isOver = false
    /// Until the task has moved here, its thread has nothing else to do.
    private var endsThread: Bool
    /// The thread that runs nothing but the task. Swift has the task come here a second time, before the access.
    private var runner: ThreadIdentity?
    /// Then others probably wait, too, and need this thread: the task goes back to one of Swift's.
    private var hasWaited = false
    private var result: (passage: FairSemaphore.Passage, waiter: FairSemaphore.Waiter)?

    /// - Parameter endsThread: whether ``WorkerThreads/keeps(_:)`` says so of the task.
    init(endsThread: Bool) { self.endsThread = endsThread }

    func begin(_ passage: FairSemaphore.Passage, _ waiter: FairSemaphore.Waiter) {
        let job = lock.withLock {
            (isOver, result, hasWaited) = (true, (passage, waiter), waiter.hasWaited)
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

    // On Apple platforms the threads of Swift are the kernel's, which knows what is urgent.
    #if canImport(Darwin)
        private static let place: UnownedTaskExecutor? = nil
    #else
        /// The executor that the task sees: that of Swift's threads. So it can stay after the access, where it would otherwise go back to
        /// such a thread at once; see ``WorkerThreads/keep(_:)``.
        private static let place: UnownedTaskExecutor? = globalConcurrentExecutor.asUnownedTaskExecutor()
    #endif
}
