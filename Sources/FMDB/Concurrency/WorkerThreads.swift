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
        if Worker.current?.goesOn(with: job) == true { return }
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

    /// Runs a body, after which this thread has nothing else to do. If it is one of these, it goes on with the job that the body
    /// begins, so that no other thread has to be woken.
    func handingOver(_ body: () -> Void) {
        guard let worker = Worker.current else { return body() }
        worker.isHandingOver = true
        body()
        worker.isHandingOver = false
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

// SAFETY: `job` is written by whoever has taken the worker from the list of the idle ones, and read after `state` has told of
// it; the other variables are the thread's own.
private final class Worker: @unchecked Sendable {
    /// What the thread of a worker is doing.
    private enum State {
        /// It works, or looks for a job without sleeping.
        static let awake: UInt = 0
        static let asleep: UInt = 1
        /// It was given a job.
        static let given: UInt = 2
    }

    private let workers: WorkerThreads
    private let signal = DispatchSemaphore(value: 0)
    private let state = AtomicWord(State.awake)
    private var job: Job?
    /// The thread ends its job, and may go on with another one.
    var isHandingOver = false

    init(_ job: Job, of workers: WorkerThreads) {
        self.job = job
        self.workers = workers
    }

    func start() {
        Thread.named("FMDB") { [self] in
            Worker.isOn.set(Unmanaged.passUnretained(self).toOpaque())
            run()
            Worker.isOn.set(nil)
        }.start()
    }

    func give(_ job: Job) {
        self.job = job
        guard state.exchange(expected: State.awake, for: State.given) != State.awake else { return }
        state.value = State.given
        signal.signal()
    }

    /// On the worker's own thread.
    ///
    /// - Returns: false if the job must be done elsewhere.
    func goesOn(with next: Job) -> Bool {
        guard isHandingOver, job == nil else { return false }
        job = next
        return true
    }

    private func run() {
        repeat {
            while let next = job.take() { next.run() }
            workers.add(self)
        } while waitsForJob()
    }

    /// Without a job for some seconds the thread ends.
    private func waitsForJob() -> Bool {
        if !watches(), state.exchange(expected: State.awake, for: State.asleep) == State.awake,
            signal.wait(timeout: .now() + 5) == .timedOut
        {
            if workers.remove(self) { return false }
            // A job was given while the wait ran out; its signal is still to come.
            signal.wait()
        }
        state.value = State.awake
        return true
    }

    /// Looks for a job for some microseconds: to sleep and to be woken takes longer than most accesses.
    ///
    /// Other programs do not get the processor meanwhile: on a busy machine each time would cost milliseconds.
    private func watches() -> Bool {
        guard Worker.patience > 0, Worker.isWatched.exchange(expected: 0, for: 1) == 0 else { return false }
        defer { Worker.isWatched.value = 0 }
        let end = DispatchTime.now().uptimeNanoseconds + Worker.patience
        repeat {
            if state.value == State.given { return true }
        } while DispatchTime.now().uptimeNanoseconds < end
        return false
    }

    /// Only one thread at a time does.
    private static let isWatched = AtomicWord(0)
    /// In nanoseconds.
    private static let patience: UInt64 = ProcessInfo.processInfo.activeProcessorCount > 1 ? 10_000 : 0

    /// Which worker this thread belongs to.
    private static let isOn = ThreadLocalPointer()
    static var current: Worker? {
        isOn.value.map { Unmanaged<Worker>.fromOpaque($0).takeUnretainedValue() }
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
