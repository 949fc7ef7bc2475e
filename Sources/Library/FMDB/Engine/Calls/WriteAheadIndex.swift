import FMDBSQLiteC

/// How many frames a write-ahead log has, and how many of them a checkpoint has moved into the database, as the shared
/// memory beside the log says. What is written, but not committed, does not count.
///
/// It is read through the connection's own virtual file system. To open and close the file `-shm` would drop the locks that
/// SQLite holds on it. See [WAL-mode File Format](https://sqlite.org/walformat.html#the_wal_index_file_format).
struct WriteAheadIndex {
    let frames: UInt32
    let movedFrames: UInt32
    /// In bytes.
    let pageSize: Int
    /// The place behind the newest commit; nil if the log has none.
    let position: LogPosition?

    /// Whether the next commit may write the log from its start again.
    var isWhollyMoved: Bool { frames > 0 && movedFrames >= frames }

    /// Whether all that was committed is in the database.
    var hasNothingToMove: Bool { movedFrames >= frames }

    /// Offsets in the shared memory, in bytes. The numbers have 32 bits, in the machine's own order. The page size has 16 bits, and
    /// the salts lie there as in the log.
    private enum Offset {
        static let pageSize = 14
        static let frames = 16
        static let sums = 24
        static let salts = 32
        static let secondHeader = 48
        static let movedFrames = 96
    }

    /// The size in which SQLite asks for the memory, in bytes.
    private static let regionSize: Int32 = 32768

    private static let headerSize = Offset.secondHeader

    /// - Parameter file: the database file of a connection that has read the log.
    /// - Throws: the result code of the file system.
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
        // A commit writes the second copy of the header before the first. Copies that differ are from the midst of it, and its thread
        // may be waiting for a processor.
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
            // 65536 is written as 1.
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
