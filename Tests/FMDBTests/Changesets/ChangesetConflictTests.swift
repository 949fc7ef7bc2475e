import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// Changes that do not fit the database to which they are applied.
@Suite(.enabled(if: SQLiteVersion.hasSessions)) struct ChangesetConflictTests {
    private let database = FMDatabase.memory()

    init() throws {
        database.executeStatements(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, a, b UNIQUE); INSERT INTO t VALUES (1, 'one', 10), (2, 'two', 20)")
    }

    private var content: String { drawn(try? database.query("SELECT * FROM t ORDER BY id")) }

    /// The changes of statements, which are undone.
    private func changes(_ sql: String) throws -> FMChangeset {
        var set = FMChangeset()
        try? database.withTransaction {
            set = try database.recordChanges { db in try db.execute(FMSQL(raw: sql)) }
            throw Regret()
        }
        return set
    }

    /// What has to be written, and by what it is met, so that a conflict of each kind comes.
    static let meetings: [(kind: FMChangeset.Conflict.Kind, written: String, met: String)] = [
        (.data, "UPDATE t SET a = 'new' WHERE id = 1", "UPDATE t SET a = 'theirs' WHERE id = 1"),
        (.notFound, "UPDATE t SET a = 'new' WHERE id = 1", "DELETE FROM t WHERE id = 1"),
        (.notFound, "DELETE FROM t WHERE id = 1", "DELETE FROM t WHERE id = 1"),
        (.conflict, "INSERT INTO t VALUES (3, 'new', 30)", "INSERT INTO t VALUES (3, 'theirs', 31)"),
        (.constraint, "INSERT INTO t VALUES (3, 'new', 30)", "INSERT INTO t VALUES (4, 'theirs', 30)"),
    ]

    @Test(arguments: meetings.indices) func byDefaultNothingIsApplied(index: Int) throws {
        let meeting = ChangesetConflictTests.meetings[index]
        let set = try changes(meeting.written).followed(by: changes("UPDATE t SET a = 'also' WHERE id = 2"))
        try database.execute(FMSQL(raw: meeting.met))
        let before = content
        let error = thrown { try database.apply(set) }
        #expect(error?.resultCode == .abort)
        #expect(error?.message.hasPrefix("the changeset was not applied: a row of the table t") == true)
        #expect(content == before)
        #expect(!database.isTransactionOpen)
    }

    @Test(arguments: meetings.indices) func theConflictIsDescribedAndSkipped(index: Int) throws {
        let meeting = ChangesetConflictTests.meetings[index]
        let set = try changes(meeting.written).followed(by: changes("UPDATE t SET a = 'also' WHERE id = 2"))
        try database.execute(FMSQL(raw: meeting.met))
        var conflicts: [FMChangeset.Conflict] = []
        let outcome = try database.apply(set) { conflict in
            conflicts.append(conflict)
            return .skip
        }
        #expect(conflicts.map(\.kind) == [meeting.kind])
        let conflict = try #require(conflicts.first)
        #expect(conflict.change == set.first { $0.key != [.integer(2)] })
        #expect((conflict.presentValues != nil) == [.data, .conflict].contains(meeting.kind))
        #expect(conflict.presentValues.map { $0.contains(.text("theirs")) } ?? true)
        #expect((outcome.applied, outcome.skipped, outcome.replaced) == (1, 1, 0))
        #expect(try database.value("SELECT a FROM t WHERE id = 2", as: String.self) == "also")
    }

    @Test(arguments: meetings.indices) func whatIsThereIsReplacedWhereThatCanBe(index: Int) throws {
        let meeting = ChangesetConflictTests.meetings[index]
        let set = try changes(meeting.written)
        try database.execute(FMSQL(raw: meeting.met))
        let before = content
        let result = Result { try database.apply(set) { _ in .replace } }
        switch result {
        case .success(let outcome):
            #expect([.data, .conflict].contains(meeting.kind))
            #expect((outcome.applied, outcome.skipped, outcome.replaced) == (1, 0, 1))
            #expect(content.contains("'new'"))
        case .failure(let error):
            #expect(![.data, .conflict].contains(meeting.kind))
            #expect((error as? FMError)?.resultCode == .misuse)
            #expect((error as? FMError)?.message.hasSuffix("which cannot be resolved by .replace") == true)
            #expect(content == before)
        }
    }

    @Test func whatIsThrownAborts() throws {
        let set = try changes("UPDATE t SET a = 'new'")
        try database.execute("UPDATE t SET a = 'theirs' WHERE id = 2")
        let before = content
        #expect(throws: Regret.self) { try database.apply(set) { _ in throw Regret() } }
        #expect(content == before)
        try database.withTransaction {
            try database.execute("INSERT INTO t VALUES (7, 'kept', 70)")
            #expect(throws: Regret.self) { try database.apply(set) { _ in throw Regret() } }
        }
        #expect(try database.value("SELECT count(*) FROM t", as: Int.self) == 3)
    }

    @Test func foreignKeysAreLookedAtInTheEnd() throws {
        database.executeStatements(
            """
            PRAGMA foreign_keys = ON;
            CREATE TABLE parent (id INTEGER PRIMARY KEY);
            CREATE TABLE child (id INTEGER PRIMARY KEY, parent REFERENCES parent);
            INSERT INTO parent VALUES (1);
            """)
        let set = try changes("INSERT INTO child VALUES (5, 1)")
        try database.execute("DELETE FROM parent")
        let error = thrown { try database.apply(set) }
        #expect(error?.resultCode == .abort)
        #expect(error?.message == "the changeset was not applied: 1 foreign key would be violated")
        var conflicts: [FMChangeset.Conflict] = []
        #expect(thrown { try database.apply(set) { _ in .replace } }?.resultCode == .misuse)
        let outcome = try database.apply(set) { conflict in
            conflicts.append(conflict)
            return .skip
        }
        #expect(conflicts.map(\.kind) == [.foreignKey])
        #expect(conflicts.first?.violations == 1 && conflicts.first?.change == nil)
        #expect(outcome.applied == 1)
        #expect(try database.value("SELECT count(*) FROM child", as: Int.self) == 1)
    }

    // MARK: Other schemas

    static let schemas = [
        "CREATE TABLE other (id INTEGER PRIMARY KEY, a, b)",
        "CREATE TABLE t (id INTEGER PRIMARY KEY, a)",
        "CREATE TABLE t (id, a PRIMARY KEY, b)",
        "CREATE TABLE t (id, a, b, PRIMARY KEY (id, a))",
        "CREATE TABLE t (id, a, b)",
        "CREATE TABLE t (id INTEGER, a, b, c, PRIMARY KEY (id, c))",
        "CREATE VIEW t AS SELECT 1 AS id, 2 AS a, 3 AS b",
        "CREATE VIRTUAL TABLE t USING fts4(id, a, b)",
    ]

    @Test(arguments: schemas) func aTableOfAnotherSchemaIsAnError(schema: String) throws {
        let set = try changes("INSERT INTO t VALUES (3, 'new', 30)")
        let other = FMDatabase.memory()
        other.executeStatements(schema)
        let error = thrown { try other.apply(set) { _ in .skip } }
        #expect(error?.resultCode == .schema, "\(error?.message ?? "")")
        #expect(error?.message.contains("the table t ") == true || error?.message.hasSuffix("no table t") == true)
        #expect(try other.apply(set, tables: ["elsewhere"]).applied == 0)
    }

    @Test func laterColumnsGetTheirDefaults() throws {
        guard SQLiteVersion.linked >= SQLiteVersion(3, 24) else { return }
        let set = try changes("INSERT INTO t VALUES (3, 'new', 30)")
        let other = FMDatabase.memory()
        other.executeStatements("CREATE TABLE T (ID INTEGER PRIMARY KEY, a, b, c DEFAULT 'c')")
        #expect(try other.apply(set).applied == 1)
        #expect(try other.value("SELECT c FROM T", as: String.self) == "c")
    }

    @Test func onlyNamedTablesAreApplied() throws {
        let set = try ChangesetScene.recorded()
        let other = try ChangesetScene.database()
        #expect(try other.apply(set, tables: ["PERSON"]).applied == 3)
        #expect(try other.value("SELECT count(*) FROM tag WHERE person = 1", as: Int.self) == 1)
    }
}
