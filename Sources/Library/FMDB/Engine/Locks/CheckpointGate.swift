import Foundation

// SAFETY: the set is read and written only under the lock.
/// Lets one checkpoint at a time run on a file in this process.
///
/// A commit can restart the write-ahead log only after a checkpoint has copied all frames to the database. If a thread inside the gate
/// finds frames that are not copied, no commit of this process can restart the log before that thread's checkpoint begins. See
/// ``Connection/checkpoint(_:name:)``.
final class CheckpointGate: @unchecked Sendable {
    static var shared: CheckpointGate { PerProcess.object(real) { CheckpointGate() } }
    private static let real = CheckpointGate()

    private let lock = SystemLock()
    private var files: Set<FileIdentity> = []

    private init() {
        // The threads inside the gate do not exist in a forked child.
        Forks.hold(lock) { [self] in files = [] }
    }

    /// Enters the gate of a file. It does not wait, because SQLite does not wait for another checkpoint either.
    ///
    /// - Returns: false if another checkpoint of this process runs on the file.
    func enter(_ file: FileIdentity) -> Bool {
        lock.withLock { files.insert(file).inserted }
    }

    func leave(_ file: FileIdentity) {
        _ = lock.withLock { files.remove(file) }
    }
}
