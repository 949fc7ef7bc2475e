import FMDB
import FMDBTestHelpers
import Testing

/// Further event handlers of a configuration, and how long its connections wait.
@Suite struct HandlerAndTimeoutTests {
    private let folder = TemporaryFolder()

    @Test func allHandlersAreCalledThatOfTheClientLast() throws {
        let calls = Locked<[String]>([])
        func handler(_ name: String) -> @Sendable (FMEvent) -> Void {
            { event in
                guard case .statementEnded(let run) = event, run.sql == "SELECT 1" else { return }
                calls.withLock { $0.append(name) }
            }
        }
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.addEventHandler(handler("first"))
        configuration.eventHandler = handler("client")
        configuration.addEventHandler(handler("second"))
        let queue = try FMDatabaseQueue(path: nil, configuration: configuration)
        try queue.withDatabase { db in _ = try db.value("SELECT 1", as: Int.self) }
        #expect(calls.value == ["first", "second", "client"])
    }

    @Test func anAddedHandlerNeedsNoOther() throws {
        let opened = Locked(0)
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.addEventHandler { if case .connectionOpened = $0 { opened.withLock { $0 += 1 } } }
        #expect(configuration.eventHandler == nil)
        let pool = FMDatabasePool(path: folder.file(), configuration: configuration)
        try pool.read { _ in }
        #expect(opened.value == 2)
    }

    @Test(arguments: [FMEvent.ConnectionWait.Kind.reader, .writer, .database])
    func aWaitTellsItsKind(_ kind: FMEvent.ConnectionWait.Kind) throws {
        let kinds = Locked<[FMEvent.ConnectionWait.Kind]>([])
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.maximumReaders = 1
        configuration.eventHandler = { event in
            if case .connectionWait(let wait) = event { kinds.withLock { $0.append(wait.kind) } }
        }
        let pool = FMDatabasePool(path: folder.file(), configuration: configuration)
        pool.maximumNumberOfDatabasesToCreate = 1
        @Sendable func lend(_ timeout: Duration?, _ body: (FMDatabase) throws -> Void) throws {
            switch kind {
            case .reader: try pool.read(timeout: timeout, body)
            case .writer: try pool.write(timeout: timeout, body)
            case .database: try pool.withDatabase(timeout: timeout, body)
            }
        }
        try lend(nil) { _ in
            // From another thread: the same one would deadlock.
            try onBackgroundThread {
                _ = #expect(throws: FMError.self) { try lend(.milliseconds(1)) { _ in } }
            }
        }
        #expect(kinds.value == [kind])
    }

    @Test(arguments: [true, false]) func aWaitWithoutTimeIsToldByBothForms(_ movesTasks: Bool) async throws {
        let waits = Locked<[Bool]>([])
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.movesTasks = movesTasks
        configuration.eventHandler = { event in
            if case .connectionWait(let wait) = event { waits.withLock { $0.append(wait.isGivenUp) } }
        }
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration)
        let (isLent, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let holder = Task.detached {
            try await inBackground {
                try queue.withDatabase { _ in
                    isLent.signal()
                    mayEnd.wait()
                }
            }
        }
        try await inBackground { isLent.wait() }
        try await inBackground {
            _ = #expect(throws: FMError.self) { try queue.withDatabase(timeout: .zero) { _ in } }
        }
        await #expect(throws: FMError.self) { try await queue.withDatabase(timeout: .zero) { _ in } }
        #expect(waits.value == [true, true])
        mayEnd.signal()
        try await holder.value
        // Where nobody is in the way, nobody has waited.
        _ = try? await queue.withDatabase(timeout: .zero) { _ in }
        #expect(waits.value == [true, true])
    }

    @Test func eachConnectionWaitsAsLongAsTheConfigurationSays() throws {
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.busyTimeout = .milliseconds(70)
        let seen = Locked<[Double]>([])
        configuration.configure = { db in seen.withLock { $0.append(db.maxBusyRetryTimeInterval) } }
        let pool = FMDatabasePool(path: folder.file(), configuration: configuration)
        try pool.read { _ in }
        #expect(seen.value == [0.07, 0.07])
        configuration.busyTimeout = .seconds(-3)
        configuration.configure = nil
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration)
        try queue.withDatabase { db in #expect(db.maxBusyRetryTimeInterval == 0) }
    }

    @Test(arguments: [(0, -1), (-5, -1), (1 << 20, -1024), (1025, -1), (Int.max, -Int(Int32.max))])
    func theCacheIsAsLargeAsTheConfigurationSays(_ bytes: Int, _ pragma: Int) throws {
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.cacheSize = bytes
        configuration.configure = { db in try db.execute("PRAGMA cache_size = 77") }
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration)
        let size = try queue.withDatabase { db in try db.value("PRAGMA cache_size", as: Int.self) }
        #expect(size == pragma)
    }
}
