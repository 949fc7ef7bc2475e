import FMDBModel
import FMDBTestHelpers
import Testing

struct Employee: Codable, FMModel {
    var id: Int64?
    var name: String
    var salary: Double?
    var hired: Date
    var address: Home

    struct Columns: FMColumns {
        let id = FMField<Employee, Int64?>("id")
        let name = FMField<Employee, String>("name")
        let salary = FMField<Employee, Double?>("salary")
        let hired = FMField<Employee, Date>("hired")
        let address = FMField<Employee, Home>("address")
    }
}

struct Home: Codable, FMNested {
    var town: String

    struct Columns: FMColumns { let town = FMField<Home, String>("town") }
}

struct Bill: Codable, FMModel {
    static let tableOptions = FMTableOptions(indexes: [["total"]], collations: ["total": .decimal])

    var id: Int64?
    var total: Decimal

    struct Columns: FMColumns { let total = FMField<Bill, Decimal>("total") }
}

/// The examples of the article about conditions.
@Suite struct ModelConditionArticleTests {
    private let db = FMDatabase.memory()
    private let least = 1000.0
    private let limit = 1000.0

    init() throws {
        try db.createTable(Employee.self)
        let first = Date(timeIntervalSince1970: 1_772_323_200)
        try db.insert([
            Employee(name: "ann", salary: 1500, hired: first, address: Home(town: "Ulm")),
            Employee(name: "bob", salary: nil, hired: first, address: Home(town: "Bern")),
            Employee(name: "cyd", salary: 900, hired: first + 40 * 86_400, address: Home(town: "Ulm")),
        ])
    }

    @Test func decimalsAreNumbers() throws {
        try db.createTable(Bill.self)
        try db.insert([Bill(total: 10), Bill(total: 9), Bill(total: 100)])
        let dear = try db.find(Bill.all.where { $0.total > 9.99 }.order(\.total.descending))
        #expect(dear.map(\.total) == [100, 10])
    }

    @Test func aTextWithValues() throws {
        let employees = try db.find(Employee.self, where: "salary > \(least) AND name <> \("bob")")
        #expect(employees.map(\.name) == ["ann"])
    }

    @Test func aClosure() throws {
        let employees = try db.find(Employee.self) { $0.salary > least && $0.name != "bob" }
        #expect(employees.map(\.name) == ["ann"])
    }

    @Test(.enabled(if: SQLiteVersion.hasJSON)) func whatFieldsCan() throws {
        let names = ["ann", "bob"]
        let found = try [
            db.find(Employee.self) { $0.name == "ann" || $0.salary == nil },
            db.find(Employee.self) { $0.name.in(names) && !$0.name.hasPrefix("b") },
            db.find(Employee.self) { $0.name.contains("y") || $0.name.like("%n_") },
            db.find(Employee.self) { $0.salary.in(500...1000) },
            db.find(Employee.self) { $0.hired.in(year: 2026, month: 3) },
            db.find(Employee.self) { $0.salary * 12 > 15_000 },
            db.find(Employee.self) { $0.address.town == "Ulm" },
            db.find(Employee.self) { "length(\($0.name)) = \(3)" && $0.id > 1 },
        ]
        #expect(
            found.map { $0.map(\.name).joined(separator: " ") } == [
                "ann bob", "ann", "ann cyd", "cyd", "ann bob", "ann", "ann cyd", "bob cyd",
            ])
    }

    @Test func conditionsAddUp() throws {
        let request = Employee.all.where { $0.salary > 500 && $0.salary < 1000 }.where { $0.name != "bob" }
        #expect(try db.find(request).map(\.name) == ["cyd"])
    }

    @Test(arguments: [nil, 900.0]) func aConditionThatDependsOnAValue(least: Double?) throws {
        let most = 1000.0
        var request = Employee.all
        if let least { request = request.where { $0.salary >= least } }
        let employees = try db.find(request.where { "ifnull(\($0.salary), 0) < \(most)" })
        #expect(employees.map(\.name) == (least == nil ? ["bob", "cyd"] : ["cyd"]))
    }

    @Test func anOrderInSQL() throws {
        #expect(try db.find(Employee.self, orderBy: [.asc(sql: "name COLLATE NOCASE")]).count == 3)
    }

    @Test func whatIsUnknown() throws {
        #expect(try db.count(Employee.self) { $0.salary != 900 } == 2)
        #expect(try db.count(Employee.self) { !($0.salary > 1000) } == 2)
        #expect(try db.count(Employee.self, where: "NOT (salary > \(limit))") == 1)
    }

    @Test func ordersAndPages() throws {
        var seen: [String] = []
        var last: Employee?
        repeat {
            let page = try db.find(Employee.self, orderBy: [.desc("salary")], after: last, limit: 2)
            seen += page.map(\.name)
            last = page.last
        } while last != nil
        #expect(seen == ["ann", "cyd", "bob"])
    }

    @Test func asASequence() async throws {
        let queue = try FMDatabaseQueue(path: nil, configuration: .init())
        try await queue.createTable(Employee.self)
        try await queue.insert(Employee(name: "eve", hired: Date(), address: Home(town: "Rome")))
        var names: [String] = []
        for try await employee in queue.each(Employee.self, orderBy: [.asc("name")]) {
            names.append(employee.name)
        }
        #expect(names == ["eve"])
    }

    @Test func whatDiffersIsWritten() throws {
        var employee = try #require(try db.find(Employee.self, where: "name = 'bob'").first)
        try db.execute("UPDATE Employee SET hired = 0 WHERE name = 'bob'")
        let former = employee
        employee.salary = 2000
        try db.update(employee, from: former)
        #expect(try db.value("SELECT salary FROM Employee WHERE name = 'bob' AND hired = 0") == 2000.0)
    }

    @Test func figuresAndChanges() throws {
        let total = try db.sum(Employee.self, "salary", as: Double.self, where: "name <> 'bob'")
        try db.update(Employee.self, set: [FMAssignment("salary", 1000.0)], where: "name = \("bob")")
        let fields = Employee.Columns()
        try db.update(Employee.self, set: [fields.salary <- fields.salary * 2]) { $0.name == "bob" }
        try db.update(Employee.self, set: [FMAssignment("hired", Date())], where: .all)
        #expect(total == 2400)
        #expect(try db.value("SELECT salary FROM Employee WHERE name = 'bob'") == 2000.0)
    }
}
