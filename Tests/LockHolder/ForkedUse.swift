#if os(Linux)
    import Dispatch
    import FMDB
    import FMDBTestHelpers

    /// What becomes of open connections in a child that `fork` has made. Swift does not offer that function, so it is looked
    /// up by its name.
    enum ForkedUse {
        private typealias Fork = @convention(c) () -> Int32

        /// Runs a body in a child and waits for the child's end.
        ///
        /// - Returns: whether the child came to the end of the body.
        static func inChild(_ body: () -> Void) -> Bool {
            guard let symbol = dlsym(nil, "fork") else { return false }
            let fork = unsafeBitCast(symbol, to: Fork.self)
            let child = fork()
            if child == 0 {
                // A child that hangs is a failure, and not a test without an end.
                alarm(120)
                body()
                _exit(0)
            }
            var status: Int32 = -1
            waitpid(child, &status, 0)
            return status == 0
        }

        /// Uses a database, and a result set that was open before, in each way, and closes both.
        ///
        /// - Returns: the codes of the failures, in the order of the uses.
        static func use(_ db: FMDatabase, _ held: FMResultSet?, _ say: (String) -> Void) -> Bool {
            inChild {
                var codes = [
                    code { try db.execute("INSERT INTO t VALUES ('child')") },
                    code { try db.value("SELECT count(*) FROM t", as: Int.self) },
                    code { try db.executeUpdate("DELETE FROM t", values: nil) },
                    code { try db.withTransaction {} },
                    code { try db.checkpoint(.passive) },
                    db.executeStatements("DELETE FROM t") ? 0 : 21,
                    db.commit() ? 0 : 21, db.rollback() ? 0 : 21,
                ]
                if let held { codes.append(code { _ = try held.nextRow() }) }
                held?.close()
                let isClosed = db.close()
                say(codes.map { String($0) }.joined(separator: " ") + (isClosed ? " closed" : " open"))
            }
        }

        /// Attaches the file of a database to one of the child's own, in each way, and another file.
        static func attach(_ path: String, _ say: (String) -> Void) -> Bool {
            inChild {
                let db = FMDatabase.file(path + "-own")
                let codes = [
                    code { try db.execute("ATTACH \(path) AS one") },
                    code { try db.execute(FMSQL(raw: "ATTACH '\(path)' AS two")) },
                    code { try db.executeUpdate("ATTACH ? AS three", values: [path]) },
                    code { try db.execute("ATTACH '' || \(path) AS four") },
                    db.executeStatements("ATTACH '\(path)' AS five") ? 0 : Int(db.lastErrorCode()),
                    code { try db.execute("ATTACH \(path + "-other") AS six") },
                    code { try db.execute("CREATE TABLE six.t (a)") },
                ]
                let schemas = (try? db.rows("PRAGMA database_list", as: (Int, String, String).self)) ?? []
                say((codes.map { String($0) } + schemas.map(\.1)).joined(separator: " "))
            }
        }

        /// Uses a queue and a pool in the child, and closes them.
        static func useCoordinators(_ path: String, _ say: (String) -> Void) throws -> Bool {
            let rehearsal = try ForkedCoordinators(path + "-rehearsal")
            rehearsal.close()
            _ = rehearsal.use()
            let coordinators = try ForkedCoordinators(path)
            let isDone = inChild {
                let codes = coordinators.use()
                coordinators.closeInChild()
                say(codes.map { String($0) }.joined(separator: " ") + " closed")
            }
            try coordinators.queue.withTransaction { try $0.execute("INSERT INTO t VALUES ('parent')") }
            coordinators.close()
            return isDone
        }

        /// Forks within a transaction. The child opens queues of its own, with and without a common commit, and one on
        /// another file, where a deadline passes too; an observer of the parent's learns nothing.
        static func useOwn(_ path: String, _ say: (String) -> Void) throws -> Bool {
            try ForkedCoordinators(path + "-rehearsal").close()
            var configuration = FMDatabaseCoordinator.Configuration()
            configuration.groupCommit = .init()
            let group = try FMDatabaseQueue(path: path, configuration: configuration)
            try group.withTransaction { try $0.execute("INSERT INTO t VALUES ('group')") }
            configuration.configure = { $0.maxBusyRetryTimeInterval = 0.2 }
            let queue = try FMDatabaseQueue(path: path, configuration: .init())
            let isObserved = Locked(false)
            let observing = FMDatabasePool(path: path + "-own")
            let observation = observing.observe { _ in isObserved.withLock { $0 = true } }
            var isDone = false
            queue.inTransaction { db, _ in
                isDone = inChild {
                    let own = code {
                        let queue = try SilentQueue(path: path, configuration: configuration)
                        try queue.withTransaction { try $0.execute("INSERT INTO t VALUES ('child')") }
                    }
                    configuration.groupCommit = nil
                    let alone = code {
                        let queue = try SilentQueue(path: path, configuration: configuration)
                        try queue.withTransaction { try $0.execute("INSERT INTO t VALUES ('child')") }
                    }
                    say("\(own) \(alone) \(useOther(path + "-own")) \(isObserved.value ? "observed" : "unobserved")")
                }
                db.executeUpdate("INSERT INTO t VALUES ('parent')", withArgumentsIn: [])
            }
            observation.cancel()
            group.close()
            queue.close()
            return isDone
        }

        /// Writes to a file that nobody had open, and has a deadline pass.
        private static func useOther(_ path: String) -> String {
            let other = code {
                let queue = try FMDatabaseQueue(path: path, configuration: .init())
                try queue.withTransaction { try $0.execute("CREATE TABLE t (a)") }
            }
            let late = code {
                let queue = FMDatabaseQueue()
                try queue.withDatabase(timeout: .milliseconds(50)) { db in
                    _ = try db.value(
                        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n",
                        as: Int.self)
                }
            }
            return "\(other) \(late)"
        }

        /// Forks again and again while other threads use queues and a pool, so that some have locks at that moment.
        /// Each child uses what it has inherited. It opens nothing of its own: SQLite's locks may be taken, too.
        static func useDuringWork(_ path: String, times: Int, _ say: (String) -> Void) throws -> Bool {
            let rehearsal = try ForkedWork(path + "-rehearsal")
            rehearsal.close()
            _ = rehearsal.use()
            let work = try ForkedWork(path)
            let isDone = fork(times, beside: work.uses, say) {
                let codes = work.use()
                if codes != [21, 21, 21, 21] { say("error \(codes)") }
            }
            work.close()
            return isDone
        }

        /// Forks again and again while other threads set and read what a pool and the log have. Each child does the same, and
        /// logs. SQLite is not called meanwhile.
        static func askDuringWork(_ path: String, times: Int, _ say: (String) -> Void) throws -> Bool {
            FMDatabase.logHandler = { _ in }
            let rehearsal = try ForkedQuestions(path + "-rehearsal")
            rehearsal.pool.close()
            _ = rehearsal.ask()
            let questions = try ForkedQuestions(path)
            return fork(times, beside: questions.all, say) {
                if questions.ask() != 21 { say("error") }
            }
        }

        /// Forks again and again while other threads do something.
        ///
        /// What parent and child do has to be rehearsed: where code runs for the first time, Swift makes the types that it
        /// uses, and has a lock meanwhile that nobody ends in a child.
        private static func fork(
            _ times: Int, beside uses: [@Sendable () throws -> Void], _ say: (String) -> Void, _ body: () -> Void
        ) -> Bool {
            let isEnough = Locked(false)
            let rehearsed = DispatchGroup()
            let workers = uses.map { use in
                rehearsed.enter()
                return BackgroundThreads.start {
                    for _ in 0..<3 { try? use() }
                    rehearsed.leave()
                    while !isEnough.value { try? use() }
                }
            }
            guard rehearsed.wait(timeout: .now() + patience) == .success else { return false }
            let ends = (0..<times).filter { _ in inChild(body) }.count
            isEnough.withLock { $0 = true }
            guard workers.allSatisfy({ $0.arrives() }) else { return false }
            say("\(ends) ended")
            return true
        }

        /// The child opens a file, and a child of its own opens that file, the parent's, and a third.
        static func useInGrandchild(_ path: String, _ say: (String) -> Void) -> Bool {
            inChild {
                let own = FMDatabase.file(path + "-own")
                let isDone = inChild {
                    let codes = [path, path + "-own", path + "-other"].map { path in
                        code {
                            let db = FMDatabase(path: path)
                            db.logsErrors = false
                            guard db.open() else { throw db.lastError() }
                        }
                    }
                    let kept = code { try own.execute("CREATE TABLE t (a)") }
                    say(codes.map { String($0) }.joined(separator: " ") + " \(kept)")
                }
                if !isDone { say("error") }
            }
        }

        static func code<Value>(_ body: () throws -> Value) -> Int {
            do {
                _ = try body()
                return 0
            } catch {
                return (error as NSError).code
            }
        }
    }

    /// Queues, of which one commits in groups, and a pool, on one file.
    private struct ForkedCoordinators {
        let queue: FMDatabaseQueue
        private let group: FMDatabaseQueue
        private let pool: FMDatabasePool

        init(_ path: String) throws {
            var configuration = FMDatabaseCoordinator.Configuration()
            configuration.writeAheadLog = .init()
            queue = try FMDatabaseQueue(path: path, configuration: configuration)
            try queue.withDatabase { try $0.execute("CREATE TABLE IF NOT EXISTS t (a)") }
            pool = FMDatabasePool(path: path)
            _ = try pool.read { try $0.value("SELECT count(*) FROM t", as: Int.self) }
            var grouping = FMDatabaseCoordinator.Configuration()
            grouping.groupCommit = .init()
            group = try FMDatabaseQueue(path: path, configuration: grouping)
            try group.withTransaction { try $0.execute("INSERT INTO t VALUES ('group')") }
        }

        /// - Returns: the codes of the failures.
        func use() -> [Int] {
            [
                ForkedUse.code { try group.withTransaction { try $0.execute("INSERT INTO t VALUES ('child')") } },
                ForkedUse.code { try queue.withTransaction { try $0.execute("INSERT INTO t VALUES ('child')") } },
                ForkedUse.code { try queue.withDatabase { try $0.execute("INSERT INTO t VALUES ('child')") } },
                ForkedUse.code { try pool.write { try $0.execute("INSERT INTO t VALUES ('child')") } },
                ForkedUse.code { try pool.read { try $0.value("SELECT count(*) FROM t", as: Int.self) } },
            ]
        }

        func closeInChild() {
            queue.close()
            pool.close()
        }

        func close() {
            group.close()
            closeInChild()
        }
    }

    /// Queues and a pool at work.
    private struct ForkedWork {
        private let queue: FMDatabaseQueue
        private let group: FMDatabaseQueue
        private let pool: FMDatabasePool
        let uses: [@Sendable () throws -> Void]

        init(_ path: String) throws {
            var configuration = FMDatabaseCoordinator.Configuration()
            configuration.writeAheadLog = .init()
            let queue = try FMDatabaseQueue(path: path + "-queue", configuration: configuration)
            configuration.groupCommit = .init()
            configuration.synchronous = .off
            let group = try FMDatabaseQueue(path: path + "-group", configuration: configuration)
            let pool = FMDatabasePool(path: path + "-pool", configuration: configuration)
            (self.queue, self.group, self.pool) = (queue, group, pool)
            uses = [
                { try queue.withDatabase(timeout: .seconds(60)) { _ = try $0.value("SELECT 1", as: Int.self) } },
                { try group.withTransaction { try $0.execute("CREATE TABLE IF NOT EXISTS t (a)") } },
                { try pool.write { try $0.execute("CREATE TABLE IF NOT EXISTS t (a)") } },
                { try pool.read(timeout: .seconds(60)) { _ = try $0.value("SELECT 1", as: Int.self) } },
            ]
            try uses.forEach { try $0() }
        }

        /// - Returns: the codes of the failures.
        func use() -> [Int] {
            let codes = uses.map { use in ForkedUse.code { try use() } }
            group.interrupt()
            close()
            return codes
        }

        func close() {
            group.close()
            queue.close()
            pool.releaseAllDatabases()
            pool.close()
        }
    }

    /// What can be set and read of a pool and of the log.
    private struct ForkedQuestions {
        let pool: FMDatabasePool
        let all: [@Sendable () throws -> Void]
        private let observation: FMObservation

        init(_ path: String) throws {
            let pool = FMDatabasePool(path: path + "-pool")
            try pool.withTransaction { try $0.execute("CREATE TABLE IF NOT EXISTS t (a)") }
            self.pool = pool
            observation = pool.observe { _ in }
            all = [
                { pool.path = pool.path },
                { pool.vfsName = pool.lastTransactionError?.message },
                { pool.delegate = pool.delegate },
                { pool.maximumNumberOfDatabasesToCreate += pool.countOfOpenDatabases },
                { FMDatabase().executeUpdate("SELECT", withArgumentsIn: []) },
            ]
        }

        /// - Returns: the code of the failure.
        func ask() -> Int {
            all.forEach { try? $0() }
            observation.cancel()
            pool.suspend()
            pool.resume()
            _ = (pool.countOfCheckedInDatabases, pool.countOfCheckedOutDatabases)
            return ForkedUse.code { try pool.read { _ in } }
        }
    }
#endif
