import FMDB
import FMDBTestSupport
import FMDBTestHelpers
import Testing

/// `failOnScan(above:)` of databases, queues and pools.
@Suite struct ScanTests {
    private static func fill(_ db: FMDatabase, rows: Int = 200) throws {
        try db.execute("CREATE TABLE book (id INTEGER PRIMARY KEY, author TEXT, title TEXT)")
        try db.execute(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
            INSERT INTO book (author, title) SELECT 'a' || (i % 10), 't' || i FROM n
            """)
    }

    private func scans(_ body: () throws -> Void) -> [FMTestScan]? {
        do {
            try body()
            return []
        } catch {
            return (error as? FMTestScanError)?.scans
        }
    }

    @Test func aDatabaseFailsOnAScan() throws {
        let db = FMDatabase.memory()
        try Self.fill(db)
        let error = #expect(throws: FMTestScanError.self) {
            try db.failOnScan(above: 100) { _ = try db.rows("SELECT id FROM book WHERE author = 'a1'", as: Int.self) }
        }
        #expect(error?.limit == 100)
        #expect(error?.scans.map(\.sql) == ["SELECT id FROM book WHERE author = 'a1'"])
        #expect(error?.scans.map(\.rows) == [199])
        #expect(error?.scans.first?.plan.first?.contains("SCAN") == true)
        #expect(error?.description.contains("TestSupportTests/ScanTests.swift:") == true)
    }

    @Test func asManyAsAllowedPass() throws {
        let db = FMDatabase.memory()
        try Self.fill(db)
        let count = try db.failOnScan(above: 199) {
            try db.rows("SELECT id FROM book WHERE author = 'a1'", as: Int.self).count
        }
        #expect(count == 20)
    }

    @Test func aSearchPasses() throws {
        let db = FMDatabase.memory()
        try Self.fill(db)
        try db.execute("CREATE INDEX book_author ON book (author)")
        try db.failOnScan(above: 0) { _ = try db.rows("SELECT id FROM book WHERE author = 'a1'", as: Int.self) }
    }

    @Test func manySmallReadingsAreNoScan() throws {
        let db = FMDatabase.memory()
        try Self.fill(db, rows: 20)
        try db.failOnScan(above: 19) {
            for _ in 0..<100 { _ = try db.rows("SELECT title FROM book", as: String.self) }
        }
    }

    @Test func whatWasReadBeforeDoesNotCount() throws {
        let db = FMDatabase.memory()
        try Self.fill(db)
        let sql: FMSQL = "SELECT title FROM book"
        for _ in 0..<3 { _ = try db.rows(sql, as: String.self) }
        try db.failOnScan(above: 199) { _ = try db.rows(sql, as: String.self) }
    }

    @Test func aStatementIsNamedOnce() throws {
        let db = FMDatabase.memory()
        try Self.fill(db)
        let found = scans {
            try db.failOnScan(above: 10) {
                for name in ["a1", "a2"] { _ = try db.rows("SELECT id FROM book WHERE author = \(name)", as: Int.self) }
            }
        }
        #expect(found?.count == 1)
        #expect(found?.first?.count == 2)
    }

    @Test func fmdbsCallsAreWatched() throws {
        let db = FMDatabase.memory()
        try Self.fill(db)
        let found = scans {
            try db.failOnScan(above: 10) {
                let rows = db.executeQuery("SELECT id FROM book WHERE author = ?", withArgumentsIn: ["a1"])
                while rows?.next() == true {}
                db.executeUpdate("UPDATE book SET title = 'x' WHERE author = ?", withArgumentsIn: ["a2"])
            }
        }
        #expect(found?.count == 2)
        #expect(found?.allSatisfy { $0.plan.first?.contains("book") == true } == true)
    }

    @Test func aResultSetThatIsClosedEarlyCountsWhatItHasRead() throws {
        let db = FMDatabase.memory()
        try Self.fill(db)
        let found = scans {
            try db.failOnScan(above: 10) {
                let rows = try db.query("SELECT id FROM book")
                for _ in 0..<50 { _ = try rows.nextRow() }
                rows.close()
            }
        }
        #expect(found?.map(\.rows) == [49])
    }

    @Test func anAutomaticIndexCounts() throws {
        let db = FMDatabase.memory()
        try Self.fill(db)
        try db.execute("CREATE TABLE author (name TEXT)")
        try db.execute("INSERT INTO author VALUES ('a1'), ('a2'), ('a3')")
        let sql: FMSQL = "SELECT count(*) FROM author CROSS JOIN book ON book.author = author.name"
        #expect(try db.queryPlan(of: sql).automaticIndexes == ["book"])
        let found = scans { try db.failOnScan(above: 100) { _ = try db.value(sql, as: Int.self) } }
        #expect(found?.map(\.rows) == [201])
    }

    @Test func theHandlerIsAsBefore() throws {
        let db = FMDatabase.memory()
        try Self.fill(db)
        let seen = Locked<[String]>([])
        db.eventHandler = { event in
            if case .statementEnded(let run) = event { seen.withLock { $0.append(run.sql) } }
            if case .fullScan(let run, _) = event { seen.withLock { $0.append("scan: \(run.sql)") } }
        }
        let found = scans { try db.failOnScan(above: 10) { _ = try db.rows("SELECT id FROM book", as: Int.self) } }
        #expect(found?.count == 1)
        _ = try db.rows("SELECT title FROM book", as: String.self)
        #expect(seen.value == ["SELECT id FROM book", "SELECT title FROM book"])
        #expect(db.fullScanThreshold == nil)
    }

    @Test func aThresholdOfTheProgramsOwnStays() throws {
        let db = FMDatabase.memory()
        try Self.fill(db)
        let seen = Locked<[Int]>([])
        db.fullScanThreshold = 150
        db.eventHandler = { event in
            if case .fullScan(let run, _) = event { seen.withLock { $0.append(run.fullScanSteps) } }
        }
        let found = scans {
            try db.failOnScan(above: 10) {
                _ = try db.rows("SELECT id FROM book", as: Int.self)
                _ = try db.rows("SELECT id FROM book LIMIT 100", as: Int.self)
            }
        }
        #expect(found?.count == 2)
        #expect(seen.value == [199])
        #expect(db.fullScanThreshold == 150)
    }

    @Test func theBodysErrorComesFirst() throws {
        let db = FMDatabase.memory()
        try Self.fill(db)
        #expect(throws: Regret.self) {
            try db.failOnScan(above: 10) {
                _ = try db.rows("SELECT id FROM book", as: Int.self)
                throw Regret()
            }
        }
        #expect(db.eventHandler == nil)
    }
}

/// The same for what lends connections.
@Suite struct CoordinatorScanTests {
    private static func fill(_ db: FMDatabase) throws {
        try db.execute("CREATE TABLE book (author TEXT)")
        try db.execute(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200) INSERT INTO book SELECT i FROM n"
        )
    }

    private let folder = TemporaryFolder()

    @Test func aQueueFailsWithThePlaceOfTheAccess() throws {
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: .init())
        try queue.withDatabase { try Self.fill($0) }
        let error = #expect(throws: FMTestScanError.self) {
            try queue.failOnScan(above: 100) {
                _ = try queue.withDatabase { try $0.rows("SELECT author FROM book", as: String.self) }
            }
        }
        #expect(error?.scans.first?.site.map { "\($0)" }?.contains("ScanTests.swift:") == true)
        #expect(error?.scans.map(\.rows) == [199])
        // Afterwards nothing is watched.
        _ = try queue.withDatabase { try $0.rows("SELECT author FROM book", as: String.self) }
    }

    @Test func fmdbsBlocksAreWatched() throws {
        let queue = try #require(FMDatabaseQueue(path: folder.file()))
        queue.inDatabase { db in try? Self.fill(db) }
        let error = #expect(throws: FMTestScanError.self) {
            try queue.failOnScan(above: 100) {
                queue.inDatabase { db in
                    let rows = db.executeQuery("SELECT author FROM book", withArgumentsIn: [])
                    while rows?.next() == true {}
                }
            }
        }
        #expect(error?.scans.count == 1)
        #expect(error?.scans.first?.site == nil)
    }

    @Test func aPoolFailsOnReadersAndOnItsWriter() throws {
        let pool = FMDatabasePool(path: folder.file(), configuration: .init())
        try pool.write { try Self.fill($0) }
        _ = try pool.read { try $0.value("SELECT 1", as: Int.self) }
        let error = #expect(throws: FMTestScanError.self) {
            try pool.failOnScan(above: 100) {
                _ = try pool.read { try $0.rows("SELECT author FROM book", as: String.self) }
                try pool.write { try $0.execute("UPDATE book SET author = 'x' WHERE author = '7'") }
                pool.inDatabase { db in _ = try? db.rows("SELECT author AS a FROM book", as: String.self) }
            }
        }
        #expect(error?.scans.count == 3)
        #expect(error?.scans.allSatisfy { $0.plan.first?.contains("book") == true } == true)
    }

    @Test func aConnectionThatIsOpenedLaterIsWatched() throws {
        let path = folder.file()
        let pool = FMDatabasePool(path: path, configuration: .init())
        try pool.write { try Self.fill($0) }
        pool.releaseAllDatabases()
        #expect(throws: FMTestScanError.self) {
            try pool.failOnScan(above: 100) {
                _ = try pool.read { try $0.rows("SELECT author FROM book", as: String.self) }
            }
        }
    }

    @Test func tasksAreWatched() async throws {
        let pool = FMDatabasePool(path: folder.file(), configuration: .init())
        try await pool.write { try Self.fill($0) }
        await #expect(throws: FMTestScanError.self) {
            try await pool.failOnScan(above: 100) {
                async let one = pool.read { try $0.rows("SELECT author FROM book", as: String.self).count }
                async let two = pool.read { try $0.value("SELECT count(*) FROM book", as: Int.self) }
                _ = try await (one, two)
            }
        }
    }

    @Test func withinABlockItIsRefused() throws {
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: .init())
        let error = thrown { try queue.withDatabase { _ in try queue.failOnScan(above: 1) {} } }
        #expect(error?.resultCode == .misuse)
        try queue.failOnScan(above: 1) { try queue.withDatabase { try Self.fill($0) } }
    }

    @Test func aConfigurationReportsScans() throws {
        let found = Locked<[FMTestScan]>([])
        var configuration = FMDatabaseQueue.Configuration()
        configuration.reportScans(above: 100) { scan in found.withLock { $0.append(scan) } }
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration)
        try queue.withDatabase { db in
            try Self.fill(db)
            _ = try db.rows("SELECT author FROM book", as: String.self)
            _ = try db.rows("SELECT author FROM book LIMIT 50", as: String.self)
        }
        #expect(found.value.map(\.sql) == ["SELECT author FROM book"])
        #expect(found.value.first?.plan.first?.contains("SCAN") == true)
    }

    @Test func theConfigurationsHandlerIsCalledAsBefore() throws {
        let seen = Locked<[String]>([])
        var configuration = FMDatabaseQueue.Configuration()
        configuration.eventHandler = { event in
            switch event {
            case .statementEnded(let run): seen.withLock { $0.append(run.sql) }
            case .fullScan: seen.withLock { $0.append("scan") }
            default: break
            }
        }
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration)
        try queue.withDatabase { try Self.fill($0) }
        seen.withLock { $0 = [] }
        let sql: FMSQL = "SELECT author FROM book"
        #expect(throws: FMTestScanError.self) {
            try queue.failOnScan(above: 100) { _ = try queue.withDatabase { try $0.rows(sql, as: String.self) } }
        }
        _ = try queue.withDatabase { try $0.rows(sql, as: String.self) }
        #expect(seen.value.filter { $0 == sql.text }.count == 2)
        #expect(!seen.value.contains("scan"))
    }
}
