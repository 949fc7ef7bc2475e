import Dispatch
import Foundation

// SAFETY: `idle` and `keptTasks` are read and written only under `lock`.
/// The threads on which the blocks of asynchronous calls run.
///
/// Swift's threads cannot be used: there is one per CPU, and they must not wait for a disk. Dispatch's threads may all be waiting for a
/// connection. A block of a queue or pool gets its thread only when it has its connection. A copy or a backup call has its own thread.
final class WorkerThreads: @unchecked Sendable {
    static var shared: WorkerThreads { PerProcess.object(real) { WorkerThreads() } }
    private static let real = WorkerThreads()

    private let lock = SystemLock()
    private var idle: [Worker] = []
    /// The number of threads that keep a task, which means that they go on running the task after its call has ended.
    private var keptTasks = 0
    /// 1 if a thread could not keep a task since a kept task last yielded.
    private let isYieldWanted = AtomicWord(0)
    /// 1 while a thread spins. Only one thread spins at a time.
    fileprivate let isSpinning = AtomicWord(0)

    private init() {
        // In a forked child, only the thread that called `fork` exists.
        Forks.hold(lock) { [self] in (idle, keptTasks) = ([], Worker.current?.task == nil ? 0 : 1) }
    }

    /// Runs a job on an idle worker thread, or on a new one.
    ///
    /// - Parameters:
    ///   - urgency: the urgency of the job.
    ///   - endsThread: whether the current thread has nothing else to do after this call. If it is a worker thread, it then takes the job;
    ///     see ``keeps(_:)``.
    ///   - body: the job.
    func run(_ urgency: Urgency, endsThread: Bool = false, _ body: @escaping @Sendable () -> Void) {
        let job = Job(urgency: urgency, body: body)
        if Worker.current?.accepts(job, endsThread) == true { return }
        if let worker = lock.withLock({ idle.popLast() }) {
            worker.give(job)
        } else {
            Worker(job, of: self).start()
        }
    }

    /// Runs a body on a worker thread and waits for its result. If the task is cancelled, the body's token is stopped.
    ///
    /// - Parameters:
    ///   - body: the body.
    ///   - verdict: returns the error to throw for an error of the body.
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
            SystemTask.cancelling { token.stop(.cancelled) }
        }
    }

    /// Runs a body after which this thread has nothing else to do. If this is a worker thread, it runs the job that the body starts itself,
    /// so no other thread has to be woken.
    func handingOver(_ body: () -> Void) {
        guard let worker = Worker.current else { return body() }
        worker.isHandingOver = true
        body()
        worker.isHandingOver = false
    }

    /// Returns whether this worker thread keeps the given task. If so, it runs nothing else: a block of the task may run here at once, and
    /// the thread is free when the task suspends.
    func keeps(_ task: Int) -> Bool { Worker.current?.recordCall(of: task) ?? false }

    /// Keeps a task on this thread after its call, until the task suspends. So neither continuing the task nor its next call has to wake a
    /// thread.
    ///
    /// - Returns: false if the task cannot stay: the thread has another job, enough threads keep tasks, or the task must yield.
    func keep(_ task: Int) -> Bool { Worker.current?.keep(task) ?? true }

    /// Counts a kept task. Returns false if there are already as many as CPUs, because more would take CPU time from Swift's threads.
    fileprivate func reserve() -> Bool {
        lock.withLock {
            guard keptTasks < Worker.processors else {
                isYieldWanted.value = 1
                return false
            }
            keptTasks += 1
            return true
        }
    }

    /// Returns and clears whether a kept task must yield because another task was refused.
    fileprivate func takeYieldRequest() -> Bool { isYieldWanted.exchange(expected: 1, for: 0) == 1 }

    fileprivate func release() { lock.withLock { keptTasks -= 1 } }

    fileprivate func add(_ worker: Worker) { lock.withLock { idle.append(worker) } }

    /// Removes a worker from the idle ones.
    ///
    /// - Returns: false if the worker has just been given a job.
    fileprivate func remove(_ worker: Worker) -> Bool {
        lock.withLock {
            guard let index = idle.firstIndex(where: { $0 === worker }) else { return false }
            idle.remove(at: index)
            return true
        }
    }
}

// SAFETY: `job` is written by the thread that has taken the worker from the idle ones, and read after a change of `state`. Only the
// worker's own thread uses the other variables.
private final class Worker: @unchecked Sendable {
    /// The states of a worker's thread.
    private enum State {
        /// The thread runs a job, or spins for the next one.
        static let awake: UInt = 0
        static let asleep: UInt = 1
        static let given: UInt = 2
    }

    private let workers: WorkerThreads
    private let signal = SystemSemaphore(value: 0)
    private let state = AtomicWord(State.awake)
    private var job: Job?
    /// Whether the thread is about to end its job and can take another one.
    var isHandingOver = false
    /// The number of the task that is kept here, or nil.
    private(set) var task: Int?
    /// The number of tasks kept in succession that made no further call. A task that answers one request is an example.
    private var idleStays = 0
    /// The number of tasks that were not kept because of `idleStays`.
    private var refusals = 0
    /// The number of consecutive calls that the same task has made here.
    private var streak = (task: 0, calls: 0)

    init(_ job: Job, of workers: WorkerThreads) { (self.job, self.workers) = (job, workers) }

    func start() {
        SystemThread.start("FMDB") { [self] in
            Worker.isOn.set(Unmanaged.passUnretained(self).toOpaque())
            run()
            Worker.isOn.set(nil)
        }
    }

    func give(_ job: Job) {
        self.job = job
        guard state.exchange(expected: State.awake, for: State.given) != State.awake else { return }
        state.value = State.given
        signal.signal()
    }

    /// Takes a job if the thread has nothing else to do. Returns false if the job must run elsewhere. Call it on the worker's own thread.
    func accepts(_ next: Job, _ endsThread: Bool) -> Bool {
        guard isHandingOver || endsThread, job == nil else { return false }
        job = next
        return true
    }

    /// Keeps a task. Returns false if the task must continue elsewhere. Call it on the worker's own thread.
    func keep(_ task: Int) -> Bool {
        guard job == nil, !mustYield(task) else { return false }
        guard self.task == nil else { return self.task == task }
        guard isWorthwhile, workers.reserve() else { return false }
        self.task = task
        idleStays += 1
        return true
    }

    /// Records another call of a task. Returns whether this worker keeps the task. Call it on the worker's own thread.
    func recordCall(of task: Int) -> Bool {
        guard self.task == task else { return false }
        idleStays = 0
        return true
    }

    /// Whether keeping a task is worthwhile. A kept task that makes no further call only occupies this thread, and the calls of other tasks
    /// have to wake other threads.
    private var isWorthwhile: Bool {
        guard idleStays >= 4 else { return true }
        // Every 16th task is kept nevertheless, because the next tasks may make further calls.
        refusals += 1
        return refusals.isMultiple(of: 16)
    }

    /// Returns whether a task must yield, because it has made 128 calls here and another task could not be kept. A switch costs about as
    /// much as five calls.
    private func mustYield(_ task: Int) -> Bool {
        streak = (task, streak.task == task ? streak.calls + 1 : 0)
        guard streak.calls >= 128, workers.takeYieldRequest() else { return false }
        streak.calls = 0
        return true
    }

    private func run() {
        repeat {
            while let next = job.take() {
                next.run()
                guard task != nil else { continue }
                task = nil
                workers.release()
            }
            workers.add(self)
        } while waitForJob()
    }

    /// Waits for a job. Returns false after five seconds without a job, so that the thread ends.
    private func waitForJob() -> Bool {
        if !spins(), state.exchange(expected: State.awake, for: State.asleep) == State.awake,
            !signal.wait(until: .now + .seconds(5))
        {
            if workers.remove(self) { return false }
            // A job was given at the moment when the wait timed out. Its signal is about to come.
            signal.wait()
        }
        state.value = State.awake
        return true
    }

    /// Spins for up to 10 µs until a job is given, and returns whether one was. Sleeping and waking take longer than most accesses.
    ///
    /// It does not yield the CPU: on a busy machine, each yield would cost milliseconds.
    private func spins() -> Bool {
        guard Worker.spinTime > 0, workers.isSpinning.exchange(expected: 0, for: 1) == 0 else { return false }
        defer { workers.isSpinning.value = 0 }
        let end = DispatchTime.now().uptimeNanoseconds + Worker.spinTime
        repeat {
            if state.value == State.given { return true }
        } while DispatchTime.now().uptimeNanoseconds < end
        return false
    }

    /// The maximum spin time in nanoseconds. 0 on a single CPU.
    private static var spinTime: UInt64 { processors > 1 ? 10_000 : 0 }

    static var processors: Int {
        #if DEBUG
            if let process = Simulated.process { return process.processors }
        #endif
        return realProcessors
    }
    private static let realProcessors = ProcessInfo.processInfo.activeProcessorCount

    /// The worker of the current thread.
    private static let isOn = ThreadLocalPointer()
    static var current: Worker? { isOn.value.map { Unmanaged<Worker>.fromOpaque($0).takeUnretainedValue() } }
}

/// A body to run, and its urgency.
private struct Job: Sendable {
    let urgency: Urgency
    let body: @Sendable () -> Void

    func run() {
        urgency.adopt()
        pooled(body)
    }
}

/// The urgency of a thread's work: the quality of service on Apple platforms, nothing elsewhere.
struct Urgency: Sendable {
    #if canImport(Darwin)
        private let quality: qos_class_t
    #endif

    /// The urgency of the current thread.
    static var current: Urgency {
        #if canImport(Darwin)
            let quality = qos_class_self()
            return Urgency(quality: quality == QOS_CLASS_UNSPECIFIED ? QOS_CLASS_DEFAULT : quality)
        #else
            Urgency()
        #endif
    }

    func adopt() {
        #if canImport(Darwin)
            pthread_set_qos_class_self_np(quality, 0)
        #endif
    }

    /// Raises the current thread to this urgency, unless it is already more urgent.
    func raise() {
        #if canImport(Darwin)
            if quality.rawValue > qos_class_self().rawValue { adopt() }
        #endif
    }
}
