import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// What a row change handler is told.
@Suite(.enabled(if: SQLiteVersion.hasRowChanges)) struct RowChangeHandlerTests {
    private let db = FMDatabase.memory()
    private let told = Locked<[FMRowChange]>([])

    init() throws {
        try db.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)")
        try db.execute("INSERT INTO t VALUES (1, 'a'), (2, 'b')")
    }

    private func listen() throws {
        try db.setRowChangeHandler { [told] change in told.withLock { $0.append(change) } }
    }

    /// The changes as lines.
    private var lines: [String] {
        told.value.map { change in
            let ids = [change.oldRowID, change.newRowID].map { $0.map(String.init) ?? "-" }.joined(separator: ">")
            let values = [change.oldValues, change.newValues].map {
                $0.map { $0.map { "\($0)" } ?? "?" }.joined(separator: ",")
            }
            return
                "\(change.operation) \(change.schema).\(change.table) \(ids) \(values[0]) > \(values[1]) @\(change.triggerDepth)"
        }
    }

    @Test func oldAndNewValuesAreTold() throws {
        try listen()
        try db.execute("INSERT INTO t VALUES (3, NULL)")
        try db.execute("UPDATE t SET name = 'x', id = 9 WHERE id = 1")
        try db.execute("DELETE FROM t WHERE id = 2")
        #expect(
            lines == [
                "insert main.t ->3  > 3,NULL @0", "update main.t 1>9 1,'a' > 9,'x' @0", "delete main.t 2>- 2,'b' >  @0",
            ])
    }

    @Test func everyRowIsTold() throws {
        try db.execute("CREATE TABLE log (what)")
        try db.execute("CREATE TRIGGER a AFTER DELETE ON t BEGIN INSERT INTO log VALUES (old.name); END")
        try listen()
        try db.execute("INSERT OR REPLACE INTO t VALUES (1, 'again')")
        try db.execute("DELETE FROM t")
        #expect(
            lines == [
                "delete main.t 1>- 1,'a' >  @0", "insert main.t ->1  > 1,'again' @0",
                "delete main.t 1>- 1,'again' >  @0",
                "insert main.log ->1  > 'again' @1", "delete main.t 2>- 2,'b' >  @0", "insert main.log ->2  > 'b' @1",
            ])
    }

    /// SQLite stores such a column once for each collation. Before 3.50 it read beyond the columns, which AddressSanitizer finds.
    @Test func aKeyThatNamesAColumnTwiceIsSafe() throws {
        try db.execute(
            "CREATE TABLE twice (a TEXT, b, PRIMARY KEY (a, a COLLATE nocase, a COLLATE rtrim)) WITHOUT ROWID")
        try db.execute("CREATE TABLE pair (a, b, PRIMARY KEY (a, b))")
        try listen()
        try db.execute("INSERT INTO twice VALUES ('x', 1)")
        try db.execute("UPDATE twice SET b = 2")
        try db.execute("DELETE FROM twice")
        try db.execute("INSERT INTO pair VALUES (7, 8)")
        #expect(told.value.map(\.operation) == [.insert, .update, .delete, .insert])
        #expect(told.value.map(\.oldValues.count) == [0, 2, 2, 0])
        #expect(told.value.map(\.newValues.count) == [2, 2, 0, 2])
        #expect(told.value.last?.newValues == [.integer(7), .integer(8)])
        if SQLiteVersion.linked < SQLiteVersion(3, 50) {
            #expect(told.value.dropLast().allSatisfy { ($0.oldValues + $0.newValues).allSatisfy { $0 == nil } })
        }
    }

    /// A virtual column is not stored.
    @Test func aVirtualColumnWithoutRowidIsSafe() throws {
        guard SQLiteVersion.linked >= SQLiteVersion(3, 31) else { return }
        try db.execute("CREATE TABLE g (v AS (a || b), w AS (b), a TEXT, b TEXT PRIMARY KEY) WITHOUT ROWID")
        try listen()
        try db.execute("INSERT INTO g VALUES ('x', 'y')")
        try db.execute("UPDATE g SET a = 'z'")
        try db.execute("DELETE FROM g")
        #expect(told.value.map(\.oldValues.count) == [0, 4, 4])
        #expect(told.value[2].oldValues.contains(.text("z")) && told.value[2].oldValues.contains(.text("y")))
    }

    @Test func rowsOfAStatementThatWasCompiledBeforeAreTold() throws {
        db.shouldCacheStatements = true
        try db.execute("DELETE FROM t")
        try db.execute("INSERT INTO t VALUES (1, 'a')")
        try listen()
        try db.execute("DELETE FROM t")
        #expect(lines == ["delete main.t 1>- 1,'a' >  @0"])
    }

    @Test func aColumnThatTheRowLacksHasNoValue() throws {
        try db.execute("ALTER TABLE t ADD COLUMN more TEXT DEFAULT 'so'")
        try listen()
        try db.execute("UPDATE t SET name = 'x' WHERE id = 1")
        let change = try #require(told.value.first)
        #expect(change.oldValues.count == 3)
        #expect(change.newValues == [.integer(1), .text("x"), .text("so")])
        if SQLiteVersion.linked < SQLiteVersion(3, 49) { #expect(change.oldValues[2] == Optional.none) }
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 36))) func aWriteThroughABlobIsAnUpdate() throws {
        try db.execute("UPDATE t SET name = x'0102' WHERE id = 1")
        try listen()
        try db.withTransaction {
            let blob = try db.openBlob(table: "t", column: "name", row: 1, isReadOnly: false)
            try blob.write(Data([7]), at: 0)
            try blob.close()
        }
        let change = try #require(told.value.first)
        #expect(told.value.count == 1)
        #expect(change.operation == .update)
        #expect(change.blobColumn == 1)
        #expect(change.oldRowID == 1)
        #expect(change.newRowID == 1)
        #expect(change.oldValues == [.integer(1), .blob(Data([1, 2]))])
        #expect(change.newValues.isEmpty)
    }

    @Test func theHandlerMustNotUseTheDatabase() throws {
        let failures = Locked<[FMError?]>([])
        try db.setRowChangeHandler { [db] _ in
            let error = thrown { try db.execute("DELETE FROM t") }
            failures.withLock { $0.append(error) }
        }
        try db.execute("UPDATE t SET name = 'x' WHERE id = 1")
        try db.setRowChangeHandler(nil)
        #expect(failures.value.map { $0?.resultCode } == [.misuse])
        #expect(try db.rows("SELECT name FROM t", as: String.self) == ["x", "b"])
    }

    @Test func aHandlerIsReplacedAndTakenAway() throws {
        try listen()
        let others = Locked(0)
        try db.setRowChangeHandler { _ in others.withLock { $0 += 1 } }
        try db.execute("DELETE FROM t WHERE id = 1")
        try db.setRowChangeHandler(nil)
        try db.execute("DELETE FROM t WHERE id = 2")
        #expect(told.value.isEmpty)
        #expect(others.value == 1)
    }

    @Test func aHandlerIsReleasedWithTheConnection() throws {
        let held = Held()
        weak var seen: Held?
        do {
            let object = Held()
            seen = object
            try db.setRowChangeHandler { [object] _ in _ = object }
            try db.setCommitHandler { [object] in _ = object }
            try db.setRollbackHandler { [object] in _ = object }
        }
        #expect(seen != nil)
        db.close()
        #expect(seen == nil)
        _ = held
    }

    @Test(.enabled(if: SQLiteVersion.hasSessions)) func aChangesetAndAHandlerExcludeEachOther() throws {
        try listen()
        #expect(thrown { try db.recordChanges { _ in } }?.resultCode == .misuse)
        try db.setRowChangeHandler(nil)
        let changes = try db.recordChanges { db in
            #expect(thrown { try db.setRowChangeHandler { _ in } }?.resultCode == .misuse)
            try db.execute("DELETE FROM t WHERE id = 1")
        }
        #expect(changes.count == 1)
    }

    @Test func aClosedDatabaseRefuses() {
        db.close()
        #expect(thrown { try db.setRowChangeHandler { _ in } }?.message == "the database is not open")
        #expect(thrown { try db.setCommitHandler {} }?.message == "the database is not open")
        #expect(thrown { try db.setRollbackHandler {} }?.message == "the database is not open")
    }
}

private final class Held {}
