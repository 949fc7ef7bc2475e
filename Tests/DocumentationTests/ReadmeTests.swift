import FMDB
import Support
import Testing

/// The examples of the README, and that of the documentation's first page.
@Suite struct ReadmeTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file() }
    private let name = "cid"
    private let age = 30

    @Test func theFirstProgram() throws {
        struct Person: Decodable {
            var name: String
            var age: Int?
        }

        let db = FMDatabase(path: path)
        guard db.open() else { throw db.lastError() }
        try db.execute("CREATE TABLE IF NOT EXISTS person (name TEXT, age INTEGER)")

        let (name, age) = ("Ann", 30)
        try db.execute("INSERT INTO person VALUES (\(name), \(age))")  // the values are bound, not pasted into the SQL

        let adults = try db.rows("SELECT name, age FROM person WHERE age >= \(18)", as: Person.self)
        for person in adults {
            print(person.name, person.age ?? 0)
        }
        #expect(adults.map(\.name) == ["Ann"])
        #expect(adults.map(\.age) == [30])
    }

    @Test func thePairsDoTheSame() throws {
        let db = FMDatabase.memory()
        // Run
        db.executeUpdate("CREATE TABLE IF NOT EXISTS person (name TEXT, age INTEGER)", withArgumentsIn: [])
        try db.execute("CREATE TABLE IF NOT EXISTS person (name TEXT, age INTEGER)")

        // Bind values. Interpolated values are bound too, never pasted into the text
        try db.executeUpdate("INSERT INTO person VALUES (?, ?)", values: [name, age])
        try db.execute("INSERT INTO person VALUES (\(name), \(age))")

        // One value
        let count = db.longForQuery("SELECT count(*) FROM person") ?? 0
        let same = try db.value("SELECT count(*) FROM person", as: Int.self)

        #expect(count == 2)
        #expect(same == 2)
        #expect(try db.value("SELECT count(DISTINCT name) FROM person", as: Int.self) == 1)
    }

    @Test func rowsWithFMDBsCalls() throws {
        let db = try People.database()
        let limit = 17
        var names: [String] = []
        let rows = try db.executeQuery("SELECT name, age FROM person WHERE age > ?", values: [limit])
        while rows.next() {
            names.append(rows.string(forColumn: "name") ?? "")
        }
        #expect(names == ["bob"])
    }

    @Test func rows() throws {
        let db = try People.database()
        let limit = 17
        struct Person: Decodable {
            var name: String
            var age: Int?
        }
        let people = try db.rows("SELECT name, age FROM person WHERE age > \(limit)", as: Person.self)
        #expect(people.map(\.name) == ["bob"])
        #expect(people.map(\.age) == [18])
    }

    @Test(arguments: [("cid", "the name is taken"), ("dan", nil)] as [(String, String?)])
    func errors(name: String, expected: String?) throws {
        let db = FMDatabase.memory()
        try db.execute("CREATE TABLE account (name TEXT UNIQUE)")
        try db.execute("INSERT INTO account VALUES ('cid')")
        var answer: String?
        do {
            try db.execute("INSERT INTO account (name) VALUES (\(name))")
        } catch {
            guard error.extendedCode == .constraintUnique else { throw error }
            answer = "the name is taken"
        }
        #expect(answer == expected)
    }

    private func makeTable() throws {
        let db = FMDatabase.file(path)
        try db.execute("CREATE TABLE person (name TEXT, age INTEGER)")
        try db.execute("INSERT INTO person VALUES (\(name), \(age)), ('dan', 90)")
        db.close()
    }

    @Test func queues() throws {
        try makeTable()
        let limit = 80
        let queue = try FMDatabaseQueue(path: path, configuration: .init())

        queue.inTransaction { db, rollback in
            let done = db.executeUpdate("UPDATE person SET age = age + 1", withArgumentsIn: [])
            if !done { rollback.pointee = true }
        }

        try queue.withTransaction { db in
            try db.execute("DELETE FROM person WHERE age > \(limit)")
            try db.execute("UPDATE person SET age = age + 1")
        }

        let count = try queue.value("SELECT count(*) FROM person", as: Int.self)
        #expect(count == 1)
        #expect(try queue.rows("SELECT age FROM person", as: Int.self) == [age + 2])
    }

    func birthday(_ queue: FMDatabaseQueue, limit: Int) async throws {
        try await queue.withTransaction { db in
            try db.execute("DELETE FROM person WHERE age > \(limit)")
            try db.execute("UPDATE person SET age = age + 1")
        }
    }

    @Test func queuesInTasks() async throws {
        try makeTable()
        let queue = try FMDatabaseQueue(path: path, configuration: .init())
        try await birthday(queue, limit: 80)
        #expect(try await queue.withDatabase { try $0.rows("SELECT age FROM person", as: Int.self) } == [age + 1])
    }

    func add(_ name: String, _ age: Int, to pool: FMDatabasePool) async throws -> [String] {
        try await pool.write { db in
            try db.execute("INSERT INTO person VALUES (\(name), \(age))")
        }
        return try await pool.read { db in
            try db.rows("SELECT name FROM person", as: String.self)
        }
    }

    @Test func pools() async throws {
        try FMDatabase.file(path).execute("CREATE TABLE person (name TEXT, age INTEGER)")
        let names = try await add(name, age, to: FMDatabasePool(path: path))
        #expect(names == [name])
    }

    @Test(.enabled(if: SQLiteVersion.hasCodec)) func encryption() throws {
        let passphrase = "a secret"
        let db = FMDatabase(path: path)
        guard db.open() else { throw db.lastError() }
        try db.unlock(key: passphrase)  // throws for a wrong key; FMDB's setKey(_:) is there too
        try db.execute("CREATE TABLE t (a)")
        db.close()
        let other = FMDatabase.file(path)
        #expect(throws: FMError.self) { try other.unlock(key: "another") }
    }

    @Test func theFirstPage() throws {
        let (name, age) = ("ann", 18)
        struct Person: Decodable {
            var name: String
            var age: Int?
        }

        let queue = FMDatabaseQueue(path: path)
        let adults = try queue?.withDatabase { db in
            try db.execute("CREATE TABLE IF NOT EXISTS person (name TEXT, age INTEGER)")
            try db.execute("INSERT INTO person VALUES (\(name), \(age))")
            return try db.rows("SELECT * FROM person WHERE age >= \(18)", as: Person.self)
        }
        #expect(adults?.map(\.name) == ["ann"])
        #expect(adults?.map(\.age) == [18])
    }
}
