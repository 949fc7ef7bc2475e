import FMDBSQLiteC

/// Space in a write-ahead log that grows because a long read keeps it from being restarted.
///
/// Where a commit writes behind the end of the file, its sync must write the file's size and its place on the disk too. That
/// takes about twice as long as a sync of bytes that the file already has. The zeros are no frames: a reader of the log ends there.
/// See [WAL-mode File Format](https://sqlite.org/walformat.html#the_wal_file_format).
struct LogReserve {
    /// Logs from this length on get one, in pages: shorter ones are soon restarted.
    static let leastPages: Int32 = 1000

    /// How much is added at a time, in bytes, when nearly all is used.
    private static let size: Int64 = 2 << 20

    /// The lengths of the log with which there is nothing to do, in pages.
    private var sufficient: Range<Int32> = 0..<0

    /// Lengthens the log's file, if commits wait for the disk and are near its end. What fails is left to the commits. To be
    /// called after a commit, when SQLite has released the lock of the writer.
    mutating func refill(_ connection: Connection, _ pages: Int32) {
        guard !sufficient.contains(pages) else { return }
        sufficient = pages..<pages + LogReserve.leastPages
        // SQLite may report a commit late, when a statement of the next one already holds the write lock.
        guard !connection.isChanging, connection.isDurable, let database = connection.databaseFile,
            let log = connection.logFile
        else { return }
        database.withWriteLock {
            guard let state = try? connection.logState(), !state.hasNothingToMove else { return }
            let frameSize = Int64(WriteAheadLogFrame.headerSize + state.pageSize)
            let start = Int64(WriteAheadLogHeader.size)
            let end = start + Int64(state.frames) * frameSize
            // A size that cannot be known is 0.
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
    /// Whether each commit is synced, and the log is shared by way of locks.
    ///
    /// See [PRAGMA synchronous](https://sqlite.org/pragma.html#pragma_synchronous).
    fileprivate var isDurable: Bool {
        guard let mode = try? number("PRAGMA main.synchronous"), mode >= 2 else { return false }
        return (try? ask("PRAGMA main.locking_mode")) == "normal"
    }
}

extension OpenFile {
    /// Runs a body under the write lock of the log, unless another connection has it. The connection itself must not have it.
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
        // SQLite writes less than 128 KiB at once.
        let zeros = [UInt8](repeating: 0, count: 65536)
        for place in stride(from: start, to: start + count, by: zeros.count) {
            let length = Int32(min(Int64(zeros.count), start + count - place))
            guard methods.pointee.xWrite?(file, zeros, length, place) == SQLITE_OK else { return false }
        }
        return true
    }
}
