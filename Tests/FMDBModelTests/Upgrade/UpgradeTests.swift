import FMDBModel
import FMDBTestHelpers
import Testing

@Suite struct UpgradeTests {
    private struct Person: Codable, FMModel {
        var id: Int64?
        var name: String
        var mail: String?

        static let tableOptions = FMTableOptions(
            unique: [["mail"]], renamed: ["mail": "email"], defaults: ["name": "?"])
    }

    @Test func aMissingTableIsMade() throws {
        let db = FMDatabase.memory()

        let report = try db.createTable(Person.self)

        #expect(report.isCreated)
        #expect(report.added == ["id", "name", "mail"])
        #expect(report.madeIndexes == ["Person_mail_unique"])
        #expect(try db.createTable(Person.self).isEmpty)
    }

    @Test func aTableOfTheModelIsNotTouched() throws {
        let db = FMDatabase.memory()
        try db.createTable(Person.self)
        let changes: Int = try db.value("SELECT total_changes()")
        let version = try db.schemaVersion()

        #expect(try db.createTable(Person.self).isEmpty)
        #expect(try db.upgradeTable(Person.self).isEmpty)
        #expect(try db.value("SELECT total_changes()") == changes)
        #expect(try db.schemaVersion() == version)
    }

    @Test func aTableThatFitsNeedsNoRightToWrite() throws {
        let folder = TemporaryFolder()
        try FMDatabase.file(folder.file()).createTable(Person.self)
        let reader = FMDatabase.file(folder.file())
        try reader.execute("PRAGMA query_only = 1")

        #expect(try reader.createTable(Person.self).isEmpty)
    }

    @Test func anUpgradeOfAMissingTableFails() throws {
        let error = thrown { try FMDatabase.memory().upgradeTable(Person.self) }

        #expect(error?.resultCode == .error)
    }

    @Test func allOfAModelsWishesAreFulfilledAtOnce() throws {
        let db = try FMDatabase.memory(
            "CREATE TABLE Person (id INTEGER PRIMARY KEY, email VARCHAR(20), shoe INTEGER)",
            "INSERT INTO Person VALUES (7, 'a@b', 42)")

        let report = try db.upgradeTable(Person.self)

        #expect(report.added == ["name"])
        #expect(report.renamed == ["mail": "email"])
        #expect(report.kept == ["shoe"])
        #expect(
            try db.content("Person", "id, name, mail, shoe") == """
                id | name | mail  | shoe
                7  | '?'  | 'a@b' | 42
                """)
        #expect(try db.upgradeTable(Person.self).isEmpty)
    }

    @Test func theParameterRenamesToo() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (a TEXT)", "INSERT INTO t VALUES ('x')")

        #expect(try db.upgradeTable(to: shape([.text("b")]), renamed: ["b": "a"]).renamed == ["b": "a"])
        #expect(try db.content() == "b\n'x'")
    }

    @Test func aNameThatTheModelLacksCannotBeNew() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (a TEXT)")

        let error = thrown { try db.upgradeTable(to: shape([.text("a")]), renamed: ["b": "a"]) }

        #expect(error?.resultCode == .misuse)
    }

    @Test func aColumnMayHaveChangedItsNameTwice() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (a TEXT)", "INSERT INTO t VALUES ('x')")
        let renamed = FMTableOptions(renamed: ["b": "a", "c": "b"])

        #expect(try db.upgradeTable(to: shape([.text("c")], options: renamed)).renamed == ["c": "a"])
        #expect(try db.content() == "c\n'x'")
    }

    @Test func namesCanBePassedOn() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (a TEXT, b TEXT)", "INSERT INTO t VALUES ('x', 'y')")
        let renamed = FMTableOptions(renamed: ["b": "a", "c": "b"])

        try db.upgradeTable(to: shape([.text("b"), .text("c")], options: renamed))

        #expect(try db.content("t", "b, c") == "b   | c\n'x' | 'y'")
    }

    @Test func anOldNameCanBeGivenToANewColumn() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (a TEXT)", "INSERT INTO t VALUES ('x')")
        let renamed = FMTableOptions(renamed: ["b": "a"])

        let report = try db.upgradeTable(to: shape([.text("a"), .text("b")], options: renamed))

        #expect(report.added == ["a"])
        #expect(try db.content("t", "a, b") == "a    | b\nNULL | 'x'")
        #expect(try db.upgradeTable(to: shape([.text("a"), .text("b")], options: renamed)).isEmpty)
    }

    @Test(arguments: ["INTEGER", "BIGINT", "BOOLEAN", "NUMERIC", "DECIMAL(10, 2)"])
    func aDeclaredTypeOfTheSameAffinityIsLeftAlone(_ type: String) throws {
        let db = try FMDatabase.memory("CREATE TABLE t (a \(type))")

        #expect(try db.upgradeTable(to: shape([FMColumn("a", .integer)])).isEmpty)
    }

    @Test(arguments: ["TEXT", "VARCHAR(20)", "CLOB", "CHARACTER VARYING(7)"])
    func aDeclaredTextIsLeftAlone(_ type: String) throws {
        let db = try FMDatabase.memory("CREATE TABLE t (a \(type))")

        #expect(try db.upgradeTable(to: shape([.text("a")])).isEmpty)
    }

    @Test(arguments: ["", "INTEGER", "TEXT", "REAL", "BLOB", "BOOLEAN"])
    func aColumnForAnyValueIsLeftAlone(_ type: String) throws {
        let db = try FMDatabase.memory("CREATE TABLE t (a \(type))")

        #expect(try db.upgradeTable(to: shape([FMColumn("a", .blob)])).isEmpty)
    }

    @Test func aColumnWithADefaultValueIsAddedInPlace() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (a)", "INSERT INTO t VALUES (x'01')")
        let wanted: [FMColumn<Anything>] = [
            FMColumn("a", .blob), .required("b", default: "it's"), FMColumn("c", .real, default: -1.5),
        ]

        let report = try db.upgradeTable(to: shape(wanted))

        #expect(!report.isRebuilt)
        #expect(
            try db.content() == "a     | b      | c\nX'01' | 'it''s' | -1.5".replacingOccurrences(of: "''s", with: "'s")
        )
    }

    @Test func aColumnThatNeedsAValueIsAddedToAnEmptyTable() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (a TEXT)")

        #expect(try db.upgradeTable(to: shape([.text("a"), .required("b")])).isRebuilt)
        #expect(thrown { try db.execute("INSERT INTO t (a) VALUES ('x')") }?.extendedCode == .constraintNotNull)
    }

    @Test func aColumnThatNeedsAValueIsNotAddedToRows() throws {
        let db = try FMDatabase.memory("CREATE TABLE t (a TEXT)", "INSERT INTO t (rowid) VALUES (5), (6)")

        let error = thrown { try db.upgradeTable(to: shape([.text("a"), .required("b")])) }

        #expect(error?.extendedCode == .constraintNotNull)
        #expect(error?.message.contains("b") == true)
        #expect(error?.message.contains("2 rows of t, the first with the rowid 5") == true)
        #expect(try db.columnNames("t") == ["a"])
    }

    @Test func aPlanTellsWhatWouldBeDone() throws {
        let db = try FMDatabase.memory("CREATE TABLE Person (id INTEGER PRIMARY KEY, name TEXT, email TEXT)")
        let version = try db.schemaVersion()

        let plan = try db.upgradePlan(for: Person.self)

        #expect(plan.renamed == ["mail": "email"])
        #expect(plan.tightened == ["name"])
        #expect(plan.isRebuilt)
        #expect(try db.schemaVersion() == version)
        var report = try db.upgradeTable(Person.self)
        report = try db.upgradePlan(for: Person.self)
        #expect(report.isEmpty)
        #expect(try db.upgradePlan(for: Person.self, named: "other").isCreated)
    }

    @Test func anotherTableGetsTheModelsShape() throws {
        let db = try FMDatabase.memory("CREATE TABLE other (id INTEGER PRIMARY KEY)")

        #expect(try db.upgradeTable(Person.self, named: "other").added == ["name", "mail"])
        #expect(!db.tableExists("Person"))
    }

    @Test func optionsThatNameNoColumnAreRefused() throws {
        for options in [
            FMTableOptions(key: "b"), FMTableOptions(unique: [["b"]]), FMTableOptions(indexes: [["a", "b"]]),
        ] {
            let db = try FMDatabase.memory("CREATE TABLE t (a TEXT)")

            #expect(thrown { try db.upgradeTable(to: shape([.text("a")], options: options)) }?.resultCode == .misuse)
        }
    }
}
