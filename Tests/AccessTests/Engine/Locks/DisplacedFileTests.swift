import FMDB
import FMDBTestHelpers
import Testing

/// A file of an open database that is deleted, renamed or replaced: the next transaction does not begin.
@Suite struct DisplacedFileTests {
    private let folder = TemporaryFolder()

    /// The file that is no longer at its place.
    enum Part: String, CaseIterable, Codable, Sendable {
        case database = "", log = "-wal", index = "-shm"
    }

    enum Damage: CaseIterable, Codable, Sendable {
        case deleted, renamed, replacedByACopy, replacedByEmpty

        func strike(_ path: String) throws {
            let files = FileManager.default
            switch self {
            case .deleted: try files.removeItem(atPath: path)
            case .renamed: try files.moveItem(atPath: path, toPath: path + ".away")
            case .replacedByACopy:
                try files.copyItem(atPath: path, toPath: path + ".copy")
                try #require(rename(path + ".copy", path) == 0)
            case .replacedByEmpty:
                try files.removeItem(atPath: path)
                try #require(files.createFile(atPath: path, contents: nil))
            }
        }
    }

    /// The calls that begin a transaction.
    enum Begin: String, CaseIterable, Codable, Sendable {
        case begin, beginDeferred, beginImmediate, beginExclusive, savePoint, startSavePoint
        case update, query, script, wholeScript, execute
        case withTransaction, withDeferred, withSavePoint

        /// Begins on one connection, and writes.
        ///
        /// - Returns: why it did not begin.
        func run(on db: FMDatabase, _ number: Int) throws -> FMError? {
            let insert = { _ = db.executeUpdate("INSERT INTO t VALUES (?)", withArgumentsIn: [number]) }
            let told = { (hasBegun: Bool) -> FMError? in
                if hasBegun { insert() }
                defer { if db.isTransactionOpen { db.commit() } }
                return hasBegun ? nil : db.lastError() as? FMError
            }
            switch self {
            case .begin: return told(db.beginTransaction())
            case .beginDeferred: return told(db.beginDeferredTransaction())
            case .beginImmediate: return told(db.beginImmediateTransaction())
            case .beginExclusive: return told(db.beginExclusiveTransaction())
            case .savePoint: return db.inSavePoint { _ in insert() } as? FMError
            case .startSavePoint:
                let error = thrown { try db.startSavePoint(withName: "a") }
                return error ?? told(true)
            case .update: return told(db.executeUpdate("BEGIN IMMEDIATE", withArgumentsIn: []))
            case .query:
                let rows = db.executeQuery(" /* c */ begin", withArgumentsIn: [])
                _ = rows?.next()
                defer { rows?.close() }
                return told(db.isTransactionOpen)
            case .script: return told(db.executeStatements("SAVEPOINT a"))
            case .wholeScript:
                return told(db.executeStatements("BEGIN; INSERT INTO t VALUES (\(number)); COMMIT; BEGIN"))
            case .execute: return thrown { try db.execute("BEGIN") } ?? told(true)
            case .withTransaction: return thrown { try db.withTransaction { insert() } }
            case .withDeferred: return thrown { try db.withTransaction(.deferred) { insert() } }
            case .withSavePoint: return thrown { try db.withSavePoint { insert() } }
            }
        }
    }

    private func database(_ mode: String = "WAL", at path: String? = nil) throws -> FMDatabase {
        let db = FMDatabase.file(path ?? folder.file(UUID().uuidString))
        try db.script("PRAGMA journal_mode = \(mode); PRAGMA synchronous = OFF; CREATE TABLE IF NOT EXISTS t (x)")
        return db
    }

    private func expectMoved(_ error: FMError?, _ name: String = "") {
        #expect(error?.extendedCode == .readOnlyMoved, "\(name): \(error?.message ?? "no error")")
    }

    // MARK: - One connection

    @Test(arguments: Part.allCases, Damage.allCases) func noTransactionOfADatabaseBegins(
        _ part: Part, _ damage: Damage
    ) throws {
        for begin in Begin.allCases {
            let db = try database()
            try db.withTransaction { try db.execute("INSERT INTO t VALUES (1)") }
            try damage.strike(try #require(db.databasePath) + part.rawValue)
            for _ in 0..<2 {
                expectMoved(try begin.run(on: db, 2), begin.rawValue)
                #expect(!db.isTransactionOpen, "\(begin)")
            }
            #expect(try db.rows("SELECT x FROM t", as: Int.self) == [1], "\(begin)")
        }
    }

    @Test(arguments: Begin.allCases) func theErrorNamesTheFile(_ begin: Begin) throws {
        for (part, name) in [(Part.log, "the write-ahead log"), (.index, "the index of the write-ahead log")] {
            let db = try database()
            try db.withTransaction { try db.execute("INSERT INTO t VALUES (1)") }
            try Damage.deleted.strike(try #require(db.databasePath) + part.rawValue)
            let error = try begin.run(on: db, 2)
            #expect(error?.message.contains("\(name) has been deleted") == true, "\(error?.message ?? "no error")")
        }
    }

    @Test func whatToDoIsSaidOnce() throws {
        let db = try database()
        try db.withTransaction { try db.execute("INSERT INTO t VALUES (1)") }
        let path = try #require(db.databasePath)
        try Damage.deleted.strike(path + "-wal")
        let error = thrown { try db.execute("BEGIN") }
        #expect(error?.message.contains("close all connections") == true)
        #expect(error?.localizedFailureReason == path)
    }

    @Test func fmdbsCallsReportIt() throws {
        let db = try database()
        #expect(db.beginTransaction() && db.commit())
        try Damage.deleted.strike(try #require(db.databasePath) + "-wal")
        #expect(!db.beginTransaction())
        #expect(db.lastErrorCode() == FMResultCode.readOnly.rawValue)
        #expect(db.lastExtendedErrorCode() == FMResultCode.readOnlyMoved.rawValue)
        #expect(db.lastErrorMessage().contains("write-ahead log"))
        #expect(db.hadError())
        // The next call has an answer of its own.
        #expect(db.executeQuery("SELECT 1", withArgumentsIn: []) != nil)
        #expect(!db.hadError())
    }

    /// A statement outside of a transaction is one of its own.
    @Test(arguments: Part.allCases, Damage.allCases) func noSingleStatementWrites(_ part: Part, _ damage: Damage) throws
    {
        // Before the first look, what has replaced a file is taken for it.
        let isSeenAtOnce = part == .database || damage == .deleted || damage == .renamed
        for isFirst in isSeenAtOnce ? [false, true] : [false] {
            let db = try database()
            if !isFirst { try db.execute("INSERT INTO t VALUES (1)") }
            try damage.strike(try #require(db.databasePath) + part.rawValue)
            #expect(!db.executeUpdate("INSERT INTO t VALUES (?)", withArgumentsIn: [2]))
            #expect(db.lastExtendedErrorCode() == FMResultCode.readOnlyMoved.rawValue)
            #expect(thrown { try db.execute("DELETE FROM t") }?.extendedCode == .readOnlyMoved)
            #expect(!db.executeStatements("SELECT 1; CREATE TABLE u (x)"))
            #expect(db.lastExtendedErrorCode() == FMResultCode.readOnlyMoved.rawValue)
            #expect(thrown { try db.value("INSERT INTO t VALUES (3) RETURNING x", as: Int.self) } != nil)
            // What is there can be read.
            #expect(try db.value("SELECT count(*) FROM t", as: Int.self) == (isFirst ? 0 : 1))
        }
    }

    #if os(Linux) || os(macOS)
        @Test func itIsInTheLog() async {
            await #expect(processExitsWith: .success) {
                let lines = Locked<[String]>([])
                FMDatabase.logHandler = { message in lines.withLock { $0.append(message.text) } }
                let folder = TemporaryFolder()
                let queue = try FMDatabaseQueue(path: folder.file(), configuration: .init())
                queue.inDatabase { db in
                    #expect(db.executeStatements("PRAGMA journal_mode = WAL; CREATE TABLE t (x)"))
                }
                try FileManager.default.removeItem(atPath: folder.file() + "-wal")
                queue.inTransaction { _, _ in }
                #expect(queue.lastTransactionError?.extendedCode == .readOnlyMoved)
                #expect(lines.value.contains { $0.contains("the write-ahead log has been deleted") })
            }
        }
    #endif

    @Test func aLogThatIsDeletedBeforeTheFirstTransactionIsMissed() throws {
        let path = try #require(try database().databasePath)
        let (db, other) = (FMDatabase.file(path), FMDatabase.file(path))
        try other.execute("INSERT INTO t VALUES (1)")
        #expect(try db.value("SELECT count(*) FROM t", as: Int.self) == 1)
        try Damage.deleted.strike(path + "-wal")
        #expect(FileManager.default.createFile(atPath: path + "-wal", contents: nil))
        expectMoved(thrown { try db.withTransaction {} })
        #expect(!db.beginTransaction())
    }

    @Test func aJournalThatStaysOpenIsMissed() throws {
        for mode in ["DELETE", "PERSIST", "TRUNCATE"] {
            let db = try database(mode)
            try db.script("PRAGMA locking_mode = EXCLUSIVE")
            try db.withTransaction { try db.execute("INSERT INTO t VALUES (1)") }
            try db.withTransaction { try db.execute("INSERT INTO t VALUES (2)") }
            try Damage.deleted.strike(try #require(db.databasePath) + "-journal")
            let error = thrown { try db.withTransaction { try db.execute("INSERT INTO t VALUES (3)") } }
            expectMoved(error, mode)
            #expect(error?.message.contains("journal") == true)
            #expect(!db.beginTransaction(), "\(mode)")
        }
    }

    @Test func afterTheDatabaseWasClosedItGoesOnWithWhatCouldBeSaved() throws {
        let db = try database()
        let path = try #require(db.databasePath)
        try db.withTransaction { try db.execute("INSERT INTO t VALUES (1)") }
        try Damage.deleted.strike(path + "-wal")
        #expect(!db.beginTransaction())
        #expect(db.close() && db.open())
        #expect(db.beginTransaction())
        try db.execute("INSERT INTO t VALUES (2)")
        #expect(db.commit())
        #expect(try db.rows("SELECT x FROM t", as: Int.self) == [1, 2])
    }

    // MARK: - Before anything is touched

    /// `BEGIN IMMEDIATE` itself plays a journal into the file, which it finds by its path.
    @Test func theJournalOfAnotherDatabaseIsNotPlayedIntoTheFile() throws {
        let path = folder.file()
        let db = try database("DELETE", at: path)
        try db.execute("INSERT INTO t VALUES (1)")
        try Damage.renamed.strike(path)
        let other = try database("DELETE", at: path)
        try other.script(
            """
            PRAGMA cache_size = 1; CREATE TABLE u (x);
            WITH n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100) INSERT INTO u SELECT randomblob(2000) FROM n;
            BEGIN; UPDATE u SET x = randomblob(2000)
            """)
        let files = FileManager.default
        try #require(files.fileExists(atPath: path + "-journal"))
        let content = files.contents(atPath: path + ".away")
        for begin in Begin.allCases {
            expectMoved(try begin.run(on: db, 2), begin.rawValue)
            #expect(files.contents(atPath: path + ".away") == content, "\(begin)")
            #expect(files.fileExists(atPath: path + "-journal"), "\(begin)")
        }
        #expect(other.rollback())
    }

    @Test(arguments: [Damage.deleted, .renamed]) func aDatabaseThatWasNeverReadIsMissed(_ damage: Damage) throws {
        for begin in Begin.allCases where ![.beginDeferred, .withDeferred].contains(begin) {
            let path = folder.file(UUID().uuidString)
            try database(at: path).close()
            let db = FMDatabase.file(path)
            try damage.strike(path)
            expectMoved(try begin.run(on: db, 2), begin.rawValue)
        }
    }

    @Test func nobodyWaitsForALockOfWhatIsNoLongerThere() throws {
        for part in [Part.database, .log] {
            let db = try database()
            let path = try #require(db.databasePath)
            db.maxBusyRetryTimeInterval = 600
            try db.execute("INSERT INTO t VALUES (1)")
            let other = FMDatabase.file(path)
            #expect(other.beginImmediateTransaction())
            try Damage.deleted.strike(path + part.rawValue)
            expectMoved(thrown { try db.withTransaction {} }, part.rawValue)
            #expect(!db.beginTransaction())
            expectMoved(db.lastError() as? FMError, part.rawValue)
        }
    }

    // MARK: - Queues and pools

    @Test(arguments: TransactionVerb.allCases, Part.allCases) func noTransactionOfAQueueOrAPoolBegins(
        _ verb: TransactionVerb, _ part: Part
    ) async throws {
        for damage in Damage.allCases {
            let scene = try FailureScene(verb, folder.file(UUID().uuidString), journal: "WAL")
            try await scene.run { db in try db.insert(1) }
            try damage.strike(scene.path + part.rawValue)
            for _ in 0..<2 {
                let error = await scene.failure { db in try db.insert(2) }
                expectMoved(error, "\(damage)")
            }
        }
    }

    @Test(arguments: FMDBForm.allCases, Part.allCases) func fmdbsTransactionsTellIt(_ form: FMDBForm, _ part: Part)
        throws
    {
        let path = folder.file(UUID().uuidString)
        try database(at: path).close()
        for coordinator in [try #require(SilentQueue(path: path)), SilentPool(path: path)] as [FMDatabaseCoordinator] {
            form.run(on: coordinator) { db, _ in try? db.insert(1) }
            #expect(coordinator.lastTransactionError == nil)
            try Damage.renamed.strike(path + part.rawValue)
            form.run(on: coordinator) { db, _ in
                #expect(!db.executeUpdate("INSERT INTO t VALUES (2)", withArgumentsIn: []))
                expectMoved(db.lastError() as? FMError)
            }
            expectMoved(coordinator.lastTransactionError, "\(form)")
            expectMoved(coordinator.inSavePoint { _, _ in Issue.record("it began") } as? FMError)
            try FileManager.default.moveItem(atPath: path + part.rawValue + ".away", toPath: path + part.rawValue)
            form.run(on: coordinator) { db, _ in try? db.insert(3) }
            #expect(coordinator.lastTransactionError == nil)
            #expect(try coordinator.withDatabase { try $0.rows("SELECT x FROM t", as: Int.self) } == [1, 3])
            try coordinator.execute("DELETE FROM t")
        }
    }

    @Test func aPoolWhoseReaderHasMadeANewLogIsRefused() throws {
        let path = folder.file()
        let pool = SilentPool(path: path)
        try pool.write { db in try db.script("CREATE TABLE t (x); INSERT INTO t VALUES (1)") }
        try Damage.deleted.strike(path + "-wal")
        _ = try? pool.read { try $0.rows("SELECT x FROM t", as: Int.self) }
        expectMoved(thrown { try pool.write { try $0.insert(2) } })
    }

    @Test func aStepOfAMigrationIsRefused() throws {
        let queue = try #require(SilentQueue(path: folder.file()))
        try queue.withDatabase { try $0.script("PRAGMA journal_mode = WAL; CREATE TABLE other (x)") }
        try Damage.deleted.strike(folder.file() + "-wal")
        expectMoved(thrown { try SampleMigration.migrator().migrate(queue) })
    }
}
