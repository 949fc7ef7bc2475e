import FMDB
import FMDBTestHelpers
import Testing

/// Queues and pools of subclasses that take part in the making and opening of their databases.
@Suite struct CoordinatorTests {
    #if os(Linux) || os(macOS)
        @Test func aDatabaseMayReadTheCountersOfThePoolThatMakesIt() async {
            await #expect(processExitsWith: .success) {
                // A pool that waits for itself would never end.
                alarm(UInt32(patience))
                let pool = CountedPool(path: TemporaryFolder().file("missing/test.db"))
                let memory = CountedPool(path: nil)
                CountingDatabase.pool.withLock { $0 = memory }
                memory.inDatabase { #expect($0.isOpen) }
                CountingDatabase.pool.withLock { $0 = pool }
                pool.inDatabase { #expect(!$0.isOpen) }

                #expect(memory.countOfOpenDatabases == 1)
                #expect(pool.countOfOpenDatabases == 0)
                #expect(CountingDatabase.seen.value.allSatisfy { $0 == 0 })
                #expect(CountingDatabase.seen.value.count >= 2)
            }
        }

        @Test func aPoolAtItsLimitMakesNoMoreDatabasesThanThat() async {
            await #expect(processExitsWith: .success) {
                alarm(UInt32(patience))
                let pool = CountedPool(path: nil)
                pool.maximumNumberOfDatabasesToCreate = 1
                CountingDatabase.pool.withLock { $0 = pool }
                pool.inDatabase { outer in
                    #expect(outer.isOpen)
                    #expect(throws: FMError.self) { try pool.withDatabase { _ in } }
                }
                pool.inDatabase { #expect($0.isOpen) }
                #expect(pool.countOfOpenDatabases == 1)
            }
        }
    #endif

    @Test func aDatabaseThatOpensAndIsRefusedIsNotLentByAQueue() throws {
        let folder = TemporaryFolder()
        let queue = try #require(RefusingQueue(path: folder.file()))
        queue.close()
        RefusingDatabase.plan.withLock { $0.refuses = true }
        #expect(throws: FMError.self) { try queue.withDatabase { _ in } }
        RefusingDatabase.plan.withLock { $0.refuses = false }

        let refused = RefusingDatabase.plan.value.made
        let lent = try queue.withDatabase { database in
            #expect(database.isOpen)
            return try #require(database as? RefusingDatabase).number
        }
        #expect(lent > refused)
    }
}

private final class CountedPool: FMDatabasePool, @unchecked Sendable {
    override class func databaseClass() -> AnyClass { CountingDatabase.self }
}

/// A database that looks at its pool while it is made.
private final class CountingDatabase: FMDatabase {
    static let pool = Locked<FMDatabasePool?>(nil)
    static let seen = Locked<[UInt]>([])

    required init(path: String?) {
        super.init(path: path)
        logsErrors = false
        guard let pool = Self.pool.value else { return }
        let counts = [
            pool.countOfOpenDatabases, pool.countOfCheckedInDatabases, pool.countOfCheckedOutDatabases,
        ]
        Self.seen.withLock { $0 += counts }
    }
}

private final class RefusingQueue: FMDatabaseQueue, @unchecked Sendable {
    override class func databaseClass() -> AnyClass { RefusingDatabase.self }
}

/// A database that opens its file and then, where it is so planned, answers that it has not.
private final class RefusingDatabase: FMDatabase {
    struct Plan {
        var refuses = false
        var made = 0
    }

    static let plan = Locked(Plan())
    let number: Int

    required init(path: String?) {
        number = Self.plan.withLock {
            $0.made += 1
            return $0.made
        }
        super.init(path: path)
        logsErrors = false
    }

    override func open(withFlags flags: Int32, vfs vfsName: String?) -> Bool {
        super.open(withFlags: flags, vfs: vfsName) && !Self.plan.value.refuses
    }
}
