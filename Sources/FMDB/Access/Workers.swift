import Dispatch
import Foundation

// SAFETY: `idle` is read and written under `lock` alone.
/// Threads on which the blocks of asynchronous calls run. They are neither Swift's, whose number is that of the
/// processors and which must not wait for a disk, nor Dispatch's, which may all be waiting for a turn themselves.
///
/// A block gets its thread only when it has its connection, so there are never more threads than connections lent.
final class Workers: @unchecked Sendable {
    static let shared = Workers()

    private let lock = NSLock()
    private var idle: [Worker] = []
    /// The number of forks when a thread was last asked for: in a child process the idle ones are gone.
    private var forks: UInt = 0

    /// Runs a job on a thread that has nothing else to do.
    func run(_ job: @escaping @Sendable () -> Void) {
        if let worker = lock.withLock({ takeIdle() }) {
            worker.give(job)
        } else {
            Worker(job, of: self).start()
        }
    }

    private func takeIdle() -> Worker? {
        if forks != Forks.count.value {
            forks = Forks.count.value
            idle = []
        }
        return idle.popLast()
    }

    fileprivate func add(_ worker: Worker) {
        lock.withLock { idle.append(worker) }
    }

    /// - Returns: false if the worker has just been given a job.
    fileprivate func remove(_ worker: Worker) -> Bool {
        lock.withLock {
            guard let index = idle.firstIndex(where: { $0 === worker }) else { return false }
            idle.remove(at: index)
            return true
        }
    }
}

// SAFETY: `job` is written before the signal and read after it.
private final class Worker: @unchecked Sendable {
    private let workers: Workers
    private let signal = DispatchSemaphore(value: 0)
    private var job: (@Sendable () -> Void)?

    init(_ job: @escaping @Sendable () -> Void, of workers: Workers) {
        self.job = job
        self.workers = workers
    }

    func start() {
        let thread = Thread { [self] in run() }
        thread.name = "FMDB"
        thread.start()
    }

    func give(_ job: @escaping @Sendable () -> Void) {
        self.job = job
        signal.signal()
    }

    /// Without a job for some seconds the thread ends.
    private func run() {
        while doJob() {
            workers.add(self)
            guard signal.wait(timeout: .now() + 5) == .timedOut else { continue }
            if workers.remove(self) { return }
            // A job was given while the wait ran out; its signal is still to come.
            signal.wait()
        }
    }

    /// What a job holds is let go when it is done, not when the next one comes.
    private func doJob() -> Bool {
        guard let next = job else { return false }
        job = nil
        pooled(next)
        return true
    }
}
