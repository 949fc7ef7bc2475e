#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    @testable import FMDBTestSupport
    import Foundation
    import Testing

    /// Runs the processes of a workload, starts them again when they were killed, and checks what they leave.
    struct Workload: Sendable {
        let run: FMSimulation.Run
        let plan: Plan
        let ledger: Ledger
        let seed: UInt64
        let path = "/app.db"

        init(_ run: FMSimulation.Run, _ plan: Plan, seed: UInt64) {
            (self.run, self.plan, self.seed) = (run, plan.drawn(seed), seed)
            ledger = Ledger("seed \(seed)", operations: plan.operations)
        }

        var kernel: SimulatedKernel? { (run.control as? SimulationWorld)?.kernel }

        /// Performs the whole workload.
        func perform() async throws {
            let ledger = ledger
            run.check("ledger") { if let violation = ledger.violation { throw violation } }
            try await untilDone("maker") { process in try await make(process) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (index, kind) in plan.kinds.enumerated() {
                    group.addTask { try await live(index, kind) }
                }
                try await group.waitForAll()
            }
            try await untilDone("verifier") { try await verify($0) }
            try await checkNothingIsLeft()
            if let violation = ledger.violation { throw violation }
        }

        /// Runs a body in a process, again and again until neither a kill nor the disk ends it.
        private func untilDone(
            _ name: String, _ body: @escaping @Sendable (FMSimulation.Process) async throws -> Void
        ) async throws {
            for _ in 0..<200 where ledger.violation == nil {
                let process = run.process(name)
                let number = Locked<Int32>(0, isQuiet: true)
                defer { ledger.processEnded(number.value) }
                do {
                    return try await process.run {
                        number.withLock { $0 = getpid() }
                        ledger.processBegan(getpid())
                        try await body(process)
                    }
                } catch is FMSimulation.Killed {
                    ledger.count("kills")
                } catch let error as FMError where isPassing(error) {
                    ledger.count("failed starts")
                    process.kill()
                }
            }
            if ledger.violation == nil { ledger.violate("\(name) does not end") }
        }

        private func isPassing(_ error: FMError) -> Bool {
            switch error.resultCode {
            case .ioError, .full, .cantOpen, .corrupt: plan.hasFaults
            case .busy: true
            default: false
            }
        }

        // MARK: The processes

        /// Creates the tables.
        private func make(_ process: FMSimulation.Process) async throws {
            let plan = plan
            let queue = try FMDatabaseQueue(path: path, configuration: plan.configuration())
            try await queue.withDatabase { database in
                if plan.journal == "WAL" { _ = try database.value("PRAGMA journal_mode = WAL", as: String.self) }
                try database.withTransaction {
                    guard try database.value("SELECT count(*) FROM sqlite_schema", as: Int.self) == 0 else { return }
                    for sql in Content.schema where !database.executeStatements(sql) { throw database.lastError() }
                }
            }
            queue.close()
        }

        /// Lets a process work, and starts it again if it was killed, until all operations are done.
        private func live(_ index: Int, _ kind: Plan.Kind) async throws {
            let lives = Locked(0, isQuiet: true)
            try await untilDone("\(kind) \(index)") { process in
                let life = lives.withLock { lives in
                    lives += 1
                    return lives
                }
                let store = try Store(path, plan, kind, ledger, process, kernel)
                try await check(store)
                await withTaskGroup(of: Void.self) { group in
                    for client in 0..<plan.clients {
                        let number = Int(truncatingIfNeeded: seed) &* 1_000_003 &+ index * 10_007 + life * 101 + client
                        group.addTask { await Client(store: store).work(number) }
                    }
                }
                try await store.close(store.current)
                checkClosed()
            }
        }

        /// Checks a database with which a process begins.
        private func check(_ store: Store) async throws {
            let ledger = ledger
            let floor = ledger.floor
            let content = try await store.current.withDatabase { database in
                try database.withTransaction(.deferred) { try database.content() }
            }
            ledger.check(content, floor: floor, "a new process \(getpid())")
            // SQLite's check reports a page that cannot be read as damage, so a disk that fails is asked again.
            var fault: String?
            for _ in 0..<(plan.hasFaults ? 4 : 1) {
                fault = try await store.current.withDatabase { try $0.soundnessFault() }
                if fault == nil { return }
            }
            if let fault { ledger.violate(fault) }
        }

        private func verify(_ process: FMSimulation.Process) async throws {
            var quiet = plan
            (quiet.hasCheckpointThread, quiet.groupCommit) = (false, nil)
            let store = try Store(path, quiet, .queue, ledger, process, kernel)
            try await check(store)
            let content = try await store.current.withDatabase { try $0.content() }
            ledger.checkAll(content, "the verifier")
            ledger.count("commits", content.entries.count)
            try await store.close(store.current)
            checkClosed()
            if plan.hasFaults { return }
            ledger.expect(run.disk.contents(of: path + "-wal") == nil, "the log is left after the last process")
            // SQLite leaves a journal that was never synced, which begins with a zero, to the next writer.
            let first = run.disk.contents(of: path + "-journal")?.first ?? 0
            ledger.expect(first == 0, "a journal that is to be rolled back is left")
        }

        // MARK: What is left

        /// Checks that the current process, which has closed its databases, has no file open.
        private func checkClosed() {
            let paths = kernel?.openPaths(of: getpid()) ?? []
            ledger.expect(paths.isEmpty, "process \(getpid()) has closed, but \(paths) are open")
        }

        /// Checks that no file, lock or thread remains a while after the end of the last process.
        private func checkNothingIsLeft() async throws {
            ledger.expect(kernel?.openCount == 0, "\(kernel?.openCount ?? -1) descriptors are left")
            ledger.expect(kernel?.locks == "", "locks are left: \(kernel?.locks ?? "")")
            try await Task.sleep(for: .seconds(30))
            // The thread of the deadlines stays as long as its process.
            let threads = ((run.control as? SimulationWorld)?.threadNames(exceptOf: getpid()) ?? [])
                .filter { $0 != "FMDB deadlines" }
            ledger.expect(threads.isEmpty, "threads are left: \(threads)")
        }
    }

    extension SimulationTests {
        /// Runs a workload with each seed, and with some of them twice. Returns what was counted.
        ///
        /// - Parameter failing: whether the workload is one whose properties do not hold. Their failures are counted.
        @discardableResult
        static func simulate(_ count: Int, _ plan: Plan, failing: Bool = false) -> [String: Int] {
            var all: [String: Int] = [:]
            for seed in seeds(count) {
                do {
                    let counts = try play(seed, plan.settings) { run in
                        let workload = Workload(run, plan, seed: seed)
                        try await workload.perform()
                        return workload.ledger.counts
                    }
                    all.merge(counts) { $0 + $1 }
                } catch {
                    all["violations", default: 0] += 1
                    if !failing { Issue.record("seed \(seed): \(error)") }
                }
            }
            Played.count(operations: all["operations", default: 0], crashes: all["kills", default: 0])
            return all
        }
    }
#endif
