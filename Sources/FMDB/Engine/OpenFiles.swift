import Foundation

/// A file by what it is, whatever path led to it.
struct FileIdentity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64

    /// - Returns: nil if there is no such file.
    init?(path: String) {
        var facts = stat()
        guard !path.isEmpty, stat(path, &facts) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: facts.st_dev)
        inode = UInt64(truncatingIfNeeded: facts.st_ino)
    }
}

// SAFETY: the list is read and written under the lock alone.
/// Every open connection of this process, by the file of its database.
final class OpenFiles: @unchecked Sendable {
    static let shared = OpenFiles()

    private let lock = NSLock()
    private var activities: [FileIdentity: [Activity]] = [:]

    func add(_ activity: Activity) {
        guard let file = activity.file else { return }
        lock.withLock { activities[file, default: []].append(activity) }
    }

    func remove(_ activity: Activity) {
        guard let file = activity.file else { return }
        lock.withLock {
            activities[file]?.removeAll { $0 === activity }
            if activities[file]?.isEmpty == true { activities[file] = nil }
        }
    }

    /// The connections of this process that are open on a file, in the order of their opening.
    func activities(on file: FileIdentity) -> [Activity] {
        lock.withLock { activities[file, default: []] }
    }

    /// The other connections of this process that are open on the same file, in the order of their opening.
    func others(like activity: Activity) -> [Activity] {
        guard let file = activity.file else { return [] }
        return activities(on: file).filter { $0 !== activity }
    }
}
