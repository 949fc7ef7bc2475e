#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    @testable import FMDBTestSupport
    import Foundation

    /// Processes that have a name in turn: each starts when the one before has ended.
    final class Shop: Sendable {
        private let run: FMSimulation.Run
        private let name: String
        private let last = Locked<FMSimulation.Process?>(nil, isQuiet: true)

        init(_ run: FMSimulation.Run, _ name: String) { (self.run, self.name) = (run, name) }

        func start() -> FMSimulation.Process {
            let process = run.process(name)
            last.withLock { $0 = process }
            return process
        }

        func kill() { last.value?.kill() }
    }

    /// Databases at one path, and their backup, while processes work on them and fail.
    struct BackupWorkload: Sendable {
        let run: FMSimulation.Run
        let plan: BackupPlan
        let ledger = BackupLedger()
        let remote = FMSimulation.Target()
        /// Whether the processes must end.
        let isStopping = Locked(false, isQuiet: true)
        /// Whether no process may open the database, and how many are about to.
        let openings = Locked((areShut: false, count: 0), isQuiet: true)
        /// Whether no process may use the database, and how many do.
        let uses = Locked((areShut: false, count: 0), isQuiet: true)
        /// The commits that were acknowledged as shipped, and the pieces of the target at that time.
        let samples = Locked<[(token: Int, pieces: [String: Data])]>([], isQuiet: true)
        /// How often the target has lost a piece.
        private let losses = Locked(0, isQuiet: true)
        /// The number of files that restores have made.
        private let restores = Locked(0, isQuiet: true)

        static let path = "/app.db"
        static let standby = "/standby.db"

        init(_ run: FMSimulation.Run, _ plan: BackupPlan) {
            (self.run, self.plan) = (run, plan)
            guard BackupLedger.isVerbose, let world = run.control as? SimulationWorld else { return }
            let (fault, ledger) = (world.kernel.fault, ledger)
            world.kernel.fault = { operation, process, path in
                let found = fault(operation, process, path)
                if let found { ledger.count("faults", "\(found) of \(process): \(operation) \(path)") }
                return found
            }
        }

        var target: any FMBackupTarget {
            plan.place == .elsewhere ? remote : .folder(URL(fileURLWithPath: "/backup", isDirectory: true))
        }

        var backup: FMBackup {
            func made(_ target: some FMBackupTarget) -> FMBackup { FMBackup(target) }
            return made(target)
        }

        /// Lets the processes live, one after the other, and checks what they have left.
        func work() async throws {
            var random = plan.random
            for life in 0..<plan.lives {
                ledger.count("lives")
                remote.faults = plan.faults
                try await live(life, &random)
                remote.faults = .none
                try await checkArchive(&random)
            }
            try await checkEnd(&random)
        }

        private func live(_ life: Int, _ random: inout SeededNumbers) async throws {
            isStopping.withLock { $0 = false }
            openings.withLock { $0 = (false, 0) }
            uses.withLock { $0 = (false, 0) }
            let (own, other) = (random, random.next())
            let (shop, second) = (Shop(run, "shop"), Shop(run, "second"))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await write(in: shop, own, hasBackup: true) }
                if plan.hasSecondWriter {
                    group.addTask {
                        await write(in: second, SeededNumbers(Int(truncatingIfNeeded: other)), hasBackup: false)
                    }
                }
                if plan.hasCaretaker {
                    group.addTask { await takeCare(SeededNumbers(Int(truncatingIfNeeded: other >> 1))) }
                }
                if plan.hasStandby { group.addTask { await follow() } }
                defer { isStopping.withLock { $0 = true } }
                for _ in 0..<Int.random(in: 1...6, using: &random) {
                    try await pause(&random)
                    try await perform(random.pick(plan.events), shop, &random)
                }
                try await pause(&random)
                isStopping.withLock { $0 = true }
                try await group.waitForAll()
            }
            // The backup of a process that has given up waiting for the target goes on.
            if random.chance(50) { try await pause(&random) }
            shop.kill()
            second.kill()
        }

        /// Waits for some steps, or for long.
        private func pause(_ random: inout SeededNumbers) async throws {
            let longest = random.pick([1, 3, 10, 30, 100, 1_000, 10_000])
            try await Task.sleep(for: .microseconds(Int.random(in: 1...longest * 1_000, using: &random)))
        }

        // MARK: Events

        private func perform(_ event: BackupPlan.Event, _ shop: Shop, _ random: inout SeededNumbers) async throws {
            ledger.count("\(event)")
            switch event {
            case .pause: break
            case .kill: shop.kill()
            case .cutPower: run.cutPower()
            case .moveDate: run.moveDate(by: .seconds(random.pick([-100_000, -100, -30, 30, 100_000])))
            case .outage:
                remote.faults.refusals = 100
                try await pause(&random)
                remote.faults.refusals = plan.faults.refusals
            case .lose: lose(&random)
            case .swap: try await swap(isCopied: random.chance(40))
            case .replace, .delete: try await exchange(isReplaced: event == .replace, random.chance(50), shop)
            }
        }

        /// Lets the target lose a piece. What was acknowledged before may be lost with it.
        private func lose(_ random: inout SeededNumbers) {
            guard let name = remote.pieces.keys.sorted().randomElement(using: &random) else { return }
            losses.withLock { $0 += 1 }
            remote.pieces[name] = nil
            ledger.forgetShipping()
        }

        /// Replaces or deletes the file while a process has it open. Then no process works until the rest of the log is deleted, as SQLite
        /// requires.
        private func exchange(isReplaced: Bool, _ isClosed: Bool, _ shop: Shop) async throws {
            openings.withLock { $0.areShut = true }
            for _ in 0..<100 where openings.value.count > 0 { try await Task.sleep(for: .milliseconds(20)) }
            guard openings.value.count == 0 else { return openings.withLock { $0.areShut = false } }
            if isReplaced {
                try await makeOther()
                try run.disk.rename("/other.db", to: BackupWorkload.path)
            } else {
                try? run.disk.remove(BackupWorkload.path)
            }
            try await Task.sleep(for: .seconds(2))
            isStopping.withLock { $0 = true }
            if isClosed { try await Task.sleep(for: .seconds(100)) }
            // A connection that was opened since would write the old log into the new file.
            run.cutPower(.keepsUnsynced)
            for end in ["-wal", "-shm"] { try? run.disk.remove(BackupWorkload.path + end) }
        }

        func makeOther() async throws {
            let database = FMDatabase(path: "/other.db")
            guard database.open() else { throw database.lastError() }
            defer { database.close() }
            database.logsErrors = false
            let token = ledger.newToken()
            try database.execute("BEGIN")
            try ledger.write(token, fillers: 1, size: 5_000, keeps: 5, in: database)
            try database.execute("COMMIT")
        }

        // MARK: Processes

        private func made(_ configuration: FMDatabaseCoordinator.Configuration) throws -> FMDatabaseCoordinator {
            guard plan.isPool else {
                return try FMDatabaseQueue(path: BackupWorkload.path, configuration: configuration)
            }
            return FMDatabasePool(path: BackupWorkload.path, configuration: configuration)
        }

        /// Opens the database and commits, in a process, until it is told to stop. Then it closes the database or is killed.
        private func write(in shop: Shop, _ random: SeededNumbers, hasBackup: Bool) async {
            var random = random
            for _ in 0..<6 where !isStopping.value {
                let numbers = SeededNumbers(Int(truncatingIfNeeded: random.next()))
                do {
                    try await shop.start().run { try await write(numbers, hasBackup: hasBackup) }
                    return ledger.count("closed")
                } catch {
                    ledger.count("killed")
                }
            }
        }

        private func write(_ random: SeededNumbers, hasBackup: Bool) async throws {
            var random = random
            for _ in 0..<Int.random(in: 1...3, using: &random) where !isStopping.value {
                let backup = hasBackup ? plan.backup(to: target, &random) : nil
                do {
                    guard begin(openings) else {
                        try await Task.sleep(for: .seconds(1))
                        continue
                    }
                    let opened = Result { try made(plan.configuration(backup, &random)) }
                    if case .success(let database) = opened { await act(database, backup, &random) }
                    openings.withLock { $0.count -= 1 }
                    let database = try opened.get()
                    await withTaskGroup(of: Void.self) { group in
                        for _ in 0..<plan.writers {
                            let seed = Int(truncatingIfNeeded: random.next() >> 1)
                            group.addTask { await act(database, backup, SeededNumbers(seed)) }
                        }
                    }
                    await close(database, &random)
                } catch {
                    ledger.count("failed openings", "\(error)")
                    try await Task.sleep(for: .milliseconds(100))
                }
            }
        }

        private func begin(_ gate: Locked<(areShut: Bool, count: Int)>) -> Bool {
            gate.withLock {
                if !$0.areShut { $0.count += 1 }
                return !$0.areShut
            }
        }

        private func close(_ database: FMDatabaseCoordinator, _ random: inout SeededNumbers) async {
            if random.chance(30) {
                await database.close(timeout: .milliseconds(random.pick([0, 50, 5_000])))
            } else if let pool = database as? FMDatabasePool {
                pool.close()
            } else {
                (database as? FMDatabaseQueue)?.close()
            }
        }

        /// Commits, and rests, some times.
        private func act(_ database: FMDatabaseCoordinator, _ backup: ContinuousBackup?, _ random: SeededNumbers) async
        {
            var random = random
            for _ in 0..<Int.random(in: 1...8, using: &random) where !isStopping.value {
                await act(database, backup, &random)
                guard random.chance(50) else { continue }
                try? await Task.sleep(for: .milliseconds(random.pick([1, 20, 300])))
            }
        }

        private func act(_ database: FMDatabaseCoordinator, _ backup: ContinuousBackup?, _ random: inout SeededNumbers)
            async
        {
            let choice = Int.random(in: 0..<100, using: &random)
            guard begin(uses) else { return }
            defer { uses.withLock { $0.count -= 1 } }
            do {
                switch choice {
                case 0..<4: try await database.withDatabase { try $0.execute("VACUUM") }
                case 4..<8: try await database.withDatabase { try $0.checkpoint(.passive) }
                case 8..<11: try await database.withDatabase { try $0.checkpoint(.truncate) }
                default: try await commit(database, backup, isLarge: choice > 92, &random)
                }
            } catch {
                ledger.count("failed statements", "\(error)")
            }
        }

        func commit(
            _ database: FMDatabaseCoordinator, _ backup: ContinuousBackup?, isLarge: Bool = false,
            _ random: inout SeededNumbers
        ) async throws {
            let token = ledger.newToken()
            let (fillers, size) = isLarge ? (3, 40_000) : (random.pick([0, 1, 2]), random.pick([10, 3_000, 10_000]))
            let (keeps, losses) = (random.pick([3, 100]), losses.value)
            do {
                let body: @Sendable (FMDatabase) throws -> Void = {
                    try ledger.write(token, fillers: fillers, size: size, keeps: keeps, in: $0)
                }
                // The writer of a pool may share commits, its other connections do not.
                if let pool = database as? FMDatabasePool, random.chance(60) {
                    try await pool.write { try body($0) }
                } else {
                    try await database.withTransaction { try body($0) }
                }
                ledger.acknowledgeCommit(token)
                guard case .whenShipped? = backup?.acknowledgement, losses == self.losses.value else { return }
                ledger.acknowledgeShipping(token)
                if plan.place == .elsewhere, random.chance(25) {
                    samples.withLock { $0.append((token, remote.pieces)) }
                }
            } catch let error as FMError where error.resultCode == .notShipped {
                ledger.acknowledgeCommit(token)
                throw error
            }
        }

        /// Verifies, restores, merges and removes pieces of the archive in a process of its own.
        private func takeCare(_ random: SeededNumbers) async {
            var random = random
            for _ in 0..<20 where !isStopping.value {
                let (choice, pause) = (Int.random(in: 0..<4, using: &random), random.pick([1, 50, 1_000, 10_000]))
                let process = run.process("caretaker")
                do {
                    try await process.run {
                        try await Task.sleep(for: .milliseconds(pause))
                        switch choice {
                        case 0: try await backup.compact()
                        case 1 where plan.keepsShort: try await backup.removeOld(keeping: .seconds(1))
                        case 2: _ = try await backup.verify()
                        default: try await expectRestore(.latest)
                        }
                    }
                } catch let violation as Violation {
                    ledger.report("a restore meanwhile: \(violation)")
                } catch {
                    ledger.count("failed care", "\(error)")
                }
            }
        }

        /// Lets a standby file follow the archive, and reads it meanwhile.
        private func follow() async {
            while !isStopping.value {
                let process = run.process("standby")
                do {
                    try await process.run {
                        var options = FMBackup.FollowOptions()
                        options.interval = .milliseconds(200)
                        let follower = Task { [options] in
                            try await backup.follow(to: BackupWorkload.standby, options) { event in
                                switch event {
                                case .applied(let commit): ledger.count("followed", "\(commit.number)")
                                case .failing(let error): ledger.count("failed following", "\(error)")
                                }
                            }
                        }
                        var pause = Duration.milliseconds(20)
                        while !isStopping.value {
                            try await Task.sleep(for: pause)
                            pause = min(pause * 2, .seconds(5))
                            checkStandby()
                        }
                        follower.cancel()
                        _ = await follower.result
                    }
                } catch {
                    ledger.count("killed standbys")
                }
                do { try await Task.sleep(for: .milliseconds(10)) } catch { return }
            }
        }

        func checkStandby() {
            guard run.disk.contents(of: BackupWorkload.standby) != nil else { return }
            do {
                _ = try ledger.tokens(at: BackupWorkload.standby)
                ledger.count("standby reads")
            } catch let violation as Violation {
                ledger.count("VIOLATION", "\(violation)")
                ledger.report("the standby: \(violation)")
            } catch {
                ledger.count("failed standby reads", "\(error)")
            }
        }

        // MARK: Restores

        /// Restores a moment, and returns the commits that it has.
        @discardableResult
        func expectRestore(_ moment: FMBackup.Moment, of other: FMBackup? = nil) async throws -> [Int] {
            let number = restores.withLock {
                $0 += 1
                return $0
            }
            let path = "/restored-\(number).db"
            try await (other ?? backup).restore(to: path, at: moment)
            defer { try? run.disk.remove(path) }
            ledger.count("restores")
            return try ledger.tokens(at: path)
        }
    }
#endif
