import FMDBModel
import FMDBTestHelpers
import Testing

@Suite struct RecordVerbTests {
    private let db = FMDatabase.memory()

    init() throws {
        try db.execute("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT UNIQUE, age INTEGER DEFAULT 18)")
    }

    private var rows: String { drawn(db.executeQuery("SELECT * FROM users ORDER BY id", withArgumentsIn: [])) }

    // MARK: Insertion

    @Test func aDictionaryLiteralBecomesARow() throws {
        let name = "ann"

        let row = try db.insert(["name": name, "age": 7], into: "users")

        #expect(row == 1)
        #expect(try db.find(FMRecord.self, from: "users") == [["id": 1, "name": "ann", "age": 7]])
    }

    @Test func whatIsNotSaidGetsItsDefaultAndNilIsNull() throws {
        try db.insert([["name": "ann"], ["name": "ben", "age": nil]] as [FMRecord], into: "users")
        try db.insert([:], into: "users")

        #expect(
            rows == """
                id | name  | age
                1  | 'ann' | 18
                2  | 'ben' | NULL
                3  | NULL  | 18
                """)
    }

    @Test func aRowThatIsIgnoredIsAnError() throws {
        try db.execute("CREATE TABLE tags (id INTEGER PRIMARY KEY, name TEXT UNIQUE ON CONFLICT IGNORE)")
        try db.insert(["name": "ann"], into: "users")
        try db.insert(["id": 7, "name": "x"], into: "tags")
        try db.insert(["id": 99, "name": "ben"], into: "users")

        #expect(thrown { try db.insert(["name": "x"], into: "tags") }?.resultCode == .constraint)
        #expect(
            thrown { try db.insert([["name": "y"], ["name": "x"]] as [FMRecord], into: "tags") }?.resultCode
                == .constraint)
        #expect(
            try db.insertPossible([["name": "y"], ["name": "x"]] as [FMRecord], into: "tags").mapValues(\.resultCode)
                == [
                    1: .constraint
                ])
        #expect(try db.count(FMRecord.self, in: "tags") == 2)
    }

    @Test func aViewTakesARecordByItsTrigger() throws {
        try db.execute("CREATE VIEW names AS SELECT name FROM users")
        try db.execute(
            "CREATE TRIGGER naming INSTEAD OF INSERT ON names BEGIN INSERT INTO users (name) VALUES (new.name); END")

        try db.insert(["name": "ann"], into: "names")

        #expect(try db.count(FMRecord.self, in: "users") == 1)
    }

    @Test func aViewOfAnAttachedDatabaseTakesARecordByItsTrigger() throws {
        try db.execute("ATTACH ':memory:' AS other")
        try db.execute("CREATE TABLE other.people (name TEXT)")
        try db.execute("CREATE VIEW other.names AS SELECT name FROM people")
        try db.execute(
            """
            CREATE TRIGGER other.naming INSTEAD OF INSERT ON names BEGIN
            INSERT INTO people (name) VALUES (new.name); END
            """)

        try db.insert(["name": "ann"], into: "names")

        #expect(try db.count(FMRecord.self, in: "people") == 1)
    }

    @Test func aBatchIsInsertedWhollyOrNotAtAll() throws {
        let error = thrown {
            try db.insert([["name": "ann"], ["name": "ben"], ["name": "ann"]] as [FMRecord], into: "users")
        }

        #expect(error?.extendedCode == .constraintUnique)
        #expect(error?.message.hasSuffix("(row 2)") == true)
        #expect(try db.count(FMRecord.self, in: "users") == 0)
    }

    @Test func ofABatchAsManyAsCanBeAreInsertedIfThatIsWanted() throws {
        let failures = try db.insertPossible(
            [["name": "ann"], ["name": "ann"], ["name": "ben"]] as [FMRecord], into: "users")

        #expect(failures.keys.sorted() == [1])
        #expect(failures[1]?.extendedCode == .constraintUnique)
        #expect(try db.rows("SELECT name FROM users ORDER BY id", as: String.self) == ["ann", "ben"])
    }

    @Test func aKeyThatNamesNoColumnChangesNothing() throws {
        try db.insert([["name": "ann"], ["name": "ben"]] as [FMRecord], into: "users")

        let errors = [
            thrown { try db.delete(["state": "state"] as FMRecord, from: "users", key: "state") },
            thrown { try db.update(["state": "state", "age": 1], in: "users", key: "state") },
            thrown { try db.save(["state": "state", "age": 1], in: "users", key: "state") },
            thrown { try db.update(FMRecord.self, set: ["state": "state"], in: "users", where: "1") },
            thrown { try db.insert(["state": "state"], into: "users") },
        ]

        #expect(errors.map { $0?.resultCode } == Array(repeating: .error, count: errors.count))
        #expect(errors.allSatisfy { $0?.message.contains("state") == true })
        #expect(
            rows == """
                id | name  | age
                1  | 'ann' | 18
                2  | 'ben' | 18
                """)
    }

    @Test func namesThatAreWordsOfSQLOrHaveQuotesAreSafe() throws {
        let (table, column) = (#"select "all" from"#, #"x" = 1; DROP TABLE users; --"#)
        try db.createTable(table, columns: [column: .text, "order": .integer])

        try db.insert([column: "a", "order": 1], into: table)
        try db.update([column: "b", "order": 1], in: table, key: "order")
        try db.update([column: "b", "order": 2], in: table, key: [column])

        #expect(try db.find(FMRecord.self, from: table) == [[column: "b", "order": 2]])
        #expect(db.tableExists("users"))
    }

    // MARK: Changes

    @Test func anUpdateWritesWhatTheRecordHasAndLeavesTheRest() throws {
        try db.insert([["name": "ann", "age": 7], ["name": "ben", "age": 8]] as [FMRecord], into: "users")

        try db.update(["ID": 1, "age": 9], in: "users")

        #expect(
            rows == """
                id | name  | age
                1  | 'ann' | 9
                2  | 'ben' | 8
                """)
    }

    @Test func anUpdateOfNoRowIsAnError() throws {
        #expect(thrown { try db.update(["id": 1, "age": 9], in: "users") }?.resultCode == .notFound)
        #expect(thrown { try db.update(["age": 9], in: "users") }?.resultCode == .misuse)
        #expect(thrown { try db.update(["id": 1], in: "users") }?.resultCode == .misuse)
        #expect(thrown { try db.update(["id": 1, "age": 9], in: "nobody") }?.resultCode == .notFound)
    }

    @Test func aBatchIsUpdatedWhollyOrNotAtAll() throws {
        try db.insert([["name": "ann", "age": 7], ["name": "ben", "age": 8]] as [FMRecord], into: "users")

        let error = thrown { try db.update([["id": 1, "age": 0], ["id": 3, "age": 0]] as [FMRecord], in: "users") }

        #expect(error?.resultCode == .notFound)
        #expect(try db.rows("SELECT age FROM users ORDER BY id", as: Int.self) == [7, 8])
    }

    @Test func aKeyOfSeveralColumnsTellsTheRow() throws {
        try db.execute("CREATE TABLE seat (row INTEGER, number INTEGER, guest TEXT)")
        try db.insert([["row": 1, "number": 1], ["row": 1, "number": 2]] as [FMRecord], into: "seat")

        try db.update(["row": 1, "number": 2, "guest": "ann"], in: "seat", key: ["row", "number"])

        #expect(try db.first(FMRecord.self, from: "seat", where: "guest IS NOT NULL")?["number"] == 2)
        #expect(thrown { try db.update(["row": 1, "guest": "x"], in: "seat") }?.resultCode == .misuse)
    }

    @Test func allRowsOfAConditionAreUpdated() throws {
        try db.insert([["name": "ann", "age": 7], ["name": "ben", "age": 8]] as [FMRecord], into: "users")

        #expect(try db.update(FMRecord.self, set: ["age": nil], in: "users", where: "age > \(7)") == 1)

        #expect(try db.find(FMRecord.self, from: "users", where: "age IS NULL").map { $0["name"] } == ["ben"])
        #expect(thrown { try db.update(FMRecord.self, set: [:], in: "users", where: "1") }?.resultCode == .misuse)
    }

    @Test func aSavedRecordIsChangedOrAdded() throws {
        try db.insert(["name": "ann", "age": 7], into: "users")

        try db.save([["name": "ann", "age": 8], ["name": "ben"]] as [FMRecord], in: "users", key: "name")
        try db.save(["id": 1, "name": "anna"], in: "users")
        try db.save(["id": nil, "name": "cid"], in: "users")

        #expect(
            rows == """
                id | name   | age
                1  | 'anna' | 8
                2  | 'ben'  | 18
                3  | 'cid'  | 18
                """)
    }

    @Test func aSavedRecordWithNothingButItsKeyLeavesTheRowAsItIs() throws {
        try db.insert(["name": "ann", "age": 7], into: "users")

        try db.save([["id": 1], ["id": 5]] as [FMRecord], in: "users")

        #expect(try db.rows("SELECT age FROM users ORDER BY id", as: Int.self) == [7, 18])
    }

    @Test func recordsAreDeletedByTheirKeys() throws {
        try db.insert([["name": "ann"], ["name": "ben"], ["name": "cid"]] as [FMRecord], into: "users")

        #expect(try db.delete(["id": 1, "name": "someone else"] as FMRecord, from: "users"))
        #expect(try !db.delete(["id": 1] as FMRecord, from: "users"))
        #expect(try db.delete([["name": "ben"], ["name": "dan"]] as [FMRecord], from: "users", key: "name") == 1)
        #expect(try db.rows("SELECT name FROM users", as: String.self) == ["cid"])
        #expect(try db.delete(FMRecord.self, from: "users", where: "name = \("cid")") == 1)
        #expect(thrown { try db.delete(["age": 1] as FMRecord, from: "users") }?.resultCode == .misuse)
    }

    @Test func aFailedReplacementLeavesTheRows() throws {
        try db.insert(["name": "ann"], into: "users")

        #expect(thrown { try db.replaceAll(FMRecord.self, with: [["name": "x"], ["name": "x"]], in: "users") } != nil)
        #expect(try db.rows("SELECT name FROM users", as: String.self) == ["ann"])

        try db.replaceAll(FMRecord.self, with: [["name": "x"], ["name": "y"]], in: "users")
        #expect(try db.rows("SELECT name FROM users ORDER BY name", as: String.self) == ["x", "y"])
    }

    // MARK: Queries

    @Test func rowsAreFoundInAnOrderAndByPages() throws {
        try db.insert((1...5).map { (n: Int) -> FMRecord in ["name": "n\(n)", "age": n] }, into: "users")

        let page = try db.find(
            FMRecord.self, from: "users", where: "age > \(1)", orderBy: [.desc("age")], limit: 2, offset: 1)

        #expect(page.map { $0["age"] } == [4, 3])
        #expect(try db.find(FMRecord.self, from: "users", offset: 4).count == 1)
        #expect(try db.first(FMRecord.self, from: "users", orderBy: [.desc("age")])?["age"] == 5)
        #expect(try db.count(FMRecord.self, in: "users", where: "age < \(3)") == 2)
        #expect(thrown { try db.find(FMRecord.self, from: "users", limit: -1) }?.resultCode == .misuse)
    }

    @Test func aBodyThatThrowsEndsTheQuery() throws {
        try db.insert((1...5).map { (n: Int) -> FMRecord in ["age": n] }, into: "users")
        var seen: [FMValue?] = []

        #expect(throws: Regret.self) {
            try db.forEach(FMRecord.self, sql: "SELECT age FROM users ORDER BY age") { record in
                seen.append(record["age"])
                if seen.count == 2 { throw Regret() }
            }
        }

        #expect(seen == [1, 2])
        #expect(!db.hasOpenResultSets)
    }

    // MARK: Defects of others

    @Test func jqfmdb3_aTableOfADictionaryIsMadeWhateverItsLastKeyIs() throws {
        try db.createTable("a", columns: ["name": .text, "pkid": .integer])
        try db.createTable("b", columns: ["pkid": .integer, "name": .text])

        #expect(try db.columnNames("a") == ["name", "pkid"])
        #expect(try db.columnNames("b") == ["pkid", "name"])
    }

    @Test func jqfmdb4_numbersKeepTheirFractionsAndDatesAreNotDropped() throws {
        try db.createTable("t", columns: ["number": .integer, "date": .real])
        let date = Date(timeIntervalSince1970: 1_500_000_000.125)

        try db.insert(["number": 3.75, "date": date], into: "t")

        let record = try #require(try db.first(FMRecord.self, from: "t"))
        #expect(try record.value("number", as: Double.self) == 3.75)
        #expect(try record.value("date", as: Date.self) == date)
    }

    @Test func jqfmdb5_nilIsWrittenAndARecordWithoutValuesIsNoBadSQL() throws {
        try db.insert(["name": "ann", "age": 7], into: "users")

        try db.update(["id": 1, "age": nil], in: "users")
        try db.insert([:], into: "users")

        #expect(
            rows == """
                id | name  | age
                1  | 'ann' | NULL
                2  | NULL  | 18
                """)
    }

    @Test func jqfmdb8_databasesOfDifferentNamesAreDifferent() throws {
        let folder = TemporaryFolder()
        let (first, second) = (SilentQueue(path: folder.file("a.db")), SilentQueue(path: folder.file("b.db")))

        for queue in [first, second] {
            try queue?.withDatabase { try $0.createTable("t", columns: ["n": .integer]) }
        }
        try first?.withDatabase { db in _ = try db.insert(["n": 1], into: "t") }

        #expect(try first?.withDatabase { try $0.count(FMRecord.self, in: "t") } == 1)
        #expect(try second?.withDatabase { try $0.count(FMRecord.self, in: "t") } == 0)
    }

    @Test func bgfmdb1_quotesInValuesNeitherBreakNorInject() throws {
        let name = "O'Brien'); DROP TABLE users; --"

        try db.save(["id": 1, "name": name], in: "users")
        try db.save(["id": 1, "name": name, "age": 3], in: "users")

        #expect(
            try db.find(FMRecord.self, from: "users", where: "name = \(name)") == [["id": 1, "name": name, "age": 3]])
    }

    @Test func bgfmdb11_aBatchWithinATransactionDoesNotCommitIt() throws {
        #expect(throws: Regret.self) {
            try db.withTransaction {
                try db.insert([["name": "ann"], ["name": "ben"]] as [FMRecord], into: "users")
                try db.save([["id": 1, "name": "x"]] as [FMRecord], in: "users")
                #expect(db.isInTransaction)
                throw Regret()
            }
        }

        #expect(try db.count(FMRecord.self, in: "users") == 0)
    }
}
