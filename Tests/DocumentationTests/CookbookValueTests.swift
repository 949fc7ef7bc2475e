import FMDB
import FMDBTestHelpers
import Testing

/// The recipes about kinds of values.
@Suite struct CookbookValueTests {
    private let name = "cid"
    private let date = Date(timeIntervalSinceReferenceDate: 0)

    // MARK: Dates

    private func visits() throws -> FMDatabase {
        let db = FMDatabase.memory()
        try db.execute("CREATE TABLE visit (at)")
        return db
    }

    @Test func datesWithFMDBsCalls() throws {
        let db = try visits()
        try db.executeUpdate("INSERT INTO visit (at) VALUES (?)", values: [date])
        let rows = try db.executeQuery("SELECT at FROM visit", values: nil)
        let stored = rows.next() ? rows.date(forColumn: "at") : nil
        rows.close()
        #expect(stored == date)
        #expect(try db.value("SELECT typeof(at) FROM visit", as: String.self) == "real")
    }

    @Test func dates() throws {
        let db = try visits()
        try db.execute("INSERT INTO visit (at) VALUES (\(date))")
        let stored = try db.value("SELECT at FROM visit", as: Date?.self)
        #expect(stored == date)
    }

    @Test func datesAsText() throws {
        let db = try visits()
        db.setDateFormat(FMDatabase.storeableDateFormat("yyyy-MM-dd HH:mm:ss"))
        try db.executeUpdate("INSERT INTO visit (at) VALUES (?)", values: [date])
        let text = db.stringForQuery("SELECT at FROM visit")  // 2001-01-01 00:00:00
        #expect(text == "2001-01-01 00:00:00")
        #expect(db.dateForQuery("SELECT at FROM visit") == date)
    }

    // MARK: NULL

    @Test func nullWithFMDBsCalls() throws {
        let db = try People.database()
        let age: Int? = nil
        try db.executeUpdate("INSERT INTO person (name, age) VALUES (?, ?)", values: [name, age as Any])
        let rows = try db.executeQuery("SELECT age FROM person WHERE name = ?", values: [name])
        let isUnknown = rows.next() && rows.columnIsNull("age")
        rows.close()
        #expect(isUnknown)
    }

    @Test func null() throws {
        let db = try People.database()
        let age: Int? = nil
        try db.execute("INSERT INTO person (name, age) VALUES (?, ?)", name, age)
        let stored = try db.value("SELECT age FROM person WHERE name = \(name)", as: Int?.self)
        #expect(stored == nil)
        #expect(drawnPeople(db).hasSuffix("3  | 'cid' | NULL"))
        #expect(throws: FMError.self) { try db.value("SELECT age FROM person WHERE name = \(name)", as: Int.self) }
    }

    @Test(arguments: [(nil, 1), (17, 1), (99, 0)] as [(Int?, Int)])
    func comparingWithNull(age: Int?, expected: Int) throws {
        let db = try People.database()
        try db.execute("INSERT INTO person (name) VALUES ('cid')")
        let count = try db.value("SELECT count(*) FROM person WHERE age IS ?", age, as: Int.self)
        #expect(count == expected)
    }

    // MARK: Lists and patterns

    @Test func listsWithFMDBsCalls() throws {
        let db = try People.database()
        let ids = [2, 1, 7]
        let marks = ids.map { _ in "?" }.joined(separator: ", ")
        let rows = try db.executeQuery("SELECT name FROM person WHERE id IN (\(marks)) ORDER BY id", values: ids)
        #expect(drawn(rows) == "name\n'ann'\n'bob'")
    }

    @Test(arguments: [([2, 1, 7], ["ann", "bob"]), ([2], ["bob"]), ([], [])])
    func lists(ids: [Int], expected: [String]) throws {
        let db = try People.database()
        let names = try db.rows("SELECT name FROM person WHERE id IN (\(ids)) ORDER BY id", as: String.self)
        #expect(names == expected)
        let other = 2
        let mixed = try db.rows("SELECT name FROM person WHERE id IN (\(ids), \(other), 7)", as: String.self)
        #expect(Set(mixed) == Set(expected + ["bob"]))
    }

    @Test func patternsWithFMDBsCalls() throws {
        let db = try People.database()
        let text = "NN"
        let rows = try db.executeQuery("SELECT name FROM person WHERE name LIKE ?", values: ["%" + text + "%"])
        #expect(drawn(rows) == "name\n'ann'")
    }

    @Test func patterns() throws {
        let db = try People.database()
        let text = "NN"
        let names = try db.rows("SELECT name FROM person WHERE name LIKE \("%" + text + "%")", as: String.self)
        #expect(names == ["ann"])
    }

    @Test(arguments: [("%", ["100%"]), ("nn", ["ann"]), ("NN", [])])
    func textFoundAsItIs(text: String, expected: [String]) throws {
        let db = try People.database()
        try db.execute("INSERT INTO person (name) VALUES ('100%')")
        let names = try db.rows("SELECT name FROM person WHERE instr(name, \(text)) > 0", as: String.self)
        #expect(names == expected)
    }

    // MARK: BLOBs

    private func photos() throws -> FMDatabase {
        let db = FMDatabase.memory()
        try db.execute("CREATE TABLE photo (content BLOB)")
        return db
    }

    @Test(arguments: [Data([0, 1, 255]), Data()])
    func blobsWithFMDBsCalls(content: Data) throws {
        let db = try photos()
        try db.executeUpdate("INSERT INTO photo (content) VALUES (?)", values: [content])
        let rows = try db.executeQuery("SELECT content FROM photo", values: nil)
        let stored = rows.next() ? rows.dataNoCopy(forColumn: "content") : nil
        rows.close()
        #expect(stored == content)
    }

    @Test func anEmptyBlobIsNilForData() throws {
        let db = try photos()
        try db.execute("INSERT INTO photo (content) VALUES (\(Data()))")
        #expect(db.dataForQuery("SELECT content FROM photo") == nil)
    }

    @Test(arguments: [Data([0, 1, 255]), Data()])
    func blobs(content: Data) throws {
        let db = try photos()
        try db.execute("INSERT INTO photo (content) VALUES (\(content))")
        let stored = try db.value("SELECT content FROM photo", as: Data.self)
        #expect(stored == content)
    }
}
