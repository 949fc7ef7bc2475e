import FMDB
import FMDBTestSupport
import Foundation
import FMDBTestHelpers
import Testing

/// A database in which everything is to be found that an undo has to take back, and random changes of it.
struct UndoScene {
    let queue: FMDatabaseQueue
    private let folder = TemporaryFolder()

    init(journal: String = "WAL") throws {
        queue = try #require(FMDatabaseQueue(path: folder.file()))
        try queue.withDatabase { db in
            _ = try db.value("PRAGMA journal_mode = \(raw: journal)", as: String.self)
            try db.execute("PRAGMA foreign_keys = ON")
            for statement in UndoScene.schema { try db.execute(FMSQL(raw: statement)) }
        }
    }

    static let schema =
        [
            "CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT UNIQUE COLLATE NOCASE, place INTEGER UNIQUE)",
            """
            CREATE TABLE person (name TEXT, age INTEGER CHECK (age < 200), score REAL,
                team INTEGER REFERENCES team (id) ON DELETE CASCADE ON UPDATE CASCADE, data)
            """,
            "CREATE INDEX person_team ON person (team)",
            """
            CREATE TABLE tag (team INTEGER REFERENCES team (id) ON DELETE SET NULL, word TEXT, weight REAL,
                PRIMARY KEY (word, weight)) WITHOUT ROWID
            """,
            "CREATE TABLE audit (what TEXT, at INTEGER)",
            "CREATE TRIGGER person_audit AFTER UPDATE ON person BEGIN INSERT INTO audit VALUES (old.name, new.age); END",
            "CREATE TRIGGER team_audit AFTER DELETE ON team BEGIN DELETE FROM audit WHERE at > 150; END",
            "CREATE TABLE rowid (rowid TEXT, oid INTEGER)",
            // A row that is older than one of its columns.
            "INSERT INTO rowid VALUES ('first', 1), ('second', 2)",
            "ALTER TABLE rowid ADD COLUMN added TEXT NOT NULL DEFAULT 'so'",
            "CREATE TABLE counted (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT)",
        ]
        + (SQLiteVersion.linked >= SQLiteVersion(3, 31)
            ? ["CREATE TABLE made (a INTEGER, twice AS (a * 2), stored AS (a + 1) STORED, b TEXT)"]
            : ["CREATE TABLE made (a INTEGER, b TEXT)"])
        + (SQLiteVersion.hasFTS5 ? ["CREATE VIRTUAL TABLE note USING fts5(title, body)"] : [])

    /// All rows of all tables, with their rowids.
    func content() throws -> [String] {
        try queue.withDatabase { db in
            var queries = [
                "SELECT * FROM team ORDER BY id", "SELECT rowid, *, typeof(data) FROM person ORDER BY rowid",
                "SELECT * FROM tag ORDER BY word, weight", "SELECT rowid, * FROM audit ORDER BY rowid",
                "SELECT _rowid_, * FROM rowid ORDER BY _rowid_", "SELECT * FROM counted ORDER BY id",
                "SELECT rowid, * FROM made ORDER BY rowid",
            ]
            if SQLiteVersion.hasFTS5 {
                queries += [
                    "SELECT rowid, * FROM note ORDER BY rowid", "SELECT rowid FROM note('red') ORDER BY rowid",
                    "SELECT rowid FROM note('blue OR bl*') ORDER BY rowid",
                ]
                try db.execute("INSERT INTO note (note) VALUES ('integrity-check')")
            }
            #expect(try db.rows("PRAGMA integrity_check", as: String.self) == ["ok"])
            #expect(try db.rows("SELECT 1 FROM pragma_foreign_key_check", as: Int.self) == [])
            return try queries.map { drawn(try db.query(FMSQL(raw: $0))) }
        }
    }

    /// Ends the test if the content is another one.
    func require(_ content: [String]) throws {
        let difference = zip(try self.content(), content).first { $0 != $1 }
        try #require(difference == nil, "\(difference?.0 ?? "")\nin place of\n\(difference?.1 ?? "")")
    }

    /// A random transaction. Statements that fail are passed over.
    func change(_ random: inout SeededNumbers) throws {
        var numbers = random
        defer { random = numbers }
        try queue.withTransaction { db in
            for _ in 0..<Int.random(in: 1...4, using: &numbers) { UndoScene.step(db, &numbers) }
        }
    }

    private static func step(_ db: FMDatabase, _ random: inout SeededNumbers) {
        switch Int.random(in: 0..<12, using: &random) {
        case 0:
            // Partly undone.
            _ = try? db.withSavePoint {
                statement(db, &random)
                _ = try? db.withSavePoint {
                    statement(db, &random)
                    if Bool.random(using: &random) { throw Regret() }
                }
                statement(db, &random)
                if Bool.random(using: &random) { throw Regret() }
            }
        case 1:
            _ = try? db.execute("SAVEPOINT a")
            statement(db, &random)
            _ = try? db.execute("SAVEPOINT A")
            statement(db, &random)
            if Bool.random(using: &random) { _ = try? db.execute("ROLLBACK TO a") }
            statement(db, &random)
            _ = try? db.execute("RELEASE a")
            if Bool.random(using: &random) { _ = try? db.execute("ROLLBACK TO a") }
            _ = try? db.execute("RELEASE a")
        default: statement(db, &random)
        }
    }

    private static func statement(_ db: FMDatabase, _ random: inout SeededNumbers) {
        let (id, other) = (Int.random(in: 1...8, using: &random), Int.random(in: 1...8, using: &random))
        let word = ["red", "blue", "Blue", "green", "blå", ""].randomElement(using: &random) ?? ""
        let values: [FMValue] = [
            .null, .integer(Int64(id)), .real(Double(other)), .real(0.1), .text(word), .blob(Data(word.utf8)),
            .text("1"),
        ]
        let value = values.randomElement(using: &random) ?? .null
        let number = Int.random(in: 0..<24, using: &random)
        _ = try? db.execute(
            number < 12
                ? insertion(number, id, other, word, value) : modification(number, id, other, word, value))
    }

    private static func insertion(_ number: Int, _ id: Int, _ other: Int, _ word: String, _ value: FMValue) -> FMSQL {
        switch number {
        case 0, 1: "INSERT INTO team VALUES (\(id), \(word), \(other))"
        case 2: "INSERT OR REPLACE INTO team VALUES (\(id), \(word), \(other))"
        case 3, 4: "INSERT INTO person VALUES (\(word), \(id * 25), \(other), \(id), \(value))"
        case 5: "INSERT OR REPLACE INTO tag VALUES (\(id), \(word), \(other))"
        case 6: "INSERT INTO rowid (rowid, oid) VALUES (\(word), \(id))"
        case 7: "INSERT INTO counted (text) VALUES (\(word)), (\(word))"
        case 8: "INSERT INTO made (a, b) VALUES (\(value), \(word))"
        case 9: "INSERT INTO note (rowid, title, body) VALUES (\(id), \(word), 'red \(raw: word) fox')"
        case 10: "INSERT OR REPLACE INTO note (rowid, title, body) VALUES (\(id), \(word), 'blue')"
        default: "INSERT INTO audit SELECT name, age FROM person"
        }
    }

    private static func modification(_ number: Int, _ id: Int, _ other: Int, _ word: String, _ value: FMValue) -> FMSQL
    {
        switch number {
        case 12: "UPDATE team SET place = place + 1 WHERE id > \(id)"
        case 13: "UPDATE OR REPLACE team SET id = \(id) WHERE id = \(other)"
        case 14: "UPDATE person SET age = age * 2, score = score + 0.5 WHERE team = \(id)"
        case 15: "UPDATE person SET data = \(value) WHERE rowid = \(other)"
        case 16: "UPDATE tag SET word = \(word), weight = weight + 1 WHERE team = \(id)"
        case 17:
            "UPDATE rowid SET oid = oid + 1, added = CASE WHEN \(id) < 4 THEN added ELSE \(word) END WHERE oid < \(other)"
        case 18: "UPDATE made SET a = \(value) WHERE rowid = \(id)"
        case 19: "UPDATE note SET title = \(word) WHERE rowid < \(id)"
        case 20: "DELETE FROM team WHERE id = \(id)"
        case 21: ["DELETE FROM person", "DELETE FROM audit", "DELETE FROM made", "DELETE FROM rowid"][id % 4]
        case 22: "DELETE FROM note WHERE rowid = \(id)"
        default: "UPDATE person SET rowid = rowid + 10 WHERE rowid = \(id)"
        }
    }
}
