import FMDB
import FMDBTestHelpers
import Testing

/// `access(_:at:_:)`, on which functions are written that take a database, a queue or a pool.
@Suite struct DatabaseAccessTests {
    private let folder = TemporaryFolder()

    enum Kind: CaseIterable {
        case queue, pool, queueInMemory
    }

    private func coordinator(_ kind: Kind) throws -> FMDatabaseCoordinator {
        let coordinator: FMDatabaseCoordinator =
            switch kind {
            case .queue: try FMDatabaseQueue(path: folder.file(), configuration: .init())
            case .pool: FMDatabasePool(path: folder.file(), configuration: .init())
            case .queueInMemory: FMDatabaseQueue()
            }
        try coordinator.access(.write, at: FMCallSite()) { db in try db.execute("CREATE TABLE t (a)") }
        return coordinator
    }

    /// As a client would write it, once for all three.
    private func insertTwo(_ access: some FMDatabaseAccess) throws {
        try access.access(.write, at: FMCallSite()) { db in
            try db.execute("INSERT INTO t VALUES (1)")
            try db.execute("INSERT INTO t VALUES (2)")
        }
    }

    private func count(_ access: some FMDatabaseAccess) throws -> Int {
        try access.access(.read, at: FMCallSite()) { db in try db.value("SELECT count(*) FROM t", as: Int.self) }
    }

    @Test(arguments: Kind.allCases) func aFunctionServesEachOfThem(_ kind: Kind) throws {
        let coordinator = try coordinator(kind)
        try insertTwo(coordinator)
        #expect(try count(coordinator) == 2)
        // And the connection that a block has.
        try coordinator.access(.outsideTransaction, at: FMCallSite()) { db in try insertTwo(db) }
        #expect(try count(coordinator) == 4)
    }

    @Test(arguments: Kind.allCases) func aWriteThatThrowsIsRolledBack(_ kind: Kind) throws {
        let coordinator = try coordinator(kind)
        #expect(throws: CancellationError.self) {
            try coordinator.access(.write, at: FMCallSite()) { db in
                try db.execute("INSERT INTO t VALUES (1)")
                throw CancellationError()
            }
        }
        #expect(try count(coordinator) == 0)
    }

    @Test(arguments: Kind.allCases) func outsideATransactionNoneIsOpen(_ kind: Kind) throws {
        let coordinator = try coordinator(kind)
        try coordinator.access(.outsideTransaction, at: FMCallSite()) { db in
            #expect(!db.isInTransaction)
            try db.execute("VACUUM")
        }
        try coordinator.access(.write, at: FMCallSite()) { db in #expect(db.isInTransaction) }
    }

    @Test func aReadOfAPoolCannotWriteAndWaitsForNoWriter() throws {
        let pool = try coordinator(.pool)
        try pool.access(.write, at: FMCallSite()) { db in
            try db.execute("INSERT INTO t VALUES (1)")
            // On another thread: a thread that waits for itself is refused.
            let seen = try onBackgroundThread {
                try pool.access(.read, at: FMCallSite()) { try $0.value("SELECT count(*) FROM t", as: Int.self) }
            }
            #expect(seen == 0)
        }
        let error = thrown {
            try pool.access(.read, at: FMCallSite()) { db in try db.execute("INSERT INTO t VALUES (2)") }
        }
        #expect(error?.resultCode == .readOnly)
        #expect(try count(pool) == 1)
    }

    @Test(arguments: Kind.allCases) func aCallWithinItsOwnBlockNamesTheSiteOfTheOuterOne(_ kind: Kind) throws {
        let coordinator = try coordinator(kind)
        let error = thrown {
            try coordinator.access(.write, at: FMCallSite(file: "Client/Outer.swift", line: 7)) { _ in
                try coordinator.access(.write, at: FMCallSite(file: "Client/Inner.swift", line: 8)) { _ in }
            }
        }
        #expect(error?.resultCode == .misuse)
        #expect(error?.message.contains("Client/Outer.swift:7") == true)
        #expect(error?.message.contains("Client/Inner.swift:8") == true)
    }

    @Test(arguments: Kind.allCases) func theTypedFormThrowsWhatConfigureThrows(_ kind: Kind) throws {
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.configure = { _ in throw CancellationError() }
        guard kind == .pool else {
            #expect(throws: CancellationError.self) {
                try FMDatabaseQueue(path: folder.file(), configuration: configuration)
            }
            return
        }
        let pool = FMDatabasePool(path: folder.file(), configuration: configuration)
        #expect(throws: CancellationError.self) {
            try pool.access(.write, at: FMCallSite(), throwing: FMError.self) { db throws(FMError) in
                try db.execute("CREATE TABLE t (a)")
            }
        }
    }

    @Test func theTypedFormOfADatabaseThrowsFMErrorAlone() throws {
        let db = FMDatabase.memory()
        func create(_ db: FMDatabase) throws(FMError) {
            try db.access(.write, at: FMCallSite(), throwing: FMError.self) { db throws(FMError) in
                try db.execute("CREATE TABLE t (")
            }
        }
        #expect(throws: FMError.self) { try create(db) }
    }

    /// The connections of a pool in memory have a content each, and the one of `withDatabase` is what there is.
    @Test func aPoolInMemoryReadsAndWritesOnOneConnection() throws {
        let pool = FMDatabasePool(path: nil)
        try pool.access(.write, at: FMCallSite()) { db in try db.execute("CREATE TABLE t (a)") }
        try insertTwo(pool)
        #expect(try count(pool) == 2)
    }

    @Test(arguments: Kind.allCases) func theAsynchronousFormDoesTheSame(_ kind: Kind) async throws {
        let coordinator = try coordinator(kind)
        try await coordinator.access(.write, at: FMCallSite()) { db in try db.execute("INSERT INTO t VALUES (1)") }
        let count = try await coordinator.access(.read, at: FMCallSite()) { db in
            try db.value("SELECT count(*) FROM t", as: Int.self)
        }
        #expect(count == 1)
    }

    @Test(arguments: Kind.allCases)
    func anAsynchronousCallThatIsCancelledAsItRunsWritesNothing(_ kind: Kind) async throws {
        let coordinator = try coordinator(kind)
        let isRunning = Locked(false)
        let task = Task {
            try await coordinator.access(.write, at: FMCallSite()) { db in
                try db.execute("INSERT INTO t VALUES (1)")
                isRunning.withLock { $0 = true }
                _ = try db.value(
                    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n", as: Int.self
                )
            }
        }
        try await pollInTurn { isRunning.value }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try count(coordinator) == 0)
    }
}
