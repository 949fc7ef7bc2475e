#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    import FMDBModel
    @testable import FMDBTestSupport
    import Testing

    extension SimulationTests {
        /// Observers of a process, while other processes write to the file and are killed.
        @Suite(.serialized) struct ExternalChangeTests {
            @Test(arguments: Harm.allCases) func theChangesOfOtherProcessesAreFound(_ harm: Harm) throws {
                // The library finds the columns of a type once in a real process.
                _ = try ObservedItem.fmTable
                watch("external changes", seeds: 6, harm) { run, numbers, ledger in
                    let scene = ExternalScene(numbers, ledger)
                    try scene.prepare()
                    await scene.work(run)
                    try scene.expectKept()
                }
            }
        }
    }

    private struct ExternalScene: Sendable {
        private static let path = "/app.db"
        private let ledger: SharedLedger
        private let seed: Int
        private let journal: String
        private let writesItself: Bool
        private let known = Locked<[Int64: Int]>([:], isQuiet: true)
        private let areWritersDone = Locked(false, isQuiet: true)

        init(_ numbers: SeededNumbers, _ ledger: SharedLedger) {
            var numbers = numbers
            self.ledger = ledger
            journal = numbers.pick(["DELETE", "WAL", "WAL"])
            writesItself = numbers.chance(50)
            seed = Int.random(in: 0..<1_000_000, using: &numbers)
        }

        func prepare() throws {
            try FMDatabase.once(Self.path) { db in
                _ = try db.rows("PRAGMA journal_mode = \(raw: journal)", as: String.self)
                try db.withTransaction { try ObservedTables.create(db) }
            }
        }

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

        func work(_ run: FMSimulation.Run) async {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await ledger.outlive(run, "watcher", attempts: 3) { try await watch($0) } }
                group.addTask {
                    await withTaskGroup(of: Void.self) { writers in
                        for number in 0..<2 {
                            writers.addTask {
                                await ledger.outlive(run, "writer\(number)", attempts: 3) { attempt in
                                    let queue = try FMDatabaseQueue(path: Self.path, configuration: configuration)
                                    defer { queue.close() }
                                    await write(queue, SeededNumbers(seed + 100 * number + attempt))
                                }
                            }
                        }
                    }
                    areWritersDone.withLock { $0 = true }
                }
            }
        }

        private var configuration: FMDatabaseCoordinator.Configuration {
            var configuration = FMDatabaseCoordinator.Configuration.durable
            configuration.busyTimeout = .seconds(30)
            return configuration
        }

        private func write(_ queue: FMDatabaseCoordinator, _ numbers: SeededNumbers) async {
            var numbers = numbers
            for _ in 0..<5 {
                try? await Task.sleep(for: .milliseconds(Int.random(in: 0...300, using: &numbers)))
                let (tag, seed) = (ledger.number(), Int.random(in: 0..<1_000_000, using: &numbers))
                ledger.operation()
                do {
                    let added = try await queue.withTransaction { db in
                        var numbers = SeededNumbers(seed)
                        let added = try ObservedTables.add(db, tag: tag, &numbers)
                        if numbers.chance(20) { throw Refused() }
                        return added
                    }
                    known.withLock { for number in added { $0[number] = tag } }
                } catch is Refused {
                } catch {
                    ledger.failed("writer", error)
                }
            }
        }

        // MARK: The process that watches

        private func watch(_ attempt: Int) async throws {
            let seed = seed + 1_000 * attempt
            let coordinator =
                seed % 2 == 0
                ? try FMDatabaseQueue(path: Self.path, configuration: configuration)
                : FMDatabasePool(path: Self.path, configuration: configuration)
            defer { coordinator.shut() }
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<4 {
                    group.addTask {
                        var numbers = SeededNumbers(seed + number)
                        do { try await observe(coordinator, number, &numbers) } catch {
                            ledger.failed("observer", error)
                        }
                    }
                }
                group.addTask {
                    if writesItself { await write(coordinator, SeededNumbers(seed + 50)) }
                    while !areWritersDone.value { try? await Task.sleep(for: .milliseconds(100)) }
                    // Each look at the file has its interval, and may be slow.
                    try? await Task.sleep(for: .seconds(ledger.harm == .faults ? 15 : 2))
                    coordinator.shut()
                }
            }
        }

        private func observe(
            _ coordinator: FMDatabaseCoordinator, _ number: Int, _ numbers: inout SeededNumbers
        ) async throws {
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...300, using: &numbers)))
            let kind = numbers.pick(Observer.Kind.allCases)
            let witness = try Witness("\(kind) observer \(number)", Self.path, ledger, isOrdered: true)
            defer { witness.close() }
            try await Observer(
                kind: kind, coordinator: coordinator, external: .poll(every: .milliseconds(200)), witness: witness,
                end: numbers.chance(30) ? Int.random(in: 1...900, using: &numbers) : nil, isCutShort: false,
                limit: { nil },
                seed: Int.random(in: 0..<1_000_000, using: &numbers)
            ) { ledger.failed($0, $1) }.watch()
        }
    }
#endif
