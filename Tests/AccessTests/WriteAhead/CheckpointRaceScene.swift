import FMDB
import FMDBTestHelpers

/// Two connections to one file in WAL mode, of which one commits while the other is about to begin a checkpoint on a log
/// that is already in the database: the order in which SQLite 3.7.0 to 3.51.2 corrupts the file. See "The WAL-Reset Bug"
/// on https://sqlite.org/wal.html.
final class CheckpointRaceScene {
    let folder = TemporaryFolder()
    let disk = FMTestDisk()
    let writer: FMDatabase
    let mover: FMDatabase
    private var rows = 0

    /// Both connections are open, and everything that was written is in the database.
    init() throws {
        writer = CheckpointRaceScene.open(folder.file(), on: disk)
        mover = CheckpointRaceScene.open(folder.file(), on: disk)
        _ = try writer.value("PRAGMA journal_mode = WAL", as: String.self)
        try writer.execute("CREATE TABLE t (i INTEGER PRIMARY KEY, s TEXT)")
        try writer.execute("CREATE INDEX ts ON t (s)")
        _ = try mover.value("SELECT count(*) FROM t", as: Int.self)
        try insert(40)
        try writer.checkpoint(.passive)
    }

    deinit {
        mover.close()
        writer.close()
    }

    private static func open(_ path: String, on disk: FMTestDisk) -> FMDatabase {
        let database = FMDatabase(path: path)
        database.logsErrors = false
        database.maxBusyRetryTimeInterval = 0
        precondition(disk.open(database))
        return database
    }

    func insert(_ count: Int = 1) throws {
        for _ in 0..<count {
            try writer.execute("INSERT INTO t VALUES (\(rows), hex(randomblob(300)))")
            rows += 1
        }
    }

    /// Counts rows that another process has added.
    func othersHaveInserted(_ count: Int) {
        rows += count
    }

    /// Runs a body. As soon as a checkpoint within it looks at the log, or reads its header, `commit` is called, once.
    ///
    /// - Returns: whether it was called.
    func inTheWindow(_ commit: @escaping () throws -> Void, of body: () throws -> Void) throws -> Bool {
        let meeting = CommitInWindow(commit)
        for moment in [FMTestDisk.Operation.mapMemory, .unfetch] { disk.before(moment) { meeting.come() } }
        defer { for moment in [FMTestDisk.Operation.mapMemory, .unfetch] { disk.before(moment, nil) } }
        try body()
        if let failure = meeting.failure { throw failure }
        return meeting.hasHappened
    }

    /// Writes on for a while, and says what a new connection finds.
    func verdict() throws -> String {
        try insert(100)
        RawCheckpoint.run(writer, .passive)
        try insert()
        mover.close()
        writer.close()
        let database = FMDatabase.file(folder.file())
        defer { database.close() }
        do {
            let integrity = try database.rows("PRAGMA integrity_check(1)", as: String.self)
            let count = try database.value("SELECT count(*) FROM t NOT INDEXED", as: Int.self)
            return integrity == ["ok"] && count == rows ? "nothing is lost" : "lost: \(count) of \(rows), \(integrity)"
        } catch {
            return "lost: \(error.message)"
        }
    }
}

// SAFETY: used by one thread, that of the test.
private final class CommitInWindow: @unchecked Sendable {
    private let body: () throws -> Void
    private(set) var hasHappened = false
    private(set) var failure: (any Error)?

    init(_ body: @escaping () throws -> Void) {
        self.body = body
    }

    func come() {
        guard !hasHappened else { return }
        hasHappened = true
        do { try body() } catch { failure = error }
    }
}
