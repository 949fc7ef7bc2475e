import Dispatch
import FMDB
import FMDBTestHelpers
import Testing

/// What a process publishes about its own connections, and how it listens.
@Suite struct ActivityTests {
    private let folder = TemporaryFolder()

    private func configuration(_ label: String? = "people") -> FMDatabaseCoordinator.Configuration {
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.label = label
        configuration.publishesActivity = true
        configuration.activityFolder = folder.file("sockets")
        configuration.configure = { $0.logsErrors = false }
        return configuration
    }

    private func activity(of name: String = "test.db") throws -> [FMActivity] {
        try FMActivity.all(of: folder.file(name), timeout: .seconds(10), in: folder.file("sockets"))
    }

    private func only(_ name: String = "test.db") throws -> FMActivity {
        let all = try activity(of: name)
        #expect(all.count == 1)
        return try #require(all.first)
    }

    private var sockets: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.file("sockets"))) ?? []).sorted()
    }

    // MARK: What is told

    @Test func aStatementThatRuns() throws {
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration())
        let seen = Locked<FMActivity?>(nil)
        let line: UInt = #line + 1
        try queue.withDatabase { db in
            let path = folder.file()
            let sockets = folder.file("sockets")
            try db.addFunction("look") { () -> Int in
                let all = try FMActivity.all(of: path, timeout: .seconds(10), in: sockets)
                seen.withLock { $0 = all.first }
                return 1
            }
            try db.execute("BEGIN")
            #expect(try db.value("SELECT look() WHERE 'secret' <> 4711 -- comment", as: Int.self) == 1)
            try db.execute("COMMIT")
        }
        let activity = try #require(seen.value)
        #expect(activity.processID == getpid())
        #expect(activity.processName == ProcessInfo.processInfo.processName)
        #expect(activity.path.hasSuffix("/test.db"))
        let connection = try #require(activity.connections.first)
        #expect(connection.label == "people")
        #expect(connection.role == "queue")
        #expect(connection.callSite == "\(#fileID):\(line)")
        #expect(connection.statement?.sql == "SELECT look() WHERE ? <> ?")
        #expect(connection.statement?.isWriting == false)
        #expect(try #require(connection.statement?.age) >= .zero)
        #expect(connection.transaction?.sql == "BEGIN")
        #expect(connection.transaction?.isWriting == false)
        #expect(activity.oldestReader == connection)
        let idle = try only().connections.first
        #expect(idle?.statement == nil)
        #expect(idle?.transaction == nil)
    }

    @Test func whoWaitsForAConnectionAndWhoForALock() throws {
        var configuration = configuration()
        configuration.busyTimeout = .seconds(60)
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration)
        configuration.label = "other"
        let other = try FMDatabaseQueue(path: folder.file(), configuration: configuration)
        var waiting: [DispatchSemaphore] = []
        let line: UInt = #line + 3
        try queue.withTransaction(.immediate) { db in
            try db.execute("CREATE TABLE t (a)")
            waiting.append(BackgroundThreads.start { _ = try? queue.withDatabase { _ in } })
            waiting.append(BackgroundThreads.start { _ = try? other.withTransaction(.immediate) { _ in } })
            var activity = try only()
            try poll {
                activity = try only()
                return activity.queues.contains { $0.waiting == 1 }
                    && activity.connections.contains { $0.wait?.holders.isEmpty == false }
            }
            #expect(activity.queues.map(\.label) == ["other", "people"])
            #expect(activity.queues.map(\.inUse) == [1, 1])
            #expect(activity.queues.map(\.waiting) == [0, 1])
            #expect(activity.queues.map(\.callSites) == [[], ["\(#fileID):\(line)"]])
            let wait = activity.connections.first { $0.label == "other" }?.wait
            #expect(wait?.lock == "write")
            #expect(wait?.holders.map(\.label) == ["people"])
            #expect(wait?.holders.map(\.processID) == [getpid()])
            let writer = activity.connections.first { $0.label == "people" }
            #expect(writer?.transaction?.sql == "BEGIN IMMEDIATE TRANSACTION")
            #expect(writer?.transaction?.isWriting == true)
        }
        #expect(waiting.allSatisfy { $0.arrives() })
        #expect(try only().connections.allSatisfy { $0.wait == nil })
    }

    @Test(arguments: ["wal", "delete"]) func readsAndCommitsAreCounted(mode: String) throws {
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration())
        try queue.withDatabase { db in
            _ = try db.value(FMSQL(raw: "PRAGMA journal_mode = \(mode)"), as: String.self)
            try db.execute("CREATE TABLE t (a)")
        }
        let before = try only()
        try queue.withDatabase { db in
            for number in 0..<5 { try db.execute("INSERT INTO t VALUES (\(number))") }
            _ = try? db.withTransaction { () throws in
                try db.execute("DELETE FROM t")
                throw CancellationError()
            }
            for _ in 0..<7 { #expect(try db.value("SELECT count(*) FROM t", as: Int.self) == 5) }
            for prefix in ["", "  ", "-- why\n", "/* why */"] {
                _ = try db.value("\(raw: prefix)PRAGMA user_version", as: Int.self)
            }
        }
        let after = try only()
        #expect(after.commits - before.commits == 5)
        #expect(after.reads - before.reads == 7)
        #expect(after.elapsed > before.elapsed)
        #expect((after.log != nil) == (mode == "wal"))
        if mode == "wal" { #expect(try #require(after.log?.pages) >= 5) }
        let rates = try #require(after.rates(since: before))
        #expect(rates.commitsPerSecond > 0)
        #expect(rates.readsPerSecond > rates.commitsPerSecond)
    }

    @Test func whatAClosedConnectionHasCountedStays() throws {
        // Each connection asks SQLite for what it needs to install it.
        FMDatabase.registerTokenizer(FMUnicodeTokenizer())
        let pool = FMDatabasePool(path: folder.file(), configuration: configuration())
        try pool.write { try $0.execute("CREATE TABLE t (a)") }
        #expect(try pool.withDatabase { try $0.value("SELECT count(*) FROM t", as: Int.self) } == 0)
        let before = try only()
        #expect(before.reads == 1)
        #expect(Set(before.connections.map(\.role)) == ["writer of the pool", "pool"])
        let other = try FMDatabaseQueue(path: folder.file(), configuration: configuration("other"))
        #expect(try other.withDatabase { try $0.value("SELECT count(*) FROM t", as: Int.self) } == 0)
        other.close()
        let after = try only()
        #expect(after.reads == before.reads + 1)
        #expect(after.queues.map(\.label) == ["people", "people", "people"])
    }

    @Test func slowStatementsHaveAPlan() throws {
        var configuration = configuration()
        configuration.slowStatementThreshold = .zero
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration)
        try queue.withDatabase { db in
            try db.execute("CREATE TABLE t (a)")
            _ = try db.value("SELECT count(*) FROM t WHERE a = 'secret'", as: Int.self)
        }
        let slow = try #require(try only().slowStatements.first { $0.sql.hasPrefix("SELECT count") })
        #expect(slow.sql == "SELECT count(*) FROM t WHERE a = ?")
        #expect(slow.label == "people")
        // SQLite before 3.36 writes "SCAN TABLE t".
        #expect(slow.plan.count == 1 && slow.plan.first?.hasPrefix("SCAN") == true)
        try queue.withDatabase { db in for _ in 0..<100 { _ = try db.value("SELECT count(*) FROM t", as: Int.self) } }
        #expect(try only().slowStatements.count == 10)
    }

    @Test func aTextWithAKeyIsNotTold() throws {
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration())
        try queue.withDatabase { db in
            // SQLite without encryption takes no notice of the key.
            try db.execute("ATTACH ':memory:' AS other")
            #expect(db.executeStatements("BEGIN; PRAGMA other.key = hidden; CREATE TABLE t (a)"))
            let activity = try only()
            #expect(activity.connections.first?.transaction?.sql == "(SQL text with a key)")
            #expect(!"\(activity)".contains("hidden"))
            try db.execute("ROLLBACK")
        }
    }

    // MARK: Listening

    @Test func withoutTheSwitchThereIsNoSocket() throws {
        var configuration = configuration()
        configuration.publishesActivity = false
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration)
        try queue.withDatabase { try $0.execute("CREATE TABLE t (a)") }
        #expect(try activity().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: folder.file("sockets")))
    }

    @Test func eachFileHasASocketForThisUserAlone() throws {
        let one = try FMDatabaseQueue(path: folder.file("one.db"), configuration: configuration("one"))
        let two = try FMDatabaseQueue(path: folder.file("two.db"), configuration: configuration("two"))
        let again = try FMDatabaseQueue(path: folder.file("two.db"), configuration: configuration("again"))
        for queue in [one, two] { try queue.withDatabase { try $0.execute("CREATE TABLE t (a)") } }
        #expect(sockets.count == 2)
        #expect(sockets.allSatisfy { $0.hasSuffix(".\(getpid())") })
        for path in [""] + sockets {
            let facts = try FileManager.default.attributesOfItem(atPath: folder.file("sockets/\(path)"))
            #expect(facts[.posixPermissions] as? Int == (path.isEmpty ? 0o700 : 0o600))
        }
        #expect(try only("one.db").connections.map(\.label) == ["one"])
        #expect(Set(try only("two.db").connections.map(\.label)) == ["two", "again"])
        two.close()
        #expect(try only("two.db").connections.map(\.label) == ["again"])
        again.close()
        #expect(try activity(of: "two.db").isEmpty)
        #expect(sockets.count == 1)
        one.close()
        #expect(sockets.isEmpty)
        try one.withDatabase { try $0.execute("INSERT INTO t VALUES (1)") }
        #expect(try only("one.db").commits == 1)
    }

    @Test func aPathThatLeadsToTheFileIsAsGood() throws {
        let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration())
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link.db"), withDestinationPath: folder.file())
        #expect(try only("link.db").connections.count == 1)
        let error = #expect(throws: FMError.self) { try activity(of: "none.db") }
        #expect(error?.resultCode == .cantOpen)
        queue.close()
    }

    @Test(arguments: ["mode", "link", "file"]) func aFolderThatOthersMayUseIsRefused(_ fault: String) throws {
        let path = folder.file("sockets")
        switch fault {
        case "mode":
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            try FileManager.default.setAttributes([.posixPermissions: 0o750], ofItemAtPath: path)
        case "link":
            try FileManager.default.createDirectory(
                atPath: path + "-other", withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path + "-other")
        default: #expect(FileManager.default.createFile(atPath: path, contents: nil))
        }
        let queue = try SilentQueue(path: folder.file(), configuration: configuration())
        try queue.withDatabase { try $0.execute("CREATE TABLE t (a)") }
        let error = #expect(throws: FMError.self) { try activity() }
        #expect(error?.resultCode == .permission)
        #expect(fault == "file" || sockets.isEmpty)
    }
}
