import FMDB
import FMDBTestHelpers
import Testing

/// Who is told, when, and until when.
@Suite struct ChangeDeliveryTests {
    private let folder = TemporaryFolder()

    private func queue() throws -> FMDatabaseQueue {
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: .init())
        try queue.here { database in
            try database.execute("CREATE TABLE IF NOT EXISTS t (a)")
            try database.execute("CREATE TABLE IF NOT EXISTS u (a)")
        }
        return queue
    }

    private func write(_ queue: FMDatabaseCoordinator, _ table: String = "t") throws {
        try queue.here { try $0.execute(FMSQL(raw: "INSERT INTO \(table) VALUES (1)")) }
    }

    // MARK: Sequences

    @Test func onlyTheNamedTablesAreReported() async throws {
        let queue = try queue()
        let changes = queue.changes(in: "main.T").makeAsyncIterator()
        try write(queue, "u")
        try queue.transactionHere { database in
            try database.execute("INSERT INTO u VALUES (1)")
            try database.execute("INSERT INTO t VALUES (1)")
        }
        let change = try #require(await changes.next())
        #expect(change.tables == ["t"])
        #expect(change.mayConcern("t"))
        #expect(!change.mayConcern("u"))
    }

    @Test func changesCountFromTheCallThatMadeTheSequence() async throws {
        let queue = try queue()
        let changes = queue.changes()
        try write(queue)
        let first = changes.makeAsyncIterator()
        let second = changes.makeAsyncIterator()
        try write(queue, "u")
        #expect(await first.next()?.tables == ["t", "u"])
        #expect(await second.next()?.tables == ["u"])
    }

    @Test func aSlowObserverGetsOneMergedChange() async throws {
        let queue = try queue()
        let changes = queue.changes().makeAsyncIterator()
        for _ in 0..<50 { try write(queue) }
        try write(queue, "u")
        let change = try #require(await changes.next())
        #expect(change["t"]?.inserted == .rows(Set(1...50)))
        #expect(change.tables == ["t", "u"])
    }

    @Test func aSubscriberThatWaitsIsWoken() async throws {
        let queue = try queue()
        let changes = queue.changes()
        let task = Task { () -> Int in
            var count = 0
            for await change in changes {
                if case .rows(let ids) = change["t"]?.inserted { count += ids.count }
                if count == 20 { break }
            }
            return count
        }
        for _ in 0..<20 { try write(queue) }
        #expect(await task.value == 20)
    }

    @Test func cancellingATaskEndsItsSequence() async throws {
        let queue = try queue()
        let changes = queue.changes()
        let task = Task {
            for await _ in changes {}
            return Task.isCancelled
        }
        task.cancel()
        #expect(await task.value)
    }

    @Test(arguments: [true, false]) func closingTheCoordinatorEndsItsSequences(waits: Bool) async throws {
        let queue = try queue()
        let changes = queue.changes()
        let task = Task {
            var count = 0
            for await _ in changes { count += 1 }
            return count
        }
        if !waits { try write(queue) }
        queue.close()
        #expect(await task.value == (waits ? 0 : 1))
        // It opens again with the next block.
        let others = queue.changes().makeAsyncIterator()
        try write(queue)
        #expect(await others.next()?.tables == ["t"])
    }

    @Test func releasingTheCoordinatorEndsItsSequences() async throws {
        let folder = folder
        var queue: FMDatabaseQueue? = try queue()
        let changes = try #require(queue?.changes())
        queue = nil
        #expect(await changes.makeAsyncIterator().next() == nil)
        withExtendedLifetime(folder) {}
    }

    @Test func aClosedPoolHasNoChanges() async throws {
        let pool = FMDatabasePool(path: folder.file(), configuration: .init())
        try pool.writeHere { try $0.execute("CREATE TABLE t (a)") }
        let changes = pool.changes().makeAsyncIterator()
        try pool.writeHere { try $0.execute("INSERT INTO t VALUES (1)") }
        pool.close()
        #expect(await changes.next()?.tables == ["t"])
        #expect(await changes.next() == nil)
        #expect(await pool.changes().makeAsyncIterator().next() == nil)
    }

    // MARK: Blocks

    @Test func aBlockIsCalledOnItsQueue() async throws {
        let queue = try queue()
        let target = DispatchQueue(label: "target")
        let key = DispatchSpecificKey<Bool>()
        target.setSpecific(key: key, value: true)
        let (stream, continuation) = AsyncStream<Bool>.makeStream()
        let observation = queue.observe("t", on: target) { _ in
            continuation.yield(DispatchQueue.getSpecific(key: key) ?? false)
        }
        try write(queue)
        #expect(await stream.first { _ in true } == true)
        observation.cancel()
    }

    @Test func aBlockMayUseTheQueueAndLeave() async throws {
        let queue = try queue()
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        let kept = Locked<FMObservation?>(nil)
        let calls = Locked(0)
        let observation = queue.observe("t") { [unowned queue] _ in
            calls.withLock { $0 += 1 }
            kept.value?.cancel()
            continuation.yield((try? queue.here { try $0.value("SELECT count(*) FROM t", as: Int.self) }) ?? -1)
        }
        kept.withLock { $0 = observation }
        try write(queue)
        #expect(await stream.first { _ in true } == 1)
        let changes = queue.changes().makeAsyncIterator()
        try write(queue)
        #expect(await changes.next() != nil)
        #expect(calls.value == 1)
        kept.withLock { $0 = nil }
    }

    @Test func aBlockThatIsBusyIsCalledOnceForAllThatCame() async throws {
        let queue = try queue()
        let target = DispatchQueue(label: "target")
        target.suspend()
        let (stream, continuation) = AsyncStream<FMChange>.makeStream()
        let observation = queue.observe(on: target) { continuation.yield($0) }
        for _ in 0..<30 { try write(queue) }
        target.resume()
        let change = try #require(await stream.first { _ in true })
        #expect(change["t"]?.inserted == .rows(Set(1...30)))
        observation.cancel()
    }

    @Test func anObservationEndsWhenItIsReleased() async throws {
        let queue = try queue()
        let calls = Locked(0)
        let target = DispatchQueue(label: "target")
        var observation: FMObservation? = queue.observe(on: target) { _ in calls.withLock { $0 += 1 } }
        withExtendedLifetime(observation) {}
        observation = nil
        try write(queue)
        target.sync {}
        #expect(calls.value == 0)
    }

    // MARK: Several coordinators

    @Test func everyQueueAndPoolOfAFileIsHeard() async throws {
        let first = try queue()
        let changes = first.changes().makeAsyncIterator()
        let link = folder.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path)
        let second = try FMDatabaseQueue(path: link + "/test.db", configuration: .init())
        try write(second)
        #expect(await changes.next()?["t"]?.inserted == .rows([1]))
        let pool = FMDatabasePool(path: folder.file(), configuration: .init())
        try write(pool, "u")
        #expect(await changes.next()?["u"]?.inserted == .rows([1]))
        let other = try FMDatabaseQueue(path: folder.file("other.db"), configuration: .init())
        try other.here { try $0.execute("CREATE TABLE t (a)") }
        try write(first)
        #expect(await changes.next()?.description == "t: 1 inserted")
    }

    @Test func aPoolThatHasOpenedNothingReportsChanges() async throws {
        let pool = FMDatabasePool(path: folder.file(), configuration: .init())
        let changes = pool.changes().makeAsyncIterator()
        let queue = try queue()
        try write(queue)
        #expect(await changes.next()?.mayConcern("t") == true)
    }

    @Test func aTemporaryTableIsItsCoordinatorsOwn() async throws {
        let queue = try queue()
        let mine = queue.changes(in: "temp.draft").makeAsyncIterator()
        let other = try self.queue()
        let others = other.changes(in: "temp.draft", "draft").makeAsyncIterator()
        try queue.here { database in
            try database.execute("CREATE TEMP TABLE draft (a)")
            try database.execute("INSERT INTO draft VALUES (1)")
        }
        let change = try #require(await mine.next())
        #expect(change.tables == ["temp.draft"])
        #expect(change["TEMP.Draft"]?.inserted == .rows([1]))
        try other.here { try $0.execute("CREATE TABLE draft (a)") }
        #expect(await others.next()?.tables == ["draft"])
    }

    @Test func anAttachedDatabaseIsNamed() async throws {
        let other = try FMDatabaseQueue(path: folder.file("other.db"), configuration: .init())
        try other.here { try $0.execute("CREATE TABLE v (a)") }
        var configuration = FMDatabaseCoordinator.Configuration()
        let path = folder.file("other.db")
        configuration.configure = { try $0.execute("ATTACH \(path) AS aux1") }
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration)
        let mine = queue.changes(in: "aux1.v").makeAsyncIterator()
        let others = other.changes(in: "v").makeAsyncIterator()

        try queue.here { try $0.execute("INSERT INTO v VALUES (1)") }
        #expect(await mine.next()?["aux1.v"]?.inserted == .rows([1]))
        #expect(await others.next()?["v"]?.inserted == .rows([1]))
        try other.here { try $0.execute("INSERT INTO v VALUES (2)") }
        #expect(await mine.next()?["aux1.v"]?.inserted == .rows([2]))
        #expect(await others.next()?["v"]?.inserted == .rows([2]))
    }
}
