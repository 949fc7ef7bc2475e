import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// What SQLite writes is accepted.
@Suite(.enabled(if: SQLiteVersion.hasSessions)) struct RecordedChangesetTests {
    private static let schema = """
        CREATE TABLE t (id INTEGER PRIMARY KEY, a, b UNIQUE);
        CREATE TABLE u (a, b, c, d DEFAULT 'd', PRIMARY KEY (c, a)) WITHOUT ROWID;
        CREATE TABLE n (k TEXT COLLATE NOCASE PRIMARY KEY, v);
        CREATE TABLE w (k PRIMARY KEY);
        CREATE TABLE log (id INTEGER PRIMARY KEY, what);
        CREATE INDEX i ON t (a);
        CREATE TRIGGER g AFTER UPDATE ON t BEGIN INSERT INTO log (what) VALUES (new.a); END;
        INSERT INTO t VALUES (1, 'a', 1), (2, 'b', 2), (3, NULL, NULL);
        INSERT INTO u VALUES (1, 2, 3, 4), ('a', 'b', 'c', NULL);
        INSERT INTO n VALUES ('a', 1), ('B', 2);
        INSERT INTO w VALUES (1), ('x'), (x'00'), (2.5);
        """

    private func statement(_ numbers: inout SeededNumbers) -> FMSQL {
        let values = ["1", "2", "3", "'a'", "'A'", "'B'", "'b'", "2.5", "2.0", "x'00'", "NULL", "9e999", "''", "'é'"]
        func value() -> String { values.randomElement(using: &numbers) ?? "1" }
        let forms = [
            "INSERT OR REPLACE INTO t VALUES (\(value()), \(value()), \(value()))",
            "UPDATE OR IGNORE t SET a = \(value()), b = \(value())", "DELETE FROM t WHERE id = \(value())",
            "INSERT OR IGNORE INTO u VALUES (\(value()), \(value()), \(value()), \(value()))",
            "UPDATE OR IGNORE u SET b = \(value()), c = \(value())", "DELETE FROM u WHERE b = \(value())",
            "UPDATE OR REPLACE n SET k = \(value())", "REPLACE INTO n VALUES (\(value()), \(value()))",
            "UPDATE OR REPLACE w SET k = \(value()) WHERE k = \(value())", "DELETE FROM w WHERE k = \(value())",
            "ANALYZE", "INSERT OR IGNORE INTO w VALUES (\(value()))",
        ]
        return FMSQL(raw: forms.randomElement(using: &numbers) ?? forms[0])
    }

    /// Some change a key to one that its collation takes for the same, so that a row occurs twice and has two keys.
    @Test(arguments: 0..<4) func randomChangesAreReadAgain(seed: Int) throws {
        var numbers = SeededNumbers(seed)
        for _ in 0..<40 {
            let database = FMDatabase.memory()
            database.logsErrors = false
            database.executeStatements(RecordedChangesetTests.schema)
            var sets: [FMChangeset] = []
            for _ in 0..<3 {
                let count = Int.random(in: 1..<8, using: &numbers)
                sets.append(
                    try database.recordChanges { db in
                        for _ in 0..<count { _ = try? db.execute(statement(&numbers)) }
                    })
            }
            let joined = try FMChangeset.joined(sets)
            for set in try sets + [joined] + sets.map({ try $0.inverted() }) {
                let again = try FMChangeset(set.data)
                #expect(again == set && Array(again) == Array(set), "seed \(seed)")
            }
        }
    }

    /// Patchsets, which `recordChanges` does not make: insert, update, delete and a key that is written otherwise, by SQLite 3.40 and 3.50.
    @Test(arguments: [
        "P 02 01 00 t 00 17 00 03 03 a b c 01 00 00 00 00 00 00 00 02 12 00 03 03 a b c 01 00 00 00 00 00 00 00 02",
        "P 02 01 00 t 00 17 00 01 00 00 00 00 00 00 00 01 02 7f f0 00 00 00 00 00 00 09 01 01 00 00 00 00 00 00 00 07",
        "P 03 01 02 00 s q l i t e _ s t a t 1 00 12 00 03 01 t 03 01 i 03 03 1 20 1",
        "P 03 02 00 01 t 00 12 00 03 03 A B C 01 00 00 00 00 00 00 00 01 04 00 09 00 03 01 a 04 02 00 ff",
    ]) func patchsetsAreRead(_ drawn: String) throws {
        let bytes = drawn.split(separator: " ").flatMap { part -> [UInt8] in
            part.utf8.count == 2 ? [UInt8(part, radix: 16) ?? 0] : Array(part.utf8)
        }
        let set = try FMChangeset(Data(bytes))
        #expect(set.isPatchset && !Array(set).isEmpty)
        #expect(try FMChangeset(set.followed(by: set).data).tables == set.tables)
    }

    @Test func aTableThatGrewIsReadAndApplied() throws {
        guard SQLiteVersion.linked >= SQLiteVersion(3, 24) else { return }
        let database = FMDatabase.memory()
        database.executeStatements(RecordedChangesetTests.schema)
        let before = try database.recordChanges { db in try db.execute("INSERT INTO w VALUES (7)") }
        try database.execute("ALTER TABLE w ADD COLUMN later DEFAULT 'x'")
        let after = try database.recordChanges { db in try db.execute("UPDATE w SET later = 'y' WHERE k = 7") }
        for set in [before, after] { #expect(try FMChangeset(set.data) == set) }
        let error = thrown { try before.followed(by: after) }
        #expect(error?.resultCode == .schema)
        #expect(error?.message.contains("the table w has 2 columns in one changeset and 1 in an earlier one") == true)
        let other = FMDatabase.memory()
        other.executeStatements(RecordedChangesetTests.schema + "ALTER TABLE w ADD COLUMN later DEFAULT 'x';")
        try other.apply(before)
        // SQLite 3.40 takes NULL for the former value.
        try other.apply(after) { $0.kind == .data ? .replace : .abort }
        #expect(try other.value("SELECT later FROM w WHERE k = 7", as: String.self) == "y")
    }

    /// Swift's strings are equal where SQLite's tables are two.
    @Test func namesThatAreComposedOtherwiseAreOfTwoTables() throws {
        let schema = "CREATE TABLE \"\u{E9}\" (k PRIMARY KEY); CREATE TABLE \"e\u{301}\" (k PRIMARY KEY, x);"
        let database = FMDatabase.memory()
        database.executeStatements(schema)
        let set = try database.recordChanges { db in
            try db.execute("INSERT INTO \"\u{E9}\" VALUES (1)")
            try db.execute("INSERT INTO \"e\u{301}\" VALUES (2, 3)")
        }
        let other = FMDatabase.memory()
        other.executeStatements(schema)
        #expect(try other.apply(FMChangeset(set.data)).applied == 2)
        #expect(try other.value("SELECT x FROM \"e\u{301}\"", as: Int.self) == 3)
    }

    /// ANALYZE makes the table of the statistics, without which the rows are not to be missed.
    @Test func statisticsAreLeftOutWhereThereAreNone() throws {
        let database = FMDatabase.memory()
        database.executeStatements(RecordedChangesetTests.schema)
        let set = try database.recordChanges { db in
            try db.execute("INSERT INTO w VALUES (7)")
            try db.execute("ANALYZE")
        }
        #expect(set.contains { $0.table == "sqlite_stat1" })
        let other = FMDatabase.memory()
        other.executeStatements(RecordedChangesetTests.schema)
        #expect(try other.apply(set).applied == 1)
        #expect(try other.value("SELECT count(*) FROM w WHERE k = 7", as: Int.self) == 1)
    }

    /// SQLite writes all three columns of the statistics, whatever the changeset has.
    @Test(arguments: ["sqlite_stat1", "SQLITE_STAT1"]) func statisticsHaveThreeColumns(name: String) throws {
        let database = FMDatabase.memory()
        database.executeStatements(RecordedChangesetTests.schema + "ANALYZE;")
        let row: ([UInt8]) -> Data = { key in
            Data(
                [0x54, UInt8(key.count)] + key + Array("\(name)\0".utf8) + [18, 0] + key.flatMap { _ in [3, 1, 122] })
        }
        for key: [UInt8] in [[1, 2], [1], [1, 0, 0], [1, 2, 0, 0], [2, 1, 0]] {
            let set = try FMChangeset(row(key))
            #expect(thrown { try database.apply(set) { _ in .skip } }?.resultCode == .schema, "\(key)")
        }
        let set = try FMChangeset(row([1, 2, 0]))
        #expect(try database.apply(set).applied == 1)
        #expect(try database.value("SELECT stat FROM sqlite_stat1 WHERE tbl = 'z'", as: String.self) == "z")
    }
}
