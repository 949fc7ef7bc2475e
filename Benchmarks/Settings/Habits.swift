import FMDB

/// The same work, done in two ways.
struct Habits {
    let scene: Scene

    func run() throws {
        print("\nThe same work in several ways: medians, of processor time except for inserts")
        var configuration = FMDatabaseQueue.Configuration()
        configuration.synchronous = .normal
        let queue = try FMDatabaseQueue(path: scene.path(), configuration: configuration)
        defer { queue.close() }
        try queue.withDatabase { db in
            _ = try db.value("PRAGMA journal_mode = WAL", as: String.self)
            try db.execute("CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)")
            try db.execute("CREATE TABLE visit (id INTEGER PRIMARY KEY, person INTEGER, at REAL)")
            try db.execute("CREATE INDEX visit_person ON visit (person)")
            try db.withTransaction {
                try db.executeMany(
                    "INSERT INTO person (name, age) VALUES (?, ?)", (0..<100_000).map { ("p\($0)", $0 % 90) })
                try db.executeMany(
                    "INSERT INTO visit (person, at) VALUES (?, ?)", (0..<300_000).map { ($0 % 100_000 + 1, 1.5) })
            }
            try db.execute("CREATE TABLE entry (name TEXT, age INTEGER)")
        }
        try writing(queue)
        try texts(queue)
        try pages(queue)
        try reading(queue)
        try related(queue)
    }

    private func measure(_ name: String, isWaiting: Bool = false, _ body: () throws -> Void) throws {
        let times = try isWaiting ? scene.times(body) : scene.processorTimes(body)
        Scene.line(name, [(times.part(0.5) * 1e6, "µs")])
    }

    private func writing(_ queue: FMDatabaseQueue) throws {
        try measure("1,000 inserts, each a transaction", isWaiting: true) {
            for id in 0..<1000 { try queue.execute("INSERT INTO entry VALUES (\("name"), \(id))") }
        }
        try measure("1,000 inserts in one transaction", isWaiting: true) {
            try queue.withTransaction { db in
                for id in 0..<1000 { try db.execute("INSERT INTO entry VALUES (\("name"), \(id))") }
            }
        }
        try measure("1,000 inserts by executeMany", isWaiting: true) {
            try queue.executeMany("INSERT INTO entry VALUES (?, ?)", (0..<1000).map { ("name", $0) })
        }
    }

    private func texts(_ queue: FMDatabaseQueue) throws {
        try measure("1,000 reads, values in the text") {
            try queue.withDatabase { db in
                for _ in 0..<1000 {
                    let id = Int.random(in: 1...100_000)
                    _ = try db.value(FMSQL(raw: "SELECT name FROM person WHERE id = \(id)"), as: String.self)
                }
            }
        }
        try measure("1,000 reads, values bound") {
            try queue.withDatabase { db in
                for _ in 0..<1000 {
                    let id = Int.random(in: 1...100_000)
                    _ = try db.value("SELECT name FROM person WHERE id = \(id)", as: String.self)
                }
            }
        }
    }

    private func pages(_ queue: FMDatabaseQueue) throws {
        let search = { () throws -> Void in
            _ = try queue.withDatabase { db in try db.value("SELECT id FROM person WHERE name = 'p50000'", as: Int.self)
            }
        }
        try measure("one name of 100,000, without an index", search)
        try queue.execute("CREATE INDEX person_name ON person (name)")
        try measure("one name of 100,000, with an index", search)
        try measure("50 rows behind row 90,000, by OFFSET") {
            _ = try queue.withDatabase { db in
                try db.rows("SELECT id, name FROM person ORDER BY name LIMIT 50 OFFSET 90000", as: (Int, String).self)
            }
        }
        try measure("50 rows behind the last one, by its name") {
            _ = try queue.withDatabase { db in
                try db.rows(
                    "SELECT id, name FROM person WHERE name > 'p9' ORDER BY name LIMIT 50", as: (Int, String).self)
            }
        }
    }

    private struct Person: Decodable {
        var name: String
        var age: Int
    }

    private func reading(_ queue: FMDatabaseQueue) throws {
        try measure("100,000 rows as an array of structures") {
            _ = try queue.withDatabase { db in
                try db.rows("SELECT name, age FROM person", as: Person.self).reduce(0) { $0 + $1.age }
            }
        }
        try measure("100,000 rows as an array of tuples") {
            _ = try queue.withDatabase { db in
                try db.rows("SELECT name, age FROM person", as: (String, Int).self).reduce(0) { $0 + $1.1 }
            }
        }
        try measure("100,000 rows one by one, one column") {
            _ = try queue.withDatabase { db in
                var sum = 0
                try db.forEachRow("SELECT age FROM person") { row in sum += try row.value(at: 0, as: Int.self) }
                return sum
            }
        }
        try measure("the sum computed by SQLite") {
            _ = try queue.withDatabase { db in try db.value("SELECT sum(age) FROM person", as: Int.self) }
        }
    }

    private func related(_ queue: FMDatabaseQueue) throws {
        try measure("visits of 1,000 persons, a statement for each") {
            try queue.withDatabase { db in
                for id in 1...1000 { _ = try db.value("SELECT count(*) FROM visit WHERE person = \(id)", as: Int.self) }
            }
        }
        try measure("visits of 1,000 persons, one statement") {
            _ = try queue.withDatabase { db in
                try db.rows(
                    "SELECT person, count(*) FROM visit WHERE person <= 1000 GROUP BY person", as: (Int, Int).self)
            }
        }
        let call = { () throws -> Void in
            for id in 1...1000 { _ = try queue.value("SELECT name FROM person WHERE id = \(id)", as: String.self) }
        }
        try measure("1,000 reads, each a call of the queue", call)
    }
}
