import FMDBModel
import FMDBTestHelpers
import Testing

@Suite struct LegacyJQFMDBTests {
    private struct Person: Codable, FMModel, Equatable {
        var id: Int64?
        var name: String?
        var age: Int
        var number: Double?
        var photo: Data?
    }

    private let db = FMDatabase.memory()

    /// As the library's `CREATE TABLE` and its insertions leave it.
    init() throws {
        try db.execute(
            "CREATE TABLE jq (pkid  INTEGER PRIMARY KEY, name TEXT, age INTEGER, number INTEGER, photo BLOB)")
        try db.execute("INSERT INTO jq (name, age, number, photo) VALUES ('ann', 7, 3.75, X'0102')")
        try db.execute("INSERT INTO jq (age, name) VALUES (8, 'O''Brien')")
        try db.execute("DELETE FROM jq WHERE pkid = 1")
        try db.execute("INSERT INTO jq (pkid, name, age, number, photo) VALUES (5, 'ann', 7, 3.75, X'0102')")
    }

    @Test func rowsBecomeModelsWithTheirKeys() throws {
        let report = try db.importJQFMDB(Person.self, from: "jq")

        #expect(report.rows == 2)
        #expect(report.skippedRows.isEmpty && report.unreadable.isEmpty && report.unusedColumns.isEmpty)
        #expect(
            try db.find(Person.self, orderBy: [.asc("id")]) == [
                Person(id: 2, name: "O'Brien", age: 8),
                Person(id: 5, name: "ann", age: 7, number: 3.75, photo: Data([1, 2])),
            ])
        #expect(try db.count(FMRecord.self, in: "jq") == 2)
    }

    @Test func jqfmdb4_fractionsOfNumbersAreKept() throws {
        try db.importJQFMDB(Person.self, from: "jq")

        #expect(try db.find(Person.self, id: 5)?.number == 3.75)
    }

    @Test func keysAreGivenAnewIfThatIsWanted() throws {
        try db.importJQFMDB(Person.self, from: "jq", options: FMImportOptions(keepsKeys: false))

        #expect(try db.rows("SELECT id FROM Person ORDER BY id", as: Int.self) == [1, 2])
    }

    @Test func columnsAreRenamedAndThoseWithoutAPropertyReported() throws {
        struct Guest: Codable, FMModel { var title: String? }

        let report = try db.importJQFMDB(Guest.self, from: "jq", options: FMImportOptions(renamed: ["name": "title"]))

        #expect(try db.find(Guest.self).map(\.title) == ["O'Brien", "ann"])
        #expect(report.unusedColumns == ["age", "number", "photo"])
    }

    @Test func aValueThatDoesNotFitIsNamedAndNothingIsImported() throws {
        try db.execute("UPDATE jq SET age = NULL WHERE pkid = 5")

        let error = thrown { try db.importJQFMDB(Person.self, from: "jq") }

        #expect(error?.resultCode == .mismatch)
        #expect(error?.message == "the table jq, row 5, property age: expected Int, found null")
        #expect(!db.tableExists("Person"))
    }

    @Test func rowsThatDoNotFitAreLeftOutIfThatIsWanted() throws {
        try db.execute("UPDATE jq SET age = 'old' WHERE pkid = 5")

        let report = try db.importJQFMDB(Person.self, from: "jq", options: FMImportOptions(unreadable: .skipRow))

        #expect(report.rows == 1)
        #expect(report.skippedRows == [5])
        #expect(report.unreadable.map(\.column) == ["age"])
        #expect(report.unreadable.map(\.row) == [5])
        #expect(report.unreadable.allSatisfy { !$0.reason.contains("old") })
    }

    @Test func valuesThatDoNotFitBecomeNilWhereThatIsWantedAndPossible() throws {
        try db.execute("UPDATE jq SET number = 'three', photo = 'none' WHERE pkid = 5")
        try db.execute("UPDATE jq SET age = 'old' WHERE pkid = 2")

        let report = try db.importJQFMDB(Person.self, from: "jq", options: FMImportOptions(unreadable: .makeNil))

        #expect(try db.find(Person.self) == [Person(id: 5, name: "ann", age: 7)])
        #expect(report.skippedRows == [2])
        #expect(report.unreadable.map(\.column) == ["age", "number", "photo"])
    }

    @Test func aColumnThatIsMissingIsTheDefaultValueOrAnError() throws {
        struct Guest: Codable, FMModel {
            var name: String?, town: String
        }
        struct Local: Codable, FMModel {
            var name: String?, town: String
            static let tableOptions = FMTableOptions(defaults: ["town": "Bern"])
        }

        let error = thrown { try db.importJQFMDB(Guest.self, from: "jq") }
        try db.importJQFMDB(Local.self, from: "jq")

        #expect(error?.resultCode == .notFound)
        #expect(error?.message.contains("town") == true)
        #expect(try db.find(Local.self).map(\.town) == ["Bern", "Bern"])
    }

    @Test func anOldTableOfTheModelsNameIsRenamedFirst() throws {
        try db.execute("ALTER TABLE jq RENAME TO person")

        #expect(thrown { try db.importJQFMDB(Person.self, from: "person") }?.resultCode == .misuse)
        try db.importJQFMDB(Person.self, from: "person", options: FMImportOptions(oldTableName: "old person"))

        #expect(try db.count(Person.self) == 2)
        #expect(try db.count(FMRecord.self, in: "old person") == 2)
    }

    @Test func anotherFileIsReadWhereItIsAttached() throws {
        let folder = TemporaryFolder()
        let old = FMDatabase.file(folder.file("old.db"))
        try old.execute("CREATE TABLE Person (pkid INTEGER PRIMARY KEY, name TEXT, age INTEGER)")
        try old.execute("INSERT INTO Person (name, age) VALUES ('zoe', 1)")
        old.close()
        try db.execute("ATTACH \(folder.file("old.db")) AS old")

        let report = try db.importJQFMDB(Person.self, from: "Person", options: FMImportOptions(place: "old"))

        #expect(report.rows == 1)
        #expect(try db.find(Person.self).map(\.name) == ["zoe"])
    }

    @Test func aTakenKeyUndoesTheImport() throws {
        try db.createTable(Person.self)
        try db.insert(Person(id: 5, age: 1))

        #expect(thrown { try db.importJQFMDB(Person.self, from: "jq") }?.resultCode == .constraint)
        #expect(try db.count(Person.self) == 1)
        #expect(!db.hasOpenResultSets)
    }

    @Test func aTableThatIsNotThereIsNamed() {
        #expect(thrown { try db.importJQFMDB(Person.self, from: "nobody") }?.message == "there is no table nobody")
        let options = FMImportOptions(renamed: ["nobody": "name"])
        #expect(thrown { try db.importJQFMDB(Person.self, from: "jq", options: options) }?.resultCode == .notFound)
    }
}
