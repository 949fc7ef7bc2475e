import FMDB
import FMDBTestHelpers
import Testing

/// A call that the library refuses, so that SQLite does not know of it: `lastError()` tells why all the same.
@Suite struct RefusedCallTests {
    private let folder = TemporaryFolder()

    private enum Call: CaseIterable {
        case update, statements, begin, savePoint, query

        func isRefused(by db: FMDatabase) -> Bool {
            switch self {
            case .update: !db.executeUpdate("DELETE FROM t", withArgumentsIn: [])
            case .statements: !db.executeStatements("DELETE FROM t")
            case .begin: !db.beginTransaction()
            case .savePoint: db.inSavePoint { _ in } != nil
            case .query: db.executeQuery("SELECT * FROM t", withArgumentsIn: []) == nil
            }
        }
    }

    @Test(arguments: 0..<5) func afterTheCancellationOfItsTask(_ number: Int) async throws {
        let queue = try #require(SilentQueue(path: folder.file()))
        try await queue.withDatabase { db in _ = try db.execute("CREATE TABLE t (x)") }
        let codes = Locked<[Int32]>([])
        let (task, isKnown) = (Locked<Task<Void, any Error>?>(nil), DispatchSemaphore(value: 0))
        let access = Task {
            try await queue.withDatabase { db in
                isKnown.arrives()
                task.value?.cancel()
                #expect(Call.allCases[number].isRefused(by: db))
                codes.withLock { $0 = [db.lastErrorCode(), Int32((db.lastError() as NSError).code)] }
                #expect(db.lastErrorMessage() == "the task was cancelled")
            }
        }
        task.withLock { $0 = access }
        isKnown.signal()
        _ = await access.result
        #expect(codes.value == [9, 9])
        try await queue.withDatabase { db in
            #expect(db.executeUpdate("DELETE FROM t", withArgumentsIn: []))
            #expect(db.lastErrorCode() == 0)
        }
    }

    @Test(arguments: 0..<5) func byTheEventHandlerOfItsDatabase(_ number: Int) throws {
        let database = FMDatabase.memory()
        try database.execute("CREATE TABLE t (x)")
        let scene = Confined(database)
        let codes = Locked<[Int32]>([])
        database.eventHandler = { event in
            guard case .statementEnded = event, codes.value.isEmpty else { return }
            #expect(Call.allCases[number].isRefused(by: scene.value))
            codes.withLock { $0 = [scene.value.lastErrorCode()] }
        }
        #expect(database.executeUpdate("INSERT INTO t VALUES (1)", withArgumentsIn: []))
        #expect(codes.value == [21])
        #expect(database.lastErrorCode() == 0)
        #expect(!database.hadError())
    }
}
