import FMDB
import FMDBTestHelpers
import Testing

/// Blocks of FMDB's transactions that end the transaction themselves, and begin another one, in each spelling.
///
/// The transaction stays FMDB's: what is open at the end is committed, or rolled back. The error says what became of the rest.
@Suite struct OwnControlTests {
    private let folder = TemporaryFolder()

    /// What a block does between the rows 1 and 2.
    struct Row: Codable, Sendable, CustomTestStringConvertible {
        let steps: [String]
        /// The rows afterwards, and a part of the error; nil for none.
        let committed: [Int]
        let error: String?
        /// The same for a block that asks for a rollback.
        let rolledBack: [Int]
        let errorOfRollback: String?

        var testDescription: String { steps.joined(separator: "; ") }

        init(_ steps: String, _ committed: [Int], _ error: String?, _ rolledBack: [Int], _ errorOfRollback: String?) {
            self.steps = steps.isEmpty ? [] : steps.components(separatedBy: "; ")
            (self.committed, self.error) = (committed, error)
            (self.rolledBack, self.errorOfRollback) = (rolledBack, errorOfRollback)
        }
    }

    static let (kept, undone, both, none) = (
        "committed", "were rolled back", "more than once", "no transaction is active"
    )

    static let table = [
        //  the steps                            committed             rolled back
        Row("", [1, 2], nil, [], nil),
        Row("COMMIT; BEGIN", [1, 2], kept, [1], kept),
        Row("END; BEGIN", [1, 2], kept, [1], kept),
        Row("ROLLBACK; BEGIN", [2], undone, [], nil),
        Row("COMMIT; SAVEPOINT a", [1, 2], kept, [1], kept),
        Row("ROLLBACK; SAVEPOINT a", [2], undone, [], nil),
        Row("COMMIT; BEGIN; ROLLBACK; BEGIN", [1, 2], both, [1], both),
        Row("ROLLBACK; BEGIN; COMMIT; BEGIN", [2], both, [], both),
        Row("COMMIT; BEGIN; COMMIT; BEGIN", [1, 2], kept, [1], kept),
        Row("ROLLBACK; SAVEPOINT a; RELEASE a; BEGIN", [2], both, [], both),
        Row("COMMIT", [1, 2], none, [1, 2], none),
        Row("ROLLBACK", [2], none, [2], none),
        Row("SAVEPOINT a", [1, 2], nil, [], nil),
        Row("SAVEPOINT a; RELEASE a", [1, 2], nil, [], nil),
        Row("SAVEPOINT a; ROLLBACK TO a", [1, 2], nil, [], nil),
        Row("SAVEPOINT a; ROLLBACK; BEGIN", [2], undone, [], nil),
        Row("BEGIN", [1, 2], nil, [], nil),
    ]

    /// How the block spells a step.
    enum Call: String, CaseIterable, Codable, Sendable {
        case update, cachedUpdate, query, prepared, script, oneScript, execute, method

        func run(_ steps: [String], on db: FMDatabase) throws {
            if self == .oneScript { return _ = db.executeStatements(steps.joined(separator: ";")) }
            db.shouldCacheStatements = self == .cachedUpdate
            for step in steps { try run(step, on: db) }
        }

        private func run(_ step: String, on db: FMDatabase) throws {
            switch self {
            case .update, .cachedUpdate: db.executeUpdate(step, withArgumentsIn: [])
            case .query: _ = db.executeQuery(step, withArgumentsIn: [])?.next()
            case .prepared: _ = db.prepare(step).next()
            case .script, .oneScript: db.executeStatements(step)
            case .execute: _ = try? db.execute(FMSQL(raw: step))
            case .method: try? method(step, on: db)
            }
        }

        private func method(_ step: String, on db: FMDatabase) throws {
            switch step {
            case "BEGIN": db.beginTransaction()
            case "COMMIT", "END": db.commit()
            case "ROLLBACK": db.rollback()
            case "SAVEPOINT a": try db.startSavePoint(withName: "a")
            case "RELEASE a": try db.releaseSavePoint(withName: "a")
            case "ROLLBACK TO a": try db.rollbackToSavePoint(withName: "a")
            default: Issue.record("unknown: \(step)")
            }
        }
    }

    private func coordinator(_ isPool: Bool) throws -> FMDatabaseCoordinator {
        let path = folder.file(UUID().uuidString)
        let made = FMDatabase.file(path)
        try made.script("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; CREATE TABLE t (x)")
        made.close()
        return isPool ? SilentPool(path: path) : try #require(SilentQueue(path: path))
    }

    private func rows(_ coordinator: FMDatabaseCoordinator) throws -> [Int] {
        try coordinator.withDatabase { try $0.rows("SELECT x FROM t ORDER BY x", as: Int.self) }
    }

    private func expect(_ error: FMError?, _ part: String?, _ where: String) {
        guard let part else { return #expect(error == nil, "\(`where`): \(error?.message ?? "")") }
        #expect(error?.message.contains(part) == true, "\(`where`): \(error?.message ?? "no error")")
    }

    @Test(arguments: table, Call.allCases) func aTransactionOfFMDBsSaysWhatBecameOfIt(_ row: Row, _ call: Call) throws {
        for isPool in [false, true] {
            let coordinator = try coordinator(isPool)
            for (form, rollback) in FMDBForm.allCases.flatMap({ [($0, false), ($0, true)] }) {
                form.run(on: coordinator) { db, flag in
                    try? db.insert(1)
                    try? call.run(row.steps, on: db)
                    try? db.insert(2)
                    flag.pointee = ObjCBool(rollback)
                }
                let name = "\(isPool ? "pool" : "queue") \(form), \(rollback ? "rolled back" : "committed")"
                #expect(try rows(coordinator) == (rollback ? row.rolledBack : row.committed), "\(name)")
                expect(coordinator.lastTransactionError, rollback ? row.errorOfRollback : row.error, name)
                try coordinator.withTransaction { try $0.execute("DELETE FROM t") }
            }
        }
    }

    @Test(arguments: table, Call.allCases) func aSavePointOfFMDBsSaysThatItIsGone(_ row: Row, _ call: Call) throws {
        for isPool in [false, true] {
            let coordinator = try coordinator(isPool)
            let error = coordinator.inSavePoint { db, _ in
                try? db.insert(1)
                try? call.run(row.steps, on: db)
                try? db.insert(2)
            }
            // Within a save point nothing ends by itself, so each end is an error, and what it kept is kept.
            let ends = row.steps.contains { ["COMMIT", "END", "ROLLBACK"].contains($0) }
            #expect((error != nil) == ends, "\(isPool): \(error.map { "\($0)" } ?? "no error")")
            #expect(try coordinator.withDatabase { !$0.isTransactionOpen })
            if !ends { #expect(try rows(coordinator) == [1, 2]) }
        }
    }

    @Test(arguments: table, Call.allCases) func aModernTransactionFailsWithTheFirstCause(
        _ row: Row, _ call: Call
    ) async throws {
        for verb in [TransactionVerb.queue, .queueAsync, .queueShared, .pool, .poolShared, .poolSharedAsync] {
            let scene = try FailureScene(verb, folder.file(UUID().uuidString))
            let ends = row.steps.first { ["COMMIT", "END", "ROLLBACK"].contains($0) }
            var error: FMError?
            do {
                try await scene.run { db in
                    try db.insert(1)
                    try? call.run(row.steps, on: db)
                    try db.insert(2)
                }
            } catch let caught as FMError {
                error = caught
            }
            #expect((error?.resultCode == .misuse) == (ends != nil), "\(verb): \(error?.message ?? "no error")")
            #expect(try scene.content() == (ends == nil ? [1, 2] : ends == "ROLLBACK" ? [] : [1]), "\(verb)")
        }
    }

    @Test func aRollbackByACFunctionIsTold() throws {
        let queue = try coordinator(false)
        queue.inTransaction { db, _ in
            try? db.insert(1)
            RawObjects.run(db, "ROLLBACK; BEGIN")
            try? db.insert(2)
        }
        #expect(try rows(queue) == [2])
        expect(queue.lastTransactionError, Self.undone, "C")
    }

    @Test func theNextTransactionIsNotBlamed() throws {
        let queue = try coordinator(false)
        queue.inTransaction { db, _ in db.executeStatements("ROLLBACK; BEGIN") }
        #expect(queue.lastTransactionError != nil)
        queue.inTransaction { db, _ in try? db.insert(1) }
        #expect(queue.lastTransactionError == nil)
        #expect(queue.inSavePoint { db, _ in try? db.insert(2) } == nil)
    }

    @Test func whatEndsWithinASavePointOfFMDBsIsToldByTheTransactionAroundIt() throws {
        let queue = try coordinator(false)
        queue.inTransaction { db, _ in
            try? db.insert(1)
            #expect(db.inSavePoint { _ in db.executeStatements("ROLLBACK; BEGIN") } != nil)
            db.beginTransaction()
            try? db.insert(2)
        }
        // The save point is missed, and with it goes what was begun anew.
        #expect(try rows(queue) == [])
        #expect(queue.lastTransactionError != nil)
    }
}
