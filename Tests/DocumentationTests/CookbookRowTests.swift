import FMDB
import FMDBTestHelpers
import Testing

/// The recipes that write and read rows.
@Suite struct CookbookRowTests {
    private let name = "cid"
    private let age = 30

    // MARK: Insert

    @Test func insertingWithFMDBsCalls() throws {
        let db = try People.database()
        try db.executeUpdate("INSERT INTO person (name, age) VALUES (?, ?)", values: [name, age])
        let id = db.lastInsertRowId
        #expect(id == 3)
        #expect(drawnPeople(db).hasSuffix("3  | 'cid' | 30"))
    }

    @Test func insertingByNameWithFMDBsCalls() throws {
        let db = try People.database()
        let inserted = db.executeUpdate(
            "INSERT INTO person (name, age) VALUES (:name, :age)",
            withParameterDictionary: ["name": name, "age": age])
        if !inserted { throw db.lastError() }
        #expect(drawnPeople(db).hasSuffix("3  | 'cid' | 30"))
    }

    @Test func insertingInterpolatedValues() throws {
        let db = try People.database()
        try db.execute("INSERT INTO person (name, age) VALUES (\(name), \(age))")
        let id = db.lastInsertRowId
        #expect(id == 3)
        #expect(drawnPeople(db).hasSuffix("3  | 'cid' | 30"))
    }

    @Test func insertingListedValues() throws {
        let db = try People.database()
        try db.execute("INSERT INTO person (name, age) VALUES (?, ?)", name, age)
        #expect(drawnPeople(db).hasSuffix("3  | 'cid' | 30"))
    }

    @Test func insertingByName() throws {
        let db = try People.database()
        try db.execute(
            FMSQL(
                raw: "INSERT INTO person (name, age) VALUES (:name, :age)",
                arguments: ["name": name, "age": age]))
        #expect(drawnPeople(db).hasSuffix("3  | 'cid' | 30"))
    }

    // MARK: Update and delete

    @Test func updatingWithFMDBsCalls() throws {
        let db = try People.database()
        let (oldName, newName) = ("ann", "anna")
        try db.executeUpdate("UPDATE person SET name = ? WHERE name = ?", values: [newName, oldName])
        let changed = db.changes
        #expect(changed == 1)
        #expect(try People.names(in: db) == ["anna", "bob"])
    }

    @Test func updating() throws {
        let db = try People.database()
        let (oldName, newName) = ("ann", "anna")
        let changed = try db.execute("UPDATE person SET name = \(newName) WHERE name = \(oldName)")
        #expect(changed == 1)
        #expect(try People.names(in: db) == ["anna", "bob"])
    }

    @Test func deletingByValueWithFMDBsCalls() throws {
        let db = try People.database()
        let name = "ann"
        try db.executeUpdate("DELETE FROM person WHERE name = ?", values: [name])
        #expect(try People.names(in: db) == ["bob"])
    }

    @Test func deletingByValue() throws {
        let db = try People.database()
        let name = "ann"
        let deleted = try db.execute("DELETE FROM person WHERE name = \(name)")
        #expect(deleted == 1)
        #expect(try People.names(in: db) == ["bob"])
    }

    @Test func deletingAllWithFMDBsCalls() throws {
        let db = try People.database()
        try db.executeUpdate("DELETE FROM person", values: nil)
        #expect(try People.names(in: db) == [])
    }

    @Test func deletingAll() throws {
        let db = try People.database()
        let deleted = try db.execute("DELETE FROM person")
        #expect(deleted == 2)
        #expect(try People.names(in: db) == [])
    }

    // MARK: Read

    @Test func countingWithFMDBsCalls() throws {
        let db = try People.database()
        let count = db.longForQuery("SELECT count(*) FROM person WHERE age > ?", 17) ?? 0
        #expect(count == 1)
    }

    @Test func counting() throws {
        let db = try People.database()
        let count = try db.value("SELECT count(*) FROM person WHERE age > \(17)", as: Int.self)
        #expect(count == 1)
    }

    @Test func selectingAllWithFMDBsCalls() throws {
        let db = try People.database()
        var people: [(name: String, age: Int)] = []
        let rows = try db.executeQuery("SELECT name, age FROM person ORDER BY name", values: nil)
        while rows.next() {
            people.append((rows.string(forColumn: "name") ?? "", rows.long(forColumn: "age")))
        }
        if db.hadError() { throw db.lastError() }
        #expect(people.map(\.name) == ["ann", "bob"])
        #expect(people.map(\.age) == [17, 18])
    }

    @Test func selectingAllAsDecodable() throws {
        let db = try People.database()
        struct Person: Decodable {
            var name: String
            var age: Int?
        }
        let people = try db.rows("SELECT name, age FROM person ORDER BY name", as: Person.self)
        #expect(people.map(\.name) == ["ann", "bob"])
        #expect(people.map(\.age) == [17, 18])
    }

    @Test func selectingAllAsTuples() throws {
        let db = try People.database()
        var ages: [String: Int?] = [:]
        for (name, age) in try db.rows("SELECT name, age FROM person", as: (String, Int?).self) {
            ages[name] = age
        }
        #expect(ages == ["ann": 17, "bob": 18])
    }

    @Test func selectingRowByRow() throws {
        let db = try People.database()
        var ages: [String: Int?] = [:]
        try db.forEachRow("SELECT name, age FROM person") { row in
            ages[try row.value("name")] = try row.value("age", as: Int?.self)
        }
        #expect(ages == ["ann": 17, "bob": 18])
    }

    @Test func dictionariesWithFMDBsCalls() throws {
        let db = try People.database()
        try db.execute("UPDATE person SET age = NULL WHERE name = 'bob'")
        var people: [[String: Any]] = []
        let rows = try db.executeQuery("SELECT name, age FROM person ORDER BY name", values: nil)
        while rows.next() {
            if let person = rows.resultDictionary as? [String: Any] { people.append(person) }
        }
        #expect(people.map { $0["name"] as? String } == ["ann", "bob"])
        #expect(people.first?["age"] as? Int == 17)
        #expect(people.last?["age"] is NSNull)
    }

    @Test func dictionaries() throws {
        let db = try People.database()
        try db.execute("UPDATE person SET age = NULL WHERE name = 'bob'")
        var people: [[String: FMValue]] = []
        try db.forEachRow("SELECT name, age FROM person ORDER BY name") { row in
            people.append(try row.dictionary())
        }
        #expect(people == [["name": .text("ann"), "age": .integer(17)], ["name": .text("bob"), "age": .null]])
    }
}
