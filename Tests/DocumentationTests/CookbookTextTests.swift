import FMDB
import FMDBTestHelpers
import Testing

/// The recipes about SQL texts and what goes into them.
@Suite struct CookbookTextTests {
    private let age = 30

    // MARK: Upserts and RETURNING

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 24)), arguments: ["ann", "cid"])
    func upserts(name: String) throws {
        let db = try People.database()
        try db.executeUpdate(
            "INSERT INTO person (name, age) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET age = excluded.age",
            values: [name, age])
        #expect(try db.value("SELECT age FROM person WHERE name = \(name)", as: Int.self) == 30)
        try db.execute("UPDATE person SET age = 0")
        try db.execute(
            """
            INSERT INTO person (name, age) VALUES (\(name), \(age))
            ON CONFLICT (name) DO UPDATE SET age = excluded.age
            """)
        #expect(try db.rows("SELECT age FROM person WHERE name = \(name)", as: Int.self) == [30])
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 35))) func returning() throws {
        let db = try People.database()
        let name = "cid"
        let id = try db.value("INSERT INTO person (name, age) VALUES (\(name), \(age)) RETURNING id", as: Int64.self)
        let older = try db.rows("UPDATE person SET age = age + 1 RETURNING name, age", as: (String, Int?).self)
        #expect(id == 3)
        #expect(older.map(\.1) == [18, 19, 31])
        #expect(try db.rows("SELECT age FROM person", as: Int.self) == [18, 19, 31])
        #expect(!db.isTransactionOpen)
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 35))) func returningWithFMDBsCalls() throws {
        let db = try People.database()
        let limit = 18
        var names: [String] = []
        let rows = try db.executeQuery("DELETE FROM person WHERE age < ? RETURNING name", values: [limit])
        while rows.next() { names.append(rows.string(forColumn: "name") ?? "") }
        #expect(names == ["ann"])
        #expect(try People.names(in: db) == ["bob"])
    }

    // MARK: Enumerations

    private func messages() throws -> FMDatabase {
        let db = FMDatabase.memory()
        try db.execute("CREATE TABLE message (status TEXT, level INTEGER)")
        return db
    }

    @Test func enumerations() throws {
        let db = try messages()
        enum Status: String {
            case unread, read
        }
        let wanted: [Status] = [.unread, .read]
        try db.execute("INSERT INTO message (status) VALUES (\(Status.unread))")
        let count = try db.value("SELECT count(*) FROM message WHERE status IN (\(wanted))", as: Int.self)
        #expect(count == 1)
        #expect(try db.value("SELECT status FROM message", as: String.self) == "unread")
    }

    @Test func enumerationsThatAreRead() throws {
        let db = try messages()
        enum Level: Int, FMValueConvertible {
            case low = 1
            case high = 2
        }
        try db.execute("INSERT INTO message (level) VALUES (?)", Level.high)
        let levels = try db.rows("SELECT level FROM message", as: Level?.self)
        #expect(levels == [.high])
        try db.execute("INSERT INTO message (level) VALUES (3)")
        let error = #expect(throws: FMError.self) { try db.rows("SELECT level FROM message", as: Level?.self) }
        #expect(error?.resultCode == .mismatch)
    }

    // MARK: Names and raw text

    @Test(arguments: [("person", "age", 18), ("odd \"name\"", "select", 7)]) func names(
        table: String, column: String, expected: Int
    ) throws {
        let db = try People.database()
        try db.execute("CREATE TABLE \"odd \"\"name\"\"\" (\"select\" INTEGER)")
        try db.execute("INSERT INTO \"odd \"\"name\"\"\" VALUES (7)")
        let oldest = try db.value("SELECT max(\(identifier: column)) FROM \(identifier: table)", as: Int?.self)
        #expect(oldest == expected)
    }

    @Test(arguments: [(true, ["bob", "ann"]), (false, ["ann", "bob"])])
    func rawText(isDescending: Bool, expected: [String]) throws {
        let db = try People.database()
        let direction = isDescending ? "DESC" : "ASC"
        let names = try db.rows("SELECT name FROM person ORDER BY age \(raw: direction)", as: String.self)
        #expect(names == expected)
    }

    // MARK: Filters

    @Test(
        arguments: [
            (nil, nil, [], ["ann", "bob"]), ("ann", nil, [], ["ann"]), (nil, 18, [], ["bob"]),
            ("ann", 18, [], []), ("bob", 17, [2, 3], ["bob"]), (nil, nil, [1], ["ann"]),
        ] as [(String?, Int?, [Int], [String])])
    func optionalFilters(name: String?, minimum: Int?, ids: [Int], expected: [String]) throws {
        let db = try People.database()
        let limit = 10
        var filters: [FMSQL] = []
        if let name { filters.append("name = \(name)") }
        if let minimum { filters.append("age >= \(minimum)") }
        if !ids.isEmpty { filters.append("id IN (\(ids))") }

        var sql: FMSQL = "SELECT name FROM person"
        if !filters.isEmpty { sql += " WHERE \(filters.joined(separator: " AND "))" }
        sql += " ORDER BY name LIMIT \(limit)"
        let names = try db.rows(sql, as: String.self)
        #expect(names == expected)
    }

    @Test func aFilterWithOr() throws {
        let db = try People.database()
        let (a, b) = ("ann", "bob")
        let either: FMSQL = "(name = \(a) OR name = \(b))"
        let filters: [FMSQL] = [either, "age = \(18)"]
        #expect(try db.rows("SELECT name FROM person WHERE \(filters.joined(separator: " AND "))") == ["bob"])
    }

    // MARK: Foreign keys

    private let folder = TemporaryFolder()

    private func orphans(_ db: FMDatabase) throws {
        try db.execute("CREATE TABLE parent (id INTEGER PRIMARY KEY)")
        try db.execute("CREATE TABLE child (parent INTEGER REFERENCES parent)")
        try db.execute("INSERT INTO child VALUES (7)")
    }

    @Test func foreignKeysOfAQueue() throws {
        let path = folder.file()
        var configuration = FMDatabaseQueue.Configuration()
        configuration.foreignKeys = true
        let queue = try FMDatabaseQueue(path: path, configuration: configuration)
        let error = #expect(throws: FMError.self) { try queue.withDatabase { db in try orphans(db) } }
        #expect(error?.extendedCode == .constraintForeignKey)
    }

    @Test func foreignKeysOfADatabase() throws {
        let db = FMDatabase.memory()
        try db.execute("PRAGMA foreign_keys = ON")
        #expect(throws: FMError.self) { try orphans(db) }
    }
}
