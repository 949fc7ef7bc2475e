import FMDB
import FMDBTestHelpers
import Testing

private typealias TransactionBlock = (FMDatabase, UnsafeMutablePointer<ObjCBool>) -> Void

/// The spellings of `FMDatabaseQueue` and `FMDatabasePool`, each with its full type: when one changes, this file no
/// longer compiles.
@Suite struct SpellingAccessTests {
    private let folder = TemporaryFolder()

    // MARK: FMDatabaseQueue

    @Test func queueProperties() throws {
        let path: KeyPath<FMDatabaseQueue, String?> = \.path
        let openFlags: KeyPath<FMDatabaseQueue, Int32> = \.openFlags
        let vfsName: KeyPath<FMDatabaseQueue, String?> = \.vfsName
        let queue = try #require(FMDatabaseQueue(path: folder.file()))
        #expect(queue[keyPath: path] == folder.file())
        #expect(queue[keyPath: openFlags] == 6)
        #expect(queue[keyPath: vfsName] == nil)
    }

    @Test func queueInitialisers() {
        let path: (String?) -> FMDatabaseQueue? = FMDatabaseQueue.init(path:)
        let url: (URL?) -> FMDatabaseQueue? = FMDatabaseQueue.init(url:)
        let pathFlags: (String?, Int32) -> FMDatabaseQueue? = FMDatabaseQueue.init(path:flags:)
        let urlFlags: (URL?, Int32) -> FMDatabaseQueue? = FMDatabaseQueue.init(url:flags:)
        let pathVFS: (String?, Int32, String?) -> FMDatabaseQueue? = FMDatabaseQueue.init(path:flags:vfs:)
        let urlVFS: (URL?, Int32, String?) -> FMDatabaseQueue? = FMDatabaseQueue.init(url:flags:vfs:)
        #expect(path(nil) != nil)
        #expect(url(nil) != nil)
        #expect(pathFlags(nil, 6) != nil)
        #expect(urlFlags(nil, 6) != nil)
        #expect(pathVFS(nil, 6, nil) != nil)
        #expect(urlVFS(nil, 6, nil) != nil)
    }

    @Test func aQueueIsReceivedInEveryWay() throws {
        let plain: FMDatabaseQueue = FMDatabaseQueue()
        let typed: FMDatabaseQueue = FMDatabaseQueue(path: nil)
        let inferred = FMDatabaseQueue(path: nil)
        let replaced = FMDatabaseQueue(path: nil) ?? plain
        guard let unwrapped = FMDatabaseQueue(path: nil) else {
            Issue.record("an in-memory queue opens")
            return
        }
        for queue in [plain, typed, try #require(inferred), replaced, unwrapped] {
            queue.inDatabase { #expect($0.databasePath == nil) }
        }
    }

    @Test func queueUpkeep() {
        let databaseClass: () -> AnyClass = FMDatabaseQueue.databaseClass
        let close: (FMDatabaseQueue) -> () -> Void = FMDatabaseQueue.close
        let interrupt: (FMDatabaseQueue) -> () -> Void = FMDatabaseQueue.interrupt
        let queue = FMDatabaseQueue()
        interrupt(queue)()
        close(queue)()
        #expect(databaseClass() is FMDatabase.Type)
    }

    @Test func queueBlocks() {
        let inDatabase: (FMDatabaseQueue) -> ((FMDatabase) -> Void) -> Void = FMDatabaseQueue.inDatabase(_:)
        let transactions: [(FMDatabaseQueue) -> (TransactionBlock) -> Void] = [
            FMDatabaseQueue.inTransaction(_:), FMDatabaseQueue.inDeferredTransaction(_:),
            FMDatabaseQueue.inExclusiveTransaction(_:), FMDatabaseQueue.inImmediateTransaction(_:),
        ]
        let inSavePoint: (FMDatabaseQueue) -> (TransactionBlock) -> (any Error)? = FMDatabaseQueue.inSavePoint(_:)
        let queue = FMDatabaseQueue()
        var runs = 0
        inDatabase(queue)({ _ in runs += 1 })
        for transaction in transactions {
            transaction(queue)({ _, _ in runs += 1 })
        }
        let error = inSavePoint(queue)({ _, _ in runs += 1 })
        #expect(error == nil)
        #expect(runs == 6)
    }

    @Test func queueCheckpoints() throws {
        let plain: (FMDatabaseQueue) -> (FMDBCheckpointMode) throws -> Void = FMDatabaseQueue.checkpoint(_:)
        let named: (FMDatabaseQueue) -> (FMDBCheckpointMode, String?) throws -> Void =
            FMDatabaseQueue.checkpoint(_:name:)
        let counting:
            (FMDatabaseQueue) -> (
                FMDBCheckpointMode, String?, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?
            ) throws -> Void = FMDatabaseQueue.checkpoint(_:name:logFrameCount:checkpointCount:)
        let queue = FMDatabaseQueue()
        try plain(queue)(.passive)
        try named(queue)(.full, "main")
        try counting(queue)(.truncate, nil, nil, nil)
        #expect(throws: (any Error).self) { try named(queue)(.full, "unknown") }
    }

    // MARK: FMDatabasePool

    @Test func poolProperties() {
        let path: KeyPath<FMDatabasePool, String?> = \.path
        let openFlags: KeyPath<FMDatabasePool, Int32> = \.openFlags
        let vfsName: KeyPath<FMDatabasePool, String?> = \.vfsName
        let maximum: ReferenceWritableKeyPath<FMDatabasePool, UInt> = \.maximumNumberOfDatabasesToCreate
        let counters: [KeyPath<FMDatabasePool, UInt>] = [
            \.countOfCheckedInDatabases, \.countOfCheckedOutDatabases, \.countOfOpenDatabases,
        ]
        let pool = FMDatabasePool(path: folder.file())
        pool[keyPath: maximum] = 3
        #expect(pool[keyPath: maximum] == 3)
        #expect(pool[keyPath: path] == folder.file())
        #expect(pool[keyPath: openFlags] == 6)
        #expect(pool[keyPath: vfsName] == nil)
        #expect(counters.allSatisfy { pool[keyPath: $0] == 0 })
    }

    @Test func poolInitialisers() {
        let path: (String?) -> FMDatabasePool = FMDatabasePool.init(path:)
        let url: (URL?) -> FMDatabasePool = FMDatabasePool.init(url:)
        let pathFlags: (String?, Int32) -> FMDatabasePool = FMDatabasePool.init(path:flags:)
        let urlFlags: (URL?, Int32) -> FMDatabasePool = FMDatabasePool.init(url:flags:)
        let pathVFS: (String?, Int32, String?) -> FMDatabasePool = FMDatabasePool.init(path:flags:vfs:)
        let urlVFS: (URL?, Int32, String?) -> FMDatabasePool = FMDatabasePool.init(url:flags:vfs:)
        let plain: FMDatabasePool = FMDatabasePool()
        let pools = [
            plain, path(nil), url(nil), pathFlags(nil, 6), urlFlags(nil, 6), pathVFS(nil, 6, nil), urlVFS(nil, 6, nil),
        ]
        #expect(pools.allSatisfy { $0.path == nil })
    }

    @Test func poolUpkeep() {
        let databaseClass: () -> AnyClass = FMDatabasePool.databaseClass
        let release: (FMDatabasePool) -> () -> Void = FMDatabasePool.releaseAllDatabases
        let pool = FMDatabasePool()
        release(pool)()
        #expect(databaseClass() is FMDatabase.Type)
    }

    @Test func poolBlocks() {
        let inDatabase: (FMDatabasePool) -> ((FMDatabase) -> Void) -> Void = FMDatabasePool.inDatabase(_:)
        let transactions: [(FMDatabasePool) -> (TransactionBlock) -> Void] = [
            FMDatabasePool.inTransaction(_:), FMDatabasePool.inDeferredTransaction(_:),
            FMDatabasePool.inExclusiveTransaction(_:), FMDatabasePool.inImmediateTransaction(_:),
        ]
        let inSavePoint: (FMDatabasePool) -> (TransactionBlock) -> (any Error)? = FMDatabasePool.inSavePoint(_:)
        let pool = FMDatabasePool()
        var runs = 0
        inDatabase(pool)({ _ in runs += 1 })
        for transaction in transactions {
            transaction(pool)({ _, _ in runs += 1 })
        }
        let error = inSavePoint(pool)({ _, _ in runs += 1 })
        #expect(error == nil)
        #expect(runs == 6)
    }

    // MARK: The pool's delegate

    private final class Doorkeeper: NSObject, FMDatabasePoolDelegate {
        var asked = 0
        var added = 0

        func databasePool(_ pool: FMDatabasePool, shouldAddDatabaseToPool database: FMDatabase) -> Bool {
            asked += 1
            return true
        }

        func databasePool(_ pool: FMDatabasePool, didAdd database: FMDatabase) {
            added += 1
        }
    }

    private final class Bystander: NSObject, FMDatabasePoolDelegate {}

    @Test func poolDelegate() {
        let delegate: ReferenceWritableKeyPath<FMDatabasePool, AnyObject?> = \.delegate
        let doorkeeper = Doorkeeper()
        let pool = FMDatabasePool()
        pool[keyPath: delegate] = doorkeeper
        pool.inDatabase { _ in }
        #expect(doorkeeper.asked == 1)
        #expect(doorkeeper.added == 1)
    }

    @Test func theDelegatesMethodsAreOptional() {
        let bystander = Bystander()
        let pool = FMDatabasePool()
        pool.delegate = bystander
        var answer: Int32?
        pool.inDatabase { answer = $0.intForQuery("SELECT 1") }
        #expect(answer == 1)
    }
}
