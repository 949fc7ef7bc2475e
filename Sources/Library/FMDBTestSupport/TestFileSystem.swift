import FMDB
import FMDBSQLiteC

// SAFETY: SQLite's objects, never freed, and changed only before they are registered: a connection may have them for as long
// as the process lives. SQLite's list of them has a lock of its own.
/// The `sqlite3_vfs` of a disk.
struct TestFileSystem: @unchecked Sendable {
    // SAFETY: found once, and never changed.
    /// SQLite's own VFS, which all disks wrap.
    nonisolated(unsafe) static let base: UnsafeMutablePointer<sqlite3_vfs> = {
        guard let base = sqlite3_vfs_find(nil) else { fatalError("SQLite has no default VFS") }
        return base
    }()

    private struct Entry {
        weak var disk: FMTestDisk?
    }

    private struct Registry {
        /// The disks, keyed by the address of their `sqlite3_vfs`.
        var disks: [UInt: Entry] = [:]
        /// The VFSs of the disks that were created as the default. The last one is the default.
        var defaults: [TestFileSystem] = []
        /// The VFSs of released disks, for reuse.
        var released: [TestFileSystem] = []
        var count = 0
    }

    private static let registry = Locked(Registry())

    private let vfs: UnsafeMutablePointer<sqlite3_vfs>
    let name: String

    init() {
        _ = TestFileSystem.base
        self = TestFileSystem.registry.withLock { registry in
            if let released = registry.released.popLast() { return released }
            registry.count += 1
            return TestFileSystem(number: registry.count)
        }
    }

    private init(number: Int) {
        name = "fmdb-test-disk-\(number)"
        vfs = .allocate(capacity: 1)
        vfs.initialize(to: TestFileSystem.base.pointee)
        vfs.pointee.pNext = nil
        vfs.pointee.zName = UnsafePointer(strdup(name))
        vfs.pointee.szOsFile = Int32(MemoryLayout<TestFile>.stride) + TestFileSystem.base.pointee.szOsFile
        TestFileSystem.addMethods(to: &vfs.pointee)
    }

    func register(_ disk: FMTestDisk, isDefault: Bool) {
        TestFileSystem.registry.withLock { registry in
            registry.disks[UInt(bitPattern: vfs)] = Entry(disk: disk)
            if isDefault { registry.defaults.append(self) }
            guard sqlite3_vfs_register(vfs, 0) == SQLITE_OK else {
                fatalError("SQLite cannot register the VFS \(name)")
            }
            TestFileSystem.setDefault(registry)
        }
    }

    func release() {
        TestFileSystem.registry.withLock { registry in
            sqlite3_vfs_unregister(vfs)
            registry.disks[UInt(bitPattern: vfs)] = nil
            registry.defaults.removeAll { $0.vfs == vfs }
            registry.released.append(self)
            TestFileSystem.setDefault(registry)
        }
    }

    /// Sets SQLite's default VFS again. When the default is unregistered, SQLite makes another VFS the default.
    private static func setDefault(_ registry: Registry) {
        sqlite3_vfs_register(registry.defaults.last?.vfs ?? base, 1)
    }

    private static func disk(_ vfs: UnsafeMutablePointer<sqlite3_vfs>?) -> FMTestDisk? {
        registry.withLock { $0.disks[UInt(bitPattern: vfs)]?.disk }
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
                // The folder is not synced to the real disk.
                TestFileSystem.base.pointee.xDelete(TestFileSystem.base, path, 0)
            }
        }
        vfs.xAccess = { vfs, path, flags, result in
            if let code = TestFileSystem.disk(vfs)?.verdict(on: .access).code(.access) { return code }
            return TestFileSystem.base.pointee.xAccess(TestFileSystem.base, path, flags, result)
        }
        vfs.xSleep = { vfs, microseconds in
            guard let disk = TestFileSystem.disk(vfs), disk.skips(pause: microseconds) else {
                return TestFileSystem.base.pointee.xSleep(TestFileSystem.base, microseconds)
            }
            return microseconds
        }
        // SQLite calls this instead of `xCurrentTime`.
        vfs.xCurrentTimeInt64 = { vfs, time in
            guard let clock = TestFileSystem.disk(vfs)?.clock else {
                return TestFileSystem.base.pointee.xCurrentTimeInt64(TestFileSystem.base, time)
            }
            time?.pointee = clock.julianMilliseconds
            return SQLITE_OK
        }
    }
}

extension FMTestDisk {
    fileprivate func delete(_ path: String, syncsFolder: Bool, _ delete: () -> Int32) -> Int32 {
        let verdict = verdict(on: .delete)
        // If the power is cut during the deletion, the deletion still happens.
        if let code = verdict.code(.delete), verdict != .isCut(isFirst: true) { return code }
        let code = files.delete(path, syncsFolder: syncsFolder && verdict == .works, delete)
        return verdict.code(.delete) ?? code
    }
}

extension FMTestDisk.Verdict {
    /// Returns the result code for SQLite, or nil if the operation works.
    func code(_ operation: FMTestDisk.Operation) -> Int32? {
        switch self {
        case .works: nil
        case .fails(let code): code
        case .isCut: operation.code
        }
    }
}

extension FMTestDisk.Operation {
    /// The result code that SQLite's own VFS returns if the operation fails.
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
