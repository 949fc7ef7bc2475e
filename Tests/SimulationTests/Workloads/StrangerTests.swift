#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    @testable import FMDBTestSupport
    import Testing

    extension SimulationTests {
        /// Undoes and inverts transactions after another process has changed some of their rows.
        @Suite(.serialized) struct StrangerTests {
            @Test(arguments: Harm.allCases) func anUndoIsExactOrChangesNothing(_ harm: Harm) {
                check("strangers and undo", harm) { try await $0.undo($1, $2) }
            }

            @Test(arguments: Harm.allCases) func anInverseIsExactOrChangesNothing(_ harm: Harm) {
                check("strangers and changesets", harm) { try await $0.invert($1, $2) }
            }

            private func check(
                _ name: String, _ harm: Harm,
                _ work: @escaping @Sendable (StrangerScene, FMSimulation.Run, SeededNumbers) async throws -> Void
            ) {
                watch(name, seeds: 3, harm) { run, numbers, ledger in
                    let scene = StrangerScene(numbers, ledger)
                    try scene.prepare()
                    for round in 0..<3 {
                        await ledger.outlive(run, "app", attempts: 1) { _ in
                            try await work(scene, run, SeededNumbers(scene.seed + round))
                        }
                        try scene.expectPossible()
                    }
                }
            }
        }
    }

    private struct StrangerScene: Sendable {
        private static let path = "/app.db"
        private let ledger: SharedLedger
        let seed: Int
        private let journal: String
        /// What the file may contain now.
        private let possible = Locked<[UndoableContent]>([], isQuiet: true)
        /// The content that a killed process was about to commit. In WAL mode its commit may be in the log without being in the index: nobody
        /// reads it until the log is recovered, unless another commit takes its place.
        private let pending = Locked<UndoableContent?>(nil, isQuiet: true)
        private let lastStranger = Locked<FMSimulation.Process?>(nil, isQuiet: true)

        init(_ numbers: SeededNumbers, _ ledger: SharedLedger) {
            var numbers = numbers
            self.ledger = ledger
            journal = numbers.pick(["DELETE", "WAL", "WAL"])
            seed = Int.random(in: 0..<1_000_000, using: &numbers)
        }

        func prepare() throws {
            try FMDatabase.once(Self.path) { db in
                _ = try db.rows("PRAGMA journal_mode = \(raw: journal)", as: String.self)
                // A part without an item would belong to the next item with its number.
                if seed % 2 == 0 { try db.execute("PRAGMA foreign_keys = ON") }
                var numbers = SeededNumbers(seed)
                try db.withTransaction {
                    try UndoableContent.create(db)
                    for _ in 0..<5 { try UndoableContent.change(db, &numbers, ledger) }
                }
                let content = try UndoableContent(db)
                possible.withLock { $0 = [content] }
            }
        }

        /// Expects one of the contents that were possible when the process ended.
        func expectPossible() throws {
            lastStranger.value?.kill()
            try FMDatabase.once(Self.path) { db in
                try ledger.expectSound(db)
                let content = try UndoableContent(db)
                ledger.expect(possible.value.contains(content), "\(content) is none of \(possible.value)")
                pending.withLock { $0 = nil }
                possible.withLock { $0 = [content] }
            }
        }

        private func open() throws -> FMDatabaseQueue {
            var configuration = FMDatabaseCoordinator.Configuration.durable
            configuration.foreignKeys = seed % 2 == 0
            return try FMDatabaseQueue(path: Self.path, configuration: configuration)
        }

        private func content(_ queue: FMDatabaseQueue) async throws -> UndoableContent {
            for _ in 0..<20 {
                do {
                    return try await queue.withDatabase { db in
                        try db.withTransaction(.deferred) { try UndoableContent(db) }
                    }
                } catch {
                    ledger.failed("reading", error)
                }
            }
            throw FMError(.ioError, "nothing could be read")
        }

        // MARK: Undo

        func undo(_ run: FMSimulation.Run, _ numbers: SeededNumbers) async throws {
            var numbers = numbers
            let queue = try open()
            defer { queue.close() }
            var stranger = run.process("stranger")
            let history = try FMUndo(queue)
            var (undoable, redoable): ([Difference], [Difference]) = ([], [])
            var now = try await content(queue)
            for _ in 0..<12 {
                ledger.operation()
                switch Int.random(in: 0...9, using: &numbers) {
                case 0...3:
                    guard let difference = try await write(queue, &now, &numbers) else { break }
                    undoable.append(difference)
                    redoable = []
                case 4, 5: now = try await disturb(run, &stranger, queue, now, &numbers)
                case 6...8:
                    if try await step(undoable.last, queue, &now, { try await history.undo() }) {
                        redoable.append(undoable.removeLast().inverted)
                    }
                default:
                    if try await step(redoable.last, queue, &now, { try await history.redo() }) {
                        undoable.append(redoable.removeLast().inverted)
                    }
                }
                let counts = (history.undoCount, history.redoCount)
                // After an error of the disk it may be unknown what a statement has changed.
                let mayForget = ledger.harm == .faults && history.obstacle != nil
                ledger.expect(
                    mayForget || counts == (undoable.count, redoable.count),
                    "\(counts), not \((undoable.count, redoable.count))")
                guard counts == (undoable.count, redoable.count) else { return }
            }
            stranger.kill()
        }

        /// - Returns: whether the step was undone.
        private func step(
            _ step: Difference?, _ queue: FMDatabaseQueue, _ now: inout UndoableContent, _ body: () async throws -> Bool
        ) async throws -> Bool {
            let expected = step.flatMap { $0.undone(now) }
            allow([now, expected])
            var isDone = false
            do {
                isDone = try await body()
                ledger.expect(isDone == (expected != nil), "undone: \(isDone), expected: \(expected != nil)")
            } catch let error as FMError where error.resultCode == .abort {
                ledger.expect(step != nil && expected == nil, "\(error)")
            } catch {
                ledger.failed("undo", error)
            }
            let found = try await content(queue)
            let wanted = isDone ? expected : now
            ledger.expect(found == wanted, "\(found), not \(wanted?.description ?? "nothing") from \(now)")
            now = found
            if isDone { committed(now) } else { allow([now]) }
            return isDone
        }

        /// - Returns: what a transaction has changed, or nil if it was rolled back or has failed.
        private func write(
            _ queue: FMDatabaseQueue, _ now: inout UndoableContent, _ numbers: inout SeededNumbers
        ) async throws -> Difference? {
            let former = now
            let seed = Int.random(in: 0..<1_000_000, using: &numbers)
            do {
                let found = try await queue.withTransaction { db in try change(db, from: former, seed) }
                now = found
                committed(found)
                return Difference(from: former, to: found)
            } catch {
                if !(error is Refused) { ledger.failed("writing", error) }
                let found = try await content(queue)
                ledger.expect(found == former, "rolled back to \(found), not to \(former)")
                return nil
            }
        }

        @Sendable private func change(_ db: FMDatabase, from former: UndoableContent, _ seed: Int) throws
            -> UndoableContent
        {
            var numbers = SeededNumbers(seed)
            try UndoableContent.change(db, &numbers, ledger)
            if numbers.chance(20) { throw Refused() }
            let found = try UndoableContent(db)
            allow([former, found])
            return found
        }

        private func allow(_ contents: [UndoableContent?]) {
            let contents = (contents + [pending.value]).compactMap { $0 }
            possible.withLock { $0 = contents }
        }

        private func committed(_ content: UndoableContent) {
            pending.withLock { $0 = nil }
            allow([content])
        }

        /// Lets another process change one column of some rows.
        private func disturb(
            _ run: FMSimulation.Run, _ stranger: inout FMSimulation.Process, _ queue: FMDatabaseQueue,
            _ now: UndoableContent,
            _ numbers: inout SeededNumbers
        ) async throws -> UndoableContent {
            if !stranger.isAlive { stranger = run.process("stranger") }
            lastStranger.withLock { [stranger] in $0 = stranger }
            let (id, value) = (Int.random(in: 1...12, using: &numbers), ledger.number())
            let column = numbers.pick(["value", "note"])
            var changed = now
            for (place, values) in now.rows where place.table == "pair" && place.id >= id {
                changed.rows[place] = column == "value" ? [value, values[1]] : [values[0], value]
            }
            if column == "note", let values = now.rows[UndoableContent.Place(table: "item", id: id)] {
                changed.rows[UndoableContent.Place(table: "item", id: id)] = [values[0], value]
            }
            allow([now, changed])
            do {
                try await stranger.run {
                    let own = try open()
                    defer { own.close() }
                    try await own.withTransaction { db in
                        try db.execute("UPDATE pair SET \(raw: column) = \(value) WHERE id >= \(id)")
                        if column == "note" { try db.execute("UPDATE item SET note = \(value) WHERE id = \(id)") }
                    }
                }
                pending.withLock { $0 = nil }
            } catch is FMSimulation.Killed {
                ledger.death()
                pending.withLock { $0 = changed }
            } catch {
                ledger.failed("stranger", error)
            }
            let found = try await content(queue)
            ledger.expect(found == now || found == changed, "\(found) is neither \(now) nor \(changed)")
            allow([found])
            return found
        }

        // MARK: Changesets

        func invert(_ run: FMSimulation.Run, _ numbers: SeededNumbers) async throws {
            var numbers = numbers
            let queue = try open()
            defer { queue.close() }
            var stranger = run.process("stranger")
            var now = try await content(queue)
            var done: [(change: FMChangeset, difference: Difference)] = []
            for _ in 0..<10 {
                ledger.operation()
                switch Int.random(in: 0...9, using: &numbers) {
                case 0...4:
                    if let recorded = try await record(queue, &now, &numbers) { done.append(recorded) }
                case 5: now = try await disturb(run, &stranger, queue, now, &numbers)
                case 6: try await invertAll(done.map(\.change), queue, &now)
                default:
                    guard let last = done.last else { break }
                    if try await apply(last.change.inverted(), last.difference, queue, &now) { done.removeLast() }
                }
            }
            stranger.kill()
        }

        private func record(
            _ queue: FMDatabaseQueue, _ now: inout UndoableContent, _ numbers: inout SeededNumbers
        ) async throws -> (FMChangeset, Difference)? {
            let former = now
            let seed = Int.random(in: 0..<1_000_000, using: &numbers)
            do {
                let found = Locked(former)
                let recorded = try await queue.recordChanges { db in
                    let content = try change(db, from: former, seed)
                    found.withLock { $0 = content }
                }
                now = found.value
                committed(now)
                let difference = Difference(from: former, to: now)
                ledger.expect(
                    recorded.count == difference.rows.count, "\(recorded.count) changes of \(difference.rows)")
                return (recorded, difference)
            } catch {
                if !(error is Refused) { ledger.failed("recording", error) }
                let found = try await content(queue)
                ledger.expect(found == former, "rolled back to \(found), not to \(former)")
                return nil
            }
        }

        /// Applies an inverse, with triggers off, which a changeset contains the changes of.
        private func apply(
            _ inverse: FMChangeset, _ difference: Difference, _ queue: FMDatabaseQueue, _ now: inout UndoableContent
        ) async throws -> Bool {
            let expected = difference.undone(now)
            allow([now, expected])
            var isDone = false
            do {
                try await applying(inverse, queue)
                isDone = true
                ledger.expect(expected != nil, "a changed row was changed back: \(difference.rows)")
            } catch let error as FMError where error.resultCode == .abort {
                ledger.expect(expected == nil, "\(error): \(difference.rows) from \(now)")
            } catch {
                ledger.failed("applying", error)
            }
            let found = try await content(queue)
            let wanted = isDone ? expected : now
            ledger.expect(found == wanted, "\(found), not \(wanted?.description ?? "nothing") from \(now)")
            now = found
            if isDone { committed(now) } else { allow([now]) }
            return isDone
        }

        private func applying(_ change: FMChangeset, _ queue: FMDatabaseQueue) async throws {
            try await queue.withDatabase { db in
                try db.execute("PRAGMA foreign_keys = OFF")
                defer { _ = try? db.execute("PRAGMA foreign_keys = \(raw: seed % 2 == 0 ? "ON" : "OFF")") }
                try db.withTransaction {
                    let trigger = try db.value("SELECT sql FROM sqlite_master WHERE name = 'noted'", as: String.self)
                    try db.execute("DROP TRIGGER noted")
                    try db.apply(change)
                    try db.execute(FMSQL(raw: trigger))
                }
            }
        }

        /// Applies the inverse of all changes, and then all changes, in a transaction that is rolled back.
        private func invertAll(_ changes: [FMChangeset], _ queue: FMDatabaseQueue, _ now: inout UndoableContent)
            async throws
        {
            let all = try FMChangeset.joined(changes)
            let inverse = try FMChangeset.joined(changes.reversed().map { try $0.inverted() })
            let count = try all.inverted().count
            ledger.expect(count == inverse.count, "\(count) changes, \(inverse.count) inverse ones")
            let twice = try all.inverted().inverted()
            ledger.expect(Set(twice.map { "\($0)" }) == Set(all.map { "\($0)" }), "inverted twice: \(twice)")
            let former = now
            do {
                try await queue.withTransaction { db in
                    try db.execute("PRAGMA defer_foreign_keys = ON")
                    try db.execute("DROP TRIGGER noted")
                    try db.apply(inverse)
                    try db.apply(all)
                    let found = try UndoableContent(db)
                    ledger.expect(found == former, "\(found), not \(former), after a way back and forth")
                    throw Refused()
                }
            } catch is Refused {
            } catch let error as FMError where error.resultCode == .abort {
                // A stranger may have changed a row.
            } catch {
                ledger.failed("applying all", error)
            }
            let found = try await content(queue)
            ledger.expect(found == former, "rolled back to \(found), not to \(former)")
        }
    }
#endif
