#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    import FMDBModel
    @testable import FMDBTestSupport

    /// An observer of a queue or pool that others write to.
    struct Observer: Sendable {
        enum Kind: Sendable, CaseIterable { case block, changes, values, keys }

        let kind: Kind
        let coordinator: FMDatabaseCoordinator
        let external: FMDatabaseCoordinator.ExternalChanges
        let witness: Witness
        /// The milliseconds after which the observation is cancelled.
        let end: Int?
        /// Whether the coordinator is closed while others write, so that queries may come too late.
        let isCutShort: Bool
        /// Returns the last commit before the coordinator was closed, if it was closed while others wrote.
        let limit: @Sendable () -> Int64?
        let seed: Int
        let failed: @Sendable (String, any Error) -> Void

        /// Watches until the coordinator is closed, or until the end.
        func watch() async throws {
            if kind == .block { return try await watchByBlock() }
            // The observation begins at this call, not when the task runs.
            let changes = coordinator.changes(in: ["event", "item", "pair"], externalChanges: external)
            let task = Task {
                var numbers = SeededNumbers(seed)
                switch kind {
                case .values: try await followValues(&numbers)
                case .keys: try await followKeys(&numbers)
                default: try await follow(changes, &numbers)
                }
            }
            if let end {
                try await Task.sleep(for: .milliseconds(end))
                task.cancel()
            }
            try await task.value
        }

        private func pause(_ numbers: inout SeededNumbers) async {
            guard numbers.chance(40) else { return }
            try? await Task.sleep(for: .milliseconds(Int.random(in: 1...40, using: &numbers)))
        }

        private func watchByBlock() async throws {
            let observation = coordinator.observe("event", "item", "pair", externalChanges: external) { change in
                do { try witness.take(change) } catch { failed(witness.name, error) }
            }
            try witness.begin()
            if let end {
                try await Task.sleep(for: .milliseconds(end))
            } else {
                // Beyond the closing of the coordinator, and the delivery of what was pending.
                try await Task.sleep(for: .seconds(1_000))
                try witness.expectComplete(upTo: limit())
            }
            observation.cancel()
        }

        private func follow(_ changes: FMChanges, _ numbers: inout SeededNumbers) async throws {
            try witness.begin()
            for await change in changes {
                try witness.take(change)
                await pause(&numbers)
            }
            if !Task.isCancelled { try witness.expectComplete(upTo: limit()) }
        }

        private func followValues(_ numbers: inout SeededNumbers) async throws {
            var last: ObservedState?
            for try await value in coordinator.values(externalChanges: external, { try ObservedState($0) }) {
                if let last, value.last < last.last { witness.problem("\(value) after \(last)") }
                last = value
                let now = try witness.read()
                if now.last < value.last { witness.problem("the value \(value) before its commit: \(now)") }
                await pause(&numbers)
            }
            guard let last, !Task.isCancelled, !isCutShort else { return }
            let now = try witness.read()
            if now != last { witness.problem("the last value is \(last), but there is \(now)") }
        }

        private func followKeys(_ numbers: inout SeededNumbers) async throws {
            var keys: Set<Int64> = []
            for try await change in coordinator.changes(
                of: ObservedItem.self, keys: Int64.self, externalChanges: external)
            {
                if !change.inserted.isDisjoint(with: keys) { witness.problem("known keys are new: \(change), \(keys)") }
                if !change.deleted.isSubset(of: keys) { witness.problem("unknown keys are gone: \(change), \(keys)") }
                keys.subtract(change.deleted)
                keys.formUnion(change.inserted)
                if !change.updated.isSubset(of: keys) { witness.problem("unknown keys changed: \(change), \(keys)") }
                await pause(&numbers)
            }
            guard !Task.isCancelled, !isCutShort else { return }
            let now = try witness.read()
            if keys != Set(now.items.keys) { witness.problem("the keys are \(keys.sorted()), but there is \(now)") }
        }
    }
#endif
