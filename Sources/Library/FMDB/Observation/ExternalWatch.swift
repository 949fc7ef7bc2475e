import Foundation

extension FMDatabaseCoordinator {
    /// How changes by other processes and connections are handled.
    public enum ExternalChanges: Sendable {
        /// They are not detected.
        case ignore
        /// They are detected, and reported as a change with ``FMChange/isUnknown``.
        ///
        /// On Linux, [inotify](https://man7.org/linux/man-pages/man7/inotify.7.html) reports writes to the database
        /// file, its WAL and its journal. A check follows each report; reports within one interval share a check.
        /// Without writes there is no check. On other systems and on network file systems, a check runs once in each
        /// interval. The same applies if the kernel refuses to watch the file because an inotify limit is reached;
        /// ``FMEvent/fileWatchRefused(_:)`` reports this once.
        ///
        /// Each check uses a connection of the queue or pool and reads [PRAGMA
        /// data_version](https://sqlite.org/pragma.html#pragma_data_version), which does not show who changed the
        /// database. So a commit by another queue of this process, or by another connection of the same pool, is
        /// reported twice, the second time as unknown. The first check, soon after the observation has begun, always
        /// reports an unknown change, because earlier changes are not known.
        case poll(every: Duration)
    }
}

// SAFETY: the variables are read and written under `lock` alone.
/// Checks whether other connections or processes changed the database: after its file changes, or periodically.
final class ExternalWatch: @unchecked Sendable {
    private let lock = SystemLock()
    private var task: Task<Void, Never>?
    /// The number of the connection that was checked last, and its `data_version`. Values of different connections
    /// cannot be compared.
    private var last: (connection: Int, version: Int32)?
    /// The path of the database file, known after the first check.
    private var file: String?
    private weak var coordinator: FMDatabaseCoordinator?
    private let mailbox: ChangeMailbox
    private let signal: WatchSignal

    /// - Parameter signal: ends the checks when it ends.
    init(
        _ coordinator: FMDatabaseCoordinator, _ interval: Duration, _ mailbox: ChangeMailbox, _ signal: WatchSignal
    ) {
        (self.coordinator, self.mailbox, self.signal) = (coordinator, mailbox, signal)
        // A sleep whose end overflows the clock would crash the process.
        let interval = min(max(interval, .milliseconds(1)), .seconds(1_000_000_000))
        var pace = WatchPace(interval, coordinator.configuration)
        let task = Task.detached { [weak self, signal] in
            while !Task.isCancelled {
                guard let look = await self?.look(), look != .over else { return }
                // After the file watch has begun, another check finds commits that came before the watch.
                let file = self?.watchedFile
                if pace.usesEvents, let file, self?.beginEvents(file) == true { continue }
                guard await pace.wait(for: signal, file: file, after: look) else { return }
            }
        }
        lock.withLock { self.task = task }
    }

    func stop() {
        lock.withLock { task }?.cancel()
        signal.end()
    }

    /// - Returns: whether this call began to watch the file.
    private func beginEvents(_ file: String) -> Bool {
        guard let coordinator else { return false }
        return signal.begin(file, refusal: coordinator.configuration.watchRefusal) { number in
            coordinator.eventHandler?(
                .fileWatchRefused(FMEvent.FileWatchRefused(path: file, errorNumber: number)))
        }
    }

    private var watchedFile: String? { lock.withLock { file } }

    /// The result of a check.
    enum Look {
        /// The queue or pool was released, or the observation has ended.
        case over
        case failed
        case same
        case change
    }

    @discardableResult
    func look() async -> Look {
        guard let coordinator, !mailbox.isOver else { return .over }
        coordinator.configuration.onWatch?(.looks)
        // An error is ignored, because the next check may succeed.
        guard let seen = try? await coordinator.dataVersion(), let version = seen.version else { return .failed }
        let isOther = lock.withLock {
            file = seen.file
            defer { last = (seen.connection, version) }
            // Changes before the first check are unknown, so the first check counts as a change.
            return last.map { $0.connection != seen.connection || $0.version != version } ?? true
        }
        if isOther { mailbox.receive(.unknown) }
        return isOther ? .change : .same
    }
}

extension FMDatabaseCoordinator {
    /// Reads the `data_version` of a connection of ``watchedSlots``. `file` is nil if the database has no file, or if
    /// its VFS may store the file elsewhere.
    fileprivate func dataVersion() async throws -> (connection: Int, version: Int32?, file: String?) {
        let terms = AccessOptions(nil, nil, #fileID, #line).joining
        return try await lend(watchedSlots, terms) { database in
            guard let connection = database.connection else { throw FMError.notOpen() }
            // Other virtual file systems may store the file elsewhere.
            let isUsual = self.vfsName?.hasPrefix("unix") ?? true
            let file = isUsual ? ChangeHub.canonical(connection.activity.path) : nil
            return (connection.number, connection.dataVersion(), file)
        }
    }
}

/// Decides when a database is checked next.
private struct WatchPace {
    let usesEvents: Bool
    private let interval: Duration
    private let patience: Duration
    private let onWatch: (@Sendable (FMDatabaseCoordinator.Configuration.WatchStep) -> Void)?
    private var delay: Duration
    private var waited = Duration.zero
    /// Whether no connection was writing before the last check, so that the check has seen all commits.
    private var wasFree = false

    init(_ interval: Duration, _ configuration: FMDatabaseCoordinator.Configuration) {
        self.interval = interval
        delay = min(.milliseconds(2), interval)
        usesEvents = configuration.watchesFiles
        patience = configuration.watchPatience
        onWatch = configuration.onWatch
    }

    /// Waits until the next check is due. If the last check found a change, that is after the interval.
    ///
    /// A commit in WAL mode becomes visible with a write to the wal-index, which causes no event. Before it come the
    /// writes to the WAL, which cause events, and a sync, which takes time. So the database is checked repeatedly after
    /// each event, at growing intervals.
    ///
    /// - Returns: false if the observation has ended.
    mutating func wait(for signal: WatchSignal, file: String?, after look: ExternalWatch.Look) async -> Bool {
        let state = signal.poll()
        if state == .over { return false }
        guard let file, state != .blind, look != .failed else {
            try? await Task.sleep(for: interval)
            return true
        }
        if look == .change {
            start()
            try? await Task.sleep(for: interval)
            return true
        }
        if state == .changed {
            (delay, waited, wasFree) = (min(delay, interval), .zero, false)
        } else if wasFree, waited >= patience {
            onWatch?(.rests)
            await signal.wait()
            start()
            return true
        }
        wasFree = !WatchPace.isBeingWritten(file)
        try? await Task.sleep(for: min(delay, interval))
        if delay > interval { await signal.wait(delay - interval) }
        waited += delay
        delay = min(delay * 2, max(.seconds(1), interval))
        return true
    }

    /// Restarts with short intervals, because a commit that is being written will be visible soon.
    private mutating func start() { (delay, waited, wasFree) = (min(.milliseconds(2), interval), .zero, false) }

    /// Whether a connection is in a write transaction, according to the file locks that the kernel reports.
    private static func isBeingWritten(_ path: String) -> Bool {
        guard let file = FileIdentity(path: path) else { return false }
        return FileLocks(of: file, path: path).entries.contains { $0.lock == .write || $0.lock == .exclusive }
    }
}
