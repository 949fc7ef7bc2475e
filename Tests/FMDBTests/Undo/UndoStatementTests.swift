import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// Statements that do more than one thing, or less than they were told.
@Suite(.enabled(if: SQLiteVersion.hasRowChanges)) struct UndoStatementTests {
    private let folder = TemporaryFolder()
    private let queue: FMDatabaseQueue

    init() throws {
        queue = try #require(FMDatabaseQueue(path: folder.file()))
        try run("CREATE TABLE t (id INTEGER PRIMARY KEY, a UNIQUE, n)")
        try run("INSERT INTO t VALUES (1, 'one', 10), (2, 'two', 20), (3, 'three', 30)")
    }

    private func run(_ statements: FMSQL...) throws {
        try queue.withDatabase { db in for statement in statements { try db.execute(statement) } }
    }

    private func content() throws -> String {
        try queue.withDatabase { drawn(try $0.query("SELECT * FROM t ORDER BY id")) }
    }

    private func expectUndone(
        sourceLocation: SourceLocation = #_sourceLocation, _ change: @Sendable (FMDatabase) throws -> Void
    ) throws {
        let before = try content()
        let undo = try FMUndo(queue)
        try queue.withTransaction { try change($0) }
        let after = try content()
        #expect(after != before, sourceLocation: sourceLocation)
        #expect(undo.obstacle == nil && undo.undoCount == 1, sourceLocation: sourceLocation)
        #expect(try undo.undo(), sourceLocation: sourceLocation)
        #expect(try content() == before, sourceLocation: sourceLocation)
        #expect(try undo.redo(), sourceLocation: sourceLocation)
        #expect(try content() == after, sourceLocation: sourceLocation)
        #expect(try undo.undo(), sourceLocation: sourceLocation)
        #expect(try content() == before, sourceLocation: sourceLocation)
    }

    @Test(arguments: [
        "INSERT OR IGNORE INTO t VALUES (1, 'x', 1), (4, 'two', 1), (5, 'five', 50)",
        "UPDATE OR IGNORE t SET a = 'one', n = n + 1", "UPDATE OR REPLACE t SET a = 'same'",
        "UPDATE OR REPLACE t SET id = 3 WHERE id = 1", "REPLACE INTO t VALUES (1, 'two', 99)",
        "UPDATE t SET id = -id, n = id", "DELETE FROM t WHERE id > 1",
        "INSERT INTO t SELECT id + 10, a || id, n FROM t", "INSERT INTO t (n) VALUES (1), (2)",
    ])
    func oneStatement(sql: String) throws {
        try expectUndone { try $0.execute(FMSQL(raw: sql)) }
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 24))) func upserts() throws {
        try expectUndone { db in
            try db.execute(
                "INSERT INTO t VALUES (9, 'one', 5), (8, 'eight', 6) ON CONFLICT (a) DO UPDATE SET n = n + excluded.n")
        }
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 35))) func returningThatIsPutBackInTheMiddle() throws {
        try expectUndone { db in
            let rows = try db.query("UPDATE t SET n = n + 1 RETURNING id")
            #expect(rows.next())
            try db.execute("UPDATE t SET n = n * 2")
            #expect(throws: FMError.self) { try db.execute("UPDATE t SET a = 'one'") }
            rows.close()
            try db.execute("DELETE FROM t WHERE id = 3")
        }
    }

    @Test func triggersThatFail() throws {
        try run(
            "CREATE TRIGGER stop AFTER UPDATE ON t WHEN new.id = 2 BEGIN UPDATE t SET n = 0 WHERE id = 1; SELECT RAISE(FAIL, 'no'); END",
            "CREATE TRIGGER skip BEFORE DELETE ON t WHEN old.id = 2 BEGIN SELECT RAISE(IGNORE); END",
            "CREATE TRIGGER abort AFTER INSERT ON t WHEN new.id = 7 BEGIN SELECT RAISE(ABORT, 'no'); END")
        try expectUndone { db in #expect(throws: FMError.self) { try db.execute("UPDATE t SET n = n + 1") } }
        try expectUndone { db in try db.execute("DELETE FROM t") }
        try run("DROP TRIGGER stop")
        try expectUndone { db in
            #expect(throws: FMError.self) {
                try db.execute("INSERT INTO t VALUES (5, 'a', 1), (6, 'b', 2), (7, 'c', 3)")
            }
            try db.execute("INSERT INTO t VALUES (5, 'a', 1)")
        }
    }

    @Test func aFunctionThatFailsInTheMiddle() throws {
        try expectUndone { db in
            try db.execute("INSERT INTO t VALUES (4, 'four', -9223372036854775808)")
            #expect(throws: FMError.self) { try db.execute("UPDATE t SET n = abs(n) + 1") }
            #expect(throws: FMError.self) { try db.execute("DELETE FROM t WHERE abs(n) > 0") }
            try db.execute("UPDATE t SET n = 0 WHERE id = 1")
        }
    }

    @Test func deferredForeignKeysAndCascades() throws {
        try run(
            "PRAGMA foreign_keys = ON", "PRAGMA recursive_triggers = ON",
            "CREATE TABLE c (p REFERENCES t (id) ON DELETE SET NULL ON UPDATE CASCADE DEFERRABLE INITIALLY DEFERRED)",
            "CREATE TABLE tree (id INTEGER PRIMARY KEY, up REFERENCES tree (id) ON DELETE CASCADE)",
            "INSERT INTO c VALUES (1), (2)", "INSERT INTO tree VALUES (1, NULL), (2, 1), (3, 2)",
            "CREATE TRIGGER gone AFTER DELETE ON t BEGIN UPDATE t SET n = n + old.n; DELETE FROM tree WHERE id = old.id; END"
        )
        let all = { [queue] in
            try queue.withDatabase { db in
                try ["t", "c", "tree"].map { drawn(try db.query("SELECT rowid, * FROM \(identifier: $0) ORDER BY 1")) }
            }
        }
        let before = try all()
        let undo = try FMUndo(queue)
        try queue.withTransaction { db in
            try db.execute("INSERT INTO c VALUES (77)")
            try db.execute("REPLACE INTO t VALUES (1, 'two', 5)")
            try db.execute("INSERT INTO t VALUES (77, 'later', 1)")
            try db.execute("UPDATE t SET id = 78 WHERE id = 77")
        }
        let after = try all()
        #expect(try undo.undo())
        #expect(try all() == before)
        #expect(try undo.redo())
        #expect(try all() == after)
    }

    @Test func blocksThatShareACommitAreOneStep() async throws {
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.groupCommit = FMDatabaseCoordinator.GroupCommit()
        let pool = FMDatabasePool(path: folder.file("pool.db"), configuration: configuration)
        try await pool.write { try $0.execute("CREATE TABLE t (a PRIMARY KEY)") }
        let undo = try FMUndo(pool, steps: 1000)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<60 {
                group.addTask {
                    try? await pool.write { db in
                        try db.execute("INSERT INTO t VALUES (\(number))")
                        if number % 3 == 0 { throw Regret() }
                        if number % 7 == 0 { try db.execute("INSERT INTO t VALUES (\(number))") }
                    }
                }
            }
        }
        let read = { try await pool.read { try $0.rows("SELECT a FROM t ORDER BY a", as: Int.self) } }
        let after = try await read()
        #expect(after == (0..<60).filter { $0 % 3 != 0 && $0 % 7 != 0 })
        #expect(undo.obstacle == nil)
        while try await undo.undo() {}
        #expect(try await read() == [])
        while try await undo.redo() {}
        #expect(try await read() == after)
    }

    @Test func writersOfAPoolThatTakeTurns() async throws {
        let pool = FMDatabasePool(path: folder.file("pool.db"))
        try await pool.write { db in
            try db.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, n)")
            try db.execute("INSERT INTO t VALUES (1, 0)")
        }
        let undo = try FMUndo(pool, steps: 1000)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<20 {
                        _ = try? await pool.write { try $0.execute("UPDATE t SET n = n + 1") }
                    }
                }
            }
        }
        let read = { try await pool.read { try $0.value("SELECT n FROM t", as: Int.self) } }
        #expect(try await read() == undo.undoCount)
        while try await undo.undo() {}
        #expect(try await read() == 0)
    }
}
