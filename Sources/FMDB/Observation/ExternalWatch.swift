import Foundation

extension FMDatabaseCoordinator {
    /// How changes by other processes and connections are handled.
    public enum ExternalChanges: Sendable {
        /// They are not detected.
        case ignore
        /// They are checked for at this interval, and reported as a change with ``FMChange/isUnknown``.
        ///
        /// Each check takes a connection of the queue or pool and reads [PRAGMA
        /// data_version](https://sqlite.org/pragma.html#pragma_data_version). That does not show who has changed the
        /// database: a commit by another queue of this process, or by another connection of the same pool, is reported
        /// twice, the second time as unknown. The first check, soon after the observation has begun, always reports
        /// such a change, because earlier changes are not known.
        case poll(every: Duration)
    }
}

// SAFETY: the variables are read and written under `lock` alone.
/// Checks periodically whether the database was changed from outside.
final class ExternalWatch: @unchecked Sendable {
    private let lock = NSLock()
    private var task: Task<Void, Never>?
    /// The number of the connection that was asked last, and its `data_version`; each connection counts these for itself.
    private var last: (connection: Int, version: Int32)?
    private weak var coordinator: FMDatabaseCoordinator?
    private let mailbox: ChangeMailbox

    init(_ coordinator: FMDatabaseCoordinator, _ interval: Duration, _ mailbox: ChangeMailbox) {
        self.coordinator = coordinator
        self.mailbox = mailbox
        // A sleep that ends beyond what the clock can count would end the process.
        let interval = min(max(interval, .milliseconds(1)), .seconds(1_000_000_000))
        let task = Task.detached { [weak self] in
            while !Task.isCancelled {
                guard await self?.look() ?? false else { return }
                try? await Task.sleep(for: interval)
            }
        }
        lock.withLock { self.task = task }
    }

    func stop() {
        lock.withLock { task }?.cancel()
    }

    /// - Returns: false if the queue or pool is gone.
    @discardableResult
    func look() async -> Bool {
        guard let coordinator, !mailbox.isOver else { return false }
        // Nobody can say why it has failed; the next time may be better.
        guard let seen = try? await coordinator.dataVersion(), let version = seen.version else { return true }
        let isOther = lock.withLock {
            defer { last = (seen.connection, version) }
            // What came before the first look nobody knows, hence it counts as a change.
            return last.map { $0.connection != seen.connection || $0.version != version } ?? true
        }
        if isOther { mailbox.receive(.unknown) }
        return true
    }
}

extension FMDatabaseCoordinator {
    fileprivate func dataVersion() async throws -> (connection: Int, version: Int32?) {
        let terms = AccessOptions(nil, nil, #fileID, #line).joining
        let answer: DataVersion = try await lend(watchedSlots, terms) { database in
            DataVersion(database.connection?.number, database.connection?.dataVersion())
        }
        guard let connection = answer.connection else { throw FMError.notOpen() }
        return (connection, answer.version)
    }

    /// Where the connection is that makes most of the changes, so that these are not told twice.
    private var watchedSlots: ConnectionSlots {
        guard let writer = (self as? FMDatabasePool)?.writer, writer.isOpen else { return mainSlots }
        return writer
    }
}

private struct DataVersion: Sendable {
    let connection: Int?
    let version: Int32?

    init(_ connection: Int?, _ version: Int32?) {
        self.connection = connection
        self.version = version
    }
}
