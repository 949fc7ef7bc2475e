import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// What is undone, and what is not.
@Suite(.enabled(if: SQLiteVersion.hasRowChanges)) struct UndoTests {
    private let folder = TemporaryFolder()
    private let queue: FMDatabaseQueue

    init() throws {
        queue = try #require(FMDatabaseQueue(path: folder.file()))
        try queue.withDatabase { db in
            try db.execute("CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT)")
            try db.execute("INSERT INTO person VALUES (1, 'ann'), (2, 'bob')")
        }
    }

    private func names(_ coordinator: FMDatabaseQueue? = nil) throws -> [String] {
        try (coordinator ?? queue).withDatabase { try $0.rows("SELECT name FROM person ORDER BY id", as: String.self) }
    }

    private func rename(_ id: Int, _ name: String) throws {
        try queue.withDatabase { try $0.execute("UPDATE person SET name = \(name) WHERE id = \(id)") }
    }

    @Test func aTransactionIsOneStep() throws {
        let undo = try FMUndo(queue)
        #expect(!undo.canUndo && !undo.canRedo)
        #expect(try !undo.undo())
        try queue.withTransaction { db in
            try db.execute("DELETE FROM person WHERE id = 1")
            try db.execute("INSERT INTO person VALUES (3, 'cy')")
        }
        #expect(undo.undoCount == 1)
        #expect(try undo.undo())
        #expect(try names() == ["ann", "bob"])
        #expect(undo.undoCount == 0 && undo.redoCount == 1)
        #expect(try undo.redo())
        #expect(try names() == ["bob", "cy"])
    }

    @Test func aNewChangeForgetsWhatCouldBeRedone() throws {
        let undo = try FMUndo(queue)
        try rename(1, "x")
        try undo.undo()
        try rename(2, "y")
        #expect(!undo.canRedo)
        #expect(try !undo.redo())
        #expect(try names() == ["ann", "y"])
    }

    @Test func aTransactionThatIsRolledBackOrChangesNothingIsNoStep() throws {
        let undo = try FMUndo(queue)
        #expect(throws: Regret.self) {
            try queue.withTransaction { db in
                try db.execute("DELETE FROM person")
                throw Regret()
            }
        }
        try queue.withTransaction { try $0.execute("DELETE FROM person WHERE id = 77") }
        #expect(undo.undoCount == 0)
    }

    @Test func onlyTheLastStepsAreKept() throws {
        let undo = try FMUndo(queue, steps: 3)
        for number in 0..<10 { try rename(1, "\(number)") }
        #expect(undo.undoCount == 3)
        while try undo.undo() {}
        #expect(try names() == ["6", "bob"])
    }

    @Test func theOldestStepsGoWhereMemoryEnds() throws {
        let undo = try FMUndo(queue, memoryLimit: 100_000)
        for number in 0..<10 { try rename(1, String(repeating: "\(number)", count: 20_000)) }
        #expect(1...3 ~= undo.undoCount)
        #expect(undo.obstacle == nil)
    }

    @Test func aTransactionThatIsTooLargeCannotBeUndone() throws {
        let undo = try FMUndo(queue, memoryLimit: 10_000)
        try rename(1, "x")
        try rename(1, String(repeating: "y", count: 20_000))
        #expect(!undo.canUndo)
        #expect(undo.obstacle?.contains("more than 10000 bytes") == true)
        try rename(2, "z")
        #expect(try undo.undo())
        #expect(try names()[1] == "bob")
    }

    @Test func aRowThatSomebodyElseHasChangedIsLeftAlone() throws {
        let undo = try FMUndo(queue)
        try rename(1, "mine")
        let other = try #require(FMDatabaseQueue(path: queue.path))
        try other.withDatabase { try $0.execute("UPDATE person SET name = 'theirs' WHERE id = 1") }
        #expect(thrown { try undo.undo() }?.resultCode == .abort)
        #expect(try names() == ["theirs", "bob"])
        #expect(undo.undoCount == 1)
        try other.withDatabase { try $0.execute("UPDATE person SET name = 'mine' WHERE id = 1") }
        #expect(try undo.undo())
        #expect(try names() == ["ann", "bob"])
    }

    @Test func aRowToWhichSomebodyElseHasReferredStays() throws {
        try queue.withDatabase { db in
            try db.execute("PRAGMA foreign_keys = ON")
            try db.execute("CREATE TABLE pet (owner INTEGER REFERENCES person (id) ON DELETE CASCADE)")
        }
        let undo = try FMUndo(queue)
        try queue.withDatabase { try $0.execute("INSERT INTO person VALUES (3, 'cy')") }
        let other = try #require(FMDatabaseQueue(path: queue.path))
        try other.withDatabase { try $0.execute("INSERT INTO pet VALUES (3)") }
        #expect(thrown { try undo.undo() }?.message.contains("foreign keys would be violated") == true)
        #expect(try names() == ["ann", "bob", "cy"])
    }

    @Test func aChangeOfTheSchemaForgetsTheSteps() throws {
        let undo = try FMUndo(queue)
        try rename(1, "x")
        try queue.withDatabase { try $0.execute("ALTER TABLE person ADD COLUMN age INTEGER") }
        let error = thrown { try undo.undo() }
        #expect(error?.resultCode == .schema)
        #expect(error?.message == "nothing can be undone: the schema was changed")
        #expect(!undo.canUndo)
        #expect(try names() == ["x", "bob"])
    }

    @Test func aSchemaThatSomebodyElseChangesForgetsTheSteps() throws {
        let undo = try FMUndo(queue)
        try rename(1, "x")
        let other = try #require(FMDatabaseQueue(path: queue.path))
        try other.withDatabase { db in
            try db.execute("DROP TABLE person")
            try db.execute("CREATE TABLE person (name TEXT, id INTEGER PRIMARY KEY)")
            try db.execute("INSERT INTO person VALUES ('x', 1)")
        }
        try rename(1, "y")
        #expect(undo.undoCount == 1)
        #expect(undo.obstacle == "the schema was changed")
        #expect(try undo.undo())
        #expect(try names() == ["x"])
        #expect(try !undo.undo())
    }

    @Test func aScriptWithChangesOfTheSchemaIsNoStep() throws {
        let undo = try FMUndo(queue)
        let hasWorked = try queue.withDatabase { db in
            db.executeStatements("BEGIN; DELETE FROM person; CREATE TABLE t (a); INSERT INTO t VALUES (1); COMMIT")
        }
        #expect(hasWorked)
        #expect(!undo.canUndo)
        #expect(undo.obstacle == "the schema was changed")
        try queue.withDatabase { try $0.execute("INSERT INTO t VALUES (2)") }
        #expect(try undo.undo())
        #expect(try queue.withDatabase { try $0.rows("SELECT a FROM t", as: Int.self) } == [1])
    }

    @Test func aScriptIsUndone() throws {
        let undo = try FMUndo(queue)
        let script =
            "DELETE FROM person WHERE id = 1; INSERT INTO person VALUES (5, 'eve'); UPDATE person SET name = 'f'"
        #expect(try queue.withDatabase { $0.executeStatements(script) })
        while try undo.undo() {}
        #expect(try names() == ["ann", "bob"])
    }

    @Test func whatIsWrittenThroughABlobIsUndone() throws {
        try queue.withDatabase { db in
            try db.execute("CREATE TABLE file (id INTEGER PRIMARY KEY, data BLOB)")
            try db.execute("INSERT INTO file VALUES (1, x'000102030405')")
        }
        let undo = try FMUndo(queue)
        try queue.withTransaction { db in
            let blob = try db.openBlob(table: "file", column: "data", row: 1, isReadOnly: false)
            for place in 0..<4 { try blob.write(Data([9]), at: place) }
            try blob.close()
        }
        let data = { [queue] in try queue.withDatabase { try $0.value("SELECT data FROM file", as: Data.self) } }
        #expect(try data() == Data([9, 9, 9, 9, 4, 5]))
        #expect(try undo.undo())
        #expect(try data() == Data([0, 1, 2, 3, 4, 5]))
        #expect(try undo.redo())
        #expect(try data() == Data([9, 9, 9, 9, 4, 5]))
    }

    @Test func aPoolIsUndoneToo() async throws {
        let pool = FMDatabasePool(path: folder.file())
        try await pool.write { try $0.execute("CREATE TABLE t (a)") }
        let undo = try FMUndo(pool)
        for number in 0..<5 { try await pool.write { try $0.execute("INSERT INTO t VALUES (\(number))") } }
        #expect(try await undo.undo())
        #expect(try await undo.undo())
        #expect(try await undo.redo())
        #expect(try await pool.read { try $0.rows("SELECT a FROM t", as: Int.self) } == [0, 1, 2, 3])
    }

    @Test func oneRecordsAtATime() throws {
        var first: FMUndo? = try FMUndo(queue)
        let error = thrown { try FMUndo(queue) }
        #expect(error?.resultCode == .misuse)
        try rename(1, "x")
        #expect(first?.undoCount == 1)
        first = nil
        try rename(1, "y")
        let second = try FMUndo(queue)
        #expect(!second.canUndo)
        try rename(1, "z")
        #expect(try second.undo())
        #expect(try names() == ["y", "bob"])
    }

    @Test func aChangesetCannotBeRecordedMeanwhile() throws {
        let undo = try FMUndo(queue)
        let error = thrown { try queue.recordChanges { try $0.execute("DELETE FROM person") } }
        #expect(error?.resultCode == .misuse)
        #expect(try names() == ["ann", "bob"])
        #expect(!undo.canUndo)
    }

    @Test(arguments: [0, -1]) func numbersOutOfRangeAreRefused(number: Int) {
        #expect(thrown { try FMUndo(queue, steps: number) }?.resultCode == .misuse)
        #expect(thrown { try FMUndo(queue, memoryLimit: number) }?.resultCode == .misuse)
    }

    @Test func aClosedQueueRefuses() throws {
        let undo = try FMUndo(queue)
        try rename(1, "x")
        queue.close()
        #expect(throws: Never.self) { try undo.undo() }
        #expect(try names() == ["ann", "bob"])
    }

    @Test func anAttachedDatabaseIsAnObstacle() throws {
        let path = folder.file("other.db")
        try queue.withDatabase { db in
            try db.execute("ATTACH \(path) AS other")
            try db.execute("CREATE TABLE other.t (a)")
        }
        let undo = try FMUndo(queue)
        try queue.withTransaction { db in
            try db.execute("INSERT INTO t VALUES (1)")
            try db.execute("DELETE FROM person")
        }
        #expect(!undo.canUndo)
        #expect(undo.obstacle == "an attached database was changed")
    }

    @Test func aStatementThatFailsInTheMiddleIsNoObstacle() throws {
        let undo = try FMUndo(queue)
        try queue.withTransaction { db in
            #expect(throws: FMError.self) {
                try db.execute("INSERT INTO person VALUES (7, 'g'), (8, 'h'), (1, 'again')")
            }
            try db.execute("INSERT INTO person VALUES (9, 'i')")
        }
        #expect(try names() == ["ann", "bob", "i"])
        #expect(try undo.undo())
        #expect(try names() == ["ann", "bob"])
    }

    @Test func aStatementThatKeepsAPartOfItselfIsUndone() throws {
        let undo = try FMUndo(queue)
        try queue.withTransaction { db in
            #expect(throws: FMError.self) {
                try db.execute("INSERT OR FAIL INTO person VALUES (7, 'g'), (8, 'h'), (1, 'again')")
            }
        }
        #expect(try names() == ["ann", "bob", "g", "h"])
        #expect(try undo.undo())
        #expect(try names() == ["ann", "bob"])
    }
}
