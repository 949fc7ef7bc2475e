#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    import FMDBTestSupportC
    import Foundation

    // SAFETY: its variables are used only by the thread that runs in the simulation, of which there is one at a time. `over` and
    // `outcome` are used by the caller of `run`, which waits until the simulation is over.
    /// The threads of a simulation and their clock. It decides at each step which of them runs.
    final class SimulationWorld: @unchecked Sendable {
        let clock = UnsafeMutablePointer<fmdb_simulated_clock>.allocate(capacity: 1)
        var schedule: SimulationSchedule
        /// The random numbers that the program draws.
        var numbers: SeededNumbers
        /// The random numbers that choose failures.
        var faults: SeededNumbers
        let settings: FMSimulation.Settings
        let kernel: SimulatedKernel
        private(set) var trace: SimulationTrace
        private(set) var steps = 0
        private(set) var failure: FMSimulation.Failure?
        private(set) var processes: [SimulationProcess] = []
        /// Called when all threads wait, before time passes, and after each kill.
        var checks: [(name: String, body: @Sendable () throws -> Void)] = []

        private var threads: [SimulationThread] = []
        private var ready: [SimulationThread] = []
        private var lastNumber: UInt = 0
        private var lastProcess: Int32 = 0
        /// The time after which the threads that are left at the end of the body are ended.
        private var closingTime: Int64?
        private let over = DispatchSemaphore(value: 0)
        private var isOver = false
        /// How many objects of processes are being created, which takes no step: a real process creates each of them once.
        var creations = 0
        /// A failure that a thread outside the simulation has noticed. The thread that has the turn takes it up.
        private let noticed = Locked<(kind: FMSimulation.Failure.Kind, message: String)?>(nil, isQuiet: true)

        init(_ seed: UInt64, _ schedule: SimulationSchedule, _ settings: FMSimulation.Settings) {
            (self.schedule, self.settings) = (schedule, settings)
            numbers = SeededNumbers(Int(truncatingIfNeeded: seed &* 3 &+ 1))
            faults = SeededNumbers(Int(truncatingIfNeeded: seed &* 3 &+ 2))
            trace = SimulationTrace(keepsText: settings.keepsTrace)
            let clock = clock
            kernel = SimulatedKernel(now: { Duration.nanoseconds(clock.pointee.monotonic + clock.pointee.wall) })
            kernel.sleep = { SimulationThread.current?.sleep(for: $0.nanoseconds) }
            if settings.diskFaultRarity > 0 {
                kernel.fault = { [unowned self] operation, process, _ in fault(at: operation, process) }
            }
            clock.initialize(
                to: fmdb_simulated_clock(
                    monotonic: 1_000_000_000_000, wall: 1_800_000_000_000_000_000,
                    sleep: { SimulationThread.current?.sleep(for: $0) }, yield: { SimulationThread.current?.yield() }))
        }

        deinit { clock.deallocate() }

        /// The time in nanoseconds.
        var now: Int64 { clock.pointee.monotonic }

        /// The names of the threads of all processes but one.
        func threadNames(exceptOf process: Int32) -> [String] {
            threads.filter { $0.owner.number != process }.map(\.name)
        }

        func takeNumber() -> UInt {
            lastNumber += 1
            return lastNumber
        }

        func makeProcess(_ name: String) -> SimulationProcess {
            lastProcess += 1
            let process = SimulationProcess(self, name, number: lastProcess)
            processes.append(process)
            return process
        }

        // MARK: Steps

        /// Lets time pass, and another thread run if the schedule says so.
        func step(_ thread: SimulationThread, _ point: SimulatedPoint) {
            if creations > 0 { return }
            trace.add(thread.number, point)
            pass(1_000)
            countStep()
            if isOver { thread.leave() }
            guard let choice = schedule.step(among: ready.count) else { return }
            switch choice {
            case .run(let index): hand(over: thread, to: ready.remove(at: index))
            case .kill: killOne()
            case .cutPower: if processes.contains(where: \.isMortal) { cutPower(nil) }
            }
        }

        private func countStep() {
            steps += 1
            if steps >= settings.longestRun { fail(.livelock, "it has not ended after \(steps) steps") }
            if steps % 64 == 0 { takeUpNotice() }
        }

        private func takeUpNotice() { if let (kind, message) = noticed.value { fail(kind, message) } }

        private func hand(over thread: SimulationThread, to next: SimulationThread) {
            thread.state = .ready
            ready.append(thread)
            next.takeTurn()
            thread.awaitTurn()
        }

        /// Lets all other threads that are ready run first.
        func yield(_ thread: SimulationThread) {
            step(thread, .yield)
            if let next = takeReady() { hand(over: thread, to: next) }
        }

        func park(_ thread: SimulationThread) {
            trace.add(thread.number, thread.point, isParked: true)
            countStep()
            guard passTurn() else { thread.leave() }
            thread.awaitTurn()
        }

        func wake(_ object: ObjectIdentifier) {
            for thread in threads where thread.state == .parked && thread.object == object {
                thread.becomeReady(isTimedOut: false)
                ready.append(thread)
            }
        }

        func start(_ thread: SimulationThread, at time: Int64? = nil) {
            threads.append(thread)
            if let time, time > now {
                (thread.state, thread.end) = (.parked, time)
            } else {
                ready.append(thread)
            }
        }

        func end(_ thread: SimulationThread) {
            thread.state = .ended
            threads.removeAll { $0 === thread }
            trace.add(thread.number, .end)
            thread.owner.endJob(thread)
            countStep()
            _ = passTurn()
        }

        /// Lets the next thread run. If none is ready, time passes until one is.
        ///
        /// - Returns: false if the simulation is over.
        private func passTurn() -> Bool {
            takeUpNotice()
            if ready.isEmpty { runChecks() }
            while !isOver {
                if let next = takeReady() {
                    next.takeTurn()
                    return true
                }
                guard let earliest = threads.lazy.compactMap(\.end).min(), earliest <= closingTime ?? .max else {
                    finish()
                    break
                }
                pass(max(0, earliest - now))
            }
            return false
        }

        private func takeReady() -> SimulationThread? {
            ready.isEmpty ? nil : ready.remove(at: schedule.pick(among: ready.count))
        }

        /// Advances the clock.
        func pass(_ nanoseconds: Int64) {
            clock.pointee.monotonic += nanoseconds
            let now = now
            for thread in threads {
                guard let end = thread.end, end <= now, thread.state == .parked else { continue }
                thread.becomeReady(isTimedOut: true)
                ready.append(thread)
            }
        }

        // MARK: Failures

        private func fault(at operation: FMTestDisk.Operation, _ process: Int32) -> SimulatedFault? {
            guard processes.contains(where: { $0.number == process && $0.isMortal }),
                Int.random(in: 0..<settings.diskFaultRarity, using: &faults) == 0
            else { return nil }
            switch operation {
            case .write, .truncate, .open: return faults.pick([.fullDisk, .ioError, .slow(.milliseconds(200))])
            case .read, .sync, .delete: return faults.pick([.ioError, .slow(.milliseconds(200))])
            default: return nil
            }
        }

        private func runChecks() {
            guard !isOver, !checks.isEmpty else { return }
            let current = SimulationThread.current
            fmdb_simulate(clock, current?.owner.number ?? 0)
            Simulated.outside {
                for check in checks {
                    do { try check.body() } catch { fail(.check, "\(check.name): \(error)", error) }
                }
            }
            if current == nil { fmdb_simulate(nil, 0) }
        }

        // MARK: The end

        /// Runs the simulation. The calling thread waits for its end.
        func run(_ first: SimulationThread) {
            start(first)
            ready.removeFirst().takeTurn()
            var seen = 0
            while !over.wait(until: .now + settings.longestWait) {
                // SAFETY: the number is read while another thread may write it; a wrong number is corrected in the next round.
                let count = steps
                defer { seen = count }
                guard count == seen else { continue }
                notice(.stuck, "a thread has waited outside the simulation since step \(count)")
                // A thread that was only slow takes it up. One that waits does nothing more.
                if over.wait(until: .now + .seconds(2)) { return }
                takeUpNotice()
            }
        }

        /// Ends the simulation at its next step. Any thread may call it.
        func notice(_ kind: FMSimulation.Failure.Kind, _ message: String) {
            noticed.withLock { $0 = $0 ?? (kind, message) }
        }

        /// Gives back what the run has used. Threads that were ended keep this object for ever.
        func clear() {
            kernel.killAll()
            kernel.clear()
            checks = []
            trace = SimulationTrace(keepsText: false)
        }

        /// Begins the end: what the body has left running gets some more time.
        func bodyEnded() { closingTime = now + 60_000_000_000 }

        private func finish() {
            if closingTime == nil {
                let waiting = threads.map { "\($0.name) (\($0.number)): \($0.point.rawValue)" }
                fail(
                    .deadlock,
                    "all threads wait for each other, or for a thread outside the simulation: \(waiting.joined(separator: ", "))"
                )
            }
            stop()
        }

        /// Records the first failure and ends the simulation.
        func fail(_ kind: FMSimulation.Failure.Kind, _ message: String, _ underlying: (any Error)? = nil) {
            guard !isOver else { return }
            failure = FMSimulation.Failure(kind, message, step: steps, trace: trace.last, underlying: underlying)
            stop()
        }

        private func stop() {
            guard !isOver else { return }
            isOver = true
            let current = SimulationThread.current
            for thread in threads where thread !== current { thread.abandon() }
            threads = []
            ready = []
            over.signal()
        }

        // MARK: Killed processes

        private func killOne() {
            let living = processes.filter(\.isMortal)
            if !living.isEmpty { kill([faults.pick(living)]) }
        }

        func cutPower(_ damage: FMTestDisk.Damage?) {
            kill(processes.filter(\.isMortal)) { [self] in
                kernel.cutPower(damage ?? faults.pick(FMTestDisk.Damage.all(seed: faults.next())))
                for process in processes where process.isAlive { process.renewFiles() }
            }
        }

        func kill(_ process: SimulationProcess) { if process.isAlive { kill([process]) } }

        /// Ends processes at once, as `SIGKILL` does. If the current thread is of one of them, this does not return.
        private func kill(_ processes: [SimulationProcess], _ afterwards: () -> Void = {}) {
            for process in processes { process.becomeDead() }
            let dead = threads.filter { !$0.owner.isAlive }
            threads.removeAll { !$0.owner.isAlive }
            ready.removeAll { !$0.owner.isAlive }
            let current = SimulationThread.current
            for thread in dead where thread !== current { thread.abandon() }
            afterwards()
            runChecks()
            guard let current, !current.owner.isAlive else { return }
            current.isAbandoned = true
            _ = passTurn()
            current.leave()
        }
    }

    extension SimulationThread {
        func yield() { world.yield(self) }
        func sleep(for nanoseconds: Int64) { _ = park(nil, .sleep, until: world.now + max(1, nanoseconds)) }
    }
#endif
