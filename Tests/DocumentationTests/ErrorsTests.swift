import FMDB
import FMDBTestHelpers
import Testing

/// The examples of the article about errors, and what else it says.
@Suite struct ErrorsTests {
    private let folder = TemporaryFolder()

    // MARK: Catching

    private func answer(name: String, age: Int, in db: FMDatabase) throws -> String? {
        var answer: String?
        do {
            try db.execute("INSERT INTO person (name, age) VALUES (\(name), \(age))")
        } catch {
            switch error.extendedCode {
            case .constraintUnique: answer = "the name is taken"
            case .constraint: answer = "some other rule is broken"
            default: throw error
            }
        }
        return answer
    }

    @Test func aPrimaryCodeMatchesItsExtendedCodes() throws {
        let db = FMDatabase.memory()
        try db.execute("CREATE TABLE person (name TEXT UNIQUE, age INTEGER CHECK (age > 0))")
        try db.execute("INSERT INTO person (name) VALUES ('ann')")
        #expect(try answer(name: "cid", age: 1, in: db) == nil)
        #expect(try answer(name: "ann", age: 1, in: db) == "the name is taken")
        #expect(try answer(name: "dan", age: -1, in: db) == "some other rule is broken")
        try db.execute("DROP TABLE person")
        #expect(throws: FMError.self) { try answer(name: "cid", age: 1, in: db) }
    }

    @Test func anErrorThrownThroughABlock() throws {
        let queue = try People.queue()
        let (oldName, name) = ("bob", "ann")
        var answer: String?
        do {
            try queue.withTransaction { db in
                try db.execute("DELETE FROM person WHERE name = \(oldName)")
                try db.execute("INSERT INTO person (name) VALUES (\(name))")
            }
        } catch let error as FMError where error.extendedCode == .constraintUnique {
            answer = "the name is taken"
        }
        #expect(answer == "the name is taken")
        #expect(try People.names(in: queue) == ["ann", "bob"])
    }

    @Test func anErrorAsNSError() throws {
        let db = try People.database()
        let name = "ann"
        var answer: String?
        do {
            try db.executeUpdate("INSERT INTO person (name) VALUES (?)", values: [name])
        } catch let error as NSError {
            answer = "\(error.domain) \(error.code): \(error.localizedDescription)"
        }
        #expect(answer == "FMDatabase 19: UNIQUE constraint failed: person.name")
    }

    // MARK: The state of the connection

    @Test func theState() throws {
        let db = try People.database()
        let name = "ann"
        var answer: String?
        if !db.executeUpdate("INSERT INTO person (name) VALUES (?)", withArgumentsIn: [name]) {
            answer = "\(db.lastErrorCode()): \(db.lastErrorMessage())"
        }
        #expect(answer == "19: UNIQUE constraint failed: person.name")
    }

    /// What an update throws in FMDB's spelling and in the modern one.
    private func thrownCodes(_ db: FMDatabase) -> [FMResultCode?] {
        [
            #expect(throws: FMError.self) { try db.executeUpdate("SELECT 1", values: nil) }?.resultCode,
            #expect(throws: FMError.self) { try db.execute("SELECT 1") }?.resultCode,
        ]
    }

    @Test func theStateOfADatabaseThatIsNotOpen() {
        let db = FMDatabase(path: folder.file("missing/test.db"))
        db.logsErrors = false
        #expect(db.lastErrorCode() == 7)
        #expect(!db.open())
        #expect(db.lastErrorCode() == 14)
        #expect(thrownCodes(db) == [.cantOpen, .cantOpen])
        db.close()
        #expect(thrownCodes(db) == [.noMemory, .misuse])
    }

    // MARK: Locks

    @Test func whoHoldsTheLock() throws {
        let other = FMDatabase.file(folder.file("people.db"))
        try other.execute("CREATE TABLE person (name TEXT)")
        let db = FMDatabase.file(folder.file("people.db"))
        db.maxBusyRetryTimeInterval = 0
        #expect(other.executeStatements("BEGIN IMMEDIATE"))
        var answer = ""
        do {
            try db.execute("DELETE FROM person")
        } catch {
            answer = error.contention?.hint ?? error.message
        }
        #expect(answer.hasPrefix("the connection \"people.db\" holds the write lock, begun "))
        #expect(answer.hasSuffix(" ago: BEGIN IMMEDIATE; 2 connections of this process are open on this file"))
    }

    // MARK: Transactions

    @Test func aTransactionThatCannotBegin() throws {
        let name = "cid"
        let other = FMDatabase.file(folder.file())
        try other.execute("CREATE TABLE person (name TEXT)")
        let queue = try #require(FMDatabaseQueue(path: folder.file()))
        queue.inDatabase { db in
            db.logsErrors = false
            db.maxBusyRetryTimeInterval = 0
        }
        #expect(other.beginExclusiveTransaction())
        var answer: String?
        queue.inImmediateTransaction { db, rollback in
            db.executeUpdate("INSERT INTO person (name) VALUES (?)", withArgumentsIn: [name])
        }
        if let error = queue.lastTransactionError {
            answer = error.localizedDescription  // database is locked
        }
        #expect(answer == "database is locked")
        #expect(other.rollback())
        #expect(try other.value("SELECT count(*) FROM person", as: Int.self) == 0)
    }

    // MARK: The log

    #if os(Linux) || os(macOS)
        /// The handler serves the whole process, so the test has a process of its own.
        @Test func theLogGoesToTheHandler() async {
            await #expect(processExitsWith: .success) {
                let logger = Logger()
                FMDatabase.logHandler = { message in
                    logger.log("\(message.level): \(message.text)")
                }
                let db = FMDatabase()
                #expect(!db.executeUpdate("SELECT 1", withArgumentsIn: []))
                #expect(
                    logger.lines.value == [
                        "error: the database is not open - call open() first; the db passed to a block is valid only inside that block"
                    ])
                #expect(db.open())
                #expect(throws: FMError.self) { try db.execute("nonsense") }
                db.logsErrors = false
                #expect(!db.executeUpdate("nonsense", withArgumentsIn: []))
                #expect(logger.lines.value.count == 1)
            }
        }
    #endif
}

/// Stands for an app's log.
private struct Logger: Sendable {
    let lines = Locked<[String]>([])

    func log(_ line: String) {
        lines.withLock { $0.append(line) }
    }
}
