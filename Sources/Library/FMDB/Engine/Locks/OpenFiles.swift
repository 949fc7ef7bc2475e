import Foundation

// SAFETY: the variables are read and written only under the lock.
/// The open connections of this process, by database file.
///
/// Opening and closing a connection take constant time. Only listing all connections of a file takes time in proportion to their number.
final class OpenFiles: @unchecked Sendable {
    static var shared: OpenFiles { PerProcess.object(real) { OpenFiles() } }
    private static let real = OpenFiles()

    private struct FileUsers {
        /// The connections, numbered in the order in which they were opened.
        var connections: [ObjectIdentifier: (number: Int, activity: Activity)] = [:]
        /// The connections that may write and are not about to close.
        var writers: Set<ObjectIdentifier> = []
        /// The number of connections of each queue and pool.
        var coordinators: [ObjectIdentifier: Int] = [:]
    }

    private let lock = SystemLock()
    private var usersOfFile: [FileIdentity: FileUsers] = [:]
    private var lastNumber = 0
    /// In a forked child, the files that were open in the parent at the fork.
    private var inherited: Set<FileIdentity> = []

    private init() {
        InheritedFiles.prepare()
        // Runs once, before any fork, the code that a forked child will run; see ``Forks``.
        if let root = FileIdentity(path: "/") { inherited.formUnion([root: FileUsers()].keys) }
        inherited = []
        // In a forked child, the connections belong to the parent.
        Forks.hold(lock) { [self] in
            inherited.formUnion(usersOfFile.keys)
            usersOfFile = [:]
            if !inherited.isEmpty { InheritedFiles.refuse() }
        }
    }

    /// Whether a file must not be opened, because it was open in the parent when this process was forked.
    ///
    /// SQLite keeps one list of locks for all connections of a process. The child inherits the list, but not the locks. A connection of
    /// the child would write without locks, and its commits would be lost when the parent resets the WAL.
    func isInherited(_ file: FileIdentity) -> Bool { lock.withLock { inherited.contains(file) } }

    func add(_ activity: Activity) {
        guard let file = activity.file else { return }
        lock.withLock {
            lastNumber += 1
            usersOfFile[file, default: FileUsers()].connections[ObjectIdentifier(activity)] = (lastNumber, activity)
            guard activity.openFlags & Constants.readOnlyFlags == 0 else { return }
            usersOfFile[file]?.writers.insert(ObjectIdentifier(activity))
        }
    }

    /// Records that a connection is about to close.
    ///
    /// - Returns: whether no other connection of this process may write, and the number of all other connections to the file.
    func beginClosing(_ activity: Activity) -> (isLastWriter: Bool, others: Int) {
        guard let file = activity.file else { return (true, 0) }
        return lock.withLock {
            usersOfFile[file]?.writers.remove(ObjectIdentifier(activity))
            return (usersOfFile[file]?.writers.isEmpty ?? true, max(0, (usersOfFile[file]?.connections.count ?? 0) - 1))
        }
    }

    func remove(_ activity: Activity, of coordinator: ObjectIdentifier?) {
        guard let file = activity.file else { return }
        lock.withLock {
            guard usersOfFile[file]?.connections.removeValue(forKey: ObjectIdentifier(activity)) != nil else { return }
            if usersOfFile[file]?.connections.isEmpty ?? false { return usersOfFile[file] = nil }
            usersOfFile[file]?.writers.remove(ObjectIdentifier(activity))
            guard let coordinator, let count = usersOfFile[file]?.coordinators[coordinator] else { return }
            usersOfFile[file]?.coordinators[coordinator] = count > 1 ? count - 1 : nil
        }
    }

    func claim(_ activity: Activity, for coordinator: ObjectIdentifier) {
        guard let file = activity.file else { return }
        lock.withLock { usersOfFile[file, default: FileUsers()].coordinators[coordinator, default: 0] += 1 }
    }

    /// Whether more than one queue or pool has connections to the file of the given connection.
    func isShared(_ activity: Activity) -> Bool {
        guard let file = activity.file else { return false }
        return lock.withLock { usersOfFile[file]?.coordinators.count ?? 0 } > 1
    }

    /// Whether a queue or pool has a connection open on a file.
    func isOpen(_ file: FileIdentity, by coordinator: ObjectIdentifier) -> Bool {
        lock.withLock { usersOfFile[file]?.coordinators[coordinator] != nil }
    }

    /// Returns the connections of this process that are open on a file, in the order of opening.
    func activities(on file: FileIdentity) -> [Activity] {
        let found = lock.withLock { usersOfFile[file].map { Array($0.connections.values) } ?? [] }
        return found.sorted { $0.number < $1.number }.map(\.activity)
    }

    /// Returns the other connections of this process that are open on the same file, in the order of opening.
    func others(like activity: Activity) -> [Activity] {
        guard let file = activity.file else { return [] }
        return activities(on: file).filter { $0 !== activity }
    }
}
