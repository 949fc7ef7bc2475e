#if os(Linux)
    import FMDB
    import FMDBTestHelpers
    import Testing

    /// Who holds a lock, where it is another process.
    @Suite struct ContentionProcessTests {
        private let folder = TemporaryFolder()

        /// The two processes on one file, both with a table.
        private func scene(_ mode: String) throws -> (holder: HolderProcess, db: FMDatabase) {
            let db = FMDatabase.file(folder.file())
            db.maxBusyRetryTimeInterval = 0
            #expect(try db.value(FMSQL(raw: "PRAGMA journal_mode = \(mode)"), as: String.self) == mode)
            try db.execute("CREATE TABLE person (name TEXT)")
            try db.execute("INSERT INTO person VALUES ('ann')")
            return (try HolderProcess(path: folder.file()), db)
        }

        private func expect(
            _ contention: FMError.Contention?, _ lock: FMError.Contention.Lock, by holder: HolderProcess,
            at location: SourceLocation = #_sourceLocation
        ) {
            #expect(contention?.lock == lock, sourceLocation: location)
            #expect(contention?.holders.map(\.processID) == [holder.processID], sourceLocation: location)
            #expect(contention?.holders.map(\.command) == ["FMDBLockHolder"], sourceLocation: location)
            #expect(contention?.holders.map(\.label) == [nil], sourceLocation: location)
            #expect(contention?.connectionsOnFile == 1, sourceLocation: location)
        }

        @Test(arguments: ["wal", "delete"])
        func aTransactionThatBeganImmediately(mode: String) throws {
            let (holder, db) = try scene(mode)
            #expect(try holder.answer(to: "BEGIN IMMEDIATE") == "ok")
            let error = try #require(thrown { try db.execute("DELETE FROM person") })
            expect(error.contention, .write, by: holder)
            #expect(error.contention?.hint == "process \(holder.processID) (FMDBLockHolder) holds the write lock")
        }

        @Test(arguments: ["wal", "delete"])
        func aTransactionThatHasWritten(mode: String) throws {
            let (holder, db) = try scene(mode)
            #expect(try holder.answer(to: "BEGIN; DELETE FROM person") == "ok")
            expect(thrown { try db.execute("BEGIN IMMEDIATE") }?.contention, .write, by: holder)
        }

        @Test func anExclusiveTransaction() throws {
            let (holder, db) = try scene("delete")
            #expect(try holder.answer(to: "BEGIN EXCLUSIVE") == "ok")
            expect(
                thrown { try db.value("SELECT count(*) FROM person", as: Int.self) }?.contention, .exclusive, by: holder
            )
        }

        @Test func aReaderThatKeepsACommitBack() throws {
            let (holder, db) = try scene("delete")
            #expect(try holder.answer(to: "hold SELECT name FROM person") == "ok")
            #expect(db.beginImmediateTransaction())
            try db.execute("DELETE FROM person")
            expect(thrown { try db.execute("COMMIT") }?.contention, .read, by: holder)
        }

        @Test func aReaderThatKeepsACheckpointBack() throws {
            let (holder, db) = try scene("wal")
            #expect(try holder.answer(to: "hold SELECT name FROM person") == "ok")
            try db.execute("DELETE FROM person")
            expect(thrown { try db.checkpoint(.truncate) }?.contention, .read, by: holder)
        }

        @Test func aReaderIsNotNamedBesideAWriter() throws {
            let (reader, db) = try scene("wal")
            let writer = try HolderProcess(path: folder.file())
            #expect(try reader.answer(to: "hold SELECT name FROM person") == "ok")
            #expect(try writer.answer(to: "BEGIN IMMEDIATE") == "ok")
            expect(thrown { try db.execute("DELETE FROM person") }?.contention, .write, by: writer)
        }

        @Test func aProcessThatOnlyHasTheFileOpenIsNotNamed() throws {
            let (holder, db) = try scene("wal")
            #expect(try holder.answer(to: "SELECT count(*) FROM person") == "ok")
            let other = FMDatabase.file(folder.file())
            #expect(other.beginImmediateTransaction())
            let contention = try #require(thrown { try db.execute("DELETE FROM person") }?.contention)
            #expect(contention.holders.map(\.processID) == [getpid()])
        }

        @Test func aLockOnAnotherFileIsNotNamed() throws {
            let (holder, db) = try scene("delete")
            let elsewhere = try HolderProcess(path: folder.file("b.db"))
            #expect(try elsewhere.answer(to: "BEGIN IMMEDIATE") == "ok")
            #expect(try holder.answer(to: "BEGIN IMMEDIATE") == "ok")
            expect(thrown { try db.execute("DELETE FROM person") }?.contention, .write, by: holder)
        }

        @Test(arguments: ["wal", "delete"])
        func aKilledProcessHoldsNothing(mode: String) throws {
            let (holder, db) = try scene(mode)
            #expect(try holder.answer(to: "BEGIN; DELETE FROM person") == "ok")
            #expect(thrown { try db.execute("DELETE FROM person") }?.resultCode == .busy)
            holder.kill()
            #expect(try db.value("SELECT count(*) FROM person", as: Int.self) == 1)
            #expect(thrown { try db.execute("DELETE FROM person") } == nil)
        }

        /// A look at the locks must not drop SQLite's own, which closing a second handle of the file would do.
        @Test(arguments: ["wal", "delete"])
        func theLookLeavesTheLocksOfThisProcess(mode: String) throws {
            let (holder, db) = try scene(mode)
            let refused = FMDatabase.file(folder.file())
            refused.maxBusyRetryTimeInterval = 0
            #expect(db.beginImmediateTransaction())
            #expect(thrown { try refused.execute("DELETE FROM person") }?.contention?.lock == .write)
            #expect(try holder.answer(to: "PRAGMA busy_timeout = 0; BEGIN IMMEDIATE") == "error 5 database is locked")
        }
    }
#endif
