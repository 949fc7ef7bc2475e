import FMDB
import Foundation
import FMDBTestHelpers
import Testing

/// Handlers of commits and rollbacks.
@Suite struct EndHandlerTests {
    private let db: FMDatabase = SilentDatabase(path: nil)
    private let events = Locked<[String]>([])

    init() throws {
        #expect(db.open())
        try db.execute("CREATE TABLE t (a)")
    }

    private var rows: [Int] { get throws { try db.rows("SELECT a FROM t ORDER BY a", as: Int.self) } }

    private func refuse(_ error: any Error) throws {
        try db.setCommitHandler { [events] in
            events.withLock { $0.append("commit") }
            throw error
        }
        try db.setRollbackHandler { [events] in events.withLock { $0.append("rollback") } }
    }

    @Test func aCommitIsRefusedWithTheErrorOfTheHandler() throws {
        try refuse(FMError(.readOnly, "the book is closed"))
        let error = thrown { try db.withTransaction { try db.execute("INSERT INTO t VALUES (1)") } }
        #expect(error?.extendedCode == .readOnly)
        #expect(error?.message == "the book is closed")
        #expect((error?.userInfo[NSUnderlyingErrorKey] as? FMError)?.message == "the book is closed")
        #expect(events.value == ["commit", "rollback"])
        #expect(!db.isTransactionOpen)
        try db.setCommitHandler(nil)
        #expect(try rows == [])
    }

    @Test func anyOtherErrorIsAConstraint() throws {
        try refuse(Regret())
        let error = thrown { try db.execute("INSERT INTO t VALUES (1)") }
        #expect(error?.resultCode == .constraint)
        #expect(error?.underlyingError is Regret)
        #expect(error?.message == "Regret()")
        try db.setCommitHandler(nil)
        #expect(try rows == [])
    }

    @Test func anErrorWithADescriptionForPeopleHasThatAsItsMessage() throws {
        struct Closed: LocalizedError { var errorDescription: String? { "the book is closed" } }
        try refuse(Closed())
        let error = thrown { try db.execute("INSERT INTO t VALUES (1)") }
        #expect(error?.message == "the book is closed")
        #expect(error?.underlyingError is Closed)
    }

    @Test func fmdbsCallsTellItToo() throws {
        try refuse(FMError(.readOnly, "the book is closed"))
        #expect(db.beginTransaction())
        #expect(db.executeUpdate("INSERT INTO t VALUES (1)", withArgumentsIn: []))
        #expect(!db.commit())
        #expect(db.lastErrorMessage().contains("the book is closed") || db.lastErrorMessage().contains("constraint"))
        #expect(!db.isTransactionOpen)
    }

    @Test func aScriptThatCommitsIsRefused() throws {
        try refuse(Regret())
        #expect(!db.executeStatements("BEGIN; INSERT INTO t VALUES (1); COMMIT; INSERT INTO t VALUES (2)"))
        try db.setCommitHandler(nil)
        #expect(try rows == [])
    }

    @Test func aTransactionThatHasWrittenNothingIsNotAsked() throws {
        try refuse(Regret())
        try db.withTransaction(.deferred) { _ = try rows }
        #expect(events.value == [])
    }

    @Test func whatIsWantedIsCommitted() throws {
        try db.setCommitHandler { [events] in events.withLock { $0.append("commit") } }
        try db.setRollbackHandler { [events] in events.withLock { $0.append("rollback") } }
        try db.withTransaction {
            try db.execute("INSERT INTO t VALUES (1)")
            try? db.withSavePoint {
                try db.execute("INSERT INTO t VALUES (2)")
                throw Regret()
            }
        }
        #expect(events.value == ["commit"])
        #expect(try rows == [1])
        #expect(throws: Regret.self) {
            try db.withTransaction {
                try db.execute("INSERT INTO t VALUES (3)")
                throw Regret()
            }
        }
        #expect(events.value == ["commit", "rollback"])
        #expect(try rows == [1])
    }

    @Test func theHandlersMustNotUseTheDatabase() throws {
        let failures = Locked<[FMError?]>([])
        let use = { [db] in
            let error = thrown { try db.execute("INSERT INTO t VALUES (9)") }
            failures.withLock { $0.append(error) }
        }
        try db.setCommitHandler { use() }
        try db.setRollbackHandler { use() }
        try db.execute("INSERT INTO t VALUES (1)")
        #expect(throws: Regret.self) {
            try db.withTransaction {
                try db.execute("INSERT INTO t VALUES (3)")
                throw Regret()
            }
        }
        #expect(failures.value.map { $0?.resultCode } == [.misuse, .misuse])
        try db.setCommitHandler(nil)
        try db.setRollbackHandler(nil)
        #expect(try rows == [1])
    }

    @Test func anErrorOfTheHandlerIsNotThatOfALaterStatement() throws {
        try refuse(FMError(.readOnly, "the book is closed"))
        _ = thrown { try db.execute("INSERT INTO t VALUES (1)") }
        try db.setCommitHandler(nil)
        let error = thrown { try db.execute("INSERT INTO missing VALUES (1)") }
        #expect(error?.message == "no such table: missing")
        try db.execute("CREATE TABLE u (a CHECK (a > 0))")
        #expect(thrown { try db.execute("INSERT INTO u VALUES (-1)") }?.message.contains("CHECK") == true)
    }

    @Test func aQueueRefusesToo() async throws {
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.groupCommit = FMDatabaseCoordinator.GroupCommit()
        let isClosed = Locked(false)
        configuration.configure = { db in
            try db.setCommitHandler { if isClosed.value { throw FMError(.readOnly, "the book is closed") } }
        }
        let folder = TemporaryFolder()
        let pool = FMDatabasePool(path: folder.file(), configuration: configuration)
        try await pool.write { try $0.execute("CREATE TABLE t (a)") }
        try await pool.write { try $0.execute("INSERT INTO t VALUES (1)") }
        isClosed.withLock { $0 = true }
        let refusals = await withTaskGroup(of: FMError?.self) { group in
            for number in 2..<8 {
                group.addTask {
                    do {
                        try await pool.write { try $0.execute("INSERT INTO t VALUES (\(number))") }
                        return nil
                    } catch {
                        return error as? FMError
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(refusals.map { $0?.extendedCode } == [FMResultCode?](repeating: .readOnly, count: 6))
        #expect(try await pool.read { try $0.rows("SELECT a FROM t", as: Int.self) } == [1])
    }
}
