import Foundation
import FMDBSQLiteC

/// The state of a connection that concerns its write-ahead log (WAL).
struct WriteAheadState {
    /// The context of the hooks around a commit; SQLite keeps only a pointer to it.
    var commitWatch: CommitWatch?
    /// The result of `PRAGMA wal_checkpoint`; nil until one is compiled. SQLite keeps only a pointer to it.
    var checkpointAnswer: CheckpointAnswer?
    /// The size of the WAL in bytes after the connection closed; 0 if another connection of this process will
    /// checkpoint it.
    var remainingLogSize = 0
    /// Whether closing skips the checkpoint while other connections stay open. A checkpoint would lose the commits
    /// after a damaged frame.
    var leavesLog = false
    /// SQLite's file object for the rollback journal, valid as long as the connection is open.
    var journal: UnsafeMutablePointer<sqlite3_file>?
    /// Where the files of the main database were at the last check.
    var places: MovedFiles?
}

/// Receives each commit that a connection writes to a WAL.
///
/// Always installed, because SQLite's own hook would checkpoint without the ``CheckpointGate``.
final class CommitWatch {
    /// Gets the connection, the number of pages in the WAL, and the duration of the commit. SQLite has released the
    /// write lock, so the body may checkpoint.
    typealias Body = (_ connection: Connection, _ pages: Int, _ took: Duration) -> Void

    private unowned let connection: Connection
    /// Checkpoints the WAL of the main database; nil if commits do that themselves.
    var body: Body? {
        didSet { findLeast() }
    }
    /// The WAL length, in pages, at which a commit starts a checkpoint; 0 for never.
    var limit = CommitWatch.customaryLimit {
        didSet { findLeast() }
    }
    /// Whether there is an event handler to receive the warning.
    var hasEventHandler = false {
        didSet { findLeast() }
    }
    /// Reports the WAL length to other processes; nil unless the connection is published.
    var statistics: ExecutionStatistics? {
        didSet { findLeast() }
    }
    /// The start of the commit that SQLite has not reported yet.
    var start: ContinuousClock.Instant?
    private var hasWarned = false
    private var reserve = LogReserve()
    /// The WAL length, in pages, below which a commit needs no action, so that most commits cost one comparison.
    private var least: Int32 = 0

    /// See [`sqlite3_wal_hook`](https://sqlite.org/c3ref/wal_hook.html).
    init(of connection: Connection) {
        self.connection = connection
        sqlite3_wal_hook(
            connection.handle,
            { context, _, schema, pages in
                if let context, let schema {
                    Unmanaged<CommitWatch>.fromOpaque(context).takeUnretainedValue().end(schema, pages)
                }
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
        findLeast()
    }

    private func findLeast() {
        let needsAll = body != nil || hasEventHandler && !hasWarned || statistics != nil
        least = needsAll ? 0 : limit > 0 ? min(limit, LogReserve.leastPages) : LogReserve.leastPages
    }

    func begin() {
        if body != nil { start = .now }
    }

    private func end(_ schema: UnsafePointer<CChar>, _ pages: Int32) {
        guard pages >= least else { return }
        if hasEventHandler, !hasWarned { warn() }
        let isMain = strcmp(schema, "main") == 0
        if isMain { statistics?.recordLogLength(pages) }
        defer { if isMain, pages >= LogReserve.leastPages { reserve.refill(connection, pages) } }
        if let body, isMain {
            let took = start.map { $0.duration(to: .now) } ?? .zero
            start = nil
            return body(connection, Int(pages), took)
        }
        guard limit > 0, pages >= limit else { return }
        var counts = CheckpointCounts()
        _ = connection.checkpointReported(SQLITE_CHECKPOINT_PASSIVE, String(cString: schema), &counts)
    }

    /// Warns about SQLite's WAL-reset bug, which the library cannot prevent entirely. Called at the first commit to a
    /// WAL.
    private func warn() {
        hasWarned = true
        findLeast()
        guard let defect = KnownDefect.linkedWALReset else { return }
        connection.events?.record(.advisory(FMEvent.Advisory(defect)))
    }

    /// The WAL length at which the linked SQLite checkpoints by default; 1000 pages if it does not report one.
    private static let customaryLimit = PragmaReader(attached: nil).checkpointLimit ?? 1000
}
