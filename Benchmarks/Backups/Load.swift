import FMDB

/// How the file is backed up.
enum Way: String, CaseIterable {
    case off = "off"
    case committed = "backup"
    case shipped = "whenShipped"
    case litestream = "Litestream"
}

/// Commits of one row each, one after the other.
struct Load {
    private let way: Way
    private let path: String
    private let count: Int
    private let isDurable: Bool
    private let litestream: String?

    init(_ way: Way, _ path: String, _ count: Int, _ isDurable: Bool, _ litestream: String?) {
        (self.way, self.path, self.isDurable, self.litestream) = (way, path, isDurable, litestream)
        // Each waits for the disk.
        self.count = way == .shipped ? min(count / 10, 5000) : count
    }

    /// - Returns: the number of the last commit before the load; nil without a backup.
    func run(in scene: borrowing Scene) throws -> UInt64? {
        let replica = way == .litestream ? try Litestream(litestream ?? "", path, scene.path(way.rawValue)) : nil
        let queue = try queue(backingUpTo: URL(fileURLWithPath: scene.path(way.rawValue)))
        // The first snapshot is not what commits cost.
        try queue.withTransaction { try $0.execute("DELETE FROM entry") }
        try waitUntilStored(queue)
        let first = queue.backupStatistics?.lastCommit
        let (start, processor) = (ContinuousClock.now, processorTime())
        let lag = try commit(to: queue)
        let took = start.duration(to: .now)
        try waitUntilStored(queue)
        queue.close()
        let late = start.duration(to: .now) - took
        let other = try replica?.stop() ?? 0
        let size = scene.size(of: way.rawValue)
        let columns = [
            way.rawValue, took.text, "\(Int(Double(count) / took.seconds))",
            String(format: "%.2f s", processorTime() - processor + other), "\(size.bytes >> 10) KiB", "\(size.files)",
            lag?.text ?? "", lag == nil ? "" : late.text,
        ]
        print("| " + columns.joined(separator: " | ") + " |")
        return first
    }

    private func queue(backingUpTo archive: URL) throws -> FMDatabaseQueue {
        var configuration = FMDatabaseQueue.Configuration()
        configuration.synchronous = isDurable ? .full : .normal
        configuration.writeAheadLog = .init()
        configuration.configure = { $0.maxBusyRetryTimeInterval = 30 }
        switch way {
        case .off, .litestream: break
        case .committed: configuration.backup = .init(to: .folder(archive))
        case .shipped: configuration.backup = .init(to: .folder(archive), acknowledges: .whenShipped())
        }
        return try FMDatabaseQueue(path: path, configuration: configuration)
    }

    /// - Returns: how long a commit waited at most until it was stored, as far as was looked.
    private func commit(to queue: FMDatabaseQueue) throws -> Duration? {
        var longest: Duration?
        for number in 1...count {
            try queue.withTransaction {
                try $0.execute("INSERT INTO entry (name, time) VALUES (\("entry \(number)"), \(Date()))")
            }
            if number % 100 == 0, let lag = queue.backupStatistics?.lag { longest = max(longest ?? .zero, lag) }
        }
        return longest
    }

    private func waitUntilStored(_ queue: FMDatabaseQueue) throws {
        while let statistics = queue.backupStatistics {
            if statistics.snapshots > 0, statistics.waitingCommits == 0 { return }
            if let error = statistics.lastError { throw error }
            Thread.sleep(forTimeInterval: 0.01)
        }
    }
}

#if canImport(Darwin)
    private let children = RUSAGE_CHILDREN
#else
    private let children = __rusage_who_t(RUSAGE_CHILDREN.rawValue)
#endif

/// The program Litestream at work.
final class Litestream {
    private let process = Process()

    /// Starts it, and waits until it replicates.
    init(_ program: String, _ path: String, _ replica: String) throws {
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["replicate", path, "file://" + replica]
        process.standardOutput = output
        try process.run()
        var text = ""
        while !text.contains("ltx file uploaded") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw FMError(.error, "litestream has ended: \(text)") }
            text += String(decoding: data, as: UTF8.self)
        }
        // What it writes must be read, or it waits.
        output.fileHandleForReading.readabilityHandler = { _ = $0.availableData }
    }

    /// Ends it; it ships what is left before.
    ///
    /// - Returns: the processor time that it has taken, in seconds.
    func stop() throws -> Double {
        Thread.sleep(forTimeInterval: 3)
        var usage = rusage()
        process.terminate()
        process.waitUntilExit()
        getrusage(children, &usage)
        return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    }

    static func restore(_ program: String, _ replica: String, to path: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["restore", "-o", path, "file://" + replica]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw FMError(.error, "litestream cannot restore") }
    }
}
