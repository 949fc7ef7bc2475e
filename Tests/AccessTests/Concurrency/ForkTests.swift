#if os(Linux)
    import FMDB
    import FMDBTestHelpers
    import Testing

    /// Connections that a process takes into a child by `fork`, which SQLite does not allow.
    @Suite struct ForkTests {
        private let folder = TemporaryFolder()
        private static let refused = Array(repeating: "21", count: 8).joined(separator: " ")

        /// ThreadSanitizer lets no child of a process with threads start one of its own.
        private static let mayStartThreads = dlsym(nil, "__tsan_init") == nil

        private func scene(_ mode: String) throws -> (holder: HolderProcess, db: FMDatabase) {
            let db = FMDatabase.file(folder.file())
            db.maxBusyRetryTimeInterval = 0
            #expect(try db.value(FMSQL(raw: "PRAGMA journal_mode = \(mode)"), as: String.self) == mode)
            try db.execute("CREATE TABLE t (a)")
            try db.execute("INSERT INTO t VALUES ('first'), ('second')")
            return (try HolderProcess(path: folder.file()), db)
        }

        @Test(arguments: ["wal", "delete"]) func everyUseInTheChildIsRefused(mode: String) throws {
            let (holder, db) = try scene(mode)
            #expect(try holder.answer(to: "SELECT * FROM t") == "ok")
            #expect(try holder.answer(to: "fork") == Self.refused + " closed")
            #expect(try holder.answer(to: "INSERT INTO t VALUES ('third')") == "ok")
            #expect(try db.value("SELECT count(*) FROM t", as: Int.self) == 3)
        }

        @Test(arguments: ["wal", "delete"]) func closingInTheChildLeavesTheParentsTransaction(mode: String) throws {
            let (holder, db) = try scene(mode)
            #expect(try holder.answer(to: "BEGIN; INSERT INTO t VALUES ('parent')") == "ok")
            #expect(try holder.answer(to: "fork") == Self.refused + " closed")
            #expect(thrown { try db.execute("BEGIN IMMEDIATE") }?.resultCode == .busy)
            #expect(try holder.answer(to: "COMMIT") == "ok")
            #expect(try db.rows("SELECT a FROM t", as: String.self) == ["first", "second", "parent"])
            #expect(try db.value("PRAGMA integrity_check", as: String.self) == "ok")
        }

        @Test(arguments: ["wal", "delete"]) func aResultSetThatWasOpenIsRefusedInTheChildAlone(mode: String) throws {
            let (holder, db) = try scene(mode)
            #expect(try holder.answer(to: "hold SELECT a FROM t") == "ok")
            #expect(try holder.answer(to: "fork") == Self.refused + " 21 closed")
            #expect(try holder.answer(to: "INSERT INTO t VALUES ('third')") == "ok")
            #expect(try db.value("SELECT count(*) FROM t", as: Int.self) == 3)
        }

        @Test(.enabled(if: mayStartThreads)) func queuesAndPoolsAreRefusedAndCloseWithoutAHang() throws {
            let (holder, db) = try scene("wal")
            let answer = try holder.answer(to: "fork coordinators")
            #expect(answer == "21 21 21 21 21 closed")
            // When it answers again, the parent has used its queue too.
            #expect(try holder.answer(to: "SELECT 1") == "ok")
            #expect(try db.rows("SELECT a FROM t", as: String.self) == ["first", "second", "group", "parent"])
        }

        /// A lock that another thread has when the process is forked stays locked in the child for ever.
        @Test(.enabled(if: mayStartThreads)) func aForkWhileOtherThreadsAreAtWorkLeavesNoLockBehind() throws {
            let holder = try HolderProcess(path: folder.file())
            let answer = try holder.answer(to: "fork at work")
            #expect(answer == "20 ended")
        }

        @Test(.enabled(if: mayStartThreads)) func whatTheChildAsksOfInheritedObjectsWaitsForNoThreadOfTheParent() throws
        {
            let holder = try HolderProcess(path: folder.file())
            let answer = try holder.answer(to: "fork asking")
            #expect(answer == "20 ended")
        }

        @Test func theChildOfAChildMayNotOpenWhatEitherHasOpen() throws {
            let (holder, db) = try scene("wal")
            #expect(try holder.answer(to: "fork again") == "21 21 0 21")
            #expect(try holder.answer(to: "INSERT INTO t VALUES ('third')") == "ok")
            #expect(try db.value("SELECT count(*) FROM t", as: Int.self) == 3)
        }

        /// The answers are 21 for each way to attach the file, and 0 for one that the parent does not have open.
        @Test(arguments: ["wal", "delete"]) func theChildMayNotAttachAFileThatTheParentHasOpen(mode: String) throws {
            let (holder, db) = try scene(mode)
            #expect(try holder.answer(to: "fork attach") == "21 21 21 21 21 0 0 main six")
            #expect(try holder.answer(to: "INSERT INTO t VALUES ('third')") == "ok")
            #expect(try db.value("SELECT count(*) FROM t", as: Int.self) == 3)
        }

        /// SQLite's locks do not hold there: what the child commits is lost as soon as the parent closes the file.
        @Test(.enabled(if: mayStartThreads)) func theChildMayNotOpenAFileThatTheParentHasOpen() throws {
            let (holder, db) = try scene("wal")
            let answer = try holder.answer(to: "fork own")
            #expect(answer == "21 21 0 9 unobserved")
            #expect(try holder.answer(to: "SELECT 1") == "ok")
            #expect(try db.rows("SELECT a FROM t", as: String.self) == ["first", "second", "group", "parent"])
        }
    }
#endif
