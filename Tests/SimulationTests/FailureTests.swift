#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    import FMDBTestSupport
    import Foundation
    import Testing

    extension SimulationTests {
        /// A failure names its seed, and a schedule that repeats it.
        @Suite(.serialized) struct FailureTests {
            private struct LostUpdate: Error {}

            /// Two threads each add 1 without a lock between reading and writing.
            @Sendable private static func loseAnUpdate(_ run: FMSimulation.Run) async throws {
                let process = run.process("counter")
                let counter = Locked(0)
                try await process.run {
                    await withTaskGroup(of: Void.self) { group in
                        for _ in 0..<2 {
                            group.addTask {
                                for _ in 0..<5 {
                                    let value = counter.value
                                    counter.withLock { $0 = value + 1 }
                                }
                            }
                        }
                    }
                }
                if counter.value != 10 { throw LostUpdate() }
            }

            private static func firstFailure() throws -> FMSimulation.Failure {
                for seed in FMSimulation.seeds(100, from: 1) {
                    do { try FMSimulation(seed: seed).run(loseAnUpdate) } catch let failure as FMSimulation.Failure {
                        return failure
                    }
                }
                throw LostUpdate()
            }

            @Test func aRaceIsFoundAndItsScheduleShortened() throws {
                let failure = try Self.firstFailure()
                #expect(failure.kind == .thrown)
                #expect(failure.underlying is LostUpdate)
                let schedule = try #require(failure.schedule)
                #expect(schedule.split(separator: " ").count <= 2, "one change of threads is enough: \(schedule)")
                for _ in 0..<3 {
                    let again = #expect(throws: FMSimulation.Failure.self) {
                        try FMSimulation(seed: failure.seed, schedule: schedule).run(Self.loseAnUpdate)
                    }
                    #expect(again?.step == failure.step)
                }
                #expect(failure.description.contains("FMSimulation(seed: \(failure.seed), schedule: \"\(schedule)\")"))
            }

            @Test func aFailedCheckEndsTheRun() throws {
                let failure = #expect(throws: FMSimulation.Failure.self) {
                    try FMSimulation(seed: 1).run { run in
                        let count = Locked(0)
                        run.check("few") { if count.value > 3 { throw LostUpdate() } }
                        while true {
                            count.withLock { $0 += 1 }
                            try await Task.sleep(for: .seconds(1))
                        }
                    }
                }
                #expect(failure?.kind == .check)
                #expect(failure?.message.hasPrefix("few: ") == true)
            }

            @Test func aWaitOutsideIsNamed() throws {
                let failure = #expect(throws: FMSimulation.Failure.self) {
                    var settings = FMSimulation.Settings()
                    settings.shrinkingRuns = 0
                    settings.longestWait = .milliseconds(200)
                    try FMSimulation(seed: 1, settings: settings).run { run in
                        let process = run.process("waiting")
                        process.thread("waits") { DispatchSemaphore(value: 0).wait() }
                        try await Task.sleep(for: .seconds(1))
                    }
                }
                #expect(failure?.kind == .stuck)
            }

            /// Each way out of the simulation, by what the refusal names.
            @Test(arguments: ["VFS", "Dispatch queue", "Notifications", "Activity", "shared cache", "FMTestProcess"])
            func whatCannotBeRepeatedIsRefused(_ name: String) throws {
                let failure = #expect(throws: FMSimulation.Failure.self) {
                    try FMSimulation(seed: 1).run { run in
                        var configuration = FMDatabaseQueue.Configuration()
                        if name == "VFS" { configuration.vfs = "unix" }
                        if name == "Notifications" { configuration.observesSuspensionNotifications = true }
                        if name == "Activity" { configuration.publishesActivity = true }
                        if name == "FMTestProcess" { _ = try FMTestProcess(path: "/a.db") }
                        // SQLITE_OPEN_READWRITE, _CREATE and _SHAREDCACHE
                        let flags: Int32 = 0x2 | 0x4 | 0x20000
                        if name == "shared cache" { FMDatabase(path: "/a.db").open(withFlags: flags) }
                        let queue = try FMDatabaseQueue(path: "/a.db", configuration: configuration)
                        if name == "Dispatch queue" { queue.observe("t", on: DispatchQueue.main) { _ in }.cancel() }
                    }
                }
                #expect(failure?.kind == .refused)
                #expect(failure?.message.contains(name) == true)
            }

            @Test func aRunThatDoesNotEndIsEnded() throws {
                let failure = #expect(throws: FMSimulation.Failure.self) {
                    var settings = FMSimulation.Settings()
                    settings.longestRun = 2_000
                    try FMSimulation(seed: 1, settings: settings).run { _ in while true { await Task.yield() } }
                }
                #expect(failure?.kind == .livelock && failure?.step == 2_000)
            }

            /// - Parameter mark: how a schedule writes a kill, or a power cut.
            @Test(arguments: ["k", "p"]) func whatEndsAProcessIsPartOfTheSchedule(_ mark: String) throws {
                let body: @Sendable (FMSimulation.Run) async throws -> Void = { run in
                    try await run.process("app").run { try await Task.sleep(for: .seconds(1)) }
                }
                var settings = FMSimulation.Settings()
                if mark == "k" { settings.killRarity = 5 } else { settings.powerCutRarity = 5 }
                let failure = try #require(throws: FMSimulation.Failure.self) {
                    for seed in FMSimulation.seeds(50, from: 1) {
                        try FMSimulation(seed: seed, settings: settings).run(body)
                    }
                }
                #expect(failure.underlying is FMSimulation.Killed)
                let schedule = try #require(failure.schedule)
                #expect(schedule.hasSuffix(":" + mark) && !schedule.contains(" "), "\(schedule)")
                // The line needs no settings.
                let again = #expect(throws: FMSimulation.Failure.self) {
                    try FMSimulation(seed: failure.seed, schedule: schedule).run(body)
                }
                #expect(again?.underlying is FMSimulation.Killed && again?.step == failure.step)
            }

            @Test func aSecondSimulationWaitsForTheFirst() async {
                let sums = Locked<[Int]>([])
                await withTaskGroup(of: Void.self) { group in
                    for number in 1...2 {
                        group.addTask {
                            await withCheckedContinuation { continuation in
                                Thread.detachNewThread {
                                    let sum = try? FMSimulation(seed: 1).run { _ in
                                        try await Task.sleep(for: .seconds(1))
                                        return number
                                    }
                                    sums.withLock { $0.append(sum ?? 0) }
                                    continuation.resume()
                                }
                            }
                        }
                    }
                }
                #expect(sums.value.sorted() == [1, 2])
            }

            @Test func whatIsNoScheduleIsRefused() throws {
                let failure = #expect(throws: FMSimulation.Failure.self) {
                    try FMSimulation(seed: 1, schedule: "tomorrow").run { _ in }
                }
                #expect(failure?.kind == .refused)
            }
        }
    }
#endif
