import FMDBModel
import FMDBTestHelpers
import Testing

#if Macros
    @FMModel struct Guest {
        @FMKey(.automatic) var id: Int64?
        var name: String
        var age: Int?
    }
#endif

/// The examples of the articles about models.
@Suite struct ModelArticleTests {
    private let limit = 2

    struct Address: Codable, Equatable {
        var street: String
    }

    struct Person: Codable, FMModel {
        var id: Int64?
        var name: String
        var age: Int?
        var address: Address?
    }

    struct Visit: Codable, FMModel {
        static let tableName = "visits"
        static let tableOptions = FMTableOptions(
            key: ["person", "day"], unique: [["ticket"]], indexes: [["day"]], renamed: ["ticket": "number"],
            defaults: ["guests": 0], created: "created", updated: "updated", dates: .iso8601)

        var person: Int64
        var day: Int
        var ticket: String
        var guests: Int
        var created: Date?
        var updated: Date?
    }

    @Test func aPersonIsSavedFoundAndDeleted() throws {
        let db = FMDatabase.memory()
        try db.createTable(Person.self)

        var ann = Person(name: "ann", age: 7)
        try db.insert(&ann)
        let number = ann.id

        ann.age = 8
        try db.save(ann)

        let grown = try db.find(Person.self, where: "age > \(limit)", orderBy: [.asc("name")])
        try db.delete(ann)
        #expect(number == 1)
        #expect(grown.map(\.age) == [8])
        #expect(try db.count(Person.self) == 0)
    }

    @Test func aPersonIsFoundAndDeletedByItsKey() throws {
        let db = FMDatabase.memory()
        try db.createTable(Person.self)
        try db.insert(Person(id: 7, name: "ann"))
        let person = try db.find(Person.self, id: 7)
        let people = try db.find(Person.self, ids: [7, 9])
        let isThere = try db.exists(Person.self, id: 7)
        let isDeleted = try db.delete(Person.self, id: 7)
        #expect(person?.name == "ann")
        #expect(isThere && isDeleted && people.map(\.name) == ["ann"])
        #expect(try db.find(Person.self, id: 7)?.name == nil)
        #expect(try !db.exists(Person.self, id: 7) && !db.delete(Person.self, id: 7))
    }

    @Test func aPoolFindsPeople() async throws {
        let folder = TemporaryFolder()
        let pool = FMDatabasePool(path: folder.file())
        let name = "ann"
        try await pool.write { db in
            try db.execute(
                "CREATE TABLE Person (id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER, address TEXT)")
            try db.insert(Person(name: "ann", address: Address(street: "Main Street")))
        }
        let people = try await pool.find(Person.self, where: "name = \(name)")
        #expect(people.map(\.address) == [Address(street: "Main Street")])
    }

    @Test func aBatchIsAllOrWhatItCanBe() throws {
        let db = FMDatabase.memory()
        try db.createTable(Person.self)
        let people = [Person(id: 1, name: "ann"), Person(id: 1, name: "bob")]
        do {
            try db.insert(people)
        } catch let error as FMError where error.resultCode == .constraint {
            print(error.batchIndex ?? 0, error.message)
        }
        let refused = try db.insertPossible(people)
        #expect(refused.keys.sorted() == [1])
        #expect(try db.find(Person.self).map(\.name) == ["ann"])
    }

    @Test func aRowThatDoesNotFitIsReported() throws {
        let db = FMDatabase.memory()
        try db.createTable(Person.self)
        try db.execute("INSERT INTO Person (name, age) VALUES ('ann', 7), ('bob', 'old')")
        var problems: [String] = []
        let readable = try db.findReadable(Person.self) { error, row in
            problems.append("\(error.message), in the row of \(row["name"] ?? .null)")
        }
        #expect(readable.map(\.name) == ["ann"])
        #expect(problems.count == 1)
        #expect(problems[0].hasPrefix("row 1, column age"))
    }

    @Test func aVisitHasAllOptions() throws {
        let db = FMDatabase.memory()
        try db.createTable(Visit.self)
        try db.save(Visit(person: 1, day: 2, ticket: "a", guests: 1))
        #expect(throws: FMError.self) { try db.save(Visit(person: 1, day: 3, ticket: "a", guests: 1)) }
        #expect(try db.find(Visit.self).map { $0.created != nil && $0.updated != nil } == [true])
    }

    struct Member: Codable, FMModel {
        static let tableOptions = FMTableOptions(
            unique: [FMIndex("mail", where: "leftOn IS NULL")],
            indexes: ["town", FMIndex(expressions: "lower(name)", "age DESC")],
            checks: [FMCheck("of age", "age >= \(18)")],
            collations: ["town": .nocase])

        var id: Int64?
        var name: String
        var mail: String
        var town: String
        var age: Int
        var leftOn: Date?
    }

    @Test func aMemberFulfilsTheRules() throws {
        let db = FMDatabase.memory()
        try db.createTable(Member.self)
        try db.insert(Member(name: "Ann", mail: "a", town: "Ulm", age: 30, leftOn: Date()))
        try db.insert(Member(name: "Ann", mail: "a", town: "ulm", age: 30))
        #expect(try db.count(Member.self, where: "town = 'ULM'") == 2)
        let twice = thrown { try db.insert(Member(name: "Bob", mail: "a", town: "Ulm", age: 30)) }
        #expect(twice?.extendedCode == .constraintUnique)
        let young = thrown { try db.insert(Member(name: "Bob", mail: "b", town: "Ulm", age: 17)) }
        #expect(young?.message.contains("of age") == true)
    }

    struct Customer: Codable, FMModel {
        static let tableOptions = FMTableOptions(
            indexes: ["town"], generated: [FMGenerated("town", .text, as: "json_extract(address, '$.town')")])

        var id: Int64?
        var name: String
        var address: Address

        struct Columns: FMColumns {
            let name = FMField<Customer, String>("name")
            let town = FMField<Customer, String?>("town")
        }

        struct Address: Codable { var town: String }
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 31))) func customersAreFoundByTheirTown() throws {
        let db = FMDatabase.memory()
        try db.createTable(Customer.self)
        try db.insert(Customer(name: "ann", address: .init(town: "Ulm")))
        try db.insert(Customer(name: "bob", address: .init(town: "Bonn")))
        let customers = try db.find(Customer.self) { $0.town == "Ulm" }
        #expect(customers.map(\.name) == ["ann"])
    }

    struct Reading: Codable, FMModel {
        static let tableOptions = FMTableOptions(key: ["sensor", "time"], isStrict: true, isWithoutRowID: true)

        var sensor: String
        var time: Int
        var value: Double
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 37))) func aReadingIsStrict() throws {
        let db = FMDatabase.memory()
        try db.createTable(Reading.self)
        try db.insert(Reading(sensor: "a", time: 1, value: 0.5))
        #expect(thrown { try db.execute("UPDATE Reading SET value = 'high'") }?.resultCode == .constraint)
        #expect(try db.delete(Reading(sensor: "a", time: 1, value: 0.5)) == true)
    }

    struct Pet: Codable, FMModel, FMDefaulted {
        var id: Int64?
        var name = ""
        var legs = 4
    }

    @Test func oldRowsGetWhatANewPropertyBeginsWith() throws {
        let db = FMDatabase.memory()
        try db.execute("CREATE TABLE Pet (id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
        try db.execute("INSERT INTO Pet (name) VALUES ('Rex')")
        try db.createTable(Pet.self)
        #expect(try db.find(Pet.self).map(\.legs) == [4])
    }

    @Test func anUpgradeIsReported() throws {
        let db = FMDatabase.memory()
        try db.execute("CREATE TABLE Person (id INTEGER PRIMARY KEY, name TEXT NOT NULL, mail TEXT)")
        let plan = try db.upgradePlan(for: Person.self)
        if plan.isRebuilt { print("this may take a while") }
        let report = try db.createTable(Person.self)
        print(report.added, report.kept, report.isRebuilt)
        #expect(report.added == ["age", "address"])
        #expect(report.kept == ["mail"])
    }

    #if Macros
        @Test func propertiesAreNamedInConditions() throws {
            let db = FMDatabase.memory()
            try db.createTable(Guest.self)
            try db.insert([Guest(id: nil, name: "ann", age: 30), Guest(id: nil, name: "bob", age: 20)])
            let guests = try db.find(Guest.self, orderBy: [.desc(\.age)]) { $0.age >= 18 && $0.name != "ann" }
            #expect(guests.map(\.name) == ["bob"])
        }
    #endif
}
