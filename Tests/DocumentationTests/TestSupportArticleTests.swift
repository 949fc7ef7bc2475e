import FMDB
import FMDBTestSupport
import FMDBTestHelpers
import Testing

/// The examples of the article FMDBTestSupport.
@Suite struct TestSupportArticleTests {
    @Test func failingOperations() throws {
        let folder = FMTemporaryFolder()
        let disk = FMTestDisk()
        var configuration = FMDatabaseQueue.Configuration()
        configuration.vfs = disk.vfs
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration)
        try queue.withTransaction { try $0.execute("CREATE TABLE item (name TEXT)") }

        disk.fail([.write], code: .full)
        #expect(throws: FMError.self) {
            try queue.withTransaction { try $0.execute("INSERT INTO item VALUES ('lamp')") }
        }
        #expect(try queue.withDatabase { try $0.value("SELECT count(*) FROM item", as: Int.self) } == 0)
    }

    @Test func powerCuts() throws {
        func work(_ path: String, vfs: String) -> Set<Int> {
            var configuration = FMDatabaseQueue.Configuration()
            configuration.vfs = vfs
            configuration.synchronous = .extra
            guard let queue = try? FMDatabaseQueue(path: path, configuration: configuration) else { return [] }
            defer { queue.close() }
            guard (try? queue.withDatabase { try $0.execute("CREATE TABLE t (a)") }) != nil else { return [] }
            var done: Set<Int> = []
            for n in 1...2 where (try? queue.withDatabase { try $0.execute("INSERT INTO t VALUES (\(n))") }) != nil {
                done.insert(n)
            }
            return done
        }

        func survivors(_ path: String) throws -> Set<Int> {
            let db = FMDatabase(path: path)
            guard db.open() else { throw db.lastError() }
            defer { db.close() }
            return db.tableExists("t") ? try Set(db.rows("SELECT a FROM t", as: Int.self)) : []
        }

        for damage in FMTestDisk.Damage.all(seed: 1) {
            var operation = 0
            var isCut = true
            while isCut {
                operation += 1
                let folder = FMTemporaryFolder()
                let disk = FMTestDisk()
                disk.cutPower(at: operation)
                let acknowledged = work(folder.file(), vfs: disk.vfs)
                isCut = disk.isPowerCut
                try disk.restorePower(damage)
                #expect(try survivors(folder.file()).isSuperset(of: acknowledged))
            }
        }
    }

    #if os(Linux)
        @Test func otherProcesses() throws {
            let folder = FMTemporaryFolder()
            let path = folder.file()
            let db = FMDatabase(path: path)
            db.maxBusyRetryTimeInterval = 0  // fail at once
            guard db.open() else { throw db.lastError() }
            try db.execute("CREATE TABLE item (name TEXT)")
            let process = try FMTestProcess(path: path)
            try process.hold(.write)
            let error = #expect(throws: FMError.self) { try db.execute("INSERT INTO item VALUES ('chair')") }
            #expect(error?.resultCode == .busy)
            try process.release()
        }
    #endif

    @Test func missingIndexes() throws {
        let printed = Printed()
        func print(_ items: Any...) { printed.add(items) }
        struct Shop {
            let queue: FMDatabaseQueue

            func search(_ word: String) throws {
                _ = try queue.withDatabase { db in
                    try db.rows("SELECT name FROM item WHERE name = \(word)", as: String.self)
                }
            }
        }
        let folder = FMTemporaryFolder()
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: .init())
        try queue.withTransaction { db in
            try db.execute("CREATE TABLE item (name TEXT)")
            for number in 1...1_002 { try db.execute("INSERT INTO item VALUES (\(number))") }
        }
        let shop = Shop(queue: queue)
        let error = #expect(throws: FMTestScanError.self) {
            try queue.failOnScan(above: 1_000) { try shop.search("lamp") }
        }
        print(error?.scans.first?.plan ?? [])  // ["SCAN item"]
        // SQLite before 3.36 says TABLE, too.
        #expect(printed.text.replacingOccurrences(of: "SCAN TABLE", with: "SCAN") == #"["SCAN item"]"#)
        var configuration = FMDatabaseQueue.Configuration()
        configuration.reportScans(above: 1_000) { scan in Issue.record("\(scan)") }
        #expect(configuration.fullScanThreshold == 1_000)
    }

    @Test func time() throws {
        let clock = FMTestClock(Date(timeIntervalSince1970: 0))
        let disk = FMTestDisk(clock: clock)
        #expect(disk.clock?.now == clock.now)
    }
}
