import FMDB
import Foundation

extension FMSimulation {
    /// A simulation while it runs. Use it only in the body of ``FMSimulation/run(_:)`` and in what the body starts.
    public struct Run: Sendable {
        #if DEBUG
            let world: SimulationWorld
        #endif

        /// Starts a process. A process that was killed can be started again under the same name: it gets another number, and the shared
        /// objects of the library are new.
        public func process(_ name: String) -> Process {
            #if DEBUG
                let process = world.makeProcess(name)
                process.canBeKilled = true
                return Process(process: process)
            #else
                fatalError(FMSimulation.Run.unavailable)
            #endif
        }

        /// Lets the time of day jump. `ContinuousClock` and sleeps do not notice it.
        public func moveDate(by time: Duration) {
            #if DEBUG
                world.clock.pointee.wall += time.nanoseconds
            #endif
        }

        /// Registers a check, which is called when all threads wait for time to pass, after each kill, and at the end. An error that it
        /// throws fails the simulation.
        public func check(_ name: String, _ body: @escaping @Sendable () throws -> Void) {
            #if DEBUG
                world.checks.append((name, body))
            #endif
        }

        static let unavailable = "a simulation needs a debug build on Linux"
    }

    /// A process of a simulation.
    public struct Process: Sendable {
        #if DEBUG
            let process: SimulationProcess
        #endif

        /// Whether the process has not been killed.
        public var isAlive: Bool {
            #if DEBUG
                process.isAlive
            #else
                false
            #endif
        }

        /// Runs a body in this process, and waits for it.
        ///
        /// - Throws: ``FMSimulation/Killed`` if the process is killed before the body has ended; the error of the body.
        public func run<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
            #if DEBUG
                try await process.run(body)
            #else
                fatalError(FMSimulation.Run.unavailable)
            #endif
        }

        /// Runs a body on a thread of this process.
        public func thread(_ name: String, _ body: @escaping @Sendable () -> Void) {
            #if DEBUG
                guard process.isAlive else { return }
                process.world.start(Strand(process.world, process, name, body))
            #endif
        }

        /// Ends the process at once, as `SIGKILL` does: its locks are dropped and its files closed, and none of its code runs any more.
        public func kill() {
            #if DEBUG
                process.world.kill(process)
            #endif
        }
    }
}

#if DEBUG && os(Linux) && compiler(>=6.3)
    extension FMSimulation {
        /// One simulation at a time: SQLite's default file system and the runtime's executors belong to the whole process.
        private static let turn = NSLock()

        func runSimulated<Value: Sendable>(_ body: @escaping @Sendable (Run) async throws -> Value) throws -> Value {
            guard Strand.current == nil else {
                throw Failure(kind: .refused, message: "a simulation cannot run in a simulation", step: 0, trace: [])
            }
            FMSimulation.turn.lock()
            SimulationVFS.install()
            defer {
                SimulationVFS.remove()
                FMSimulation.turn.unlock()
            }
            let first: SimulationSchedule
            if let schedule {
                guard let recorded = SimulationSchedule.parse(schedule) else {
                    throw Failure(kind: .refused, message: "this is not a schedule: \(schedule)", step: 0, trace: [])
                }
                first = SimulationSchedule(recorded: recorded)
            } else {
                first = SimulationSchedule(seed: seed, killRarity: settings.killRarity)
            }
            let outcome = runOnce(first, body)
            guard var failure = outcome.failure else { return try outcome.result.get() }
            failure.seed = seed
            throw failure
        }

        private func runOnce<Value: Sendable>(
            _ schedule: SimulationSchedule, _ body: @escaping @Sendable (Run) async throws -> Value
        ) -> (result: Result<Value, any Error>, failure: Failure?, schedule: SimulationSchedule) {
            SimulationExecutors.install
            let world = SimulationWorld(seed, schedule, settings)
            let process = world.makeProcess("test")
            let result = Locked<Result<Value, any Error>?>(nil)
            world.run(
                Strand(world, process, "test") {
                    Task {
                        let outcome: Result<Value, any Error>
                        do { outcome = .success(try await body(Run(world: world))) } catch { outcome = .failure(error) }
                        result.withLock { $0 = outcome }
                        world.bodyEnded()
                    }
                })
            SimulationExecutors.forgetTasks()
            state.withLock { $0 = State(trace: world.trace.text, hash: world.trace.hash, steps: world.steps) }
            let outcome = result.value ?? .failure(world.failure ?? Killed(name: "test"))
            return (outcome, world.failure, world.schedule)
        }
    }

    extension SimulationProcess {
        /// Runs a body as a task of this process. The caller belongs to another process.
        func run<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
            guard isAlive else { throw FMSimulation.Killed(name: name) }
            return try await withCheckedThrowingContinuation { continuation in
                let handler = onDeath { [name] in continuation.resume(throwing: FMSimulation.Killed(name: name)) }
                world.start(
                    Strand(world, self, "run") { [self] in
                        Task {
                            let outcome: Result<Value, any Error>
                            do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
                            guard deathHandlers.removeValue(forKey: handler) != nil else { return }
                            continuation.resume(with: outcome)
                        }
                    })
            }
        }
    }
#elseif DEBUG
    extension SimulationProcess {
        func run<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
            throw FMSimulation.Killed(name: name)
        }
    }
#endif
