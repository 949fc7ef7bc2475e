import Foundation

// SAFETY: the values are read and written under `lock` alone.
/// The mutable state of a queue or pool. It is not available in a forked child process.
final class CoordinatorState: @unchecked Sendable {
    struct Values {
        var path: String?
        var vfsName: String?
        /// See ``FMDatabaseCoordinator/lastTransactionError``.
        var transactionError: FMError?
        /// The watches that receive full scans, as the configuration's handler does.
        var scanWatches: [ScanWatch] = []
        var hasReportedSharing = false
        var hasReportedMemory = false
        var hasFailedPublishing = false
        /// The file that was last opened at each path.
        var files: [String: FileIdentity] = [:]
        /// The untrusted file that has passed its check.
        var checkedFile: FileIdentity?
    }

    private let lock = SystemLock()
    private let stamp = ForkStamp()
    private var values: Values

    init(_ values: Values) { self.values = values }

    var isInherited: Bool { stamp.isInherited }

    /// - Returns: nil in a forked child process.
    func get<Value>(_ body: (Values) -> Value) -> Value? { lock.withLock(ifKept: stamp) { body(values) } }

    func change(_ body: (inout Values) -> Void) { _ = lock.withLock(ifKept: stamp) { body(&values) } }

    /// Sets a flag, and returns whether it was not set before.
    func isFirst(_ flag: WritableKeyPath<Values, Bool>) -> Bool {
        lock.withLock {
            defer { values[keyPath: flag] = true }
            return !values[keyPath: flag]
        }
    }
}

// MARK: - Files

extension CoordinatorState {
    /// Returns whether a database that was just opened is another file than the one that the owner's other connections
    /// opened at the same path. The write-ahead log at that path belongs to the previous file, and a checkpoint would
    /// copy its pages into the new one.
    ///
    /// See [How To Corrupt An SQLite Database
    /// File](https://sqlite.org/howtocorrupt.html#_unlinking_or_renaming_a_database_file_while_in_use).
    func isReplaced(_ database: FMDatabase, of owner: ObjectIdentifier) -> Bool {
        guard let activity = database.connection?.activity, let file = activity.file else { return false }
        return lock.withLock {
            if let known = values.files[activity.path], known != file, OpenFiles.shared.isOpen(known, by: owner) {
                return true
            }
            values.files[activity.path] = file
            return false
        }
    }

    /// Returns whether a connection of the owner has a file open. If that file is no longer at its path, another connection must not create a
    /// new one there.
    func hasFile(of owner: ObjectIdentifier) -> Bool {
        lock.withLock { values.files.values.contains { OpenFiles.shared.isOpen($0, by: owner) } }
    }

    /// Returns whether the file of a database has passed its check, and has been open without a break since then.
    func isChecked(_ database: FMDatabase, of owner: ObjectIdentifier) -> Bool {
        guard let file = database.connection?.activity.file, lock.withLock({ values.checkedFile == file }) else {
            return false
        }
        return OpenFiles.shared.isOpen(file, by: owner)
    }
}
