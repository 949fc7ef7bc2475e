#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    import FMDBTestSupportC
    import Foundation

    extension FMSimulation {
        /// One simulation at a time: SQLite's default file system and the runtime's executors belong to the whole process.
        private static let turn = NSLock()

        func runSimulated<Value: Sendable>(_ body: @escaping @Sendable (Run) async throws -> Value) throws -> Value {
            guard SimulationThread.current == nil else {
                throw Failure(.refused, "a simulation cannot run in a simulation")
            }
            if let obstacle = FMSimulation.obstacle { throw Failure(.refused, obstacle) }
            FMSimulation.turn.lock()
            SimulationVFS.install()
            defer {
                SimulationVFS.remove()
                FMSimulation.turn.unlock()
            }
            let first: SimulationSchedule
            if let schedule {
                guard let recorded = SimulationSchedule.parse(schedule) else {
                    throw Failure(.refused, "this is not a schedule: \(schedule)")
                }
                first = SimulationSchedule(recorded: recorded)
            } else {
                first = SimulationSchedule(seed: seed, settings)
            }
            var outcome = runOnce(first, body)
            defer { state.withLock { $0 = outcome.state } }
            guard case .failure(var failure) = outcome.result else { return try outcome.result.get() }
            if schedule == nil, failure.kind != .stuck, failure.kind != .refused {
                var shrinker = ScheduleShrinker(outcome.schedule.recorded)
                let end = ContinuousClock.now + FMSimulation.shrinkingTime
                for _ in 0..<settings.shrinkingRuns where ContinuousClock.now < end {
                    guard let shorter = shrinker.next() else { break }
                    let attempt = runOnce(SimulationSchedule(recorded: shorter), body)
                    guard case .failure(let again) = attempt.result, again.kind == failure.kind else { continue }
                    (failure, outcome) = (again, attempt)
                    shrinker.keep(attempt.schedule.recorded)
                }
                failure.schedule = SimulationSchedule.text(shrinker.shortest)
            }
            throw failure
        }

        /// Why this build cannot simulate; nil if it can.
        static let obstacle =
            fmdb_can_simulate() == 0
            ? "FMSimulation needs a build without a sanitizer, on Linux with glibc" : SimulationExecutors.obstacle

        /// How long shorter schedules are looked for.
        private static var shrinkingTime: Duration { .seconds(60) }

        private func runOnce<Value: Sendable>(
            _ schedule: SimulationSchedule, _ body: @escaping @Sendable (Run) async throws -> Value
        ) -> (result: Result<Value, Failure>, schedule: SimulationSchedule, state: State) {
            SimulationExecutors.install
            SimulationVFS.forgetRandomNumbers()
            let world = SimulationWorld(seed, schedule, settings)
            let process = world.makeProcess("test")
            let result = Locked<Value?>(nil, isQuiet: true)
            world.run(
                SimulationThread(world, process, "test") {
                    Task {
                        do {
                            let value = try await body(Run(control: world))
                            result.withLock { $0 = value }
                        } catch {
                            world.fail(.thrown, "\(error)", error)
                        }
                        world.bodyEnded()
                    }
                })
            SimulationExecutors.forgetTasks(mayGoOn: world.failure != nil)
            let state = State(trace: world.trace.text, hash: world.trace.hash, steps: world.steps)
            world.clear()
            if var failure = world.failure {
                failure.seed = seed
                failure.schedule = self.schedule
                return (.failure(failure), world.schedule, state)
            }
            guard let value = result.value else {
                return (.failure(Failure(.deadlock, "the body has not ended")), world.schedule, state)
            }
            return (.success(value), world.schedule, state)
        }
    }

    extension SimulationWorld: SimulationControl {
        func startProcess(_ name: String) -> any SimulatedProcessControl {
            let process = makeProcess(name)
            process.canBeKilled = true
            return process
        }

        func moveDate(by time: Duration) { clock.pointee.wall += time.nanoseconds }

        func addCheck(_ name: String, _ body: @escaping @Sendable () throws -> Void) { checks.append((name, body)) }

        func contents(of path: String) -> [UInt8]? { try? kernel.inode(at: path).bytes }

        func write(_ bytes: [UInt8], to path: String) throws {
            try perform(on: path) {
                let descriptor = try kernel.open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644, by: 0)
                defer { try? kernel.close(descriptor) }
                try bytes.withUnsafeBytes { try kernel.write(descriptor, $0, 0) }
                try kernel.descriptor(descriptor).inode.sync()
            }
        }

        func rename(_ path: String, to target: String) throws {
            try perform(on: path, target) { try kernel.rename(path, target) }
        }

        func remove(_ path: String) throws { try perform(on: path) { try kernel.unlink(path) } }
        func makeFolder(_ path: String) throws { try perform(on: path) { try kernel.makeFolder(path, 0o755) } }

        /// Does what another program does, and syncs the folders of the names that it changes.
        private func perform(on paths: String..., body: () throws -> Void) throws {
            SimulationThread.current?.step(.file)
            do {
                try body()
                for path in paths { try kernel.inode(at: (path as NSString).deletingLastPathComponent).sync() }
            } catch {
                throw POSIXError(POSIXErrorCode(rawValue: SystemFailure(error).number) ?? .EIO)
            }
        }
    }

    extension SimulationProcess: SimulatedProcessControl {
        /// Runs a body as a task of this process. The caller belongs to another process.
        func run(_ body: @escaping @Sendable () async -> Void) async throws {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                guard isAlive else { return continuation.resume(throwing: FMSimulation.Killed(name: name)) }
                let handler = onDeath { [name] in continuation.resume(throwing: FMSimulation.Killed(name: name)) }
                world.start(
                    SimulationThread(world, self, "run") { [self] in
                        Task {
                            await body()
                            if deathHandlers.removeValue(forKey: handler) != nil { continuation.resume() }
                        }
                    })
            }
        }

        func startThread(_ name: String, _ body: @escaping @Sendable () -> Void) {
            if isAlive { world.start(SimulationThread(world, self, name, body)) }
        }

        func kill() { world.kill(self) }
    }
#endif
