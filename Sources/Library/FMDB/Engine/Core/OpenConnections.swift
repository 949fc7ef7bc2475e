import Foundation

// SAFETY: the variables are read and written under the lock alone, which is held while the process is forked.
/// The open connections of this process, to be given up in a child that `fork` makes.
///
/// SQLite forbids to use a connection there, or even to close it: the child would roll back what the parent is writing.
/// See [How To Corrupt An SQLite Database File](https://sqlite.org/howtocorrupt.html#_carrying_an_open_database_across_a_fork_).
final class OpenConnections: @unchecked Sendable {
    static let shared = OpenConnections()

    private let lock = NSLock()
    private var lastNumber = 0
    private var connections: [ObjectIdentifier: Unmanaged<Connection>] = [:]

    private init() {
        // Makes these objects now, so that their locks are registered before another thread can fork.
        _ = (OpenFiles.shared, ChangeHub.shared, CheckpointGate.shared)
        _ = (WaitForGraph.shared, WorkerThreads.shared, DeadlineTimer.shared)
        Forks.hold(MessageLog.shared.lock)
        // What the child does for each statement is done once before, too; see ``Forks``.
        var flags = FMStatement.Flags()
        flags.abandon()
        Forks.hold(lock) { [self] in
            for connection in connections.values { connection._withUnsafeGuaranteedRef { $0.abandon() } }
            connections = [:]
        }
    }

    var nextNumber: Int {
        lock.withLock {
            lastNumber += 1
            return lastNumber
        }
    }

    func add(_ connection: Connection) {
        lock.withLock { connections[ObjectIdentifier(connection)] = .passUnretained(connection) }
    }

    func remove(_ connection: Connection) {
        _ = lock.withLock { connections.removeValue(forKey: ObjectIdentifier(connection)) }
    }
}

extension Connection {
    /// Gives the connection up, in a child process. Its memory stays as it is: to free it SQLite would have to be called.
    func abandon() {
        guards.isAbandoned = true
        guardStatements()
        // Those of scripts are not in use.
        forEachStatement { $0.state.pointee.flags.abandon() }
    }
}

extension FMStatement.Flags {
    fileprivate mutating func abandon() {
        insert(.guarded)
        insert(.abandoned)
    }
}
