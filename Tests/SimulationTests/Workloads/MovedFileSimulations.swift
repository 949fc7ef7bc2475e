#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    @testable import FMDBTestSupport
    import Foundation
    import Testing

    extension SimulationTests {
        /// Another program renames, replaces, deletes or copies the file while a process has it open.
        @Suite(.serialized) struct MovedFileSimulations {
            static let kinds = [Plan.Kind.queue, .pool]

            @Test(arguments: MovedFile.Change.allCases, kinds)
            func nothingIsWrittenIntoAnotherFile(_ change: MovedFile.Change, _ kind: Plan.Kind) {
                var all: [String: Int] = [:]
                for seed in SimulationTests.seeds(5) {
                    do {
                        let counts = try play(seed) { run in
                            let scene = MovedFile(run, change, kind, seed)
                            try await scene.perform()
                            return scene.old.counts
                        }
                        all.merge(counts) { $0 + $1 }
                    } catch {
                        Issue.record("seed \(seed): \(error)")
                    }
                }
                #expect(change == .copied || all["refused", default: 0] > 0)
            }
        }
    }

    /// A process that writes to a file which another program changes.
    struct MovedFile: Sendable {
        enum Change: CaseIterable, Sendable {
            /// The file and its log get another name, and another database gets theirs.
            case replaced
            /// Another database is renamed over the file, whose log is then deleted.
            case renamedOver
            case deleted
            case logDeleted
            case copied
        }

        private enum Stage {
            case before
            case under
            case after
        }

        private let run: FMSimulation.Run
        private let change: Change
        private let kind: Plan.Kind
        private let seed: UInt64
        private let plan: Plan
        let old = Ledger("old file")
        private let new = Ledger("new file")
        private let stage = Locked(Stage.before, isQuiet: true)
        private static let path = "/app.db"

        init(_ run: FMSimulation.Run, _ change: Change, _ kind: Plan.Kind, _ seed: UInt64) {
            (self.run, self.change, self.kind, self.seed) = (run, change, kind, seed)
            var random = SeededNumbers(Int(truncatingIfNeeded: seed))
            let hasJournal = kind == .queue && random.chance(40) && change != .logDeleted
            var plan = Plan(kinds: [kind], journal: hasJournal ? "TRUNCATE" : "WAL")
            plan.groupCommit = random.chance(30) ? 4 : nil
            plan.clients = random.pick([1, 2, 3])
            plan.hasCheckpointThread = plan.journal == "WAL" && random.chance(40)
            plan.checkpointPages = random.pick([4, 1_000])
            self.plan = plan
        }

        func perform() async throws {
            try await make(MovedFile.path, "old")
            try await make("/new.db", "new")
            let bytes = run.disk.contents(of: "/new.db") ?? []
            let process = run.process("app")
            let worker = Task { try await process.run { try await work(process, bytes) } }
            while old.floor == 0, old.violation == nil { try await Task.sleep(for: .microseconds(100)) }
            try await Task.sleep(for: .milliseconds(Int(seed % 40)))
            stage.withLock { $0 = .under }
            try perform(change)
            try await Task.sleep(for: .milliseconds(1))
            stage.withLock { $0 = .after }
            try await worker.value
            try await checkFiles()
            for ledger in [old, new] { if let violation = ledger.violation { throw violation } }
        }

        private func make(_ path: String, _ name: String) async throws {
            let plan = plan
            try await run.process("maker").run {
                let queue = try FMDatabaseQueue(path: path, configuration: plan.configuration())
                try await queue.withDatabase { database in
                    if plan.journal == "WAL" { _ = try database.value("PRAGMA journal_mode = WAL", as: String.self) }
                    for sql in Content.schema where !database.executeStatements(sql) { throw database.lastError() }
                    try database.execute("INSERT INTO tag VALUES (\(name))")
                }
                queue.close()
            }
        }

        /// What the other program does.
        private func perform(_ change: Change) throws {
            let (disk, path) = (run.disk, MovedFile.path)
            switch change {
            case .replaced:
                try disk.rename(path, to: "/old.db")
                for suffix in ["-wal", "-journal"] { try? disk.rename(path + suffix, to: "/old.db" + suffix) }
                try? disk.remove(path + "-shm")
                try disk.rename("/new.db", to: path)
            case .renamedOver:
                try disk.rename("/new.db", to: path)
                for suffix in ["-wal", "-journal", "-shm"] { try? disk.remove(path + suffix) }
            case .deleted: for suffix in ["", "-wal", "-journal", "-shm"] { try? disk.remove(path + suffix) }
            case .logDeleted: try? disk.remove(path + "-wal")
            case .copied: try disk.copy(path, to: "/copy.db")
            }
        }

        // MARK: The process

        private func work(_ process: FMSimulation.Process, _ bytes: [UInt8]) async throws {
            let kernel = (run.control as? SimulationWorld)?.kernel
            let store = try Store(MovedFile.path, plan, kind, old, process, kernel)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<plan.clients { group.addTask { await write(store, isReopened: false) } }
            }
            guard change != .copied, change != .logDeleted else { return try await store.close(store.current) }
            checkNew(bytes)
            try await store.close(store.current)
            checkNew(bytes)
            guard change != .deleted else { return }
            try store.replace(store.current)
            await write(store, isReopened: true)
            try await store.close(store.current)
        }

        /// Expects that nothing was written into the file that has the name now.
        private func checkNew(_ bytes: [UInt8]) {
            let expected = change == .deleted ? nil : bytes
            new.expect(run.disk.contents(of: MovedFile.path) == expected, "the new file was written to")
            for suffix in ["-wal", "-journal"] {
                let log = run.disk.contents(of: MovedFile.path + suffix) ?? []
                new.expect(log.isEmpty, "the new file has \(log.count) bytes of \(suffix)")
            }
        }

        /// Writes until the file has been changed for a while.
        private func write(_ store: Store, isReopened: Bool) async {
            var rest = 6
            while rest > 0 {
                let stage = stage.value
                if isReopened || stage == .after { rest -= 1 }
                if await writeOnce(store, isReopened, mayWrite: stage != .after || change == .copied) { return }
                try? await Task.sleep(for: .milliseconds(rest.isMultiple(of: 2) ? 0 : 2))
            }
        }

        /// Reads by a connection that may be opened for it. An error is better than rows of the other file.
        private func read(_ pool: FMDatabasePool) async {
            do {
                let tag = try await pool.read { try $0.value("SELECT name FROM tag", as: String.self) }
                old.expect(tag == "old", "it reads the \(tag) file")
            } catch {
                old.expect(stage.value != .before && change != .copied, "\(error) though nothing has moved")
            }
        }

        /// - Returns: whether the write was refused after the change.
        private func writeOnce(_ store: Store, _ isReopened: Bool, mayWrite: Bool) async -> Bool {
            let (ledger, coordinator) = (isReopened ? new : old, store.current)
            // A reader that is opened after the change must not read the other file.
            if let pool = coordinator as? FMDatabasePool, !isReopened, seed % 2 == 1 || stage.value != .before {
                await read(pool)
            }
            let number = ledger.begin(parts: 2)
            let body: @Sendable (FMDatabase) throws -> Int = { database in
                let tag = try database.value("SELECT name FROM tag", as: String.self)
                ledger.expect(tag == (isReopened ? "new" : "old"), "it writes to the \(tag) file")
                return try database.write(number, parts: 2, fillerSize: 100)
            }
            do {
                let position =
                    if let pool = coordinator as? FMDatabasePool { try await pool.write(body) } else {
                        try await coordinator.withTransaction(timeout: nil, body)
                    }
                ledger.expect(isReopened || mayWrite, "transaction \(number) was acknowledged after the change")
                ledger.acknowledge(number, at: position)
            } catch let error as FMError where error.extendedCode == .readOnlyMoved {
                ledger.settle(number, .absent("the file has moved"))
                ledger.count("refused")
                let isFalse = isReopened || stage.value == .before || change == .copied
                ledger.expect(!isFalse, "\(error) though nothing has moved")
            } catch {
                ledger.settle(number, .absent("\(error)"))
                ledger.violate("a write threw \(error)")
            }
            return false
        }

        // MARK: The files

        private func checkFiles() async throws {
            switch change {
            case .replaced:
                try await check("/old.db", old)
                try await check(MovedFile.path, new)
            case .renamedOver: try await check(MovedFile.path, new)
            case .deleted: break
            case .logDeleted:
                // What was only in the log is lost.
                let fault = try FMDatabase.once(MovedFile.path) { try $0.soundnessFault() }
                if let fault { old.violate(fault) }
            case .copied: try await check(MovedFile.path, old)
            }
            let kernel = (run.control as? SimulationWorld)?.kernel
            new.expect(kernel?.openCount == 0, "\(kernel?.openCount ?? -1) descriptors are left")
        }

        private func check(_ path: String, _ ledger: Ledger) async throws {
            try await run.process("verifier").run {
                let queue = try FMDatabaseQueue(path: path, configuration: FMDatabaseCoordinator.Configuration())
                let (content, fault) = try await queue.withDatabase { (try $0.content(), try $0.soundnessFault()) }
                ledger.checkAll(content, "the verifier")
                if let fault { ledger.violate(fault) }
                queue.close()
            }
        }
    }
#endif
