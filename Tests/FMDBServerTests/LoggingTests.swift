#if Server
    import FMDBServer
    import InMemoryLogging
    import Logging
    import FMDBTestHelpers
    import Testing

    /// What is logged, and that no value is.
    @Suite struct LoggingTests {
        private let scene = ServerScene()

        private func pool(slowerThan threshold: Duration?, busyTimeout: Duration? = nil) throws -> FMDatabasePool {
            var configuration = FMDatabaseCoordinator.Configuration.serverSettings(label: "orders")
                .logging(to: scene.logger, slowerThan: threshold)
            if let busyTimeout { configuration.busyTimeout = busyTimeout }
            let pool = FMDatabasePool(path: scene.path, configuration: configuration)
            try pool.write { try $0.execute("CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL)") }
            return pool
        }

        @Test func aSlowStatementIsLoggedWithItsPlanAndWithoutValues() throws {
            let pool = try pool(slowerThan: .zero)
            let secret = ServerScene.secret
            try pool.read { db in
                _ = try db.rows(
                    "SELECT id FROM person WHERE name > \(secret) AND name < '\(raw: secret)'", as: Int.self)
            }
            let entry = try #require(
                scene.entries("slow statement").last { $0.metadata["sql"]?.description.hasPrefix("SELECT id") == true })
            #expect(entry.level == .warning)
            #expect(entry.metadata["sql"] == "SELECT id FROM person WHERE name > ? AND name < ?")
            #expect(entry.metadata["database"] == "orders")
            #expect(entry.metadata["rows"] == "0")
            #expect(entry.metadata["code"] == "101")
            #expect(Double(entry.metadata["duration"]?.description ?? "") != nil)
            #expect(entry.metadata["plan"]?.description.contains("person") == true)
            #expect(!scene.everything.contains(secret))
            pool.close()
        }

        @Test func aStatementBelowTheThresholdIsNotLogged() throws {
            let pool = try pool(slowerThan: .seconds(1000))
            try pool.read { _ = try $0.rows("SELECT id FROM person", as: Int.self) }
            #expect(scene.entries("slow statement").isEmpty)
            pool.close()
        }

        /// The client's own threshold is lower: its handler gets the event, the log does not.
        @Test func theLogKeepsToItsOwnThreshold() throws {
            let count = Locked(0)
            var configuration = FMDatabaseCoordinator.Configuration()
                .logging(to: scene.logger, slowerThan: .seconds(1000))
            configuration.slowStatementThreshold = .zero
            configuration.eventHandler = { if case .slowStatement = $0 { count.withLock { $0 += 1 } } }
            let queue = try FMDatabaseQueue(path: nil, configuration: configuration)
            try queue.withDatabase { try $0.execute("CREATE TABLE t (x)") }
            #expect(count.value > 0)
            #expect(scene.entries("slow statement").isEmpty)
            queue.close()
        }

        @Test func connectionsAreLoggedWhenTheyOpenAndClose() throws {
            let pool = try pool(slowerThan: nil)
            try pool.read { _ in }
            pool.close()
            let opened = scene.entries("opened a connection")
            let closed = scene.entries("closed a connection")
            #expect(opened.count >= 2)
            #expect(opened.count == closed.count)
            #expect(Set(opened.map(\.level)) == [.info])
            #expect(Set(opened.compactMap { $0.metadata["readOnly"]?.description }) == ["true", "false"])
            #expect(opened.allSatisfy { $0.metadata["path"]?.description.hasSuffix("orders.db") == true })
        }

        @Test func aWaitForALockThatIsGivenUpIsAWarning() throws {
            let pool = try pool(slowerThan: nil, busyTimeout: .milliseconds(20))
            let holder = FMDatabase.file(scene.path)
            #expect(holder.beginImmediateTransaction())
            #expect(throws: FMError.self) { try pool.write { try $0.execute("DELETE FROM person") } }
            let entry = try #require(scene.entries("gave up waiting for a lock that another connection holds").first)
            #expect(entry.level == .warning)
            #expect(entry.metadata["sql"] == "BEGIN IMMEDIATE TRANSACTION")
            #expect(entry.metadata["attempts"] != nil)
            #expect(holder.rollback())
            holder.close()
            pool.close()
        }

        @Test func aWaitForTheWriterIsLogged() async throws {
            let pool = try pool(slowerThan: .zero)
            let (isInside, mayLeave) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))
            async let first: Void = pool.write { _ in
                isInside.continuation.finish()
                mayLeave.wait()
            }
            for await _ in isInside.stream {}
            async let second: Void = pool.write { _ in }
            while pool.statistics.writer.waiting == 0 { await Task.yield() }
            mayLeave.signal()
            _ = try await (first, second)
            let entry = try #require(scene.entries("waited for a connection: all were in use").first)
            #expect(entry.level == .info)
            #expect(entry.metadata["kind"] == "writer")
            #expect(entry.metadata["site"]?.description.contains("LoggingTests.swift") == true)
            pool.close()
        }

        @Test func aWaitForAReaderThatIsGivenUpIsAWarning() throws {
            var configuration = FMDatabaseCoordinator.Configuration().logging(to: scene.logger)
            configuration.maximumReaders = 1
            let pool = FMDatabasePool(path: scene.path, configuration: configuration)
            try pool.read { _ in
                // From another thread: the same one would deadlock.
                let isDone = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    try? pool.read(timeout: .zero) { _ in }
                    isDone.signal()
                }
                isDone.wait()
            }
            let entry = try #require(scene.entries("gave up waiting for a connection: all are in use").first)
            #expect(entry.level == .warning)
            #expect(entry.metadata["kind"] == "reader")
            pool.close()
        }

        @Test func checkpointsAreLogged() throws {
            let pool = try pool(slowerThan: nil)
            try pool.withDatabase { try $0.checkpoint(.full) }
            let entry = try #require(scene.entries("checkpoint").first { $0.metadata["mode"] == "full" })
            #expect(entry.level == .debug)
            #expect(entry.metadata["pages"] == entry.metadata["moved"])
            #expect(throws: FMError.self) { try pool.withDatabase { try $0.checkpoint(.full, name: "nobody") } }
            #expect(scene.entries("a checkpoint failed").map(\.level) == [.warning])
            pool.close()
        }

        @Test func aSharedFileIsLogged() throws {
            let pool = try pool(slowerThan: nil)
            let other = try FMDatabaseQueue(
                path: scene.path, configuration: FMDatabaseCoordinator.Configuration().logging(to: scene.logger))
            let entry = try #require(scene.entries("another queue or pool has the same file open").first)
            #expect(entry.level == .warning)
            #expect(entry.metadata["others"]?.description.contains("orders") == true)
            other.close()
            pool.close()
        }

        @Test func damageIsLoggedAsCritical() throws {
            try Data(repeating: 0x5A, count: 8192).write(to: URL(fileURLWithPath: scene.path))
            let configuration = FMDatabaseCoordinator.Configuration().logging(to: scene.logger)
            let queue = try FMDatabaseQueue(path: scene.path, configuration: configuration)
            #expect(throws: FMError.self) { try queue.withDatabase { try $0.execute("CREATE TABLE t (x)") } }
            let entry = try #require(scene.entries("the database is damaged").first)
            #expect(entry.level == .critical)
            #expect(entry.metadata["code"] == "26")
            queue.close()
        }

        @Test func readersThatHoldBackTheLogAreLogged() throws {
            let seen = Locked(0)
            var configuration = FMDatabaseCoordinator.Configuration.serverSettings(label: "orders")
            configuration.writeAheadLog?.observer = { _ in seen.withLock { $0 += 1 } }
            configuration.writeAheadLog?.checkpointPages = 1
            configuration.writeAheadLog?.alarmSize = 1
            let pool = FMDatabasePool(path: scene.path, configuration: configuration.logging(to: scene.logger))
            try pool.write { try $0.execute("CREATE TABLE t (x)") }
            try pool.read { db in
                _ = try db.value("SELECT count(*) FROM t", as: Int.self)
                var row = 0
                while scene.entries("readers keep the write-ahead log from being reset").isEmpty {
                    row += 1
                    try pool.write { try $0.execute("INSERT INTO t VALUES (\(row))") }
                }
            }
            let entry = try #require(scene.entries("readers keep the write-ahead log from being reset").first)
            #expect(entry.level == .warning)
            #expect(entry.metadata["pages"] != nil)
            #expect(entry.metadata["holders"]?.description.contains("orders") == true)
            #expect(seen.value > 0, "the client's observer is called too")
            pool.close()
        }
    }
#endif
