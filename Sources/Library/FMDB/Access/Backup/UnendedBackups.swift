import Foundation

// SAFETY: the variable is read and written under `lock` alone.
/// The threads of backups that still wait for their target though closing waits for them no longer. A new backup of the database
/// lets them end first: two must not write to one archive.
final class UnendedBackups: @unchecked Sendable {
    static let shared = UnendedBackups()

    private let lock = NSLock()
    private var threads: [BackupThread] = []

    private init() {
        // The threads are not in a child process.
        Forks.hold(lock) { [self] in threads = [] }
    }

    func add(_ thread: BackupThread) {
        lock.withLock {
            threads.removeAll { $0.hasEnded }
            if !thread.hasEnded { threads.append(thread) }
        }
    }

    /// Those that write what a backup of this file, or of another one that has its path now, to this target would write.
    func threads(of file: BackupConnections, _ target: any FMBackupTarget) -> [BackupThread] {
        lock.withLock {
            threads.removeAll { $0.hasEnded }
            return threads.filter { $0.competes(with: file, target) }
        }
    }
}

extension FMBackupTarget {
    /// Whether it is the same as another one, as far as that can be said; else whether both are of one type.
    func isSame(as other: any FMBackupTarget) -> Bool {
        if let own = self as? any Hashable, let other = other as? any Hashable {
            return AnyHashable(own) == AnyHashable(other)
        }
        guard type(of: self) is AnyClass else { return type(of: other) == type(of: self) }
        return self as AnyObject === other as AnyObject
    }
}
