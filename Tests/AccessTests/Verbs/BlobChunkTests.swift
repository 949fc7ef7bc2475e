import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// Blobs as asynchronous sequences of chunks.
@Suite struct BlobChunkTests {
    private let folder = TemporaryFolder()

    enum Kind: CaseIterable {
        case pool
        case queue
        case queueWithLog

        var isWriterFree: Bool { self != .queue }
    }

    private func make(_ kind: Kind, name: String = "blobs.db") throws -> FMDatabaseCoordinator {
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.maximumReaders = 1
        configuration.configure = { $0.logsErrors = false }
        let path = folder.file(name)
        let coordinator: FMDatabaseCoordinator =
            switch kind {
            case .pool: FMDatabasePool(path: path, configuration: configuration)
            case .queue, .queueWithLog: try FMDatabaseQueue(path: path, configuration: configuration)
            }
        try coordinator.here { db in
            if kind == .queueWithLog { _ = try db.value("PRAGMA journal_mode = WAL", as: String.self) }
            try db.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, b)")
        }
        return coordinator
    }

    private func insert(_ content: some FMValueConvertible & Sendable, into coordinator: FMDatabaseCoordinator) throws {
        try coordinator.here { try $0.execute("INSERT INTO t VALUES (1, \(content))") }
    }

    private static func content(_ count: Int) -> Data { Data((0..<count).map { UInt8($0 % 251) }) }

    private func chunks(
        _ coordinator: FMDatabaseCoordinator, of size: Int = 10, column: String = "b", row: Int64 = 1,
        timeout: Duration? = nil
    ) -> FMBlobChunks {
        coordinator.blobChunks(table: "t", column: column, row: row, chunkSize: size, timeout: timeout)
    }

    private func error(of chunks: FMBlobChunks) async -> (any Error)? {
        do {
            for try await _ in chunks {}
            return nil
        } catch {
            return error
        }
    }

    // MARK: Contents

    @Test(arguments: Kind.allCases, [(0, []), (1, [1]), (9, [9]), (10, [10]), (11, [10, 1]), (35, [10, 10, 10, 5])])
    func theChunksAreTheContent(kind: Kind, sizes: (count: Int, chunks: [Int])) async throws {
        let coordinator = try make(kind)
        let content = BlobChunkTests.content(sizes.count)
        try insert(content, into: coordinator)
        var (read, counts) = (Data(), [Int]())
        for try await chunk in chunks(coordinator) {
            counts.append(chunk.count)
            read += chunk
        }
        #expect(read == content)
        #expect(counts == sizes.chunks)
    }

    @Test func manyChunksOfManyPagesAreInOrder() async throws {
        let pool = try make(.pool)
        let content = BlobChunkTests.content(3_000_000)
        try insert(content, into: pool)
        var read = Data()
        for try await chunk in pool.blobChunks(table: "t", column: "b", row: 1) { read += chunk }
        #expect(read == content)
    }

    @Test func textIsReadAsItsBytes() async throws {
        let pool = try make(.pool)
        try insert("Straße", into: pool)
        var read = Data()
        for try await chunk in chunks(pool, of: 3) { read += chunk }
        #expect(read == Data("Straße".utf8))
    }

    @Test(arguments: Kind.allCases) func eachIterationBeginsAnew(kind: Kind) async throws {
        let coordinator = try make(kind)
        try insert(Data([1, 2]), into: coordinator)
        let sequence = chunks(coordinator)
        for try await chunk in sequence { #expect(chunk == Data([1, 2])) }
        try coordinator.here { try $0.execute("UPDATE t SET b = x'03'") }
        for try await chunk in sequence { #expect(chunk == Data([3])) }
    }

    // MARK: What others do meanwhile

    @Test(arguments: Kind.allCases.filter(\.isWriterFree)) func allChunksAreOfOneState(kind: Kind) async throws {
        let coordinator = try make(kind)
        let content = BlobChunkTests.content(50)
        try insert(content, into: coordinator)
        var read = Data()
        for try await chunk in chunks(coordinator) {
            read += chunk
            try await coordinator.access(.write, at: FMCallSite()) { db in
                try db.execute("UPDATE t SET b = zeroblob(50)")
                try db.execute("DELETE FROM t")
            }
        }
        #expect(read == content)
        #expect(try coordinator.here { try $0.value("SELECT count(*) FROM t", as: Int.self) } == 0)
    }

    @Test func withoutALogAWriterIsToldOfTheLock() async throws {
        let queue = try make(.queue)
        try queue.here { $0.maxBusyRetryTimeInterval = 0 }
        try insert(BlobChunkTests.content(50), into: queue)
        var iterator = chunks(queue).makeAsyncIterator()
        #expect(try await iterator.next()?.count == 10)
        let error = thrown { try queue.here { try $0.execute("DELETE FROM t") } }
        #expect(error?.resultCode == .busy)
        while try await iterator.next() != nil {}
        try queue.here { try $0.execute("DELETE FROM t") }
    }

    @Test func theLastChunkIsTakenWithoutAConnection() async throws {
        let pool = try #require(make(.pool) as? FMDatabasePool)
        try insert(BlobChunkTests.content(20), into: pool)
        var iterator = chunks(pool).makeAsyncIterator()
        #expect(try await iterator.next()?.count == 10)
        // Waits for the only reader, which has nothing left to read.
        #expect(try await pool.read { try $0.value("SELECT count(*) FROM t", as: Int.self) } == 1)
        #expect(try await iterator.next()?.count == 10)
        #expect(try await iterator.next() == nil)
        #expect(try await iterator.next() == nil)
    }

    // MARK: The end

    @Test(arguments: Kind.allCases) func aLoopThatIsLeftGivesTheConnectionBack(kind: Kind) async throws {
        let coordinator = try make(kind)
        try insert(BlobChunkTests.content(1000), into: coordinator)
        for _ in 0..<3 {
            for try await chunk in chunks(coordinator) {
                #expect(chunk.count == 10)
                break
            }
        }
        // Waits for the only reader, and for the lock of one that is just being closed.
        let count = try await coordinator.access(.read, at: FMCallSite()) {
            try $0.value("SELECT length(b) FROM t", as: Int.self)
        }
        #expect(count == 1000)
        try coordinator.here { try $0.execute("DELETE FROM t") }
    }

    @Test(arguments: Kind.allCases) func aCancelledTaskIsToldSo(kind: Kind) async throws {
        let coordinator = try make(kind)
        try insert(BlobChunkTests.content(1000), into: coordinator)
        let sequence = chunks(coordinator)
        let (begun, cancelled) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let task = Task {
            var count = 0
            do {
                for try await _ in sequence {
                    count += 1
                    begun.signal()
                    try await inBackground { cancelled.wait() }
                }
                return "ended after \(count)"
            } catch {
                return "\(type(of: error)) after \(count)"
            }
        }
        try await inBackground { begun.wait() }
        task.cancel()
        cancelled.signal()
        #expect(await task.value == "CancellationError after 1")
        let count = try await coordinator.access(.read, at: FMCallSite()) {
            try $0.value("SELECT count(*) FROM t", as: Int.self)
        }
        #expect(count == 1)
    }

    @Test func aTaskThatIsCancelledBeforeReadsNothing() async throws {
        let pool = try make(.pool)
        try insert(Data([1]), into: pool)
        let sequence = chunks(pool)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            for try await _ in sequence { Issue.record("a chunk was read") }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test(arguments: Kind.allCases) func theTimeMayBeLimited(kind: Kind) async throws {
        let coordinator = try make(kind)
        try insert(BlobChunkTests.content(1000), into: coordinator)
        var iterator = chunks(coordinator, timeout: .milliseconds(50)).makeAsyncIterator()
        var error: FMError?
        do {
            // However slowly it goes on, its time comes.
            while try await iterator.next() != nil { try await Task.sleep(for: .milliseconds(1)) }
        } catch let thrown as FMError {
            error = thrown
        }
        #expect(error?.extendedCode == .deadlineExceeded)
        #expect(try await iterator.next() == nil)
    }

    @Test(arguments: Kind.allCases) func closingEndsIt(kind: Kind) async throws {
        let coordinator = try make(kind)
        try insert(BlobChunkTests.content(1000), into: coordinator)
        var iterator = chunks(coordinator).makeAsyncIterator()
        #expect(try await iterator.next()?.count == 10)
        close(coordinator)
        let error = await thrownBy { while try await iterator.next() != nil {} }
        #expect(error?.resultCode == .misuse)
        #expect(error?.message.contains("was closed while a blob was read") == true)
        // A pool stays closed.
        guard kind == .pool else { return }
        #expect((await self.error(of: chunks(coordinator)) as? FMError)?.resultCode == .misuse)
    }

    @Test(arguments: Kind.allCases) func closingWaitsForNoThreadOfSwifts(kind: Kind) async throws {
        let coordinators = try (0..<8).map { try make(kind, name: "\($0).db") }
        for coordinator in coordinators { try insert(BlobChunkTests.content(1000), into: coordinator) }
        await withTaskGroup(of: Int?.self) { group in
            for coordinator in coordinators {
                let sequence = chunks(coordinator)
                group.addTask {
                    var iterator = sequence.makeAsyncIterator()
                    let first = try? await iterator.next()
                    close(coordinator)
                    return first?.count
                }
            }
            for await count in group { #expect(count == 10) }
        }
    }

    /// As synchronous code does.
    private func close(_ coordinator: FMDatabaseCoordinator) {
        (coordinator as? FMDatabasePool)?.close()
        (coordinator as? FMDatabaseQueue)?.close()
    }

    @Test(arguments: Kind.allCases) func closingInTimeLetsItGoOn(kind: Kind) async throws {
        let coordinator = try make(kind)
        try insert(BlobChunkTests.content(1000), into: coordinator)
        var iterator = chunks(coordinator).makeAsyncIterator()
        var count = try await iterator.next()?.count ?? 0
        async let isInTime = coordinator.close(timeout: .seconds(1000))
        while let chunk = try await iterator.next() { count += chunk.count }
        #expect(count == 1000)
        #expect(await isInTime)
    }

    @Test(arguments: Kind.allCases) func closingWithoutTimeEndsIt(kind: Kind) async throws {
        let coordinator = try make(kind)
        try insert(BlobChunkTests.content(1000), into: coordinator)
        var iterator = chunks(coordinator).makeAsyncIterator()
        #expect(try await iterator.next()?.count == 10)
        #expect(await coordinator.close(timeout: .zero) == false)
        let error = await thrownBy { while try await iterator.next() != nil {} }
        #expect(error?.resultCode == .misuse)
    }

    @Test func aSuspendedQueueEndsIt() async throws {
        let queue = try make(.queue)
        try insert(BlobChunkTests.content(1000), into: queue)
        var iterator = chunks(queue).makeAsyncIterator()
        #expect(try await iterator.next()?.count == 10)
        queue.suspend()
        let error = await thrownBy { while try await iterator.next() != nil {} }
        #expect(error?.resultCode == .interrupt)
        queue.resume()
        try queue.here { try $0.execute("DELETE FROM t") }
    }

    // MARK: Errors

    @Test(arguments: Kind.allCases) func whatCannotBeReadIsAnError(kind: Kind) async throws {
        let coordinator = try make(kind)
        try coordinator.here { try $0.execute("INSERT INTO t VALUES (1, 7), (2, NULL), (3, x'00')") }
        func message(_ chunks: FMBlobChunks) async -> String? { (await error(of: chunks) as? FMError)?.message }
        #expect(await message(chunks(coordinator)) == "cannot open value of type integer")
        #expect(await message(chunks(coordinator, row: 2)) == "cannot open value of type null")
        #expect(await message(chunks(coordinator, row: 4)) == "no such rowid: 4")
        #expect(await message(chunks(coordinator, column: "c", row: 3)) == "no such column: \"c\"")
        #expect(await message(coordinator.blobChunks(table: "u", column: "b", row: 1)) == "no such table: main.u")
        for size in [0, -1, Int.min] {
            let error = await error(of: chunks(coordinator, of: size, row: 3)) as? FMError
            #expect(error?.resultCode == .range)
        }
        #expect(await error(of: chunks(coordinator, of: .max, row: 3)) == nil)
    }

    @Test func aDeletedRowIsAnErrorOfTheNextIteration() async throws {
        let pool = try make(.pool)
        try insert(BlobChunkTests.content(5), into: pool)
        let sequence = chunks(pool)
        #expect(await error(of: sequence) == nil)
        try pool.here { try $0.execute("DELETE FROM t") }
        #expect((await error(of: sequence) as? FMError)?.message == "no such rowid: 1")
    }

    @Test func aDatabaseInMemoryHasNoReaders() async throws {
        for coordinator in [FMDatabaseQueue(), FMDatabasePool()] {
            let error = await error(of: chunks(coordinator)) as? FMError
            #expect(error?.resultCode == .misuse)
            #expect(error?.message.contains("in-memory database") == true)
        }
    }

    private func thrownBy(_ body: () async throws -> Void) async -> FMError? {
        do {
            try await body()
            return nil
        } catch {
            return error as? FMError
        }
    }
}
