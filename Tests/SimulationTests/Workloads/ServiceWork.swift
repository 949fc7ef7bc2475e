#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    import FMDBTestSupport
    import Foundation

    /// One operation that neither writes rows of its own nor returns what it has read.
    struct ServiceWork: Sendable {
        let store: Store
        let operation: Operation

        func run(_ judge: Judge, isCancelled: Bool) async throws {
            let coordinator = store.current
            switch operation.action {
            case .checkpoint(let mode): try await checkpoint(coordinator, mode)
            case .vacuum: try await coordinator.withDatabase { try $0.execute("VACUUM") }
            case .suspend: await suspend(coordinator)
            case .nested: try await nest(coordinator, judge)
            case .release: if store.plan.releases { store.pool?.releaseAllDatabases() }
            case .close(let timeout): try await close(coordinator, timeout)
            case .inDatabase: try await readInDatabase(coordinator, judge)
            case .inTransaction(let rollsBack): try await writeInTransaction(coordinator, rollsBack)
            default: break
            }
        }

        private func checkpoint(_ coordinator: FMDatabaseCoordinator, _ mode: FMDBCheckpointMode) async throws {
            guard store.plan.journal == "WAL" else { return }
            if let queue = coordinator as? FMDatabaseQueue {
                try await store.onThread { try queue.checkpoint(mode) }
            } else {
                try await coordinator.withDatabase { database in
                    try store.holding(.database, of: coordinator) { try database.checkpoint(mode) }
                }
            }
        }

        private func suspend(_ coordinator: FMDatabaseCoordinator) async {
            await store.disturbing(\.suspensions) {
                coordinator.suspend()
                try? await Task.sleep(for: .milliseconds(3))
                coordinator.resume()
            }
        }

        /// A call that would wait for itself is refused.
        private func nest(_ coordinator: FMDatabaseCoordinator, _ judge: Judge) async throws {
            let outer: @Sendable (FMDatabase) throws -> Void = { _ in
                do {
                    if let pool = coordinator as? FMDatabasePool {
                        try pool.write { _ in }
                    } else {
                        try coordinator.withDatabase { _ in }
                    }
                    store.ledger.violate("\(judge.name) was not refused")
                } catch let error as FMError where error.extendedCode == .wouldDeadlock {
                    store.ledger.count("refused")
                } catch let error as FMError where error.resultCode == .misuse && judge.mayBeClosed {
                }
            }
            if let pool = coordinator as? FMDatabasePool {
                try await pool.write(outer)
            } else {
                try await coordinator.withTransaction(.immediate, outer)
            }
        }

        private func close(_ coordinator: FMDatabaseCoordinator, _ timeout: Duration?) async throws {
            try await store.disturbing(\.closings) {
                if let timeout {
                    _ = await coordinator.close(timeout: timeout)
                } else {
                    try await store.close(coordinator)
                }
                try store.replace(coordinator)
            }
        }

        /// FMDB's call gives its block a closed database if there is none.
        private func readInDatabase(_ coordinator: FMDatabaseCoordinator, _ judge: Judge) async throws {
            let floor = store.ledger.floor
            try await store.onThread {
                coordinator.inDatabase { database in
                    guard database.isOpen else { return }
                    store.holding(.database, of: coordinator) {
                        guard let content = try? database.withTransaction(.deferred, { try database.content() }) else {
                            return
                        }
                        store.ledger.check(content, floor: floor, judge.name)
                    }
                }
            }
        }

        private func writeInTransaction(_ coordinator: FMDatabaseCoordinator, _ rollsBack: Bool) async throws {
            let number = store.ledger.begin(parts: operation.parts)
            try await store.onThread {
                coordinator.inTransaction { database, rollback in
                    guard database.isOpen else { return }
                    store.holding(.database, of: coordinator) {
                        let position = try? database.write(number, parts: operation.parts, fillerSize: 5)
                        if position == nil || rollsBack { rollback.pointee = true }
                    }
                }
            }
            if rollsBack { store.ledger.settle(number, .absent("it was rolled back")) }
        }
    }
#endif
