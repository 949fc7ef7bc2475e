import Foundation
import FMDBSQLiteC

/// What serves a connection's write-ahead log.
struct WriteAheadState {
    /// The context of the hooks around a commit; SQLite keeps only a pointer to it.
    var commitWatch: CommitWatch?
    /// What `PRAGMA wal_checkpoint` answers, once it was compiled; SQLite keeps only a pointer to it.
    var checkpointAnswer: CheckpointAnswer?
    /// The size of the log that was left when the connection closed, in bytes; 0 where another one of this process will see to it.
    var remainingLogSize = 0
    /// Whether the connection leaves the log as it is when it closes, while others stay: commits behind damage would be lost with it.
    var leavesLog = false
    /// What SQLite writes a rollback journal by, as long as the connection is open.
    var journal: UnsafeMutablePointer<sqlite3_file>?
    /// Where the files of the main database were.
    var places: MovedFiles?
}

/// Hears of each commit that a connection makes in a write-ahead log.
///
/// SQLite's own hook would begin a checkpoint past the ``CheckpointGate``; so this one is always there.
final class CommitWatch {
    /// Takes the connection, the pages in the log, and the time that the commit took. SQLite has released the write
    /// lock by then, so the body may checkpoint.
    typealias Body = (_ connection: Connection, _ pages: Int, _ took: Duration) -> Void

    private unowned let connection: Connection
    /// Checkpoints the log of the main database; nil if commits do.
    var body: Body? {
        didSet { findLeast() }
    }
    /// The log at which a commit leads to a checkpoint, in pages; 0 for never.
    var limit = CommitWatch.customaryLimit {
        didSet { findLeast() }
    }
    /// Whether an event handler would get a warning.
    var hasEventHandler = false {
        didSet { findLeast() }
    }
    /// Tells other processes how long the log is; nil unless the connection is published.
    var statistics: ExecutionStatistics? {
        didSet { findLeast() }
    }
    /// When the commit began of which SQLite has not told yet.
    var start: ContinuousClock.Instant?
    private var hasWarned = false
    private var reserve = LogReserve()
    /// A commit after which the log is shorter, in pages, needs nothing: each commit pays for one comparison only.
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

    /// Reports, at the first commit in a log, the defect of SQLite that the library cannot prevent.
    private func warn() {
        hasWarned = true
        findLeast()
        guard let defect = KnownDefect.linkedWALReset else { return }
        connection.events?.record(.advisory(FMEvent.Advisory(defect)))
    }

    /// The log at which SQLite, as it was built, checkpoints by itself: 1000 pages.
    private static let customaryLimit = PragmaReader(attached: nil).checkpointLimit ?? 1000
}
