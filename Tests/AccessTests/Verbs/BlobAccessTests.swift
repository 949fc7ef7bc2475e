import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// Blobs of the connections that a queue or pool lends.
@Suite struct BlobAccessTests {
    private let folder = TemporaryFolder()

    private func queue(_ configuration: FMDatabaseCoordinator.Configuration = .init()) throws -> FMDatabaseQueue {
        var configuration = configuration
        configuration.configure = { $0.logsErrors = false }
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration)
        try queue.here { try BlobAccessTests.stage($0) }
        return queue
    }

    private func pool() throws -> FMDatabasePool {
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.configure = { $0.logsErrors = false }
        let pool = FMDatabasePool(path: folder.file(), configuration: configuration)
        try pool.here { try BlobAccessTests.stage($0) }
        return pool
    }

    private static func stage(_ database: FMDatabase) throws {
        _ = database.executeStatements("CREATE TABLE t (b); INSERT INTO t VALUES (x'00010203')")
    }

    private static func open(_ database: FMDatabase, isReadOnly: Bool = true) throws -> FMBlob {
        if !isReadOnly, !database.isTransactionOpen { try database.execute("BEGIN") }
        return try database.openBlob(table: "t", column: "b", row: 1, isReadOnly: isReadOnly)
    }

    // MARK: Blocks

    @Test func aBlobEndsWithItsBlock() throws {
        let queue = try queue()
        nonisolated(unsafe) var kept: FMBlob?
        try queue.here { db in
            kept = try BlobAccessTests.open(db)
        }
        #expect(kept?.isOpen == false)
        #expect(thrown { try kept?.read(at: 0, count: 1) }?.resultCode == .misuse)
        #expect(try queue.here { $0.close() })
    }

    @Test func aBlobOfAnOuterBlockStays() throws {
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.openResultSets = .report
        let queue = try queue(configuration)
        nonisolated(unsafe) var kept: FMBlob?
        try queue.here { kept = try BlobAccessTests.open($0) }
        #expect(kept?.isOpen == true)
        let last = try queue.here { _ in try kept?.read(at: 3, count: 1) }
        #expect(last == Data([3]))
        try kept?.close()
    }

    @Test func anotherThreadMayNotUseItMeanwhile() throws {
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.openResultSets = .report
        let queue = try queue(configuration)
        nonisolated(unsafe) var kept: FMBlob?
        try queue.here { kept = try BlobAccessTests.open($0) }
        try queue.here { _ in
            let codes = try onBackgroundThread {
                defer { kept = nil }
                return [
                    thrown { try kept?.read(at: 0, count: 1) }?.resultCode,
                    thrown { try kept?.write(Data([1]), at: 0) }?.resultCode,
                    thrown { try kept?.move(to: 1) }?.resultCode,
                ]
            }
            #expect(codes == [.misuse, .misuse, .misuse])
        }
        // Released by the other thread, it was closed by the one that had the connection.
        try queue.transactionHere { try $0.execute("DELETE FROM t") }
        #expect(try queue.here { $0.close() })
    }

    @Test func aTransactionCommitsWhatABlobHasWritten() throws {
        let queue = try queue()
        try queue.transactionHere { db in
            let blob = try BlobAccessTests.open(db, isReadOnly: false)
            try blob.write(Data([7]), at: 2)
            try blob.close()
        }
        #expect(try queue.here { try $0.value("SELECT b FROM t", as: Data.self) } == Data([0, 1, 7, 3]))
    }

    @Test func aReaderOfAPoolWritesNothing() throws {
        let pool = try pool()
        let error = thrown { try pool.read { db in try BlobAccessTests.open(db, isReadOnly: false).count } }
        #expect(error?.resultCode == .readOnly)
        #expect(error?.localizedFailureReason == "`read` uses a read-only connection; use `write`")
        #expect(try pool.read { db in try BlobAccessTests.open(db).read(at: 1, count: 2) } == Data([1, 2]))
    }

    @Test func aReaderSeesItsSnapshotWhileOthersWrite() throws {
        let pool = try pool()
        try pool.read { db in
            let blob = try BlobAccessTests.open(db)
            try onBackgroundThread { try pool.write { try $0.execute("UPDATE t SET b = x'FFFFFFFF'") } }
            #expect(try blob.read(at: 0, count: 4) == Data([0, 1, 2, 3]))
        }
        #expect(try pool.read { try BlobAccessTests.open($0).read(at: 0, count: 1) } == Data([255]))
    }

    // MARK: The end of an access

    @Test func aCancelledAccessEndsBetweenTwoChunks() async throws {
        let queue = try queue()
        nonisolated(unsafe) var count = 0
        let begun = DispatchSemaphore(value: 0)
        let cancelled = DispatchSemaphore(value: 0)
        let task = Task {
            try await queue.withTransaction { db in
                let blob = try BlobAccessTests.open(db, isReadOnly: false)
                try blob.write(Data([9]), at: 0)
                try blob.forEachChunk(size: 1) { _ in
                    count += 1
                    begun.signal()
                    cancelled.wait()
                }
            }
        }
        try await inBackground { begun.wait() }
        task.cancel()
        cancelled.signal()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(count == 1)
        #expect(try queue.here { try $0.value("SELECT b FROM t", as: Data.self).first } == 0)
    }

    @Test func anInterruptedTransactionIsRolledBackBesideABlob() throws {
        let queue = try queue()
        nonisolated(unsafe) var kept: FMBlob?
        let error = thrown {
            try queue.withTransaction(timeout: .milliseconds(20)) { db in
                kept = try BlobAccessTests.open(db, isReadOnly: false)
                try kept?.write(Data([9]), at: 0)
                // It would go on for ever.
                try db.execute(
                    "WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r")
            }
        }
        #expect(error?.extendedCode == .deadlineExceeded)
        #expect(try queue.here { db in try db.value("SELECT b FROM t", as: Data.self).first } == 0)
        #expect(try queue.here { !$0.isTransactionOpen })
    }

    @Test func aSuspendedQueueRefusesBlobs() throws {
        let queue = try queue()
        let error = thrown {
            try queue.transactionHere { db in
                let blob = try BlobAccessTests.open(db, isReadOnly: false)
                try blob.write(Data([9]), at: 0)
                queue.suspend()
                try blob.write(Data([8]), at: 0)
            }
        }
        #expect(error?.message.contains("suspended") == true)
        queue.resume()
        #expect(try queue.here { try $0.value("SELECT b FROM t", as: Data.self).first } == 0)
    }

    // MARK: Changes

    @Test(arguments: ChangeScene.Kind.allCases) func whatABlobWritesIsTold(kind: ChangeScene.Kind) async throws {
        let scene = try ChangeScene(kind)
        try scene.coordinator.here { try $0.execute("INSERT INTO log VALUES ('abc'), ('def')") }
        _ = try await scene.told()
        func write(_ db: FMDatabase, _ row: Int64 = 2) throws {
            let blob = try db.openBlob(table: "LOG", column: "line", row: row, schema: "Main", isReadOnly: false)
            try blob.write(Data("x".utf8), at: 0)
            try blob.close()
        }
        #expect(try await scene.told { db in try db.withTransaction { try write(db) } } == "log: 1 updated")
        #expect(
            try await scene.told { db in
                try? db.withTransaction {
                    try write(db); throw Regret()
                }
            } == "")
        let undone = try await scene.told { db in
            try db.withTransaction {
                try write(db, 1)
                try? db.withSavePoint {
                    try write(db, 2); throw Regret()
                }
            }
        }
        #expect(undone == "log: 1 updated")
        let read = try await scene.told { db in
            try db.withTransaction { try db.openBlob(table: "log", column: "line", row: 1, isReadOnly: false).close() }
            _ = try db.openBlob(table: "log", column: "line", row: 1).read(at: 0, count: 3)
        }
        #expect(read == "")
    }

    @Test(arguments: ChangeScene.Kind.allCases) func whatReadsABlobIsReadAgain(kind: ChangeScene.Kind) async throws {
        let scene = try ChangeScene(kind)
        try scene.coordinator.here { try $0.execute("INSERT INTO log VALUES ('abc')") }
        let values = scene.coordinator.values { db in
            try db.openBlob(table: "log", column: "line", row: 1).read(at: 0, count: 3)
        }.makeAsyncIterator()
        #expect(try await values.next() == Data("abc".utf8))
        try scene.coordinator.here { try $0.execute("UPDATE log SET line = 'xyz'") }
        #expect(try await values.next() == Data("xyz".utf8))
    }
}
