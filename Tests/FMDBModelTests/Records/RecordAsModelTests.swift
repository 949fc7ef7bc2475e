import FMDBModel
import FMDBTestHelpers
import Testing

/// Records by the verbs of models.
@Suite struct RecordAsModelTests {
    private struct Guest: Codable, FMModel, Sendable { var id: Int64?, name: String? }

    private let db = FMDatabase.memory()

    init() throws {
        try db.execute("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT UNIQUE, age INTEGER DEFAULT 18)")
        try db.insert([["name": "ann", "age": 7], ["name": "ben", "age": 8]] as [FMRecord], into: "users")
    }

    // MARK: Tables

    @Test func aCallThatNamesNoTableIsRefused() throws {
        let record: FMRecord = ["id": 1, "name": "x"]
        var copy = record
        let errors = [
            thrown { try db.find(FMRecord.self) }, thrown { try db.first(FMRecord.self) },
            thrown { try db.last(FMRecord.self) }, thrown { try db.find(FMRecord.self, id: 1) },
            thrown { try db.find(FMRecord.self, after: nil, limit: 1) }, thrown { try db.count(FMRecord.self) },
            thrown { try db.forEach(FMRecord.self) { _ in } }, thrown { try db.delete(FMRecord.self, where: .all) },
            thrown { try db.sum(FMRecord.self, "age", as: Int.self) }, thrown { try db.insert(record) },
            thrown { try db.insert(&copy) }, thrown { try db.save(record) }, thrown { try db.update(record) },
            thrown { try db.delete(record) }, thrown { try db.createTable(FMRecord.self) },
        ]

        #expect(errors.map { $0?.resultCode } == Array(repeating: .misuse, count: errors.count))
        #expect(errors.allSatisfy { $0?.message.contains("name one by `from:`") == true })
        #expect(try db.count(FMRecord.self, in: "users") == 2)
    }

    @Test func recordsMakeNoTable() throws {
        #expect(thrown { try db.createTable(FMRecord.self, named: "t") }?.resultCode == .misuse)
        #expect(thrown { try db.upgradeTable(FMRecord.self, named: "users") }?.resultCode == .misuse)
        #expect(!db.tableExists("t"))
        #expect(try db.tableExists(FMRecord.self, named: "users"))
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 31)))
    func computedColumnsAreReadToo() throws {
        try db.execute("CREATE TABLE box (side INTEGER, area INTEGER AS (side * side))")
        try db.insert([["side": 2], ["side": 3]] as [FMRecord], into: "box")

        #expect(try db.find(FMRecord.self, from: "box", where: "area > \(4)") == [["side": 3, "area": 9]])
        let last: FMRecord = ["side": 2, "area": 4]
        let page = try db.find(
            FMRecord.self, from: "box", orderBy: [.asc("area")], after: last, limit: 2, key: "side")
        #expect(page == [["side": 3, "area": 9]])
    }

    // MARK: Keys

    @Test func aRowOfAKeyIsFoundAndDeleted() throws {
        #expect(try db.exists(FMRecord.self, id: 2, in: "users"))
        #expect(try db.delete(FMRecord.self, id: 2, from: "users"))
        #expect(try !db.exists(FMRecord.self, id: 2, in: "users"))
        #expect(thrown { try db.delete(FMRecord.self, id: 2, from: "nobody") }?.resultCode == .notFound)
    }

    @Test func aRowWithoutAKeyIsFoundByItsNumber() throws {
        try db.execute("CREATE TABLE log (text TEXT)")
        let row = try db.insert(["text": "a"], into: "log")

        #expect(try db.find(FMRecord.self, id: row, from: "log") == ["text": "a"])
    }

    @Test func aKeyThatIsNullInAPartIsSavedOnce() throws {
        try db.execute("CREATE TABLE seat (hall TEXT, number INTEGER, guest TEXT, UNIQUE (hall, number))")

        try db.save(["hall": nil, "number": 1, "guest": "ann"], in: "seat", key: ["hall", "number"])
        try db.save(["hall": nil, "number": 1, "guest": "ben"], in: "seat", key: ["hall", "number"])

        #expect(try db.find(FMRecord.self, from: "seat") == [["hall": nil, "number": 1, "guest": "ben"]])
    }

    // MARK: Values

    @Test func aRecordLearnsWhatItsRowHasBesides() throws {
        var cid: FMRecord = ["name": "cid"]
        let row = try db.insert(&cid, into: "users")
        #expect(row == 3)
        #expect(cid == ["id": 3, "name": "cid", "age": 18])

        var ann: FMRecord = ["id": 1, "name": "anna"]
        try db.save(&ann, in: "users")
        #expect(ann == ["id": 1, "name": "anna", "age": 7])
    }

    @Test func whatIsWrittenForAnyModelTakesRecords() throws {
        func put<Model: FMModel>(_ models: [Model], _ table: String) throws { try db.insert(models, into: table) }

        try put([["name": "cid"], ["NAME": "dan"]] as [FMRecord], "users")
        try put([["name": "eve"], ["age": 1]] as [FMRecord], "users")
        let error = thrown { try put([["name": "fay"], ["id": 8, "name": "ann"]] as [FMRecord], "users") }

        #expect(error?.batchIndex == 1)
        #expect(
            try db.rows("SELECT name FROM users ORDER BY id", as: String?.self) == [
                "ann", "ben", "cid", "dan", "eve", nil,
            ])
    }

    @Test func columnsAreSetByAssignments() throws {
        #expect(try db.update(FMRecord.self, set: [FMAssignment("age", 3)], in: "users", where: "age > \(7)") == 1)
        #expect(try db.update(FMRecord.self, set: [FMAssignment("age", 4)], in: "users", where: .all) == 2)
        #expect(try db.rows("SELECT age FROM users", as: Int.self) == [4, 4])
    }

    @Test func aFailureInABatchHasTheNumberOfTheRecord() throws {
        let error = thrown {
            try db.save([["id": 1, "name": "x"], ["id": 2, "name": "x"]] as [FMRecord], in: "users")
        }

        #expect(error?.extendedCode == .constraintUnique)
        #expect(error?.batchIndex == 1)
    }

    // MARK: Queues

    @Test func pagesGoByAnotherKey() async throws {
        let queue = try FMDatabaseQueue(path: nil, configuration: .init())
        try await queue.insertSeats()

        var guests: [FMValue?] = []
        for try await seat in queue.each(FMRecord.self, from: "seat", batch: 2, key: ["row", "number"]) {
            guests.append(seat["guest"])
        }
        let page = try await queue.find(
            FMRecord.self, from: "seat", after: ["row": 1, "number": 1], limit: 1, key: ["row", "number"])

        #expect(guests == ["a", "b", "c"])
        #expect(page.map { $0["guest"] } == ["b"])
    }

    @Test func anErrorOfUseWithinItsOwnBlockNamesTheLineOfTheCall() throws {
        let queue = try FMDatabaseQueue(path: nil, configuration: .init())
        let record: FMRecord = ["id": 1, "name": "x"]

        let errors = try queue.withDatabase { _ in
            [
                (thrown { try queue.find(FMRecord.self, from: "users") }, #line),
                (thrown { try queue.find(FMRecord.self, from: "users", after: nil, limit: 1, key: "id") }, #line),
                (thrown { try queue.insert(record, into: "users") }, #line),
                (thrown { try queue.insert([record], into: "users") }, #line),
                (thrown { try queue.insertPossible([record], into: "users") }, #line),
                (thrown { try queue.update(record, in: "users") }, #line),
                (thrown { try queue.update([record], in: "users") }, #line),
                (thrown { try queue.update(FMRecord.self, set: record, in: "users", where: "1") }, #line),
                (thrown { try queue.save(record, in: "users") }, #line),
                (thrown { try queue.save([record], in: "users") }, #line),
                (thrown { try queue.replaceAll(FMRecord.self, with: [record], in: "users") }, #line),
                (thrown { try queue.delete(record, from: "users") }, #line),
                (thrown { try queue.delete([record], from: "users") }, #line),
                (thrown { try queue.copy(from: "users", to: "others") }, #line),
                (thrown { try queue.importJQFMDB(Guest.self, from: "jq") }, #line),
                (thrown { try queue.importBGFMDB(Guest.self, from: "bg") }, #line),
            ]
        }

        for (error, line) in errors {
            #expect(error?.message.contains("RecordAsModelTests.swift:\(line)") == true, "\(error as Any)")
        }
    }
}

extension FMDatabaseQueue {
    fileprivate func insertSeats() async throws {
        try await withDatabase { try $0.execute("CREATE TABLE seat (row INTEGER, number INTEGER, guest TEXT)") }
        try await insert(
            [
                ["row": 1, "number": 1, "guest": "a"], ["row": 1, "number": 2, "guest": "b"],
                ["row": 2, "number": 1, "guest": "c"],
            ] as [FMRecord], into: "seat")
    }
}
