import FMDB
import FMDBTestHelpers
import Testing

#if os(Linux)
    /// Another process that holds locks.
    @Suite struct TestProcessTests {
        private let folder = TemporaryFolder()

        @Test(arguments: ["DELETE", "WAL"], FMTestProcess.Lock.allCases)
        func theLockIsHeldUntilItIsReleased(_ journal: String, _ lock: FMTestProcess.Lock) throws {
            let database = FMDatabase.file(folder.file())
            database.maxBusyRetryTimeInterval = 0
            _ = try database.value("PRAGMA journal_mode = \(raw: journal)", as: String.self)
            try database.execute("CREATE TABLE t (a)")
            let process = try FMTestProcess(path: folder.file())
            try process.hold(lock)
            let reads = Result { try database.rows("SELECT a FROM t", as: Int.self) }
            let writes = Result { try database.execute("INSERT INTO t VALUES (1)") }
            #expect((try? reads.get()) == (journal == "DELETE" && lock == .exclusive ? nil : []))
            #expect((try? writes.get()) == (lock == .shared && journal == "WAL" ? 1 : nil))
            try process.release()
            try database.execute("INSERT INTO t VALUES (2)")
        }

        @Test func itsStatementsRunThere() throws {
            let process = try FMTestProcess(path: folder.file())
            try process.execute("CREATE TABLE t (a); -- a comment\nINSERT INTO t VALUES ('x\ny')")
            #expect(try FMDatabase.file(folder.file()).rows("SELECT a FROM t", as: String.self) == ["x\ny"])
            #expect(process.processID != ProcessInfo.processInfo.processIdentifier)
        }

        @Test func itsErrorsAreThrown() throws {
            let process = try FMTestProcess(path: folder.file())
            let error = #expect(throws: FMError.self) { try process.execute("SELECT * FROM missing") }
            #expect(error?.resultCode == .error)
            #expect(error?.message.contains("missing") == true)
            #expect(throws: FMError.self) { try process.release() }
        }

        @Test func afterAKillItsTransactionIsRolledBack() throws {
            let process = try FMTestProcess(path: folder.file())
            try process.execute("CREATE TABLE t (a); BEGIN; INSERT INTO t VALUES (1)")
            process.kill()
            #expect(try FMDatabase.file(folder.file()).rows("SELECT a FROM t", as: Int.self) == [])
            let error = #expect(throws: FMError.self) { try process.execute("COMMIT") }
            #expect(error?.resultCode == .abort)
        }

        @Test func aDatabaseThatCannotBeOpenedIsAnError() throws {
            let error = #expect(throws: FMError.self) { try FMTestProcess(path: folder.file("missing/test.db")) }
            #expect(error?.resultCode == .cantOpen)
        }
    }
#endif
