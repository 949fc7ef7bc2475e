import FMDB
import FMDBTestHelpers
import Testing

#if os(Linux) || os(macOS)
    /// `crashOnErrors`, and what a database writes where nobody has set a log handler. Each test runs a process of its own.
    @Suite struct CrashAndLogTests {
        @Test func testB041_aPrepareErrorStopsTheProcess() async {
            await #expect(processExitsWith: .failure) {
                let db = FMDatabase.memory()
                db.crashOnErrors = true
                db.executeUpdate("nonsense", withArgumentsIn: [])
            }
        }

        @Test func testB041_theUseOfAClosedDatabaseStopsTheProcess() async {
            await #expect(processExitsWith: .failure) {
                let db = FMDatabase.memory()
                db.close()
                db.crashOnErrors = true
                db.executeUpdate("CREATE TABLE t (x)", withArgumentsIn: [])
            }
        }

        @Test func testB041_aCheckpointErrorStopsTheProcess() async {
            await #expect(processExitsWith: .failure) {
                let db = FMDatabase.memory()
                db.crashOnErrors = true
                try? db.checkpoint(.passive, name: "unknown")
            }
        }

        @Test func testB041_aStepErrorDoesNotStopTheProcess() async {
            await #expect(processExitsWith: .success) {
                let db = FMDatabase.memory()
                db.crashOnErrors = true
                db.executeUpdate("CREATE TABLE t (x NOT NULL)", withArgumentsIn: [])
                #expect(!db.executeUpdate("INSERT INTO t VALUES (NULL)", withArgumentsIn: []))
                #expect(db.lastErrorCode() == 19)
            }
        }

        @Test func testB041_aBindErrorDoesNotStopTheProcess() async {
            await #expect(processExitsWith: .success) {
                let db = FMDatabase.memory()
                db.crashOnErrors = true
                #expect(!db.executeUpdate("SELECT ?", withArgumentsIn: []))
                #expect(db.executeQuery("SELECT ?", withArgumentsIn: []) == nil)
            }
        }

        @Test func testD38_aThrowingFormStopsTheProcessInEveryBuild() async {
            await #expect(processExitsWith: .failure) {
                let db = FMDatabase.memory()
                db.crashOnErrors = true
                _ = try? db.executeQuery("nonsense", values: nil)
            }
        }

        @Test func testB042_logsErrorsSwitchesTheMessagesOfErrors() async {
            let result = await #expect(
                processExitsWith: .success, observing: [\.standardOutputContent, \.standardErrorContent]
            ) {
                let db = FMDatabase.memory()
                db.logsErrors = false
                db.executeUpdate("INSERT INTO quiet_update VALUES (1)", withArgumentsIn: [])
                db.executeStatements("INSERT INTO quiet_statements VALUES (1)")
                try? db.checkpoint(.passive, name: "quiet_checkpoint")
                db.logsErrors = true
                db.executeUpdate("INSERT INTO loud_update VALUES (1)", withArgumentsIn: [])
                db.executeStatements("INSERT INTO loud_statements VALUES (1)")
                try? db.checkpoint(.passive, name: "loud_checkpoint")
            }

            let log = written(result)
            #expect(log.contains("loud_update"))
            #expect(log.contains("loud_statements"))
            #expect(log.contains("loud_checkpoint"))
            #expect(!log.contains("quiet"))
        }

        @Test func testB043_traceExecutionWritesTheSQLAndItsArguments() async {
            let result = await #expect(
                processExitsWith: .success, observing: [\.standardOutputContent, \.standardErrorContent]
            ) {
                let db = FMDatabase.memory()
                db.executeUpdate("CREATE TABLE untraced (x)", withArgumentsIn: [])
                db.traceExecution = true
                db.executeUpdate("CREATE TABLE traced (x)", withArgumentsIn: [])
                db.executeUpdate("INSERT INTO traced VALUES (?)", withArgumentsIn: ["argument of an update"])
                let rows = db.executeQuery("SELECT x, ? AS y FROM traced", withArgumentsIn: ["argument of a query"])
                #expect(drawn(rows) == "x                       | y\n'argument of an update' | 'argument of a query'")
            }

            let log = written(result)
            #expect(log.contains("CREATE TABLE traced (x)"))
            #expect(log.contains("INSERT INTO traced VALUES (?)"))
            #expect(log.contains("SELECT x, ? AS y FROM traced"))
            #expect(log.contains("argument of an update"))
            #expect(log.contains("argument of a query"))
            #expect(!log.contains("untraced"))
        }

        @Test func testD06_logsErrorsSilencesEveryMessage() async {
            let result = await #expect(
                processExitsWith: .success, observing: [\.standardOutputContent, \.standardErrorContent]
            ) {
                let folder = TemporaryFolder()
                let closed = FMDatabase(path: folder.file("missing/test.db"))
                closed.logsErrors = false
                #expect(!closed.open())
                #expect(!closed.executeUpdate("CREATE TABLE t (x)", withArgumentsIn: []))

                let db = FMDatabase.file(folder.file())
                db.executeUpdate("CREATE TABLE t (x NOT NULL)", withArgumentsIn: [])
                #expect(!db.executeUpdate("INSERT INTO t VALUES (NULL)", withArgumentsIn: []))
                #expect(!db.executeUpdate("INSERT INTO t VALUES (?)", withArgumentsIn: []))
                #expect(!db.executeUpdate("INSERT INTO t VALUES (:x)", withParameterDictionary: ["y": 1]))
                let rows = db.executeQuery("SELECT 1 AS x", withArgumentsIn: [])
                #expect(rows?.next() == true)
                #expect(rows?.string(forColumn: "unknown") == nil)
                rows?.close()

                let other = FMDatabase.file(folder.file())
                other.maxBusyRetryTimeInterval = 0
                #expect(db.beginExclusiveTransaction())
                #expect(!other.executeUpdate("INSERT INTO t VALUES (1)", withArgumentsIn: []))
                #expect(db.rollback())
            }

            #expect(written(result) == "")
        }

        @Test func testD30_aRefusedCloseIsFalse() async {
            await #expect(processExitsWith: .success) {
                let db = FMDatabase.memory()
                var closed: Bool?
                db.makeFunctionNamed("close_database", arguments: 0) { [unowned db] context, _, _ in
                    // The statement that calls this function is running, so SQLite cannot let go of the connection.
                    closed = db.close()
                    db.resultInt(7, context: context)
                }

                let rows = db.executeQuery("SELECT close_database()", withArgumentsIn: [])
                rows?.next()
                rows?.close()

                #expect(closed == false)
                #expect(db.isOpen)
                #expect(db.close())
            }
        }
    }

    /// What an observed process wrote.
    private func written(_ result: ExitTest.Result?) -> String {
        guard let result else { return "no result" }
        return String(decoding: result.standardOutputContent + result.standardErrorContent, as: UTF8.self)
    }
#endif
