#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    import FMDBModel
    @testable import FMDBTestSupport
    import Testing

    extension SimulationTests {
        /// Observers that begin and end at random, while tasks write. Each commit is told once, after it can be found.
        @Suite(.serialized) struct ObserverTests {
            @Test(arguments: Harm.allCases) func eachCommitIsToldOnce(_ harm: Harm) throws {
                // The library finds the columns of a type once in a real process.
                _ = try ObservedItem.fmTable
                watch("observers", seeds: 3, harm) { run, numbers, ledger in
                    let scene = ObserverScene(numbers, ledger)
                    try scene.prepare()
                    for round in 0..<2 {
                        await ledger.outlive(run, "app", attempts: 2) { try await scene.work(2 * round + $0) }
                        try scene.expectKept()
                    }
                }
            }
        }
    }

    private struct ObserverScene: Sendable {
        private enum Site: Sendable, CaseIterable { case queue, pool, writer, group, two }

        private static let path = "/app.db"
        private let ledger: SharedLedger
        private let seed: Int
        private let journal: String
        private let site: Site
        private let closesEarly: Bool
        /// The last commit before the coordinator was closed early. A queue opens again for those who write later.
        private let limit = Locked<Int64?>(nil, isQuiet: true)
        /// The tags of the numbers of acknowledged transactions.
        private let known = Locked<[Int64: Int]>([:], isQuiet: true)

        init(_ numbers: SeededNumbers, _ ledger: SharedLedger) {
            var numbers = numbers
            self.ledger = ledger
            journal = numbers.pick(["DELETE", "WAL", "WAL"])
            site = numbers.pick(Site.allCases)
            closesEarly = site != .two && numbers.chance(30)
            seed = Int.random(in: 0..<1_000_000, using: &numbers)
        }

        func prepare() throws {
            try FMDatabase.once(Self.path) { db in
                _ = try db.rows("PRAGMA journal_mode = \(raw: journal)", as: String.self)
                try db.withTransaction { try ObservedTables.create(db) }
            }
        }

        /// Expects what was acknowledged. An observer sees no others.
        func expectKept() throws {
            try FMDatabase.once(Self.path) { db in
                try ledger.expectSound(db)
                _ = try ObservedState(db)
                for (number, tag) in known.value.sorted(by: { $0.key < $1.key }) {
                    let found = try db.value("SELECT tag FROM event WHERE number = \(number)", as: Int?.self)
                    ledger.expect(found == tag, "\(number) has the tag \(found ?? 0), not \(tag)")
                }
            }
        }

        // MARK: A process

        private func makeCoordinator() throws -> FMDatabaseCoordinator {
            var configuration = FMDatabaseCoordinator.Configuration.durable
            if site == .group { configuration.groupCommit = .init() }
            configuration.busyTimeout = .seconds(30)
            return site == .queue || site == .two
                ? try FMDatabaseQueue(path: Self.path, configuration: configuration)
                : FMDatabasePool(path: Self.path, configuration: configuration)
        }

        func work(_ round: Int) async throws {
            limit.withLock { $0 = nil }
            let coordinator = try makeCoordinator()
            let other = site == .two ? try makeCoordinator() : nil
            defer { for one in [coordinator, other] { one?.shut() } }
            let seed = seed + 10_000 * round
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<5 {
                    group.addTask {
                        var numbers = SeededNumbers(seed + number)
                        do { try await observe(coordinator, number, &numbers) } catch { failed("observer", error) }
                    }
                }
                group.addTask {
                    await withTaskGroup(of: Void.self) { writers in
                        for number in 0..<3 {
                            writers.addTask {
                                var numbers = SeededNumbers(seed + 100 + number)
                                await write(number == 0 ? other ?? coordinator : coordinator, &numbers)
                            }
                        }
                        if closesEarly { writers.addTask { await close(coordinator, after: seed % 60) } }
                    }
                    // Nobody writes any more. The observers get what is pending.
                    await close(coordinator, after: 200_000)
                }
            }
        }

        private func close(_ coordinator: FMDatabaseCoordinator, after milliseconds: Int) async {
            try? await Task.sleep(for: .milliseconds(milliseconds))
            if closesEarly { limit.withLock { $0 = $0 ?? known.value.keys.max() ?? 0 } }
            coordinator.shut()
        }

        @Sendable private func failed(_ what: String, _ error: any Error) {
            // A queue that was closed early is misused by those who do not know.
            if closesEarly, (error as? FMError)?.resultCode == .misuse { return }
            ledger.failed(what, error)
        }

        private func write(_ coordinator: FMDatabaseCoordinator, _ numbers: inout SeededNumbers) async {
            for _ in 0..<6 {
                if numbers.chance(50) {
                    try? await Task.sleep(for: .milliseconds(Int.random(in: 0...20, using: &numbers)))
                }
                let (tag, seed) = (ledger.number(), Int.random(in: 0..<1_000_000, using: &numbers))
                ledger.operation()
                do {
                    let body: @Sendable (FMDatabase) throws -> ClosedRange<Int64> = { db in
                        var numbers = SeededNumbers(seed)
                        let added = try ObservedTables.add(db, tag: tag, &numbers)
                        if numbers.chance(20) { throw Refused() }
                        return added
                    }
                    let added: ClosedRange<Int64>
                    if site == .writer, let pool = coordinator as? FMDatabasePool {
                        added = try await pool.write(body)
                    } else {
                        added = try await coordinator.withTransaction(.immediate, body)
                    }
                    known.withLock { for number in added { $0[number] = tag } }
                } catch is Refused {
                } catch {
                    failed("writer", error)
                }
            }
        }

        private func observe(
            _ coordinator: FMDatabaseCoordinator, _ number: Int, _ numbers: inout SeededNumbers
        ) async throws {
            if numbers.chance(60) {
                try await Task.sleep(for: .milliseconds(Int.random(in: 0...60, using: &numbers)))
            }
            let kind = numbers.pick(Observer.Kind.allCases)
            let isOrdered = site == .queue || site == .writer || site == .group
            let witness = try Witness("\(kind) observer \(number)", Self.path, ledger, isOrdered: isOrdered)
            defer { witness.close() }
            let end = numbers.chance(40) ? Int.random(in: 1...60, using: &numbers) : nil
            try await Observer(
                kind: kind, coordinator: coordinator, external: .ignore, witness: witness, end: end,
                isCutShort: closesEarly, limit: { limit.value },
                seed: Int.random(in: 0..<1_000_000, using: &numbers), failed: failed
            ).watch()
        }
    }
#endif
