import Dispatch
import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// Undo, while others do something in between.
@Suite(.enabled(if: SQLiteVersion.hasRowChanges)) struct UndoRaceTests {
    private let folder = TemporaryFolder()
    private let queue: FMDatabaseQueue

    init() throws {
        queue = try #require(FMDatabaseQueue(path: folder.file()))
        try run("CREATE TABLE t (id INTEGER PRIMARY KEY, a)", "INSERT INTO t VALUES (1, 'one'), (2, 'two')")
    }

    private func run(_ statements: FMSQL..., on other: FMDatabaseQueue? = nil) throws {
        try (other ?? queue).withDatabase { db in for statement in statements { try db.execute(statement) } }
    }

    private func values() throws -> [String] {
        try queue.withDatabase { try $0.rows("SELECT a FROM t ORDER BY id", as: String.self) }
    }

    @Test func theStepsAreForgottenInTheMiddleOfAnUndo() throws {
        let undo = try FMUndo(queue)
        try run("UPDATE t SET a = 'x'", "UPDATE t SET a = 'y'")
        try queue.withDatabase { try $0.setCommitHandler { undo.clear() } }
        #expect(try undo.undo())
        #expect(try values() == ["x", "x"])
        #expect(undo.undoCount == 0 && undo.redoCount == 0)
        try queue.withDatabase { try $0.setCommitHandler(nil) }
        try run("UPDATE t SET a = 'z'")
        #expect(try undo.undo())
        try queue.withDatabase { try $0.setCommitHandler { undo.clear() } }
        #expect(try undo.redo())
        #expect(undo.undoCount == 0 && undo.redoCount == 0)
    }

    @Test func aSchemaThatIsRolledBackIsNoObstacle() throws {
        let undo = try FMUndo(queue)
        #expect(throws: Regret.self) {
            try queue.withTransaction { db in
                try db.execute("ALTER TABLE t ADD COLUMN b")
                try db.execute("UPDATE t SET b = 1")
                throw Regret()
            }
        }
        try run("UPDATE t SET a = 'x'")
        #expect(try undo.undo())
        #expect(try values() == ["one", "two"])
        try queue.withTransaction { db in
            try? db.withSavePoint {
                try db.execute("ALTER TABLE t ADD COLUMN b")
                try db.execute("UPDATE t SET b = 1")
                throw Regret()
            }
        }
        try queue.withTransaction { db in
            try? db.withSavePoint {
                try db.execute("CREATE TABLE other (a)")
                try db.execute("INSERT INTO other VALUES (1)")
                throw Regret()
            }
        }
        try run("UPDATE t SET a = 'y'")
        #expect(try undo.undo())
        #expect(try values() == ["one", "two"])
    }

    @Test func aSchemaThatSomebodyElseChangedBeforeAQuery() throws {
        let undo = try FMUndo(queue)
        try run("UPDATE t SET a = 'x'")
        let other = try #require(FMDatabaseQueue(path: queue.path))
        try run("ALTER TABLE t ADD COLUMN b", on: other)
        _ = try values()
        try run("UPDATE t SET a = 'y' WHERE id = 1")
        #expect(undo.undoCount == 1)
        #expect(try undo.undo())
        #expect(try values() == ["x", "x"])
    }

    @Test func aChangesetThatDoesNotFitLeavesNoTrace() throws {
        let set = try queue.recordChanges { try $0.execute("UPDATE t SET a = a || '!'") }
        try run("UPDATE t SET a = 'met' WHERE id = 2", "UPDATE t SET a = 'one' WHERE id = 1")
        let undo = try FMUndo(queue)
        try queue.withTransaction { db in
            #expect(throws: FMError.self) { try db.apply(set) }
            try db.execute("INSERT INTO t VALUES (3, 'three')")
        }
        #expect(try values() == ["one", "met", "three"])
        #expect(try undo.undo())
        #expect(try values() == ["one", "met"])
    }

    @Test func savePointsOfTheCFunctions() throws {
        let undo = try FMUndo(queue)
        try queue.withTransaction { db in
            try db.execute("INSERT INTO t VALUES (3, 'three')")
            RawObjects.run(db, "SAVEPOINT a; DELETE FROM t WHERE id = 1; ROLLBACK TO a; RELEASE a")
        }
        #expect(undo.canUndo == false)
        #expect(undo.obstacle?.contains("C functions") == true)
        try run("DELETE FROM t")
        #expect(try undo.undo())
        #expect(try values() == ["one", "two", "three"])
    }

    @Test(arguments: [false, true]) func aDeletionThatWasCompiledBefore(isObserved: Bool) throws {
        try queue.withDatabase { $0.shouldCacheStatements = true }
        let observation = isObserved ? queue.observe("other") { _ in } : nil
        defer { observation?.cancel() }
        try run("DELETE FROM t", "INSERT INTO t VALUES (1, 'one'), (2, 'two')")
        let undo = try FMUndo(queue)
        try run("DELETE FROM t")
        #expect(undo.undoCount == 1)
        #expect(try undo.undo())
        #expect(try values() == ["one", "two"])
    }

    @Test func aNewFileBehindTheSteps() throws {
        let undo = try FMUndo(queue)
        try run("UPDATE t SET a = 'x'")
        try run("VACUUM")
        #expect(thrown { try undo.undo() }?.resultCode == .schema)
        #expect(try values() == ["x", "x"])
    }

    @Test func anUndoThatIsStoppedChangesNothing() async throws {
        let undo = try FMUndo(queue)
        try run(
            "INSERT INTO t (a) WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 5000) SELECT 'n' || i FROM n"
        )
        #expect(throws: FMError.self) { try undo.undo(timeout: .zero) }
        #expect(try values().count == 5002)
        let task = Task { try await undo.undo() }
        task.cancel()
        let isUndone = (try? await task.value) ?? false
        #expect(try values().count == (isUndone ? 2 : 5002))
        #expect(undo.undoCount == (isUndone ? 0 : 1))
        if isUndone { try await undo.redo() }
        #expect(try await undo.undo())
        #expect(try values() == ["one", "two"])
    }

    /// The first connection is held between its commit and the report of it, until the second has reported its own.
    @Test func aCommitThatIsToldLateKeepsItsPlace() throws {
        let folder = TemporaryFolder()
        let isArmed = Locked(false)
        let (hasCommitted, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.configure = { db in try db.execute("PRAGMA wal_autocheckpoint = 1") }
        configuration.eventHandler = { event in
            guard case .checkpoint = event,
                isArmed.withLock({ isArmed in
                    defer { isArmed = false }; return isArmed
                })
            else { return }
            hasCommitted.signal()
            _ = mayGoOn.arrives()
        }
        let pool = FMDatabasePool(path: folder.file(), configuration: configuration)
        try pool.write { db in
            try db.execute("CREATE TABLE n (id INTEGER PRIMARY KEY, i INTEGER)")
            try db.execute("INSERT INTO n VALUES (1, 0)")
        }
        let undo = try FMUndo(pool)
        isArmed.withLock { $0 = true }
        let done = BackgroundThreads.start {
            _ = try? pool.withDatabase { db in try db.execute("UPDATE n SET i = 1") }
        }
        try #require(hasCommitted.arrives())
        try pool.withDatabase { db in try db.execute("UPDATE n SET i = 2") }
        #expect(undo.undoCount == 1)
        mayGoOn.signal()
        #expect(done.arrives())
        let number = { try pool.read { try $0.value("SELECT i FROM n", as: Int.self) } }
        for expected in [1, 0] {
            #expect(try undo.undo())
            #expect(try number() == expected)
        }
        #expect(undo.redoCount == 2)
    }

    /// Each transaction can be undone only after those that were committed after it.
    @Test func connectionsThatCommitAtOnceAreUndoneInTheirOrder() throws {
        let folder = TemporaryFolder()
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.busyTimeout = .seconds(60)
        let pool = FMDatabasePool(path: folder.file(), configuration: configuration)
        try pool.write { db in
            try db.execute("CREATE TABLE n (id INTEGER PRIMARY KEY, i INTEGER)")
            try db.execute("INSERT INTO n VALUES (1, 0)")
        }
        let (threads, rounds) = (4, 150)
        let undo = try FMUndo(pool, steps: threads * rounds)
        let errors = Locked<[any Error]>([])
        let haveCome = BackgroundThreads.run(threads) { _ in
            do {
                // Not by `write`, which lets in one after the other.
                for _ in 0..<rounds {
                    try pool.withDatabase { db in try db.execute("UPDATE n SET i = i + 1") }
                }
            } catch {
                errors.withLock { $0.append(error) }
            }
        }
        #expect(haveCome && errors.value.isEmpty)
        let number = { try pool.read { try $0.value("SELECT i FROM n", as: Int.self) } }
        #expect(try number() == threads * rounds)
        #expect(undo.undoCount == threads * rounds)
        for step in (0..<(threads * rounds)).reversed() {
            try #require(try undo.undo())
            if step.isMultiple(of: 100) { #expect(try number() == step) }
        }
        for _ in 0..<(threads * rounds) { try #require(try undo.redo()) }
        #expect(try number() == threads * rounds)
    }

    /// Other connections go on while steps are undone.
    @Test func undoingBesideCommitsKeepsTheOrder() throws {
        let folder = TemporaryFolder()
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.busyTimeout = .seconds(60)
        let pool = FMDatabasePool(path: folder.file(), configuration: configuration)
        try pool.write { db in try db.execute("CREATE TABLE n (id INTEGER PRIMARY KEY, i INTEGER)") }
        let undo = try FMUndo(pool, steps: 10_000)
        let errors = Locked<[any Error]>([])
        let haveCome = BackgroundThreads.run(3) { thread in
            do {
                for _ in 0..<100 {
                    guard thread > 0 else {
                        try undo.undo()
                        continue
                    }
                    try pool.withDatabase { db in try db.execute("INSERT INTO n (i) SELECT count(*) FROM n") }
                }
            } catch {
                errors.withLock { $0.append(error) }
            }
        }
        #expect(haveCome && errors.value.isEmpty)
        let count = { try pool.read { try $0.value("SELECT count(*) FROM n", as: Int.self) } }
        #expect(try count() == undo.undoCount)
        while try undo.undo() {}
        #expect(try count() == 0)
    }
}
