#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    @testable import FMDBTestSupport
    import Testing

    extension SimulationTests {
        /// Transactions that several tasks make, roll back, undo and redo at the same time.
        @Suite(.serialized) struct UndoTests {
            /// Each state that anybody sees is one that a transaction has left. Undoing all leads back through them.
            @Test(arguments: Harm.allCases) func undoLeadsBackThroughTheFormerStates(_ harm: Harm) {
                watch("undo", seeds: 3, harm) { run, numbers, ledger in
                    let scene = UndoScene(numbers, ledger)
                    try scene.prepare()
                    for round in 0..<2 {
                        await ledger.outlive(run, "app", attempts: 2) { try await scene.work(round, $0) }
                        try scene.expectKnown()
                    }
                }
            }
        }
    }

    private struct UndoScene: Sendable {
        private enum Site: Sendable { case queue, pool, writer, group }

        private static let path = "/app.db"
        private let ledger: SharedLedger
        private let seed: Int
        private let journal: String
        private let site: Site
        private let enforcesKeys: Bool
        /// The states that the transactions have left, also those of which the commit was not acknowledged.
        private let left = Locked<Set<UndoableContent>>([], isQuiet: true)
        private let seen = Locked<[UndoableContent]>([], isQuiet: true)

        init(_ numbers: SeededNumbers, _ ledger: SharedLedger) {
            var numbers = numbers
            self.ledger = ledger
            journal = numbers.pick(["DELETE", "WAL", "WAL"])
            site = numbers.pick([.queue, .pool, .writer, .group])
            enforcesKeys = numbers.chance(50)
            seed = Int.random(in: 0..<1_000_000, using: &numbers)
        }

        func prepare() throws {
            try FMDatabase.once(Self.path) { db in
                _ = try db.rows("PRAGMA journal_mode = \(raw: journal)", as: String.self)
                var numbers = SeededNumbers(seed)
                try db.withTransaction {
                    try UndoableContent.create(db)
                    for _ in 0..<3 { try UndoableContent.change(db, &numbers, ledger) }
                }
                let content = try UndoableContent(db)
                left.withLock { _ = $0.insert(content) }
            }
        }

        // MARK: A process

        func work(_ round: Int, _ attempt: Int) async throws {
            var configuration = FMDatabaseCoordinator.Configuration.durable
            configuration.foreignKeys = enforcesKeys
            if site == .group { configuration.groupCommit = .init() }
            let coordinator: FMDatabaseCoordinator =
                site == .queue
                ? try FMDatabaseQueue(path: Self.path, configuration: configuration)
                : FMDatabasePool(path: Self.path, configuration: configuration)
            defer { coordinator.shut() }
            let first = try await content(coordinator)
            let undo = try FMUndo(coordinator, steps: 1_000)
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<4 {
                    group.addTask {
                        var numbers = SeededNumbers(seed + 1_000 * round + 100 * attempt + number)
                        for _ in 0..<4 { await act(coordinator, undo, &numbers) }
                    }
                }
            }
            if undo.obstacle == nil { try await rewind(coordinator, undo, first) }
        }

        private func act(
            _ coordinator: FMDatabaseCoordinator, _ undo: FMUndo, _ numbers: inout SeededNumbers
        ) async {
            let kind = Int.random(in: 0...9, using: &numbers)
            do {
                switch kind {
                case 0...4:
                    let isRefused = numbers.chance(20)
                    try await write(coordinator, isRefused, Int.random(in: 0..<1_000_000, using: &numbers))
                case 5, 6: try await undo.undo()
                case 7: try await undo.redo()
                case 8: saw(try await content(coordinator))
                default: try await Task.sleep(for: .milliseconds(Int.random(in: 1...30, using: &numbers)))
                }
                ledger.operation()
            } catch is Refused {
                ledger.operation()
            } catch {
                ledger.failed("operation \(kind)", error)
            }
        }

        private func write(_ coordinator: FMDatabaseCoordinator, _ isRefused: Bool, _ seed: Int) async throws {
            let body: @Sendable (FMDatabase) throws -> Void = { db in
                var numbers = SeededNumbers(seed)
                saw(try UndoableContent(db))
                try UndoableContent.change(db, &numbers, ledger)
                if numbers.chance(30) {
                    try? db.withSavePoint {
                        try UndoableContent.change(db, &numbers, ledger)
                        throw Refused()
                    }
                }
                if isRefused { throw Refused() }
                let content = try UndoableContent(db)
                left.withLock { _ = $0.insert(content) }
            }
            if site == .writer, let pool = coordinator as? FMDatabasePool {
                try await pool.write(body)
            } else {
                try await coordinator.withTransaction(.immediate, body)
            }
        }

        private func content(_ coordinator: FMDatabaseCoordinator) async throws -> UndoableContent {
            try await coordinator.withDatabase { db in try db.withTransaction(.deferred) { try UndoableContent(db) } }
        }

        private func saw(_ content: UndoableContent) { seen.withLock { $0.append(content) } }

        /// Undoes all and redoes all, while nobody else writes.
        private func rewind(_ coordinator: FMDatabaseCoordinator, _ undo: FMUndo, _ first: UndoableContent) async throws
        {
            var states = [try await content(coordinator)]
            let count = undo.undoCount
            if site != .group {
                ledger.expect(states[0].count - first.count == count, "\(count) steps from \(first) to \(states[0])")
            }
            while try await undo.undo() {
                states.append(try await content(coordinator))
                ledger.expect(states[states.count - 1].count < states[states.count - 2].count, "undone: \(states)")
            }
            // After an error of the disk the history may have been forgotten, which it tells.
            guard undo.obstacle == nil || ledger.harm != .faults else { return }
            ledger.expect(states.count == count + 1, "undone: \(states.count), steps: \(count)")
            ledger.expect(states.last == first, "undone to \(states.last.map(\.description) ?? ""), not to \(first)")
            for state in states { saw(state) }
            for state in states.reversed().dropFirst() {
                guard try await undo.redo() else {
                    return ledger.expect(undo.obstacle != nil && ledger.harm == .faults, "nothing to redo")
                }
                let now = try await content(coordinator)
                ledger.expect(now == state, "redone to \(now), not to \(state)")
            }
            ledger.operation()
        }

        // MARK: The file

        func expectKnown() throws {
            try FMDatabase.once(Self.path) { db in
                try ledger.expectSound(db)
                saw(try UndoableContent(db))
            }
            let (left, seen) = (left.value, seen.value)
            for content in seen where !left.contains(content) { ledger.problem("nobody has left the state \(content)") }
        }
    }
#endif
