import FMDBModel
import FMDBTestHelpers
import Testing

/// What the errors of models say to do.
@Suite struct ModelAdviceTests {
    private let db = FMDatabase.memory()

    // MARK: Keys

    private struct Zero: Codable, FMModel {
        var id = 0
        var name = ""
    }

    private struct Named: Codable, FMModel {
        static let tableOptions = FMTableOptions(key: "code")
        var code: String
        var name = ""
    }

    @Test func aTakenKeyPointsToSave() throws {
        try db.createTable(Zero.self)
        try db.createTable(Named.self)
        try db.insert(Zero())
        try db.insert(Named(code: "s3cr3t"))
        var zero = Zero()
        for error in [
            thrown { try db.insert(Zero()) }, thrown { try db.insert([Zero(id: 1), Zero()]) },
            thrown { try db.insert(&zero) }, try db.insertPossible([Zero()])[0],
        ] {
            #expect(error?.message.hasPrefix("UNIQUE constraint failed: Zero.id") == true)
            let reason = error?.localizedFailureReason ?? ""
            #expect(reason.contains("save(_:)") && reason.contains("`var id: Int64?`"), "\(reason)")
        }
        let named = thrown { try db.insert(Named(code: "s3cr3t")) }?.localizedFailureReason ?? ""
        #expect(named.contains("already") && named.contains("save"), "\(named)")
        #expect(!named.contains("s3cr3t"))
    }

    @Test func aMissingRowIsNamedByItsKey() throws {
        try db.createTable(Zero.self)
        try db.createTable(Named.self)
        try db.insert(Zero(id: 1))
        for error in [
            thrown { try db.update(Zero(id: 7)) }, thrown { try db.update([Zero(id: 1), Zero(id: 7)]) },
            thrown { try db.update(Zero(id: 7), only: ["name"]) },
        ] {
            #expect(
                error?.message.hasPrefix("the table Zero has no row with the key of the model, id 7: insert it")
                    == true,
                "\(error?.message ?? "")")
        }
        let named = thrown { try db.update(Named(code: "s3cr3t")) }?.message ?? ""
        #expect(named.contains("code (a value of type text)") && !named.contains("s3cr3t"), "\(named)")
        let record = thrown { try db.update(["id": 7, "name": "x"] as FMRecord, in: "Zero") }?.message ?? ""
        #expect(record.contains("the key of the record, id 7"), "\(record)")
    }

    private struct Fresh: Codable, FMModel {
        var id: Int64?
        var name: String
    }

    @Test func aModelWithoutItsKeyIsSaidToBeInsertedInPlace() throws {
        try db.createTable(Fresh.self)
        let fresh = Fresh(name: "a")
        try db.insert(fresh)
        let message = thrown { try db.update(fresh) }?.message ?? ""
        #expect(
            message.hasSuffix("id NULL: insert(&…) and save(&…) set the key of a new model, insert(…) leaves it nil"),
            "\(message)")
    }

    private struct Misnamed: Codable, FMModel {
        var id: Int64?
        var tableName = "people"
    }

    @Test func aPropertyTableNameIsToldWhenItsTableIsMade() throws {
        let told = try warnings(of: "Misnamed", "has a property tableName, which does not name") {
            try db.createTable(Misnamed.self)
            try db.createTable(Misnamed.self)
        }
        #expect(told == 1)
    }

    private struct Constant: Codable, FMModel {
        let id = UUID()
        var name: String

        enum CodingKeys: CodingKey { case id, name }
    }

    private struct Chosen: Codable, FMModel {
        var id = UUID()
        var name: String
        var cache = 0

        enum CodingKeys: CodingKey { case id, name }
    }

    @Test func aConstantKeyThatIsNeverReadIsRefused() throws {
        for error in [thrown { try db.createTable(Constant.self) }, thrown { try db.find(Constant.self) }] {
            #expect(error?.message.hasPrefix("the key id of Constant is not read from its rows") == true)
            #expect(error?.message.hasSuffix("Declare it by `var`") == true)
        }
        try db.createTable(Chosen.self)
        let chosen = Chosen(name: "x")
        try db.insert(chosen)
        #expect(try db.find(Chosen.self).map(\.id) == [chosen.id])
    }

    private struct Entry: Codable, FMModel {
        var id: Int64?
        let kind = "entry"
        var text: String

        enum CodingKeys: CodingKey { case id, kind, text }
    }

    @Test func aConstantThatIsNoKeyIsRead() throws {
        try db.execute("CREATE TABLE Entry (id INTEGER PRIMARY KEY, kind, text)")
        try db.execute("INSERT INTO Entry VALUES (1, 'entry', 'x')")
        #expect(try db.find(Entry.self).map(\.text) == ["x"])
    }

    private enum Code: String, Codable, FMValueConvertible { case old }
    private struct Item: Codable, FMModel {
        var id: Code
        var size: Int
    }
    private struct Small: Codable, FMModel {
        var id: Int16
    }

    @Test func aKeyThatTheTypeDoesNotKnowIsFound() throws {
        try db.createTable(Item.self)
        try db.execute("INSERT INTO Item VALUES ('new', 1)")
        #expect(try db.exists(Item.self, id: "new"))
        #expect(try db.delete(Item.self, id: "new") == true)
        try db.createTable(Small.self)
        try db.execute("INSERT INTO Small VALUES (70000)")
        #expect(try db.exists(Small.self, id: 70_000))
    }

    // MARK: Other tables

    private struct Author: Codable, FMModel {
        var id: Int64?
        var name: String
    }

    private struct Book: Codable, FMModel {
        static let tableOptions = FMTableOptions(references: [FMReference("author", to: "Author")])
        var id: Int64?
        var author: Int64
    }

    @Test func aViolatedReferenceIsNamed() throws {
        try db.execute("PRAGMA foreign_keys = 1")
        try db.createTable(Author.self)
        try db.createTable(Book.self)
        try db.insert(Author(name: "ann"))
        try db.insert(Book(author: 1))
        var book = Book(author: 7)
        for error in [
            thrown { try db.insert(book) }, thrown { try db.insert(&book) },
            thrown { try db.insert([Book(author: 1), book]) },
            thrown { try db.save(Book(id: 1, author: 7)) }, thrown { try db.update(Book(id: 1, author: 7)) },
            thrown { try db.update(Book.self, set: [FMAssignment("author", 7)], where: .all) },
            try db.insertPossible([book])[0],
        ] {
            #expect(
                error?.localizedFailureReason
                    == "Book.author refers to Author.id, but Author has no row with 7: insert that row first")
        }
        let deletion = thrown { try db.delete(Author.self, id: 1) }?.localizedFailureReason ?? ""
        #expect(deletion.hasPrefix("Book.author refers to Author.id, and rows of Book have 1"), "\(deletion)")
    }

    @Test func aMissingTablePointsToCreateTable() {
        let reason = thrown { try db.insert(Zero()) }?.localizedFailureReason ?? ""
        #expect(reason.contains("createTable"), "\(reason)")
        #expect(thrown { try db.find(Zero.self) }?.localizedFailureReason == reason)
    }

    // MARK: Properties

    private struct Starred: Codable, FMModel {
        var id: Int64?
        var stars: Int?
    }

    @Test func aPropertyThatACodableModelDoesNotTellIsNamed() throws {
        try db.createTable(Starred.self)
        for error in [
            thrown { try db.sum(\Starred.stars) }, thrown { try db.max(\Starred.stars) },
        ] {
            #expect(
                error?.message == """
                    the table Starred does not know the property stars, because a Codable type has only names: name the column, \
                    as sum(Starred.self, "stars", as: Int.self) does
                    """)
        }
        try db.insert([Starred(stars: 2), Starred(stars: 3)])
        #expect(try db.sum(Starred.self, "stars", as: Int.self) == 5)
    }

    // MARK: Foreign keys

    private struct Led: Codable, FMModel {
        static let tableOptions = FMTableOptions(references: [FMReference("zero", to: Zero.self)])
        var id: Int64?
        var zero: Int64?
    }

    /// The warnings of the log about the foreign keys of a table, or others that have a text.
    private func warnings(
        of table: String, _ text: String = "are not enforced", _ body: () throws -> Void
    ) rethrows -> Int {
        let (count, before) = (Locked(0), FMDatabase.logHandler)
        defer { FMDatabase.logHandler = before }
        db.logsErrors = true
        FMDatabase.logHandler = { message in
            guard message.text.contains("of the table \(table) \(text)") else { return before(message) }
            if message.level == .warning { count.withLock { $0 += 1 } }
        }
        try body()
        return count.value
    }

    @Test func aNewTableWhoseForeignKeysAreNotEnforcedIsLogged() throws {
        #expect(
            try warnings(of: "FirstLed") {
                try db.createTable(Led.self, named: "FirstLed")
                try db.createTable(Led.self, named: "FirstLed")
            } == 1)
        let enforcing = try FMDatabase.memory("PRAGMA foreign_keys = ON")
        enforcing.logsErrors = true
        #expect(try warnings(of: "SecondLed") { try enforcing.createTable(Led.self, named: "SecondLed") } == 0)
        #expect(
            try warnings(of: "ThirdLed") {
                try db.withTransaction { try db.createTable(Led.self, named: "ThirdLed") }
            } == 0)
        #expect(try warnings(of: "Zero") { try db.createTable(Zero.self) } == 0)
    }

    // MARK: Many keys

    private struct Stamped: Codable, FMModel {
        static let tableOptions = FMTableOptions(key: "at")
        var at: Date
        var number: Int
    }

    private struct Hashed: Codable, FMModel {
        static let tableOptions = FMTableOptions(key: "hash")
        var hash: Data
        var number: Int
    }

    @Test func keysOfAnyTypeMayBeMoreThanParameters() throws {
        try db.createTable(Stamped.self)
        try db.createTable(Hashed.self)
        let stamped = (0..<3000).map { Stamped(at: Date(timeIntervalSince1970: Double($0) + 0.5), number: $0) }
        let hashed = (0..<3000).map { Hashed(hash: Data("\($0)".utf8), number: $0) }
        try db.insert(stamped)
        try db.insert(hashed)
        let others = (0..<40_000).map { Date(timeIntervalSince1970: Double($0) + 0.25) }
        let dates = others + stamped.map(\.at) + stamped.map(\.at)
        #expect(try db.find(Stamped.self, ids: dates).map(\.number).sorted() == Array(0..<3000))
        let blobs = others.map { Data("\($0.timeIntervalSince1970)".utf8) } + hashed.map(\.hash)
        #expect(try db.find(Hashed.self, ids: blobs + blobs).map(\.number).sorted() == Array(0..<3000))
    }

    // MARK: Verbs of the app's own

    private struct Jotting: Codable, FMModel, Stored {
        var id: Int64?
    }

    @Test func verbsOfAProtocolOfTheAppMeetItsRequirements() throws {
        #expect(try Jotting.fetchAll(db).isEmpty)
        try Jotting().save(db)
        try Jotting().insert(db)
    }
}

/// What an app may have had before.
private protocol Stored {
    func insert(_ db: FMDatabase) throws
    func save(_ db: FMDatabase) throws
    static func fetchAll(_ db: FMDatabase) throws -> [Self]
}

extension Stored {
    func insert(_ db: FMDatabase) throws {}
    func save(_ db: FMDatabase) throws {}
    static func fetchAll(_ db: FMDatabase) throws -> [Self] { [] }
}
