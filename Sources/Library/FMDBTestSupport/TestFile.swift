import FMDB
import FMDBSQLiteC

/// The `sqlite3_file` that SQLite uses for an open file, with a reference to the disk. In memory, the file of SQLite's own VFS
/// follows it.
struct TestFile {
    private var head = sqlite3_file()
    /// The disk and path, or nil if the file was opened after its disk was released.
    private var place: Unmanaged<Place>?

    typealias Pointer = UnsafeMutablePointer<sqlite3_file>

    private final class Place {
        let disk: FMTestDisk
        /// The path, or nil for a temporary file, which does not survive a power cut.
        let path: String?
        /// Whether the first sync also syncs the folder.
        var syncsFolder: Bool

        init(_ disk: FMTestDisk, _ path: String?, syncsFolder: Bool) {
            (self.disk, self.path, self.syncsFolder) = (disk, path, syncsFolder)
        }
    }

    // SAFETY: filled in once, before any file has it; it is never changed nor freed.
    nonisolated(unsafe) private static let methods: UnsafePointer<sqlite3_io_methods> = {
        let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        methods.initialize(to: fileMethods())
        return UnsafePointer(methods)
    }()

    private static func real(_ file: Pointer) -> Pointer {
        (UnsafeMutableRawPointer(file) + MemoryLayout<TestFile>.stride).assumingMemoryBound(to: sqlite3_file.self)
    }

    private static func own(_ file: Pointer) -> UnsafeMutablePointer<TestFile> {
        UnsafeMutableRawPointer(file).assumingMemoryBound(to: TestFile.self)
    }

    private static func place(_ file: Pointer) -> Place? { own(file).pointee.place?.takeUnretainedValue() }
    private static func disk(_ file: Pointer) -> FMTestDisk? { place(file)?.disk }
}

// MARK: - Opening and closing

extension TestFile {
    static func open(
        _ disk: FMTestDisk?, _ file: Pointer, _ path: UnsafePointer<CChar>?, _ flags: Int32,
        _ outFlags: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
        // If the open fails while `pMethods` is set, SQLite closes the file, so it is cleared first.
        file.pointee.pMethods = nil
        if let code = disk?.verdict(on: .open).code(.open) { return code }
        let base = TestFileSystem.base
        // A file that is deleted on closing does not survive a power cut, so it is not tracked.
        let name = flags & SQLITE_OPEN_DELETEONCLOSE == 0 ? path.map { String(cString: $0) } : nil
        func open() -> Int32 { base.pointee.xOpen(base, path, real(file), flags, outFlags) }
        let code = disk.map { $0.files.open(name, creates: flags & SQLITE_OPEN_CREATE != 0, open) } ?? open()
        guard code == SQLITE_OK else { return code }
        // SQLite's own VFS also syncs the folder, whether the file existed or not.
        let journals = SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL | SQLITE_OPEN_MASTER_JOURNAL
        let syncsFolder = flags & SQLITE_OPEN_CREATE != 0 && flags & journals != 0
        own(file).pointee.place = disk.map { .passRetained(Place($0, name, syncsFolder: syncsFolder)) }
        file.pointee.pMethods = methods
        return SQLITE_OK
    }

    fileprivate static func close(_ file: Pointer?) -> Int32 {
        guard let file else { return SQLITE_MISUSE }
        let code = forward(file) { $1.xClose($0) }
        disk(file)?.files.closed()
        own(file).pointee.place?.release()
        own(file).pointee.place = nil
        file.pointee.pMethods = nil
        return code
    }
}

// MARK: - Reading and changing

extension TestFile {
    /// Calls SQLite's own VFS, unless the test wants the operation to fail.
    fileprivate static func forward(
        _ file: Pointer?, _ operation: FMTestDisk.Operation? = nil,
        _ call: (Pointer, sqlite3_io_methods) -> Int32
    ) -> Int32 {
        guard let file, let methods = real(file).pointee.pMethods else { return SQLITE_MISUSE }
        if let operation, let code = disk(file)?.verdict(on: operation).code(operation) { return code }
        return call(real(file), methods.pointee)
    }

    fileprivate static func meet(_ operation: FMTestDisk.Operation, _ file: Pointer?) {
        file.flatMap(disk)?.meet(operation)
    }

    /// Reads bytes. A short read returns half of the bytes, and zeros for the others as SQLite requires.
    fileprivate static func read(
        _ file: Pointer?, _ bytes: UnsafeMutableRawPointer?, _ count: Int32, _ offset: Int64
    ) -> Int32 {
        let shortRead = FMResultCode.ioErrorShortRead.rawValue
        guard let code = file.flatMap(disk)?.verdict(on: .read).code(.read) else {
            return forward(file) { $1.xRead($0, bytes, count, offset) }
        }
        guard code == shortRead, let bytes else { return code }
        memset(bytes, 0, Int(count))
        _ = forward(file) { $1.xRead($0, bytes, count / 2, offset) }
        return code
    }

    /// Writes bytes. A write that fails writes its first half, as on a full disk. A write at which the power is cut is
    /// complete, because the damage chooses later how much of it remains.
    fileprivate static func write(
        _ file: Pointer?, _ bytes: UnsafeRawPointer?, _ count: Int32, _ offset: Int64
    ) -> Int32 {
        change(file, .write, Int(offset)..<Int(offset) + Int(count)) { real, methods, isWhole in
            methods.xWrite(real, bytes, isWhole ? count : count / 2, offset)
        }
    }

    fileprivate static func truncate(_ file: Pointer?, _ size: Int64) -> Int32 {
        change(file, .truncate, Int(size)..<Int.max) { real, methods, isWhole in
            isWhole ? methods.xTruncate(real, size) : SQLITE_OK
        }
    }

    private static func change(
        _ file: Pointer?, _ operation: FMTestDisk.Operation, _ range: Range<Int>,
        _ change: (Pointer, sqlite3_io_methods, _ isWhole: Bool) -> Int32
    ) -> Int32 {
        guard let file, let methods = real(file).pointee.pMethods?.pointee else { return SQLITE_MISUSE }
        guard let place = place(file) else { return change(real(file), methods, true) }
        let verdict = place.disk.verdict(on: operation)
        if verdict == .isCut(isFirst: false) { return operation.code }
        let isWhole = verdict == .works || verdict == .isCut(isFirst: true)
        guard let path = place.path else {
            let code = change(real(file), methods, isWhole)
            return verdict.code(operation) ?? code
        }
        let code = place.disk.files.change(path) {
            former(real(file), methods, range)
        } _: {
            change(real(file), methods, isWhole)
        }
        return verdict.code(operation) ?? code
    }

    /// Returns the content that a change is about to replace.
    private static func former(
        _ real: Pointer, _ methods: sqlite3_io_methods, _ range: Range<Int>
    ) -> UnsyncedFile.Change? {
        var size: Int64 = 0
        guard methods.xFileSize(real, &size) == SQLITE_OK, size <= Int32.max else { return nil }
        let there = range.clamped(to: 0..<Int(size))
        var bytes = [UInt8](repeating: 0, count: there.count)
        if !there.isEmpty {
            guard methods.xRead(real, &bytes, Int32(there.count), Int64(there.lowerBound)) == SQLITE_OK else {
                return nil
            }
        }
        return UnsyncedFile.Change(range: range, bytes: bytes, size: Int(size))
    }

    fileprivate static func sync(_ file: Pointer?) -> Int32 {
        guard let file, let place = place(file) else { return SQLITE_OK }
        if let code = place.disk.verdict(on: .sync).code(.sync) { return code }
        if let path = place.path {
            place.disk.files.synced(path, withFolder: place.syncsFolder)
            place.syncsFolder = false
        }
        return SQLITE_OK
    }
}

// MARK: - The methods

/// Returns the I/O methods of a test file. `xFetch` returns no memory, so SQLite does not memory-map files and all access uses
/// these methods.
private func fileMethods() -> sqlite3_io_methods {
    var methods = sqlite3_io_methods()
    methods.iVersion = 3
    methods.xClose = { TestFile.close($0) }
    methods.xRead = { TestFile.read($0, $1, $2, $3) }
    methods.xWrite = { TestFile.write($0, $1, $2, $3) }
    methods.xTruncate = { TestFile.truncate($0, $1) }
    methods.xSync = { file, _ in TestFile.sync(file) }
    methods.xFileSize = { file, size in TestFile.forward(file, .size) { $1.xFileSize($0, size) } }
    methods.xLock = { file, level in TestFile.forward(file, .lock) { $1.xLock($0, level) } }
    methods.xUnlock = { file, level in TestFile.forward(file) { $1.xUnlock($0, level) } }
    methods.xCheckReservedLock = { file, result in
        TestFile.forward(file, .lock) { $1.xCheckReservedLock($0, result) }
    }
    methods.xFileControl = { file, operation, argument in
        TestFile.forward(file) { $1.xFileControl($0, operation, argument) }
    }
    methods.xSectorSize = { file in TestFile.forward(file) { $1.xSectorSize($0) } }
    methods.xDeviceCharacteristics = { file in TestFile.forward(file) { $1.xDeviceCharacteristics($0) } }
    addSharedMemory(to: &methods)
    return methods
}

private func addSharedMemory(to methods: inout sqlite3_io_methods) {
    methods.xFetch = { _, _, _, memory in
        memory?.pointee = nil
        return SQLITE_OK
    }
    methods.xUnfetch = { file, _, _ in
        TestFile.meet(.unfetch, file)
        return SQLITE_OK
    }
    methods.xShmMap = { file, region, size, extend, memory in
        TestFile.forward(file, .mapMemory) { $1.xShmMap?($0, region, size, extend, memory) ?? SQLITE_IOERR }
    }
    methods.xShmLock = { file, offset, count, flags in
        let operation: FMTestDisk.Operation? = flags & SQLITE_SHM_LOCK != 0 ? .lockMemory : nil
        return TestFile.forward(file, operation) { $1.xShmLock($0, offset, count, flags) }
    }
    methods.xShmBarrier = { file in
        _ = TestFile.forward(file) { real, methods in
            methods.xShmBarrier(real)
            return SQLITE_OK
        }
    }
    methods.xShmUnmap = { file, deletes in TestFile.forward(file) { $1.xShmUnmap($0, deletes) } }
}
