import Dispatch
import Foundation

// SAFETY: `idle` is read and written under `lock` alone.
/// Threads on which the blocks of asynchronous calls run. They are neither Swift's, whose number is that of the
/// processors and which must not wait for a disk, nor Dispatch's, which may all be waiting for a turn themselves.
///
/// A block of a queue or pool gets its thread only when it has its connection. A copy, or a call of a backup, has one of its own.
final class WorkerThreads: @unchecked Sendable {
    static let shared = WorkerThreads()

    private let lock = NSLock()
    private var idle: [Worker] = []

    private init() {
        // The threads are not in a child process.
        Forks.hold(lock) { [self] in idle = [] }
    }

    /// Runs a job on a thread that has nothing else to do.
    ///
    /// - Parameter urgency: that of whoever wants it done.
    func run(_ urgency: Urgency, _ body: @escaping @Sendable () -> Void) {
        let job = Job(urgency: urgency, body: body)
        if let worker = lock.withLock({ idle.popLast() }) {
            worker.give(job)
        } else {
            Worker(job, of: self).start()
        }
    }

    /// Runs work on such a thread until it ends. If the task is cancelled, the work's token stops.
    ///
    /// - Parameter verdict: what is thrown for an error of the work.
    func run<Value: Sendable>(
        _ body: @escaping @Sendable (CancellationToken) throws -> Value,
        verdict: @escaping @Sendable (any Error, CancellationToken) -> any Error
    ) async throws -> Value {
        let (token, urgency) = (CancellationToken(), Urgency.current)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                run(urgency) {
                    let outcome = Result { try body(token) }.mapError { verdict($0, token) }
                    token.finish()
                    continuation.resume(with: outcome)
                }
            }
        } onCancel: {
            token.stop(.cancelled)
        }
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
    private let workers: WorkerThreads
    private let signal = DispatchSemaphore(value: 0)
    private var job: Job?

    init(_ job: Job, of workers: WorkerThreads) {
        self.job = job
        self.workers = workers
    }

    func start() {
        Thread.named("FMDB") { [self] in run() }.start()
    }

    func give(_ job: Job) {
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
        next.run()
        return true
    }
}

/// What a thread is to do, and how urgent it is.
private struct Job: Sendable {
    let urgency: Urgency
    let body: @Sendable () -> Void

    func run() {
        urgency.adopt()
        pooled(body)
    }
}

/// How urgent the work of a thread is: on Apple platforms its quality of service, elsewhere nothing.
struct Urgency: Sendable {
    #if canImport(Darwin)
        private let quality: qos_class_t
    #endif

    /// That of this thread.
    static var current: Urgency {
        #if canImport(Darwin)
            let quality = qos_class_self()
            return Urgency(quality: quality == QOS_CLASS_UNSPECIFIED ? QOS_CLASS_DEFAULT : quality)
        #else
            Urgency()
        #endif
    }

    /// Makes this thread as urgent.
    func adopt() {
        #if canImport(Darwin)
            pthread_set_qos_class_self_np(quality, 0)
        #endif
    }

    /// Makes this thread as urgent, unless it is more urgent already.
    func raise() {
        #if canImport(Darwin)
            if quality.rawValue > qos_class_self().rawValue { adopt() }
        #endif
    }
}

extension Thread {
    /// A thread on which a client's blocks may run: with as large a stack as the main one has, 8 MB. On Apple platforms it
    /// would be 512 KB.
    static func named(_ name: String, _ body: @escaping @Sendable () -> Void) -> Thread {
        let thread = Thread(block: body)
        thread.name = name
        thread.stackSize = 8 << 20
        return thread
    }
}
