import Foundation

/// The locks that processes hold on a database file and its WAL index, as the kernel lists them.
///
/// It never opens the files themselves, because closing one would drop the locks that SQLite holds on it. See
/// [How To Corrupt An SQLite Database File](https://sqlite.org/howtocorrupt.html).
struct FileLocks {
    typealias Lock = FMError.Contention.Lock

    /// A lock that excludes other connections.
    struct Entry: Hashable {
        let lock: Lock
        /// The process ID of the holder, or nil if the kernel does not show it, for example in a container.
        let process: Int32?
    }

    let entries: Set<Entry>
    /// Whether a WAL index is in use.
    let isWriteAhead: Bool
}

// MARK: - SQLite's bytes

extension FileLocks {
    /// Bytes that SQLite locks in a database file. See [`os.h`](https://sqlite.org/src/file?name=src/os.h).
    private enum Byte {
        static let pending: Int64 = 0x4000_0000
        static let reserved = pending + 1
        static let shared = (pending + 2)...(pending + 511)
    }

    /// Bytes that SQLite locks in a WAL index. See [WAL-mode File Format](https://sqlite.org/walformat.html).
    private enum IndexByte {
        static let write: Int64 = 120
        static let checkpoint: Int64 = 121
        static let recovery: Int64 = 122
        static let readers: ClosedRange<Int64> = 123...127
    }

    private static func meaning(inDatabase bytes: ClosedRange<Int64>, isWrite: Bool) -> Lock? {
        if isWrite, bytes.contains(Byte.pending) || bytes.overlaps(Byte.shared) { return .exclusive }
        if isWrite, bytes.contains(Byte.reserved) { return .write }
        return bytes.overlaps(Byte.shared) ? .read : nil
    }

    private static func meaning(inIndex bytes: ClosedRange<Int64>, isWrite: Bool) -> Lock? {
        if isWrite, bytes.contains(IndexByte.recovery) { return .recovery }
        if isWrite, bytes.contains(IndexByte.write) { return .write }
        if isWrite, bytes.contains(IndexByte.checkpoint) { return .checkpoint }
        // A reader locks its mark for writing while it sets it. A checkpoint that locks marks also has its own lock.
        return bytes.overlaps(IndexByte.readers) ? .read : nil
    }
}

// MARK: - The kernel's list

extension FileLocks {
    /// Reads the current locks. There are none on systems without a list of locks.
    init(of file: FileIdentity, path: String) {
        let index = FileIdentity(path: path + "-shm")
        isWriteAhead = index != nil && FileIdentity(path: path + "-wal") != nil
        #if os(Linux)
            entries = FileLocks.entries(
                in: KernelFile.locks, of: file, index: index, isWriteAhead: isWriteAhead)
        #else
            entries = []
        #endif
    }

    #if os(Linux)
        /// Finds the locks on the database file and its WAL index in a list that has the format of `/proc/locks`.
        ///
        /// - Parameters:
        ///   - list: the content of `/proc/locks`.
        ///   - file: the database file.
        ///   - index: the WAL index file; nil if there is none.
        ///   - isWriteAhead: whether the database is in WAL mode.
        static func entries(
            in list: [UInt8], of file: FileIdentity, index: FileIdentity?, isWriteAhead: Bool
        ) -> Set<Entry> {
            let lines = list.split(separator: UInt8(ascii: "\n"))
            return Set(
                lines.compactMap { line in
                    guard let found = LockLine(line, of: [file, index].compactMap { $0 }) else { return nil }
                    let isIndex = found.file == index
                    let lock =
                        isIndex
                        ? FileLocks.meaning(inIndex: found.bytes, isWrite: found.isWrite)
                        : FileLocks.meaning(inDatabase: found.bytes, isWrite: found.isWrite)
                    // In WAL mode each connection holds a SHARED lock on the database file, which does not block writers.
                    guard let lock, isIndex || !isWriteAhead || lock != .read else { return nil }
                    return Entry(lock: lock, process: found.process)
                })
        }
    #endif

    /// Whether the OS provides a list of locks. A container may hide it.
    static var areListed: Bool {
        #if os(Linux)
            KernelFile.showsLocks
        #else
            false
        #endif
    }

    static func command(of process: Int32) -> String? {
        #if os(Linux)
            KernelFile.command(of: process)
        #else
            nil
        #endif
    }
}

#if os(Linux)
    /// One line of `/proc/locks`: `1: POSIX  ADVISORY  WRITE 4711 fe:00:131 1073741825 1073741825`.
    private struct LockLine {
        let file: FileIdentity
        let isWrite: Bool
        let process: Int32?
        let bytes: ClosedRange<Int64>

        /// Parses a line.
        ///
        /// - Returns: nil for a lock on another file, for a lock that is still waited for, and for a line in an unknown format.
        init?(_ line: ArraySlice<UInt8>, of files: [FileIdentity]) {
            // Most lines are about other files, so this check comes first.
            guard let colon = line.lastIndex(of: UInt8(ascii: ":")),
                let inode = UInt64(LockLine.word(line[(colon + 1)...])),
                files.contains(where: { $0.inode == inode })
            else { return nil }
            let words = line.split(separator: UInt8(ascii: " ")).map { LockLine.word($0) }
            guard words.count == 8, let start = Int64(words[6]),
                let file = files.first(where: { $0.inode == inode && $0.isOnDevice(words[5]) })
            else { return nil }
            self.file = file
            isWrite = words[3] == "WRITE"
            process = Int32(words[4]).flatMap { $0 > 0 ? $0 : nil }
            // The end is "EOF" for a lock to the end of the file.
            bytes = start...max(start, Int64(words[7]) ?? .max)
        }

        private static func word(_ bytes: ArraySlice<UInt8>) -> String {
            String(decoding: bytes.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
        }
    }

    extension FileIdentity {
        /// Whether the file is on a device, given as the kernel prints it with the inode: `fe:00:131`.
        fileprivate func isOnDevice(_ text: String) -> Bool {
            let numbers = text.split(separator: ":").compactMap { UInt64($0, radix: 16) }
            guard numbers.count >= 2 else { return false }
            let major = device >> 8 & 0xFFF | device >> 32 & ~0xFFF
            let minor = device & 0xFF | device >> 12 & ~0xFF
            // For Btrfs and overlays, the kernel's list and `stat` show different device numbers, but both have the major number 0.
            return numbers[0] == major && (numbers[1] == minor || major == 0)
        }
    }
#endif
