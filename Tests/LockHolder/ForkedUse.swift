#if os(Linux)
    import FMDB

    /// What becomes of open connections in a child that `fork` has made. Swift does not offer that function, so it is looked
    /// up by its name.
    enum ForkedUse {
        private typealias Fork = @convention(c) () -> Int32

        /// Runs a body in a child and waits for the child's end.
        ///
        /// - Returns: whether the child came to the end of the body.
        private static func inChild(_ body: () -> Void) -> Bool {
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

        /// Uses a queue and a pool in the child, and closes them.
        static func useCoordinators(_ path: String, _ say: (String) -> Void) throws -> Bool {
            var configuration = FMDatabaseCoordinator.Configuration()
            configuration.writeAheadLog = .init()
            let queue = try FMDatabaseQueue(path: path, configuration: configuration)
            try queue.withDatabase { try $0.execute("CREATE TABLE IF NOT EXISTS t (a)") }
            let pool = FMDatabasePool(path: path)
            _ = try pool.read { try $0.value("SELECT count(*) FROM t", as: Int.self) }
            var grouping = FMDatabaseCoordinator.Configuration()
            grouping.groupCommit = .init()
            let group = try FMDatabaseQueue(path: path, configuration: grouping)
            try group.withTransaction { try $0.execute("INSERT INTO t VALUES ('group')") }
            let isDone = inChild {
                let codes = [
                    code { try group.withTransaction { try $0.execute("INSERT INTO t VALUES ('child')") } },
                    code { try queue.withTransaction { try $0.execute("INSERT INTO t VALUES ('child')") } },
                    code { try queue.withDatabase { try $0.execute("INSERT INTO t VALUES ('child')") } },
                    code { try pool.write { try $0.execute("INSERT INTO t VALUES ('child')") } },
                    code { try pool.read { try $0.value("SELECT count(*) FROM t", as: Int.self) } },
                ]
                queue.close()
                pool.close()
                say(codes.map { String($0) }.joined(separator: " ") + " closed")
            }
            try queue.withTransaction { try $0.execute("INSERT INTO t VALUES ('parent')") }
            group.close()
            queue.close()
            pool.close()
            return isDone
        }

        /// Forks within a transaction. The child opens queues of its own, with and without a common commit, and writes.
        static func useOwn(_ path: String, _ say: (String) -> Void) throws -> Bool {
            var configuration = FMDatabaseCoordinator.Configuration()
            configuration.groupCommit = .init()
            let group = try FMDatabaseQueue(path: path, configuration: configuration)
            try group.withTransaction { try $0.execute("INSERT INTO t VALUES ('group')") }
            configuration.configure = { $0.maxBusyRetryTimeInterval = 0.2 }
            let queue = try FMDatabaseQueue(path: path, configuration: .init())
            var isDone = false
            queue.inTransaction { db, _ in
                isDone = inChild {
                    let own = code {
                        let queue = try FMDatabaseQueue(path: path, configuration: configuration)
                        try queue.withTransaction { try $0.execute("INSERT INTO t VALUES ('child')") }
                    }
                    configuration.groupCommit = nil
                    let alone = code {
                        let queue = try FMDatabaseQueue(path: path, configuration: configuration)
                        try queue.withTransaction { try $0.execute("INSERT INTO t VALUES ('child')") }
                    }
                    say("\(own) \(alone)")
                }
                db.executeUpdate("INSERT INTO t VALUES ('parent')", withArgumentsIn: [])
            }
            group.close()
            queue.close()
            return isDone
        }

        private static func code<Value>(_ body: () throws -> Value) -> Int {
            do {
                _ = try body()
                return 0
            } catch {
                return (error as NSError).code
            }
        }
    }
#endif
