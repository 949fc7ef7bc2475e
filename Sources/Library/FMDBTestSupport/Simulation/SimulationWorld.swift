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

        private var strands: [Strand] = []
        private var ready: [Strand] = []
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
            kernel.sleep = { Strand.current?.sleep(for: $0.nanoseconds) }
            if settings.diskFaultRarity > 0 {
                kernel.fault = { [unowned self] operation, process, _ in fault(at: operation, process) }
            }
            clock.initialize(
                to: fmdb_simulated_clock(
                    monotonic: 1_000_000_000_000, wall: 1_800_000_000_000_000_000,
                    sleep: { Strand.current?.sleep(for: $0) }, yield: { Strand.current?.yield() }))
        }

        deinit { clock.deallocate() }

        /// The time in nanoseconds.
        var now: Int64 { clock.pointee.monotonic }

        /// The names of the threads of all processes but one.
        func threadNames(exceptOf process: Int32) -> [String] {
            strands.filter { $0.owner.number != process }.map(\.name)
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

        /// Lets time pass, and another strand run if the schedule says so.
        func step(_ strand: Strand, _ point: SimulatedPoint) {
            if creations > 0 { return }
            trace.add(strand.number, point)
            pass(1_000)
            countStep()
            if isOver { strand.leave() }
            guard let choice = schedule.step(among: ready.count) else { return }
            switch choice {
            case .run(let index): hand(over: strand, to: ready.remove(at: index))
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

        private func hand(over strand: Strand, to next: Strand) {
            strand.state = .ready
            ready.append(strand)
            next.takeTurn()
            strand.awaitTurn()
        }

        /// Lets all other strands that are ready run first.
        func yield(_ strand: Strand) {
            step(strand, .yield)
            if let next = takeReady() { hand(over: strand, to: next) }
        }

        func park(_ strand: Strand) {
            trace.add(strand.number, strand.point, isParked: true)
            countStep()
            guard passTurn() else { strand.leave() }
            strand.awaitTurn()
        }

        func wake(_ object: ObjectIdentifier) {
            for strand in strands where strand.state == .parked && strand.object == object {
                strand.becomeReady(isTimedOut: false)
                ready.append(strand)
            }
        }

        func start(_ strand: Strand, at time: Int64? = nil) {
            strands.append(strand)
            if let time, time > now {
                (strand.state, strand.end) = (.parked, time)
            } else {
                ready.append(strand)
            }
        }

        func end(_ strand: Strand) {
            strand.state = .ended
            strands.removeAll { $0 === strand }
            trace.add(strand.number, .end)
            strand.owner.endJob(strand)
            countStep()
            _ = passTurn()
        }

        /// Lets the next strand run. If none is ready, time passes until one is.
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
                guard let earliest = strands.lazy.compactMap(\.end).min(), earliest <= closingTime ?? .max else {
                    finish()
                    break
                }
                pass(max(0, earliest - now))
            }
            return false
        }

        private func takeReady() -> Strand? {
            ready.isEmpty ? nil : ready.remove(at: schedule.pick(among: ready.count))
        }

        /// Advances the clock.
        func pass(_ nanoseconds: Int64) {
            clock.pointee.monotonic += nanoseconds
            let now = now
            for strand in strands {
                guard let end = strand.end, end <= now, strand.state == .parked else { continue }
                strand.becomeReady(isTimedOut: true)
                ready.append(strand)
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
            let current = Strand.current
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
        func run(_ first: Strand) {
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
                let waiting = strands.map { "\($0.name) (\($0.number)): \($0.point.rawValue)" }
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
            let current = Strand.current
            for strand in strands where strand !== current { strand.abandon() }
            strands = []
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

        /// Ends processes at once, as `SIGKILL` does. If the current strand is of one of them, this does not return.
        private func kill(_ processes: [SimulationProcess], _ afterwards: () -> Void = {}) {
            for process in processes { process.becomeDead() }
            let dead = strands.filter { !$0.owner.isAlive }
            strands.removeAll { !$0.owner.isAlive }
            ready.removeAll { !$0.owner.isAlive }
            let current = Strand.current
            for strand in dead where strand !== current { strand.abandon() }
            afterwards()
            runChecks()
            guard let current, !current.owner.isAlive else { return }
            current.isAbandoned = true
            _ = passTurn()
            current.leave()
        }
    }

    extension Strand {
        func yield() { world.yield(self) }
        func sleep(for nanoseconds: Int64) { _ = park(nil, .sleep, until: world.now + max(1, nanoseconds)) }
    }
#endif
