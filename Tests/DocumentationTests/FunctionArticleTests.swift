import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// The examples of the article about functions and collations.
@Suite struct FunctionArticleTests {
    private let folder = TemporaryFolder()
    private let db = FMDatabase.memory()

    struct Spread: FMWindowAggregate {
        private var values: [Int] = []

        mutating func step(_ value: Int) { values.append(value) }
        mutating func inverse(_ value: Int) { values.removeFirst() }
        func result() -> Int? { values.max().flatMap { most in values.min().map { most - $0 } } }
    }

    @Test func closuresAreFunctions() throws {
        try db.execute("CREATE TABLE place (name TEXT, x REAL)")
        try db.execute("INSERT INTO place VALUES ('mill', 1), ('church', 9)")
        let x = 3.0
        try db.addFunction("distance", options: .deterministic) { (a: Double, b: Double) in abs(a - b) }
        let near = try db.rows("SELECT name FROM place WHERE distance(x, \(x)) < 5", as: String.self)
        #expect(near == ["mill"])

        var printed: [String] = []
        func print(_ text: String) { printed.append(text) }
        do {
            _ = try db.value("SELECT distance(1, 'two')", as: Double.self)
        } catch {
            print(error.message)  // argument 2 of distance(): expected Double, found text
        }
        #expect(printed == ["argument 2 of distance(): expected Double, found text"])
    }

    @Test func everyConnectionOfAPoolHasThem() throws {
        let path = folder.file()
        var configuration = FMDatabasePool.Configuration()
        configuration.configure = { db in
            try db.addFunction("initial") { (name: String) in String(name.prefix(1)) }
            try db.addCollation("natural_order", .natural)
        }
        let pool = FMDatabasePool(path: path, configuration: configuration)
        #expect(try pool.read { db in try db.value("SELECT initial('Ada')", as: String.self) } == "A")
        #expect(try pool.write { db in try db.value("SELECT '9' < '10' COLLATE natural_order", as: Bool.self) })
        pool.close()
    }

    @Test func typesAreAggregates() throws {
        try db.execute("CREATE TABLE day (town TEXT, degrees INTEGER)")
        try db.execute("INSERT INTO day VALUES ('Oslo', -3), ('Rome', 12), ('Oslo', 4), ('Rome', 15)")
        try db.addAggregate("spread", Spread.self)
        let sql: FMSQL = "SELECT town, spread(degrees) FROM day GROUP BY town ORDER BY town"
        let spreads = try db.rows(sql, as: (String, Int).self)
        #expect(spreads.map(\.0) == ["Oslo", "Rome"])
        #expect(spreads.map(\.1) == [7, 3])
    }

    @Test func textsHaveOrders() throws {
        try db.execute("CREATE TABLE file (name TEXT)")
        try db.execute("INSERT INTO file VALUES ('file 10'), ('file 9')")
        try db.addCollation("natural_order", .natural)
        try db.addCollation("swedish", .localized(Locale(identifier: "sv_SE")))
        try db.addCollation("by_length") { a, b in
            a.count == b.count ? .orderedSame : a.count < b.count ? .orderedAscending : .orderedDescending
        }
        let files = try db.rows("SELECT name FROM file ORDER BY name COLLATE natural_order", as: String.self)
        #expect(files == ["file 9", "file 10"])
        #expect(try db.value("SELECT 'ä' > 'z' COLLATE swedish", as: Bool.self))
        #expect(try db.value("SELECT 'ab' = 'ba' COLLATE by_length", as: Bool.self))
    }

    @Test func textsMatchExpressions() throws {
        try db.execute("CREATE TABLE part (code TEXT)")
        try db.execute("INSERT INTO part VALUES ('AB-12'), ('AB12'), ('xAB-12')")
        try db.addRegexpFunction()
        let codes = try db.rows("SELECT code FROM part WHERE code REGEXP '^[A-Z]{2}-[0-9]+$'", as: String.self)
        #expect(codes == ["AB-12"])
    }
}
