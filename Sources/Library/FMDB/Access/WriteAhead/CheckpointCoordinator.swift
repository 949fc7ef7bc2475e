import Foundation

// SAFETY: the variables are read and written under `lock` alone; `state` has its own lock.
/// Checkpoints the write-ahead log of a queue's or pool's database as ``FMDatabaseCoordinator/WriteAheadLog``
/// configures it.
///
/// Each commit costs two clock readings and two uncontended locks. Slow work runs on a separate thread.
final class CheckpointCoordinator: @unchecked Sendable {
    typealias Log = FMDatabaseCoordinator.WriteAheadLog

    private let choices: Log
    private let state: CheckpointState
    private let suspension: Suspension
    private let open: @Sendable () throws -> FMDatabase
    /// Stores the commits; nil without a backup.
    private let backup: BackupCoordinator?

    private let lock = SystemLock()
    private var attached: [Attached] = []
    private var checkpointThread: CheckpointThread?

    private struct Attached {
        weak var connection: Connection?
    }

    /// - Parameter open: opens another connection to the same file; called on the background thread. It must not wait
    ///   for the queue or pool, which may be closing.
    init(
        _ choices: Log, _ suspension: Suspension, _ backup: BackupCoordinator?,
        open: @escaping @Sendable () throws -> FMDatabase
    ) {
        (self.choices, self.suspension, self.backup, self.open) = (choices, suspension, backup, open)
        state = CheckpointState(choices, backup)
    }

    deinit {
        checkpointThread?.stop(waits: false)
        backup?.finish(backup?.removeThread())
    }

    var statistics: Log.Statistics { state.statistics }
}

// MARK: - Connections that write

extension CheckpointCoordinator {
    /// Switches a database to WAL mode and takes over its WAL. Call it when the database has been opened and
    /// configured, before anything is written, on the thread that uses it.
    func attach(_ database: FMDatabase) throws {
        guard let connection = database.connection else { throw FMError.notOpen() }
        try prepare(database, connection)
        // Changed under the lock, because detaching a connection ends the backup if it finds this list empty.
        lock.withLock {
            attached.removeAll { $0.connection?.handle == nil }
            attached.append(Attached(connection: connection))
        }
        do {
            // The backup starts before the first commit and the first checkpoint.
            try backup?.start(database)
        } catch {
            lock.withLock { attached.removeAll { $0.connection === connection } }
            throw error
        }
        connection.watchCommits(makeCommitWatch())
        lock.withLock {
            guard checkpointThread == nil else { return }
            let made = CheckpointThread(state, suspension, open: open)
            made.start()
            checkpointThread = made
        }
    }

    private func prepare(_ database: FMDatabase, _ connection: Connection) throws {
        let subject = backup == nil ? "background checkpoints need" : "a continuous backup needs"
        guard !connection.isReadOnly else {
            throw FMError(.readOnly, "\(subject) a writable database")
        }
        guard try database.value("PRAGMA locking_mode", as: String.self) != "exclusive" else {
            throw FMError.misuse(
                "\(subject) a second connection, which locking_mode=EXCLUSIVE does not allow")
        }
        try database.enterWALMode(neededBy: subject)
        if let limit = choices.sizeLimit {
            _ = try database.value(FMSQL(raw: "PRAGMA journal_size_limit = \(max(0, limit))"), as: Int.self)
        }
        let pageSize = try database.value("PRAGMA page_size", as: Int.self)
        let size = connection.logFileSize
        state.withPolicy { $0.opened(size, frameSize: pageSize + Self.frameHeaderSize) }
        if statistics.isPersistent { try connection.keepLogFile(true) }
    }

    /// See [the WAL's format](https://sqlite.org/fileformat.html#the_write_ahead_log).
    private static let frameHeaderSize = 24

    /// Returns a closure that is called after each commit, on the thread that commits.
    private func makeCommitWatch() -> CommitWatch.Body {
        var isKept = statistics.isPersistent
        let clock = backup?.clock
        return { [state, weak self] connection, pages, took in
            clock?.recordCommit(pages)
            let (orders, isPersistent) = state.withPolicy {
                (
                    $0.committed(pages, took: took, at: .now) { connection.movedFrames },
                    $0.statistics.isPersistent
                )
            }
            if isPersistent, !isKept {
                isKept = true
                try? connection.keepLogFile(true)
            }
            if orders.persists { state.report(.becamePersistent) }
            if orders.checkpointsOnCommit {
                _ = try? state.checkpoint(.commit) { mode throws(FMError) in
                    try connection.checkpoint(mode.rawValue, name: "main")
                }
            }
            if orders.wakes { self?.wake() }
        }
    }

    func wake() {
        lock.withLock { checkpointThread }?.wake()
    }

    /// Wakes the threads. Call it when a suspension has ended.
    func wakeAll() {
        wake()
        backup?.wake()
    }

    /// Hands a database's WAL back to SQLite, and closes the database if the backup has to record that. Call it before
    /// closing a database that will not be lent again.
    func detach(_ database: FMDatabase) {
        let ownership = database.connection?.ownership
        ownership?.take()
        detachLog(database)
        ownership?.leave()
        guard let backup, backup.isFinished else { return }
        ownership?.take()
        database.close()
        backup.recordClosing()
    }

    /// Hands a database's WAL back to SQLite. Call it on the thread that uses the database, before closing it and after
    /// closing a pool's readers. The call for the last database ends the background threads.
    private func detachLog(_ database: FMDatabase) {
        // A forked child process does not have the background thread.
        guard let connection = database.connection, connection.isCommitWatched, !connection.isAbandoned else { return }
        connection.ignoreCommits()
        let checkpointThread = lock.withLock { () -> CheckpointThread? in
            attached.removeAll { $0.connection == nil || $0.connection === connection || $0.connection?.handle == nil }
            return attached.isEmpty ? self.checkpointThread.take() : nil
        }
        guard let checkpointThread else { return release(database) {} }
        checkpointThread.stop(waits: true)
        // A result set that was left open would prevent truncating the WAL, and ends with the connection anyway.
        connection.closeBlobs()
        connection.endAllUses()
        release(database) { () throws(FMError) in
            if choices.truncatesOnClose, backup == nil {
                _ = try checkpointOnClose(connection, .truncate)
            } else if statistics.isPersistent, !choices.truncatesOnClose {
                try restartLog(connection)
            } else if backup != nil {
                _ = try checkpointOnClose(connection, .passive)
            }
        }
        backup?.finish(lock.withLock { attached.isEmpty ? backup?.removeThread() : nil })
    }

    /// Runs a body that ends the WAL, and makes SQLite keep a persistent WAL file as it is.
    private func release(_ database: FMDatabase, _ body: () throws(FMError) -> Void) {
        do throws(FMError) {
            try body()
            // With any limit SQLite truncates the file to zero when the last connection closes.
            guard backup == nil || !choices.truncatesOnClose else { return }
            if statistics.isPersistent { _ = try database.value("PRAGMA journal_size_limit = -1", as: Int.self) }
        } catch {
            database.logWarning("the write-ahead log could not be reset or truncated on closing: \(error.message)")
        }
    }

    private func checkpointOnClose(_ connection: Connection, _ mode: FMDBCheckpointMode) throws(FMError) -> Bool {
        try state.checkpoint(.closing, mode) { mode throws(FMError) in
            try connection.checkpoint(mode.rawValue, name: "main")
        }
        .isComplete
    }

    /// Restarts a persistent WAL. Otherwise the next connection would read the whole WAL and append to it.
    ///
    /// Only a commit can restart the WAL, so an empty one is made. The commit also truncates a WAL file that exceeds
    /// the limit.
    private func restartLog(_ connection: Connection) throws(FMError) {
        // Closing must not wait for a lock.
        connection.setBusyInterval(0)
        do throws(FMError) {
            guard try checkpointOnClose(connection, .passive) else { return }
            try connection.startLogAnew()
        } catch {
            guard error.resultCode == .busy else { throw error }
        }
    }
}
