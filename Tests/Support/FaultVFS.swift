import FMDB

import SQLiteC

/// A virtual file system in front of the default one, whose operations fail as a ``FaultPlan`` says. Files without a
/// plan are as with the default one.
///
/// Nothing is forced to the disk: the tests stop no machine, and a test of many thousand commits would wait for it.
///
/// See [The SQLite OS Interface](https://sqlite.org/vfs.html).
public enum FaultVFS {
    /// The name to open a database with. SQLite gets to know it at the first use.
    public static let name: String = {
        let name = "fmdb-faults"
        register(name)
        return name
    }()

    /// Opens a database for reading and writing, and creates the file if it is missing, as `open()` does.
    public static func open(_ database: FMDatabase) -> Bool {
        database.open(withFlags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, vfs: name)
    }

    // SAFETY: SQLite's own object, found once; it is never changed nor freed.
    nonisolated(unsafe) fileprivate static let base: UnsafeMutablePointer<sqlite3_vfs> = {
        guard let base = sqlite3_vfs_find(nil) else { fatalError("SQLite has no file system") }
        return base
    }()

    // SAFETY: filled in once, before any file has it; it is never changed nor freed.
    nonisolated(unsafe) fileprivate static let methods: UnsafePointer<sqlite3_io_methods> = {
        let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        methods.initialize(to: fileMethods())
        return UnsafePointer(methods)
    }()

    private static func register(_ name: String) {
        let own = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        own.initialize(to: base.pointee)
        own.pointee.pNext = nil
        // SQLite keeps the object and its name for as long as the process lives.
        own.pointee.zName = UnsafePointer(strdup(name))
        own.pointee.szOsFile = Int32(MemoryLayout<FaultFile>.stride) + base.pointee.szOsFile
        own.pointee.xOpen = { _, path, file, flags, outFlags in
            file.map { FaultFile.open($0, path, flags, outFlags) } ?? SQLITE_MISUSE
        }
        own.pointee.xDelete = { _, path, _ in
            // The folder is not forced to the disk either.
            FaultPlan.plan(for: path)?.verdict(on: .delete)
                ?? FaultVFS.base.pointee.xDelete(FaultVFS.base, path, 0)
        }
        own.pointee.xAccess = { _, path, flags, result in
            FaultPlan.plan(for: path)?.verdict(on: .access)
                ?? FaultVFS.base.pointee.xAccess(FaultVFS.base, path, flags, result)
        }
        // A WAL whose lock is refused again and again is tried again for ten seconds, unless the pauses take no time.
        own.pointee.xSleep = { _, microseconds in microseconds }
        guard sqlite3_vfs_register(own, 0) == SQLITE_OK else { fatalError("SQLite refuses the file system \(name)") }
    }
}

/// What SQLite sees of a file: its methods. The plan, and the file of the default file system, lie behind.
private struct FaultFile {
    var head = sqlite3_file()
    var plan: Unmanaged<FaultPlan>?

    typealias Pointer = UnsafeMutablePointer<sqlite3_file>

    static func real(_ file: Pointer) -> Pointer {
        (UnsafeMutableRawPointer(file) + MemoryLayout<FaultFile>.stride).assumingMemoryBound(to: sqlite3_file.self)
    }

    static func own(_ file: Pointer) -> UnsafeMutablePointer<FaultFile> {
        UnsafeMutableRawPointer(file).assumingMemoryBound(to: FaultFile.self)
    }

    static func open(
        _ file: Pointer, _ path: UnsafePointer<CChar>?, _ flags: Int32, _ outFlags: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
        // SQLite closes a file whose open failed if it finds methods in it.
        file.pointee.pMethods = nil
        let plan = FaultPlan.plan(for: path)
        if let code = plan?.verdict(on: .open) { return code }
        let code = FaultVFS.base.pointee.xOpen(FaultVFS.base, path, real(file), flags, outFlags)
        guard code == SQLITE_OK else { return code }
        own(file).pointee.plan = plan.map { Unmanaged.passRetained($0) }
        file.pointee.pMethods = FaultVFS.methods
        return SQLITE_OK
    }

    static func close(_ file: Pointer?) -> Int32 {
        guard let file else { return SQLITE_MISUSE }
        let code = forward(file) { $1.xClose($0) }
        own(file).pointee.plan?.release()
        own(file).pointee.plan = nil
        file.pointee.pMethods = nil
        return code
    }

    /// The code with which the plan lets an operation fail.
    static func verdict(_ operation: FaultPlan.Operation, on file: Pointer?) -> Int32? {
        file.flatMap { own($0).pointee.plan }?.takeUnretainedValue().verdict(on: operation)
    }

    /// Lets the plan know of an operation that cannot fail.
    static func meet(_ operation: FaultPlan.Operation, on file: Pointer?) {
        file.flatMap { own($0).pointee.plan }?.takeUnretainedValue().meet(operation)
    }

    /// Calls the default file system, unless the operation shall fail.
    static func forward(
        _ file: Pointer?, _ operation: FaultPlan.Operation? = nil,
        _ call: (Pointer, sqlite3_io_methods) -> Int32
    ) -> Int32 {
        if let operation, let code = verdict(operation, on: file) { return code }
        guard let file, let methods = real(file).pointee.pMethods else { return SQLITE_MISUSE }
        return call(real(file), methods.pointee)
    }

    /// A write that fails has written its first half, as on a disk that has become full.
    static func write(_ file: Pointer?, _ bytes: UnsafeRawPointer?, _ count: Int32, _ offset: Int64) -> Int32 {
        guard let code = verdict(.write, on: file) else {
            return forward(file) { $1.xWrite($0, bytes, count, offset) }
        }
        _ = forward(file) { $1.xWrite($0, bytes, count / 2, offset) }
        return code
    }
}

/// SQLite maps no file into memory, because none is to be had: all access passes here.
private func fileMethods() -> sqlite3_io_methods {
    var methods = sqlite3_io_methods()
    methods.iVersion = 3
    methods.xClose = { FaultFile.close($0) }
    methods.xRead = { file, bytes, count, offset in
        FaultFile.forward(file, .read) { $1.xRead($0, bytes, count, offset) }
    }
    methods.xWrite = { FaultFile.write($0, $1, $2, $3) }
    methods.xTruncate = { file, size in FaultFile.forward(file, .truncate) { $1.xTruncate($0, size) } }
    methods.xSync = { file, _ in FaultFile.verdict(.sync, on: file) ?? SQLITE_OK }
    methods.xFileSize = { file, size in FaultFile.forward(file, .size) { $1.xFileSize($0, size) } }
    methods.xLock = { file, level in FaultFile.forward(file, .lock) { $1.xLock($0, level) } }
    methods.xUnlock = { file, level in FaultFile.forward(file) { $1.xUnlock($0, level) } }
    methods.xCheckReservedLock = { file, result in
        FaultFile.forward(file, .lock) { $1.xCheckReservedLock($0, result) }
    }
    methods.xFileControl = { file, operation, argument in
        FaultFile.forward(file) { $1.xFileControl($0, operation, argument) }
    }
    methods.xSectorSize = { file in FaultFile.forward(file) { $1.xSectorSize($0) } }
    methods.xDeviceCharacteristics = { file in FaultFile.forward(file) { $1.xDeviceCharacteristics($0) } }
    addSharedMemory(to: &methods)
    return methods
}

private func addSharedMemory(to methods: inout sqlite3_io_methods) {
    methods.xFetch = { _, _, _, memory in
        memory?.pointee = nil
        return SQLITE_OK
    }
    methods.xUnfetch = { file, _, _ in
        FaultFile.meet(.unfetch, on: file)
        return SQLITE_OK
    }
    methods.xShmMap = { file, region, size, extend, memory in
        FaultFile.forward(file, .mapMemory) { $1.xShmMap($0, region, size, extend, memory) }
    }
    methods.xShmLock = { file, offset, count, flags in
        let operation: FaultPlan.Operation? = flags & SQLITE_SHM_LOCK != 0 ? .lockMemory : nil
        return FaultFile.forward(file, operation) { $1.xShmLock($0, offset, count, flags) }
    }
    methods.xShmBarrier = { file in
        _ = FaultFile.forward(file) { real, methods in
            methods.xShmBarrier(real)
            return SQLITE_OK
        }
    }
    methods.xShmUnmap = { file, deletes in FaultFile.forward(file) { $1.xShmUnmap($0, deletes) } }
}
