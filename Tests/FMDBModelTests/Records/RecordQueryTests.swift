import FMDBModel
import FMDBTestHelpers
import Testing

/// What is asked of tables without models.
@Suite struct RecordQueryTests {
    private let db = FMDatabase.memory()

    init() throws {
        try db.createTable(
            "users", columns: ["id": .integer, "name": .text, "age": .integer, "price": .text], key: .automatic("id"))
        try db.insert(
            [
                ["name": "ann", "age": 7, "price": "9.5"], ["name": "ben", "age": nil, "price": "10"],
                ["name": "cid", "age": 9], ["name": "dan", "age": 7, "price": "-2"], ["name": "eve", "age": nil],
            ] as [FMRecord], into: "users")
    }

    private func names(_ records: [FMRecord]) throws -> [String] { try records.map { try $0.value("name") } }

    // MARK: Tables

    @Test func aTableWithAKeyIsSavedInto() throws {
        try db.save(["id": 3, "age": 8], in: "users")
        try db.save(["id": nil, "name": "fay"], in: "users")

        #expect(try db.find(FMRecord.self, id: 3, from: "users") == ["id": 3, "name": "cid", "age": 8, "price": nil])
        #expect(try db.last(FMRecord.self, from: "users")?["name"] == "fay")
    }

    @Test func aKeyMayBeATextOrSeveralColumns() throws {
        try db.createTable("texts", columns: ["code": .text, "n": .integer], key: "CODE")
        try db.createTable("pairs", columns: ["a": .integer, "b": .text, "c": .text], key: ["a", "b"])
        try db.createTable("free", columns: ["id": .integer], key: .rowID)

        try db.save([["code": "x", "n": 1], ["code": "x", "n": 2]] as [FMRecord], in: "texts")
        try db.save([["a": 1, "b": "x", "c": "y"], ["a": 1, "b": "x", "c": "z"]] as [FMRecord], in: "pairs")

        #expect(try db.find(FMRecord.self, from: "texts") == [["code": "x", "n": 2]])
        #expect(try db.find(FMRecord.self, from: "pairs") == [["a": 1, "b": "x", "c": "z"]])
        #expect(thrown { try db.insert(["n": 1], into: "texts") }?.resultCode == .constraint)
        #expect(thrown { try db.save(["id": 1], in: "free") }?.resultCode == .misuse)
    }

    @Test func numbersOfDeletedRowsAreNotGivenAgainIfThatIsWanted() throws {
        try db.createTable("log", columns: ["n": .integer, "text": .text], key: .automatic("n", neverReused: true))
        try db.insert([["text": "a"], ["text": "b"]] as [FMRecord], into: "log")
        try db.delete(FMRecord.self, from: "log", where: .all)

        #expect(try db.insert(["text": "c"], into: "log") == 3)
    }

    @Test func aKeyThatCannotBeIsRefused() throws {
        #expect(thrown { try db.createTable("t", columns: ["a": .text], key: "b") }?.resultCode == .misuse)
        #expect(thrown { try db.createTable("t", columns: ["a": .text], key: ["a", "A"]) }?.resultCode == .misuse)
        #expect(thrown { try db.createTable("t", columns: ["a": .text], key: .automatic("a")) }?.resultCode == .misuse)
        #expect(!db.tableExists("t"))
    }

    // MARK: Figures

    @Test func figuresOfAColumn() throws {
        #expect(try db.sum(FMRecord.self, "age", as: Int.self, in: "users") == 23)
        #expect(try db.sum(FMRecord.self, "AGE", as: Int.self, in: "users", where: "name > \("b")") == 16)
        #expect(try db.min(FMRecord.self, "age", as: Int.self, in: "users") == 7)
        #expect(try db.max(FMRecord.self, "name", as: String.self, in: "users") == "eve")
        #expect(try db.average(FMRecord.self, "age", in: "users", where: "age > 7") == 9)
        #expect(try db.max(FMRecord.self, "price", as: Decimal.self, in: "users") == 10)
        #expect(try db.min(FMRecord.self, "price", as: Decimal.self, in: "users") == -2)
    }

    @Test func figuresOfNothingAreNil() throws {
        #expect(try db.sum(FMRecord.self, "age", as: Int.self, in: "users", where: "0") == nil)
        #expect(try db.max(FMRecord.self, "price", as: Decimal.self, in: "users", where: "0") == nil)
        #expect(try db.average(FMRecord.self, "age", in: "users", where: "age IS NULL") == nil)
    }

    @Test func figuresThatCannotBeAreErrors() throws {
        #expect(thrown { try db.max(FMRecord.self, "state", as: String.self, in: "users") }?.resultCode == .error)
        #expect(thrown { try db.max(FMRecord.self, "name", as: Int.self, in: "users") }?.resultCode == .mismatch)
        #expect(
            thrown { try db.sum(FMRecord.self, "age", as: Int.self, in: "users", where: "0) OR (1") }?.resultCode
                == .misuse)
    }

    @Test func whetherThereIsARow() throws {
        #expect(try db.exists(FMRecord.self, in: "users", where: "name = \("ann")"))
        #expect(try !db.exists(FMRecord.self, in: "users", where: "name = \("zoe")"))
        #expect(try db.exists(FMRecord.self, in: "users"))
    }

    // MARK: Rows

    @Test func aRowIsFoundByItsKey() throws {
        #expect(try db.find(FMRecord.self, id: 2, from: "users")?["name"] == "ben")
        #expect(try db.find(FMRecord.self, id: 7, from: "users") == nil)

        try db.createTable("pairs", columns: ["a": .integer, "b": .text], key: ["a", "b"])
        #expect(thrown { try db.find(FMRecord.self, id: 1, from: "pairs") }?.resultCode == .misuse)
    }

    @Test func theLastRowIsThatOfTheOrderOrOfTheKey() throws {
        #expect(try db.last(FMRecord.self, from: "users")?["name"] == "eve")
        #expect(try db.last(FMRecord.self, from: "users", where: "age = \(7)")?["name"] == "dan")
        #expect(
            try db.last(FMRecord.self, from: "users", where: "age > \(0)", orderBy: [.asc("age"), .asc("name")])?[
                "name"] == "cid")
        #expect(try db.last(FMRecord.self, from: "users", where: "0", orderBy: [.asc("age")]) == nil)

        try db.createTable("free", columns: ["a": .text])
        try db.insert([["a": "z"], ["a": "b"]] as [FMRecord], into: "free")
        #expect(try db.last(FMRecord.self, from: "free")?["a"] == "b")
    }

    @Test func eachRowIsGivenToTheBody() throws {
        var names: [String] = []
        try db.forEach(FMRecord.self, from: "users", where: "age = \(7)", orderBy: [.desc("name")]) {
            names.append(try $0.value("name"))
        }

        #expect(names == ["dan", "ann"])
    }

    // MARK: Pages

    /// All pages of two rows each.
    private func pages(_ order: [FMOrder<FMRecord>], where condition: FMWhere<FMRecord> = .all) throws -> [[String]] {
        var pages: [[String]] = []
        var last: FMRecord?
        while pages.count < 9 {
            let page = try db.find(
                FMRecord.self, from: "users", where: condition, orderBy: order, after: last, limit: 2)
            if page.isEmpty { break }
            pages.append(try names(page))
            last = page.last
        }
        return pages
    }

    @Test func pagesFollowTheOrderAndNullIsFirst() throws {
        #expect(try pages([]) == [["ann", "ben"], ["cid", "dan"], ["eve"]])
        #expect(try pages([.asc("age")]) == [["ben", "eve"], ["ann", "dan"], ["cid"]])
        #expect(try pages([.desc("age"), .desc("name")]) == [["cid", "dan"], ["ann", "eve"], ["ben"]])
        #expect(try pages([.asc("age")], where: "age = 7 OR age IS NULL") == [["ben", "eve"], ["ann", "dan"]])
    }

    @Test func pagesThatCannotBeAreRefused() throws {
        try db.createTable("free", columns: ["a": .text])
        let errors = [
            thrown { try db.find(FMRecord.self, from: "free", after: nil, limit: 1) },
            thrown { try db.find(FMRecord.self, from: "users", orderBy: [.asc(sql: "age + 1")], after: nil, limit: 1) },
            thrown { try db.find(FMRecord.self, from: "users", orderBy: [.asc("age")], after: ["id": 1], limit: 1) },
            thrown { try db.find(FMRecord.self, from: "users", after: nil, limit: -1) },
            thrown { try db.find(FMRecord.self, from: "users", where: "0) OR (1", after: nil, limit: 1) },
        ]

        #expect(errors.map { $0?.resultCode } == Array(repeating: .misuse, count: errors.count))
        #expect(try db.find(FMRecord.self, from: "free", after: nil, limit: 1, key: "a") == [])
    }

    // MARK: Coordinators

    private func coordinator(isPool: Bool, _ folder: TemporaryFolder) throws -> FMDatabaseCoordinator {
        let path = folder.file()
        let coordinator: FMDatabaseCoordinator =
            isPool ? FMDatabasePool(path: path) : try #require(FMDatabaseQueue(path: path))
        try coordinator.createTable("users", columns: ["id": .integer, "name": .text], key: .automatic("id"))
        try coordinator.insert([["name": "ann"], ["name": "ben"], ["name": "cid"]] as [FMRecord], into: "users")
        return coordinator
    }

    @Test(arguments: [false, true])
    func lendersAskTheSame(isPool: Bool) throws {
        let folder = TemporaryFolder()
        let coordinator = try coordinator(isPool: isPool, folder)
        var names: [FMValue?] = []

        try coordinator.forEach(FMRecord.self, from: "users", orderBy: [.desc("id")]) { names.append($0["name"]) }
        try coordinator.forEach(FMRecord.self, sql: "SELECT name FROM users WHERE id = \(1)") {
            names.append($0["name"])
        }

        #expect(names == ["cid", "ben", "ann", "ann"])
        #expect(try coordinator.exists(FMRecord.self, in: "users", where: "id = \(3)"))
        #expect(try coordinator.sum(FMRecord.self, "id", as: Int.self, in: "users") == 6)
        #expect(try coordinator.min(FMRecord.self, "id", as: Int.self, in: "users") == 1)
        #expect(try coordinator.max(FMRecord.self, "id", as: Int.self, in: "users") == 3)
        #expect(try coordinator.average(FMRecord.self, "id", in: "users") == 2)
        #expect(try coordinator.find(FMRecord.self, id: 2, from: "users")?["name"] == "ben")
        #expect(try coordinator.last(FMRecord.self, from: "users")?["name"] == "cid")
        #expect(
            try coordinator.find(FMRecord.self, from: "users", after: ["id": 2], limit: 9).map { $0["name"] } == ["cid"]
        )
    }

    @Test(arguments: [false, true])
    func lendersAskTheSameInTasks(isPool: Bool) async throws {
        let folder = TemporaryFolder()
        let coordinator = try coordinator(isPool: isPool, folder)

        var names: [FMValue?] = []
        for try await record in coordinator.each(FMRecord.self, from: "users", orderBy: [.desc("name")], batch: 2) {
            names.append(record["name"])
        }
        try await coordinator.forEach(FMRecord.self, from: "users") { #expect($0.count == 2) }
        try await coordinator.forEach(FMRecord.self, sql: "SELECT id FROM users") { #expect($0.count == 1) }

        #expect(names == ["cid", "ben", "ann"])
        #expect(try await coordinator.exists(FMRecord.self, in: "users", where: "id = \(3)"))
        #expect(try await coordinator.sum(FMRecord.self, "id", as: Int.self, in: "users") == 6)
        #expect(try await coordinator.min(FMRecord.self, "id", as: Int.self, in: "users") == 1)
        #expect(try await coordinator.max(FMRecord.self, "id", as: Int.self, in: "users") == 3)
        #expect(try await coordinator.average(FMRecord.self, "id", in: "users") == 2)
        #expect(try await coordinator.find(FMRecord.self, id: 2, from: "users")?["name"] == "ben")
        #expect(try await coordinator.last(FMRecord.self, from: "users")?["name"] == "cid")
        #expect(
            try await coordinator.find(FMRecord.self, from: "users", after: ["id": 2], limit: 9).map { $0["name"] } == [
                "cid"
            ])
    }

    @Test func aCancelledTaskGetsNoPartOfTheRows() async throws {
        let folder = TemporaryFolder()
        let coordinator = try coordinator(isPool: false, folder)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            var count = 0
            for try await _ in coordinator.each(FMRecord.self, from: "users") { count += 1 }
            return count
        }

        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
