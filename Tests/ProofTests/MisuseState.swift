import FMDB
import FMDBTestHelpers
import Testing

/// A state in which a call may fail: a column of the table.
enum MisuseState: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case neverOpened, closed, iterating, inReadingFunction, inWritingFunction, inHandler, cancelled, readOnly
    case failedBegin

    var testDescription: String { rawValue }

    /// The head of the column.
    var title: String {
        switch self {
        case .neverOpened: "Never opened"
        case .closed: "Closed"
        case .iterating: "Between two rows"
        case .inReadingFunction: "In a function of a query"
        case .inWritingFunction: "In a function of an update"
        case .inHandler: "In the event handler"
        case .cancelled: "Task cancelled"
        case .readOnly: "Read-only"
        case .failedBegin: "After a failed BEGIN"
        }
    }

    /// Those that need no other work; for the rest see ``MisuseScene``.
    static let plain: [MisuseState] = [.neverOpened, .closed, .inHandler, .cancelled, .readOnly, .failedBegin]

    static let tables = """
        CREATE TABLE t (x); INSERT INTO t VALUES (1), (2), (3); CREATE TABLE log (x);
        CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO thing VALUES (1, 'one'), (2, 'two');
        CREATE TABLE list (position INTEGER PRIMARY KEY, element BLOB);
        """
}

extension MisuseState {
    /// Has a verb called in this state.
    ///
    /// - Parameter check: is given the database afterwards, when it can be used again; not where it cannot.
    func answer(of verb: MisuseVerb, check: @escaping @Sendable (FMDatabase) throws -> Void) async throws -> String {
        switch self {
        case .neverOpened:
            let database = FMDatabase(path: nil)
            database.logsErrors = false
            return verb.answer(of: database, verb.isOfSet ? database.prepare("SELECT x FROM t ORDER BY x") : nil)
        case .closed:
            let database = MisuseScene.stage()
            let set = Self.set(of: verb, database)
            database.close()
            return verb.answer(of: database, set)
        case .inHandler: return try inHandler(verb, check)
        case .cancelled: return try await cancelled(verb, check)
        case .readOnly: return try readOnly(verb, check)
        case .failedBegin: return try failedBegin(verb, check)
        default: throw FMError(.misuse, "see MisuseScene")
        }
    }

    /// The result set of a verb that is a call of one.
    static func set(of verb: MisuseVerb, _ database: FMDatabase) -> FMResultSet? {
        guard verb.isOfSet else { return nil }
        let set = database.executeQuery("SELECT x FROM t ORDER BY x", withArgumentsIn: [])
        _ = set?.next()
        return set
    }

    private static func file(in folder: TemporaryFolder) -> String {
        let database = FMDatabase.file(folder.file())
        database.executeStatements("PRAGMA synchronous = OFF; BEGIN; \(tables) COMMIT")
        database.close()
        return folder.file()
    }

    private func inHandler(_ verb: MisuseVerb, _ check: (FMDatabase) throws -> Void) throws -> String {
        let database = MisuseScene.stage()
        let scene = Confined((database: database, set: Self.set(of: verb, database)))
        let answer = Locked<String?>(nil)
        database.eventHandler = { event in
            guard case .statementEnded = event, answer.value == nil else { return }
            // The call may lead to events itself.
            answer.withLock { $0 = "" }
            let told = verb.answer(of: scene.value.database, scene.value.set)
            answer.withLock { $0 = told }
        }
        _ = try? database.value("SELECT 1", as: Int.self)
        database.eventHandler = nil
        scene.value.set?.close()
        try check(database)
        return answer.value ?? "not called"
    }

    private func cancelled(
        _ verb: MisuseVerb, _ check: @escaping @Sendable (FMDatabase) throws -> Void
    ) async throws -> String {
        let folder = TemporaryFolder()
        let queue = try #require(SilentQueue(path: Self.file(in: folder)))
        let (task, isKnown) = (Locked<Task<Void, any Error>?>(nil), DispatchSemaphore(value: 0))
        let answer = Locked("not called")
        let access = Task {
            try await queue.withDatabase { db in
                let set = Self.set(of: verb, db)
                isKnown.arrives()
                task.value?.cancel()
                let told = verb.answer(of: db, set)
                answer.withLock { $0 = told }
                set?.close()
            }
        }
        task.withLock { $0 = access }
        isKnown.signal()
        _ = await access.result
        try await queue.withDatabase { db in try check(db) }
        return answer.value
    }

    private func readOnly(_ verb: MisuseVerb, _ check: (FMDatabase) throws -> Void) throws -> String {
        let folder = TemporaryFolder()
        let database = FMDatabase(path: Self.file(in: folder))
        database.logsErrors = false
        let readOnlyFlag: Int32 = 1
        #expect(database.open(withFlags: readOnlyFlag))
        let set = Self.set(of: verb, database)
        let answer = verb.answer(of: database, set)
        set?.close()
        try check(database)
        return answer
    }

    private func failedBegin(_ verb: MisuseVerb, _ check: (FMDatabase) throws -> Void) throws -> String {
        let folder = TemporaryFolder()
        let queue = try #require(SilentQueue(path: Self.file(in: folder)))
        var set: FMResultSet?
        queue.inDatabase { db in
            db.maxBusyRetryTimeInterval = 0
            set = Self.set(of: verb, db)
        }
        let other = FMDatabase.file(folder.file())
        #expect(other.beginImmediateTransaction())
        var answer = "not called"
        queue.inImmediateTransaction { db, _ in answer = verb.answer(of: db, set) }
        #expect(other.rollback())
        #expect(queue.lastTransactionError != nil)
        queue.inDatabase { _ in set?.close() }
        try queue.withDatabase { db in try check(db) }
        return answer
    }
}
// SAFETY: a test hands it to a handler that runs on its own thread.
/// A value that one thread alone uses, although a closure that any thread might run has it.
private struct Confined<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
