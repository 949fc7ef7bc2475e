import FMDB
import FMDBTestHelpers
import Testing

/// Transactions that are interrupted while virtual tables keep something of theirs at work.
@Suite struct InterruptedTransactionTests {
    private let folder = TemporaryFolder()

    /// A table whose writes leave a blob open within the transaction.
    enum Tenant: String, CaseIterable, Codable, Sendable {
        case fullText = "fts5(x)"
        case spatial = "rtree(id, a, b)"

        static let available = allCases.filter { $0 == .spatial || SQLiteVersion.linked >= SQLiteVersion(3, 20) }

        var insertion: FMSQL {
            switch self {
            case .fullText: "INSERT INTO f (x) VALUES ('word')"
            case .spatial: "INSERT INTO f SELECT coalesce(max(id), 0) + 1, 0, 1 FROM f"
            }
        }
    }

    private func scene(_ verb: TransactionVerb, _ tenant: Tenant) throws -> FailureScene {
        let scene = try FailureScene(verb, folder.file())
        try FMDatabase.file(folder.file()).execute(FMSQL(raw: "CREATE VIRTUAL TABLE f USING \(tenant.rawValue)"))
        return scene
    }

    private func expectUsable(_ scene: FailureScene, _ tenant: Tenant) async throws {
        try await scene.run { db in
            #expect(try db.value("SELECT count(*) FROM f", as: Int.self) == 0)
            try db.execute(tenant.insertion)
        }
        try await scene.expectClean()
    }

    @Test(arguments: TransactionVerb.allCases, Tenant.available)
    func anInterruptedTransactionIsRolledBack(_ verb: TransactionVerb, _ tenant: Tenant) async throws {
        let scene = try scene(verb, tenant)

        await #expect(throws: (any Error).self) {
            try await scene.run { db in
                try db.execute(tenant.insertion)
                db.interrupt()
                throw Regret()
            }
        }

        try await expectUsable(scene, tenant)
    }

    @Test(arguments: TransactionVerb.asynchronous, Tenant.available)
    func aCancelledTransactionIsRolledBack(_ verb: TransactionVerb, _ tenant: Tenant) async throws {
        let scene = try scene(verb, tenant)
        let (inside, cancelled) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))

        let task = Task {
            try await scene.run { db in
                try db.execute(tenant.insertion)
                inside.signal()
                cancelled.arrives()
                try db.execute(tenant.insertion)
            }
        }
        await withCheckedContinuation { continuation in
            _ = BackgroundThreads.start {
                inside.arrives()
                continuation.resume()
            }
        }
        task.cancel()
        cancelled.signal()

        await #expect(throws: CancellationError.self) { try await task.value }
        try await expectUsable(scene, tenant)
    }

    @Test(arguments: Tenant.available) func aTransactionWhoseTimeIsUpIsRolledBack(_ tenant: Tenant) async throws {
        let scene = try scene(.queue, tenant)

        let error = thrown {
            try scene.queue?.withTransaction(timeout: .milliseconds(20)) { db in
                while true { try db.execute(tenant.insertion) }
            }
        }

        #expect(error?.extendedCode == .deadlineExceeded)
        try await expectUsable(scene, tenant)
    }

    @Test(arguments: FMDBForm.allCases, Tenant.available)
    func fmdbsRollbackFlagCountsInSpiteOfAnInterrupt(_ form: FMDBForm, _ tenant: Tenant) async throws {
        let scene = try scene(.fmdbExclusive, tenant)
        let queue = try #require(scene.queue)

        form.run(on: queue) { db, rollback in
            #expect(throws: Never.self) { try db.execute(tenant.insertion) }
            queue.interrupt()
            rollback.pointee = true
        }

        #expect(queue.lastTransactionError == nil)
        try await expectUsable(scene, tenant)
    }

    @Test(arguments: Tenant.available) func anInterruptedSavePointIsUndone(_ tenant: Tenant) async throws {
        let scene = try scene(.queue, tenant)
        let queue = try #require(scene.queue)

        let error = thrown {
            try queue.withTransaction { db in
                try db.insert(1)
                _ = try? db.withSavePoint {
                    try db.execute(tenant.insertion)
                    db.interrupt()
                    throw Regret()
                }
                try? db.insert(2)
            }
        }
        // As SQLite does it with a statement that writes: with the part the whole is rolled back.
        if let error {
            #expect(error.resultCode == .interrupt)
            #expect(try scene.content() == [])
        } else {
            #expect(try scene.content() == [1, 2])
            try await scene.run { db in try db.execute("DELETE FROM t") }
        }
        _ = queue.inSavePoint { db, rollback in
            #expect(throws: Never.self) { try db.execute(tenant.insertion) }
            queue.interrupt()
            rollback.pointee = true
        }

        try await expectUsable(scene, tenant)
    }

    @Test(arguments: Tenant.available) func aDatabaseOfOnesOwnIsRolledBack(_ tenant: Tenant) throws {
        let db = FMDatabase.memory()
        db.logsErrors = false
        try db.script("CREATE TABLE t (x); CREATE VIRTUAL TABLE f USING \(tenant.rawValue)")

        #expect(db.beginDeferredTransaction())
        try db.execute(tenant.insertion)
        db.interrupt()

        #expect(db.rollback())
        #expect(!db.isTransactionOpen && !db.isInTransaction)
        #expect(try db.value("SELECT count(*) FROM f", as: Int.self) == 0)
    }

    @Test func aTransactionWithinAFunctionEndsThoughAnotherResultSetIsOpen() throws {
        let db = FMDatabase.memory()
        try db.script("CREATE TABLE t (x); INSERT INTO t VALUES (1), (2), (3)")
        let other = try db.query("SELECT x FROM t")
        #expect(other.next())
        try db.addFunction("act", argumentCount: 1) { [unowned db] arguments in
            try db.withTransaction {
                try db.insert(4)
                db.interrupt()
                try db.insert(5)
            }
            return arguments[0]
        }

        #expect(thrown { try db.rows("SELECT act(x) FROM t", as: Int.self) }?.resultCode == .interrupt)

        #expect(!db.isTransactionOpen)
        other.close()
        _ = try db.withTransaction { try db.execute("INSERT INTO t VALUES (6)") }
        #expect(try db.rows("SELECT x FROM t", as: Int.self) == [1, 2, 3, 6])
    }

    @Test func nothingIsWrittenIntoATransactionThatIsYetToBeRolledBack() throws {
        let db = FMDatabase.memory()
        db.logsErrors = false
        try db.script("CREATE TABLE t (x); INSERT INTO t VALUES (1), (2), (3)")
        let errors = Locked<[FMResultCode?]>([])
        try db.addFunction("act", argumentCount: 1) { [unowned db] arguments in
            _ = try? db.withTransaction {
                try db.insert(4)
                db.interrupt()
                try db.insert(5)
            }
            let isOpen = db.isTransactionOpen
            let error = thrown { try db.insert(6) }
            errors.withLock { $0.append(error?.resultCode) }
            #expect(!isOpen || error != nil)
            return arguments[0]
        }

        #expect(thrown { try db.rows("SELECT act(x) FROM t", as: Int.self) }?.resultCode == .interrupt)

        #expect(!errors.value.isEmpty)
        #expect(!db.isTransactionOpen)
        let kept = errors.value.filter { $0 == nil }.count
        #expect(try db.rows("SELECT x FROM t", as: Int.self) == [1, 2, 3] + Array(repeating: 6, count: kept))
    }
}
