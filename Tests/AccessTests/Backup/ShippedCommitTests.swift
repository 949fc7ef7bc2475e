import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// Calls that return when their commit is in the target of the backup.
@Suite struct ShippedCommitTests {
    private let scene = BackupScene()

    /// What the target had at the end of a call can be restored.
    private func rowsInTarget() throws -> [Int] {
        try BackupScene(scene.target.copy).restoredRows()
    }

    @Test func aCallOfAQueueReturnsWhenItsCommitIsStored() throws {
        let queue = try scene.begunQueue(.shipped)
        for row in 1...5 {
            try queue.commit(rows: [row])
            #expect(try rowsInTarget().last == row)
            try queue.withDatabase { try $0.execute("INSERT INTO t VALUES (\(row * 10 + 100), NULL)") }
            #expect(try rowsInTarget().last == row * 10 + 100)
            try queue.withDatabase { try $0.execute("DELETE FROM t WHERE i > 100") }
        }
        queue.close()
    }

    @Test func anAsynchronousCallReturnsWhenItsCommitIsStored() async throws {
        let queue = try scene.begunQueue(.shipped)
        for row in 1...5 {
            try await queue.withTransaction { try $0.execute("INSERT INTO t VALUES (\(row), NULL)") }
            #expect(try rowsInTarget().last == row)
        }
        queue.close()
    }

    /// The thread of the first call then runs the second one, so the task of the first goes on on another thread.
    @Test func aCallThatAnotherOneWaitsForReturnsWhenItsCommitIsStored() async throws {
        let queue = try scene.begunQueue(.shipped)
        for row in 1...5 {
            let second = Locked<Task<Void, any Error>?>(nil)
            try await queue.withTransaction { db in
                try db.execute("INSERT INTO t VALUES (\(row), NULL)")
                second.withLock { $0 = Task { try await queue.withDatabase { _ in } } }
                try poll { queue.statistics.databases.waiting == 1 }
            }
            #expect(try rowsInTarget().last == row)
            try await second.value?.value
        }
        queue.close()
    }

    @Test func aFailedCallInTheBlockLeavesTheCommitOfTheCallAroundIt() throws {
        let pool = SilentPool(path: scene.path, configuration: scene.configuration(.shipped))
        try pool.write { try $0.execute("CREATE TABLE t (i INTEGER PRIMARY KEY, b)") }
        for row in 1...5 {
            try pool.withDatabase { db in
                try db.execute("INSERT INTO t VALUES (\(row), NULL)")
                #expect(throws: CancellationError.self) { try pool.read { _ in throw CancellationError() } }
            }
            #expect(try rowsInTarget().last == row)
        }
        for row in 6...10 {
            pool.inDatabase { db in
                _ = try? db.executeUpdate("INSERT INTO t VALUES (\(row), NULL)", values: nil)
                pool.inDatabase { _ in }
            }
            #expect(try rowsInTarget().last == row)
        }
        pool.close()
    }

    @Test func aCallOfAPoolReturnsWhenItsCommitIsStored() async throws {
        let pool = SilentPool(path: scene.path, configuration: scene.configuration(.shipped))
        try await pool.write { try $0.execute("CREATE TABLE t (i INTEGER PRIMARY KEY, b)") }
        try pool.writeOne(1)
        #expect(try rowsInTarget() == [1])
        try await pool.write { try $0.execute("INSERT INTO t VALUES (2, NULL)") }
        #expect(try rowsInTarget() == [1, 2])
        try await pool.withTransaction { try $0.execute("INSERT INTO t VALUES (3, NULL)") }
        #expect(try rowsInTarget() == [1, 2, 3])
        pool.close()
    }

    @Test func aCallOfAGroupReturnsWhenItsCommitIsStored() async throws {
        let queue = try scene.begunQueue(.shipped) { $0.groupCommit = .init() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for row in 1...30 {
                group.addTask { [scene] in
                    try await queue.withTransaction { try $0.execute("INSERT INTO t VALUES (\(row), NULL)") }
                    #expect(try BackupScene(scene.target.copy).restoredRows().contains(row))
                }
            }
            try await group.waitForAll()
        }
        try queue.commit(rows: [31])
        #expect(try rowsInTarget() == Array(1...31))
        queue.close()
    }

    @Test func fmdbsCallsReturnWhenTheirCommitIsStored() throws {
        let queue = try scene.begunQueue(.shipped)
        queue.inTransaction { db, _ in _ = try? db.executeUpdate("INSERT INTO t VALUES (1, NULL)", values: nil) }
        #expect(queue.lastTransactionError == nil)
        #expect(try rowsInTarget() == [1])
        queue.inDatabase { db in _ = try? db.executeUpdate("INSERT INTO t VALUES (2, NULL)", values: nil) }
        #expect(try rowsInTarget() == [1, 2])
        queue.close()
    }

    @Test func aCommitThatIsNotStoredInTimeStands() async throws {
        let queue = try scene.queue(.whenShipped(within: .milliseconds(1)))
        try scene.awaitSnapshot()
        scene.target.isFailing = true
        _ = try? queue.createTable()
        let error = #expect(throws: FMError.self) { try queue.commit(rows: [1]) }
        #expect(error?.extendedCode == .notShipped)
        let other = await #expect(throws: FMError.self) {
            try await queue.withTransaction { try $0.execute("INSERT INTO t VALUES (2, NULL)") }
        }
        #expect(other?.extendedCode == .notShipped)
        queue.inTransaction { db, _ in _ = try? db.executeUpdate("INSERT INTO t VALUES (3, NULL)", values: nil) }
        #expect(queue.lastTransactionError?.extendedCode == .notShipped)
        #expect(try queue.countedRows() == 3)
        scene.target.isFailing = false
        queue.close()
        #expect(try scene.restoredRows() == [1, 2, 3])
    }

    @Test func commitsOfAGroupThatAreNotStoredInTimeStand() async throws {
        let queue = try scene.queue(.whenShipped(within: .milliseconds(50))) { $0.groupCommit = .init() }
        try scene.awaitSnapshot()
        _ = try? queue.createTable()
        try scene.awaitAll(queue)
        scene.target.isFailing = true
        let codes = await withTaskGroup(of: FMResultCode?.self) { group in
            for row in 1...10 {
                group.addTask {
                    do {
                        try await queue.withTransaction { try $0.execute("INSERT INTO t VALUES (\(row), NULL)") }
                        return nil
                    } catch {
                        return (error as? FMError)?.extendedCode
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes.count == 10 && codes.allSatisfy { $0 == .notShipped })
        scene.target.isFailing = false
        try scene.awaitAll(queue)
        queue.close()
        #expect(try rowsInTarget() == Array(1...10))
    }

    @Test func aRestoredDatabaseIsStored() throws {
        let queue = try scene.begunQueue(.shipped)
        try queue.commit(rows: [1, 2])
        let copy = scene.folder.file("copy.db")
        try queue.backup(to: copy)
        try queue.commit(rows: [3])
        try queue.withDatabase { _ = try $0.restore(from: copy) }
        #expect(try rowsInTarget() == [1, 2])
        queue.close()
    }

    @Test func othersUseTheConnectionDuringTheWait() throws {
        let queue = try scene.begunQueue(.shipped)
        scene.target.gate.close()
        let writing = BackgroundThreads.start { try? queue.commit(rows: [1]) }
        #expect(scene.target.gate.isReached())
        #expect(try queue.withDatabase { try $0.value("SELECT count(*) FROM t", as: Int.self) } == 1)
        scene.target.gate.open()
        #expect(writing.arrives())
        queue.close()
    }

    @Test func callsThatOnlyReadDoNotWait() throws {
        let queue = try scene.begunQueue(.shipped)
        scene.target.isFailing = true
        #expect(try queue.withDatabase { try $0.value("SELECT count(*) FROM t", as: Int.self) } == 0)
        #expect(throws: FMError.self) { try queue.withTransaction { try $0.execute("nonsense") } }
        scene.target.isFailing = false
        queue.close()
    }

    /// At whatever piece the target fails: what was acknowledged is in the pieces that it has.
    @Test(arguments: 0..<10) func whatIsAcknowledgedIsInTheTarget(_ puts: Int) throws {
        scene.target.fail(after: puts)
        let queue = try scene.queue(.whenShipped(within: .milliseconds(100)))
        var acknowledged: [Int] = []
        _ = try? queue.withTransaction { try $0.execute("CREATE TABLE t (i INTEGER PRIMARY KEY, b)") }
        for row in 1...5 where (try? queue.commit(rows: [row])) != nil { acknowledged.append(row) }
        let left = BackupScene(scene.target.copy)
        if let last = acknowledged.last {
            // With those before it that came too late to be acknowledged.
            let rows = try left.restoredRows()
            #expect(rows.count >= last && rows == Array(1...rows.count))
        }
        scene.target.fail(after: 1000)
        scene.target.isFailing = false
        queue.close()
        #expect(try scene.restoredRows() == [1, 2, 3, 4, 5])
    }
}

extension FMDatabaseCoordinator {
    fileprivate func createTable() throws {
        try withTransaction { try $0.execute("CREATE TABLE t (i INTEGER PRIMARY KEY, b)") }
    }

    fileprivate func countedRows() throws -> Int {
        try withDatabase { try $0.value("SELECT count(*) FROM t", as: Int.self) }
    }
}

extension FMDatabasePool {
    fileprivate func writeOne(_ row: Int) throws {
        try write { try $0.execute("INSERT INTO t VALUES (\(row), NULL)") }
    }
}
