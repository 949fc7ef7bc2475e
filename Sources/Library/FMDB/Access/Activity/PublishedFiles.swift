import Foundation

// SAFETY: `files` is read and written under `lock` alone, which is held while the process is forked.
/// The database files whose use this process publishes to other processes, with what it publishes about each.
final class PublishedFiles: @unchecked Sendable {
    static let shared = PublishedFiles()

    /// A semaphore at which calls of a queue or pool wait for a connection. The queue or pool is not retained here,
    /// because the release of the last reference closes it, which could then happen on any thread.
    struct Entrance: Sendable {
        /// The role in messages, such as "queue", and the label of the queue or pool.
        let role: String
        let label: String
        let semaphore: FairSemaphore
    }

    private struct PublishedFile {
        let since = ContinuousClock.now
        var connections = 0
        /// The entrances of each queue or pool, and its number of connections.
        var coordinators: [ObjectIdentifier: (entrances: [Entrance], connections: Int)] = [:]
        /// The counts of closed connections.
        var (reads, commits) = (0, 0)
        var log: (pages: Int, time: UInt)?
    }

    private let lock = SystemLock()
    private var files: [FileIdentity: PublishedFile] = [:]

    private init() {
        // In a forked child process the connections belong to the parent.
        Forks.hold(lock) { [self] in files = [:] }
    }

    /// Publishes a connection until it closes. Call it on the thread that uses the connection.
    ///
    /// - Throws: `FMError` if the socket for the other processes cannot be opened. The connection is then not
    ///   published.
    func add(
        _ connection: Connection, _ file: FileIdentity, slowThreshold: Duration, of coordinator: ObjectIdentifier,
        _ entrances: [Entrance], in folder: ActivityFolder
    ) throws(FMError) {
        #if DEBUG
            Simulated.refuse("publishesActivity opens a socket")
        #endif
        try ActivityServer.shared.start(file, in: folder) { [self] in
            guard let activity = activity(on: file), let data = try? JSONEncoder().encode(activity) else { return [] }
            return Array(data)
        }
        lock.withLock {
            files[file, default: PublishedFile()].connections += 1
            let before = files[file]?.coordinators[coordinator]?.connections ?? 0
            files[file]?.coordinators[coordinator] = (entrances, before + 1)
        }
        let statistics = ExecutionStatistics(slowThreshold: slowThreshold)
        connection.publish(statistics) { [self] in remove(statistics, file, of: coordinator) }
    }

    private func remove(_ statistics: ExecutionStatistics, _ file: FileIdentity, of coordinator: ObjectIdentifier) {
        lock.withLock {
            guard var published = files[file] else { return }
            published.connections -= 1
            published.reads += statistics.reads
            published.commits += statistics.commits
            published.log = PublishedFiles.newer(published.log, statistics.log)
            let rest = (published.coordinators[coordinator]?.connections ?? 0) - 1
            if rest > 0 {
                published.coordinators[coordinator]?.connections = rest
            } else {
                published.coordinators[coordinator] = nil
            }
            files[file] = published.connections > 0 ? published : nil
        }
        ActivityServer.shared.stop(file)
    }

    private static func newer(
        _ one: (pages: Int, time: UInt)?, _ other: (pages: Int, time: UInt)?
    ) -> (pages: Int, time: UInt)? {
        guard let one, let other else { return one ?? other }
        return CoarseTime.age(of: one.time, at: CoarseTime.now) < CoarseTime.age(of: other.time, at: CoarseTime.now)
            ? one : other
    }
}

// MARK: - What is published

extension PublishedFiles {
    /// Returns what this process does with the given file. It takes no lock that another thread holds while it waits
    /// for a database.
    func activity(on file: FileIdentity) -> FMActivity? {
        guard let published = lock.withLock({ files[file] }) else { return nil }
        let connections = OpenFiles.shared.activities(on: file)
        var activity = FMActivity(processID: getpid(), processName: ProcessInfo.processInfo.processName)
        activity.path = connections.first?.path.withoutKeyParameters ?? ""
        activity.elapsed = published.since.duration(to: .now)
        activity.connections = connections.prefix(100).map { FMActivity.Connection($0) }
        activity.queues = published.coordinators.values.flatMap(\.entrances).map { FMActivity.Queue($0) }
            .sorted { ($0.label, $0.role) < ($1.label, $1.role) }
        let statistics = connections.compactMap { one in one.statistics.map { (one, $0) } }
        activity.reads = statistics.reduce(published.reads) { $0 + $1.1.reads }
        activity.commits = statistics.reduce(published.commits) { $0 + $1.1.commits }
        let log = statistics.reduce(published.log) { PublishedFiles.newer($0, $1.1.log) }
        activity.log = FMActivity.Log(of: activity.path, log)
        let slow = statistics.flatMap { activity, statistics in statistics.slowStatements.map { ($0, activity) } }
        activity.slowStatements = slow.sorted { $0.0.duration > $1.0.duration }.prefix(10).map { slow, activity in
            FMActivity.SlowStatement(slow, activity.owner?().label ?? "")
        }
        return activity
    }
}

extension FMActivity.Queue {
    fileprivate init(_ entrance: PublishedFiles.Entrance) {
        let waiting = entrance.semaphore.waitingCalls
        self.init(
            label: entrance.label, role: entrance.role, inUse: entrance.semaphore.insideCount, waiting: waiting.count,
            callSites: waiting.compactMap { $0 }.prefix(5).map(\.description))
    }
}

extension FMActivity.Log {
    /// - Returns: nil if there is no WAL file. Only its size is read: the file is not opened.
    fileprivate init?(of path: String, _ last: (pages: Int, time: UInt)?) {
        guard !path.isEmpty, let size = FileSize.of(path + "-wal") else { return nil }
        self.init(
            pages: last?.pages, age: last.map { CoarseTime.age(of: $0.time, at: CoarseTime.now) },
            fileSize: size)
    }
}
