import FMDBSQLiteC

/// Preallocates space in a write-ahead log (WAL) that keeps growing, because a long read prevents its restart.
///
/// A commit that writes past the end of the file must also sync the file's size and block allocation. That takes about
/// twice as long as a sync within the file. The reserve is zeros, which are not valid frames, so readers of the WAL
/// stop there. See [WAL-mode File Format](https://sqlite.org/walformat.html#the_wal_file_format).
struct LogReserve {
    /// The minimum length, in pages, of a WAL that gets a reserve. Shorter WALs are soon restarted.
    static let leastPages: Int32 = 1000

    /// The number of bytes that are added when the reserve is nearly used up.
    private static let size: Int64 = 2 << 20

    /// The WAL lengths, in pages, at which the reserve needs no check.
    private var sufficient: Range<Int32> = 0..<0

    /// Extends the WAL file if commits are synced and the newest frame is near the end of the file. A failure is
    /// ignored: commits then extend the file themselves. Call this after a commit, when SQLite has released the write
    /// lock.
    mutating func refill(_ connection: Connection, _ pages: Int32) {
        guard !sufficient.contains(pages) else { return }
        sufficient = pages..<pages + LogReserve.leastPages
        // SQLite may report a commit late, when a statement of the next transaction already holds the write lock.
        guard !connection.isChanging, connection.isDurable, let database = connection.databaseFile,
            let log = connection.logFile
        else { return }
        database.withWriteLock {
            guard let state = try? connection.logState(), !state.hasNothingToMove else { return }
            let frameSize = Int64(WriteAheadLogFrame.headerSize + state.pageSize)
            let start = Int64(WriteAheadLogHeader.size)
            let end = start + Int64(state.frames) * frameSize
            // `size` is 0 if it cannot be determined.
            var size = log.size
            guard size >= end else { return }
            if size - end < 16 * frameSize {
                guard log.write(zeros: end + LogReserve.size - size, at: size) else { return }
                size = end + LogReserve.size
            }
            let frames = (size - start) / frameSize - 16
            sufficient = pages..<max(pages + 1, Int32(clamping: frames))
        }
    }
}

extension Connection {
    /// Whether each commit is synced, and the WAL is shared through locks (normal locking mode).
    ///
    /// See [PRAGMA synchronous](https://sqlite.org/pragma.html#pragma_synchronous).
    fileprivate var isDurable: Bool {
        guard let mode = try? number("PRAGMA main.synchronous"), mode >= 2 else { return false }
        return (try? ask("PRAGMA main.locking_mode")) == "normal"
    }
}

extension OpenFile {
    /// Runs a body under the WAL's write lock, unless another connection holds the lock. This connection must not hold
    /// it.
    ///
    /// See [WAL Locks](https://sqlite.org/walformat.html#wal_locks).
    fileprivate func withWriteLock(_ body: () -> Void) {
        guard methods.pointee.iVersion >= 2, methods.pointee.xShmMap != nil, let lock = methods.pointee.xShmLock,
            lock(file, OpenFile.writeLock, 1, SQLITE_SHM_LOCK | SQLITE_SHM_EXCLUSIVE) == SQLITE_OK
        else { return }
        defer { _ = lock(file, OpenFile.writeLock, 1, SQLITE_SHM_UNLOCK | SQLITE_SHM_EXCLUSIVE) }
        body()
    }

    private static let writeLock: Int32 = 0

    fileprivate func write(zeros count: Int64, at start: Int64) -> Bool {
        // A VFS need not accept 128 KiB or more: SQLite never writes that much at once.
        let zeros = [UInt8](repeating: 0, count: 65536)
        for place in stride(from: start, to: start + count, by: zeros.count) {
            let length = Int32(min(Int64(zeros.count), start + count - place))
            guard methods.pointee.xWrite?(file, zeros, length, place) == SQLITE_OK else { return false }
        }
        return true
    }
}
