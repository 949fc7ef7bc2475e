import Foundation

// SAFETY: the variable is read and written under `lock` alone.
/// The backup threads that still wait for their target after the closing call gave up waiting for them. A new backup of the
/// database waits until they end, because two threads must not write to one archive.
final class UnendedBackups: @unchecked Sendable {
    static var shared: UnendedBackups { PerProcess.object(real) { UnendedBackups() } }
    private static let real = UnendedBackups()

    private let lock = SystemLock()
    private var threads: [BackupThread] = []

    private init() {
        // A forked child process does not have the threads.
        Forks.hold(lock) { [self] in threads = [] }
    }

    func add(_ thread: BackupThread) {
        lock.withLock {
            threads.removeAll { $0.hasEnded }
            if !thread.hasEnded { threads.append(thread) }
        }
    }

    /// Returns the threads that write to the same archive in this target: those of backups of the same file, or of a
    /// file at the same path.
    func threads(of file: BackupConnections, _ target: any FMBackupTarget) -> [BackupThread] {
        lock.withLock {
            threads.removeAll { $0.hasEnded }
            return threads.filter { $0.competes(with: file, target) }
        }
    }
}

extension FMBackupTarget {
    /// Returns whether this target is the same as another one. If the targets cannot be compared, they count as the
    /// same if their types are.
    func isSame(as other: any FMBackupTarget) -> Bool {
        if let own = self as? any Hashable, let other = other as? any Hashable {
            return AnyHashable(own) == AnyHashable(other)
        }
        guard type(of: self) is AnyClass else { return type(of: other) == type(of: self) }
        return self as AnyObject === other as AnyObject
    }
}
