import FMDB
import FMDBTestHelpers
import Testing

private let readWrite: Int32 = 2  // SQLITE_OPEN_READWRITE

/// Remembers what it was asked and told, and answers as the test likes.
private final class PoolObserver: FMDatabasePoolDelegate {
    var allows = true
    private(set) var asked: [FMDatabase] = []
    private(set) var added: [FMDatabase] = []

    func databasePool(_ pool: FMDatabasePool, shouldAddDatabaseToPool database: FMDatabase) -> Bool {
        asked.append(database)
        return allows
    }

    func databasePool(_ pool: FMDatabasePool, didAdd database: FMDatabase) {
        added.append(database)
    }
}

/// Uses its pool from inside both methods, and keeps what the pool answered.
private final class CallingBack: FMDatabasePoolDelegate {
    private(set) var counts: [UInt] = []

    func databasePool(_ pool: FMDatabasePool, shouldAddDatabaseToPool database: FMDatabase) -> Bool {
        counts.append(pool.countOfOpenDatabases)
        return true
    }

    func databasePool(_ pool: FMDatabasePool, didAdd database: FMDatabase) {
        counts.append(pool.countOfOpenDatabases)
    }
}

/// Relies on the default implementations.
private final class Silent: FMDatabasePoolDelegate {}

@Suite struct PoolDelegateTests {
    private let folder = TemporaryFolder()

    private func filePool() -> FMDatabasePool {
        NumberTable.makeFile(folder.file(), numbers: [1])
        return FMDatabasePool(path: folder.file())
    }

    @Test func testB350_theDelegateIsAskedAtEveryHandOut() {
        let pool = filePool()
        let observer = PoolObserver()
        pool.delegate = observer
        for _ in 0..<3 {
            pool.inDatabase { #expect($0 === observer.asked.last) }
        }
        #expect(observer.asked.count == 3)
    }

    @Test func testB350_theDelegateSeesAnOpenDatabase() {
        let pool = filePool()
        let observer = PoolObserver()
        pool.delegate = observer
        pool.inDatabase { _ in }
        #expect(observer.asked.first?.isOpen == true)
    }

    @Test func testB350_aNewDatabaseThatIsRefusedIsClosed() {
        let pool = filePool()
        let observer = PoolObserver()
        observer.allows = false
        pool.delegate = observer
        var runs = 0
        pool.inDatabase { database in
            runs += 1
            database.logsErrors = false
            #expect(!database.isOpen)
            #expect(NumberTable.all(in: database) == nil)
        }
        #expect(runs == 1)
        #expect(observer.asked.first?.isOpen == false)
        #expect(pool.countOfOpenDatabases == 0)
    }

    @Test func testB350_aReusedDatabaseThatIsRefusedIsClosed() {
        let pool = filePool()
        let observer = PoolObserver()
        pool.delegate = observer
        pool.inDatabase { #expect($0.isOpen) }
        observer.allows = false
        pool.inDatabase { database in
            database.logsErrors = false
            #expect(!database.isOpen)
        }
        #expect(observer.asked.count == 2)
        #expect(observer.asked.last?.isOpen == false)
    }

    @Test func testB350_withoutAMethodOfItsOwnADelegateAllows() {
        let pool = filePool()
        let silent = Silent()
        pool.delegate = silent
        pool.inDatabase { #expect(NumberTable.all(in: $0) == [1]) }
        #expect(pool.delegate === silent)
    }

    @Test func testB351_theDelegateHearsOnceOfEachNewDatabase() {
        let pool = filePool()
        let observer = PoolObserver()
        pool.delegate = observer
        pool.inDatabase { outer in
            #expect(observer.added.count == 1)
            #expect(observer.added.last === outer)
            pool.inDatabase { inner in
                #expect(observer.added.count == 2)
                #expect(observer.added.last === inner)
            }
        }
        pool.inDatabase { _ in }
        #expect(observer.added.count == 2)
    }

    @Test func testB351_aRefusedDatabaseIsNotAdded() {
        let pool = filePool()
        let observer = PoolObserver()
        observer.allows = false
        pool.delegate = observer
        pool.inDatabase { #expect(!$0.isOpen) }
        #expect(observer.added.count == 0)
    }

    @Test func testB352_delegateMethodsMayUseThePool() {
        let pool = filePool()
        let answers = Locked<[UInt]>([])
        // On a thread of its own, so that a deadlock fails the test and does not hold it for ever.
        let finished = BackgroundThreads.run(1) { _ in
            let delegate = CallingBack()
            pool.delegate = delegate
            pool.inDatabase { _ in }
            answers.withLock { $0 = delegate.counts }
        }
        #expect(finished)
        #expect(answers.value.count == 2)
        #expect(answers.value.last == 1)
    }

    @Test func testB359_theDelegateIsNotRetained() {
        let pool = filePool()
        weak var observed: PoolObserver?
        do {
            let observer = PoolObserver()
            observed = observer
            pool.delegate = observer
            #expect(pool.delegate === observer)
        }
        #expect(observed == nil)
        #expect(pool.delegate == nil)
    }

    @Test func testB359_withoutItsDelegateThePoolWorksOn() {
        let pool = filePool()
        do {
            let observer = PoolObserver()
            observer.allows = false
            pool.delegate = observer
        }
        pool.inDatabase { #expect(NumberTable.all(in: $0) == [1]) }
    }

    @Test func testD21_delegateMethodsMayReleaseAllDatabases() {
        final class Releasing: FMDatabasePoolDelegate {
            func databasePool(_ pool: FMDatabasePool, didAdd database: FMDatabase) {
                pool.releaseAllDatabases()
            }
        }
        let pool = filePool()
        let numbers = Locked<[Int]?>(nil)
        let finished = BackgroundThreads.run(1) { _ in
            let delegate = Releasing()
            pool.delegate = delegate
            pool.inDatabase { database in
                let all = NumberTable.all(in: database)
                numbers.withLock { $0 = all }
            }
            withExtendedLifetime(delegate) {}
        }
        #expect(finished)
        #expect(numbers.value == [1])
    }

    @Test func testD22_aRefusedDatabaseDoesNotStayCheckedOut() {
        let pool = filePool()
        let observer = PoolObserver()
        pool.maximumNumberOfDatabasesToCreate = 1
        pool.delegate = observer
        pool.inDatabase { #expect($0.isOpen) }
        observer.allows = false
        pool.inDatabase { #expect(!$0.isOpen) }
        #expect(pool.countOfCheckedOutDatabases == 0)

        // A place that leaked would exhaust a pool of one.
        observer.allows = true
        pool.inDatabase { #expect(NumberTable.all(in: $0) == [1]) }
        #expect(pool.countOfOpenDatabases == 1)
    }

    @Test func testD22_aDatabaseThatCannotBeReopenedDoesNotStayCheckedOut() throws {
        NumberTable.makeFile(folder.file())
        let pool = FMDatabasePool(path: folder.file(), flags: readWrite)
        pool.maximumNumberOfDatabasesToCreate = 1
        pool.inDatabase { $0.close() }
        try FileManager.default.removeItem(atPath: folder.file())
        pool.inDatabase { #expect(!$0.isOpen) }
        #expect(pool.countOfCheckedOutDatabases == 0)

        NumberTable.makeFile(folder.file(), numbers: [1])
        pool.inDatabase { #expect(NumberTable.all(in: $0) == [1]) }
        #expect(pool.countOfOpenDatabases == 1)
    }
}
