import FMDBSQLiteC

/// The number of committed frames in a write-ahead log, and how many of them a checkpoint has copied to the database.
///
/// Both are read from the WAL index in shared memory, through the connection's own VFS. Opening and closing the `-shm` file would drop the
/// locks that SQLite holds on it. See [WAL-mode File Format](https://sqlite.org/walformat.html#the_wal_index_file_format).
struct WriteAheadIndex {
    let frames: UInt32
    let movedFrames: UInt32
    /// The page size in bytes.
    let pageSize: Int
    /// The end of the newest commit in the WAL, or nil if the WAL has no commit.
    let position: LogPosition?

    /// Whether the WAL has frames, and all of them are in the database. The next commit may then restart the WAL.
    var isWhollyMoved: Bool { frames > 0 && movedFrames >= frames }

    /// Whether the database has all committed frames of the WAL, or the WAL is empty.
    var hasNothingToMove: Bool { movedFrames >= frames }

    /// Byte offsets in the WAL index. The numbers are 32-bit in native byte order, except the 16-bit page size and the salts, which are
    /// copied from the WAL as they are.
    private enum Offset {
        static let pageSize = 14
        static let frames = 16
        static let sums = 24
        static let salts = 32
        static let secondHeader = 48
        static let movedFrames = 96
    }

    /// The size in bytes of the regions in which SQLite maps the WAL index.
    private static let regionSize: Int32 = 32768

    private static let headerSize = Offset.secondHeader

    /// Reads the WAL index.
    ///
    /// - Parameter file: the database file of a connection that has read the WAL.
    /// - Returns: nil if the VFS has no shared memory or the WAL index is not mapped.
    /// - Throws: the VFS's result code, or `SQLITE_BUSY` if the header keeps changing.
    init?(of file: UnsafeMutablePointer<sqlite3_file>) throws(ResultCodeError) {
        guard let methods = file.pointee.pMethods, methods.pointee.iVersion >= 2, let map = methods.pointee.xShmMap,
            let barrier = methods.pointee.xShmBarrier
        else { return nil }
        var memory: UnsafeMutableRawPointer?
        let code = withUnsafeMutablePointer(to: &memory) { memory in
            memory.withMemoryRebound(to: UnsafeMutableRawPointer?.self, capacity: 1) {
                map(file, 0, WriteAheadIndex.regionSize, 0, $0)
            }
        }
        guard code == SQLITE_OK else { throw ResultCodeError(code: code) }
        guard let memory else { return nil }
        // A commit writes the second copy of the header before the first. If the copies differ, a commit is in progress, and its thread may
        // be waiting for the CPU.
        for attempt in 0..<1000 {
            if attempt >= 900 { sqlite3_sleep(1) }
            let first = Array(UnsafeRawBufferPointer(start: memory, count: WriteAheadIndex.headerSize))
            barrier(file)
            let moved = memory.load(fromByteOffset: Offset.movedFrames, as: UInt32.self)
            let second = UnsafeRawBufferPointer(
                start: memory + Offset.secondHeader, count: WriteAheadIndex.headerSize)
            guard first.elementsEqual(second) else { continue }
            let number = { place in first.withUnsafeBytes { $0.load(fromByteOffset: place, as: UInt32.self) } }
            let frames = number(Offset.frames)
            self.frames = frames
            movedFrames = moved
            let size = first.withUnsafeBytes { Int($0.load(fromByteOffset: Offset.pageSize, as: UInt16.self)) }
            // A page size of 65536 is stored as 1.
            pageSize = size & 0xFE00 + (size & 1) << 16
            position =
                frames == 0
                ? nil
                : LogPosition(
                    firstSalt: UInt32(bigEndian: number(Offset.salts)),
                    secondSalt: UInt32(bigEndian: number(Offset.salts + 4)), frames: frames,
                    firstSum: number(Offset.sums), secondSum: number(Offset.sums + 4))
            return
        }
        throw ResultCodeError(code: SQLITE_BUSY)
    }
}
