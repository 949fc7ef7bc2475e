#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    import FMDBTestSupport
    import Foundation
    import Testing

    extension SimulationTests {
        /// Tasks, sleeps and actors follow the seed.
        @Suite(.serialized) struct TaskTests {
            private actor Log {
                private(set) var text = ""
                func add(_ word: String) async {
                    text += word
                    await Task.yield()
                    text += " "
                }
            }

            private nonisolated static func expectMain() { MainActor.assumeIsolated {} }

            @MainActor private static func onMain(_ log: Log, _ word: String) async {
                expectMain()
                await log.add(word)
            }

            /// Uses each way by which a task is started, waits or is resumed.
            private static func everyKindOfTask() async -> String {
                let log = Log()
                let started = (0..<3).map { number in Task { await log.add("t\(number)") } }
                let detached = (0..<3).map { number in Task.detached { await log.add("d\(number)") } }
                await withTaskGroup(of: Void.self) { group in
                    for number in 0..<4 {
                        group.addTask {
                            try? await Task.sleep(for: .milliseconds(10 * (4 - number)))
                            await log.add("s\(number)")
                        }
                    }
                }
                async let first: Void = log.add("a")
                async let second: Void = onMain(log, "m")
                _ = await (first, second)
                let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
                let producer = Task {
                    for number in 0..<3 {
                        continuation.yield(number)
                        await Task.yield()
                    }
                    continuation.finish()
                }
                for await number in stream { await log.add("n\(number)") }
                let cancelled = Task { try await Task.sleep(for: .seconds(3_600)) }
                cancelled.cancel()
                _ = await cancelled.result
                for task in started + detached + [producer] { await task.value }
                try? await Task.sleep(nanoseconds: 1_000_000)
                return await log.text
            }

            private static func outcome(_ seed: UInt64) throws -> (text: String, trace: String, hash: UInt64) {
                var settings = FMSimulation.Settings()
                settings.keepsTrace = true
                let simulation = FMSimulation(seed: seed, settings: settings)
                let text = try simulation.run { _ in await everyKindOfTask() }
                return (text, simulation.trace, simulation.traceHash)
            }

            @Test func theSameSeedRepeatsTheRun() throws {
                for seed in FMSimulation.seeds(100, from: 1) {
                    let (first, second) = (try Self.outcome(seed), try Self.outcome(seed))
                    #expect(first == second, "seed \(seed)")
                }
            }

            @Test func seedsDiffer() throws {
                let outcomes = try FMSimulation.seeds(100, from: 1).map { try Self.outcome($0) }
                #expect(Set(outcomes.map(\.hash)).count > 50)
                #expect(Set(outcomes.map { String($0.text.sorted()) }).count == 1, "each run does the same")
            }

            private static func block() {
                Thread.sleep(forTimeInterval: 10)
                usleep(1_000_000)
            }

            @Test func timePassesOnlyInTheSimulation() throws {
                let start = ContinuousClock.now
                let (slept, date) = try FMSimulation(seed: 1).run { run in
                    let (start, day) = (ContinuousClock.now, Date())
                    try await Task.sleep(for: .seconds(86_390))
                    let (suspending, dispatch) = (SuspendingClock.now, DispatchTime.now())
                    try await Task.sleep(for: .seconds(10), clock: .suspending)
                    #expect((10...11).contains((SuspendingClock.now - suspending) / .seconds(1)))
                    #expect(dispatch + .seconds(10) <= .now() && .now() < dispatch + .seconds(11))
                    Self.block()
                    let slept = ContinuousClock.now - start
                    run.moveDate(by: .seconds(3_600))
                    return (slept, Date().timeIntervalSince(day))
                }
                #expect((86_411...86_412).contains(slept / .seconds(1)))
                #expect((90_011...90_012).contains(date))
                #expect(ContinuousClock.now - start < .seconds(60))
            }

            @Test func aDeadlockIsNamed() throws {
                let failure = #expect(throws: FMSimulation.Failure.self) {
                    try FMSimulation(seed: 1).run { _ in
                        let stream = AsyncStream<Int> { _ in }
                        for await _ in stream {}
                    }
                }
                #expect(failure?.kind == .deadlock)
            }

            @Test func aKilledProcessRunsNoMore() throws {
                for seed in FMSimulation.seeds(20, from: 1) {
                    let count = try FMSimulation(seed: seed).run { run in
                        let process = run.process("shop")
                        let counter = Locked(0)
                        let task = Task {
                            try await process.run {
                                while true {
                                    counter.withLock { $0 += 1 }
                                    await Task.yield()
                                }
                            }
                        }
                        while counter.value < 10 { await Task.yield() }
                        process.kill()
                        let count = counter.value
                        await #expect(throws: FMSimulation.Killed.self) { try await task.value }
                        await #expect(throws: FMSimulation.Killed.self) { try await process.run {} }
                        return counter.value - count
                    }
                    #expect(count == 0)
                }
            }
        }
    }
#endif
