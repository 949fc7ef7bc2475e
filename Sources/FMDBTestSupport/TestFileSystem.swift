import FMDB
import SQLiteC

// SAFETY: SQLite's objects, registered once and never freed: a connection may have them for as long as the process lives.
// `disk` is set while no connection has the file system yet, and cleared when the last file and the test have released it.
/// A VFS as SQLite knows it, which leads to a disk.
struct TestFileSystem: @unchecked Sendable {
    /// SQLite's own file system, in front of which all disks are.
    nonisolated(unsafe) static let base: UnsafeMutablePointer<sqlite3_vfs> = {
        guard let base = sqlite3_vfs_find(nil) else { fatalError("SQLite has no file system") }
        return base
    }()

    private let vfs: UnsafeMutablePointer<sqlite3_vfs>
    let name: String
    /// Those of disks that were released, to be used again.
    private static let released = Locked<[TestFileSystem]>([])
    private static let count = Locked(0)

    init(isDefault: Bool) {
        _ = TestFileSystem.base
        self = TestFileSystem.released.withLock { $0.popLast() } ?? TestFileSystem()
        guard sqlite3_vfs_register(vfs, isDefault ? 1 : 0) == SQLITE_OK else {
            fatalError("SQLite refuses the file system \(name)")
        }
    }

    private init() {
        name = "fmdb-test-disk-\(TestFileSystem.count.withLock { count in count += 1; return count })"
        vfs = .allocate(capacity: 1)
        vfs.initialize(to: TestFileSystem.base.pointee)
        vfs.pointee.pNext = nil
        vfs.pointee.zName = UnsafePointer(strdup(name))
        vfs.pointee.szOsFile = Int32(MemoryLayout<TestFile>.stride) + TestFileSystem.base.pointee.szOsFile
        TestFileSystem.addMethods(to: &vfs.pointee)
    }

    /// The disk is no longer used.
    func release() {
        sqlite3_vfs_unregister(vfs)
        vfs.pointee.pAppData = nil
        TestFileSystem.released.withLock { $0.append(self) }
    }

    func lead(to disk: FMTestDisk) {
        vfs.pointee.pAppData = Unmanaged.passUnretained(disk).toOpaque()
    }

    private static func disk(_ vfs: UnsafeMutablePointer<sqlite3_vfs>?) -> FMTestDisk? {
        (vfs?.pointee.pAppData).map { Unmanaged<FMTestDisk>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func addMethods(to vfs: inout sqlite3_vfs) {
        vfs.xOpen = { vfs, path, file, flags, outFlags in
            file.map { TestFile.open(TestFileSystem.disk(vfs), $0, path, flags, outFlags) } ?? SQLITE_MISUSE
        }
        vfs.xDelete = { vfs, path, syncsFolder in
            guard let disk = TestFileSystem.disk(vfs), let path else {
                return TestFileSystem.base.pointee.xDelete(TestFileSystem.base, path, 0)
            }
            return disk.delete(String(cString: path), syncsFolder: syncsFolder != 0) {
                // The folder is not forced to the real disk.
                TestFileSystem.base.pointee.xDelete(TestFileSystem.base, path, 0)
            }
        }
        vfs.xAccess = { vfs, path, flags, result in
            if let code = TestFileSystem.disk(vfs)?.verdict(on: .access).code(.access) { return code }
            return TestFileSystem.base.pointee.xAccess(TestFileSystem.base, path, flags, result)
        }
        // SQLite's own pauses take no time: a WAL whose lock is refused again and again is tried for ten seconds.
        vfs.xSleep = { vfs, microseconds in
            TestFileSystem.disk(vfs)?.clock?.advance(by: .microseconds(Int64(microseconds)))
            return microseconds
        }
        vfs.xCurrentTimeInt64 = { vfs, time in
            guard let clock = TestFileSystem.disk(vfs)?.clock else {
                return TestFileSystem.base.pointee.xCurrentTimeInt64(TestFileSystem.base, time)
            }
            time?.pointee = clock.julianMilliseconds
            return SQLITE_OK
        }
        vfs.xCurrentTime = { vfs, days in
            guard let clock = TestFileSystem.disk(vfs)?.clock else {
                return TestFileSystem.base.pointee.xCurrentTime(TestFileSystem.base, days)
            }
            days?.pointee = Double(clock.julianMilliseconds) / 86_400_000
            return SQLITE_OK
        }
    }
}

extension FMTestDisk {
    fileprivate func delete(_ path: String, syncsFolder: Bool, _ delete: () -> Int32) -> Int32 {
        let verdict = verdict(on: .delete)
        if let code = verdict.code(.delete), !verdict.stillHappens { return code }
        let code = files.delete(path, syncsFolder: syncsFolder && verdict.isFine, delete)
        return verdict.code(.delete) ?? code
    }
}

extension FMTestDisk.Verdict {
    var isFine: Bool {
        if case .works = self { true } else { false }
    }

    /// Whether the power is cut at this moment, in the midst of the operation.
    var stillHappens: Bool {
        if case .isCut(isFirst: true) = self { true } else { false }
    }

    /// What SQLite is told; nil if the operation works.
    func code(_ operation: FMTestDisk.Operation) -> Int32? {
        switch self {
        case .works: nil
        case .fails(let code): code
        case .isCut: operation.code
        }
    }
}

extension FMTestDisk.Operation {
    /// What SQLite's own file system answers when this fails.
    var code: Int32 {
        switch self {
        case .open: SQLITE_CANTOPEN
        case .access: SQLITE_IOERR | 13 << 8
        case .delete: SQLITE_IOERR | 10 << 8
        case .read: SQLITE_IOERR | 1 << 8
        case .write: SQLITE_IOERR | 3 << 8
        case .truncate: SQLITE_IOERR | 6 << 8
        case .sync: SQLITE_IOERR | 4 << 8
        case .size: SQLITE_IOERR | 7 << 8
        case .lock: SQLITE_IOERR | 15 << 8
        case .mapMemory: SQLITE_IOERR | 21 << 8
        case .lockMemory: SQLITE_IOERR | 20 << 8
        case .unfetch: SQLITE_OK
        }
    }
}
