import Foundation

// SAFETY: the databases are used by the thread of the backup, but those of the capture, which has a lock.
/// The connections of a backup: two that hold the log in turn, and one for snapshots.
final class BackupConnections: @unchecked Sendable {
    /// What was true when the hold began.
    struct Start: Sendable {
        let log: LogCapture.Start
        let database: ClosedFacts.File?
    }

    private let databases: [FMDatabase]
    private let path: String
    let capture: LogCapture
    let snapshots: Connection
    /// That of the first hold.
    private(set) var start: Start?

    /// Opens them, and begins the hold.
    ///
    /// - Parameter open: makes a connection to the file.
    init(_ open: () throws -> FMDatabase) throws {
        databases = try (0..<3).map { _ in try open() }
        let connections = databases.compactMap(\.connection)
        guard connections.count == 3 else { throw FMError.notOpen() }
        capture = LogCapture(connections[0], connections[1])
        snapshots = connections[2]
        path = connections[0].activity.path
        start = try hold()
    }

    func hold() throws(FMError) -> Start { Start(log: try capture.hold(), database: databaseFacts) }

    /// What the system says of the file of the database now.
    var databaseFacts: ClosedFacts.File? { ClosedFacts.File(path: path) }

    /// What the system says of the files now.
    var closedFacts: ClosedFacts? {
        databaseFacts.map { ClosedFacts(database: $0, log: ClosedFacts.File(path: path + "-wal")) }
    }

    func close() {
        capture.release()
        databases.forEach { $0.close() }
    }
}
