import FMDB
import FMDBTestHelpers
import Testing

/// One statement for many rows.
@Suite struct ExecuteManyTests {
    private let database = FMDatabase.memory()

    init() throws {
        try database.execute("CREATE TABLE person (name TEXT UNIQUE, age INTEGER, note BLOB)")
    }

    private var names: [String?] {
        get throws { try database.rows("SELECT name FROM person ORDER BY rowid", as: String?.self) }
    }

    // MARK: Values

    @Test func tuples() throws {
        let people: [(String, Int?, Data)] = [("ann", 7, Data([1, 0, 2])), ("b\0b", nil, Data())]

        let count = try database.executeMany("INSERT INTO person VALUES (?, ?, ?)", people)

        #expect(count == 2)
        let rows = try database.rows("SELECT name, age, note FROM person", as: (String, Int?, Data).self)
        #expect(rows.map(\.0) == ["ann", "b\0b"])
        #expect(rows.map(\.1) == [7, nil])
        #expect(rows.map(\.2) == [Data([1, 0, 2]), Data()])
        #expect(!database.isTransactionOpen)
    }

    @Test func rowsAreRefusedWhereCFunctionsHaveEndedTheTransaction() throws {
        let ages = [1, 2, 3, 4].lazy.map { [database] age -> Int in
            if age == 2 { _ = RawSQL.run(database, "COMMIT") }
            return age
        }

        let error = thrown { try database.executeMany("INSERT INTO person (age) VALUES (?)", ages) }

        #expect(error?.resultCode == .misuse)
        #expect(try database.rows("SELECT age FROM person", as: Int.self) == [1])
    }

    @Test func anySequence() throws {
        struct Person {
            var name: String
            var age: Int
        }
        let people = [Person(name: "ann", age: 7), Person(name: "bob", age: 8)]

        try database.executeMany("INSERT INTO person (name, age) VALUES (?, ?)", people.lazy.map { ($0.name, $0.age) })

        #expect(try names == ["ann", "bob"])
    }

    @Test func singleValues() throws {
        #expect(try database.executeMany("INSERT INTO person (name) VALUES (?)", ["ann", "bob", "cyd"]) == 3)
        #expect(try database.executeMany("DELETE FROM person WHERE name = ?", Set(["ann", "cyd", "dan"])) == 2)
        #expect(try names == ["bob"])
    }

    @Test func nothing() throws {
        #expect(try database.executeMany("INSERT INTO person (name) VALUES (?)", [String]()) == 0)
        #expect(try names == [])
    }

    @Test func argumentsByPositionAndByName() throws {
        let byPosition: [FMArguments] = [["ann", 7], ["bob", nil]]
        let byName: [FMArguments] = [["name": "cyd", "age": 9], ["age": 10, "name": "dan"]]

        #expect(try database.executeMany("INSERT INTO person (name, age) VALUES (?, ?)", byPosition) == 2)
        #expect(try database.executeMany("INSERT INTO person (name, age) VALUES (:name, :age)", byName) == 2)

        #expect(try names == ["ann", "bob", "cyd", "dan"])
        #expect(try database.rows("SELECT age FROM person", as: Int?.self) == [7, nil, 9, 10])
    }

    /// Short values, longer ones, and such as SQLite has to copy, in turn: each run binds anew.
    @Test func valuesOfAllLengths() throws {
        let lengths = [0, 15, 16, 200, 1000, 1024, 1025, 100_000, 3, 20_000, 700, 700]
        let values = lengths.enumerated().map { number, length in
            (String(repeating: "é", count: length) + String(number), Data(repeating: UInt8(number), count: length))
        }

        try database.executeMany("INSERT INTO person (name, note) VALUES (?, ?)", values)

        let rows = try database.rows("SELECT name, note FROM person", as: (String, Data).self)
        #expect(rows.map(\.0) == values.map(\.0))
        #expect(rows.map(\.1) == values.map(\.1))
    }

    @Test(.enabled(if: SQLiteVersion.linked >= SQLiteVersion(3, 35)))
    func rowsThatAreReturnedArePassedOver() throws {
        #expect(try database.executeMany("INSERT INTO person (name) VALUES (?) RETURNING name", ["ann", "bob"]) == 2)
        #expect(try names == ["ann", "bob"])
    }

    @Test func triggersAreNotCounted() throws {
        try database.execute("CREATE TABLE log (name)")
        try database.execute(
            "CREATE TRIGGER t AFTER INSERT ON person BEGIN INSERT INTO log VALUES (new.name), (new.name); END")
        #expect(try database.executeMany("INSERT INTO person (name) VALUES (?)", ["ann", "bob"]) == 2)
        #expect(database.intForQuery("SELECT count(*) FROM log") == 4)
    }

    // MARK: All or nothing

    @Test func aRowThatFailsUndoesAllAndIsNamed() throws {
        try database.execute("INSERT INTO person (name) VALUES ('cyd')")

        let error = thrown {
            try database.executeMany("INSERT INTO person (name) VALUES (?)", ["ann", "bob", "cyd", "dan"])
        }

        #expect(error?.extendedCode == .constraintUnique)
        #expect(error?.message == "UNIQUE constraint failed: person.name (row 2)")
        #expect(try names == ["cyd"])
        #expect(!database.isTransactionOpen)
    }

    @Test func withinATransactionOnlyTheRowsAreUndone() throws {
        try database.withTransaction {
            try database.execute("INSERT INTO person (name) VALUES ('cyd')")
            #expect(throws: FMError.self) {
                try database.executeMany("INSERT INTO person (name) VALUES (?)", ["ann", "cyd"])
            }
            try database.executeMany("INSERT INTO person (name) VALUES (?)", ["dan", "eve"])
        }

        #expect(try names == ["cyd", "dan", "eve"])
    }

    @Test func aCommitThatFailsUndoesAll() throws {
        try database.execute("PRAGMA foreign_keys = ON")
        try database.execute("CREATE TABLE child (parent REFERENCES person (name) DEFERRABLE INITIALLY DEFERRED)")

        let error = thrown { try database.executeMany("INSERT INTO child VALUES (?)", ["nobody"]) }

        #expect(error?.extendedCode == .constraintForeignKey)
        #expect(database.intForQuery("SELECT count(*) FROM child") == 0)
        #expect(!database.isTransactionOpen)
    }

    @Test func valuesThatDoNotFitTheStatement() throws {
        let few = thrown { try database.executeMany("INSERT INTO person (name, age) VALUES (?, ?)", ["ann"]) }
        let many = thrown { try database.executeMany("INSERT INTO person (name) VALUES (?)", [("ann", 7)]) }
        let name = "eve"
        let both = thrown { try database.executeMany("INSERT INTO person (name) VALUES (\(name))", ["ann"]) }
        let large = thrown { try database.executeMany("INSERT INTO person (age) VALUES (?)", [1, UInt64.max]) }

        #expect([few, many].map { $0?.resultCode } == [.range, .range])
        #expect(both?.resultCode == .misuse)
        #expect(large?.resultCode == .mismatch)
        #expect(large?.message.hasSuffix("(row 1)") == true)
        #expect(try names == [])
        #expect(!database.isTransactionOpen)
    }

    @Test func onAClosedDatabase() {
        database.close()
        #expect(thrown { try database.executeMany("SELECT ?", [1]) }?.resultCode == .misuse)
    }

    // MARK: A sequence that uses the database

    @Test func theSequenceMayReadAndWrite() throws {
        let database = database
        let values = (0..<3).lazy.map { number in
            database.intForQuery("SELECT count(*) FROM person").map { Int($0) * 10 + number }
        }

        #expect(try database.executeMany("INSERT INTO person (age) VALUES (?)", values) == 3)
        #expect(try database.rows("SELECT age FROM person", as: Int.self) == [0, 11, 22])
    }

    @Test func theSequenceMayRunTheSameStatement() throws {
        let database = database
        let values = ["ann", "bob"].lazy.map { name in
            _ = try? database.execute("INSERT INTO person (name) VALUES (?)", name + "'s twin")
            return name
        }

        #expect(try database.executeMany("INSERT INTO person (name) VALUES (?)", values) == 2)
        #expect(try names == ["ann's twin", "ann", "bob's twin", "bob"])
    }

    @Test func aSequenceThatClosesTheDatabaseFails() throws {
        let database = database
        let values = (0..<3).lazy.map { number in
            if number == 1 { database.close() }
            return number
        }

        let error = thrown { try database.executeMany("INSERT INTO person (age) VALUES (?)", values) }

        #expect(error?.resultCode == .abort)
        #expect(!database.isOpen)
    }

    @Test func aSequenceThatEndsTheTransactionFails() throws {
        let database = database
        let values = (0..<3).lazy.map { number in
            if number == 1 { _ = database.rollback() }
            return number
        }

        #expect(throws: FMError.self) { try database.executeMany("INSERT INTO person (age) VALUES (?)", values) }
        #expect(!database.isTransactionOpen)
    }

    @Test(arguments: [false, true]) func whatEndsTheTransactionWritesNothingMore(withinAnother: Bool) throws {
        let database = database
        try database.execute("INSERT INTO person (name) VALUES ('before')")
        func end(_ number: Int) -> Int {
            if number == 1 { _ = database.rollback() }
            return number
        }
        let sql: FMSQL = "INSERT INTO person (age) VALUES (?)"
        let forms: [() throws -> Int] = [
            { try database.executeMany(sql, (0..<3).lazy.map(end)) },
            {
                try database.executeMany(
                    "INSERT INTO person (age, note) VALUES (?, ?)", (0..<3).lazy.map { (end($0), $0) })
            },
            { try database.executeMany(sql, (0..<3).lazy.map { [end($0)] as FMArguments }) },
            { try database.executeMany(sql, 0..<3) { values, number in try values.add(end(number)) } },
        ]
        for form in forms {
            let error = thrown {
                if withinAnother { database.beginTransaction() }
                _ = try form()
            }
            #expect(error?.resultCode == .misuse)
            #expect(error?.batchIndex == 1)
            #expect(!database.isTransactionOpen)
            #expect(try names == ["before"])
        }
    }

    // MARK: Reuse

    @Test func theStatementIsCompiledOnceAndKept() throws {
        let text = "INSERT INTO person (age) VALUES (?)"
        let events = Locked<[FMEvent]>([])
        database.eventHandler = { event in events.withLock { $0.append(event) } }

        try database.executeMany("INSERT INTO person (age) VALUES (?)", 0..<10)
        try database.executeMany("INSERT INTO person (age) VALUES (?)", 10..<20)

        let (misses, hits, runs) = events.withLock { events in
            (
                events.count { if case .cacheMiss(text) = $0 { true } else { false } },
                events.count { if case .cacheHit(text) = $0 { true } else { false } },
                events.count { if case .statementEnded(let run) = $0 { run.sql == text } else { false } }
            )
        }
        #expect(misses == 1)
        #expect(hits == 1)
        #expect(runs == 20)
    }
}
