import FMDBModel
import FMDBTestHelpers
import Testing

/// What BGFMDB and JQFMDB do wrong as tables change, by its number in the list of their defects.
@Suite struct UpgradeDefectTests {
    private struct Pair: Codable, FMModel {
        var name: String
        var age: Int
        var note: String?

        static let tableOptions = FMTableOptions(key: ["name", "age"])
    }

    private struct Renamed: Codable, FMModel {
        var id: Int64?
        var data2: String?

        static let tableName = "own name, not the type's"
        static let tableOptions = FMTableOptions(renamed: ["data2": "data"])
    }

    /// Its rebuild inserts each row anew, with a new number.
    @Test func bgfmdb5_aRebuildGivesNoRowAnotherNumber() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT)", "INSERT INTO t VALUES (3, 'x'), (70, 'y'), (9, 'z')")

        #expect(try db.upgradeTable(to: shape([.id, .required("a")])).isRebuilt)

        #expect(try db.content() == "id | a\n3  | 'x'\n9  | 'z'\n70 | 'y'")
    }

    /// It takes the words `PRIMARY KEY` of a key of several columns for a column that is gone, and rebuilds at each start.
    @Test func bgfmdb7_aKeyOfSeveralColumnsIsNoReasonToRebuild() throws {
        let folder = TemporaryFolder()
        try FMDatabase.file(folder.file()).createTable(Pair.self)
        let db = FMDatabase.file(folder.file())
        let version = try db.schemaVersion()

        #expect(try db.createTable(Pair.self).isEmpty)
        #expect(try db.schemaVersion() == version)
    }

    /// It drops the columns that the class lacks before anybody can say that they are only called otherwise.
    @Test func bgfmdb8_aRenamedPropertyKeepsItsData() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, data TEXT)", "INSERT INTO t VALUES (1, 'x')")

        let early = try db.upgradeTable(to: shape([.id, .text("data2")]))
        #expect(early.kept == ["data"])
        #expect(try db.value("SELECT data FROM t", as: String.self) == "x")

        let other = try FMDatabase.memory(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, data TEXT)", "INSERT INTO t VALUES (1, 'x')")
        try other.upgradeTable(to: shape([.id, .text("data2")]), renamed: ["data2": "data"])
        #expect(try other.content() == "id | data2\n1  | 'x'")
    }

    /// It can never change an empty table.
    @Test func bgfmdb9_anEmptyTableIsUpgraded() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT)")

        let report = try db.upgradeTable(to: shape([.id, .required("a"), .required("b")]))

        #expect(report.isRebuilt)
        #expect(report.rows == 0)
        #expect(try db.columnNames("t") == ["id", "a", "b"])
    }

    /// It loses indexes, triggers and foreign keys.
    @Test func bgfmdb9_whatHangsOnATableStays() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT REFERENCES p (x))", "CREATE TABLE p (x TEXT PRIMARY KEY)",
            "CREATE INDEX i ON t (a)", "CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT 1; END")
        let others = try db.schema().filter { !$0.hasPrefix("table t:") }

        #expect(try db.upgradeTable(to: shape([.id, .required("a")])).isRebuilt)

        #expect(try db.schema().filter { !$0.hasPrefix("table t:") } == others)
        #expect(
            try db.query("PRAGMA foreign_key_list(t)").nextRow() != nil)
    }

    /// Its copies go fifty by fifty without an order.
    @Test func bgfmdb9_manyRowsAreAllCopied() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT)")
        try db.withTransaction {
            for number in 1...2_000 { try db.execute("INSERT INTO t VALUES (\(number * 3), \(number))") }
        }

        #expect(try db.upgradeTable(to: shape([.id, .required("a")])).rows == 2_000)

        #expect(try db.value("SELECT count(*) FROM t WHERE id = 3 * CAST(a AS INTEGER)") == 2_000)
    }

    /// It looks for a class of the table's name.
    @Test func bgfmdb10_aTableOfAnotherNameCanHaveRenamedColumns() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE \"own name, not the type's\" (id INTEGER PRIMARY KEY, data TEXT)",
            "CREATE TABLE further (id INTEGER PRIMARY KEY, data TEXT)")

        #expect(try db.upgradeTable(Renamed.self).renamed == ["data2": "data"])
        #expect(try db.upgradeTable(Renamed.self, named: "further").renamed == ["data2": "data"])
    }

    /// Its dictionaries lose the closing parenthesis where the last key is the one to be left out.
    @Test func jqfmdb3_aTableOfAnySubsetOfColumnsIsMade() throws {
        let all: [FMColumn<Anything>] = [.id, .text("pkid"), .text("a"), .required("b")]
        for left in all.indices {
            let db = FMDatabase.memory()
            var columns = all
            columns.remove(at: left)
            try db.execute("CREATE TABLE t (x TEXT)")

            try db.upgradeTable(to: shape(columns))

            #expect(try db.columnNames("t") == ["x"] + columns.map(\.name))
        }
    }

    /// It begins a transaction within one, and answers at random where nothing is new.
    @Test func jqfmdb7_anUpgradeWithinATransactionOfAQueueWorks() throws {
        let folder = TemporaryFolder()
        let queue = try #require(FMDatabaseQueue(path: folder.file()))

        let reports = try queue.withTransaction { db in
            try db.execute("CREATE TABLE Pair (name TEXT NOT NULL, age INTEGER NOT NULL, PRIMARY KEY (name, age))")
            return [try db.upgradeTable(Pair.self), try db.upgradeTable(Pair.self)]
        }

        #expect(reports.map(\.added) == [["note"], []])
        #expect(reports[1].isEmpty)
    }
}
