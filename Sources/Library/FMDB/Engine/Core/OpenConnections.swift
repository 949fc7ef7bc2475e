import Foundation

// SAFETY: the variables are read and written under the lock alone, which is held while the process is forked.
/// The open connections of this process. A child process that `fork` creates abandons them.
///
/// SQLite forbids using or closing a connection in the child: the child would roll back what the parent is writing.
/// See [How To Corrupt An SQLite Database File](https://sqlite.org/howtocorrupt.html#_carrying_an_open_database_across_a_fork_).
final class OpenConnections: @unchecked Sendable {
    static var shared: OpenConnections { PerProcess.object(real) { OpenConnections() } }
    private static let real = OpenConnections()

    private let lock = SystemLock()
    private var lastNumber = 0
    private var connections: [ObjectIdentifier: Unmanaged<Connection>] = [:]

    private init() {
        // Creates these objects now, so that their locks are registered before another thread can fork.
        _ = (OpenFiles.shared, ChangeHub.shared, CheckpointGate.shared)
        _ = (WaitForGraph.shared, WorkerThreads.shared, DeadlineTimer.shared)
        Forks.hold(MessageLog.shared.lock)
        // Runs the child's code for each statement once before a fork, too; see ``Forks``.
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
    /// Abandons the connection in a child process. Its memory is leaked, because freeing it needs calls to SQLite.
    func abandon() {
        guards.isAbandoned = true
        guardStatements()
        // All statements and not only those in use: statements of scripts have no use.
        forEachStatement { $0.state.pointee.flags.abandon() }
    }
}

extension FMStatement.Flags {
    fileprivate mutating func abandon() {
        insert(.guarded)
        insert(.abandoned)
    }
}
