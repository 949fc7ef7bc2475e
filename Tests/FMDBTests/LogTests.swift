import FMDB
import FMDBTestHelpers
import Testing

/// The log handler is shared by all databases, so these tests run one after the other, and each hears the messages of its
/// own file alone.
@Suite(.serialized) struct LogTests {
    let folder = TemporaryFolder()

    /// The messages of a database on the test's file during a body; those of others go on to where they went before.
    func messages(_ body: (FMDatabase) throws -> Void) rethrows -> [FMLogMessage] {
        let path = folder.file()
        let heard = Locked<[FMLogMessage]>([])
        let before = FMDatabase.logHandler
        FMDatabase.logHandler = { message in
            guard message.path == path else { return before(message) }
            heard.withLock { $0.append(message) }
        }
        defer { FMDatabase.logHandler = before }
        let db = FMDatabase(path: path)
        db.open()
        defer { db.close() }
        try body(db)
        return heard.value
    }

    @Test func aFailureOfFMDBsCallsIsAMessage() throws {
        let messages = messages { db in
            db.executeUpdate("INSERT INTO nowhere VALUES (?)", withArgumentsIn: ["s3cr3t"])
        }

        let message = try #require(messages.first)
        #expect(messages.count == 1)
        #expect(message.level == .error)
        #expect(message.text.hasPrefix("no such table: nowhere - the open file is \(folder.file())"))
        #expect(message.sql == "INSERT INTO nowhere VALUES (?)")
        #expect(message.path == folder.file())
        #expect(message.error?.resultCode == .error)
    }

    @Test func aWarningIsAMessage() throws {
        let messages = messages { db in
            let rows = db.executeQuery("SELECT 1 AS x", withArgumentsIn: [])
            rows?.next()
            #expect(rows?.string(forColumn: "y") == nil)
        }

        #expect(messages.map(\.level) == [.warning])
        #expect(messages.first?.text == "the query has no column named y")
        #expect(messages.first?.error == nil)
    }

    @Test func whatIsThrownIsNotLogged() throws {
        struct Row: Decodable { var a: Int }
        let messages = messages { db in
            #expect(thrown { try db.execute("nonsense") } != nil)
            #expect(thrown { try db.execute("SELECT abs(\(Int64.min))") } != nil)
            #expect(thrown { try db.value("SELECT abs(\(Int64.min))", as: Int.self) } != nil)
            #expect(thrown { try db.rows("SELECT abs(\(Int64.min))", as: Int.self) } != nil)
            #expect(thrown { try db.rows("SELECT 1", as: Row.self) } != nil)
            #expect(thrown { try db.forEachRow("SELECT abs(\(Int64.min))") { _ in } } != nil)
            #expect(thrown { try db.query("SELECT abs(\(Int64.min))").nextRow() } != nil)
            #expect(thrown { try db.query("SELECT ?") } != nil)
            #expect(thrown { try db.withTransaction { try db.execute("nonsense") } } != nil)
            #expect(thrown { try db.withSavePoint { try db.execute("nonsense") } } != nil)
        }

        #expect(messages.isEmpty)
    }

    @Test func aRollbackBySQLiteIsNotTriedAgain() throws {
        let messages = try messages { db in
            try db.execute("CREATE TABLE t (x UNIQUE)")
            try db.execute("INSERT INTO t VALUES (1)")
            let conflict: FMSQL = "INSERT OR ROLLBACK INTO t VALUES (1)"
            #expect(thrown { try db.withTransaction { try db.execute(conflict) } } != nil)
            #expect(thrown { try db.withSavePoint { try db.execute(conflict) } } != nil)
        }

        // A second rollback would fail, and that would be logged.
        #expect(messages.isEmpty)
    }

    @Test func logsErrorsSilencesErrorsAndWarnings() {
        let messages = messages { db in
            db.logsErrors = false
            db.executeUpdate("nonsense", withArgumentsIn: [])
            let rows = db.executeQuery("SELECT 1 AS x", withArgumentsIn: [])
            rows?.next()
            #expect(rows?.string(forColumn: "y") == nil)
        }

        #expect(messages.isEmpty)
    }

    // MARK: Tracing

    @Test func tracingShowsTheSQLAndItsValues() throws {
        let messages = try messages { db in
            try db.execute("CREATE TABLE t (a, b)")
            db.traceExecution = true
            try db.execute("INSERT INTO t VALUES (\("interpolated"), \(7))")
            try db.execute("INSERT INTO t VALUES (?, ?)", "listed", 8)
            try db.execute(FMSQL(raw: "DELETE FROM t WHERE a = :name", arguments: ["name": "named"]))
            try db.execute("DELETE FROM t")
        }

        #expect(messages.map(\.level) == [.trace, .trace, .trace, .trace])
        let expected: [(String, [String])] = [
            ("INSERT INTO t VALUES (?, ?)", ["'interpolated'", "7"]),
            ("INSERT INTO t VALUES (?, ?)", ["'listed'", "8"]),
            ("DELETE FROM t WHERE a = :name", ["name", "'named'"]), ("DELETE FROM t", []),
        ]
        for (message, (sql, values)) in zip(messages, expected) {
            #expect(message.sql == sql)
            #expect(values.allSatisfy { message.text.contains($0) })
        }
    }

    @Test func everyCallIsTraced() throws {
        struct Row: Decodable { var a: Int }
        let messages = try messages { db in
            db.traceExecution = true
            try db.execute("SELECT 1")
            try db.query("SELECT 2").close()
            try db.query("SELECT ?", 3).close()
            _ = try db.value("SELECT 4", as: Int.self)
            _ = try db.value("SELECT ?", 5, as: Int.self)
            _ = try db.rows("SELECT 6", as: Int.self)
            _ = try db.rows("SELECT 7, 7", as: (Int, Int).self)
            _ = try db.rows("SELECT 8 AS a", as: Row.self)
            try db.forEachRow("SELECT 9") { _ in }
        }

        #expect(
            messages.map(\.sql) == [
                "SELECT 1", "SELECT 2", "SELECT ?", "SELECT 4", "SELECT ?", "SELECT 6", "SELECT 7, 7", "SELECT 8 AS a",
                "SELECT 9",
            ])
    }

    @Test func valuesThatWereGivenUpAreNotTraced() throws {
        let messages = try messages { db in
            try db.execute("CREATE TABLE t (a)")
            db.traceExecution = true
            try db.execute("INSERT INTO t VALUES (?)") { values in
                try values.add("given up")
                values.startOver()
                try values.add("taken")
            }
        }

        #expect(messages.count == 1)
        #expect(messages.first?.text.contains("'taken'") == true)
        #expect(messages.first?.text.contains("given up") == false)
    }

    @Test func withoutTracingNothingIsTraced() throws {
        let messages = try messages { db in
            db.traceExecution = true
            db.traceExecution = false
            try db.execute("SELECT \("value")")
        }

        #expect(messages.isEmpty)
    }

    @Test func errorsAndWarningsNeverShowTheValuesOfArguments() {
        let secret = "s3cr3t"
        let messages = messages { db in
            db.executeStatements("CREATE TABLE t (x UNIQUE)")
            for _ in 1...2 { db.executeUpdate("INSERT INTO t VALUES (?)", withArgumentsIn: [secret]) }
            db.executeUpdate("INSERT INTO t VALUES (:x)", withParameterDictionary: ["x": secret])
            db.executeUpdate("INSERT INTO t VALUES (:y)", withParameterDictionary: ["x": secret])
            db.executeUpdate("INSERT INTO t VALUES (3)", withParameterDictionary: ["x": secret])
            db.executeUpdate("INSERT INTO t VALUES (?, ?)", withArgumentsIn: [secret])
            #expect(db.executeQuery("SELECT ?, ?", withArgumentsIn: [secret]) == nil)
        }

        #expect(messages.count >= 6)
        for message in messages {
            #expect(!"\(message.text) \(message.sql ?? "") \(String(describing: message.error))".contains(secret))
        }
    }

    // MARK: The handler

    @Test func aMessageOfADatabaseInMemoryHasNoPath() {
        let heard = Locked<[String]>([])
        let before = FMDatabase.logHandler
        FMDatabase.logHandler = { message in
            guard message.text.hasPrefix("no such table: the_log_test") else { return before(message) }
            heard.withLock { $0.append(message.path ?? "no path") }
        }
        defer { FMDatabase.logHandler = before }

        let db = FMDatabase(path: nil)
        db.open()
        db.executeUpdate("DELETE FROM the_log_test", withArgumentsIn: [])

        #expect(heard.value == ["no path"])
    }

    @Test func theLatestHandlerIsCalled() {
        let path = folder.file()
        let messages = messages { db in
            let before = FMDatabase.logHandler
            FMDatabase.logHandler = { message in
                if message.path != path { before(message) }
            }
            db.executeUpdate("nonsense", withArgumentsIn: [])
            FMDatabase.logHandler = before
            db.executeUpdate("more nonsense", withArgumentsIn: [])
        }

        #expect(messages.map(\.sql) == ["more nonsense"])
    }
}
