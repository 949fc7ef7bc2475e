#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    import FMDBTestSupport
    import Foundation

    /// Performs operations on the queue or pool of its process, one after the other.
    struct Client: Sendable {
        let store: Store

        var ledger: Ledger { store.ledger }

        /// Works until all operations of the workload are taken.
        func work(_ seed: Int) async {
            var generator = OperationGenerator(store.plan, seed: seed)
            while ledger.takeOperation() {
                await perform(generator.next())
                let rest = generator.rest()
                if rest > .zero { try? await Task.sleep(for: rest) }
            }
        }

        private func perform(_ operation: Operation) async {
            ledger.count("operations")
            guard let cancellation = operation.cancellation, !operation.isSynchronous else {
                await run(operation, isCancelled: false)
                return
            }
            let task = Task { await run(operation, isCancelled: true) }
            if cancellation > .zero { try? await Task.sleep(for: cancellation) }
            let time = ContinuousClock.now
            task.cancel()
            await task.value
            let rest = ContinuousClock.now - time
            ledger.expect(rest <= .seconds(1), "\(operation.action) ended \(rest) after it was cancelled")
        }

        /// - Parameter isCancelled: whether the task may be cancelled meanwhile.
        private func run(_ operation: Operation, isCancelled: Bool) async {
            let judge = Judge(store, operation)
            do {
                switch operation.action {
                case .write(let way, let ending, let inner, let blob):
                    let work = WriteWork(
                        store: store, operation: operation, way: way, ending: ending, hasSavePoint: inner,
                        writesBlob: blob)
                    await work.run(judge, isCancelled: isCancelled)
                case .read, .cursor, .blob, .blobChunks:
                    try await ReadWork(store: store, operation: operation).run(judge, isCancelled: isCancelled)
                default: try await ServiceWork(store: store, operation: operation).run(judge, isCancelled: isCancelled)
                }
            } catch {
                _ = judge.judge(error, isCancelled: isCancelled, timeout: operation.timeout)
            }
        }
    }

    /// One transaction.
    struct WriteWork: Sendable {
        let store: Store
        let operation: Operation
        let way: Operation.Way
        let ending: Operation.Ending
        let hasSavePoint: Bool
        let writesBlob: Bool

        private var ledger: Ledger { store.ledger }

        func run(_ judge: Judge, isCancelled: Bool) async {
            let coordinator = store.current
            let number = ledger.begin(parts: operation.parts)
            let hasFailed = Locked(false, isQuiet: true)
            do {
                let position =
                    if operation.isSynchronous {
                        try await store.onThread { try call(coordinator, number, hasFailed) }
                    } else {
                        try await callForTask(coordinator, number, hasFailed)
                    }
                ledger.expect(ending == .returns, "\(judge.name) returned though its block throws")
                ledger.acknowledge(number, at: position)
            } catch let error as FMError where ending == .rollsBack && error.resultCode == .abort {
                ledger.settle(number, .absent("it rolled back"))
            } catch {
                ledger.settle(number, judge.judge(error, isCancelled: isCancelled, timeout: operation.timeout))
            }
            judge.checkTime(operation.timeout)
        }

        private func callForTask(
            _ coordinator: FMDatabaseCoordinator, _ number: Int, _ hasFailed: Locked<Bool>
        ) async throws -> Int {
            let timeout = operation.timeout
            let body: @Sendable (FMDatabase) throws -> Int = { try write($0, coordinator, number, hasFailed) }
            switch way {
            case .write:
                if let pool = coordinator as? FMDatabasePool { return try await pool.write(timeout: timeout, body) }
                return try await coordinator.withTransaction(timeout: timeout, body)
            case .transaction: return try await coordinator.withTransaction(timeout: timeout, body)
            case .exclusiveTransaction: return try await coordinator.withTransaction(.exclusive, timeout: timeout, body)
            case .savePoint: return try await coordinator.withSavePoint(timeout: timeout, body)
            case .ownTransaction:
                return try await coordinator.withDatabase(timeout: timeout) { db in
                    try db.withTransaction { try body(db) }
                }
            }
        }

        private func call(
            _ coordinator: FMDatabaseCoordinator, _ number: Int, _ hasFailed: Locked<Bool>
        ) throws -> Int {
            let timeout = operation.timeout
            let body: (FMDatabase) throws -> Int = { try write($0, coordinator, number, hasFailed) }
            switch way {
            case .write:
                if let pool = coordinator as? FMDatabasePool { return try pool.write(timeout: timeout, body) }
                return try coordinator.withTransaction(timeout: timeout, body)
            case .transaction: return try coordinator.withTransaction(timeout: timeout, body)
            case .exclusiveTransaction: return try coordinator.withTransaction(.exclusive, timeout: timeout, body)
            case .savePoint: return try coordinator.withSavePoint(timeout: timeout, body)
            case .ownTransaction:
                return try coordinator.withDatabase(timeout: timeout) { db in try db.withTransaction { try body(db) } }
            }
        }

        /// The block of the transaction. It may run again after a lock, but not after an I/O error.
        private func write(
            _ database: FMDatabase, _ coordinator: FMDatabaseCoordinator, _ number: Int, _ hasFailed: Locked<Bool>
        ) throws -> Int {
            ledger.expect(!hasFailed.value, "the block of \(number) runs again after an error of the disk")
            return try store.holding(way == .write ? .writer : .database, of: coordinator) {
                do {
                    return try write(database, number)
                } catch let error as FMError where error.resultCode == .ioError || error.resultCode == .full {
                    hasFailed.withLock { $0 = true }
                    throw error
                }
            }
        }

        private func write(_ database: FMDatabase, _ number: Int) throws -> Int {
            if hasSavePoint { try rollBackPart(database) }
            let position = try database.write(
                number, parts: operation.parts, fillerSize: operation.fillerSize, pause: operation.pause)
            if writesBlob { try database.writeBlob(number) }
            if hasSavePoint { try rollBackPart(database) }
            if ending == .rollsBack { try store.disturbing(\.rollbacks) { try database.execute("ROLLBACK") } }
            if ending != .returns { throw Refusal() }
            return position
        }

        /// Writes rows in a savepoint that is rolled back. Nobody may ever find them.
        private func rollBackPart(_ database: FMDatabase) throws {
            do {
                try database.withSavePoint {
                    _ = try database.write(-1, parts: 2, fillerSize: operation.fillerSize)
                    throw Refusal()
                }
            } catch is Refusal {}
        }
    }
#endif
