#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    import FMDBTestSupportC
    import Foundation

    // SAFETY: its variables are used only by the thread that runs in the simulation, of which there is one at a time.
    /// A thread of a simulation, which runs on a real thread while it has its turn.
    final class SimulationThread: SimulatedThread, @unchecked Sendable {
        enum State {
            case ready, running, parked, ended
        }

        let world: SimulationWorld
        let owner: SimulationProcess
        let number: UInt
        let name: String
        var state = State.ready
        /// What the thread waits for, and the time at which it goes on regardless, in nanoseconds of the world's clock.
        fileprivate(set) var object: ObjectIdentifier?
        fileprivate(set) var point = SimulatedPoint.launch
        var end: Int64?
        fileprivate(set) var isTimedOut = false
        /// Which jobs of its process the thread counts among, if it runs a job of a task.
        var jobQueue: Int?
        private(set) var body: (() -> Void)?
        fileprivate var realThread: RealThread?
        /// Whether the thread must not run any more, because its process was killed or the simulation is over.
        var isAbandoned = false

        init(_ world: SimulationWorld, _ owner: SimulationProcess, _ name: String, _ body: @escaping () -> Void) {
            (self.world, self.owner, self.name, self.body) = (world, owner, name, body)
            number = world.takeNumber()
        }

        static var current: SimulationThread? { Simulated.thread as? SimulationThread }

        var process: any SimulatedProcess { owner }

        func step(_ point: SimulatedPoint) { world.step(self, point) }

        func park(on object: AnyObject, for point: SimulatedPoint, until end: ContinuousClock.Instant?) -> Bool {
            park(
                ObjectIdentifier(object), point,
                until: end.map { world.now + ContinuousClock.now.duration(to: $0).nanoseconds })
        }

        /// - Returns: false if the time has come.
        func park(_ object: ObjectIdentifier?, _ point: SimulatedPoint, until end: Int64?) -> Bool {
            if let end, end <= world.now { return false }
            (state, self.object, self.point, self.end, isTimedOut) = (.parked, object, point, end, false)
            world.park(self)
            return !isTimedOut
        }

        func wake(_ object: AnyObject) { world.wake(ObjectIdentifier(object)) }

        func launch(_ name: String, _ body: @escaping @Sendable () -> Void) {
            step(.launch)
            launchLater(name, body)
        }

        func newNumber() -> UInt { world.takeNumber() }

        var taskNumber: Int { SimulationExecutors.currentTask }

        func launchLater(_ name: String, _ body: @escaping @Sendable () -> Void) {
            world.start(SimulationThread(world, owner, name, body))
        }

        func nextRandom() -> UInt64 { world.numbers.next() }

        func refuse(_ reason: String) -> Never {
            world.fail(.refused, reason)
            leave()
        }

        /// Makes a parked thread ready.
        func becomeReady(isTimedOut: Bool) {
            (state, object, end, self.isTimedOut) = (.ready, nil, nil, isTimedOut)
        }

        // MARK: The real thread

        /// Gives the turn to this thread. The caller then waits for its own turn.
        func takeTurn() {
            state = .running
            if realThread == nil { realThread = RealThread.idle(for: self) }
            realThread?.turn.signal()
        }

        /// Waits for the turn of this thread, which is the current one.
        func awaitTurn() {
            realThread?.turn.wait()
            if isAbandoned { leave() }
        }

        /// Ends the real thread without returning to the frames below, whose process no longer exists.
        func leave() -> Never {
            fmdb_simulate(nil, 0)
            pthread_exit(nil)
        }

        fileprivate func run() {
            fmdb_simulate(world.clock, owner.number)
            Simulated.run(as: self) {
                body.take()?()
                realThread = nil
            }
            fmdb_simulate(nil, 0)
        }

        /// Lets an abandoned thread's real thread end.
        func abandon() {
            isAbandoned = true
            if state != .running { realThread?.turn.signal() }
            state = .ended
            // What a killed process has in its memory ends without any code of it, so the body is never released.
            if let body = body.take() { Unreleased.keep(body) }
        }
    }

    /// Keeps what a killed process has, for ever.
    final class Unreleased {
        private let content: Any
        private init(_ content: Any) { self.content = content }

        static func keep(_ content: Any) { _ = Unmanaged.passRetained(Unreleased(content)) }
    }

    // SAFETY: `thread` is written before the turn is signalled, and read after.
    /// A thread of the system, which runs the threads of simulations, one after another.
    private final class RealThread: @unchecked Sendable {
        let turn = DispatchSemaphore(value: 0)
        private var thread: SimulationThread?

        private static let pool = Locked<[RealThread]>([], isQuiet: true)

        static func idle(for thread: SimulationThread) -> RealThread {
            let realThread = pool.withLock { $0.popLast() } ?? RealThread()
            realThread.thread = thread
            return realThread
        }

        private init() {
            let system = Thread { [self] in
                while true {
                    turn.wait()
                    guard let thread = thread.take() else { continue }
                    if thread.isAbandoned { continue }
                    thread.run()
                    // Another simulated thread may need this one as soon as it has the turn.
                    RealThread.pool.withLock { $0.append(self) }
                    thread.world.end(thread)
                }
            }
            system.stackSize = 8 << 20
            system.start()
        }
    }

    extension Duration {
        var nanoseconds: Int64 {
            let (seconds, attoseconds) = components
            return seconds > 4_000_000_000 ? .max / 4 : seconds * 1_000_000_000 + attoseconds / 1_000_000_000
        }
    }
#endif
