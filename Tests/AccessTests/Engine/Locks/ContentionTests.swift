import FMDB
import FMDBTestHelpers
import Testing

/// Who holds a lock, where it is a connection of this process.
@Suite struct ContentionTests {
    private let folder = TemporaryFolder()

    private func opened(_ mode: String = "delete", at path: String? = nil) throws -> FMDatabase {
        let db = FMDatabase.file(path ?? folder.file())
        db.maxBusyRetryTimeInterval = 0
        #expect(try db.value(FMSQL(raw: "PRAGMA journal_mode = \(mode)"), as: String.self) == mode)
        try db.execute("CREATE TABLE IF NOT EXISTS person (name TEXT)")
        return db
    }

    private func contention(_ sql: String, on db: FMDatabase) throws -> FMError.Contention {
        try #require(thrown { try db.execute(FMSQL(raw: sql)) }?.contention)
    }

    // MARK: Writers

    @Test(arguments: ["wal", "delete"])
    func aTransactionThatBeganImmediately(mode: String) throws {
        let (other, db) = (try opened(mode), try opened(mode))
        #expect(other.beginImmediateTransaction())
        let contention = try contention("INSERT INTO person VALUES ('ann')", on: db)
        #expect(contention.lock == .write)
        #expect(contention.holders.count == 1)
        let holder = try #require(contention.holders.first)
        #expect(holder.processID == getpid())
        #expect(holder.command == nil)
        #expect(holder.label == "test.db")
        #expect(holder.sql == "BEGIN IMMEDIATE TRANSACTION")
        #expect(holder.callSite == nil)
        #expect(try #require(holder.duration) >= .zero)
    }

    @Test(arguments: ["wal", "delete"])
    func aTransactionThatHasWritten(mode: String) throws {
        let (other, db) = (try opened(mode), try opened(mode))
        #expect(other.beginDeferredTransaction())
        #expect(try other.value("SELECT count(*) FROM person", as: Int.self) == 0)
        try other.execute("INSERT INTO person VALUES ('bob')")
        try other.execute("DELETE FROM person")
        let contention = try contention("BEGIN IMMEDIATE", on: db)
        #expect(contention.lock == .write)
        #expect(contention.holders.map(\.sql) == ["INSERT INTO person VALUES ('bob')"])
    }

    @Test(arguments: ["wal", "delete"])
    func aTransactionOfAScript(mode: String) throws {
        let (other, db) = (try opened(mode), try opened(mode))
        #expect(other.executeStatements("BEGIN; DELETE FROM person"))
        let contention = try contention("DELETE FROM person", on: db)
        #expect(contention.lock == .write)
        #expect(contention.holders.map(\.sql) == ["BEGIN; DELETE FROM person"])
    }

    @Test(
        .enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 35)), arguments: ["wal", "delete"]
    )
    func aStatementWhoseRowsAreBeingRead(mode: String) throws {
        let (other, db) = (try opened(mode), try opened(mode))
        let sql = "INSERT INTO person VALUES ('ann'), ('bob') RETURNING name"
        let rows = try #require(other.executeQuery(sql, withArgumentsIn: []))
        #expect(rows.next())
        let contention = try contention("DELETE FROM person", on: db)
        #expect(contention.lock == .write)
        #expect(contention.holders.map(\.sql) == [sql])
        #expect(contention.holders.map(\.duration) == [nil])
        rows.close()
    }

    @Test func whatRunsNowIsShownBeforeWhatTookTheLock() throws {
        let (other, db) = (try opened(), try opened())
        #expect(other.beginImmediateTransaction())
        try other.execute("INSERT INTO person VALUES ('ann')")
        let rows = try #require(other.executeQuery("SELECT name FROM person", withArgumentsIn: []))
        #expect(rows.next())
        #expect(try contention("DELETE FROM person", on: db).holders.map(\.sql) == ["SELECT name FROM person"])
        rows.close()
        let sql = try contention("DELETE FROM person", on: db).holders.map(\.sql)
        #expect(sql == ["BEGIN IMMEDIATE TRANSACTION"])
    }

    @Test func anOuterQueryIsShownAgainAfterAnInnerOne() throws {
        let (other, db) = (try opened(), try opened())
        try other.execute("INSERT INTO person VALUES ('ann')")
        let rows = try #require(other.executeQuery("SELECT name FROM person", withArgumentsIn: []))
        #expect(rows.next())
        #expect(try other.value("SELECT count(*) FROM person", as: Int.self) == 1)
        #expect(try contention("DELETE FROM person", on: db).holders.map(\.sql) == ["SELECT name FROM person"])
        rows.close()
    }

    @Test func whoeverWaitsIsNotNamed() throws {
        let (other, db) = (try opened("wal"), try opened("wal"))
        #expect(other.beginImmediateTransaction())
        let isComing = DispatchSemaphore(value: 0)
        let path = folder.file()
        let done = BackgroundThreads.start {
            let waiting = FMDatabase.file(path)
            waiting.maxBusyRetryTimeInterval = 60
            isComing.signal()
            waiting.executeUpdate("INSERT INTO person VALUES ('ann')", withArgumentsIn: [])
        }
        isComing.arrives()
        // Nobody outside sees the wait begin, but it does within so many attempts.
        for _ in 0..<1000 {
            let contention = try contention("DELETE FROM person", on: db)
            #expect(contention.holders.map(\.sql) == ["BEGIN IMMEDIATE TRANSACTION"])
        }
        #expect(other.rollback())
        #expect(done.arrives())
    }

    /// Worth most under the sanitizer of threads: statements come and go while others look at them.
    @Test func aLookAtConnectionsThatAreAtWork() throws {
        let path = folder.file()
        let db = try opened("wal")
        try db.execute("INSERT INTO person VALUES ('ann'), ('bob')")
        let isEnough = Locked(false)
        let texts = [
            "BEGIN IMMEDIATE TRANSACTION", "SELECT name FROM person", "SELECT count(*) FROM person",
            "UPDATE person SET name = name", "ROLLBACK TRANSACTION",
        ]
        let workers = (0..<2).map { _ in
            BackgroundThreads.start {
                while !isEnough.value {
                    let worker = FMDatabase.file(path)
                    worker.shouldCacheStatements = .random()
                    guard worker.beginImmediateTransaction() else { continue }
                    for _ in 0..<20 {
                        let rows = worker.executeQuery(texts[1], withArgumentsIn: [])
                        while rows?.next() == true { _ = worker.intForQuery(texts[2]) }
                        worker.executeUpdate(texts[3], withArgumentsIn: [])
                    }
                    worker.rollback()
                    if .random() { worker.close() }
                }
            }
        }
        var refusals = 0
        while refusals < 200 {
            guard let error = thrown({ try db.execute("DELETE FROM person WHERE name = ''") }) else { continue }
            refusals += 1
            let contention = try #require(error.contention)
            #expect((1...3).contains(contention.connectionsOnFile))
            #expect(contention.holders.allSatisfy { $0.sql.map(texts.contains) ?? true }, "\(contention)")
        }
        isEnough.withLock { $0 = true }
        #expect(workers.allSatisfy { $0.arrives() })
    }

    @Test func anExclusiveTransaction() throws {
        let (other, db) = (try opened(), try opened())
        #expect(other.beginExclusiveTransaction())
        let contention = try contention("SELECT * FROM person", on: db)
        #expect(contention.holders.map(\.sql) == ["BEGIN EXCLUSIVE TRANSACTION"])
        #if os(Linux)
            #expect(contention.lock == .exclusive)
        #endif
        #expect(other.rollback())
        #expect(thrown { try db.execute("SELECT * FROM person") } == nil)
    }

    // MARK: Readers

    @Test func aReaderThatKeepsACommitBack() throws {
        let (other, db) = (try opened(), try opened())
        try other.execute("INSERT INTO person VALUES ('ann')")
        let rows = try #require(other.executeQuery("SELECT name FROM person", withArgumentsIn: []))
        #expect(rows.next())
        #expect(db.beginImmediateTransaction())
        try db.execute("INSERT INTO person VALUES ('bob')")
        let contention = try contention("COMMIT", on: db)
        #expect(contention.lock == .read)
        #expect(contention.holders.map(\.sql) == ["SELECT name FROM person"])
        rows.close()
        #expect(db.commit())
    }

    @Test func aReaderThatKeepsAStatementBack() throws {
        let (other, db) = (try opened(), try opened())
        #expect(other.beginDeferredTransaction())
        #expect(try other.value("SELECT count(*) FROM person", as: Int.self) == 0)
        let contention = try contention("INSERT INTO person VALUES ('bob')", on: db)
        #expect(contention.lock == .read)
        #expect(contention.holders.map(\.sql) == ["SELECT count(*) FROM person"])
    }

    @Test func aReaderThatKeepsACheckpointBack() throws {
        let (other, db) = (try opened("wal"), try opened("wal"))
        #expect(other.beginDeferredTransaction())
        #expect(try other.value("SELECT count(*) FROM person", as: Int.self) == 0)
        try db.execute("INSERT INTO person VALUES ('ann')")
        let contention = try #require(thrown { try db.checkpoint(.truncate) }?.contention)
        #expect(contention.lock == .read)
        #expect(contention.holders.map(\.label) == ["test.db"])
    }

    @Test func aReaderIsNoReasonWhereAWriterAheadIsRefused() throws {
        let (reader, writer, db) = (try opened("wal"), try opened("wal"), try opened("wal"))
        #expect(reader.beginDeferredTransaction())
        #expect(try reader.value("SELECT count(*) FROM person", as: Int.self) == 0)
        #expect(writer.beginImmediateTransaction())
        let contention = try contention("BEGIN IMMEDIATE", on: db)
        #expect(contention.lock == .write)
        #expect(contention.holders.map(\.sql) == ["BEGIN IMMEDIATE TRANSACTION"])
        #expect(contention.connectionsOnFile == 3)
    }

    @Test func anOldSnapshot() throws {
        let (other, db) = (try opened("wal"), try opened("wal"))
        #expect(db.beginDeferredTransaction())
        #expect(try db.value("SELECT count(*) FROM person", as: Int.self) == 0)
        try other.execute("INSERT INTO person VALUES ('ann')")
        let contention = try contention("INSERT INTO person VALUES ('bob')", on: db)
        #expect(contention.lock == .snapshot)
        #expect(contention.holders.isEmpty)
        #expect(contention.hint.contains("BEGIN IMMEDIATE"))
    }

    // MARK: The same connection

    @Test func aTableThatIsBeingRead() throws {
        let db = try opened()
        try db.execute("INSERT INTO person VALUES ('ann'), ('bob')")
        let rows = try #require(db.executeQuery("SELECT name FROM person", withArgumentsIn: []))
        #expect(rows.next())
        let error = try #require(thrown { try db.execute("DROP TABLE person") })
        #expect(error.resultCode == .locked)
        #expect(error.contention?.lock == .sameConnection)
        #expect(error.contention?.holders.map(\.sql) == ["SELECT name FROM person"])
        rows.close()
        #expect(thrown { try db.execute("DROP TABLE person") } == nil)
    }

    @Test func aCheckpointWithinAWriteTransaction() throws {
        let db = try opened("wal")
        #expect(db.beginImmediateTransaction())
        let error = try #require(thrown { try db.checkpoint(.passive) })
        #expect(error.resultCode == .locked)
        #expect(error.contention?.lock == .sameConnection)
        #expect(error.contention?.holders.map(\.sql) == ["BEGIN IMMEDIATE TRANSACTION"])
    }

    // MARK: Which file

    @Test func twoPathsToOneFile() throws {
        let link = folder.file("link.db")
        let other = try opened()
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.file())
        let db = try opened(at: link)
        #expect(other.beginImmediateTransaction())
        let contention = try contention("DELETE FROM person", on: db)
        #expect(contention.holders.map(\.label) == ["test.db"])
        #expect(contention.connectionsOnFile == 2)
    }

    @Test func aFileByItsURI() throws {
        let other = try opened()
        let db = FMDatabase(path: "file:" + folder.file() + "?mode=rw")
        db.logsErrors = false
        db.maxBusyRetryTimeInterval = 0
        // SQLITE_OPEN_READWRITE | SQLITE_OPEN_URI
        #expect(db.open(withFlags: 0x42))
        #expect(other.beginImmediateTransaction())
        #expect(try contention("DELETE FROM person", on: db).connectionsOnFile == 2)
    }

    @Test func anotherFileIsAnother() throws {
        let (other, holder, db) = (try opened(at: folder.file("b.db")), try opened(), try opened())
        #expect(other.beginImmediateTransaction() && holder.beginImmediateTransaction())
        let contention = try contention("DELETE FROM person", on: db)
        #expect(contention.holders.map(\.label) == ["test.db"])
        #expect(contention.connectionsOnFile == 2)
    }

    @Test func aClosedConnectionIsForgotten() throws {
        let (closed, holder, db) = (try opened(), try opened(), try opened())
        #expect(closed.close())
        #expect(holder.beginImmediateTransaction())
        #expect(try contention("DELETE FROM person", on: db).connectionsOnFile == 2)
    }

    @Test func aSharedCacheInMemory() throws {
        let path = "file:\(UUID().uuidString)?mode=memory&cache=shared"
        let databases = [FMDatabase(path: path), FMDatabase(path: path)]
        for db in databases {
            db.logsErrors = false
            db.maxBusyRetryTimeInterval = 0
            // SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI
            #expect(db.open(withFlags: 0x46))
        }
        try databases[0].execute("CREATE TABLE person (name TEXT)")
        #expect(databases[0].beginImmediateTransaction())
        try databases[0].execute("INSERT INTO person VALUES ('ann')")
        let error = try #require(thrown { try databases[1].execute("SELECT * FROM person") })
        #expect(error.extendedCode == .lockedSharedCache)
        #expect(error.contention?.lock == .sharedCache)
        #expect(error.contention?.holders.isEmpty == true)
        #expect(error.contention?.connectionsOnFile == 1)
    }
}
