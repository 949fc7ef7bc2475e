import Foundation

// SAFETY: the databases are used by the thread of the backup, but those of the capture, which has a lock, and that of a snapshot,
// which has one, too. The snapshot is read and written under `lock` alone.
/// The connections of a backup: two that hold the log in turn, and one for snapshots.
final class BackupConnections: @unchecked Sendable {
    /// What was true when the hold began.
    struct Start: Sendable {
        let log: CommitCapture.Start
        let database: CleanCloseRecord.File?
    }

    private let databases: [FMDatabase]
    let path: String
    /// The file of the database.
    let file: FileIdentity?
    let capture: CommitCapture
    private let snapshots: Connection
    private let lock = NSLock()
    /// The one that is being read.
    private var snapshot: SnapshotPages?
    /// Whether it was to end before it was there.
    private var isReleased = false
    /// That of the first hold.
    private(set) var start: Start?

    /// Opens them, and begins the hold.
    ///
    /// - Parameters:
    ///   - maximumCommitSize: see ``CommitCapture``.
    ///   - open: makes a connection to the file.
    init(maximumCommitSize: Int, _ open: () throws -> FMDatabase) throws {
        databases = try (0..<3).map { _ in try open() }
        let connections = databases.compactMap(\.connection)
        guard connections.count == 3 else { throw FMError.notOpen() }
        capture = CommitCapture(connections[0], connections[1], maximumCommitSize: maximumCommitSize)
        snapshots = connections[2]
        path = connections[0].activity.path
        file = connections[0].activity.file
        // Each could be of another file, if that has just been replaced.
        guard !connections.contains(where: \.hasMoved) else { throw FMError.moved(.database, at: path) }
        start = try hold()
    }

    func hold() throws(FMError) -> Start { Start(log: try capture.hold(), database: databaseFacts) }

    /// What the system says of the open file of the database now; nil if its path leads elsewhere.
    var databaseFacts: CleanCloseRecord.File? {
        guard !capture.hasMoved, let facts = CleanCloseRecord.File(path: path), !capture.hasMoved else { return nil }
        return facts
    }

    /// What the system says of the files at the paths now. Only where these are the facts that the open file had at the end, they are
    /// of that file.
    var closedFacts: CleanCloseRecord? {
        CleanCloseRecord.File(path: path).map {
            CleanCloseRecord(
                database: $0, log: CleanCloseRecord.File(path: path + "-wal"), time: Date().milliseconds)
        }
    }

    /// Runs a body with all pages of the database, which a suspension takes away from it.
    func withSnapshot<Value>(_ body: (SnapshotPages) throws(FMError) -> Value) throws(FMError) -> Value {
        lock.withLock { self.isReleased = false }
        let pages = try SnapshotPages(snapshots)
        let isReleased = lock.withLock {
            snapshot = pages
            return self.isReleased
        }
        defer {
            lock.withLock { snapshot = nil }
            pages.end()
        }
        guard !isReleased else { throw .interruptedSnapshot() }
        return try body(pages)
    }

    /// Gives up all locks, from any thread.
    func release() {
        capture.release()
        endSnapshot()
    }

    /// Gives up all locks, and notes that the log was too long, from any thread.
    ///
    /// - Returns: whether the log was held.
    func giveUp() -> Bool {
        defer { endSnapshot() }
        return capture.giveUp()
    }

    private func endSnapshot() {
        let snapshot = lock.withLock {
            isReleased = true
            return self.snapshot
        }
        snapshot?.end()
    }

    func close() {
        capture.release()
        databases.forEach { $0.close() }
    }
}
