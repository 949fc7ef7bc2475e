import FMDB
import FMDBTestHelpers
import Testing

/// `maximumNumberOfDatabasesToCreate` holds at every moment.
@Suite struct ConnectionLimitTests {
    private let folder = TemporaryFolder()

    /// Counts the connections that are open.
    private final class OpenCount: Sendable {
        private let counts = Locked((now: 0, most: 0))

        var now: Int { counts.value.now }
        var most: Int { counts.value.most }

        func note(_ event: FMEvent) {
            switch event {
            case .connectionOpened:
                counts.withLock {
                    $0.now += 1
                    $0.most = max($0.most, $0.now)
                }
            case .connectionClosed: counts.withLock { $0.now -= 1 }
            default: break
            }
        }
    }

    private func pool(_ limit: UInt, _ count: OpenCount) -> FMDatabasePool {
        var configuration = FMDatabasePool.Configuration()
        configuration.eventHandler = { count.note($0) }
        let pool = SilentPool(path: folder.file(), configuration: configuration)
        pool.maximumNumberOfDatabasesToCreate = limit
        return pool
    }

    /// Four threads borrow, and another one looks at the free databases.
    private func lends(_ pool: FMDatabasePool) -> Bool {
        let isOver = Locked(false)
        let watching = BackgroundThreads.start {
            while !isOver.value { try? pool.failOnScan(above: 1_000) {} }
        }
        let areBack = BackgroundThreads.run(4) { _ in
            for _ in 0..<1_500 { _ = try? pool.withDatabase { $0.isOpen } }
        }
        isOver.withLock { $0 = true }
        return areBack && watching.arrives()
    }

    @Test(arguments: [1, 2, 3] as [UInt]) func theLimitHoldsWhileAnotherThreadLooksAtTheFreeDatabases(_ limit: UInt)
        throws
    {
        let count = OpenCount()
        let pool = pool(limit, count)
        #expect(lends(pool))
        #expect(count.most <= Int(limit))
        #expect(pool.countOfOpenDatabases <= limit)
        #expect(pool.countOfOpenDatabases == UInt(count.now))
    }

    @Test func moreAreNotMadeThanAreUsedAtOnceWhereThereIsNoLimit() throws {
        let count = OpenCount()
        let pool = pool(0, count)
        #expect(lends(pool))
        #expect(count.most <= 4)
    }

    @Test func aLookAtTheFreeDatabasesLeavesTheirOrder() throws {
        let pool = pool(0, OpenCount())
        let (outer, inner) = try pool.withDatabase { outer in
            (ObjectIdentifier(outer), try pool.withDatabase { ObjectIdentifier($0) })
        }
        try pool.failOnScan(above: 1_000) {}

        try pool.withDatabase { first in
            #expect(ObjectIdentifier(first) == outer)
            let second = try pool.withDatabase { ObjectIdentifier($0) }
            #expect(second == inner)
        }
    }

    @Test func aDatabaseThatComesBackAfterAReleaseIsClosedBeyondTheLimit() throws {
        let count = OpenCount()
        let pool = pool(2, count)
        try pool.withDatabase { _ in
            try pool.withDatabase { _ in
                pool.releaseAllDatabases()
                try pool.withDatabase { _ in
                    try pool.withDatabase { _ in #expect(pool.countOfOpenDatabases == 2) }
                }
            }
        }
        #expect(pool.countOfOpenDatabases == 2)
        #expect(count.now == 2)
    }
}
