import SQLiteC

/// Space in a write-ahead log that grows, because somebody who reads for long keeps it from being started anew.
///
/// Where a commit writes behind the end of the file, its sync has to write the file's size and the place on the disk too, and takes
/// about twice as long as where the file has bytes already. The zeros are no frames: whoever reads the log ends there.
/// See [WAL-mode File Format](https://sqlite.org/walformat.html#the_wal_file_format).
struct LogReserve {
    /// Logs from this length on get one, in pages: others are soon started anew.
    static let leastPages: Int32 = 1000

    /// How much is added at a time, in bytes, when nearly all is used.
    private static let size: Int64 = 2 << 20

    private static let headerSize: Int64 = 32
    private static let frameHeaderSize: Int64 = 24

    /// The lengths of the log with which there is nothing to do, in pages.
    private var sufficient: Range<Int32> = 0..<0

    /// Lengthens the log's file, if commits wait for the disk and are near its end. What fails is left to the commits. To be called
    /// after a commit, when SQLite has released the lock of the writer.
    mutating func refill(_ connection: Connection, _ pages: Int32) {
        guard !sufficient.contains(pages) else { return }
        sufficient = pages..<pages + LogReserve.leastPages
        guard connection.isDurable, let database = connection.databaseFile, let log = connection.logFile,
            let pageSize = try? connection.number("PRAGMA main.page_size"), pageSize > 0
        else { return }
        let frameSize = Int64(pageSize) + LogReserve.frameHeaderSize
        database.withWriteLock {
            guard let frames = try? connection.logState().frames else { return }
            let end = LogReserve.headerSize + Int64(frames) * frameSize
            if log.size - end < 16 * frameSize { log.write(zeros: end + LogReserve.size - log.size, at: log.size) }
        }
        let frames = (log.size - LogReserve.headerSize) / frameSize - 16
        sufficient = pages..<max(pages + 1, Int32(clamping: frames))
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
    /// Runs a body under the lock of the connection that writes to the log, unless somebody has it.
    ///
    /// See [WAL Locks](https://sqlite.org/walformat.html#wal_locks).
    fileprivate func withWriteLock(_ body: () -> Void) {
        let writeLock: Int32 = 0
        guard methods.xShmLock?(file, writeLock, 1, SQLITE_SHM_LOCK | SQLITE_SHM_EXCLUSIVE) == SQLITE_OK else { return }
        defer { _ = methods.xShmLock?(file, writeLock, 1, SQLITE_SHM_UNLOCK | SQLITE_SHM_EXCLUSIVE) }
        body()
    }

    /// Writes bytes that are 0.
    fileprivate func write(zeros count: Int64, at start: Int64) {
        // SQLite writes less than 128 KiB at once.
        let zeros = [UInt8](repeating: 0, count: 65536)
        for place in stride(from: start, to: start + count, by: zeros.count) {
            let length = Int32(min(Int64(zeros.count), start + count - place))
            guard methods.xWrite?(file, zeros, length, place) == SQLITE_OK else { return }
        }
    }
}
