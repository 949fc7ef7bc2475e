import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// What might come back as something else, or not at all.
@Suite(.enabled(if: SQLiteVersion.hasRowChanges)) struct UndoAttackTests {
    private let folder = TemporaryFolder()
    private let queue: FMDatabaseQueue

    init() throws {
        queue = try #require(FMDatabaseQueue(path: folder.file()))
        try run("CREATE TABLE t (id INTEGER PRIMARY KEY, a, b)", "INSERT INTO t VALUES (1, 'one', 10), (2, 'two', 20)")
    }

    private func run(_ statements: FMSQL..., on other: FMDatabaseQueue? = nil) throws {
        try (other ?? queue).withDatabase { db in for statement in statements { try db.execute(statement) } }
    }

    private func content(_ table: String = "t", _ columns: String = "*") throws -> String {
        try queue.withDatabase { db in
            let names = try db.rows("SELECT name FROM pragma_table_xinfo(\(table))", as: String.self)
            let each = names.map { "quote(\"\($0)\") || typeof(\"\($0)\") || hex(\"\($0)\")" }.joined(separator: ", ")
            return drawn(try db.query("SELECT \(raw: each) FROM \(identifier: table) ORDER BY 1"))
        }
    }

    /// A change comes back, and goes again, or is refused for a reason.
    private func expectUndone(
        _ table: String, orRefused reason: String? = nil, _ change: FMSQL...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = try content(table)
        let undo = try FMUndo(queue)
        for change in change { try run(change) }
        let after = try content(table)
        #expect(before != after, sourceLocation: sourceLocation)
        if let reason {
            #expect(undo.obstacle?.contains(reason) == true, "\(undo.obstacle ?? "")", sourceLocation: sourceLocation)
            #expect(!undo.canUndo, sourceLocation: sourceLocation)
            return
        }
        #expect(undo.undoCount == change.count, sourceLocation: sourceLocation)
        while try undo.undo() {}
        #expect(try content(table) == before, sourceLocation: sourceLocation)
        while try undo.redo() {}
        #expect(try content(table) == after, sourceLocation: sourceLocation)
        while try undo.undo() {}
        #expect(try content(table) == before, sourceLocation: sourceLocation)
    }

    // MARK: Values

    @Test func textOfTheSameLettersInOtherBytesIsAnotherOne() throws {
        try run("UPDATE t SET a = \("\u{E9}")")
        try expectUndone("t", "UPDATE t SET a = \("e\u{301}") WHERE id = 1")
    }

    @Test func zeroHasASign() throws {
        try run("UPDATE t SET a = 0.0")
        let undo = try FMUndo(queue)
        try run("UPDATE t SET a = \(-0.0) WHERE id = 1")
        let sign = { [queue] in
            try queue.withDatabase { try $0.value("SELECT a FROM t WHERE id = 1", as: Double.self).sign }
        }
        #expect(try sign() == .minus)
        #expect(try undo.undo())
        #expect(try sign() == .plus)
    }

    @Test(arguments: [
        "x'61FF62'", "x'EDA080'", "x'F09F98'", "x'610062'", "x''",
    ])
    func textThatIsNotUTF8(bytes: String) throws {
        try run("UPDATE t SET a = CAST(\(raw: bytes) AS TEXT) WHERE id = 1")
        let isSound = ["x'610062'", "x''"].contains(bytes)
        try expectUndone("t", orRefused: isSound ? nil : "not valid UTF-8", "UPDATE t SET b = 7, a = 'x'")
        try run("UPDATE t SET a = CAST(\(raw: bytes) AS TEXT) WHERE id = 1")
        try expectUndone("t", orRefused: isSound ? nil : "not valid UTF-8", "DELETE FROM t WHERE id = 1")
    }

    @Test func numbersAtTheirEnds() throws {
        try run("CREATE TABLE n (r REAL, i INTEGER, x)")
        let values: [FMValue] = [
            .integer(.max), .integer(.min), .real(.infinity), .real(-.infinity), .real(.leastNonzeroMagnitude),
            .real(9_007_199_254_740_992), .integer(9_007_199_254_740_993), .real(3), .text("3.0"), .null,
        ]
        for value in values { try run("INSERT INTO n VALUES (\(value), \(value), \(value))") }
        try expectUndone("n", "DELETE FROM n", "INSERT INTO n VALUES (9223372036854775807, 1, 9223372036854775807)")
        try expectUndone("n", "UPDATE n SET r = r / 2, i = x, x = r")
    }

    // MARK: Tables

    @Test func keysWithoutRowIDAfterRealColumns() throws {
        try run("CREATE TABLE w (price REAL, id INTEGER, x TEXT, PRIMARY KEY (id)) WITHOUT ROWID")
        try run("INSERT INTO w VALUES (1, 7, 'a'), (2.5, -3, 'b')")
        try expectUndone("w", "DELETE FROM w", "INSERT INTO w VALUES (3, 3, 'c')", "UPDATE w SET id = id + 1, x = 'd'")
        try run("INSERT INTO w VALUES (1, 9007199254740993, 'big')")
        try expectUndone("w", orRefused: "does not report", "DELETE FROM w WHERE id > 7")
        try run("CREATE TABLE v (price REAL, id, PRIMARY KEY (id)) WITHOUT ROWID")
        try run("INSERT INTO v VALUES (1, 'text')")
        try expectUndone("v", "DELETE FROM v", "INSERT INTO v VALUES (3, 'c')")
        try run("INSERT INTO v VALUES (1, 7)")
        try expectUndone("v", orRefused: "does not report", "DELETE FROM v WHERE id = 7")
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 31))) func virtualColumnsBeforeOthers() throws {
        try run("CREATE TABLE g (a, half REAL AS (a / 2.0), b TEXT, c)", "INSERT INTO g (a, b, c) VALUES (5, 7, 'c')")
        try expectUndone("g", "DELETE FROM g", "INSERT INTO g (a, b) VALUES (1, 2)", "UPDATE g SET b = 'x'")
        try run("CREATE TABLE k (x AS (b), id INTEGER PRIMARY KEY, b, c)")
        try run("INSERT INTO k (id, b, c) VALUES (5, 'b', 'c')")
        try expectUndone("k", orRefused: "virtual column", "UPDATE k SET b = 'x'")
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 31))) func virtualColumnsWithoutRowID() throws {
        try run("CREATE TABLE w (k PRIMARY KEY, g AS (b), b, c) WITHOUT ROWID", "INSERT INTO w VALUES (1, 2, 3)")
        try expectUndone("w", orRefused: "virtual column", "UPDATE w SET c = 4")
    }

    @Test func clausesOfTheSchemaForConflicts() throws {
        try run("CREATE TABLE u (a UNIQUE ON CONFLICT REPLACE, b)", "INSERT INTO u VALUES (1, 'mine'), (2, 'also')")
        let undo = try FMUndo(queue)
        try run("DELETE FROM u WHERE a = 1")
        let other = try #require(FMDatabaseQueue(path: queue.path))
        try run("INSERT INTO u (rowid, a, b) VALUES (10, 1, 'theirs')", on: other)
        let before = try content("u")
        #expect(throws: FMError.self) { try undo.undo() }
        #expect(try content("u") == before)
    }

    @Test func keysThatIgnoreCase() throws {
        try run("CREATE TABLE c (k TEXT COLLATE NOCASE, n, PRIMARY KEY (k)) WITHOUT ROWID")
        try run("INSERT INTO c VALUES ('ann', 1), ('bob', 2)")
        try expectUndone("c", "UPDATE c SET k = 'ANN' WHERE n = 1", "REPLACE INTO c VALUES ('BOB', 3)", "DELETE FROM c")
    }

    @Test func tablesWithManyColumns() throws {
        let names = (0..<1500).map { "c\($0)" }.joined(separator: ", ")
        try run("CREATE TABLE wide (\(raw: names))", "INSERT INTO wide (c0, c1499) VALUES (1, 2)")
        let undo = try FMUndo(queue)
        try run("INSERT INTO wide (c0) VALUES (3)")
        #expect(try undo.undo())
        #expect(try queue.withDatabase { try $0.rows("SELECT c0 FROM wide", as: Int.self) } == [1])
    }

    @Test func quotesInNames() throws {
        try run(#"CREATE TABLE "a""b'c" ("x""y" PRIMARY KEY, "select") WITHOUT ROWID"#)
        let undo = try FMUndo(queue)
        try run(#"INSERT INTO "a""b'c" VALUES (1, 2)"#)
        #expect(try undo.undo())
        #expect(try queue.withDatabase { try $0.value(#"SELECT count(*) FROM "a""b'c""#, as: Int.self) } == 0)
    }

    // MARK: Triggers and full-text tables

    @Test func temporaryTriggers() throws {
        try run(
            "CREATE TABLE audit (what)",
            "CREATE TEMP TRIGGER note AFTER UPDATE ON t BEGIN INSERT INTO audit VALUES (new.a); END")
        let undo = try FMUndo(queue)
        try run("UPDATE t SET a = 'x' WHERE id = 1")
        #expect(thrown { try undo.undo() }?.message.contains("temporary trigger note") == true)
        #expect(undo.undoCount == 1)
        #expect(try content("audit").contains("78"))
        try run("DROP TRIGGER note")
        #expect(try undo.undo())
        #expect(try queue.withDatabase { try $0.value("SELECT count(*) FROM audit", as: Int.self) } == 0)
    }

    @Test(.enabled(if: SQLiteVersion.hasFTS5)) func ordinaryTablesWithNamesLikeThoseOfFullTextTables() throws {
        try run("CREATE VIRTUAL TABLE note USING fts5(body)")
        for name in ["note_parent", "note_stat", "note_rowid"] {
            try run("CREATE TABLE \(raw: name) (a)", "INSERT INTO \(raw: name) VALUES (1)")
            try expectUndone(name, "UPDATE \(raw: name) SET a = 2")
        }
    }

    @Test(.enabled(if: SQLiteVersion.hasFTS5)) func aTextThatSomebodyElseHasChangedIsLeftAlone() throws {
        try run("CREATE VIRTUAL TABLE note USING fts5(title, body)", "INSERT INTO note VALUES ('a', 'one')")
        let undo = try FMUndo(queue)
        try run("UPDATE note SET title = 'mine'")
        let other = try #require(FMDatabaseQueue(path: queue.path))
        try run("UPDATE note SET title = 'theirs'", on: other)
        #expect(thrown { try undo.undo() }?.resultCode == .abort)
        #expect(try queue.withDatabase { try $0.value("SELECT title FROM note", as: String.self) } == "theirs")
    }

    @Test(arguments: ["fts3", "fts4"]) func olderFullTextTables(module: String) throws {
        try run("CREATE VIRTUAL TABLE old USING \(raw: module)(title, body)")
        try run("INSERT INTO old VALUES ('a', 'red fox'), ('b', 'blue fox'), (NULL, 7)")
        try expectUndone(
            "old", "UPDATE old SET title = 'c', rowid = 9 WHERE rowid = 2", "DELETE FROM old",
            "INSERT INTO old (docid, body) VALUES (5, 'x')",
            "REPLACE INTO old (docid, title) VALUES (5, 'y')")
        try run("INSERT INTO old (old) VALUES ('integrity-check')")
        #expect(
            try queue.withDatabase { try $0.rows("SELECT title FROM old WHERE old MATCH 'red'", as: String.self) } == [
                "a"
            ])
    }

    @Test func textsThatAreStoredInAnotherForm() throws {
        try queue.withDatabase { db in
            let turn: @Sendable ([FMValue]) -> FMValue = { values in
                if case .text(let text) = values[0] { .text(String(text.reversed())) } else { values[0] }
            }
            try db.addFunction("packed", argumentCount: 1) { turn($0) }
            try db.addFunction("unpacked", argumentCount: 1) { turn($0) }
            try db.execute("CREATE VIRTUAL TABLE old USING fts4(body, compress=packed, uncompress=unpacked)")
            try db.execute("INSERT INTO old VALUES ('red fox')")
        }
        let undo = try FMUndo(queue)
        try run("DELETE FROM old")
        #expect(undo.obstacle?.contains("old") == true)
        #expect(!undo.canUndo)
    }
}
