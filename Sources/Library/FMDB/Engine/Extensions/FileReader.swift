import FMDBSQLiteC

/// A file that is opened and read through SQLite's VFS, but without a connection.
///
/// POSIX calls cannot be used: closing a file descriptor drops the locks that connections of this process hold on the file.
/// See [OS Interface Object](https://sqlite.org/c3ref/vfs.html) and
/// [How To Corrupt An SQLite Database File](https://sqlite.org/howtocorrupt.html).
final class FileReader {
    struct Kind {
        fileprivate let flag: Int32

        static let database = Kind(flag: SQLITE_OPEN_MAIN_DB)
        static let log = Kind(flag: SQLITE_OPEN_WAL)
        static let journal = Kind(flag: SQLITE_OPEN_MAIN_JOURNAL)
    }

    private let file: UnsafeMutablePointer<sqlite3_file>
    private let memory: UnsafeMutableRawPointer
    /// The path passed to `xOpen`, freed after `xClose`: the VFS keeps pointers into it.
    private let name: UnsafeMutableBufferPointer<CChar>
    private var isLocked = false
    /// The size in bytes when the file was opened.
    let size: Int64
    /// The absolute path without symbolic links. The WAL and the journal are in the same folder.
    let path: String

    /// Opens a file for reading.
    ///
    /// - Parameter vfs: the name of a VFS; nil for the default VFS.
    /// - Returns: nil if the file does not exist.
    init?(_ path: String, _ kind: Kind, vfs: String?) throws(FMError) {
        guard let system = sqlite3_vfs_find(vfs), let open = system.pointee.xOpen else {
            throw FMError(.misuse, "there is no VFS of that name", sql: nil, stage: .open)
        }
        var full = [CChar](repeating: 0, count: max(512, Int(system.pointee.mxPathname) + 1))
        let length = Int32(full.count)
        // For a symbolic link, the result is `SQLITE_OK_SYMLINK`, an extended code of SQLITE_OK.
        guard let found = system.pointee.xFullPathname?(system, path, length, &full), found & 0xFF == SQLITE_OK else {
            throw FileReader.failure(SQLITE_CANTOPEN, path)
        }
        let exists = {
            var answer: Int32 = 0
            return system.pointee.xAccess?(system, full, SQLITE_ACCESS_EXISTS, &answer) == SQLITE_OK && answer != 0
        }
        guard exists() else { return nil }
        let size = max(MemoryLayout<sqlite3_file>.size, Int(system.pointee.szOsFile))
        memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        file = memory.assumingMemoryBound(to: sqlite3_file.self)
        name = FileReader.name(full)
        let code = open(system, name.baseAddress.map { $0 + 4 }, file, kind.flag | SQLITE_OPEN_READONLY, nil)
        guard code == SQLITE_OK, let opened = OpenFile(file) else {
            if file.pointee.pMethods != nil { _ = file.pointee.pMethods.pointee.xClose?(file) }
            name.deallocate()
            memory.deallocate()
            // A journal may have been deleted by a commit meanwhile.
            guard exists() else { return nil }
            if code == SQLITE_MISUSE, InheritedFiles.popRefusal() { throw .openAtFork(nil) }
            throw FileReader.failure(code, path)
        }
        self.path = String(decoding: full.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        self.size = opened.size
    }

    deinit {
        if isLocked { _ = file.pointee.pMethods.pointee.xUnlock?(file, SQLITE_LOCK_NONE) }
        _ = file.pointee.pMethods.pointee.xClose?(file)
        name.deallocate()
        memory.deallocate()
    }

    /// Returns the path in the layout that SQLite passes to `xOpen`: four zero bytes, the path, and an empty list of URI parameters.
    private static func name(_ path: [CChar]) -> UnsafeMutableBufferPointer<CChar> {
        let bytes = path.prefix { $0 != 0 }
        let name = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count + 12)
        name.initialize(repeating: 0)
        for (place, byte) in bytes.enumerated() { name[4 + place] = byte }
        return name
    }

    private static func failure(_ code: Int32, _ path: String) -> FMError {
        .sqlites(code, "\"\(path)\" cannot be read: \(Library.message(code))", stage: .open)
    }
}

extension FileReader {
    /// Takes a SHARED lock until this object is released. Outside WAL mode, the lock prevents other connections from committing.
    ///
    /// - Returns: false if another connection holds a conflicting lock.
    func lock() -> Bool {
        if !isLocked { isLocked = file.pointee.pMethods.pointee.xLock?(file, SQLITE_LOCK_SHARED) == SQLITE_OK }
        return isLocked
    }

    /// A view of the file's bytes, with the file's size at the time of opening.
    var bytes: FileBytes { FileBytes(size: size, read: read) }

    /// Reads exactly `count` bytes.
    ///
    /// - Returns: nil if the file is too short or the read fails.
    func read(_ offset: Int64, _ count: Int) -> [UInt8]? {
        guard let (bytes, code) = OpenFile(file)?.tryRead(offset, count), code == SQLITE_OK else { return nil }
        return bytes
    }
}
