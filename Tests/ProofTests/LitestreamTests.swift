#if os(Linux)
    import FMDB
    import FMDBTestSupport
    import FMDBTestHelpers
    import Testing

    /// Litestream, another program for backups, which copies a log while the library writes and checkpoints it.
    ///
    /// It is run by `make litestream`, which fetches the program.
    @Suite(.enabled(if: Litestream.path != nil, "needs the program that `make litestream` fetches"), .serialized)
    struct LitestreamTests {
        private let folder = TemporaryFolder()
        private var replica: String { "file://" + folder.file("replica") }

        private func configuration(_ log: FMDatabaseQueue.WriteAheadLog?) -> FMDatabaseQueue.Configuration {
            var configuration = FMDatabaseQueue.Configuration()
            configuration.writeAheadLog = log
            configuration.configure = { database in
                // Litestream checkpoints too, and holds the write lock for a moment.
                database.maxBusyRetryTimeInterval = 30
                _ = try database.value("PRAGMA journal_mode = WAL", as: String.self)
            }
            return configuration
        }

        /// Checkpoints so frequent that the log begins anew many times.
        private static var eagerLog: FMDatabaseQueue.WriteAheadLog {
            var log = FMDatabaseQueue.WriteAheadLog(persistence: .always)
            log.checkpointPages = 50
            log.sizeLimit = 500 * 4096
            return log
        }

        @Test(arguments: [nil, eagerLog]) func whatItRestoresIsEqual(_ log: FMDatabaseQueue.WriteAheadLog?) throws {
            let queue = try FMDatabaseQueue(path: folder.file(), configuration: configuration(log))
            try queue.withDatabase { try $0.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, x)") }
            let litestream = try Litestream(replicating: folder.file(), to: replica)
            let isDone = BackgroundThreads.run(3) { thread in
                do {
                    for number in 0..<1500 { try Self.write(number, thread, to: queue) }
                } catch {
                    Issue.record(error)
                }
            }
            #expect(isDone)
            try litestream.stop()
            try Litestream.restore(replica, to: folder.file("restored.db"))
            let restored = FMDatabase.file(folder.file("restored.db"))
            #expect(try restored.integrity().isHealthy)
            let rows: FMSQL = "SELECT id, hex(x) FROM t ORDER BY id"
            let expected = try queue.withDatabase { try $0.rows(rows, as: (Int, String).self) }
            let found = try restored.rows(rows, as: (Int, String).self)
            #expect(expected.count == 4500)
            #expect(found.elementsEqual(expected, by: ==))
            queue.close()
        }

        private static func write(_ number: Int, _ thread: Int, to queue: FMDatabaseQueue) throws {
            try queue.withTransaction { database in
                try database.execute("INSERT INTO t (x) VALUES (\(Data(count: 300 + number % 500)))")
                try database.execute("UPDATE t SET x = \(thread) WHERE id = \(number / 2)")
            }
        }
    }

    /// The program at work.
    private final class Litestream {
        static let path = ProcessInfo.processInfo.environment["FMDB_LITESTREAM"]
        private let process: ChildProcess

        /// Starts it, and waits until it replicates.
        init(replicating path: String, to replica: String) throws {
            process = try ChildProcess(Litestream.path ?? "", ["replicate", path, replica])
            while let line = process.readLine() {
                if line.contains("replicating to") { return }
            }
            throw FMError(.error, "litestream has ended before it replicated")
        }

        /// Waits until it has copied all that was written, and ends it. It looks once a second, and tells when.
        func stop() throws {
            let (end, style) = (Date(), Date.ISO8601FormatStyle(includingFractionalSeconds: true))
            var looks = 0
            while looks < 3 {
                guard let line = process.readLine() else { throw FMError(.error, "litestream has ended") }
                let time = line.split(separator: " ").first?.dropFirst("time=".count) ?? ""
                if line.contains("replica sync"), let date = try? style.parse(String(time)), date > end { looks += 1 }
            }
            kill(process.processID, SIGTERM)
            while process.readLine() != nil {}
            guard process.wait() == 0 else { throw FMError(.error, "litestream has failed") }
        }

        static func restore(_ replica: String, to path: String) throws {
            let process = try ChildProcess(
                Litestream.path ?? "", ["restore", "-integrity-check", "full", "-o", path, replica])
            var lines: [String] = []
            while let line = process.readLine() { lines.append(line) }
            guard process.wait() == 0 else {
                throw FMError(.error, "litestream cannot restore: " + lines.joined(separator: "; "))
            }
        }
    }
#endif
