// Which executor a job goes to is an experimental interface of the Swift runtime, which began with Swift 6.3 and may change with the next
// version. On Apple platforms the runtime belongs to the system.
#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    @_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency
    import Dispatch
    import FMDB
    import Foundation

    /// The executors of the process, in place of the platform's: jobs of a simulation run on its threads, all others as before.
    struct SimulationExecutors: ExecutorFactory {
        static let mainExecutor: any MainExecutor = SimulationMainExecutor()
        static let defaultExecutor: any TaskExecutor = SimulationTaskExecutor()

        /// Replaces the platform's executors, once.
        static let install: Void = _createExecutors(factory: SimulationExecutors.self)

        /// The runtime's functions, which no header declares.
        private enum Name: String, CaseIterable {
            case runJob = "swift_job_run"
            case taskOfJob = "swift_task_getJobTaskId"
            case currentJob = "swift_task_getCurrent"

            var place: UnsafeMutableRawPointer? { dlsym(dlopen(nil, RTLD_NOW), rawValue) }
        }

        /// Why tasks cannot be simulated with this runtime; nil if they can.
        static var obstacle: String? {
            for name in Name.allCases where name.place == nil { return "the Swift runtime has no \(name.rawValue)" }
            let isTimed = PlatformExecutorFactory.defaultExecutor is any SchedulingExecutor
            return isTimed ? nil : "the Swift runtime's executor cannot wait for a time"
        }

        // SAFETY: the types are those of the runtime's functions.
        private static let runJob = function(
            .runJob, as: (@convention(c) (UnsafeRawPointer, UInt, UInt) -> Void).self)
        private static let taskOfJob = function(.taskOfJob, as: (@convention(c) (UnsafeRawPointer) -> UInt64).self)
        private static let currentJob = function(.currentJob, as: (@convention(c) () -> UnsafeRawPointer?).self)

        /// The number of the current task, or 0.
        static var currentTask: Int { currentJob().map { Int(truncatingIfNeeded: taskOfJob($0)) } ?? 0 }

        private static func function<Function>(_ name: Name, as type: Function.Type) -> Function {
            unsafeBitCast(name.place, to: type)
        }

        /// The process of each task of a simulation, by the task's number.
        private static let owners = Locked<[UInt64: SimulationProcess]>([:], isQuiet: true)

        /// The numbers of tasks of failed simulations, which may be resumed later and must not run.
        private static let lost = Locked<Set<UInt64>>([], isQuiet: true)

        /// - Parameter mayGoOn: whether a thread outside the simulation may resume tasks after its end.
        static func forgetTasks(mayGoOn: Bool) {
            let tasks = owners.withLock { owners in
                defer { owners = [:] }
                return owners.keys
            }
            if mayGoOn { lost.withLock { $0.formUnion(tasks) } }
        }

        /// Where a job runs.
        enum Place {
            case platform
            case thread(SimulationThread)
            /// Nowhere: its simulation has failed.
            case nowhere
        }

        /// Makes a thread of a simulation from a job that belongs to one.
        static func place(of job: UnownedJob, onMain: Bool) -> Place {
            let place = unsafeBitCast(job, to: UnsafeRawPointer.self)
            let (task, current) = (taskOfJob(place), SimulationThread.current)
            let owner: SimulationProcess? = owners.withLock { owners in
                // `Task.yield` enqueues a job that is not the task itself and has no number.
                if task == 0 { return current?.owner }
                if let owner = owners[task] { return owner }
                guard let current else { return nil }
                owners[task] = current.owner
                return current.owner
            }
            guard let owner else { return current == nil && lost.withLock { $0.contains(task) } ? .nowhere : .platform }
            guard current != nil else {
                owner.world.notice(.refused, "a thread that the simulation has not started has resumed a task of it")
                return .nowhere
            }
            let executor = onMain ? unsafeBitCast(MainActor.sharedUnownedExecutor, to: (UInt, UInt).self) : (0, 0)
            return .thread(SimulationThread(owner.world, owner, "task") { runJob(place, executor.0, executor.1) })
        }
    }

    // SAFETY: it has no state that changes.
    private final class SimulationTaskExecutor: TaskExecutor, SchedulingExecutor, @unchecked Sendable {
        private let platform = PlatformExecutorFactory.defaultExecutor

        /// A simulation has looked whether it is one.
        private var timed: (any SchedulingExecutor)? { platform as? any SchedulingExecutor }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            switch SimulationExecutors.place(of: job, onMain: false) {
            case .platform: platform.enqueue(ExecutorJob(job))
            case .thread(let thread): thread.owner.startJob(thread, onMain: false)
            case .nowhere: break
            }
        }

        func enqueue<C: Clock>(
            _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
        ) {
            let job = UnownedJob(job)
            switch SimulationExecutors.place(of: job, onMain: false) {
            case .platform: timed?.enqueue(ExecutorJob(job), at: instant, tolerance: tolerance, clock: clock)
            case .thread(let thread): start(thread, after: clock.now.duration(to: instant))
            case .nowhere: break
            }
        }

        func enqueue<C: Clock>(
            _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
        ) {
            let job = UnownedJob(job)
            switch SimulationExecutors.place(of: job, onMain: false) {
            case .platform: timed?.enqueue(ExecutorJob(job), after: delay, tolerance: tolerance, clock: clock)
            case .thread(let thread): start(thread, after: delay)
            case .nowhere: break
            }
        }

        private func start(_ thread: SimulationThread, after delay: any DurationProtocol) {
            let (world, owner) = (thread.world, thread.owner)
            let time = (delay as? Duration)?.nanoseconds ?? 0
            guard time > 0 else { return owner.startJob(thread, onMain: false) }
            world.start(
                SimulationThread(world, owner, "timer") { owner.startJob(thread, onMain: false) }, at: world.now + time)
        }
    }

    // SAFETY: it has no state that changes.
    private final class SimulationMainExecutor: MainExecutor, @unchecked Sendable {
        private let platform = PlatformExecutorFactory.mainExecutor

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            switch SimulationExecutors.place(of: job, onMain: true) {
            case .platform: platform.enqueue(ExecutorJob(job))
            case .thread(let thread): thread.owner.startJob(thread, onMain: true)
            case .nowhere: break
            }
        }

        func run() throws { try platform.run() }
        func stop() { platform.stop() }

        func checkIsolated() { if SimulationThread.current == nil { dispatchPrecondition(condition: .onQueue(.main)) } }
    }
#endif
