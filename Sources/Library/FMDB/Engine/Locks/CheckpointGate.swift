import Foundation

// SAFETY: the set is read and written under the lock alone.
/// Lets one checkpoint at a time run on a file, in this process.
///
/// Only a checkpoint moves frames of a log. If a thread inside the gate finds frames that
/// are not moved yet, no commit of this process can restart the log before the checkpoint of that thread has begun. See
/// ``Connection/checkpoint(_:name:)``.
final class CheckpointGate: @unchecked Sendable {
    static let shared = CheckpointGate()

    private let lock = NSLock()
    private var files: Set<FileIdentity> = []

    private init() {
        // The threads inside do not exist in a child process.
        Forks.hold(lock) { [self] in files = [] }
    }

    /// - Returns: whether no other checkpoint of this process is at work on the file. It does not wait, as SQLite does not
    ///   for another checkpoint.
    func enter(_ file: FileIdentity) -> Bool {
        lock.withLock { files.insert(file).inserted }
    }

    func leave(_ file: FileIdentity) {
        _ = lock.withLock { files.remove(file) }
    }
}
