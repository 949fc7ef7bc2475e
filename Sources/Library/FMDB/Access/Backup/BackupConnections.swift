import Foundation

// SAFETY: only the backup's thread uses the databases, except those of the capture and of the snapshot, which have their own
// locks. The snapshot is read and written under `lock` alone.
/// The connections of a backup. Two of them take turns holding a read lock, which keeps the WAL from being reset. One
/// reads snapshots.
final class BackupConnections: @unchecked Sendable {
    /// The state of the files when the hold began.
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
    private let lock = SystemLock()
    /// The snapshot that is being read.
    private var snapshot: SnapshotPages?
    /// Whether the snapshot was released before it was stored in `snapshot`.
    private var isReleased = false
    /// The state of the files when the first hold began.
    private(set) var start: Start?

    /// Opens the connections, and begins the hold.
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
        // If the file was replaced between the openings, the connections have different files open.
        guard !connections.contains(where: \.hasMoved) else { throw FMError.moved(.database, at: path) }
        start = try hold()
    }

    func hold() throws(FMError) -> Start { Start(log: try capture.hold(), database: databaseFacts) }

    /// The current state of the open database file, as the OS reports it; nil if its path leads to another file.
    var databaseFacts: CleanCloseRecord.File? {
        guard !capture.hasMoved, let facts = CleanCloseRecord.File(path: path), !capture.hasMoved else { return nil }
        return facts
    }

    /// The current state of the database file and the WAL file at their paths. The database may be another file than
    /// the one that was open, so the caller compares it with the last known state.
    var closedFacts: CleanCloseRecord? {
        CleanCloseRecord.File(path: path).map {
            CleanCloseRecord(
                database: $0, log: CleanCloseRecord.File(path: path + "-wal"), time: Date().milliseconds)
        }
    }

    /// Runs a body that reads all pages of the database from one snapshot. ``release()`` and ``giveUp()`` end the
    /// snapshot early.
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

    /// Releases all locks. Any thread may call it.
    func release() {
        capture.release()
        endSnapshot()
    }

    /// Releases all locks, and records that the WAL was too long. Any thread may call it.
    ///
    /// - Returns: whether the WAL was held.
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
