import FMDB
import FMDBTestHelpers
import Testing

private let interrupted = 9  // SQLITE_INTERRUPT

@Suite struct QueueInterruptTests {
    private let folder = TemporaryFolder()

    @Test func testB318_interruptFromAnotherThreadAbortsTheStatement() {
        let queue = FMDatabaseQueue()
        let begun = DispatchSemaphore(value: 0)
        let interrupter = BackgroundThreads.start {
            begun.arrives()
            queue.interrupt()
        }
        var failure: NSError?
        queue.inDatabase { database in
            database.logsErrors = false
            database.makeFunctionNamed("begun", arguments: 0) { _, _, _ in begun.signal() }
            failure = #expect(throws: NSError.self) {
                // Counts for a long time, and ends even if nobody interrupts it.
                let rows = try database.executeQuery(
                    """
                    WITH RECURSIVE counter (n) AS (SELECT begun() UNION ALL SELECT n + 1 FROM counter LIMIT 100000000)
                    SELECT count(*) FROM counter
                    """,
                    values: nil
                )
                try rows.nextWithError()
            }
        }
        #expect(interrupter.arrives())
        #expect(failure?.code == interrupted)
    }

    @Test func testB318_theQueueWorksAfterAnInterrupt() {
        let queue = FMDatabaseQueue()
        queue.interrupt()
        queue.inDatabase { database in
            NumberTable.create(in: database)
            #expect(NumberTable.insert(1, into: database))
        }
    }

    @Test func testD36_interruptOnAClosedQueueDoesNotReopenIt() throws {
        let queue = try #require(FMDatabaseQueue(path: folder.file()))
        queue.close()
        try FileManager.default.removeItem(atPath: folder.file())
        queue.interrupt()
        #expect(!FileManager.default.fileExists(atPath: folder.file()))
    }
}
