import FMDBModel
import FMDBTestHelpers

/// Works with a database until it is killed, and says on its output what it may rely on:
///
///     FMDBKilledWriter WORK JOURNAL PATH FIRST [OPERATION]
///
/// WORK is `queue`, `pool`, `group`, `backup` or `upgrade`; for each transaction that has been acknowledged, with numbers from FIRST on,
/// there is a line with its number. `follow` has the file follow the archive beside it until it has the commit FIRST. `shared-queue` and `shared-pool` also read: see `SharedWork`. At the operation on its files
/// with the number OPERATION the process kills itself.
@main
struct KilledWriter {
    let work: String
    let journal: String
    let path: String
    let first: Int
    let disk: FMTestDisk?

    static func main() async throws {
        guard let writer = KilledWriter(CommandLine.arguments) else {
            FileHandle.standardError.write(Data("usage: FMDBKilledWriter WORK JOURNAL PATH FIRST [OPERATION]\n".utf8))
            exit(2)
        }
        switch writer.work {
        case "queue": try writer.useQueue(writer.queue())
        case "backup": try writer.useBackup()
        case "follow": try await writer.follow()
        case "pool": try writer.usePool()
        case "group": try await writer.useGroup()
        case "upgrade": try writer.upgrade()
        case "shared-queue": try SharedWork.run(.queue(SharedWork.queue(writer)), writer)
        case "shared-pool": try SharedWork.run(.pool(writer.pool), writer)
        default: exit(2)
        }
    }

    private init?(_ arguments: [String]) {
        guard 5...6 ~= arguments.count, let first = Int(arguments[4]) else { return nil }
        (work, journal, path, self.first) = (arguments[1], arguments[2], arguments[3], first)
        disk = arguments.count == 6 ? Int(arguments[5]).map(KilledWriter.disk) : nil
    }

    /// A disk at one of whose operations the process ends.
    private static func disk(endingAt number: Int) -> FMTestDisk {
        let disk = FMTestDisk()
        let count = Locked(0)
        for kind in FMTestDisk.Operation.allCases {
            disk.before(kind) {
                count.withLock { count in
                    count += 1
                    if count == number { kill(getpid(), SIGKILL) }
                }
            }
        }
        return disk
    }

    var configuration: FMDatabaseCoordinator.Configuration {
        var configuration = FMDatabaseCoordinator.Configuration()
        configuration.vfs = disk?.vfs
        configuration.foreignKeys = true
        if work == "pool", journal == "WAL" {
            // Checkpoints in the background.
            configuration.writeAheadLog = .init()
            configuration.writeAheadLog?.checkpointPages = 20
        }
        let isShared = work.hasPrefix("shared-")
        configuration.configure = { [journal] db in
            db.maxBusyRetryTimeInterval = 30
            // Often, so that some kills meet a checkpoint, and pages that are written before the commit.
            try db.execute("PRAGMA cache_size = 8")
            _ = try db.value("PRAGMA wal_autocheckpoint = 20", as: Int.self)
            _ = try db.value("PRAGMA journal_mode = \(raw: journal)", as: String.self)
            // So short that some calls are refused.
            if isShared { db.maxBusyRetryTimeInterval = 0.02 }
        }
        return configuration
    }

    func queue() throws -> FMDatabaseQueue { try FMDatabaseQueue(path: path, configuration: configuration) }

    var pool: FMDatabasePool { FMDatabasePool(path: path, configuration: configuration) }

    /// One call of the system for each line, without a buffer that would be lost with the process.
    static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        if write(STDOUT_FILENO, bytes, bytes.count) != bytes.count { exit(1) }
    }
}

// MARK: - Transactions

extension KilledWriter {
    private func useQueue(_ queue: FMDatabaseQueue) throws {
        try queue.withTransaction { try Ledger.create($0) }
        for number in first... {
            try queue.withTransaction { try Ledger.add(number, $0) }
            KilledWriter.say("\(number)")
        }
    }

    /// What is acknowledged is in the archive beside the file too. Snapshots, and the removal of old ones, meet the commits.
    private func useBackup() throws {
        var configuration = configuration
        configuration.writeAheadLog = .init()
        configuration.writeAheadLog?.checkpointPages = 20
        configuration.backup = .init(
            to: .folder(URL(fileURLWithPath: path + "-archive")), snapshotEvery: .milliseconds(20),
            keep: .milliseconds(50), acknowledges: .whenShipped(within: .seconds(600)))
        try useQueue(FMDatabaseQueue(path: path, configuration: configuration))
    }

    private func follow() async throws {
        var options = FMBackup.FollowOptions()
        (options.interval, options.vfs) = (.milliseconds(1), disk?.vfs)
        let last = UInt64(first)
        try await FMBackup(URL(fileURLWithPath: path + "-archive")).follow(to: path, options) { event in
            if case .applied(let commit) = event, commit.number >= last { exit(0) }
        }
    }

    /// In WAL, one writer and a reader; elsewhere two connections that compete for the lock.
    private func usePool() throws {
        let pool = pool
        guard journal == "WAL" else {
            try pool.withTransaction { try Ledger.create($0) }
            return try useTwoConnections(pool)
        }
        try pool.write { try Ledger.create($0) }
        let reader = BackgroundThreads.start {
            while (try? pool.read { try $0.value("SELECT number FROM total", as: Int.self) }) != nil {}
        }
        for number in first... {
            try pool.write { try Ledger.add(number, $0) }
            KilledWriter.say("\(number)")
        }
        reader.wait()
    }

    private func useTwoConnections(_ pool: FMDatabasePool) throws {
        _ = BackgroundThreads.run(2) { [first] thread in
            for number in stride(from: first + thread, to: .max, by: 2) {
                do {
                    try pool.withTransaction { try Ledger.add(number, $0) }
                } catch {
                    FileHandle.standardError.write(Data("\(error)\n".utf8))
                    exit(1)
                }
                KilledWriter.say("\(number)")
            }
        }
    }

    /// 64 tasks write at a time, each number in a transaction of its own.
    private func useGroup() async throws {
        var configuration = configuration
        configuration.groupCommit = .init()
        let queue = try FMDatabaseQueue(path: path, configuration: configuration)
        try await queue.withTransaction { try Ledger.create($0) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<64 {
                group.addTask {
                    for number in stride(from: first + writer, to: .max, by: 64) {
                        try await queue.withTransaction { try Ledger.add(number, $0) }
                        KilledWriter.say("\(number)")
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}

// MARK: - Upgrades

extension KilledWriter {
    private struct Part {}

    /// Changes the shape of a table to and fro; each change copies its rows. The last column bears the number of the change.
    private func upgrade() throws {
        let queue = try queue()
        try queue.withTransaction { try create($0) }
        let stamp = try queue.withDatabase { try $0.query("SELECT * FROM part").columnName(for: 3) }
        let last = stamp.flatMap { Int($0.dropFirst(6)) } ?? 0
        for number in (last + 1)... {
            try queue.upgradeTable(
                to: shape(number), policy: .dropRemoved, renamed: ["stamp_\(number)": "stamp_\(number - 1)"])
            KilledWriter.say("\(number)")
        }
    }

    private func create(_ db: FMDatabase) throws {
        guard try db.value("SELECT count(*) FROM sqlite_master", as: Int.self) == 0 else { return }
        try db.execute("CREATE TABLE part (id INTEGER PRIMARY KEY, name TEXT, size INTEGER, stamp_0 TEXT)")
        try db.execute("CREATE TABLE child (part INTEGER REFERENCES part ON DELETE CASCADE)")
        for id in 1...100 {
            try db.execute("INSERT INTO part VALUES (\(id), \("name \(id)"), \(id), 'stamp')")
            try db.execute("INSERT INTO child VALUES (\(id))")
        }
    }

    private func shape(_ number: Int) -> FMTable<Part> {
        let isText = number % 2 == 1
        let columns: [FMColumn<Part>] = [
            FMColumn("id", .integer), FMColumn("name", .text, isOptional: isText),
            FMColumn("size", isText ? .text : .integer), FMColumn("stamp_\(number)", .text),
        ]
        let options = isText ? FMTableOptions(indexes: [["size"]]) : FMTableOptions(unique: [["name"]])
        return FMTable("part", columns, options: options)
    }
}
