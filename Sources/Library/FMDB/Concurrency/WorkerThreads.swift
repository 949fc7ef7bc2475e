import Dispatch
import Foundation

// SAFETY: `idle` and `keptTasks` are read and written under `lock` alone.
/// Threads on which the blocks of asynchronous calls run. They are neither Swift's, whose number is that of the
/// processors and which must not wait for a disk, nor Dispatch's, which may all be waiting for a turn themselves.
///
/// A block of a queue or pool gets its thread only when it has its connection. A copy, or a call of a backup, has one of its own.
final class WorkerThreads: @unchecked Sendable {
    static let shared = WorkerThreads()

    private let lock = NSLock()
    private var idle: [Worker] = []
    /// How many threads run the task of a call that is over.
    private var keptTasks = 0
    /// 1 if a task was refused since one yielded.
    private let isYieldWanted = AtomicWord(0)

    private init() {
        // The threads are not in a child process, but for the one that has called `fork`.
        Forks.hold(lock) { [self] in (idle, keptTasks) = ([], Worker.current?.task == nil ? 0 : 1) }
    }

    /// Runs a job on a thread that has nothing else to do.
    ///
    /// - Parameter endsThread: whether this thread is one of these and has nothing else to do once this call returns; see ``keeps(_:)``.
    func run(_ urgency: Urgency, endsThread: Bool = false, _ body: @escaping @Sendable () -> Void) {
        let job = Job(urgency: urgency, body: body)
        if Worker.current?.accepts(job, endsThread) == true { return }
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

    /// Runs a body, after which this thread has nothing else to do. If it is one of these, it takes the job that the body begins, so that
    /// no other thread wakes up.
    func handingOver(_ body: () -> Void) {
        guard let worker = Worker.current else { return body() }
        worker.isHandingOver = true
        body()
        worker.isHandingOver = false
    }

    /// Whether this thread is one of these and runs nothing but a task, which was kept. So a block of the task may run here at once,
    /// and when the task is suspended, the thread has nothing else to do.
    func keeps(_ task: Int) -> Bool { Worker.current?.recordCall(of: task) ?? false }

    /// Keeps a task whose call is over on this thread until it is suspended. So neither it nor its next call wakes a thread. Returns false
    /// if it cannot stay: the thread has another job, enough threads have kept one, or the task must yield.
    func keep(_ task: Int) -> Bool { Worker.current?.keep(task) ?? true }

    /// As many threads as there are processors: more would take these from Swift's threads.
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

    /// Whether a kept task must yield, because another one was refused. It resets the request.
    fileprivate func takeYieldRequest() -> Bool { isYieldWanted.exchange(expected: 1, for: 0) == 1 }

    fileprivate func release() { lock.withLock { keptTasks -= 1 } }

    fileprivate func add(_ worker: Worker) { lock.withLock { idle.append(worker) } }

    /// - Returns: false if the worker has just been given a job.
    fileprivate func remove(_ worker: Worker) -> Bool {
        lock.withLock {
            guard let index = idle.firstIndex(where: { $0 === worker }) else { return false }
            idle.remove(at: index)
            return true
        }
    }
}

// SAFETY: `job` is written by the thread that has taken the worker from the idle ones, and read after a change of `state`. The other
// variables are the thread's own.
private final class Worker: @unchecked Sendable {
    /// What the thread of a worker is doing.
    private enum State {
        /// It works, or looks for a job without sleeping.
        static let awake: UInt = 0
        static let asleep: UInt = 1
        static let given: UInt = 2
    }

    private let workers: WorkerThreads
    private let signal = DispatchSemaphore(value: 0)
    private let state = AtomicWord(State.awake)
    private var job: Job?
    /// The thread ends its job, and may take another one.
    var isHandingOver = false
    /// The number of the task that stays here after its call.
    private(set) var task: Int?
    /// How many tasks in a row have stayed and been suspended without a further call, as one that answers a request.
    private var idleStays = 0
    /// How many tasks were refused for that reason.
    private var refusals = 0
    /// How many calls in a row a task has made here.
    private var streak = (task: 0, calls: 0)

    init(_ job: Job, of workers: WorkerThreads) { (self.job, self.workers) = (job, workers) }

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

    /// On the worker's own thread. Returns false if the job must be done elsewhere.
    func accepts(_ next: Job, _ endsThread: Bool) -> Bool {
        guard isHandingOver || endsThread, job == nil else { return false }
        job = next
        return true
    }

    /// On the worker's own thread. Returns false if the task must continue elsewhere.
    func keep(_ task: Int) -> Bool {
        guard job == nil, !mustYield(task) else { return false }
        guard self.task == nil else { return self.task == task }
        guard isWorthwhile, workers.reserve() else { return false }
        self.task = task
        idleStays += 1
        return true
    }

    /// On the worker's own thread. Returns whether it keeps the task, which makes a further call.
    func recordCall(of task: Int) -> Bool {
        guard self.task == task else { return false }
        idleStays = 0
        return true
    }

    /// A task that stays without a further call occupies this thread: the next call of another task wakes another thread.
    private var isWorthwhile: Bool {
        guard idleStays >= 4 else { return true }
        // Tasks may behave otherwise by now.
        refusals += 1
        return refusals.isMultiple(of: 16)
    }

    /// Whether a task has been here long enough while another one was refused. A change costs about as much as five calls.
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

    /// Without a job for some seconds the thread ends.
    private func waitForJob() -> Bool {
        if !spins(), state.exchange(expected: State.awake, for: State.asleep) == State.awake,
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
    private func spins() -> Bool {
        guard Worker.spinTime > 0, Worker.isSpinning.exchange(expected: 0, for: 1) == 0 else { return false }
        defer { Worker.isSpinning.value = 0 }
        let end = DispatchTime.now().uptimeNanoseconds + Worker.spinTime
        repeat {
            if state.value == State.given { return true }
        } while DispatchTime.now().uptimeNanoseconds < end
        return false
    }

    /// Only one thread at a time does.
    private static let isSpinning = AtomicWord(0)
    /// In nanoseconds.
    private static let spinTime: UInt64 = processors > 1 ? 10_000 : 0

    static let processors = ProcessInfo.processInfo.activeProcessorCount

    /// Which worker this thread belongs to.
    private static let isOn = ThreadLocalPointer()
    static var current: Worker? { isOn.value.map { Unmanaged<Worker>.fromOpaque($0).takeUnretainedValue() } }
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
    /// A thread on which a client's blocks may run: with as large a stack as the main one has, 8 MB. On Apple platforms it would be 512 KB.
    static func named(_ name: String, _ body: @escaping @Sendable () -> Void) -> Thread {
        let thread = Thread(block: body)
        thread.name = name
        thread.stackSize = 8 << 20
        return thread
    }
}
