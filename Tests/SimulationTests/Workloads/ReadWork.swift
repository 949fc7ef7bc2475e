#if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    import FMDB
    import FMDBTestSupport
    import Foundation

    /// One read: in a transaction, by a cursor, or of the large value.
    struct ReadWork: Sendable {
        let store: Store
        let operation: Operation

        func run(_ judge: Judge, isCancelled: Bool) async throws {
            let (coordinator, floor) = (store.current, store.ledger.floor)
            defer { judge.checkTime(operation.timeout) }
            switch operation.action {
            case .read(true) where store.kind == .pool:
                store.ledger.check(try await readSnapshot(coordinator), floor: floor, judge.name)
            case .read, .cursor: store.ledger.check(try await readDatabase(coordinator), floor: floor, judge.name)
            case .blob:
                let bytes = try await coordinator.withDatabase(timeout: operation.timeout) { database in
                    try store.holding(.database, of: coordinator) { try readBlob(database) }
                }
                check(bytes, judge)
            case .blobChunks(let leavesEarly): try await readChunks(coordinator, leavesEarly, judge)
            default: break
            }
        }

        private func readSnapshot(_ coordinator: FMDatabaseCoordinator) async throws -> Content {
            guard let pool = coordinator as? FMDatabasePool else { return try await readDatabase(coordinator) }
            let body: @Sendable (FMDatabase) throws -> Content = { database in
                try store.holding(.reader, of: coordinator) { try readTwice(database) }
            }
            guard operation.isSynchronous else { return try await pool.read(timeout: operation.timeout, body) }
            return try await store.onThread { try pool.read(timeout: operation.timeout, body) }
        }

        private func readDatabase(_ coordinator: FMDatabaseCoordinator) async throws -> Content {
            let body: @Sendable (FMDatabase) throws -> Content = { database in
                try store.holding(.database, of: coordinator) {
                    if case .cursor = operation.action { return try readByCursor(database) }
                    return try database.withTransaction(.deferred) { try readTwice(database) }
                }
            }
            guard operation.isSynchronous else {
                return try await coordinator.withDatabase(timeout: operation.timeout, body)
            }
            return try await store.onThread { try coordinator.withDatabase(timeout: operation.timeout, body) }
        }

        private func pause() {
            if operation.pause > .zero { Thread.sleep(forTimeInterval: operation.pause / .seconds(1)) }
        }

        /// Reads everything twice in one read transaction.
        private func readTwice(_ database: FMDatabase) throws -> Content {
            let first = try database.content()
            pause()
            let second = try database.content()
            store.ledger.expect(first == second, "one snapshot is first \(first.newest), then \(second.newest) commits")
            return second
        }

        /// Reads rows one by one. A statement sees one moment, however long it takes.
        private func readByCursor(_ database: FMDatabase) throws -> Content {
            let rows = try database.query("SELECT position, number, parts, checksum FROM entry ORDER BY rowid")
            var entries: [Int: Content.Entry] = [:]
            var total = 0
            while let row = try rows.nextRow() {
                let position: Int = try row.value(at: 0)
                let former = entries[position]
                entries[position] = Content.Entry(
                    position: position, number: try row.value(at: 1), count: (former?.count ?? 0) + 1,
                    parts: try row.value(at: 2), sum: (former?.sum ?? 0) + (try row.value(at: 3)))
                total += 1
                if total % 8 == 1 { pause() }
            }
            return Content(
                entries: entries.sorted { $0.key < $1.key }.map(\.value), newest: entries.count, total: total)
        }

        private func readBlob(_ database: FMDatabase) throws -> Data {
            let blob = try database.openBlob(table: "content", column: "bytes", row: 1)
            defer { try? blob.close() }
            var bytes = Data()
            while bytes.count < blob.count {
                bytes += try blob.read(at: bytes.count, count: min(7_000, blob.count - bytes.count))
                pause()
            }
            return bytes
        }

        private func readChunks(_ coordinator: FMDatabaseCoordinator, _ leavesEarly: Bool, _ judge: Judge) async throws
        {
            var bytes = Data()
            let chunks = coordinator.blobChunks(
                table: "content", column: "bytes", row: 1, chunkSize: 6_000, timeout: operation.timeout)
            // After the deadline only the last chunk may come, if it was read before.
            var isLate = false
            do {
                for try await chunk in chunks {
                    store.ledger.expect(!isLate, "\(judge.name) went on after its deadline")
                    bytes += chunk
                    if leavesEarly { return }
                    isLate = judge.isOver(operation.timeout) && !store.plan.hasFaults
                    if operation.pause > .zero { try await Task.sleep(for: operation.pause) }
                }
            } catch is FMError where isLate {
                return store.ledger.violate("\(judge.name) had a chunk after its deadline, and then an error")
            }
            check(bytes, judge)
        }

        private func check(_ bytes: Data, _ judge: Judge) {
            let isOne = bytes.count == Content.blobSize && bytes.allSatisfy { $0 == bytes.first }
            store.ledger.expect(isOne, "\(judge.name) found bytes of two transactions, or not all")
        }
    }
#endif
