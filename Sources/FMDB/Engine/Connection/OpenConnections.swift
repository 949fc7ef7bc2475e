import Foundation

// SAFETY: the list is read and written under the lock alone, which is held while the process is forked.
/// The open connections of this process, to be given up in a child that `fork` makes.
///
/// SQLite forbids to use a connection there, or even to close it: the child would roll back what the parent is writing.
/// See [How To Corrupt An SQLite Database File](https://sqlite.org/howtocorrupt.html#_carrying_an_open_database_across_a_fork_).
final class OpenConnections: @unchecked Sendable {
    static let shared: OpenConnections = {
        // See [`pthread_atfork`](https://pubs.opengroup.org/onlinepubs/9699919799/functions/pthread_atfork.html).
        pthread_atfork(
            { OpenConnections.shared.begin() }, { OpenConnections.shared.end() },
            { OpenConnections.shared.becomeChild() })
        return OpenConnections()
    }()

    private let lock = NSLock()
    private var connections: [ObjectIdentifier: Unmanaged<Connection>] = [:]

    func add(_ connection: Connection) {
        lock.withLock { connections[ObjectIdentifier(connection)] = .passUnretained(connection) }
    }

    func remove(_ connection: Connection) {
        _ = lock.withLock { connections.removeValue(forKey: ObjectIdentifier(connection)) }
    }

    private func begin() {
        lock.lock()
        OpenFiles.shared.beginFork()
    }

    private func end() {
        OpenFiles.shared.endFork(isChild: false)
        lock.unlock()
    }

    /// In the child, where no other thread is left.
    private func becomeChild() {
        Forks.count.value += 1
        for connection in connections.values { connection._withUnsafeGuaranteedRef { $0.abandon() } }
        connections = [:]
        OpenFiles.shared.endFork(isChild: true)
        lock.unlock()
    }
}

extension Connection {
    /// Gives the connection up, in a child process. Its memory stays as it is: to free it SQLite would have to be called.
    func abandon() {
        guards.isAbandoned = true
        guardStatements()
        // Those of scripts are not in use.
        forEachStatement { $0.state.pointee.flags.formUnion([.guarded, .abandoned]) }
    }
}
