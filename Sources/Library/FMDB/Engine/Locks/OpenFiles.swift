import Foundation

// SAFETY: the variables are read and written under the lock alone.
/// Every open connection of this process, by the file of its database.
///
/// To open and to close one takes the same time however many there are; only who asks for all goes through them.
final class OpenFiles: @unchecked Sendable {
    static let shared = OpenFiles()

    private struct FileUsers {
        /// With the number of their opening.
        var connections: [ObjectIdentifier: (number: Int, activity: Activity)] = [:]
        /// The connections that may write, and are not about to close.
        var writers: Set<ObjectIdentifier> = []
        /// The queues and pools that lend connections of it, and how many each.
        var coordinators: [ObjectIdentifier: Int] = [:]
    }

    private let lock = NSLock()
    private var usersOfFile: [FileIdentity: FileUsers] = [:]
    private var lastNumber = 0
    /// The files that were open when the process was forked, in the child.
    private var inherited: Set<FileIdentity> = []

    private init() {
        InheritedFiles.prepare()
        // What the child does for each file is done once before, too; see ``Forks``.
        if let root = FileIdentity(path: "/") { inherited.formUnion([root: FileUsers()].keys) }
        inherited = []
        // In a child process the connections are another process's.
        Forks.hold(lock) { [self] in
            inherited.formUnion(usersOfFile.keys)
            usersOfFile = [:]
            if !inherited.isEmpty { InheritedFiles.refuse() }
        }
    }

    /// Whether a file may not be opened, because it was open in the parent when this process was forked.
    ///
    /// SQLite keeps one list of locks for all connections of a process, and the child inherits that list, but none of the
    /// locks. A connection of its own would write without them, and lose its commits as soon as the parent resets the log.
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

    /// Notes that a connection is about to close.
    ///
    /// - Returns: whether no other one of this process may write, and how many there are that only read, or close too.
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

    /// Whether several queues and pools have connections to a connection's file.
    func isShared(_ activity: Activity) -> Bool {
        guard let file = activity.file else { return false }
        return lock.withLock { usersOfFile[file]?.coordinators.count ?? 0 } > 1
    }

    /// Whether a queue or pool has a connection open on a file.
    func isOpen(_ file: FileIdentity, by coordinator: ObjectIdentifier) -> Bool {
        lock.withLock { usersOfFile[file]?.coordinators[coordinator] != nil }
    }

    /// The connections of this process that are open on a file, in the order of their opening.
    func activities(on file: FileIdentity) -> [Activity] {
        let found = lock.withLock { usersOfFile[file].map { Array($0.connections.values) } ?? [] }
        return found.sorted { $0.number < $1.number }.map(\.activity)
    }

    /// The other connections of this process that are open on the same file, in the order of their opening.
    func others(like activity: Activity) -> [Activity] {
        guard let file = activity.file else { return [] }
        return activities(on: file).filter { $0 !== activity }
    }
}
